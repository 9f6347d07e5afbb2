"""Setups of games in which places are left out, and the lists that seats bring for them, as values of the rulebook."""

from collections.abc import Mapping
from typing import Any

from app.domain.bringing import Bringing
from app.persistence.stored.codec import BringingCodec, Json
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook

AnyBringing = Bringing[Any, Any, Any, Any, Any]


def bringing_of(book: Rulebook) -> tuple[AnyBringing, BringingCodec]:
    """How seats bring their own in a game of a rulebook, and the shapes. Raises LookupError where they cannot."""
    board, shapes = board_of(book)
    if board.bringing is None or shapes.bringing is None:
        raise LookupError(f"nobody brings anything to a game of {book.slug}")
    return board.bringing, shapes.bringing


def whole_setup(book: Rulebook, sent: Json, lists: Mapping[int, Json]) -> Any:
    """The setup of a game with what each seat has brought, from the stored JSON of both.

    Raises LookupError or ValueError where the rulebook can no longer read them.
    """
    bringing, shapes = bringing_of(book)
    brought = {seat: shapes.list.load(each) for seat, each in lists.items()}
    return bringing.complete(shapes.setup.load(sent), brought)
