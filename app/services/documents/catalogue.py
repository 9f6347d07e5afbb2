"""The documents of a rulebook's catalogue: what a situation can name, and what it does to an attack."""

from collections.abc import Iterator
from typing import Any

from typing_extensions import TypedDict

from app.domain.catalogue import Catalogue, Does, Entry
from app.persistence.stored.codec import Json, JsonConverter
from app.services.document_types import document
from app.services.pages import cut
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts


@document
class EntryDocument(TypedDict):
    """Something that a situation can name."""

    kind: str
    """The kind of entry."""
    id: str
    """The name that situations use."""
    name: str
    """The name for people."""
    names: dict[str, str]
    """Its names on cards of other languages, by the code of the language, if they differ."""
    does: Does
    """`effects`: the rules apply what it says. `nothing`: it says nothing about attacks. `by-hand`: it says something
    about attacks that the players apply themselves."""
    text: str
    """The same in a sentence, with the reason if the players apply something themselves."""
    details: dict[str, Any]
    """What the ruleset knows about it: numbers, and effects as data."""


@document
class CatalogueDocument(TypedDict):
    """A page of what situations of a ruleset can name."""

    items: list[EntryDocument]
    """The requested entries."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


def catalogue_document(
    book: Rulebook, language: str, kind: str | None, q: str, cursor: str | None, limit: int
) -> CatalogueDocument:
    """A page of the entries of a kind, or of all, whose id or a name contains `q`, whatever the case.

    Raises Problem invalid-cursor (422), LookupError.
    """
    shape, texts = book.codec.details, book.texts(language)
    found = list(found_in(book.ruleset.catalogue, kind, q))
    part, following = cut("catalogue", [f"{entry.kind}/{entry.id}" for entry in found], cursor, limit)
    return {"items": [entry_document(entry, shape, texts) for entry in found[part]], "next": following}


def found_in(catalogue: Catalogue[Any], kind: str | None, q: str) -> Iterator[Entry[Any]]:
    """The entries of a kind, or all, whose id or name in any language contains `q`, whatever the case."""
    sought = q.casefold()
    for entry in catalogue.entries():
        called = (entry.id, entry.name, *entry.names.values())
        if kind in (None, entry.kind) and any(sought in one.casefold() for one in called):
            yield entry


def entry_document(entry: Entry[Any], shape: JsonConverter[Any], texts: Texts) -> EntryDocument:
    """One entry as clients read it."""
    details: Json = shape.dump(entry.details)
    text = texts.find(f"catalogue.{entry.does.value}", {"name": entry.name}) or entry.does.value
    why = texts.find(f"by-hand.{entry.by_hand}", {"name": entry.name}) if entry.by_hand else None
    return {
        "kind": entry.kind,
        "id": entry.id,
        "name": entry.name,
        "names": dict(entry.names),
        "does": entry.does,
        "text": f"{text} {why}" if why else text,
        "details": details,
    }
