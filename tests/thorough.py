"""How thorough a run is: long properties have tens of cases by default, and all of them with `pytest --thorough`.

A test that has more cases then has the mark `thorough`, so that `pytest --thorough -m thorough` runs only what a
plain run leaves out. Tests of hypothesis have the mark by themselves.
"""

import pytest
from hypothesis import HealthCheck, settings

thorough = pytest.mark.thorough
MARK = "thorough: has more cases with --thorough"
_COMMON = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}
_is_thorough = False


def add_option(parser: pytest.Parser) -> None:
    """The option of the command line."""
    parser.addoption("--thorough", action="store_true", help="run long properties with all of their cases")


def configure(config: pytest.Config) -> None:
    """Take the option over, before any test is imported."""
    global _is_thorough
    _is_thorough = config.getoption("--thorough")
    config.addinivalue_line("markers", MARK)
    settings.register_profile("default-run", max_examples=50, **_COMMON)
    settings.register_profile("thorough-run", max_examples=1000, **_COMMON)
    settings.load_profile("thorough-run" if _is_thorough else "default-run")


def mark(item: pytest.Item) -> None:
    """Mark a test of hypothesis, whose number of cases follows from the profile."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        item.add_marker(thorough)


def cases(some: int, all_: int) -> int:
    """How many cases a long property has in this run."""
    return all_ if _is_thorough else some
