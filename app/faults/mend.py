"""Mends what Lua and PHP cannot say otherwise: `[]` for `{}`, and `2.0` for 2. Nothing else is converted."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json, to_json

from app.faults.places import path_in, value_at

T = TypeVar("T")
OBJECTS = ("dataclass_type", "model_type", "model_attributes_type", "dict_type")
MOST = 2**53


def mending(validate: Callable[[bytes], T], raw: bytes) -> T:
    """The value that the JSON describes; where it does not fit, once more with what can be mended.

    Raises pydantic's ValidationError.
    """
    try:
        return validate(raw)
    except ValidationError as invalid:
        again = mended(raw, invalid)
        if again is None:
            raise
        return validate(again)


def mended(raw: bytes, invalid: ValidationError) -> bytes | None:
    """The same JSON with the places mended that the errors name; None where there is nothing to mend."""
    places = [(error["loc"], error["input"]) for error in invalid.errors(include_url=False) if is_mendable(error)]
    if not places:
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
