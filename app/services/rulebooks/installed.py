"""The installed rulebooks: those in the folder app/rulesets, and those of installed packages."""

from functools import cache
from importlib.metadata import entry_points
from pkgutil import iter_modules

from app import rulesets
from app.services.rulebooks.check import check_rulebooks, load_ruleset
from app.services.rulebooks.registry import Rulebook, Rulebooks

ENTRY_POINTS = "umpire.rulesets"
"""The group of entry points under which a package names its rulebooks."""


def rulebook_packages() -> list[str]:
    """The packages that are rulebooks, folders first."""
    packages = [f"{rulesets.__name__}.{module.name}" for module in iter_modules(rulesets.__path__)]
    return packages + [entry.value.partition(":")[0] for entry in entry_points(group=ENTRY_POINTS)]


@cache
def find_rulebooks() -> Rulebooks:
    """Every rulebook by slug, those of app/rulesets first. They are loaded and checked once.

    Raises WrongRulebooks, which lists every fault.
    """
    loaded = {package: load_ruleset(package) for package in rulebook_packages()}
    found = [Rulebook(ruleset, package) for package, ruleset in loaded.items() if not isinstance(ruleset, str)]
    check_rulebooks(found, [fault for fault in loaded.values() if isinstance(fault, str)])
    return {book.slug: book for book in found}
