"""The bodies of requests that all rulesets share."""

from datetime import date
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError, PydanticKnownError

from app.api.requests.strict import Body
from app.domain.dice import DiceSource
from app.domain.visible import ONE_LINE, Visible, plain
from app.faults.found import FORMS
from app.faults.members import MOST_MEMBERS

Text = Annotated[str, StringConstraints(pattern=ONE_LINE)]
Name = Annotated[Text, MinLen(1), MaxLen(60), Visible()]
"""The name of a player."""
Face = Annotated[int, Ge(-(2**31)), Le(2**31)] | Annotated[str, MaxLen(100)]
Faces = Annotated[tuple[Face, ...], MaxLen(100)]
Reference = Annotated[Text, MinLen(1), MaxLen(200), Visible(plain)]
AnyObject = Annotated[dict[str, Any], MaxLen(MOST_MEMBERS)]
Number = Annotated[int, Ge(1), Le(2**31 - 1)]
SeatNumber = Annotated[int, Ge(1), Le(8)]
Pick = Annotated[int, Ge(0), Le(99)]
SEAT_KEY = "^[1-8]$"
SeatKey = Annotated[str, StringConstraints(pattern=SEAT_KEY)]
DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
CLOCK = r"([01]\d|2[0-3]):[0-5]\d"
TIME = rf"^{DAY}T{CLOCK}:[0-5]\d(\.\d{{1,6}})?(Z|[+-]{CLOCK})$"
DAY_OR_TIME = rf"^{DAY}(T{CLOCK}(:[0-5]\d(\.\d{{1,3}})?)?Z)?$"
HEX_32 = "^[0-9a-f]{64}$"
Hex32 = Annotated[str, StringConstraints(pattern=HEX_32)]
FORMS.update({ONE_LINE: "one-line", HEX_32: "hex-32", SEAT_KEY: "seat-key", TIME: "time", DAY_OR_TIME: "day-or-time"})


def only(value: bool) -> BeforeValidator:
    """Takes nothing but `value`: 0 and 1 are equal to false and true, so that a Literal of one of these takes them."""

    def checked(sent: object) -> object:
        if not isinstance(sent, bool):
            raise PydanticKnownError("literal_error", {"expected": str(value)})
        return sent

    return BeforeValidator(checked)


Yes = Annotated[Literal[True], only(True)]
No = Annotated[Literal[False], only(False)]


def real_day(instant: str) -> str:
    """The same instant; its day is one of the calendar."""
    try:
        date.fromisoformat(instant[:10])
    except ValueError:
        raise PydanticCustomError("no_such_day", "There is no such day.") from None
    return instant


Instant = Annotated[
    str,
    StringConstraints(pattern=TIME),
    AfterValidator(real_day),
]


class DiceRequest(Body):
    """Who throws the dice."""

    source: DiceSource = DiceSource.SERVICE
    """`service`: the service throws provable dice; `physical`: people throw and send the faces."""
    faces: Annotated[tuple[Faces, ...], MaxLen(256)] = ()
    """With physical dice: the rolls that are already thrown, each as its faces, in the order in which the rules ask for
    them. The service asks for the next one."""


class ThrownRequest(Body):
    """What has been thrown already."""

    faces: Annotated[tuple[Faces, ...], MaxLen(256)] = ()
    """The rolls, each as its faces, in the order in which the rules ask for them. The odds start after them."""


class VariantRequest(Body):
    """A change of the situation."""

    name: Annotated[str, MaxLen(60)]
    """What the answer calls it."""
    patch: AnyObject
    """The change as a JSON merge patch (RFC 7396) of the situation as it is sent: members replace those of the same
    name, objects are merged, null removes a member."""


class AxisRequest(Body):
    """The values that one place of the situation has in turn."""

    path: Annotated[str, MaxLen(200)]
    """The place, as a JSON pointer (RFC 6901) from the situation, such as `/attacker/mode/atk`."""
    values: Annotated[tuple[Any, ...], MinLen(1), MaxLen(20)]
    """The values."""


class PoliciesRequest(Body):
    """Who answers for each role of an attack."""

    attacker: Annotated[str, MaxLen(60)] | None = None
    """Who answers for the attacker: `ask` for the player, or the name of a policy of the ruleset. Null or absent: the
    player, if a seat plays the role, else the default policy."""
    defender: Annotated[str, MaxLen(60)] | None = None
    """Who answers for the defender: `ask` for the player, or the name of a policy of the ruleset. Null or absent: the
    player, if a seat plays the role, else the default policy."""

    @property
    def by_role(self) -> dict[str, str]:
        """The policies that were sent, by role."""
        return self.model_dump(exclude_none=True)


class SeatsRequest(Body):
    """Which seats play the roles of an attack. In a session with two seats one role is enough."""

    attacker: SeatNumber | None = None
    """The number of the seat that attacks."""
    defender: SeatNumber | None = None
    """The number of the seat that defends."""

    @property
    def by_role(self) -> dict[str, int]:
        """The seats that were sent, by role."""
        return self.model_dump(exclude_none=True)


class SeatRequest(Body):
    """A player's place in a session."""

    name: Name | None = None
    """The name of the player, for texts."""
    side: Annotated[Text, MinLen(1), MaxLen(64)] | None = None
    """The side that the seat plays, as the ruleset names it."""
    reference: Reference | None = None
    """The client's own id for the player."""
    player: Literal["me"] | None = None
    """`me`: the player whose token opens the session takes this seat, and without a `name` gives it the player's."""
    unclaimed: bool = False
    """True: nobody gets a token of this seat, not even the opener, until somebody takes it with a claim. Any
    other seat can make that claim until then."""


class GivenAnswer(Body):
    """A choice that is made in advance."""

    question: Annotated[str, MaxLen(100)]
    """The name of a question of the ruleset, as `GET /v1/rulesets/{slug}/schemas` lists them; any other is refused."""
    choice: AnyObject
    """The choice, in the form that `GET /v1/rulesets/{slug}/schemas` has for this question."""


class AnswerRequest(Body):
    """An answer to an open question: a choice, the faces of a roll, or whether one agrees to a proposal."""

    seen: Annotated[int, Ge(0), Le(2**31)] | None = None
    """The number that the question shows as `seen`: the length of the record. A wrong number is refused as `stale`. It
    may be left out with `agree` only."""
    choice: AnyObject | None = None
    """The choice, in the form of one of the `choices` of the question. Send it if the question is a `choice`."""
    faces: Faces | None = None
    """The faces that were thrown, one for each die, in order. Send them if the question is a `roll`."""
    pick: Pick | None = None
    """In place of `choice`: its place in `choices` of the question, from 0."""
    agree: bool | None = None
    """Whether the action becomes void, as another seat proposes. Send it, or `{"agree": …}` as the `choice`, if the
    question is `assent`."""


class DeadlineInput(Body):
    """How long a player has for an answer."""

    seconds: Annotated[int, Ge(1), Le(2_592_000)]
    """How many seconds a player has for an answer or a move, at most 30 days."""
    policy: Annotated[str, MaxLen(60)] = "default"
    """Who answers then: a policy of the ruleset, `best` or `first-legal`."""


class ClockRequest(Body):
    """How much time each player of a game has. It runs while the game asks that player."""

    seconds: Annotated[int, Ge(1), Le(604_800)]
    """Seconds for the whole game, at most 7 days."""
    increment: Annotated[int, Ge(0), Le(3600)] = 0
    """Seconds more each time that the turn passes to another seat."""
    flag: Annotated[str, MaxLen(60)] = "lose"
    """What happens then. `lose`: the others win; else who plays on for the seat: a policy, `best` or `first-legal`."""


class ClocksRequest(Body):
    """Whether the clocks of a game run."""

    running: bool
    """False halts all clocks, true lets them go on."""


class EntropyRequest(Body):
    """What a seat contributes to the dice, or that others go on without it; exactly one of the three."""

    commitment: Hex32 | None = None
    """The commitment of the seat to its 32 bytes: SHA-256 of `umpire-1:seat`, a zero byte, the 16 bytes of the
    session's id, the number of the seat as one byte and the 32 bytes; in hex."""
    seen: Annotated[int, Ge(0), Le(2**53)] | None = None
    """The number that the question shows as `seen`. It may be left out: nothing depends on it."""
    entropy: Hex32 | None = None
    """The 32 bytes, in hex. Send them once all seats are committed."""
    waive: Yes | None = None
    """True: the sender goes on without this seat. It takes effect once the host or all other seats sent it."""


class ListRequest(Body):
    """What a seat brings to the setup of a game, or that it refuses what was brought. Exactly one of them is sent."""

    seen: Annotated[int, Ge(0), Le(2**53)] | None = None
    """The number that the question shows as `seen`. It may be left out: nothing depends on it."""
    list: AnyObject | None = None
    """The list, in the form that the ruleset has for it; `game.brings` of `GET /v1/rulesets/{slug}` has its schema."""
    refuse: Yes | None = None
    """True: the seat does not play with the lists that were shown. It can say so before the first move."""


class VoidRequest(Body):
    """Why an action is voided."""

    reason: Annotated[Text, MaxLen(500)] | None = None
    """Why the action becomes void. Everybody who may read the session can read it."""


class SessionResult(Body):
    """How a session ended. Every field may be absent."""

    winner: Annotated[int, Ge(1), Le(8)] | None = None
    """The number of the seat that won; null for a draw."""
    scores: Annotated[dict[SeatKey, Annotated[int, Ge(-(2**31)), Le(2**31)]], MaxLen(8)] | None = None
    """The score of each seat, by the number of the seat."""
    note: Annotated[Text, MaxLen(500)] | None = None
    """A remark on the result."""


class CloseRequest(Body):
    """How a session is closed."""

    result: SessionResult | None = None
    """How the session ended; null or absent without a result."""
    abandon: bool = False
    """Whether actions that still wait for an answer become void. If false, such actions prevent closing."""
    agree: No | None = None
    """False declines what other seats propose; all else is ignored then. To agree, send the same proposal."""
    seen: Annotated[int, Ge(0), Le(2**53)] | None = None
    """With `choice` or `pick`: the number that the question shows as `seen`."""
    choice: AnyObject | None = None
    """Instead of all others: a choice of the question `assent`."""
    pick: Pick | None = None
    """In place of `choice`: its place in `choices` of the question, from 0."""


class ClaimRequest(Body):
    """How long a claim is good."""

    minutes: Annotated[int, Ge(1), Le(43_200)] = 60
    """Minutes after which it ends, if nobody uses it before; at most 30 days."""


class SeatClaimRequest(ClaimRequest):
    """What a claim of a seat is for."""

    code: bool = False
    """True: it has a code too, eight letters to say or to type, good for one use."""
    code_minutes: Annotated[int, Ge(1), Le(720)] = 10
    """Minutes after which the code ends, with its claim at the latest: ten for what is said, up to twelve hours for
    what is printed."""
    spare: bool = False
    """True: it is kept for the day on which the phone of the seat dies. It is valid for 30 days, whatever `minutes`
    says. Newer claims do not end it; a new token of the seat or another spare claim does."""


class PlayerRequest(Body):
    """A new player."""

    name: Name
    """The name of the player, for seats that are opened for the player without a name."""
    language: Annotated[Text, MinLen(1), MaxLen(16)] | None = None
    """The language in which programs speak to the player, as a code; the service keeps it for them."""


class PlayerChange(Body):
    """What changes of a player; what is absent stays."""

    name: Name | None = None
    """The new name; seats that the player has already keep theirs."""
    language: Annotated[Text, MinLen(1), MaxLen(16)] | None = None
    """The new language, as a code."""


class PlayerClaimRequest(ClaimRequest):
    """How long a claim of a player is valid, and whether it ends the player's other tokens."""

    ends_others: bool = False
    """Whether all other tokens of the player end once it is used, as where a phone was lost."""


class JudgeRequest(Body):
    """A call for the judge."""

    wanted: bool = True
    """False: the judge is no longer wanted."""


class UseClaimRequest(Body):
    """A claim that is used, or its code; exactly one of them."""

    claim: Annotated[str, MinLen(1), MaxLen(100)] | None = None
    """The claim, as `umc_` and 43 characters."""
    code: Annotated[str, MinLen(1), MaxLen(40)] | None = None
    """Instead of the claim: its code, eight letters; signs between them do not matter."""


MOST_TOKENS = 50
"""How many tokens of seats a request may name."""


class HeldSeatsRequest(Body):
    """The seats that a list of one's own games shows."""

    tokens: Annotated[tuple[Annotated[str, MaxLen(100)], ...], MinLen(1), MaxLen(MOST_TOKENS)]
    """The tokens of the seats, each as `ums_` and 43 characters."""


SeatPolicies = Annotated[dict[SeatKey, Annotated[str, MaxLen(60)]], MaxLen(8)]
"""The policy that answers for a seat, or `ask`, by the number of the seat."""


class SessionDiceInput(Body):
    """Who throws the dice of a session."""

    source: DiceSource = DiceSource.SERVICE
    """`service`: the service throws provable dice; `physical`: people throw and send the faces."""
