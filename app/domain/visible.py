"""Texts that clients give: how they are spelled, and that readers see something of each name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated
from unicodedata import category

from annotated_types import MaxLen, MinLen, Predicate


@dataclass(frozen=True, slots=True)
class Spelled(Predicate):
    """A predicate on texts, with the regular expression that tells clients the same."""

    pattern: str

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        return {**handler(schema), "pattern": self.pattern}


_UNSEEN = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Mc", "Me")
"""The kinds of what is not seen alone: controls, formats, spaces, and marks that stand on a letter.

A character that is newer than Python's table, such as an emoji, is of none of these kinds.
"""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are drawn as nothing."""
_IGNORED = (range(0x2065, 0x2066), range(0xFFF0, 0xFFF9), range(0xE0000, 0xE1000))
"""Characters that Unicode has set apart to be drawn as nothing."""


def is_visible(text: str) -> bool:
    """Whether readers see something of a text: a letter, a digit or a sign, not only spaces, formats and marks."""
    return any(map(_is_seen, text))


def _is_seen(letter: str) -> bool:
    is_drawn = letter not in _BLANK and not any(ord(letter) in part for part in _IGNORED)
    return is_drawn and category(letter) not in _UNSEEN


ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$"
"""A text without controls, without ends of lines, and without what overrides or isolates the direction of writing.

The joiners and marks U+200C to U+200F stay: Persian, Malayalam, Hebrew and families of emoji are written with them, and
they turn nothing that stands around them.
"""
_TURNS_OR_ENDS = frozenset(
    chr(sign)
    for signs in (range(0x20), range(0x7F, 0xA0), range(0x2028, 0x202F), range(0x2066, 0x206A))
    for sign in signs
)


def is_one_line(text: str) -> bool:
    """Whether a text has no sign that `ONE_LINE` leaves out."""
    return text.isprintable() or _TURNS_OR_ENDS.isdisjoint(text)


class Visible:
    """Says of a text that readers have to see something of it where a client sends it; what is stored may be older."""


OneLine = Annotated[str, Spelled(is_one_line, ONE_LINE)]
Name = Annotated[OneLine, MinLen(1), MaxLen(60), Visible()]
"""The name that a client gives to a thing of a game."""
