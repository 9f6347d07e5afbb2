"""Validates JSON, and accepts what Lua and PHP send: `[]` for `{}`, and `2.0` for 2. Nothing else is converted."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json, to_json

from app.faults.bounded import as_sent
from app.faults.found import MOST_ERRORS
from app.faults.places import path_in, value_at

T = TypeVar("T")
OBJECTS = ("dataclass_type", "model_type", "model_attributes_type", "dict_type")
MOST = 2**53
MOST_MENDED = 5_000
"""With more errors than these nothing is mended: no setup has as many numbers, and each takes its time."""
ROUNDS = 8
"""How often a body is read at most."""


def validate_leniently(validate: Callable[[bytes], T], raw: bytes) -> T:
    """The value that the JSON describes; if it is invalid, tried again with `{}` for `[]` and whole numbers.

    Of a long body not all faults are found at once, so that it may take several rounds. Raises pydantic's
    ValidationError.
    """
    count = 0
    for left in reversed(range(ROUNDS)):
        try:
            return validate(raw)
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False)  # takes long where there are thousands, so it is asked for once
            count += len(errors)
            again = mended(raw, errors) if left and count <= MOST_MENDED else None
            if again is None:
                raise cut_off(invalid, errors) from None
            raw = again
    raise AssertionError("the last round returns or raises")


def cut_off(invalid: ValidationError, errors: Sequence[ErrorDetails]) -> ValidationError:
    """The same with as many of its `errors` as are looked at."""
    if len(errors) <= MOST_ERRORS:
        return invalid
    looked_at = errors[:MOST_ERRORS]
    return ValidationError.from_exception_data(invalid.title, [as_sent(error) for error in looked_at])


def mended(raw: bytes, errors: Sequence[ErrorDetails]) -> bytes | None:
    """The same JSON with the places mended that the errors name; None where there is nothing to mend."""
    places = [(error["loc"], error["input"]) for error in errors if is_mendable(error)]
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
