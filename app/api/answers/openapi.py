"""Completes the OpenAPI document with what many operations have in common."""

from asyncio import Lock
from typing import Any

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

from app.api.answers.kept import Kept, kept_json
from app.api.schemas.deprecations import announce
from app.api.schemas.names import public_names
from app.api.schemas.refusals import problem_document
from app.api.schemas.responses import AllResponses
from app.api.schemas.shapes import shape
from app.api.schemas.shared import share
from app.api.schemas.telling import tell
from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebooks

TEXT = {"type": "string"}
BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a host, of a seat or of a player, or an API key.",
}

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A random text. A request that is sent again to the same path with the same key and body changes "
    "nothing: the response shows what the first one made.",
    "schema": {"type": "string", "minLength": 16, "maxLength": 100, "pattern": "^[!-~]+$"},
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of the state that the client has: the response is 304 while nothing has changed.",
    "schema": TEXT,
}
AGAIN = "The request was sent again with its Idempotency-Key: what the first one made, in its present state."


class Documented(FastAPI):
    """A FastAPI application that completes its OpenAPI document."""

    def __init__(self, books: Rulebooks, responses: AllResponses, **options: Any) -> None:
        super().__init__(**options)
        self._books, self._responses, self._making = books, responses, Lock()
        self._kept: Kept | None = None

    def openapi(self) -> Json:
        """The document, which is made once."""
        if self.openapi_schema is None:
            responses = self._responses
            with public_names(self._books, problem_document(responses.question), *responses.asked):
                finish(super().openapi())
            tell(super().openapi(), self._books)
            announce(super().openapi())
        document: Json = super().openapi()
        return document

    async def kept(self) -> Kept:
        """The document as bytes. Making it takes seconds: one request has it made on a thread, the others wait."""
        async with self._making:
            if self._kept is None:
                self._kept = kept_json(await run_in_threadpool(self.openapi))
        return self._kept


def finish(document: Json) -> None:
    """Add schemas of problems, tokens, keys and headers to the document and to every operation below /v1."""
    components = document["components"]
    components["schemas"] = shape(components["schemas"], {"paths": document["paths"]})
    components["securitySchemes"] = {"bearer": BEARER}
    for path, methods in document["paths"].items():
        if path.startswith("/v1"):
            for method, operation in methods.items():
                finish_operation(method, operation)
    share(document)


def finish_operation(method: str, operation: Json) -> None:
    """Add the parameters, responses and headers that this operation has in common with others."""
    responses = operation["responses"]
    operation["security"] = [{"bearer": []}, {}]
    parameters = operation.setdefault("parameters", [])
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    contents = [content for response in responses.values() for content in response.get("content", {}).values()]
    for parameter in parameters:
        parameter["schema"] = never_null(parameter["schema"])
    for shown in (*parameters, *bodies, *contents):
        shown.get("schema", {}).pop("title", None)
    if method == "post" and not operation["operationId"].startswith("odds_"):
        parameters.append(IDEMPOTENCY_KEY)
        if "201" in responses:
            responses["200"] = {**responses["201"], "description": AGAIN}
    if "304" in responses:
        parameters.append(IF_NONE_MATCH)
    for status, response in responses.items():
        if texts := headers_of(status, responses):
            response["headers"] = {name: header(text) for name, text in texts.items()}


def never_null(schema: Json) -> Json:
    """The schema of a parameter without null: it may be absent, but it cannot be null."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**{name: value for name, value in schema.items() if name != "anyOf"}, **kinds[0]}


def headers_of(status: str, responses: Json) -> dict[str, str]:
    """The headers of every response with this status, each with its description."""
    headers = {"X-Request-ID": "The id of the request: the caller's, if it sent 1 to 100 visible ASCII characters."}
    if status >= "400":
        headers["Content-Language"] = "The language of the texts, as a code."
    if "201" in responses and status in ("200", "201"):
        headers["Location"] = "The path of what was made or changed."
    if status in ("200", "304") and "304" in responses:
        headers["ETag"] = "Identifies what is shown; that of a session changes whenever its log grows."
    if status == "401":
        headers["WWW-Authenticate"] = "Always `Bearer`."
    if status in ("429", "503"):
        headers["Retry-After"] = "How many seconds to wait before the next request."
    return headers


def header(text: str) -> dict[str, Any]:
    """The description of a header that is always sent."""
    return {"description": text, "required": True, "schema": TEXT}
