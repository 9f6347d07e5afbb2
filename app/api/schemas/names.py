"""Schemas in OpenAPI get their public names as they are generated: those of a rulebook's classes from its slug."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from fastapi._compat import v2
from pydantic import TypeAdapter
from pydantic.json_schema import CoreModeRef, DefsRef, JsonSchemaValue
from typing_extensions import get_original_bases, is_typeddict

from app.api.schemas.common import COMMON, extended
from app.services.document_types import describe_fields
from app.services.rulebooks.names import own_classes, schema_name
from app.services.rulebooks.registry import Rulebooks

ALWAYS = "x-always"
"""The word of a schema, while the document is made, for the fields that are always there where it is read."""
EXTENDS = "x-extends"
"""The word of a schema, while the document is made, for the one whose fields it has too."""
UNTOLD = "unknown"
"""The field that alone is told of what a reader may not see."""


class NamedSchemas(v2.GenerateJsonSchema):
    """Generates schemas; those of the classes in `slugs` are named after the class and the slug.

    `more`: types that no operation names as the whole of what it sends or answers. `may_lack`: the fields that who
    sends a class may leave out, because a rulebook fills them. One schema serves both ways: it is that of what is sent,
    and shape() turns it into that of what is read where nobody can send it.
    """

    def __init__(
        self, slugs: Mapping[type, str], more: Sequence[Any], may_lack: Mapping[type, tuple[str, ...]], **options: Any
    ) -> None:
        super().__init__(**options)
        self._slugs, self._more, self._may_lack = slugs, more, may_lack
        self._slug_of: dict[str, str] = {}

    def generate_definitions(self, inputs: Any) -> Any:
        """The schemas of all that is sent and read, and of `more`."""
        more: list[Any] = [(kind, "validation", TypeAdapter(kind).core_schema) for kind in self._more]
        return super().generate_definitions([*inputs, *more])

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """The JSON schema; learns first which class its reference means."""
        self._learn(schema)
        return super().generate_inner(schema)

    def definitions_schema(self, schema: Any) -> JsonSchemaValue:
        """The JSON schema; learns first which class each reference means, as one may stand before its definition."""
        for part in schema["definitions"]:
            self._learn(part)
        return super().definitions_schema(schema)

    def _learn(self, part: Any) -> None:
        if "ref" in part and part.get("cls") in self._slugs:
            self._slug_of[part["ref"]] = self._slugs[part["cls"]]

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        """The longest name of a schema; of the shorter ones it may have instead, the first two get the slug."""
        longest = super().get_defs_ref(core_mode_ref)
        if (slug := self._slug_of.get(core_mode_ref[0])) is not None:
            names = self._prioritized_defsref_choices[longest]
            names[:2] = [DefsRef(schema_name(slug, name)) for name in names[:2]]
        return longest

    def dataclass_schema(self, schema: Any) -> JsonSchemaValue:
        """The schema of a dataclass, with the fields that are always there where it is read.

        Its fields are described here: pydantic would parse their module anew for each class.
        """
        made = super().dataclass_schema(schema)
        describe_fields(made, schema["cls"])
        if lacking := self._may_lack.get(schema["cls"]):
            made["required"] = [name for name in made["required"] if name not in lacking]
        made[ALWAYS] = [UNTOLD] if UNTOLD in made["properties"] else list(made["properties"])
        return made

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        """The schema of a model, whose fields are described here for the same reason."""
        made = super().model_schema(schema)
        describe_fields(made, schema["cls"])
        if (base := extended(schema["cls"])) is not None:
            describe_fields(made, base)
            made[EXTENDS] = base.__name__
        return made

    def typed_dict_schema(self, schema: Any) -> JsonSchemaValue:
        """The schema of a document, whose keys are described here for the same reason."""
        made = super().typed_dict_schema(schema)
        if "cls" in schema:
            describe_fields(made, schema["cls"])
            above = [base for base in get_original_bases(schema["cls"]) if is_typeddict(base)]
            made |= {EXTENDS: above[0].__name__} if len(above) == 1 else {}
        return made


@contextmanager
def public_names(books: Rulebooks, *more: Any) -> Iterator[None]:
    """Names the schemas of a document that FastAPI makes meanwhile; FastAPI cannot be given a generator."""
    slugs = {kind: slug for slug, book in books.items() for kind in own_classes(book.ruleset)}
    completions = (one for book in books.values() for one in book.ruleset.completions.values())
    may_lack = {kind: names for one in completions for kind, names in one.may_lack.items()}
    plain = v2.GenerateJsonSchema
    v2.GenerateJsonSchema = partial(NamedSchemas, slugs, (*more, *COMMON), may_lack)  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        v2.GenerateJsonSchema = plain  # type: ignore[misc]
