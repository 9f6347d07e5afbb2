"""Names of schemas must differ, in a rulebook and between rulebooks: clients are generated from them."""

from collections.abc import Iterator, Sequence

from app.services.rulebooks.names import AnyRuleset, built_names, own_classes, schema_name
from app.services.rulebooks.registry import Rulebook


def name_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """Two classes of a rulebook with one public name, and a class with the name of a schema of the service."""
    known: dict[str, type] = {}
    built = dict.fromkeys(built_names(ruleset))
    for kind in own_classes(ruleset):
        name, place = schema_name(ruleset.slug, kind.__name__), f"{kind.__module__}.{kind.__name__}"
        if name in built:
            yield f"the schema of {place} is called {name}, as one that is built is. Give the class another name."
        if (other := known.setdefault(name, kind)) is not kind:
            yield (
                f"the schemas of {other.__module__}.{other.__name__} and {place} are both called {name}. "
                "Give one of the classes another name."
            )


def shared_names(books: Sequence[Rulebook]) -> Iterator[str]:
    """Slugs that differ by no more than hyphens, and schemas and classes that two rulebooks share."""
    slugs: dict[str, Rulebook] = {}
    for book in books:
        other = slugs.setdefault(book.slug.replace("-", ""), book)
        if other is not book:
            yield (
                f"{book.package}: the slug {book.slug} is too like {other.slug}, the slug of {other.package}. "
                "Paths and schemas go by it: give the rulebook another slug."
            )
    yield from _shared_classes(list(slugs.values()))


def _shared_classes(books: Sequence[Rulebook]) -> Iterator[str]:
    """The same for rulebooks whose slugs differ: `open-forces` and `open` both may have an `OpenForcesUnit`."""
    classes: dict[type, Rulebook] = {}
    names: dict[str, Rulebook] = {}
    for book in books:
        kinds = own_classes(book.ruleset)
        for kind in kinds:
            if (other := classes.setdefault(kind, book)) is not book:
                yield (
                    f"{book.package}: {kind.__module__}.{kind.__name__} is also a class of {other.package}. "
                    "Its schema has the name of one rulebook: give each a class of its own."
                )
        own = [schema_name(book.slug, kind.__name__) for kind in kinds]
        for name in dict.fromkeys((*own, *built_names(book.ruleset))):
            if (other := names.setdefault(name, book)) is not book:
                yield f"{book.package}: the schema {name} is also one of {other.package}. Give the class another name."
