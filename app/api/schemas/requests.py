"""The bodies of requests that are built from a ruleset."""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache, cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, Union, get_type_hints

from annotated_types import MaxLen, MinLen
from pydantic import BaseModel, Discriminator, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic import Field as Property
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, to_json
from pydantic_core.core_schema import no_info_wrap_validator_function

from app.api.requests.strict import Body, model
from app.api.schemas.bodies import AnyObject, ClockRequest, SeatKey
from app.api.schemas.common import AttackFields, MoveFields, OddsFields, OpeningFields, Players, extending
from app.domain.catalogue import ListReader
from app.domain.errors import IllegalSituation
from app.domain.follow_ups import Horizon
from app.faults.bounded import Reader
from app.faults.schema import Schema
from app.persistence.stored.codec import Json, JsonConverter, all_questions
from app.services.document_types import field_texts, one_of_these
from app.services.illegal import illegal_situation
from app.services.odds.matrix import MOST_CELLS
from app.services.play.scripts import board_of
from app.services.rulebooks.names import answer_name, list_name, schema_name
from app.services.rulebooks.registry import Rulebook

THEN = (
    "Further attacks on the same defender, in order, each with what the earlier ones left of it; then numbers are "
    "summed, and a yes-or-no says whether it happened. `dice`, `answers` and `ask` are about the first attack; in the "
    "others the default policy, or the one that is named, chooses."
)
MOST_FURTHER = 7
HORIZON: tuple[Any, Any] = (
    Horizon,
    Property(
        Horizon.ATTACK,
        description="Whether a policy that searches plays each attack for itself, or the `series` of all of them: then "
        "both players keep what is worth more later. Only with `then`.",
    ),
)
RANGES = "How far they are from each other, each as in a situation."
ALSO = "Additional measures; they make the odds take longer. Not together with `then`."
SOME_OPTIONS = "Some options. Those that are absent come from the preset, or else are the defaults."
PRESET = "A named set of options, used for those that are not sent. What it lacks for a game are the defaults."
BRING = (
    "The seats that bring what the setup leaves out, by their numbers, each with the limits of its list, in the form "
    "of `game.brings.limits` of the ruleset. Nobody sees a list until all are in; then the game begins."
)
SENT = "A setup, whole or with places left out for what seats bring."
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


def completed(shape: JsonConverter[Any], *at: str) -> Any:
    """The type of a value that is sent, which the rulebook completes where it can."""
    return shape.kind if shape.completion is None else Annotated[shape.kind, Completed(shape.read, at)]


def named_union(name: str, by: str, text: str, *members: Any) -> Any:
    """A union with a name, whose member follows from the value of the field `by`; other values are refused."""
    return one_of_these(name, by, text, Annotated[Union[members], Discriminator(by)])  # noqa: UP007


def leaves_out(sent: Any, places: str) -> bool:
    """Whether a setup as it is sent leaves out the place of a seat, or all of them."""
    given = sent.get(places)
    return given is None or (isinstance(given, list) and (not given or None in given))


class Requests:
    """The bodies of the requests of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def _named(self, name: str) -> str:
        return schema_name(self._book.slug, name)

    @cached_property
    def options(self) -> type[BaseModel]:
        """Some options of the ruleset, and the preset from which the others come."""
        presets = tuple(self._book.ruleset.presets)
        preset = {"preset": optional(Literal[presets], PRESET)} if presets else {}
        return self._options("OptionsInput", **self._some_of(self._book.ruleset.options), **preset)

    @cached_property
    def game_options(self) -> type[BaseModel]:
        """Some options of a game, which has those of its attacks too; the others come from the preset."""
        board, _ = board_of(self._book)
        members = self._some_of(board.options)
        if not issubclass(board.options, self._book.ruleset.options):
            return self._options("GameOptionsInput", **members)
        return extending(self._named("GameOptionsInput"), self.options, SOME_OPTIONS, **members)

    def _options(self, name: str, **members: Any) -> type[BaseModel]:
        return model(self._named(name), Body, SOME_OPTIONS, **members)

    def _some_of(self, kind: type[Any]) -> dict[str, Any]:
        """The fields of options, each of which may be left out."""
        hints, texts = get_type_hints(kind, include_extras=True), field_texts(kind)
        return {
            field.name: _optional(kind.__name__, field, hints[field.name], texts.get(field.name.rstrip("_")))
            for field in fields(kind)
        }

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

    @cached_property
    def _answers(self) -> Any:
        """The choices that are made in advance: they are told as all rulesets have them, but for how many there are."""
        most = 64 if all_questions(self._book.ruleset) else 0
        return Annotated[GenericAlias(tuple, (self.answer, ...)), MaxLen(most)], Property(())

    @cached_property
    def attack(self) -> type[BaseModel]:
        """An attack from its whole situation."""
        return extending(
            self._named("AttackRequest"),
            AttackFields,
            "An attack from its whole situation. Only `situation` is required.",
            situation=required(completed(self._book.codec.situation, "situation"), "The situation of the attack."),
            options=optional(self.options, "Options that differ from the defaults; in a series, its own options hold."),
            answers=self._answers,
        )

    @property
    def _thens(self) -> Any:
        kind: Any = self.then
        if (completion := self._book.codec.situation.completion) is not None:
            reader, complete = Reader(TypeAdapter(kind)), completion.complete

            def read(sent: Any) -> Any:
                return reader.validate(to_json(complete(sent)))

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
        return extending(
            self._named("OddsRequest"),
            OddsFields,
            "A situation for its exact odds. Nothing is stored.",
            situation=required(completed(self._book.codec.situation, "situation"), "The situation of the attack."),
            options=optional(self.options, "Options that differ from the defaults."),
            answers=self._answers,
            **({"then": optional(self._thens, THEN, ()), "horizon": HORIZON} if self._book.ruleset.then else {}),
            **({"also": optional(self._also, ALSO, ())} if self._book.ruleset.further else {}),
        )

    def list_of(self, reader: ListReader[Any]) -> type[BaseModel]:
        """A list of another program, as an object or as text that contains it."""
        return model(
            self._named(list_name(reader.path)),
            Body,
            f"A list for `{reader.path}`, as another program has exported it.",
            **{reader.member: required(AnyObject | Exported, LIST)},
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
            setup=required(self.setup_opened, "The board at the start, and who plays what."),
            clock=optional(ClockRequest, "How much time each player has."),
            **({"bring": optional(self.bring, BRING)} if shapes.bringing else {}),
        )
        return named_union(self._named("OpeningRequest"), "kind", "A new session.", series, game)

    @cached_property
    def setup_opened(self) -> Any:
        """The setup of an opening: whole, or with places left out for what their seats bring."""
        board, shapes = board_of(self._book)
        whole, bringing = shapes.setup, shapes.bringing
        if board.bringing is None or bringing is None:
            return completed(whole, "setup")
        left, places = bringing.setup, board.bringing.places

        def read(sent: Any) -> Any:
            return (left if leaves_out(sent, places) else whole).read(sent)

        kind = one_of_these(self._named("SetupSent"), None, SENT, whole.kind, left.kind)
        return Annotated[kind, Completed(read, ("setup",))]

    @cached_property
    def bring(self) -> Any:
        """What the list of each seat has to keep to that brings one."""
        _, shapes = board_of(self._book)
        limits: Any = completed(shapes.bringing.limits, "bring") if shapes.bringing else Body
        return Annotated[GenericAlias(dict, (SeatKey, limits)), MaxLen(8)]

    def _opening(self, name: str, kind: str, doc: str, options: type[BaseModel], **more: Any) -> type[BaseModel]:
        return extending(
            self._named(name),
            OpeningFields,
            doc,
            kind=required(Literal[kind], f"Always `{kind}`."),
            options=optional(options, "Options that differ from the defaults. They hold for the whole session."),
            **more,
        )

    @cached_property
    def setup(self) -> type[BaseModel]:
        """A setup that is looked at before it is played."""
        _, shapes = board_of(self._book)
        return model(
            self._named("SetupRequest"),
            Body,
            "A setup that is looked at before it is played.",
            setup=required(self.setup_opened, "The board at the start, and who plays what."),
            **({"bring": optional(self.bring, "As in an opening.", {})} if shapes.bringing else {}),
            options=optional(self.game_options, "Options that differ from the defaults."),
            seats=(Players, Property((), description=field_texts(OpeningFields)["seats"])),
        )

    @cached_property
    def matrix(self) -> type[BaseModel]:
        """Attackers and defenders for the odds of each against each; each is checked in its situations."""
        ruleset, of = self._book.ruleset, self._book.ruleset.matrix
        hints = get_type_hints(ruleset.situation, include_extras=True)

        def several(role: str) -> Any:
            kind: Any = Annotated[hints[role], Completed(lambda sent: sent, (f"{role}s",))]
            return Annotated[GenericAlias(tuple, (kind, ...)), MinLen(1), MaxLen(MOST_CELLS)]

        ranges: Any = Annotated[GenericAlias(tuple, (hints[of.distance], ...)), MinLen(1), MaxLen(20)] if of else ()
        is_needed = any(field.name == of.distance and field.default is MISSING for field in fields(ruleset.situation))
        return model(
            self._named("MatrixRequest"),
            Body,
            "Attackers and defenders, for the odds of each against each. Nothing is stored.",
            attackers=required(several("attacker"), "The attackers, each as in a situation."),
            defenders=required(several("defender"), "The defenders, each as in a situation."),
            ranges=required(ranges, RANGES) if is_needed else optional(ranges, RANGES),
            options=optional(self.options, "Options that differ from the defaults."),
        )

    @cached_property
    def odds_reader(self) -> Reader[Any]:
        """Reads a request for odds whose situation is changed."""
        return Reader(TypeAdapter(self.odds))

    @cached_property
    def setup_reader(self) -> Reader[Any]:
        """Reads a setup that is looked at."""
        return Reader(TypeAdapter(self.setup))

    @cached_property
    def setup_schema(self) -> Schema:
        """What a request to look at a setup may hold."""
        return Schema(self.setup_reader.adapter.json_schema(by_alias=True))

    @cached_property
    def game_move(self) -> Any:
        """One of the moves in a game."""
        board, _ = board_of(self._book)
        moves = board.actions
        return named_union(self._named("GameMove"), "kind", "A move in a game.", *moves) if moves[1:] else moves[0]

    @cached_property
    def move(self) -> type[BaseModel]:
        """A move in a game."""
        return extending(
            self._named("MoveRequest"),
            MoveFields,
            "A move in a game.",
            move=required(self.game_move, "The move."),
            answers=self._answers,
        )
