"""Copies of the toys in which some words of a file are others."""

import importlib
import itertools
import shutil
from pathlib import Path

import pytest

from app.conformance import CHECKS, fault_of
from app.services.rulebooks.registry import Rulebook

TOYS = Path(__file__).parents[1] / "toys"
NUMBERS = itertools.count()


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Makes a toy with changes, each a file, its old words and its new ones."""
    monkeypatch.syspath_prepend(tmp_path)

    def broken_toy(toy, *changes):
        package = f"{toy}_{next(NUMBERS)}"
        folder = tmp_path / package
        shutil.copytree(TOYS / toy, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for file, old, new in changes:
            text = (folder / file).read_text() if (folder / file).exists() else ""
            assert old in text, (file, old)
            (folder / file).write_text(text.replace(old, new))
        for source in folder.glob("*.py"):
            source.write_text(source.read_text().replace(f"from {toy}.", f"from {package}."))
        importlib.invalidate_caches()
        return Rulebook(importlib.import_module(package).RULESET, package)

    return broken_toy


@pytest.fixture
def fault_in(broken):
    """What a check says about a toy with changes."""
    checks = {check.__name__: check for check in CHECKS}
    return lambda check, toy, *changes: fault_of(checks[check], broken(toy, *changes))
