"""The bodies of requests that are built from a ruleset."""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache, cached_property
from json import JSONDecoder
from types import GenericAlias
from typing import Annotated, Any, Literal, Union, get_type_hints

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel, Discriminator, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic import Field as Property
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, from_json, to_json
from pydantic_core.core_schema import no_info_wrap_validator_function

from app.api.reading.strict import Body, model
from app.api.refusals.problems import illegal_situation
from app.api.schemas.bodies import (
    AxisRequest,
    DeadlineRequest,
    DiceRequest,
    DiceSourceRequest,
    Instant,
    Number,
    PoliciesRequest,
    Reference,
    SeatNumber,
    SeatPolicies,
    SeatRequest,
    SeatsRequest,
    ThrownRequest,
    VariantRequest,
)
from app.api.schemas.parameters import Small
from app.domain.catalogue import ListReader
from app.domain.errors import IllegalSituation
from app.errors import Problem
from app.persistence.stored.codec import Json, Shape, all_questions
from app.persistence.stored.rows import Visibility
from app.services.play.scripts import board_of
from app.services.rulebooks.names import answer_name, list_name, schema_name
from app.services.rulebooks.registry import Rulebook
from app.services.typed import field_texts, one_of_these

DICE = (
    "Who throws the dice, and faces that are already thrown. Without it, as in the session; alone, the service throws."
)
ANSWERS = "Choices that are made in advance, in the order in which the rules ask for them."
PLAYED_AT = "When it was played, by RFC 3339 with a time zone, where this was earlier."
REFERENCE = "The client's own id for the action. Each id is accepted only once in a session."
SEEN = "The number of the newest event of the game that the player has read; the question `act` shows it as `seen`."


THEN = (
    "Further attacks on the same defender, in order, each with what the earlier ones left of it; then numbers are "
    "added up, and yes-or-no is whether it has come true. `dice`, `answers` and `ask` are about the first attack; in "
    "these the default policy, or the one that is named, chooses."
)
MOST_FURTHER = 7
VARIANTS = Annotated[tuple[VariantRequest, ...], MaxLen(16)] | Literal["offered"]
WHAT_IF = (
    "Changes of the situation whose odds are told beside its own; `offered`: those that the rulebook thinks of. "
    "One that does not fit has its problem in its place."
)
GRID = Annotated[tuple[AxisRequest, ...], MinLen(1), MaxLen(2)]
PRICED = "One or two places of the situation, each with its values: the odds of every pair are told."
ALSO = "Additional measures; they make the odds take longer. Not together with `then`."
LIST = "The list: a JSON object, or a text with one in it, such as a message that was copied."
Exported = Annotated[str, MaxLen(64 * 1024)]


@cache
def requests_of(book: Rulebook) -> "Requests":
    """The bodies of the requests of a ruleset, built once."""
    return Requests(book)


def _optional(owner: str, field: Field[Any], hint: Any, doc: str | None) -> tuple[Any, FieldInfo]:
    if field.default is MISSING:
        raise TypeError(f"{owner}.{field.name} needs a default")
    return hint, Property(default=field.default, description=doc)


def required(kind: Any, text: str) -> tuple[Any, Any]:
    """A field that a request must contain, with its description."""
    return kind, Property(description=text)


def optional(kind: Any, text: str, default: Any = None) -> tuple[Any, Any]:
    """A field that a request may contain, with its description; without another default it may be null."""
    return kind if default is not None else kind | None, Property(default, description=text)


@dataclass(frozen=True)
class Completed:
    """Says of a value in a body that the rulebook completes what is sent for it. `at`: its place in the body."""

    read: Callable[[Any], Any]
    """Completes and checks what was sent. Raises pydantic's ValidationError, and IllegalSituation."""
    at: tuple[str, ...]
    may_lack: tuple[str, ...] = ()
    """The fields of a model that may be left out; those of dataclasses are told where schemas get their names."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_wrap_validator_function(self._checked, handler(source))

    def _checked(self, sent: Any, check: Callable[[Any], Any]) -> Any:
        try:
            return self.read(sent) if isinstance(sent, dict) else check(sent)
        except IllegalSituation as refusal:
            raise illegal_situation(refusal, *self.at) from refusal

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> Json:
        made = handler(schema)
        if self.may_lack:
            whole = handler.resolve_ref_schema(made)
            whole["required"] = [name for name in whole["required"] if name not in self.may_lack]
        return made


def completed(shape: Shape[Any], *at: str) -> Any:
    """The type of a value that is sent, which the rulebook completes where it can."""
    return shape.kind if shape.completion is None else Annotated[shape.kind, Completed(shape.read, at)]


def named_union(name: str, by: str, text: str, *members: Any) -> Any:
    """A union with a name, whose member follows from the value of the field `by`; other values are refused."""
    return one_of_these(name, by, text, Annotated[Union[members], Discriminator(by)])  # noqa: UP007


def list_sent(body: Any, member: str) -> Json:
    """The list in a request: the object itself, or the first one in the text.

    Raises Problem invalid-request (422) where the text has none.
    """
    sent = getattr(body, member)
    if isinstance(sent, dict):
        return sent
    if (found := first_object(sent)) is None:
        raise Problem("invalid-request", at=(member,), reason="no-list")
    return found


def first_object(text: str) -> Json | None:
    """The first JSON object in a text, whatever stands around it; None where there is none."""
    decoder, start = JSONDecoder(), text.find("{")
    for _ in range(MOST_BRACES):
        if start < 0:
            return None
        try:
            found: Json = from_json(text[start : decoder.raw_decode(text, start)[1]])
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
        else:
            return found
    return None


MOST_BRACES = 20
"""How many opening braces of a text are tried."""


class Requests:
    """The bodies of the requests of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def _named(self, name: str) -> str:
        return schema_name(self._book.slug, name)

    @cached_property
    def options(self) -> type[BaseModel]:
        """Some options of the ruleset, and the preset from which the others come."""
        return self._in_part("OptionsRequest", self._book.ruleset.options)

    @cached_property
    def game_options(self) -> type[BaseModel]:
        """Some options of a game; the others are the defaults."""
        board, _ = board_of(self._book)
        return self._in_part("GameOptionsRequest", board.options)

    def _in_part(self, name: str, kind: type[Any]) -> type[BaseModel]:
        hints, texts = get_type_hints(kind, include_extras=True), field_texts(kind)
        members: dict[str, Any] = {
            field.name: _optional(kind.__name__, field, hints[field.name], texts.get(field.name.rstrip("_")))
            for field in fields(kind)
        }
        presets = tuple(self._book.ruleset.presets)
        if presets and kind is self._book.ruleset.options:
            members["preset"] = (
                Literal[presets] | None,
                Property(None, description="A named set of options, from which those come that are not sent."),
            )
        return model(
            self._named(name),
            Body,
            "Some options. Those that are absent come from the preset, or else are the defaults.",
            **members,
        )

    @cached_property
    def answer(self) -> Any:
        """A choice that is made in advance, with the name of its question."""
        members = [
            model(
                self._named(answer_name(name)),
                Body,
                f"An answer to the question `{name}` that is sent in advance.",
                question=required(Literal[name], f"Always `{name}`."),
                choice=required(completed(self._book.codec.choices[name], "answers"), "The choice."),
            )
            for name in all_questions(self._book.ruleset)
        ]
        if len(members) < 2:
            return members[0] if members else Body
        return named_union(self._named("Answer"), "question", "A choice that is made in advance.", *members)

    @property
    def _answers(self) -> Any:
        most = 64 if all_questions(self._book.ruleset) else 0
        return Annotated[GenericAlias(tuple, (self.answer, ...)), MaxLen(most)]

    @cached_property
    def attack(self) -> type[BaseModel]:
        """An attack from its whole situation."""
        return model(
            self._named("AttackRequest"),
            Body,
            "An attack from its whole situation. Only `situation` is required.",
            situation=required(completed(self._book.codec.situation, "situation"), "The situation of the attack."),
            session_id=optional(
                Annotated[str, MaxLen(100), Small], "The id of the series; without it the attack stands alone."
            ),
            options=optional(self.options, "Options that differ from the defaults; in a series, its own options hold."),
            dice=optional(DiceRequest, DICE),
            seats=optional(SeatsRequest, "The seats that play the roles, in a series with seats."),
            policies=optional(PoliciesRequest, "Who answers for each role."),
            answers=optional(self._answers, ANSWERS, ()),
            replaces=optional(Number, "The number of an action of the series that becomes void and is replaced."),
            played_at=optional(Instant, PLAYED_AT),
            reference=optional(Reference, REFERENCE),
        )

    @property
    def _thens(self) -> Any:
        kind: Any = self.then
        if (completion := self._book.codec.situation.completion) is not None:
            adapter, complete = TypeAdapter(kind), completion.complete

            def read(sent: Any) -> Any:
                return adapter.validator.validate_json(to_json(complete(sent)))

            may_lack = completion.may_lack.get(self._book.ruleset.situation, ())
            kind = Annotated[kind, Completed(read, ("then",), may_lack)]
        return Annotated[GenericAlias(tuple, (kind, ...)), MaxLen(MOST_FURTHER)]

    @property
    def _also(self) -> Any:
        names = tuple(self._book.ruleset.further.measures)
        return Annotated[GenericAlias(tuple, (Literal[names], ...)), MaxLen(len(names))]

    @cached_property
    def then(self) -> type[BaseModel]:
        """A further attack on the same defender: a situation without its defender."""
        ruleset = self._book.ruleset
        hints, texts = get_type_hints(ruleset.situation, include_extras=True), field_texts(ruleset.situation)
        members: dict[str, Any] = {}
        for field in fields(ruleset.situation):
            if ruleset.then is not None and field.name not in ruleset.then.defender:
                text = texts.get(field.name.rstrip("_"))
                given = {} if field.default is MISSING else {"default": field.default}
                members[field.name] = hints[field.name], Property(description=text, **given)
        return model(self._named("ThenRequest"), Body, "A further attack on what is left of the defender.", **members)

    @cached_property
    def odds(self) -> type[BaseModel]:
        """A situation for its odds."""
        return model(
            self._named("OddsRequest"),
            Body,
            "A situation for its exact odds. Nothing is stored.",
            situation=required(completed(self._book.codec.situation, "situation"), "The situation of the attack."),
            options=optional(self.options, "Options that differ from the defaults."),
            policies=optional(PoliciesRequest, "The policy that answers for each role; `ask`: what is it to choose?"),
            dice=optional(ThrownRequest, "The rolls that have been thrown already."),
            answers=optional(self._answers, "The choices that have been made already, in order.", ()),
            variants=optional(VARIANTS, WHAT_IF),
            grid=optional(GRID, PRICED),
            **({"then": optional(self._thens, THEN, ())} if self._book.ruleset.then else {}),
            **({"also": optional(self._also, ALSO, ())} if self._book.ruleset.further else {}),
        )

    def list_of(self, reader: ListReader[Any]) -> type[BaseModel]:
        """A list of another program, as an object or as text that contains it."""
        return model(
            self._named(list_name(reader.path)),
            Body,
            f"A list for `{reader.path}`, as another program has exported it.",
            **{reader.member: required(dict[str, Any] | Exported, LIST)},
        )

    @cached_property
    def opening(self) -> Any:
        """A new series, or a new game where the ruleset has a board."""
        series = self._opening(
            "SeriesRequest", "series", "A new series: several attacks, each with its whole situation.", self.options
        )
        if self._book.ruleset.board is None:
            return series
        _, shapes = board_of(self._book)
        game = self._opening(
            "GameRequest",
            "game",
            "A new game, whose board the server keeps.",
            self.game_options,
            setup=required(completed(shapes.setup, "setup"), "The board at the start, and who plays what."),
        )
        return named_union(self._named("OpeningRequest"), "kind", "A new session.", series, game)

    def _opening(self, name: str, kind: str, doc: str, options: type[BaseModel], **more: Any) -> type[BaseModel]:
        return model(
            self._named(name),
            Body,
            doc,
            kind=required(Literal[kind], f"Always `{kind}`."),
            options=optional(options, "Options that differ from the defaults. They hold for the whole session."),
            seats=optional(
                Annotated[tuple[SeatRequest, ...], MaxLen(8)],
                "The players, seat 1 first. A game whose setup says how many there are gets them without this.",
                (),
            ),
            dice=optional(DiceSourceRequest, "Who throws the dice.", DiceSourceRequest()),
            policies=optional(SeatPolicies, "The policy for a seat, by its number; others ask their player.", {}),
            host=optional(bool, "Whether the session has a host, who may do everything that a seat may.", True),
            visibility=optional(Visibility, "Who may read the session; without it, as the service is set up."),
            reference=optional(Reference, "The client's own id for the session."),
            deadline=optional(DeadlineRequest, "How long a player has for an answer; without it, for ever."),
            entropy=optional(
                Literal["seats"], "`seats`: every seat contributes to the dice of the service before the first action."
            ),
            **more,
        )

    @cached_property
    def game_move(self) -> Any:
        """One of the moves in a game."""
        board, _ = board_of(self._book)
        moves = board.actions
        return named_union(self._named("GameMove"), "kind", "A move in a game.", *moves) if moves[1:] else moves[0]

    @cached_property
    def move(self) -> type[BaseModel]:
        """A move in a game."""
        return model(
            self._named("MoveRequest"),
            Body,
            "A move in a game.",
            seen=required(Annotated[int, Ge(0), Le(2**53)], SEEN),
            action=required(self.game_move, "The move."),
            seat=optional(
                SeatNumber, "The seat that moves; without it the sender's, or for the host the seat in turn."
            ),
            dice=optional(DiceRequest, DICE),
            answers=optional(self._answers, ANSWERS, ()),
            replaces=optional(Number, "The number of the newest move, which becomes void and is replaced."),
            played_at=optional(Instant, PLAYED_AT),
            reference=optional(Reference, REFERENCE),
        )
