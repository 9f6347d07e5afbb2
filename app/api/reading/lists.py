"""Lists of other programs in a request: the JSON itself, or a text with it in it."""

from json import JSONDecoder
from typing import Any

from pydantic_core import from_json

from app.errors import Problem
from app.persistence.stored.codec import Json


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
