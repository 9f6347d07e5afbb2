"""How the documents that clients read are described, for the functions that build them and for OpenAPI.

A document is a typed dict whose keys have docstrings. mypy compares it with the function that builds it, OpenAPI shows
the docstrings, and nothing is checked at run time. Values that a document shows as they are stored are listed by the
class of their row.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from types import new_class
from typing import Annotated, Any, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model, with_config
from pydantic_core.core_schema import definitions_schema
from typing_extensions import TypeAliasType, get_original_bases, is_typeddict

from app.persistence.stored.codec import STRICT_WITHOUT_DOCS, Json
from app.persistence.stored.fields import SHOWN, Id, Instant, SentInstant, Use, stored_fields, values_of

T = TypeVar("T", bound=type)


Schema = dict[str, Any]
"""A JSON schema."""


@dataclass(frozen=True, slots=True)
class Format:
    """The format of a text in its schema; nothing is checked by it."""

    name: str

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], Schema]) -> Schema:
        return {**handler(schema), "format": self.name}


@dataclass(frozen=True, slots=True)
class UnionTag:
    """The discriminator of a union: the field `by`, whose value differs in each member; None: there is none."""

    by: str | None
    text: str
    """What the union is, in a sentence."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], Schema]) -> Schema:
        told = handler(schema)
        members = told.get("oneOf") or told.get("anyOf") or [told]
        if self.by is None:
            return {"anyOf": members, "description": self.text}
        apart = {"propertyName": self.by}
        return {"type": "object", "oneOf": members, "discriminator": apart, "description": self.text}


@dataclass(frozen=True, slots=True)
class LazySchema:
    """A schema that is built on demand: it is slow, and only the OpenAPI document needs it."""

    make: Callable[[], Any]

    def __get_pydantic_json_schema__(self, _schema: Any, handler: Callable[[Any], Schema]) -> Schema:
        return handler(_core_schema(self.make()))


@cache
def _core_schema(kind: Any) -> Any:
    adapter = TypeAdapter(kind)
    adapter.rebuild()
    made = adapter.core_schema
    return made if made["type"] == "definitions" else definitions_schema(made, [])


def lazy_schema(make: Callable[[], Any]) -> Any:
    """The type that `make` returns, for a response; `make` is called when the OpenAPI document is built."""
    return Annotated[Any, LazySchema(make)]


Uuid = Annotated[str, Format("uuid")]
DateTime = Annotated[str, Format("date-time")]


class Shown(BaseModel):
    """The base of documents that depend on a rulebook, or whose fields are listed by the class of a row."""

    model_config = ConfigDict(**{**STRICT_WITHOUT_DOCS, "extra": "ignore"})


def document(kind: T) -> T:
    """Decorates a typed dict that clients read: OpenAPI has the docstring below each key as its description.

    The docstrings are read when the document is made: that takes long.
    """
    return with_config(ConfigDict(**{**STRICT_WITHOUT_DOCS, "extra": "ignore"}))(kind)


@cache
def docstrings_in(module: str) -> Mapping[str, Mapping[str, str]]:
    """The docstrings of the keys of each class in a module, by class and key. The module is parsed once."""
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    return {node.name: dict(docstrings_of(node)) for node in body if isinstance(node, ast.ClassDef)}


def field_texts(kind: type) -> dict[str, str]:
    """The docstrings of the fields of a class, by the name that clients see; also of fields that it inherits."""
    texts: dict[str, str] = {}
    for base in _lineage(kind) if is_typeddict(kind) else reversed(kind.__mro__):
        if is_dataclass(base) or is_typeddict(base) or issubclass(base, BaseModel):
            texts |= docstrings_in(base.__module__).get(base.__name__, {})
    return {name.rstrip("_"): text for name, text in texts.items()}


def _lineage(kind: type) -> Iterator[type]:
    """A typed dict after those that it derives from; they are not among its bases at run time."""
    for base in get_original_bases(kind):
        if is_typeddict(base):
            yield from _lineage(base)
    yield kind


def describe_fields(schema: Json, kind: type) -> None:
    """Describe in the JSON schema of a class its fields, the inherited ones too, by their docstrings."""
    members = schema.get("properties", {})
    for name, text in field_texts(kind).items():
        if name in members:
            members[name].setdefault("description", text)


def docstrings_of(node: ast.ClassDef) -> list[tuple[str, str]]:
    """Each key of a class that has a docstring, with this docstring."""
    return [
        (key.target.id, inspect.cleandoc(text.value.value))
        for key, text in zip(node.body, node.body[1:], strict=False)
        if isinstance(key, ast.AnnAssign)
        and isinstance(key.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    ]


def described(hint: Any, text: str) -> Any:
    """The type of a key with its description. NotRequired stays outermost, as typed dicts demand."""
    if get_origin(hint) is NotRequired:
        return NotRequired[Annotated[get_args(hint)[0], Field(description=text)]]
    return Annotated[hint, Field(description=text)]


def shown_model(name: str, description: str, members: Mapping[str, Any]) -> type[BaseModel]:
    """A pydantic model of a document from the types of its keys. A key whose type is NotRequired may be absent."""
    typed: dict[str, Any] = {
        member: (or_null(get_args(hint)[0]), None) if get_origin(hint) is NotRequired else (hint, ...)
        for member, hint in members.items()
    }
    return create_model(name, __base__=Shown, __doc__=description, **typed)


def extended(name: str, text: str, base: type, members: Mapping[str, Any]) -> Any:
    """A document with its own keys, and those of `base`, which OpenAPI describes once."""
    made: Any = new_class(name, (base,), exec_body=lambda space: space.update(__annotations__=members))
    made.__doc__ = text
    return document(made)


def members_of(kind: type) -> dict[str, Any]:
    """The types, with descriptions, of the keys of a document, those of its bases among them."""
    texts = field_texts(kind)
    hints = get_type_hints(kind, include_extras=True)
    return {name: described(hint, texts[name]) if name in texts else hint for name, hint in hints.items()}


def retyped(members: Mapping[str, Any], hints: Mapping[str, Any]) -> dict[str, Any]:
    """The types of a document's keys with other types for some of them, whose descriptions stay."""
    return {**members, **{name: Annotated[hint, *get_args(members[name])[1:]] for name, hint in hints.items()}}


def one_of_these(name: str, by: str | None, text: str, *members: Any) -> Any:
    """A union with a name; its members, one at least, differ in the value of the field `by`, if in one.

    A union of answers ends with its open member, where `by` is any text that no other member has.
    """
    make: Any = TypeAliasType
    return make(name, Annotated[Union[members], UnionTag(by, text)])  # noqa: UP007


def or_null(hint: Any) -> Any:
    """A described type or null, with the same description."""
    plain, *metadata = get_args(hint)
    return Annotated[plain | None, *metadata]


def shown_values(row: Any) -> Json:
    """The values of a session or an action that its document shows as they are stored; bytes become hex text."""
    values = values_of(row, SHOWN)
    for name, value in values.items():
        if isinstance(value, bytes):
            values[name] = value.hex()
    return values


def shown_members(kind: Any, use: Use = SHOWN) -> dict[str, Any]:
    """The types, with descriptions, of the values that documents show of this class of rows; or of another use."""
    return {
        name: Annotated[_on_the_wire(hint, field.type), Field(description=field.description)]
        for name, (hint, field) in stored_fields(kind).items()
        if use in field.uses
    }


_FORMATS: Mapping[Any, Any] = {Id: Uuid, Instant: DateTime, SentInstant: DateTime}


def _on_the_wire(hint: Any, column: Any) -> Any:
    """The type of a stored value as clients read it: bytes are hex text, ids and times say their format."""
    wire = str if hint is bytes or bytes in get_args(hint) else _FORMATS.get(column)
    if wire is None:
        return hint
    return wire | None if type(None) in get_args(hint) else wire
