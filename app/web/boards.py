"""Boards as pictures: what a template needs to draw the board of a game, with an equal list beside it."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from app.drawing.view import View
from app.persistence.stored.codec import Json, JsonConverter
from app.services.rulebooks.own_names import OwnNames, in_words, things_in
from app.services.rulebooks.registry import Rulebook
from app.web.assets import assets_root, drawings_of, pages_of, place_of

REMEMBERED = 16
"""How many values of a class that were read last are not read anew: a part of a board often stays the same."""
SHAPES: dict[type[Any], JsonConverter[Any]] = {}
"""How values are read and written of the classes that boards are made of."""
Drawn = Mapping[str, Any]
"""What the template of a board shows."""


def drawn(book: Rulebook, board: Json, options: Json, held: str | None, root: str = "") -> tuple[str, Drawn]:
    """The template of a board with what it shows; a board that nobody draws is a list of what it holds.

    `options` of the game as JSON, and the id of what a player holds; `root` is the path below which the service is.
    """
    template = template_of(book.package, "board")
    if template is None:
        return "board.html", {"board": board}
    draws = drawer_of(book.package)
    shown = draws(view_of(book, board, options, held)) if draws else {"board": board, "held": held}
    drawings = drawings_of(book.package)
    return template, {**shown, "drawings": f"{root}{assets_root()}/{drawings}"} if drawings else shown


def view_of(book: Rulebook, board: Json, options: Json, held: str | None) -> View:
    """What a rulebook is given to draw."""
    catalogue = book.ruleset.catalogue
    names = cache(lambda: OwnNames(things_in(board)))  # not every board asks for them
    return View(
        board,
        options,
        held,
        name_of=catalogue.name_of if catalogue else {}.get,
        called=lambda thing, kind: names().of(thing, kind) or in_words(thing),
        load=lambda kind, data: shape_of(kind).load(data),
        dump=lambda kind, value: shape_of(kind).dump(value),
    )


def shape_of(kind: type[Any]) -> JsonConverter[Any]:
    """How values of a class are read and written."""
    if kind not in SHAPES:
        SHAPES[kind] = JsonConverter(kind, remembers=REMEMBERED)
    return SHAPES[kind]


@cache
def template_of(package: str, name: str) -> str | None:
    """The template of a rulebook for a part of a page; None where it has none."""
    folder = pages_of(package)
    return f"{place_of(package)}:{name}.html" if folder and (folder / f"{name}.html").is_file() else None


@cache
def drawer_of(package: str) -> Callable[[View], Drawn] | None:
    """What a rulebook makes of its board for its template; None where the template shows the board as it is."""
    folder = pages_of(package)
    if folder is None or not (folder / "board.py").is_file():
        return None
    found: Callable[[View], Drawn] = import_module(f"{package}.pages.board").drawn
    return found
