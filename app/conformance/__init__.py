"""What every rulebook keeps, as functions that need no test runner: `for fault in faults_of(book)`, or one by one."""

from collections.abc import Callable, Iterator

from app.conformance import afterwards, attacks, boards, catalogues, choices, games, hash_seeds, odds, texts
from app.conformance.faults import Nonconforming
from app.services.rulebooks.check import line_of
from app.services.rulebooks.registry import Rulebook

__all__ = ["CHECKS", "Check", "Nonconforming", "faults_of"]

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
    for check in CHECKS:
        fault = fault_of(check, book)
        if fault is not None and fault not in known:
            known.add(fault)
            yield f"{book.slug}: {fault}"


def fault_of(check: Check, book: Rulebook) -> str | None:
    """What one check finds; None where the rulebook passes it."""
    try:
        check(book)
    except Nonconforming as fault:
        return str(fault)
    except Exception as error:
        what = check.__name__.replace("_", " ")
        return f"`{what}` stops at {type(error).__name__}: {error}.{line_of(error, book.package)}"
    return None
