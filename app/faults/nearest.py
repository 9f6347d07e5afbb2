"""Names that may have been meant by one that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

ALIKE = 0.65
"""How similar two names must be, from 0 to 1, for one to be told in place of the other."""

SHORT = 12
"""How many names a list may have to be told whole."""


def nearest(sent: object, known: Iterable[str]) -> str | None:
    """The known name that is most similar to `sent`; None where none is similar."""
    names = {name.lower(): name for name in known}
    found = get_close_matches(str(sent)[:100].lower(), names, 1, ALIKE)
    return names[found[0]] if found else None


def hints(sent: object, known: Iterable[str]) -> dict[str, Any]:
    """The parameters of a text that tell the nearest known name, and all of them where they are few."""
    names = list(dict.fromkeys(known))
    return {"nearest": nearest(sent, names), "known": names if len(names) <= SHORT else []}
