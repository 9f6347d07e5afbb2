"""Mends what Lua and PHP cannot say otherwise: `[]` for `{}`, and `2.0` for 2. Nothing else is converted."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError, from_json, to_json

from app.faults.found import MOST_ERRORS
from app.faults.places import path_in, value_at

T = TypeVar("T")
OBJECTS = ("dataclass_type", "model_type", "model_attributes_type", "dict_type")
MOST = 2**53
MOST_MENDED = 5_000
"""With more errors than these nothing is mended: no setup has as many numbers, and each takes its time."""


def mending(validate: Callable[[bytes], T], raw: bytes) -> T:
    """The value that the JSON describes; where it does not fit, once more with what can be mended.

    Raises pydantic's ValidationError.
    """
    try:
        return validate(raw)
    except ValidationError as invalid:
        errors = invalid.errors(include_url=False)  # takes long where there are thousands, so it is asked for once
        again = mended(raw, errors)
        if again is None:
            raise cut_off(invalid, errors) from None
    try:
        return validate(again)
    except ValidationError as invalid:
        raise cut_off(invalid) from None


def cut_off(invalid: ValidationError, errors: Sequence[ErrorDetails] | None = None) -> ValidationError:
    """The same with as many errors as are looked at. `errors` are its errors, where they are known."""
    if invalid.error_count() <= MOST_ERRORS:
        return invalid
    looked_at = (invalid.errors(include_url=False) if errors is None else errors)[:MOST_ERRORS]
    return ValidationError.from_exception_data(invalid.title, [as_sent(error) for error in looked_at])


def as_sent(error: ErrorDetails) -> InitErrorDetails:
    """An error that was read from a ValidationError, as another one takes it; pydantic's message is told nowhere."""
    kind = PydanticCustomError(error["type"], "wrong", error.get("ctx"))
    return InitErrorDetails(type=kind, loc=error["loc"], input=error["input"])


def mended(raw: bytes, errors: Sequence[ErrorDetails]) -> bytes | None:
    """The same JSON with the places mended that the errors name; None where there is nothing to mend, or too much."""
    places = [(error["loc"], error["input"]) for error in errors if is_mendable(error)]
    if not places or len(errors) > MOST_MENDED:
        return None
    try:
        body = from_json(raw, allow_inf_nan=False)
    except ValueError:
        return None
    whole = {"": body}
    for loc, sent in places:
        path = path_in(loc, body)
        if value_at(path, body) != sent:
            return None
        *way, last = ("", *path)
        holder: Any = whole
        for part in way:
            holder = holder[part]
        holder[last] = {} if sent == [] else int(sent)
    return to_json(whole[""])


def is_mendable(error: ErrorDetails) -> bool:
    """Whether an error names an empty list in place of an object, or a whole number written as a fraction."""
    kind, sent = error["type"], error["input"]
    if kind in OBJECTS:
        return bool(sent == [])
    return bool(kind == "int_type" and isinstance(sent, float) and sent.is_integer() and abs(sent) <= MOST)
