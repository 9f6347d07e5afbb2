"""The packages of `clients/` for JavaScript are built from their lock, and their own tests pass before a real server."""

import os
import re
import shutil

import pytest

from tests.clients.npm import installed, run
from tests.clients.table import ROOT, table

CLIENTS = ROOT / "clients"
MADE = shutil.ignore_patterns("node_modules", "dist", "build", "generated", "package-lock.json")


@pytest.fixture(scope="module")
def workshop(request, tmp_path_factory):
    """The folder `clients` as it is in a fresh clone, with its packages installed."""
    folder = installed(request.config.cache.mkdir("umpire-npm"), CLIENTS)
    clone = tmp_path_factory.mktemp("clone")
    shutil.copytree(CLIENTS, clone / "clients", ignore=MADE)
    shutil.copytree(ROOT / "app" / "web" / "assets", clone / "app" / "web" / "assets")
    shutil.copytree(folder / "node_modules", clone / "clients" / "node_modules", symlinks=True, copy_function=os.link)
    return clone / "clients"


def test_the_typescript_package_plays_follows_and_verifies(workshop, nursery, sqlite_url, tmp_path):
    built = run(workshop / "typescript", "node", "build.js", "test")
    assert built.returncode == 0, built.stdout + built.stderr
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "typescript", environment)
        try_readme(workshop, "typescript", tmp_path, environment)


def test_the_foundry_module_attacks_asks_and_links_a_game(workshop, nursery, sqlite_url):
    modules = workshop / "node_modules" / ".bin"
    if not (workshop / "typescript" / "dist").exists():
        assert run(workshop / "typescript", "node", "build.js").returncode == 0
    typed = run(workshop / "foundry", modules / "tsc")
    assert typed.returncode == 0, typed.stdout
    options = ("--bundle", "--format=esm", "--log-level=warning")
    built = run(workshop / "foundry", modules / "esbuild", "src/main.ts", *options, "--outfile=dist/umpire.js")
    assert built.returncode == 0, built.stderr
    tests = ("test/foundry.test.ts", *options, "--platform=node", "--outdir=build/test")
    assert run(workshop / "foundry", modules / "esbuild", *tests).returncode == 0
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "foundry", environment)


def run_tests(package, environment):
    """Run the compiled tests of a package with node's own runner; all of them have to pass."""
    files = sorted((package / "build").rglob("*.test.js"))
    assert files
    done = run(package, "node", "--test", "--test-timeout=60000", *files, **environment)
    assert done.returncode == 0, done.stdout + done.stderr


def try_readme(workshop, package, folder, environment):
    """Install the packed package into an empty folder, as its README says, and run what the README shows there."""
    packed = run(workshop, "npm", "pack", "--ignore-scripts", "--workspace", package, "--pack-destination", folder)
    assert packed.returncode == 0, packed.stderr
    file = next(folder.glob("*.tgz"))
    (folder / "package.json").write_text("{}")
    done = run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline", file)
    assert done.returncode == 0, done.stderr
    shown = "".join(re.findall(r"^```js\n(.*?)^```", (workshop / package / "README.md").read_text(), re.M | re.S))
    (folder / "readme.mjs").write_text(shown.replace("http://127.0.0.1:8000", environment["UMPIRE_TEST_URL"]))
    done = run(folder, "node", "readme.mjs")
    assert done.returncode == 0, done.stderr
    assert "OF-30 Unit 4 is killed" in done.stdout
    assert "session-closed" in done.stdout
