"""The document of the turning points of a session."""

from typing import Literal

from typing_extensions import TypedDict

from app.services.actions.state import ActionState
from app.services.document_types import document
from app.services.documents.wording import entry_text, texts_of
from app.services.odds.odds import Mean, rounded, shown_number
from app.services.odds.turning_points import Turn, measure_of
from app.services.play.seating import role_of, seats_of_entries
from app.services.rulebooks.registry import Rulebook


@document
class TurningPoint(TypedDict):
    """A roll or a choice that changed the odds."""

    action: int
    """The number of the action."""
    at: int
    """How many entries of the record come before the point after it, as in `through` of the action's odds."""
    kind: Literal["roll", "choice"]
    """What it was."""
    by: Literal["attacker", "defender"] | None
    """The role that rolled or chose; null outside of an attack."""
    seat: int | None
    """The number of the seat that rolled or chose; null if no seats play."""
    text: str
    """The roll or the choice in words."""
    measure: str
    """The measure whose expected value changed: the first by which the rulebook compares choices."""
    expected: Mean
    """The expected value before it."""
    actual: Mean
    """The expected value after it."""
    change: float
    """How much higher the expected value became."""


@document
class TurningPoints(TypedDict):
    """The turning points of a closed session."""

    items: list[TurningPoint]
    """The rolls and choices that changed most, the greatest change first."""
    not_computed: int
    """How many rolls and choices are left out, because they belong to no attack or their odds cannot be computed."""


def turning_point(book: Rulebook, state: ActionState, turn: Turn, language: str) -> TurningPoint:
    """A turn as clients read it, with the texts of its action."""
    entry = state.entries[turn.at - 1]
    return {
        "action": turn.action,
        "at": turn.at,
        "kind": "roll" if entry["kind"] == "rolled" else "choice",
        "by": role_of(entry["by"]),
        "seat": seats_of_entries(state.entries, state.action.seats)[turn.at - 1],
        "text": entry_text(book, entry, texts_of(book, state, language)),
        "measure": measure_of(book),
        "expected": shown_number(turn.expected),
        "actual": shown_number(turn.actual),
        "change": rounded(turn.actual - turn.expected),
    }
