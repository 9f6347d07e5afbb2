"""How an action turned: its odds before the first roll, and after each roll and choice of its record."""

from collections.abc import Generator
from dataclasses import dataclass

from app.domain.advice import Priced
from app.domain.record import Record
from app.domain.table import ChoiceWanted
from app.errors import Problem
from app.services.odds.advice import HIDDEN, RankedOdds
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.of_actions import StoredAction, loaded, worth_where
from app.services.play.seating import seat_for
from app.services.rulebooks.registry import Rulebook

TURNS = ("rolled", "chose")
"""The kinds of entries after which odds differ."""


@dataclass(frozen=True, slots=True)
class Point:
    """The odds from a point of a record."""

    at: int
    """How many entries stand before it."""
    worth: RankedOdds
    best: Priced | None
    """The best choice that could have been made in place of the one that led to it; None after a roll."""


NO_ODDS_THERE = ("no-attack", HIDDEN)
"""The reasons for which a point has no odds."""


def through(book: Rulebook, stored: StoredAction, effort: ComputeBudget) -> Generator[None, None, tuple[Point, ...]]:
    """The odds at each point of an action, as they are told from there; points without an attack are left out.

    In the eyes of a seat these are the points at which it is asked itself. Raises Problem as worth_of_action();
    not-computable (422) where no point has an attack.
    """
    call, _ = yield from loaded(book, stored, None)
    turns = [0, *(n for n, entry in enumerate(stored.entries, 1) if entry["kind"] in TURNS)]
    found: list[Point] = []
    before: RankedOdds | None = None
    for at in turns:
        record: Record = book.codec.load_record(stored.entries[:at])
        try:
            worth = yield from worth_where(book, stored, call, record, effort)
        except Problem as refused:
            if refused.reason not in NO_ODDS_THERE:
                raise
            before = None
            continue
        if not asks_own(stored, worth):
            before = None
            continue
        is_answer = before is not None and before.seen == at - 1  # what the rules choose alone is asked of nobody
        best = before.priced[0] if before is not None and is_answer and before.priced else None
        found.append(Point(at, worth, best))
        before = worth
    if not found:
        raise Problem("not-computable", reason="no-attack")
    return tuple(found)


def asks_own(stored: StoredAction, worth: RankedOdds) -> bool:
    """Whether a point asks the seat in whose eyes odds are computed for a choice; true where they see all."""
    if stored.sight.is_whole:
        return True
    wanted = worth.wanted
    return isinstance(wanted, ChoiceWanted) and (
        stored.sight.seat == (wanted.seat or seat_for(wanted.by, stored.action.seats))
    )
