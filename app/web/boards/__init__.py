"""Boards as pictures: what a template needs to draw the board of a game, with an equal list beside it."""

from collections.abc import Callable, Mapping
from typing import Any

from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebook
from app.web.boards import castle_rampage, open_forces, storm_over_stalingrad, x_wing

Drawn = Mapping[str, Any]
"""What the template of a board shows."""

DRAWERS: Mapping[str, Callable[[Rulebook, Json, Json, str | None], Drawn]] = {
    "open-forces": open_forces.drawn,
    "castle-rampage": castle_rampage.drawn,
    "storm-over-stalingrad": storm_over_stalingrad.drawn,
    "x-wing": x_wing.drawn,
}
"""What draws the board of a rulebook: from the board and the options as JSON, and the id of what a player holds."""


def drawn(book: Rulebook, board: Json, options: Json, held: str | None) -> tuple[str, Drawn]:
    """The template of a board with what it shows; a board that nobody draws is a list of what it holds."""
    drawer = DRAWERS.get(book.slug)
    if drawer is None:
        return "boards/any.html", {"board": board}
    return f"boards/{book.slug}.html", drawer(book, board, options, held)
