"""The setups that a rulebook has for trying its game, with what they show and the names of their things."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from app.persistence.stored.codec import Json
from app.services.documents.setup import setup_texts
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook
from app.services.typed import document

NAME, NAME_OF = "sample", "sample-name."
"""How the keys begin of the names of samples, and of the names of the things in them, by id."""


@document
class SampleShown(TypedDict):
    """A setup for trying a game."""

    name: dict[str, str]
    """What it is called, by language."""
    shows: dict[str, str]
    """What is played with it, in a few sentences, by language."""
    setup: dict[str, Any]
    """The setup, with names in the language of the request."""


def samples_of(book: Rulebook, language: str) -> dict[str, SampleShown]:
    """The samples of a rulebook by key, with names in a language."""
    board, _ = board_of(book)
    named = named_setups(book, language)
    return {
        key: {
            "name": {each: book.texts(each).find(f"{NAME}.{key}", {}) or key for each in book.messages},
            "shows": {each: setup_texts(book, setup, each) for each in book.messages},
            "setup": named[key],
        }
        for key, setup in (board.setups or {}).items()
    }


def named_setups(book: Rulebook, language: str) -> dict[str, Json]:
    """The setups of a rulebook by key, whose things have their names in a language."""
    board, shapes = board_of(book)
    names = book.texts(language).messages.under(NAME_OF)
    return {key: with_names(shapes.setup.dump(setup), names) for key, setup in (board.setups or {}).items()}


def with_names(thing: Json, names: Mapping[str, str]) -> Json:
    """A thing and those in it, with the names of those that have one in `names` by their id."""
    id = thing.get("id", thing.get("card"))
    own = {"name": names[id]} if "name" in thing and isinstance(id, str) and id in names else {}
    return {**{key: _inside(value, names) for key, value in thing.items()}, **own}


def _inside(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return with_names(value, names)
    return [_inside(one, names) for one in value] if isinstance(value, list) else value
