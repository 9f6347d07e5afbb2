"""The folder `clients` as it is in a fresh clone, with its packages installed and built; kept while nothing in it changes."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from tests.clients.npm import installed, run
from tests.clients.table import ROOT

CLIENTS = ROOT / "clients"
ASSETS = ROOT / "app" / "web" / "assets"
MADE = ("node_modules", "dist", "build", "generated")
BUNDLE = ("--bundle", "--format=esm", "--log-level=warning")


def built(cache: Path) -> Path:
    """The folder of the packages. What fails to build fails the test."""
    packages = installed(cache, CLIENTS)
    folder = cache / f"workshop-{digest()}"
    with FileLock(cache / "workshop.lock"):
        if not (folder / "complete").exists():
            for old in cache.glob("workshop-*/"):
                shutil.rmtree(old)
            build(folder, packages)
            (folder / "complete").touch()
    return folder / "clients"


def build(folder: Path, packages: Path) -> None:
    """Copy the sources and build each package with its tests, its types checked strictly."""
    clients = folder / "clients"
    shutil.copytree(CLIENTS, clients, ignore=shutil.ignore_patterns(*MADE, "package-lock.json"))
    shutil.copytree(ASSETS, folder / "app" / "web" / "assets")
    shutil.copytree(packages / "node_modules", clients / "node_modules", symlinks=True, copy_function=os.link)
    ended(clients / "typescript", "node", "build.js")
    ended(
        clients, "node_modules/.bin/tsc", "--build", "typescript/test", "foundry", "owlbear"
    )  # one process: half the time
    bundle(clients / "foundry", "test/foundry.test.ts", "test/evening.ts")
    bundle(clients / "owlbear", "test/owlbear.test.ts")


def bundle(package: Path, *tests: str) -> None:
    """Make one file of a package, and one of each of its tests."""
    tools = package.parent / "node_modules" / ".bin"
    ended(package, tools / "esbuild", "src/main.ts", *BUNDLE, "--outfile=dist/umpire.js")
    ended(package, tools / "esbuild", *tests, *BUNDLE, "--platform=node", "--outdir=build/test")


def ended(folder: Path, *command: object) -> None:
    """Run a command that has to succeed."""
    done = run(folder, *command)
    if done.returncode:
        pytest.fail(f"{command}: {done.stdout}{done.stderr}", pytrace=False)


def digest() -> str:
    """What tells one state of the sources from another."""
    files = [file for folder in (CLIENTS, ASSETS) for file in folder.rglob("*") if file.is_file()]
    sources = sorted(file for file in files if not {*MADE} & {*file.parts})
    told = hashlib.sha256()
    for file in (*sources, Path(__file__)):
        told.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return told.hexdigest()[:16]
