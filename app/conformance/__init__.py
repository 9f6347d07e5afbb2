"""What every rulebook keeps, as functions that need no test runner: `for fault in faults_of(book)`, or one by one."""

from collections.abc import Callable, Iterator

from app.conformance import afterwards, attacks, boards, catalogues, choices, games, hash_seeds, odds, texts
from app.conformance.faults import Nonconforming
from app.conformance.goldens import require_golden
from app.services.rulebooks.check import check, line_of
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import Rulebook

__all__ = ["CHECKS", "Check", "Nonconforming", "check", "faults_of", "find_rulebooks", "require_golden"]

Check = Callable[[Rulebook], None]
"""Raises Nonconforming with a sentence where a rulebook does not keep what the name of the function says."""

CHECKS: tuple[Check, ...] = (
    *attacks.CHECKS,
    *choices.CHECKS,
    *odds.CHECKS,
    *texts.CHECKS,
    *games.CHECKS,
    *boards.CHECKS,
    *afterwards.CHECKS,
    *catalogues.CHECKS,
    *hash_seeds.CHECKS,
)
"""Every check, in the order in which faults are worth correcting."""


def faults_of(book: Rulebook) -> Iterator[str]:
    """A sentence for each check that a rulebook does not pass; a sentence that two checks say comes once."""
    known: set[str] = set()
    for kept in CHECKS:
        fault = fault_of(kept, book)
        if fault is not None and fault not in known:
            known.add(fault)
            yield f"{book.slug}: {fault}"


def fault_of(kept: Check, book: Rulebook) -> str | None:
    """What one check finds; None where the rulebook passes it."""
    try:
        kept(book)
    except Nonconforming as fault:
        return str(fault)
    except Exception as error:
        what = kept.__name__.replace("_", " ")
        return f"`{what}` stops at {type(error).__name__}: {error}.{line_of(error, book.package)}"
    return None
