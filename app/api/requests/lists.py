"""Lists of other programs in a request: the JSON itself, or a text with it in it."""

import re
from json import JSONDecoder
from typing import Any

from pydantic_core import from_json

from app.domain.catalogue import ListReader
from app.errors import Problem
from app.persistence.stored.codec import Json


def list_sent(body: Any, reader: ListReader[Any]) -> Json | str:
    """The list in a request: the object itself, the first one in the text, or the text, where it can be read as such.

    Raises Problem invalid-request (422) where it cannot.
    """
    sent: Json | str = getattr(body, reader.member)
    if isinstance(sent, dict):
        return sent
    if (found := first_object(sent)) is not None:
        return found
    if reader.read_text is None or "{" in sent:
        raise Problem("invalid-request", at=(reader.member,), reason="no-list")
    return sent


def first_object(text: str) -> Json | None:
    """The first JSON object in a text, whatever stands around it; None where there is none.

    Its texts may stand in single quotes.
    """
    decoder, start = JSONDecoder(), text.find("{")
    if SINGLE_QUOTED.match(text, max(start, 0)):
        text, start = double_quoted(text[start:]), 0
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


SINGLE_QUOTED = re.compile(r"\{\s*'")
"""How an object begins whose texts stand in single quotes."""
PARTS = re.compile(r"""("(?:[^"\\]|\\.)*"?)|'((?:[^'\\]|\\.)*)'?|\b(None|True|False)\b""", re.DOTALL)
"""Texts in double or single quotes, and Python's words for what JSON has. An open quote goes to the end: one pass."""
WORDS = {"None": "null", "True": "true", "False": "false"}


def double_quoted(text: str) -> str:
    """A text with double quotes in place of single ones around texts, and with JSON's words."""

    def written(part: re.Match[str]) -> str:
        double, single, word = part.groups()
        if single is None:
            return WORDS[word] if word else double
        inner = re.sub(
            r"""\\.|\"""", lambda sign: {"\\'": "'", '"': '\\"'}.get(sign[0], sign[0]), single, flags=re.DOTALL
        )
        return f'"{inner}"'

    return PARTS.sub(written, text)


MOST_BRACES = 20
"""How many opening braces of a text are tried."""
