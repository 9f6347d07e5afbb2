"""How an action turned: its odds before the first roll, and after each roll and choice of its record."""

from collections.abc import Generator
from dataclasses import dataclass

from app.domain.advice import Priced
from app.domain.record import Record
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.services.odds.advice import Worth
from app.services.odds.effort import Effort
from app.services.odds.of_actions import Stored, loaded, worth_where
from app.services.rulebooks.registry import Rulebook

TURNS = ("rolled", "chose")
"""The kinds of entries after which odds differ."""


@dataclass(frozen=True, slots=True)
class Point:
    """The odds from a point of a record."""

    at: int
    """How many entries stand before it."""
    entry: Json | None
    """The roll or the choice that led to it; None at the beginning."""
    worth: Worth
    best: Priced | None
    """The best choice that could have been made in place of the one that led to it; None after a roll."""


def through(book: Rulebook, stored: Stored, effort: Effort) -> Generator[None, None, tuple[Point, ...]]:
    """The odds at each point of an action, as they are told from there; points without an attack are left out.

    Raises Problem as worth_of_action(); not-computable (422) where no point has an attack.
    """
    call, _ = yield from loaded(book, stored, None)
    turns = [0, *(n for n, entry in enumerate(stored.entries, 1) if entry["kind"] in TURNS)]
    found: list[Point] = []
    before: Worth | None = None
    for at in turns:
        entry = stored.entries[at - 1] if at else None
        record: Record = book.codec.load_record(stored.entries[:at])
        try:
            worth = yield from worth_where(book, stored, call, record, effort)
        except Problem as refused:
            if refused.reason != "no-attack":
                raise
            before = None
            continue
        is_answer = before is not None and before.seen == at - 1  # what the rules choose alone is asked of nobody
        best = before.priced[0] if before is not None and is_answer and before.priced else None
        found.append(Point(at, entry, worth, best))
        before = worth
    if not found:
        raise Problem("not-computable", reason="no-attack")
    return tuple(found)
