"""A session as clients read it."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.domain.dice import DiceSource
from app.domain.fairness import SCHEME
from app.domain.record import seat_name
from app.persistence.codec import Json
from app.persistence.rows import Seat, Session
from app.services.access import IssuedTokens, TokensShown
from app.services.typed import document, shown_members, shown_model, shown_values

Label = Literal["recorded", "committed", "mixed", "physical"]
"""What the dice of a session can prove."""


@document
class SessionFairness(TypedDict):
    """The newest seed chain of a session."""

    scheme: str
    label: Label
    commitment: str | None
    chain_length: int | None


@document
class ActionCounts(TypedDict):
    """How many actions a session has, by status."""

    resolved: int
    pending: int
    void: int


@document
class DiceShown(TypedDict):
    """Who throws."""

    source: Literal["service", "physical"]


@document
class SeatShown(TypedDict):
    """A player's place in a session."""

    seat: int
    name: str | None
    side: str | None
    reference: str | None
    policy: str | None
    """Who answers for the seat, if not its player."""


@document
class SeatToken(TypedDict):
    """A new token for a seat; the old one has ended."""

    seat: int
    token: str


@document
class SessionParts(TypedDict):
    """What the document of a session shows beside the session's own fields."""

    dice: Annotated[DiceShown, Field(description="Who throws the dice.")]
    seats: Annotated[list[SeatShown], Field(description="The players' places, in the order of their numbers.")]
    actions: Annotated[ActionCounts, Field(description="How many actions it has, by status.")]
    fairness: Annotated[SessionFairness, Field(description="What proves its dice.")]
    tokens: NotRequired[Annotated[TokensShown, Field(description="Its tokens, in the answer that opens it.")]]


SessionDocument = shown_model(
    "SessionDocument", "A session as it stands.", {**shown_members(Session), **SessionParts.__annotations__}
)


def session_document(session: Session, tokens: IssuedTokens | None = None) -> Json:
    """A session as it stands."""
    fairness: SessionFairness = {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": session.commitment.hex() if session.commitment else None,
        "chain_length": session.chain_length or None,
    }
    parts: SessionParts = {
        "dice": {"source": "physical" if session.dice == DiceSource.PHYSICAL else "service"},
        "seats": [seat_document(seat) for seat in session.seats],
        "actions": {"resolved": session.resolved, "pending": session.pending, "void": session.void},
        "fairness": fairness,
    }
    if tokens is not None:
        parts["tokens"] = tokens.document
    return {**shown_values(session), **parts}


def seat_document(seat: Seat) -> SeatShown:
    """A player's place."""
    return SeatShown(seat=seat.seat, name=seat.name, side=seat.side, reference=seat.reference, policy=seat.policy)


def player_names(session: Session) -> dict[str, str]:
    """What players are called in texts, by how their seat stands in a record."""
    return {seat_name(seat.seat): seat.name for seat in session.seats if seat.name}


def dice_label(session: Session) -> Label:
    """What the session's dice can prove: see `umpire-1`."""
    if not session.chain:
        return "physical"
    return "recorded" if session.kind == "single" else "committed"
