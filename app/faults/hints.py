"""What a text tells of names that are known, where one is not."""

from collections.abc import Iterable
from typing import Any

from app.domain.nearest import nearest

SHORT = 12
"""How many names a list may have to be told whole."""


def hints(sent: object, known: Iterable[str]) -> dict[str, Any]:
    """The parameters of a text that tell the nearest known name, and all of them where they are few."""
    names = list(dict.fromkeys(known))
    return {"nearest": nearest(sent, names), "known": names if len(names) <= SHORT else []}
