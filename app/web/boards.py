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
        with_card_names(board),
        options,
        held,
        name_of=catalogue.name_of if catalogue else {}.get,
        called=lambda thing, kind: names().of(thing, kind) or thing,
        load=lambda kind, data: shape_of(kind).load(data),
        dump=lambda kind, value: shape_of(kind).dump(value),
    )


def with_card_names(board: Json) -> Json:
    """A board, or a part of one, in which a card that the players have given no name is called by its id in words."""
    card, has_name = board.get("card"), "id" in board or board.get("name", "") is not None
    shown = {name: _with_card_names(value) for name, value in board.items()}
    return {**shown, "name": in_words(card)} if isinstance(card, str) and not has_name else shown


def _with_card_names(value: object) -> object:
    if isinstance(value, list):
        return [_with_card_names(one) for one in value]
    return with_card_names(value) if isinstance(value, dict) else value


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
