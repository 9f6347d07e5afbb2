"""Messages, split into their words and their holes."""

import re
from dataclasses import dataclass
from functools import cache

Path = tuple[str, ...]
"""The names that lead to a value in nested parameters, the outermost first."""

_PART = re.compile(r"(\w+(?:[.+]\w+)*)(?:, ([\w-]+)(?: (\w+))?)?")
_PLAIN = _PART.pattern.replace("(\\w", "(?:\\w").replace("([", "(?:[")
_HOLE = re.compile(f"{{{{({_PLAIN}(?:; {_PLAIN})*)}}}}")


@dataclass(frozen=True, slots=True)
class Part:
    """A value that a hole shows."""

    name: str
    """The path as it stands in a message."""
    path: Path
    form: str | None = None
    """In which form a word is shown, such as `of` for the genitive; or what the value is: `player`, `area`."""
    count: str | None = None
    """The parameter that tells how many of the word there are."""


Hole = tuple[Part, ...]
"""The values that a hole shows: of several those that are there, with commas; of none the text `nothing`.

`flips+retreats` among them is what stands in both lists; the two lists are then shown without it.
"""

Template = tuple[str, list[tuple[Hole, str]]]
"""The words before the first hole, then each hole with the words after it."""


def template_of(message: str) -> Template:
    """A message, split into its words and its holes; what cannot be read as a hole stays as it is."""
    first, *rest = _HOLE.split(message)
    return first, [(_hole_of(hole), words) for hole, words in zip(rest[::2], rest[1::2], strict=True)]


def holes_in(message: str) -> list[Hole]:
    """The holes of a message."""
    return [_hole_of(hole) for hole in _HOLE.findall(message)] if "{{" in message else []


@cache
def _hole_of(inside: str) -> Hole:
    return tuple(
        Part(path, tuple(path.split(".")), form or None, count or None) for path, form, count in _PART.findall(inside)
    )
