"""Converts the values of a ruleset to JSON and back: situations, options, outcomes, choices, facts and records."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, Generic, TypeVar, Union

from pydantic import ConfigDict, Discriminator, TypeAdapter
from pydantic_core import to_json

from app.domain.board import ACT, Board
from app.domain.bringing import Bringing
from app.domain.choices import choice_type
from app.domain.completion import Completion
from app.domain.dice import Face, Faces
from app.domain.hidden import NotShown
from app.domain.names import stored_name
from app.domain.record import (
    EVERYBODY,
    HIDDEN_FACES,
    Answer,
    Audience,
    Chose,
    Entry,
    Noted,
    Origin,
    Record,
    Rolled,
    Source,
)
from app.domain.ruleset import Ruleset
from app.domain.table import RecordedAnswer
from app.faults.bounded import Reader
from app.faults.lenient import validate_leniently
from app.persistence.stored import visible  # noqa: F401  # it tells pydantic how to read the names of things
from app.persistence.stored.private import MARK, STORED, UNKNOWN, wrap_private

ATTACK, OPENING = "attack", "open-game"
"""The kinds of actions that are not moves of a board."""

ACTOR = "actor"
"""The key, in the seats of a move, of the seat that moves."""

OPTIONS = 64
"""How many options are remembered: those of a session are loaded for each of its actions."""

Json = dict[str, Any]
T = TypeVar("T")

STRICT = ConfigDict(
    extra="forbid",
    strict=True,
    use_attribute_docstrings=True,
    alias_generator=lambda name: name.rstrip("_"),
    allow_inf_nan=False,
    defer_build=True,
)
"""How JSON is read: no unknown fields, no conversion of types; a field `def_` is written `def`.

What reads a type is built when the type is first met: a process seldom meets all of them.
"""


STRICT_WITHOUT_DOCS: ConfigDict = {**STRICT, "use_attribute_docstrings": False}
"""The same settings without the docstrings of fields, which take long to find."""


def all_questions(ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, type]:
    """The questions of the attack and of the game: the class of their choices, by the stored name of the question."""
    return {stored_name(kind): choice_type(kind) for kind in ruleset.all_questions}


def all_facts(ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, type]:
    """The classes of the facts of the attack and of the game, by stored name."""
    return {stored_name(kind): kind for kind in ruleset.all_facts}


class JsonConverter(Generic[T]):
    """Converts the values of one type to JSON data and back."""

    def __init__(self, kind: type[T], remembers: int = 0, completion: Completion | None = None) -> None:
        """`remembers`: so many of the values that were loaded last are not loaded anew; `completion`: what is sent is
        completed before it is read.
        """
        # pydantic applies a configuration to a dataclass only if another type, here the union, contains the dataclass.
        self._kind: Any = kind | None
        self.kind: type[T] = kind
        self.completion = completion
        self._adapter: TypeAdapter[T | None] = TypeAdapter(kind | None, config=STRICT_WITHOUT_DOCS)  # type: ignore[arg-type]
        self._reader = Reader(self._adapter)
        self._from_json = lru_cache(remembers)(self._load) if remembers else self._load

    @cached_property
    def dump(self) -> Callable[[T], Json]:
        """Makes JSON data of a value, with the names that clients see."""
        to_python = self._adapter.serializer.to_python
        return lambda value: to_python(value, mode="json", by_alias=True)

    def dump_short(self, value: T) -> Json:
        """The value as JSON data without what is the default."""
        dumped: Json = self._adapter.serializer.to_python(value, mode="json", by_alias=True, exclude_defaults=True)
        return dumped

    def load(self, data: object) -> T:
        """The value that this stored JSON data describes. Raises pydantic's ValidationError, and TypeError for null."""
        return self._from_json(to_json(data))

    def _load(self, data: bytes) -> T:
        value: T | None = self._adapter.validator.validate_json(data, context=STORED)
        if value is None:
            raise TypeError("null is no value")
        return value

    def read(self, sent: object) -> T:
        """The value that a client's JSON data describes, mended where only its spelling is another.

        Raises pydantic's ValidationError, TypeError for null, and IllegalSituation for what cannot be completed.
        """
        if self.completion is not None and isinstance(sent, dict):
            sent = self.completion.complete(sent)
        value = validate_leniently(self._reader.validate, to_json(sent))
        if value is None:
            raise TypeError("null is no value")
        return value

    @cached_property
    def schema(self) -> Json:
        """The JSON schema of the type. It is shared, so it must not be changed."""
        return TypeAdapter(self._kind, config=STRICT).json_schema(by_alias=True)


class BringingCodec:
    """The shapes of what seats bring to a board."""

    def __init__(self, bringing: Bringing[Any, Any, Any, Any, Any], completions: Mapping[type, Completion]) -> None:
        self.setup: JsonConverter[Any] = JsonConverter(bringing.setup, completion=completions.get(bringing.setup))
        self.list: JsonConverter[Any] = JsonConverter(bringing.list, completion=completions.get(bringing.list))
        self.limits: JsonConverter[Any] = JsonConverter(bringing.limits, completion=completions.get(bringing.limits))


class BoardCodec:
    """The shapes of the values that a ruleset's board has."""

    def __init__(self, board: Board[Any, Any, Any, Any], completions: Mapping[type, Completion]) -> None:
        self.setup: JsonConverter[Any] = JsonConverter(board.setup, completion=completions.get(board.setup))
        self.options: JsonConverter[Any] = JsonConverter(board.options, OPTIONS)
        self.state: JsonConverter[Any] = JsonConverter(board.state)
        self.turn: JsonConverter[Any] = JsonConverter(board.turn)
        self.move: JsonConverter[Any] = JsonConverter(one_of(board.actions))
        self.bringing = BringingCodec(board.bringing, completions) if board.bringing else None


def one_of(kinds: tuple[type, ...]) -> Any:
    """The union of several dataclasses, which differ in their field `kind`."""
    return Annotated[Union[kinds], Discriminator("kind")] if len(kinds) > 1 else kinds[0]  # noqa: UP007


def plain(faces: Faces) -> list[Face]:
    """Faces as plain numbers and text, as they are stored, where a die has the members of an enumeration."""
    return [face if isinstance(face, int) else str(face) for face in faces]


class Codec:
    """The shapes of all values of one ruleset."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        self.ruleset = ruleset
        completions = ruleset.completions
        self.situation: JsonConverter[Any] = JsonConverter(
            ruleset.situation, completion=completions.get(ruleset.situation)
        )
        self.options: JsonConverter[Any] = JsonConverter(ruleset.options, OPTIONS)
        self.outcome: JsonConverter[Any] = JsonConverter(ruleset.outcome)
        self.board = BoardCodec(ruleset.board, completions) if ruleset.board else None
        questions = all_questions(ruleset)
        self.choices: dict[str, JsonConverter[Any]] = {
            name: JsonConverter(kind, completion=completions.get(kind)) for name, kind in questions.items()
        }
        """The shape of the choices of each question, by its stored name."""
        if self.board:
            self.choices[ACT] = self.board.move
        self.fact_kinds = all_facts(ruleset)
        """The class of each fact, by its stored name."""
        self.facts: Mapping[str, JsonConverter[Any]] = {
            name: JsonConverter(kind) for name, kind in self.fact_kinds.items()
        }
        """The shape of each fact, by its stored name."""
        self.fact_names: Mapping[type, str] = {kind: name for name, kind in self.fact_kinds.items()}
        """The stored name of each fact, by its class."""

    @cached_property
    def details(self) -> JsonConverter[Any]:
        """The shape of what the entries of the catalogue tell. Raises LookupError where there is no catalogue."""
        if self.ruleset.catalogue is None:
            raise LookupError(f"{self.ruleset.slug} has no catalogue")
        return JsonConverter(self.ruleset.catalogue.details)

    @cached_property
    def lists(self) -> Mapping[str, JsonConverter[Any]]:
        """The shape of what each list that the ruleset reads becomes, by the last part of its route."""
        return {reader.path: JsonConverter(reader.result) for reader in self.ruleset.lists}

    def options_of(self, kind: str) -> JsonConverter[Any]:
        """The shape of the options of an action of this kind: those of an attack, or those of a game."""
        return self.options if kind == ATTACK or self.board is None else self.board.options

    def outcome_of(self, kind: str) -> JsonConverter[Any]:
        """The shape of the outcome of an action of this kind: of an attack, or of a move."""
        return self.outcome if kind == ATTACK or self.board is None else self.board.turn

    @cached_property
    def dice(self) -> Json:
        """The dice by name."""
        return {die.name: die for die in self.ruleset.dice}

    def dump_entries(self, record: Record, start: int = 0, number: int = 0) -> list[Json]:
        """The entries of a record from place `start` on as JSON, each with its source.

        What not everybody may see of action `number` stands in private parts.
        """
        found = []
        for place in range(start, len(record.entries)):
            entry, source = record.entries[place], record.sources[place]
            stored: Json
            match entry:  # what not everybody may see of it comes last
                case Noted():
                    name = self.fact_names[type(entry.fact)]
                    fact = self.facts[name].dump(entry.fact)
                    stored = {"kind": "noted", "rule": entry.rule, "fact": name, "data": fact}
                case Rolled():
                    stored = {"kind": "rolled", "rule": entry.rule, "by": str(entry.by), "die": entry.die}
                    stored["faces"] = UNKNOWN if entry.faces is HIDDEN_FACES else plain(entry.faces)
                case Chose():
                    stored = {"kind": "chose", "rule": entry.rule, "by": str(entry.by), "question": entry.question}
                    stored["choice"] = self.choices[entry.question].dump(entry.choice)
            if entry.to is not EVERYBODY:
                told_last = next(reversed(stored))
                stored[told_last] = wrap_private(stored[told_last], entry.to, f"{number}#{place}")
            if source is not None:
                stored["source"] = str(source.origin)
                if source.policy is not None:
                    stored["policy"] = source.policy
            found.append(stored)
        return found

    def load_record(self, entries: list[Json]) -> Record:
        """The record that these stored entries describe.

        Raises KeyError or ValueError where the ruleset cannot read one of them.
        """
        loaded = [self._load_entry(entry) for entry in entries]
        return Record(tuple(entry for entry, _ in loaded), tuple(source for _, source in loaded))

    def load_answers(self, entries: list[Json]) -> list[RecordedAnswer]:
        """The rolls and the choices among stored entries, each with its place; raises what load_record() raises."""
        places = enumerate(entries)
        return [(place, *self._load_answer(entry)) for place, entry in places if entry["kind"] != "noted"]

    def _load_entry(self, stored: Json) -> tuple[Entry, Source | None]:
        if stored["kind"] == "noted":
            return Noted(stored["rule"], *self.load_fact(stored)), None
        return self._load_answer(stored)

    def load_fact(self, stored: Json) -> tuple[object, Audience]:
        """The fact of a stored entry, and who may see it. Raises NotShown where the fact is unknown as a whole."""
        data, to = value_and_audience(stored["data"])
        if data == UNKNOWN:
            raise NotShown(stored["fact"])
        return self.facts[stored["fact"]].load(data), to

    def _load_answer(self, stored: Json) -> tuple[Answer, Source]:
        rule = stored["rule"]
        by, source = stored["by"], Source(Origin(stored["source"]), stored.get("policy"))
        if stored["kind"] == "rolled":
            faces, to = value_and_audience(stored["faces"])
            return Rolled(rule, by, stored["die"], HIDDEN_FACES if faces == UNKNOWN else tuple(faces), to), source
        choice, to = value_and_audience(stored["choice"])
        loaded = None if choice == UNKNOWN else self.choices[stored["question"]].load(choice)
        return Chose(rule, by, stored["question"], loaded, to), source


def value_and_audience(part: Any) -> tuple[Any, Audience]:
    """A stored part of an entry, and who may see it."""
    if isinstance(part, dict) and part.keys() == MARK:
        return part["private"], None if part["to"] is None else tuple(part["to"])
    return part, EVERYBODY
