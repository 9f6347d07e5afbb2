"""How thorough a run is: long properties have tens of cases by default, and all of them with `pytest --thorough`.

A test that has more cases then has the mark `thorough`, so that `pytest --thorough -m thorough` runs only what a
plain run leaves out. Tests of hypothesis have the mark by themselves.

Every run draws the same cases, unless `--first-seed` asks for others: `pytest --thorough -m thorough --first-seed 5000`.
"""

from collections.abc import Callable
from hashlib import shake_256
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

F = TypeVar("F", bound=Callable[..., object])

thorough = pytest.mark.thorough
longest = pytest.mark.longest
MARKS = "thorough: has more cases with --thorough", "longest: takes minutes with --thorough, and begins first"
_is_thorough, _first_seed = False, 0


def add_option(parser: pytest.Parser) -> None:
    """The options of the command line."""
    parser.addoption("--thorough", action="store_true", help="run long properties with all of their cases")
    parser.addoption("--first-seed", type=int, default=0, help="draw other cases than every run, from this seed on")


def configure(config: pytest.Config) -> None:
    """Take the options over, before any test is imported."""
    global _is_thorough, _first_seed
    _is_thorough, _first_seed = config.getoption("--thorough"), config.getoption("--first-seed")
    for each in MARKS:
        config.addinivalue_line("markers", each)
    common = {"deadline": None, "derandomize": not _first_seed, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("default-run", max_examples=25, **common)
    settings.register_profile("thorough-run", max_examples=1000, **common)
    settings.load_profile("thorough-run" if _is_thorough else "default-run")


def mark(item: pytest.Item) -> None:
    """Mark a test of hypothesis, whose number of cases follows from the profile."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        item.add_marker(thorough)


def longest_first(items: list[pytest.Item]) -> None:
    """In a thorough run begin with what takes longest, so that no worker is left alone with it at the end."""
    if _is_thorough:
        items.sort(key=lambda item: item.get_closest_marker("longest") is None)


def cases(some: int, all_: int) -> int:
    """How many cases a long property has in this run."""
    return all_ if _is_thorough else some


def only_thorough(why_long: str) -> Callable[[F], F]:
    """Leave a test out of a plain run, because of what makes it long."""

    def marked(test: F) -> F:
        for mark in left_out(why_long):
            test = mark(test)
        return test

    return marked


def left_out(why_long: str) -> list[pytest.MarkDecorator]:
    """The marks of a module whose tests a plain run leaves out, because of what makes them long."""
    return [thorough, pytest.mark.skipif(not _is_thorough, reason=f"{why_long}: with --thorough")]


def seeds(some: int, all_: int) -> range:
    """The seeds of the cases that a long property draws in this run."""
    return range(_first_seed, _first_seed + cases(some, all_))


def drawn(name: str, size: int) -> bytes:
    """Random bytes that are the same in every run of this first seed."""
    return shake_256(f"{_first_seed} {name}".encode()).digest(size)
