"""The document of a session."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.domain.dice import DiceSource
from app.domain.fairness import SCHEME
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Seat, Session
from app.services.access import IssuedTokens, TokensShown, is_unclaimed
from app.services.document_types import (
    DateTime,
    document,
    members_of,
    retyped,
    shown_members,
    shown_model,
    shown_values,
)
from app.services.documents.brought import BringShown, bring_document
from app.services.documents.host import HostShown
from app.services.documents.notes import NoteShown
from app.services.documents.question import QuestionsNow
from app.services.events.shapes import ClockOpened, Deadline, SeatSent, SentBy, SessionDice, SessionResultShown

Label = Literal["recorded", "committed", "mixed", "physical"]
"""What the dice of a session can prove; see docs/fairness.md."""


@document
class SessionFairness(TypedDict):
    """The newest seed chain of a session, and what its dice can prove."""

    scheme: str
    """The name of the scheme by which the dice follow from seeds: `umpire-1`."""
    label: Label
    """What the dice can prove. `physical`: people throw them; `recorded`: the service threw them for a single attack;
    `committed`: the seeds are fixed before the attacks; `mixed`: they are, and every seat has contributed too."""
    commitment: str | None
    """The commitment of the newest seed chain, in hex; null with physical dice."""
    chain_length: int | None
    """How many seeds a chain has, one for each action; null with physical dice."""


@document
class ActionCounts(TypedDict):
    """How many actions a session has, by status."""

    resolved: int
    """How many actions are resolved."""
    pending: int
    """How many actions wait for an answer."""
    void: int
    """How many actions are void."""


@document
class SeatShown(SeatSent):
    """A player's place in a session."""

    policy: str | None
    """The policy that answers for the seat; null if its player answers."""
    unclaimed: bool
    """Whether nobody has a token of the seat yet: it was opened to be taken with a claim, which any seat can make."""


@document
class CloseProposal(TypedDict):
    """How seats propose to close the session."""

    result: SessionResultShown | None
    """The result with which it should end; null without one."""
    abandon: bool
    """Whether actions that still wait should become void."""
    seats: list[int]
    """The numbers of the seats that propose it."""


@document
class SeatToken(TypedDict):
    """A new token for a seat. The token that the seat had before is no longer valid."""

    seat: int
    """The number of the seat."""
    token: str
    """The new token."""


@document
class SessionParts(TypedDict):
    """The parts of a session's document that are not stored in the session's row."""

    dice: Annotated[SessionDice, Field(description="Who throws the dice of the session.")]
    seats: Annotated[list[SeatShown], Field(description="The seats, in the order of their numbers.")]
    actions: Annotated[ActionCounts, Field(description="How many actions the session has, by status.")]
    fairness: Annotated[SessionFairness, Field(description="The newest seed chain, and what the dice can prove.")]
    tokens: NotRequired[
        Annotated[TokensShown, Field(description="The tokens. Present only in the answer that opens the session.")]
    ]
    questions: NotRequired[QuestionsNow]
    host: NotRequired[
        Annotated[HostShown, Field(description="What the host has done alone. Present if the session is read.")]
    ]
    keep_days: NotRequired[
        Annotated[
            int,
            Field(
                description="After how many days in which nothing is done the operator may delete the session while it "
                "is open. Present with `tokens`."
            ),
        ]
    ]
    notes: NotRequired[
        Annotated[
            list[NoteShown],
            Field(description="Differences between the setup and what the rulebook knows. Present with `tokens`."),
        ]
    ]


@document
class EntropyShown(TypedDict):
    """The contributions of the seats to the dice, by the number of the seat."""

    committed: dict[str, str]
    """The commitment of each seat that has sent one, in hex."""
    revealed: dict[str, str]
    """What each seat has revealed, 32 bytes in hex."""
    waived: dict[str, list[SentBy]]
    """Who has agreed to play without the entropy of a seat; it takes effect when the host or all other seats agree."""


@document
class ClockShown(ClockOpened):
    """How much time each player has, and whether clocks run."""

    running: bool
    """Whether the clock of a player runs while the game asks that player; false while clocks are halted."""
    agreed: list[int]
    """The seats that want to change this; it changes when all of them do. While clocks wait, the seats that have
    come."""
    waits: NotRequired[bool]
    """True while the clocks stand because not every player has come: they begin when the last one sends a request with
    the token of the seat, when the host says so, or 15 minutes after the opening. Absent in sessions of before."""


@document
class ClockLeft(TypedDict):
    """The time that a player has left; updated at events, not continuously."""

    left_ms: int
    """How many milliseconds were left then; 0 if the time was over."""
    since: DateTime | None
    """Since when the clock runs; null if it does not run."""


_SHOWN = {
    "result": SessionResultShown | None,
    "proposal": CloseProposal | None,
    "deadline": Deadline | None,
    "entropy": EntropyShown | None,
    "bring": BringShown | None,
    "clock": ClockShown | None,
    "clocks": dict[str, ClockLeft] | None,
}

SessionDocument = shown_model(
    "SessionDocument",
    "A session in its present state.",
    {
        **retyped(shown_members(Session), _SHOWN),
        **members_of(SessionParts),
    },
)


def session_document(
    session: Session,
    tokens: IssuedTokens | None = None,
    notes: Sequence[NoteShown] | None = None,
    host: HostShown | None = None,
    keep_days: int | None = None,
) -> Json:
    """The document of a session in its present state.

    With `tokens`, `notes` and `keep_days` in the answer that opens it.
    """
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
    if keep_days is not None:
        parts["keep_days"] = keep_days
    if notes is not None:
        parts["notes"] = list(notes)
    if host is not None:
        parts["host"] = host
    return {**shown_values(session), "bring": bring_document(session), **parts}


def seat_document(seat: Seat) -> SeatShown:
    """The document of a seat."""
    return {
        "seat": seat.seat,
        "name": seat.name,
        "side": seat.side,
        "reference": seat.reference,
        "policy": seat.policy,
        "unclaimed": is_unclaimed(seat),
    }


def dice_label(session: Session) -> Label:
    """What the dice of the session can prove."""
    if not session.chain:
        return "physical"
    if session.kind == "single":
        return "recorded"
    return "mixed" if session.mixed else "committed"
