"""Strict bodies: pydantic reads the raw bytes itself, so that no value is converted on the way."""

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import fastapi
from fastapi import Request, Response
from fastapi._compat import ModelField
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, PlainValidator, TypeAdapter, ValidationError, create_model
from starlette.datastructures import QueryParams
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.requests.deprecations import headers_of
from app.api.requests.request_info import header
from app.errors import Problem
from app.faults.bounded import Reader
from app.faults.hints import hints
from app.faults.lenient import validate_leniently
from app.faults.members import require_members
from app.faults.schema import Schema
from app.persistence.stored.codec import STRICT_WITHOUT_DOCS
from app.services.document_types import lazy_schema

OF_OTHERS = {(f"/v1/{name}", "group_by"): f"/v1/{name}/summary" for name in ("actions", "rolls", "casualties")}
"""Where a parameter belongs that a path does not have, by the path and the parameter."""
LIMIT, LARGE, LARGEST = 64 * 1024, 256 * 1024, 1024 * 1024
"""How many bytes a body may have: usually, with a whole squad or army in it, and with many attacks."""
LONG = 16 * 1024
"""From so many bytes on it takes long to check a body: that is done beside the event loop, in turn."""


@dataclass(frozen=True)
class StrictBody:
    """What an annotation says of a body: its model, which is made when it is first needed, and its size in bytes."""

    make: Callable[[], Any]
    limit: int

    @cached_property
    def kind(self) -> Any:
        """The model, which is made once."""
        return self.make()

    @cached_property
    def reader(self) -> Reader[Any]:
        """Reads the body."""
        return Reader(TypeAdapter(self.kind))

    def value(self, raw: bytes) -> object:
        """The body from its raw bytes, which may have been read already. Raises what validate() raises."""
        return raw.value if isinstance(raw, ReadBody) else self.validate(raw)

    def validate(self, raw: bytes) -> object:
        """The body from its raw bytes.

        Raises pydantic's ValidationError, and Problem where an object has a key twice or too many members.
        """
        require_members(raw)
        return validate_leniently(self.reader.validate, raw)


class ReadBody(bytes):
    """The raw bytes of a body that is read already, with what came of it: its value, or why it was refused."""

    read: object
    refused: Exception | None = None

    @property
    def value(self) -> object:
        """The body, which is asked for once. Raises what validate() raised."""
        if self.refused is not None:
            raise self.__dict__.pop("refused")  # no frame and no body holds what it raises: that is garbage for long
        return self.read


def read_beforehand(body: StrictBody, raw: bytes) -> ReadBody:
    """A body that is read, with whatever came of it."""
    done = ReadBody(raw)
    try:
        value = body.validate(raw)
    except (ValidationError, Problem) as refused:
        refused.__traceback__ = refused.__context__ = None  # whose frames hold all that was read
        done.refused = refused
    else:
        done.read = value
    return done


@dataclass(frozen=True)
class LooseBody(StrictBody):
    """A body that is told to clients by its model, and whose route reads past its faults itself."""

    def validate(self, raw: bytes) -> object:
        """The JSON object. Raises pydantic's ValidationError where it is none, and Problem as all bodies do."""
        require_members(raw)
        return OBJECT.validate_json(raw)


OBJECT = TypeAdapter(dict[str, Any])

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

    model_config = ConfigDict(**STRICT_WITHOUT_DOCS, frozen=True)


def model(name: str, base: type[BaseModel], doc: str, **members: Any) -> type[BaseModel]:
    """A model with these fields. Each is given by its type and its default, or `...` where it is required."""
    return create_model(name, __base__=base, __doc__=doc, **members)


def strict(make: Callable[[], Any], limit: int = LIMIT) -> Any:
    """The annotation for a body that is validated from its raw bytes, of which it may have `limit`."""
    return _annotated(StrictBody(make, limit))


def loose(make: Callable[[], Any], limit: int = LIMIT) -> Any:
    """The annotation for a body of which a route gets the JSON object, to tell more of its faults than the first."""
    return _annotated(LooseBody(make, limit))


def _annotated(body: StrictBody) -> Any:
    return Annotated[lazy_schema(lambda: body.kind), PlainValidator(body.value), fastapi.Body(), body]


def schema_of(route: object) -> Schema | None:
    """What the body of a route may hold; None where it takes none. It is made when the first fault is told."""
    if not isinstance(route, StrictRoute) or route.strict_body is None:
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
            declared = header(self.scope, b"content-length") or ""
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


Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def answering(handler: Handler) -> ASGIApp:
    """What answers with a handler alone: a route that takes nothing but a body needs no stacks of dependencies."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        response = await handler(Request(scope, receive))
        await response(scope, receive, send)

    return app


class StrictRoute(APIRoute):
    """A route with strict bodies, whose texts come in the `language` that the query names.

    A path is compared with it only where it has what its own begins and ends with: there are a hundred routes.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if self.reads_body_alone:
            self.app = answering(self.get_route_handler())
        self._start, self._end = self.path.partition("{")[0], self.path.rpartition("}")[2]
        told = self.openapi_extra or {}
        self.openapi_extra = {**told, "parameters": [*told.get("parameters", ()), IN_LANGUAGE]}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """How well a request fits."""
        path = scope["path"]
        return super().matches(scope) if self._start in path and path.endswith(self._end) else (Match.NONE, {})

    @cached_property
    def body_schema(self) -> Schema:
        """What the body may hold."""
        return Schema(self.strict_body.reader.adapter.json_schema(by_alias=True) if self.strict_body else {})

    @cached_property
    def strict_body(self) -> StrictBody | None:
        """What is said of the body; None where the route takes none."""
        told = self.body_field.field_info.metadata if self.body_field else ()
        return next((each for each in told if isinstance(each, StrictBody)), None)

    def get_route_handler(self) -> Handler:
        """Check the size, the media type and the names of query parameters before anything is read.

        Raises Problem body-too-large (413), unsupported-media-type (415), unknown-parameter (422).
        """
        ordinary, alone = super().get_route_handler(), self.reads_body_alone
        going = headers_of(self.operation_id)
        known = {name for parameter in self.dependant.query_params for name in parameter_names(parameter)}
        known |= {each["name"] for each in (self.openapi_extra or {}).get("parameters", ())}  # which the route reads

        async def handle(request: Request) -> Response:
            raw = RawRequest(request.scope, request.receive)
            raw.limit = self.strict_body.limit if self.strict_body else LIMIT
            sent = await raw.body()
            if sent:
                media_type = header(raw.scope, b"content-type") or ""
                if media_type.partition(";")[0].strip().lower() != "application/json":
                    raise Problem("unsupported-media-type")
            for name in raw.query_params if raw.scope["query_string"] and self.include_in_schema else ():
                if name not in known:
                    elsewhere = OF_OTHERS.get((self.path, name))
                    params = {"parameter": name, **hints(name, sorted(known)), "known": sorted(known)}
                    raise Problem(
                        "unknown-parameter",
                        at=("query", name),
                        reason=elsewhere and "of-other-path",
                        params=params | ({"path": elsewhere} if elsewhere else {}),
                    )
            if alone:
                build = raw.app.state.context.build_document
                values = await build(alone, sent, raw) if len(sent) >= LONG else alone(sent, raw)
                response: Response = await self.endpoint(**values)
            else:
                if self.strict_body and len(sent) >= LONG:
                    raw._body = await raw.app.state.context.build_document(read_beforehand, self.strict_body, sent)
                response = await ordinary(raw)
            if going:
                response.headers.update(going)
            return response

        return handle

    @cached_property
    def reads_body_alone(self) -> Callable[[bytes, Request], dict[str, Any]] | None:
        """Reads what an endpoint is given that takes nothing but a body and the request; None where it takes more.

        FastAPI would look on every request for all that an endpoint may take, at a tenth of what an attack costs.
        """
        strict_body, needs = self.strict_body, self.dependant
        others = (needs.path_params, needs.query_params, needs.header_params, needs.cookie_params, needs.dependencies)
        if self.body_field is None or strict_body is None or any(others) or needs.request_param_name is None:
            return None
        body_name, request_name = self.body_field.name, needs.request_param_name

        def read(sent: bytes, request: Request) -> dict[str, Any]:
            if not sent:
                raise RequestValidationError([{"type": "missing", "loc": ("body",), "msg": "", "input": None}])
            try:
                return {body_name: strict_body.validate(sent), request_name: request}
            except ValidationError as invalid:
                errors = invalid.errors(include_url=False)
                raise RequestValidationError(
                    [{**error, "loc": ("body", *error["loc"])} for error in errors], body=sent
                ) from None

        return read


def found_by_path(routes: Iterable[BaseRoute], others: ASGIApp) -> ASGIApp:
    """The application of the routes, of which `others` looks for one after the other.

    Those that take nothing but a body, at a path without parameters, are found by it at once: attacks are among them.
    """
    direct = {
        route.path: route
        for route in routes
        if isinstance(route, StrictRoute) and route.reads_body_alone and route.methods == {"POST"}
    }

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        route = direct.get(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if route is None:
            await others(scope, receive, send)
        else:
            scope["route"], scope["path_params"] = route, {}
            await route.app(scope, receive, send)

    return app
