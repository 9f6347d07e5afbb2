"""The document of the service itself: what it is, what it plays, and where it is described."""

from collections.abc import Iterable

from typing_extensions import TypedDict

from app.services.document_types import document
from app.services.documents.ruleset import RulesetShort, ruleset_document
from app.services.rulebooks.registry import Rulebooks


@document
class ServiceDocument(TypedDict):
    """The service in short."""

    name: str
    """Always `Umpire`."""
    version: str
    """The version of the program, such as `1.4.0`. The version of the API is the `v1` in its paths."""
    rulesets: list[RulesetShort]
    """The rulesets that are installed, each in short."""
    languages: list[str]
    """The languages in which texts can be read, as codes, English first. Each ruleset names those that it has."""
    documentation: str
    """The address of the documentation for people."""
    openapi: str
    """The address of the same as an OpenAPI document."""


def service_document(books: Rulebooks, version: str, languages: Iterable[str], address: str) -> ServiceDocument:
    """The document of the service; `address` is what its addresses begin with, empty for paths."""
    return {
        "name": "Umpire",
        "version": version,
        "rulesets": [ruleset_document(book) for book in books.values()],
        "languages": list(languages),
        "documentation": f"{address}/docs",
        "openapi": f"{address}/openapi.json",
    }
