"""Pages of lists: what stands in their cursors, and how a list that is known as a whole is cut into pages."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, Literal

from pydantic_core import from_json, to_json

from app.errors import Problem

Order = Literal["newest", "oldest"]
"""Which items of a list come first; cursors of one order are none of the other."""


def cursor_of(*parts: object) -> str:
    """The cursor that has these parts, which only the service reads."""
    return urlsafe_b64encode(to_json(parts)).decode().rstrip("=")


def parts_of(cursor: str, *kinds: type) -> list[Any]:
    """The parts of a cursor, each of one of these kinds in order; any with no kinds.

    Raises Problem invalid-cursor (422).
    """
    try:
        found = from_json(urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4)))
    except ValueError:
        found = None
    if not isinstance(found, list) or (kinds and tuple(type(part) for part in found) != kinds):
        raise invalid_cursor()
    return found


def invalid_cursor() -> Problem:
    """The Problem for a cursor that no page of the list ended with."""
    return Problem("invalid-cursor", at=("query", "cursor"))


def cut(name: str, keys: Sequence[str], cursor: str | None, limit: int) -> tuple[slice, str | None]:
    """Which items of a list make a page, and the cursor of the next one; each item has a key of its own.

    Raises Problem invalid-cursor (422), also where the item is gone after which the page begins.
    """
    begin = 0
    if cursor is not None:
        of, key = parts_of(cursor, str, str)
        if of != name or key not in keys:
            raise invalid_cursor()
        begin = keys.index(key) + 1
    end = begin + limit
    return slice(begin, end), cursor_of(name, keys[end - 1]) if end < len(keys) else None
