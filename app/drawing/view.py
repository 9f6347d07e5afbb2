"""What there is to draw of a game: its board, as its reader may see it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class View:
    """The board of a game as its reader may see it, and what the reader does with it."""

    board: Json
    """The state of the board as JSON, as the API answers it; what the reader may not see is `{"unknown": true}`."""
    options: Json
    """The options of the game as JSON."""
    held: str | None
    """The id of the piece that the reader holds; None without one."""
    name_of: Callable[[str], str | None]
    """What the catalogue of the ruleset calls an entry; None where it does not know it."""
    called: Callable[[str, str], str]
    """What texts call a thing of the board, by its id and the field that holds it, such as `units`."""
    load: Callable[[type[Any], object], Any]
    """The value of a class that JSON data describes."""
    dump: Callable[[type[Any], Any], Any]
    """A value of a class as JSON data."""
