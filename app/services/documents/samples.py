"""The setups that a rulebook has for trying its game, with what they show and the names of their things."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from app.persistence.stored.codec import Json
from app.services.document_types import document
from app.services.documents.setup import setup_texts
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook

NAME, NAME_OF, WORD_OF = "sample", "sample-name.", "sample-word."
"""How keys begin: of the names of samples, of the names of things in them, by id, and of further words in them."""
IDS = ("id", "card")
"""The fields whose values are never translated."""


@document
class SampleShown(TypedDict):
    """A setup for trying a game."""

    name: dict[str, str]
    """Its name, by language."""
    shows: dict[str, str]
    """A few sentences about the game with this setup, by language."""
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
    messages = book.texts(language).messages
    translated = Translated(messages.under(NAME_OF), messages.under(WORD_OF))
    return {key: translated.thing(shapes.setup.dump(setup)) for key, setup in (board.setups or {}).items()}


@dataclass(frozen=True, slots=True)
class Translated:
    """Samples in a language."""

    names: Mapping[str, str]
    """The names of things by their ids."""
    words: Mapping[str, str]
    """Other words that players choose, such as teams and kinds of units, by the word in the sample."""

    def thing(self, thing: Json) -> Json:
        """A thing and those in it, in the language."""
        id = thing.get("id", thing.get("card"))
        own = {"name": self.names[id]} if "name" in thing and isinstance(id, str) and id in self.names else {}
        return {**{key: value if key in IDS else self._inside(value) for key, value in thing.items()}, **own}

    def _inside(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.thing(value)
        if isinstance(value, list):
            return [self._inside(one) for one in value]
        return self.words.get(value, value) if isinstance(value, str) else value
