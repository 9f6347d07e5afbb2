"""How the documents that clients read are described, for the functions that build them and for OpenAPI.

A document is a typed dict whose keys have docstrings. mypy compares it with the function that builds it, OpenAPI shows
the docstrings, and nothing is checked at run time. Values that a document shows as they are stored are listed by the
class of their row.
"""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NotRequired, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, create_model, with_config

from app.persistence.codec import STRICT, UNTOLD, Json
from app.persistence.fields import SHOWN, stored_fields, values_of

T = TypeVar("T", bound=type)


class Shown(BaseModel):
    """The base of documents that depend on a rulebook, or whose fields are listed by the class of a row."""

    model_config = ConfigDict(**{**STRICT, "extra": "ignore"})


def document(kind: T) -> T:
    """Decorates a typed dict that clients read: the docstring below each key becomes its description in OpenAPI."""
    texts = docstrings_in(kind.__module__).get(kind.__name__, {})
    for name, text in texts.items():
        kind.__annotations__[name] = described(kind.__annotations__[name], text)
    return with_config(ConfigDict(**{**UNTOLD, "extra": "ignore"}))(kind)


@cache
def docstrings_in(module: str) -> Mapping[str, Mapping[str, str]]:
    """The docstrings of the keys of each class in a module, by class and key. The module is parsed once."""
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    return {node.name: dict(docstrings_of(node)) for node in body if isinstance(node, ast.ClassDef)}


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


class LaterShown(Shown):
    """The base of documents whose validation nobody needs: pydantic builds it when OpenAPI is asked for."""

    model_config = ConfigDict(defer_build=True)


def shown_model(
    name: str, description: str, members: Mapping[str, Any], base: type[BaseModel] = Shown
) -> type[BaseModel]:
    """A pydantic model of a document from the types of its keys. A key whose type is NotRequired may be absent."""
    typed: dict[str, Any] = {
        member: (or_null(get_args(hint)[0]), None) if get_origin(hint) is NotRequired else (hint, ...)
        for member, hint in members.items()
    }
    return create_model(name, __base__=base, __doc__=description, **typed)


def or_null(hint: Any) -> Any:
    """A described type or null, with the same description."""
    plain, *metadata = get_args(hint)
    return Annotated[plain | None, *metadata]


def shown_values(row: Any) -> Json:
    """The values of a session or an action that its document shows as they are stored; bytes become hex text."""
    values = values_of(row, SHOWN)
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}


def shown_members(kind: Any) -> dict[str, Any]:
    """The types, with descriptions, of the values that shown_values() gives for this class of rows."""
    return {
        name: Annotated[_in_hex(hint), Field(description=field.description)]
        for name, (hint, field) in stored_fields(kind).items()
        if SHOWN in field.uses
    }


def _in_hex(hint: Any) -> Any:
    if hint is bytes:
        return str
    return str | None if bytes in get_args(hint) else hint
