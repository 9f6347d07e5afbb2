"""Adds missing descriptions to the OpenAPI document."""

from app.api.requests.strict import IN_LANGUAGE
from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebooks, languages


def add_descriptions(document: Json, books: Rulebooks) -> None:
    """Add to the document what is missing in it."""
    for schema in document["components"]["schemas"].values():
        if not schema.get("description"):
            schema["description"] = text_of(schema, document)
    for methods in document["paths"].values():
        for operation in methods.values():
            if body := operation.get("requestBody"):
                body.setdefault("description", text_of(body["content"]["application/json"]["schema"], document))
    document["components"]["parameters"]["Language"] = in_language(books)


def in_language(books: Rulebooks) -> Json:
    """The parameter for the language of the texts, with the codes of those that have texts."""
    return {**IN_LANGUAGE, "schema": {"type": "string", "examples": list(languages(books))}}


def text_of(schema: Json, document: Json) -> str:
    """The description of a schema; of one with several members those of all, but for a text that stays open."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    members = schema.get("oneOf") or schema.get("anyOf") or ()
    texts = [text_of(member, document) for member in members if member != {"type": "string"}]
    text: str = schema.get("description") or " Or: ".join(texts)
    return text
