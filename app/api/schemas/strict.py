"""Strict bodies: pydantic reads the raw bytes itself, so that no value is converted on the way."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from fastapi import Request, Response
from fastapi._compat import ModelField
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, TypeAdapter, WrapValidator, create_model
from starlette.datastructures import QueryParams

from app.api.schemas.going import headers_of
from app.errors import Problem
from app.faults.hints import hints
from app.faults.mend import mending
from app.faults.schema import Schema
from app.persistence.codec import STRICT, UNTOLD

LIMIT, LARGE, LARGEST = 64 * 1024, 256 * 1024, 1024 * 1024
"""How many bytes a body may have: usually, with a whole squad or army in it, and with many attacks."""


@dataclass(frozen=True)
class BodyLimit:
    """How many bytes the body may have that an annotation describes."""

    bytes: int


LANGUAGE = "language"
"""The parameter of every query that names the language of the texts; it wins over Accept-Language."""
IN_LANGUAGE = {
    "name": LANGUAGE,
    "in": "query",
    "required": False,
    "description": "The language of the texts, as a code such as `de`; it wins over Accept-Language. One that has no "
    "texts gives English.",
    "schema": {"type": "string"},
}


class Body(BaseModel):
    """A strict request body: no unknown fields, no conversion of types."""

    model_config = ConfigDict(**STRICT, frozen=True)


class BuiltBody(Body):
    """The base of bodies that are built from a rulebook, whose fields bring their texts along."""

    model_config = ConfigDict(**UNTOLD, frozen=True)


def model(name: str, base: type[BaseModel], doc: str, **members: Any) -> type[BaseModel]:
    """A model with these fields. Each is given by its type and its default, or `...` where it is required."""
    return create_model(name, __base__=base, __doc__=doc, **members)


def strict(shape: type[BaseModel], limit: int = LIMIT) -> Any:
    """The annotation for a body that is validated from its raw bytes, of which it may have `limit`."""
    adapter: TypeAdapter[Any] = TypeAdapter(shape)

    def validate(raw: object, _handler: object) -> object:
        return mending(adapter.validate_json, raw if isinstance(raw, bytes) else b"null")

    return Annotated[shape, WrapValidator(validate), BodyLimit(limit)]


def schema_of(route: object) -> Schema | None:
    """What the body of a route may hold; None where it takes none. It is made when the first fault is told."""
    if not isinstance(route, StrictRoute) or route.body_field is None:
        return None
    return route.body_schema


class RawRequest(Request):
    """A request whose JSON is its raw bytes, and whose body has a limited size.

    Its query has no `language`, which is no parameter of a route but of all.
    """

    limit = LIMIT

    @property
    def query_params(self) -> QueryParams:
        """The parameters that the route knows."""
        return QueryParams([pair for pair in super().query_params.multi_items() if pair[0] != LANGUAGE])

    async def json(self) -> bytes:
        """The body as raw bytes."""
        return await self.body()

    async def body(self) -> bytes:
        """The body, which is read once. Raises Problem body-too-large (413)."""
        if not hasattr(self, "_body"):
            chunks, size = [], 0
            declared = self.headers.get("content-length", "")
            if declared.isascii() and declared.isdecimal() and (len(declared) > 18 or int(declared) > self.limit):
                raise Problem("body-too-large", params={"limit": self.limit})
            async for chunk in self.stream():
                size += len(chunk)
                if size > self.limit:
                    raise Problem("body-too-large", params={"limit": self.limit})
                chunks.append(chunk)
            self._body = b"".join(chunks)
        return self._body


def parameter_names(parameter: ModelField) -> list[str]:
    """The names of a query parameter: its own, or if it is a model, those of its fields."""
    kind = parameter.field_info.annotation
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return list(kind.model_fields)
    return [parameter.alias]


class StrictRoute(APIRoute):
    """A route with strict bodies, whose texts come in the `language` that the query names."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        told = self.openapi_extra or {}
        self.openapi_extra = {**told, "parameters": [*told.get("parameters", ()), IN_LANGUAGE]}

    @cached_property
    def body_schema(self) -> Schema:
        """What the body may hold."""
        kind: Any = self.body_field.field_info.annotation if self.body_field else None
        shape: TypeAdapter[Any] = TypeAdapter(kind)
        return Schema(shape.json_schema(by_alias=True))

    @cached_property
    def body_limit(self) -> int:
        """How many bytes the body may have."""
        told = self.body_field.field_info.metadata if self.body_field else ()
        return next((each.bytes for each in told if isinstance(each, BodyLimit)), LIMIT)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Check the size, the media type and the names of query parameters before anything is read.

        Raises Problem body-too-large (413), unsupported-media-type (415), unknown-parameter (422).
        """
        handler = super().get_route_handler()
        going = headers_of(self.operation_id)
        known = {name for parameter in self.dependant.query_params for name in parameter_names(parameter)}

        async def handle(request: Request) -> Response:
            raw = RawRequest(request.scope, request.receive)
            raw.limit = self.body_limit
            if await raw.body():
                media_type = raw.headers.get("content-type", "").partition(";")[0].strip().lower()
                if media_type != "application/json":
                    raise Problem("unsupported-media-type")
            for name in raw.query_params if raw.scope["query_string"] and self.include_in_schema else ():
                if name not in known:
                    params = {"parameter": name, **hints(name, sorted(known)), "known": sorted(known)}
                    raise Problem("unknown-parameter", at=("query", name), params=params)
            response = await handler(raw)
            if going:
                response.headers.update(going)
            return response

        return handle
