"""What bodies of all rulesets have in common. It stands once in OpenAPI, and the bodies of each ruleset extend it."""

from copy import copy
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel

from app.api.requests.strict import Body, model
from app.api.schemas.bodies import (
    AnyObject,
    AxisRequest,
    DeadlineInput,
    DiceRequest,
    GivenAnswer,
    Instant,
    Number,
    Pick,
    PoliciesRequest,
    Reference,
    SeatNumber,
    SeatPolicies,
    SeatRequest,
    SeatsRequest,
    SessionDiceInput,
    ThrownRequest,
    VariantRequest,
)
from app.api.schemas.parameters import Sought
from app.persistence.stored.rows import Advice, TakeBack, Visibility

Players = Annotated[tuple[SeatRequest, ...], MaxLen(8)]
GivenAnswers = Annotated[tuple[GivenAnswer, ...], MaxLen(64)]


class Fields(Body):
    """The base of what several bodies have in common, each of which derives from one such class."""


class OpeningFields(Fields):
    """What may be sent with a new session, whatever its ruleset and its kind.

    A series has attacks with their whole situations; in a game, where the ruleset has one, the service keeps the
    board. Options, seats and dice are fixed here for the whole session. Keep the tokens: only this answer shows them,
    again if you repeat the request with the same `Idempotency-Key`.
    """

    seats: Players = ()
    """The players, seat 1 first. A game whose setup says how many there are gets them without this."""
    dice: SessionDiceInput = SessionDiceInput()
    """Who throws the dice."""
    policies: SeatPolicies = {}
    """The policy for a seat, by its number; others ask their player."""
    host: bool = True
    """Whether the session has a host, who may do everything that a seat may."""
    visibility: Visibility | None = None
    """Who may read the session; without it, as the service is set up."""
    reference: Reference | None = None
    """The client's own id for the session."""
    deadline: DeadlineInput | None = None
    """How long a player has for an answer; without it, for ever."""
    entropy: Literal["seats"] | None = None
    """`seats`: every seat contributes to the dice of the service before the first action."""
    advice: Advice = "open"
    """When the odds of the session's own actions are shown: at any time, or `after` it is closed."""
    take_back: TakeBack = "assent"
    """How a seat takes its own move of a game back: with the `assent` of the others, or `free`, which means at once, as
    long as nothing was rolled, revealed or drawn in it and nobody else has moved or answered; at most three in a row.
    """


class DeclaredFields(Fields):
    """What may be sent with any action: with an attack and with a move."""

    dice: DiceRequest | None = None
    """Who throws the dice, and faces that are already thrown. Without it, as in the session; without a session, the
    service throws."""
    answers: GivenAnswers = ()
    """Choices that are made in advance, in the order in which the rules ask for them."""
    replaces: Number | None = None
    """The number of an action that becomes void and is replaced: one of the series, or the newest move of the game."""
    played_at: Instant | None = None
    """When it was played, by RFC 3339 with a time zone, where this was earlier."""
    reference: Reference | None = None
    """The client's own id for the action. Each id is accepted only once in a session."""


class AttackFields(DeclaredFields):
    """What may be sent with an attack, whatever its ruleset.

    Without `session_id` the attack stands alone, in a session of its own, and the answer has the token for it; with one
    it is the next attack of a series. The rules are applied and the dice thrown at once, and `outcome.after` is what
    changed, ready to be sent again. If a player has to decide or to throw something first, `status` is `pending` and
    `pending` is the question: send its answer to `…/answers`. A seat that sends `replaces` proposes it to the other
    seats, and gets the action that is to be replaced.
    """

    session_id: Annotated[str, MaxLen(100), Sought] | None = None
    """The id of the series; without it the attack stands alone."""
    seats: SeatsRequest | None = None
    """The seats that play the roles, in a series with seats."""
    policies: PoliciesRequest | None = None
    """Who answers for each role."""
    key: Annotated[str, MaxLen(100)] | None = None
    """The `Idempotency-Key` of this attack, in place of that of the header: 16 to 100 visible ASCII characters. It is
    the same key whether the attack is sent alone or in a list: the second request finds the first attack."""


class MoveFields(DeclaredFields):
    """What is sent with a move, whatever its ruleset.

    The question `act` is one of those of the session; send one of its choices as `move`, and its `seen`. If the move
    needs an answer of a player, `status` is `pending` and `pending` is the question. With `replaces` the newest
    move becomes void and this one is made on the board before it; a seat proposes that to the other seats, and gets the
    move that is to be replaced.
    """

    seen: Annotated[int, Ge(0), Le(2**53)]
    """The number of the newest event of the game that the player has read; the question `act` shows it as `seen`."""
    seat: SeatNumber | None = None
    """The seat that moves; without it the sender's, or for the host the seat in turn."""


class ActionRequest(DeclaredFields):
    """A move in a game, or an attack of a series. Its parts have the form that the ruleset of the session has for them:
    that of its own requests."""

    seen: Annotated[int, Ge(0), Le(2**53)] | None = None
    """Of a move: the number of the newest event of the game that the player has read; the question `act` shows it."""
    move: AnyObject | None = None
    """Of a move: one of the choices of the question `act`."""
    pick: Pick | None = None
    """Instead of `move`: its place in `choices` of the question `act`, from 0."""
    seat: SeatNumber | None = None
    """Of a move: the seat that moves; without it the sender's, or for the host the seat in turn."""
    situation: AnyObject | None = None
    """Of an attack: its whole situation."""
    options: AnyObject | None = None
    """Of an attack: options, which the series has fixed already."""
    seats: SeatsRequest | None = None
    """Of an attack: the seats that play the roles."""
    policies: PoliciesRequest | None = None
    """Of an attack: who answers for each role."""


class OddsFields(Fields):
    """What may be sent with a situation for its odds, whatever its ruleset.

    The situation is that of an attack, and each possible result has its exact probability, if policies
    answer for both players. With the faces and answers that are there already the odds start where they lead. For a
    role whose policy is `ask` the odds stop at its first question, and each choice comes with the odds if it is made,
    the best first. `variants` shows what changes would bring, `grid` a table of two values. Nothing is stored, and no
    dice of a session are touched.
    """

    policies: PoliciesRequest | None = None
    """The policy that answers for each role; `ask`: what is it to choose?"""
    dice: ThrownRequest | None = None
    """The rolls that have been thrown already."""
    answers: GivenAnswers = ()
    """The choices that have been made already, in order."""
    variants: Annotated[tuple[VariantRequest, ...], MaxLen(16)] | Literal["offered"] | None = None
    """Changes of the situation, each with its own odds; `offered`: those that the rulebook suggests. One
    that does not fit has its problem in its place."""
    grid: Annotated[tuple[AxisRequest, ...], MinLen(1), MaxLen(2)] | None = None
    """One or two places of the situation, each with its values: for the odds of every pair."""


def extending(name: str, base: type[BaseModel], doc: str, **own: Any) -> type[BaseModel]:
    """A body with its own fields, and behind them those of `base`, which OpenAPI describes as `base` does."""
    inherited = {field: (part.annotation, copy(part)) for field, part in base.model_fields.items() if field not in own}
    made = model(name, Body, doc, **own, **inherited)
    EXTENDED[made] = base
    return made


EXTENDED: dict[type, type] = {}
"""The class whose fields each of these bodies has too."""


def extended(kind: type) -> type | None:
    """The class whose fields a body extends; None where it extends none."""
    above = kind.__mro__[1:] if issubclass(kind, Fields) else ()
    return EXTENDED.get(kind) or next((base for base in above if issubclass(base, Fields) and base is not Fields), None)


COMMON = (OpeningFields, DeclaredFields, AttackFields, MoveFields, OddsFields)
"""All that is extended."""
