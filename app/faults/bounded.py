"""Reads JSON within bounds: where much is wrong in a long body, only a part of it is looked at for further faults."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError, SchemaValidator, from_json, to_json

from app.errors import Path
from app.faults.found import MISSING, MOST_ERRORS
from app.faults.places import path_in, value_at

T = TypeVar("T")
SHORT = 2 * 1024
"""Up to so many bytes a body is read as a whole, with whatever is wrong in it."""
FURTHER = 500
"""In how many values that follow a wrong item further faults are looked for."""
LISTS = ("list", "tuple", "set", "frozenset")
"""What pydantic calls the types that have items."""


class Validator(Protocol):
    """What pydantic makes of a type to read it."""

    def validate_json(self, raw: bytes, /) -> Any:  # noqa: ANN401
        """The value that the JSON describes. Raises pydantic's ValidationError."""


class Reader(Generic[T]):
    """Reads values of a type from JSON. What it costs to find out what is wrong has a bound, however long the JSON is.

    pydantic would read all items of a list and note what is wrong with each of them: some hundred times what right
    items cost, in time and in memory. So it reads a long body up to the first wrong item of each list; only if there is
    one, it reads once more, and then what follows is left out but for some values.
    """

    def __init__(self, adapter: TypeAdapter[T]) -> None:
        self.adapter = adapter

    def validate(self, raw: bytes) -> T:
        """The value that the JSON describes. Raises pydantic's ValidationError."""
        if len(raw) <= SHORT:
            return self._attempt(self.adapter.validator, raw)
        try:
            return self._attempt(self._hasty, raw)
        except ValidationError as first:  # no other name for it: a frame that holds what it raises is garbage for long
            if first.error_count() < MOST_ERRORS and not is_broken(first):
                self._look_further(first, raw)
            raise

    def _look_further(self, first: ValidationError, raw: bytes) -> None:
        """Raise a ValidationError with what else is wrong in a part of the JSON, where anything is."""
        sent = from_json(raw, allow_inf_nan=False)
        errors = first.errors(include_url=False)
        places = [path_in(error["loc"], sent) for error in errors]
        try:
            self._attempt(self.adapter.validator, to_json(without_most(sent, places, [FURTHER])))
        except ValidationError as invalid:
            raise with_further(first, errors, invalid, sent) from None

    def _attempt(self, validator: Validator, raw: bytes) -> T:
        value: T = validator.validate_json(raw)
        return value

    @cached_property
    def _hasty(self) -> SchemaValidator:
        """Reads the same, and of each list no further than to the first wrong item."""
        self.adapter.rebuild()
        return SchemaValidator(cast(Any, hasty(self.adapter.core_schema, {})), _use_prebuilt=False)


def is_broken(invalid: ValidationError) -> bool:
    """Whether a body is no JSON."""
    return any(error["type"] == "json_invalid" for error in invalid.errors(include_url=False))


def hasty(schema: object, known: dict[int, object]) -> object:
    """A schema of pydantic's whose lists are read no further than to their first wrong item."""
    if id(schema) in known:
        return known[id(schema)]
    made: Any = schema
    if type(schema) is dict:
        made = {name: part if name == "metadata" else hasty(part, known) for name, part in schema.items()}
        if isinstance(kind := schema.get("type"), str) and kind in LISTS:
            made["fail_fast"] = True
    elif type(schema) is list:
        made = [hasty(part, known) for part in schema]
    elif type(schema) is tuple:
        made = tuple(hasty(part, known) for part in schema)
    known[id(schema)] = made
    return made


def without_most(value: object, places: Sequence[Path], left: list[int]) -> object:
    """JSON data without most of what follows the first wrong item of each list.

    `places`: where something is wrong in it; `left`: how many values that follow are kept, counted down.
    """
    if not places:
        return value
    if isinstance(value, dict):
        return {name: without_most(part, inside(places, name), left) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    first = min((place[0] for place in places if place and isinstance(place[0], int)), default=None)
    if first is None:
        return value
    kept = [*value[:first], without_most(value[first], inside(places, first), left)]
    for item in value[first + 1 :]:
        left[0] -= values_in(item, left[0])
        if left[0] < 0:
            break
        kept.append(item)
    return kept


def inside(places: Sequence[Path], part: str | int) -> list[Path]:
    """The places in a part of a value, from that part."""
    return [place[1:] for place in places if place[:1] == (part,)]


def values_in(value: object, enough: int) -> int:
    """How many values JSON data has, itself with all in it; counted no further than to more than `enough`."""
    found = 1
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        found += values_in(part, enough - found)
        if found > enough:
            break
    return found


def with_further(
    first: ValidationError, errors: Sequence[ErrorDetails], invalid: ValidationError, sent: object
) -> ValidationError:
    """The errors of a part of a body, and the first ones of the whole. What was left out of the part is not missing."""
    further = [error for error in invalid.errors(include_url=False) if not is_left_out(error, sent)]
    found = {(error["type"], error["loc"]) for error in further}
    others = [error for error in errors if (error["type"], error["loc"]) not in found]
    return ValidationError.from_exception_data(first.title, [as_sent(error) for error in (*further, *others)])


def is_left_out(error: Mapping[str, Any], sent: object) -> bool:
    """Whether an error says that something is missing that was sent."""
    return error["type"] in MISSING and value_at(path_in(error["loc"], sent, named=True), sent) is not None


def as_sent(error: ErrorDetails) -> InitErrorDetails:
    """An error that was read from a ValidationError, as another one takes it; pydantic's message is told nowhere."""
    kind = PydanticCustomError(error["type"], "wrong", error.get("ctx"))
    return InitErrorDetails(type=kind, loc=error["loc"], input=error["input"])
