"""Texts that clients give: how they are spelled, and that readers see something of each name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated
from unicodedata import bidirectional, category, normalize

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
_BLANK = frozenset("\u2800\U0001d159")
"""Signs that are drawn as nothing, like spaces."""


def _signs(*parts: str) -> frozenset[str]:
    """The signs of these parts of Unicode, each from its first sign to its last one."""
    return frozenset(chr(number) for part in parts for number in range(ord(part[0]), ord(part[-1]) + 1))


_IGNORABLE = _signs(
    *("\u00ad", "\u034f", "\u061c", "\u115f\u1160", "\u17b4\u17b5", "\u180b\u180f", "\u200b\u200f", "\u202a\u202e"),
    *("\u2060\u206f", "\u3164", "\ufe00\ufe0f", "\ufeff", "\uffa0", "\ufff0\ufffb", "\U0001bca0\U0001bca3"),
    *("\U0001d173\U0001d17a", "\U000e0000\U000e0fff"),
)
"""What Unicode calls Default_Ignorable_Code_Point, and what parts annotations: drawn as nothing."""
_FLAG, _OF_FLAG, _END_OF_FLAG = "\U0001f3f4", _signs("\U000e0030\U000e0039", "\U000e0061\U000e007a"), "\U000e007f"
"""The flag of a region, such as England: a black flag, and its code in signs that are seen nowhere else."""
_NO_JOINER, _JOINER, _LETTER_I = "\u200c", "\u200d", "\u2139"
_MARKS = "\u061c\u200e\u200f"
"""Marks that give signs between letters a direction."""
_JOINED = _signs(
    *("\u0600\u0dff", "\u1780\u18af", "\ua840\ua8ff", "\ufb50\ufdff", "\ufe70\ufefc", "\U00010ac0\U00010aff"),
    *("\U00010d00\U00010d3f", "\U00011000\U00011fff", "\U0001e900\U0001e95f"),
)
"""Letters and marks of scripts that are joined: Arabic and its kin, those of India, Khmer, Mongolian, Adlam."""
_MONGOLIAN = _signs("\u1800\u18aa")


def is_visible(text: str) -> bool:
    """Whether readers see something of a text: a letter, a digit or a sign, not only spaces, formats and marks."""
    return any(map(_is_seen, text))


def shows_all(text: str) -> bool:
    """Whether each sign of a text shows something or shapes what stands beside it; spaces at its ends do not count."""
    return text.strip() == _shown(text)


def seen_of(text: str) -> str:
    """What is seen of a text, without spaces at its ends, in one form (NFC): equal in texts that look the same."""
    return normalize("NFC", _shown(text))


def plain(text: str) -> str:
    """What is seen of a text, in which all spaces are one kind of space."""
    return "".join(" " if category(sign) == "Zs" else sign for sign in seen_of(text))


def without_ignored(text: str) -> str:
    """A text without any sign that is drawn as nothing, also where it shapes others."""
    return "".join(sign for sign in text if sign not in _IGNORABLE)


def _is_seen(sign: str) -> bool:
    return sign not in _BLANK and sign not in _IGNORABLE and category(sign) not in _UNSEEN


def _shown(text: str) -> str:
    """A text without what shows nothing where it stands."""
    if not _IGNORABLE.isdisjoint(text):
        of_flags = tuple(_places_of_flags(text))
        text = "".join(sign for n, sign in enumerate(text) if n in of_flags or _shows(text, n))
    first, last = 0, len(text)
    while first < last and _is_space(text[first]):
        first += 1
    while first < last and _is_space(text[last - 1]):
        last -= 1
    return text[first:last]


def _places_of_flags(text: str) -> Iterator[int]:
    """The places of the signs that tell a black flag of which region it is."""
    for place, sign in enumerate(text):
        end = place + 1
        while sign == _FLAG and text[end : end + 1] in _OF_FLAG:
            end += 1
        if 3 <= end - place - 1 <= 6 and text[end : end + 1] == _END_OF_FLAG:
            yield from range(place + 1, end + 1)


def _shows(text: str, place: int) -> bool:
    sign = text[place]
    return sign not in _IGNORABLE or _shapes(sign, text[:place][-1:], text[place + 1 : place + 2], text)


def _is_space(sign: str) -> bool:
    return sign in _BLANK or sign.isspace()


def _shapes(sign: str, before: str, after: str, text: str) -> bool:
    """Whether a sign that is not drawn itself changes how the signs beside it are drawn."""
    if not before:
        return False
    if sign == _NO_JOINER:
        return before in _JOINED and after in _JOINED
    if sign == _JOINER:
        return before in _JOINED or (_is_emoji(before) and bool(after) and category(after) in ("So", "Sm"))
    if sign in _MARKS:
        is_within = bool(after) and not (_is_of_word(before) and _is_of_word(after))
        return is_within and any(bidirectional(letter) in ("R", "AL") for letter in text)
    if "\ufe00" <= sign <= "\ufe0f":
        return before == _LETTER_I or category(before)[0] in "NPS" or category(before) == "Lo"
    if "\U000e0100" <= sign <= "\U000e01ef":
        return category(before) == "Lo"
    if "\u180b" <= sign <= "\u180f":
        return before in _MONGOLIAN and (sign != "\u180e" or after in _MONGOLIAN)
    return False


def _is_emoji(sign: str) -> bool:
    return category(sign) == "So" or sign in ("\ufe0f", _END_OF_FLAG) or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _is_of_word(sign: str) -> bool:
    return category(sign)[0] in "LM"


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


@dataclass(frozen=True, slots=True)
class Visible:
    """Says of a text that readers have to see all of it where a client sends it; what is stored may be older."""

    form: Callable[[str], str] = seen_of
    """What is kept of the text that is sent: the form in which texts that look the same are equal."""


OneLine = Annotated[str, Spelled(is_one_line, ONE_LINE)]
Name = Annotated[OneLine, MinLen(1), MaxLen(60), Visible()]
"""The name that a client gives to a thing of a game."""
