"""Packages of npm: installed once from their lock, and skipped loudly where that cannot be."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock


def installed(cache: Path, project: Path) -> Path:
    """A folder whose `node_modules` are those of the project's lock; what needs them is skipped where npm cannot install them."""
    npm, lock = shutil.which("npm"), (project / "package-lock.json").read_bytes()
    if npm is None:
        pytest.skip("NOT TESTED: npm is not there, so no client in TypeScript was made")
    folder = cache / hashlib.sha256(lock).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / "complete").exists():
            for file in project.rglob("package*.json"):
                if "node_modules" not in file.relative_to(project).parts:
                    (folder / file.relative_to(project)).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file, folder / file.relative_to(project))
            done = run(folder, npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts")
            if done.returncode:
                pytest.skip("NOT TESTED: npm cannot install what the clients need: " + done.stderr[-300:])
            (folder / "complete").touch()
    return folder


def run(folder: Path, *command: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A finished command, with what it said."""
    return subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True)
