"""Request bodies: those that every ruleset shares, and those that are built from a ruleset's value."""

from dataclasses import MISSING, Field, fields
from functools import cache, cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, Union, get_type_hints

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel, Discriminator, StringConstraints
from pydantic import Field as Property
from pydantic.fields import FieldInfo

from app.api.strict import Body, model
from app.domain.dice import DiceSource
from app.errors import Problem
from app.persistence.codec import Shape, all_questions, any_of
from app.services.attacks import AttackOrder
from app.services.catalogue import Rulebook
from app.services.declaring import Given
from app.services.games import MoveOrder
from app.services.players import ASK, SentAnswer, named_policies, policy_named
from app.services.playing import board_of
from app.services.sessions import Player

Text = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f]+$")]
Face = Annotated[int, Ge(-(2**31)), Le(2**31)] | Annotated[str, MaxLen(100)]
Faces = Annotated[tuple[Face, ...], MaxLen(100)]
Reference = Annotated[Text, MinLen(1), MaxLen(200)]
Number = Annotated[int, Ge(1), Le(2**31 - 1)]
SeatNumber = Annotated[int, Ge(1), Le(8)]
SeatKey = Annotated[str, StringConstraints(pattern="^[1-8]$")]
DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
CLOCK = r"([01]\d|2[0-3]):[0-5]\d"
Instant = Annotated[str, StringConstraints(pattern=rf"^{DAY}T{CLOCK}:[0-5]\d(\.\d{{1,6}})?(Z|[+-]{CLOCK})$")]
Visibility = Literal["public", "unlisted", "private"]


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


@cache
def requests_of(book: Rulebook) -> "Requests":
    """The request bodies of a ruleset, built once."""
    return Requests(book)


def _optional(owner: str, field: Field[Any], hint: Any, doc: str | None) -> tuple[Any, FieldInfo]:
    if field.default is MISSING:
        raise TypeError(f"{owner}.{field.name} needs a default")
    return hint, Property(default=field.default, description=doc)


class Requests:
    """The request bodies of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._name: str = book.ruleset.situation.__name__

    @cached_property
    def options(self) -> type[BaseModel]:
        """The ruleset's options, in part, over a preset."""
        return self._in_part(self._book.ruleset.options, self._book.codec.options)

    @cached_property
    def game_options(self) -> type[BaseModel]:
        """The options of a game, in part."""
        board, shapes = board_of(self._book)
        return self._in_part(board.options, shapes.options)

    def _in_part(self, kind: type[Any], shape: Shape[Any]) -> type[BaseModel]:
        hints = get_type_hints(kind, include_extras=True)
        described = shape.schema["$defs"][kind.__name__].get("properties", {})
        members: dict[str, Any] = {
            field.name: _optional(
                kind.__name__, field, hints[field.name], described[field.name.rstrip("_")].get("description")
            )
            for field in fields(kind)
        }
        presets = tuple(self._book.ruleset.presets)
        if presets and kind is self._book.ruleset.options:
            members["preset"] = (Literal[presets] | None, Property(None, description="A named set of options."))
        return model(f"{kind.__name__}Request", Body, "Options, in part.", **members)

    @cached_property
    def answer(self) -> Any:
        """A choice already made, by the name of its question."""
        members = [
            model(
                f"{self._name}Answer{''.join(part.title() for part in name.split('-'))}",
                Body,
                f"A choice already made for `{name}`.",
                question=(Literal[name], ...),
                choice=(kind, ...),
            )
            for name, kind in all_questions(self._book.ruleset).items()
        ]
        if len(members) < 2:
            return members[0] if members else Body
        return Annotated[Union[tuple(members)], Property(discriminator="question")]  # noqa: UP007

    @property
    def _answers(self) -> Any:
        most = 64 if all_questions(self._book.ruleset) else 0
        return Annotated[GenericAlias(tuple, (self.answer, ...)), MaxLen(most)]

    @cached_property
    def attack(self) -> type[BaseModel]:
        """An attack from a complete situation."""
        return model(
            f"{self._name}Request",
            Body,
            "An attack from a complete situation. All but `situation` is optional.",
            situation=(self._book.ruleset.situation, ...),
            session_id=(Annotated[str, MaxLen(100)] | None, None),
            options=(self.options | None, None),
            dice=(DiceRequest | None, None),
            seats=(SeatsRequest | None, None),
            policies=(PoliciesRequest | None, None),
            answers=(self._answers, ()),
            replaces=(Number | None, None),
            played_at=(Instant | None, None),
            reference=(Reference | None, None),
        )

    @cached_property
    def odds(self) -> type[BaseModel]:
        """The same situation, for its odds."""
        return model(
            f"{self._name}OddsRequest",
            Body,
            "A situation whose exact odds are wanted; nothing is stored.",
            situation=(self._book.ruleset.situation, ...),
            options=(self.options | None, None),
            policies=(PoliciesRequest | None, None),
        )

    @cached_property
    def opening(self) -> Any:
        """Open a series, or where the ruleset has a board, a game."""
        series = self._opening("Series", "Open a series: clients send whole situations.", self.options)
        if self._book.ruleset.board is None:
            return series
        board, _ = board_of(self._book)
        game = self._opening(
            "Game", "Open a game: the server holds the board.", self.game_options, setup=(board.setup, ...)
        )
        return Annotated[series | game, Discriminator("kind")]

    def _opening(self, kind: str, doc: str, options: type[BaseModel], **more: Any) -> type[BaseModel]:
        return model(
            f"{self._name}{kind}Request",
            Body,
            doc,
            kind=(Literal[kind.lower()], ...),
            options=(options | None, None),
            seats=(Annotated[tuple[SeatRequest, ...], MaxLen(8)], ()),
            dice=(DiceSourceRequest, DiceSourceRequest()),
            policies=(SeatPolicies, {}),
            host=(bool, True),
            visibility=(Visibility | None, None),
            reference=(Reference | None, None),
            **more,
        )

    @cached_property
    def move(self) -> type[BaseModel]:
        """A move in a game."""
        board, _ = board_of(self._book)
        return model(
            f"{self._name}MoveRequest",
            Body,
            "A move in a game.",
            seen=(Annotated[int, Ge(0), Le(2**53)], Property(description="The seq that the player has read.")),
            action=(any_of(board.actions), ...),
            seat=(SeatNumber | None, Property(None, description="For the host: whose move it is.")),
            dice=(DiceRequest | None, None),
            answers=(self._answers, ()),
            played_at=(Instant | None, None),
            reference=(Reference | None, None),
        )


SeatPolicies = Annotated[dict[SeatKey, Annotated[str, MaxLen(60)]], MaxLen(8)]
"""Who answers for a seat, by its number."""


class DiceSourceRequest(Body):
    """Who throws the dice of a session."""

    source: DiceSource = DiceSource.SERVICE


def options_of(book: Rulebook, sent: Any) -> Any:
    """The options of a request over its preset, or over the defaults."""
    ruleset = book.ruleset
    if sent is None:
        return ruleset.options()
    preset = getattr(sent, "preset", None)
    base = ruleset.presets[preset] if preset else ruleset.options()
    given = {name: getattr(sent, name) for name in sent.model_fields_set - {"preset"}}
    values = {field.name: getattr(base, field.name) for field in fields(ruleset.options)}
    return ruleset.options(**{**values, **given})


def game_options_of(book: Rulebook, sent: Any) -> Any:
    """The options of a game over its defaults."""
    board, _ = board_of(book)
    given = {name: getattr(sent, name) for name in sent.model_fields_set} if sent else {}
    return board.options(**given)


def policies_of(book: Rulebook, sent: PoliciesRequest | None) -> dict[str, str]:
    """The policy for each role; 422 unknown-policy."""
    return named_policies(book.ruleset, sent.by_role if sent else {})


def players_of(book: Rulebook, body: Any) -> tuple[Player, ...]:
    """The seats of an opening with their policies; 422 where a policy is for no seat, or nobody holds the session."""
    for seat in body.policies:
        if int(seat) > len(body.seats):
            raise Problem("seats-unclear", at=("policies", seat))
    if not body.host and not body.seats:
        raise Problem("seats-unclear", at=("host",))
    named = {seat: policy_named(book.ruleset, name, seat) for seat, name in body.policies.items()}
    return tuple(
        Player(seat.name, seat.side, seat.reference, None if (policy := named.get(str(n))) == ASK else policy)
        for n, seat in enumerate(body.seats, 1)
    )


def given_of(body: Any, dice: DiceSource) -> Given:
    """What a request brings along; 422 where it brings faces that the service throws."""
    faces = body.dice.faces if body.dice else ()
    if faces and dice is DiceSource.SERVICE:
        raise Problem("illegal-dice", at=("dice", "faces"), reason="service-dice")
    answers = tuple(SentAnswer(answer.question, answer.choice) for answer in body.answers)
    return Given(faces, answers, body.reference, body.played_at)


def attack_order(book: Rulebook, body: Any, options: Any, dice: DiceSource) -> AttackOrder:
    """The order that a request gives; what the situation alone decides is refused here."""
    given = given_of(body, dice)
    book.ruleset.prepare(body.situation, options)
    policies = body.policies.by_role if body.policies else {}
    return AttackOrder(
        book=book,
        situation=body.situation,
        options=options,
        dice=dice,
        seats=body.seats.by_role if body.seats else {},
        policies={role: policy_named(book.ruleset, name, role) for role, name in policies.items()},
        replaces=body.replaces,
        given=given,
    )


def move_order(body: Any, dice: DiceSource) -> MoveOrder:
    """The move that a request makes."""
    if body.dice and "source" in body.dice.model_fields_set and body.dice.source != dice:
        raise Problem("fixed-by-session", at=("dice", "source"), params={"fixed": dice})
    return MoveOrder(body.seen, body.action, body.seat, given_of(body, dice))
