"""The request bodies that every ruleset shares."""

from datetime import date
from typing import Annotated, Any

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

from app.api.strict import Body
from app.domain.dice import DiceSource

TEXT = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$"
"""A text without controls, without ends of lines, and without what overrides or isolates the direction of writing.

The joiners and marks U+200C to U+200F stay: Persian, Hebrew and Arabic are written with them, and they turn nothing
that stands around them.
"""
Text = Annotated[str, StringConstraints(pattern=TEXT)]
Face = Annotated[int, Ge(-(2**31)), Le(2**31)] | Annotated[str, MaxLen(100)]
Faces = Annotated[tuple[Face, ...], MaxLen(100)]
Reference = Annotated[Text, MinLen(1), MaxLen(200)]
Number = Annotated[int, Ge(1), Le(2**31 - 1)]
SeatNumber = Annotated[int, Ge(1), Le(8)]
SeatKey = Annotated[str, StringConstraints(pattern="^[1-8]$")]
DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
CLOCK = r"([01]\d|2[0-3]):[0-5]\d"


def real_day(instant: str) -> str:
    """The same instant; its day is one of the calendar."""
    try:
        date.fromisoformat(instant[:10])
    except ValueError:
        raise PydanticCustomError("no_such_day", "There is no such day.") from None
    return instant


Instant = Annotated[
    str,
    StringConstraints(pattern=rf"^{DAY}T{CLOCK}:[0-5]\d(\.\d{{1,6}})?(Z|[+-]{CLOCK})$"),
    AfterValidator(real_day),
]


class DiceRequest(Body):
    """Who throws the dice."""

    source: DiceSource = DiceSource.SERVICE
    """`service`: provable dice; `physical`: people throw and send the faces."""
    faces: Annotated[tuple[Faces, ...], MaxLen(256)] = ()
    """With physical dice, the rolls already thrown, in the order the rules ask for them; the next one is asked."""


class PoliciesRequest(Body):
    """Who answers for each role: `ask`, or a policy of the ruleset."""

    attacker: Annotated[str, MaxLen(60)] | None = None
    defender: Annotated[str, MaxLen(60)] | None = None

    @property
    def by_role(self) -> dict[str, str]:
        """What was sent."""
        return self.model_dump(exclude_none=True)


class SeatsRequest(Body):
    """Which seats play the roles of an attack; one of two is enough."""

    attacker: SeatNumber | None = None
    defender: SeatNumber | None = None

    @property
    def by_role(self) -> dict[str, int]:
        """What was sent."""
        return self.model_dump(exclude_none=True)


class SeatRequest(Body):
    """A player's place in a session."""

    name: Annotated[Text, MinLen(1), MaxLen(60)] | None = None
    side: Annotated[Text, MinLen(1), MaxLen(64)] | None = None
    """What the seat plays, in the words of the ruleset."""
    reference: Reference | None = None
    """Who the player is to the client."""


class AnswerRequest(Body):
    """An answer to the open question: a choice, or the faces of a roll."""

    seen: Annotated[int, Ge(0), Le(2**31)]
    """The length of the record that was read."""
    choice: dict[str, Any] | None = None
    faces: Faces | None = None


class VoidRequest(Body):
    """Why an action is voided."""

    reason: Annotated[Text, MaxLen(500)] | None = None


class SessionResult(Body):
    """How a session ended; all of it optional."""

    winner: Annotated[int, Ge(1), Le(8)] | None = None
    """The winner's seat; null is a draw."""
    scores: Annotated[dict[SeatKey, Annotated[int, Ge(-(2**31)), Le(2**31)]], MaxLen(8)] | None = None
    """Scores by seat."""
    note: Annotated[Text, MaxLen(500)] | None = None


class CloseRequest(Body):
    """Close a session."""

    result: SessionResult | None = None
    abandon: bool = False
    """Void what still waits for an answer."""


SeatPolicies = Annotated[dict[SeatKey, Annotated[str, MaxLen(60)]], MaxLen(8)]
"""Who answers for a seat, by its number."""


class DiceSourceRequest(Body):
    """Who throws the dice of a session."""

    source: DiceSource = DiceSource.SERVICE
