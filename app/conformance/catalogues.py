"""Catalogues and lists: entries have names of their own and texts, and the example lists are read alike each time."""

from app.conformance.faults import refuse, require
from app.conformance.texts import languages_of, require_text
from app.domain.catalogue import Does, Entry
from app.domain.errors import IllegalSituation
from app.persistence.stored.codec import JsonConverter
from app.services.documents.catalogue import entry_document
from app.services.rulebooks.registry import Rulebook


def entries_of(book: Rulebook) -> list[Entry[object]]:
    """The entries of a rulebook's catalogue; none where it has no catalogue."""
    return list(book.ruleset.catalogue.entries()) if book.ruleset.catalogue else []


def every_entry_of_the_catalogue_is_named_once_and_of_a_known_kind(book: Rulebook) -> None:
    """No two entries of a kind have the same id, and every kind is one that the catalogue lists."""
    seen: set[tuple[str, str]] = set()
    for entry in entries_of(book):
        require(
            entry.kind in book.ruleset.catalogue.kinds, f"the kind `{entry.kind}` is not among the catalogue's kinds."
        )
        require((entry.kind, entry.id) not in seen, f"the catalogue has two entries `{entry.kind}` `{entry.id}`.")
        seen.add((entry.kind, entry.id))


def every_entry_of_the_catalogue_has_a_text(book: Rulebook) -> None:
    """What an entry does is told in words in every language, with the reason where players apply it themselves."""
    kinds = {(entry.does, entry.by_hand): entry for entry in entries_of(book)}
    for language in languages_of(book) if book.messages else ():
        texts = book.texts(language)
        for (does, by_hand), entry in kinds.items():
            require_text(
                f"`catalogue.{does.value}` ({language})", texts.find(f"catalogue.{does.value}", {"name": ""}), ""
            )
            if by_hand is not None:
                require_text(f"`by-hand.{by_hand}` ({language})", texts.find(f"by-hand.{by_hand}", {"name": ""}), "")
            require(does is not Does.BY_HAND or by_hand is not None, f"`{entry.id}` does not say why players apply it.")
            entry_document(entry, book.codec.details, texts)


def example_lists_are_read_the_same_twice(book: Rulebook) -> None:
    """Each example of a list is accepted, gives the same each time, and can be shown; an empty object is refused."""
    for reader in book.ruleset.lists:
        shape = JsonConverter(reader.result)
        require(bool(reader.examples), f"the list `{reader.path}` has no example.")
        for example in reader.examples:
            require(
                shape.dump(reader.read(example)) == shape.dump(reader.read(example)),
                f"an example of the list `{reader.path}` is read in two ways.",
            )
        try:
            reader.read({})
        except IllegalSituation:
            continue
        refuse(f"the list `{reader.path}` takes an empty object. Raise IllegalSituation.")


CHECKS = (
    every_entry_of_the_catalogue_is_named_once_and_of_a_known_kind,
    every_entry_of_the_catalogue_has_a_text,
    example_lists_are_read_the_same_twice,
)
