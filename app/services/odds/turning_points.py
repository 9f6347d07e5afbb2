"""The rolls and choices of a closed session that changed most what was to be expected."""

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

from app.domain.advice import compared_by
from app.domain.odds import mean
from app.errors import Problem
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.of_actions import StoredAction
from app.services.odds.through import TURNS, through
from app.services.rulebooks.registry import Rulebook

NO_ODDS = ("not-computable", "limit-exceeded", "rules-changed")
"""The codes of the refusals for which an action has no odds."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a roll or a choice changed."""

    action: int
    at: int
    """How many entries of the record stand before the point to which it led."""
    expected: Fraction
    """The mean of the measure before it."""
    actual: Fraction
    """The same after it."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What the rolls and choices of an action changed, and how many of them have no odds."""

    known: tuple[Turn, ...]
    not_computed: int


def measure_of(book: Rulebook) -> str:
    """The measure by which turns are compared: the first by which the rulebook compares choices."""
    return compared_by(book.ruleset)[0]


def turns_of(book: Rulebook, stored: StoredAction) -> Generator[None, None, Turns]:
    """What each roll and choice of an action changed: the difference to the point right before it."""
    turns = [n for n, entry in enumerate(stored.entries, 1) if entry["kind"] in TURNS]
    if not turns:
        return Turns((), 0)
    try:
        points = yield from through(book, stored, ComputeBudget())
    except Problem as none:
        if none.code not in NO_ODDS:
            raise
        return Turns((), len(turns))
    name = measure_of(book)
    means = {point.at: mean(point.worth.distributions[name]) for point in points if point.worth.distributions}
    steps = [(before, at) for before, at in zip([0, *turns], turns, strict=False) if before in means and at in means]
    known = tuple(Turn(stored.action.number, at, means[before], means[at]) for before, at in steps)
    return Turns(known, len(turns) - len(known))


def turned_most(all_turns: list[Turns], limit: int) -> list[Turn]:
    """The turns that changed something, those that changed most first, of equal ones the earlier."""
    changing = [turn for turns in all_turns for turn in turns.known if turn.actual != turn.expected]
    return sorted(changing, key=lambda turn: -abs(turn.actual - turn.expected))[:limit]
