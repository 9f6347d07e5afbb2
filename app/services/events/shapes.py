"""What several events and documents are made of: senders, seats, dice, results and the entries of a record."""

from typing import Annotated, Any, Literal, NotRequired, Union

from annotated_types import MinLen
from pydantic import Discriminator
from typing_extensions import TypedDict

from app.persistence.stored.private import UnknownShown
from app.services.document_types import described, document, members_of, one_of_these, shown_model


@document
class SentBySeat(TypedDict):
    """A seat as the sender of a request."""

    seat: int
    """The number of the seat."""


SentBy = Literal["host", "service"] | SentBySeat
"""Who sent a request: the host or a seat; or the service itself, for a seat that it plays or after a deadline."""


@document
class SessionDice(TypedDict):
    """Who throws the dice."""

    source: Literal["service", "physical"]
    """`service`: the service throws provable dice; `physical`: people throw and send the faces."""


@document
class SeatSent(TypedDict):
    """A player's place in a session, as it was sent."""

    seat: int
    """The number of the seat, from 1."""
    name: str | None
    """The name of the player; null where none was sent."""
    side: str | None
    """The side that the seat plays, as the ruleset names it; null where none was sent."""
    reference: str | None
    """The client's own id for the player; null where none was sent."""


@document
class SeatOpened(SeatSent):
    """A player's place in a session, as it was opened."""

    unclaimed: NotRequired[bool]
    """True where nobody got a token of the seat, so that it waits for a claim; else absent."""


@document
class Deadline(TypedDict):
    """How long a player has for an answer."""

    seconds: int
    """How many seconds a player has, from the event with which the question stood open."""
    policy: str
    """The policy, or the player of the service, that answers then."""


@document
class ClockOpened(TypedDict):
    """How much time each player has for the whole game."""

    seconds: int
    """Seconds for the whole game."""
    increment: int
    """Seconds more each time that the turn passes to another seat; in sessions of before, with each move."""
    flag: str
    """What happens then. `lose`: the others win; else the policy that plays on for the seat."""


@document
class SessionResultShown(TypedDict):
    """How a session ended."""

    winner: int | None
    """The number of the seat that won; null for a draw."""
    winners: NotRequired[list[int]]
    """The numbers of all seats that won; present where a game ended by its rules."""
    scores: dict[str, int] | None
    """The score of each seat, by its number; null where none was sent."""
    note: str | None
    """A remark on the result; null where none was sent."""


@document
class CasualtyFields(TypedDict):
    """What actions and lists tell alike of a casualty."""

    role: Literal["attacker", "defender"]
    """Whether the unit belongs to the attacker or to the defender."""
    side: str | None
    """The side of the unit, as the ruleset names it; null where it names none."""
    seat: int | None
    """The number of the seat that plays the role; null where no seats play."""
    unit: str
    """The id of the unit, as the client sent it."""
    fate: Literal["killed", "destroyed", "damaged", "flipped", "retreated", "eliminated"]
    """What happened to the unit."""
    lost: bool
    """Whether the unit is out of the game; only then it counts as a loss."""
    rule: str
    """The id of the rule that decides this."""
    detail: dict[str, Any]
    """Further details, whose keys depend on the ruleset."""


@document
class CasualtyShown(CasualtyFields):
    """What an attack did to one unit."""

    name: str | None
    """The name of the unit; null where it has none."""


@document
class RollParts(TypedDict):
    """What a roll has in the log and in a record."""

    kind: Literal["rolled"]
    """Always `rolled`."""
    rule: str
    """The id of the rule that asks for the roll."""
    die: str
    """The name of the die."""
    faces: Annotated[list[int | str], MinLen(1)] | UnknownShown
    """The faces in the order of the throw, or that the reader may not see them. Later entries name a die by its place
    in this list, from 0."""
    source: Literal["service", "physical"]
    """Who threw: `service` or `physical`, which means people."""


@document
class LoggedRoll(RollParts):
    """An entry of a record in the log: dice were thrown."""

    by: str
    """Who rolls: `attacker` or `defender`; in a game, outside of an attack, a seat such as `seat-1`."""


@document
class ChoiceParts(TypedDict):
    """What a choice has in the log and in a record."""

    kind: Literal["chose"]
    """Always `chose`."""
    rule: str
    """The id of the rule that asks."""
    question: str
    """The name of the question."""
    choice: dict[str, Any]
    """The choice, in the form that `GET /v1/rulesets/{slug}/schemas` has for this question."""
    source: Literal["seat", "host", "request", "policy", "rules"]
    """Who answered. `seat`: the player; `host`: the host; `request`: an answer sent with the attack or the move;
    `policy`: an automatic player; `rules`: only one choice was legal."""
    policy: NotRequired[str | None]
    """The name of the policy that answered; absent or null where no policy did."""


@document
class LoggedChoice(ChoiceParts):
    """An entry of a record in the log: a player, or a policy for the player, answered a question."""

    by: str
    """Who chooses: `attacker` or `defender`; in a game, outside of an attack, a seat such as `seat-1`."""


@document
class LoggedFact(TypedDict):
    """An entry of a record in the log: the rules came to a conclusion, the fact."""

    kind: Literal["noted"]
    """Always `noted`."""
    rule: str
    """The id of the rule."""
    fact: str
    """The name of the fact."""
    data: dict[str, Any]
    """The fact, in the form that `GET /v1/rulesets/{slug}/schemas` has for it."""


ENTRY = "An entry of a record: something was rolled, chosen or noted."
TOLD = described(str, "The entry as a sentence. Present only with `texts=true`, and never in the log itself.")


def as_logged(kind: Any) -> Any:
    """An entry in the log, which has a text where texts are asked for."""
    return shown_model(kind.__name__, kind.__doc__, {**members_of(kind), "text": NotRequired[TOLD]})


_LOGGED = tuple(as_logged(kind) for kind in (LoggedRoll, LoggedChoice, LoggedFact))
LoggedEntry = one_of_these("LoggedEntry", "kind", ENTRY, Annotated[Union[_LOGGED], Discriminator("kind")])  # noqa: UP007
"""An entry of a record of any ruleset as the log holds it."""
