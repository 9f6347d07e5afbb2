"""A rulebook is checked when it is loaded: every fault is a sentence that says where it is and what to do about it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from app.domain.checks import faults_in
from app.domain.ruleset import Ruleset
from app.services.rulebooks.check.names import name_faults, shared_names
from app.services.rulebooks.check.registration import source_faults
from app.services.rulebooks.check.rules import rule_faults, translation_faults
from app.services.rulebooks.check.sizes import size_faults
from app.services.rulebooks.check.sources import Sources
from app.services.rulebooks.check.texts import text_faults
from app.services.rulebooks.check.trial import trial_faults
from app.services.rulebooks.registry import Rulebook


class WrongRulebooks(ValueError):
    """Rulebooks that cannot be served; its text is a sentence on a line for each fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def check_rulebooks(books: Sequence[Rulebook], unloadable: Iterable[str] = ()) -> None:
    """Check rulebooks, each by itself and all together.

    Raises WrongRulebooks with every fault, those of the packages that could not be loaded first.
    """
    faults = [*unloadable, *(fault for book in books for fault in check(book)), *shared_names(books)]
    if faults:
        raise WrongRulebooks(faults)


def check(book: Rulebook) -> list[str]:
    """The faults of a rulebook. Each check is made though another one has failed."""
    sources = Sources(book.package)
    parts: tuple[Callable[[], Iterator[str]], ...] = (
        lambda: faults_in(book.ruleset),
        lambda: size_faults(book.ruleset),
        lambda: name_faults(book.ruleset),
        lambda: rule_faults(book.rules, book.ruleset, sources),
        lambda: translation_faults(book.rules, book.translated_headings),
        lambda: source_faults(book.ruleset, sources),
        lambda: text_faults(book, sources),
        lambda: trial_faults(book.ruleset),
    )
    return [f"{book.ruleset.slug}: {fault}" for part in parts for fault in _told(part, book.package)]


def _told(part: Callable[[], Iterator[str]], package: str) -> Iterator[str]:
    """The faults that a check finds; where a fault before it keeps it from its end, that is a fault too."""
    try:
        yield from part()
    except Exception as error:
        yield f"the check of {package} stops at {type(error).__name__}: {error}. Correct the other faults first."


def load_ruleset(package: str) -> Ruleset[Any, Any, Any] | str:
    """The RULESET of a package, or a sentence about why there is none."""
    try:
        ruleset = import_module(package).RULESET
    except Exception as error:
        return f"{package}: the package cannot be loaded, {type(error).__name__}: {error}.{line_of(error, package)}"
    if not isinstance(ruleset, Ruleset):
        return f"{package}: RULESET is no Ruleset. Assign one to it in {package}/__init__.py."
    return ruleset


def line_of(error: BaseException, package: str) -> str:
    """The last place in the package that an error came through."""
    place, trace = "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if re.search(rf"\b{package.replace('.', '/')}\b", file):
            place = f" Look at {file}:{trace.tb_lineno}."
        trace = trace.tb_next
    return place
