"""The OpenAPI document, finished: what holds for many operations alike is told here, once."""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from starlette.types import Receive, Scope, Send

from app.api.problems import ProblemDocument
from app.persistence.codec import Json

TEXT = {"type": "string"}
BEARER = {"type": "http", "scheme": "bearer", "description": "A host's token, a seat's token, or an API key."}

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Unguessable. The same key, path and body make nothing new: the answer is what they have made.",
    "schema": {"type": "string", "minLength": 16, "maxLength": 100, "pattern": "^[!-~]+$"},
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of what the client has: 304 while nothing is newer.",
    "schema": TEXT,
}
AGAIN = "Sent again with its Idempotency-Key: what it has made, as it stands now."


class Documented(FastAPI):
    """An application that finishes its own OpenAPI document."""

    prefix = ""
    """The part of the public address behind the host, which a balancer may cut off."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.prefix:
            scope["root_path"] = self.prefix
        await super().__call__(scope, receive, send)

    def openapi(self) -> Json:
        """The document, made once."""
        if self.openapi_schema is None:
            finish(super().openapi())
        document: Json = super().openapi()
        return document


def finish(document: Json) -> None:
    """Add tokens, keys, headers and the media type of problems to every operation of the API."""
    schemas = document["components"]["schemas"]
    told = TypeAdapter(ProblemDocument).json_schema(ref_template="#/components/schemas/{model}")
    schemas |= {**told.pop("$defs", {}), ProblemDocument.__name__: told}
    name_keys(schemas)
    document["components"]["securitySchemes"] = {"bearer": BEARER}
    for path, methods in document["paths"].items():
        if path.startswith("/v1/"):
            for method, operation in methods.items():
                finish_operation(method, operation)


def name_keys(schema: Any) -> None:
    """Where keys have a pattern, no other keys are taken; said in a way that code generators read."""
    if isinstance(schema, dict) and len(schema.get("patternProperties", ())) == 1:
        ((pattern, kind),) = schema.pop("patternProperties").items()
        schema |= {"propertyNames": {"pattern": pattern}, "additionalProperties": kind}
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in parts:
        name_keys(part)


def finish_operation(method: str, operation: Json) -> None:
    """Tell what this operation takes and answers beside its own."""
    responses = operation["responses"]
    operation["security"] = [{"bearer": []}, {}]
    parameters = operation.setdefault("parameters", [])
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    for sent in (*parameters, *bodies):
        sent["schema"] = never_null(sent["schema"])
    if method == "post" and not operation["operationId"].startswith("odds_"):
        parameters.append(IDEMPOTENCY_KEY)
        if "201" in responses:
            responses["200"] = {**responses["201"], "description": AGAIN}
    if "304" in responses:
        parameters.append(IF_NONE_MATCH)
    for status, response in responses.items():
        if told := headers_of(status, responses):
            response["headers"] = {name: header(text) for name, text in told.items()}


def never_null(schema: Json) -> Json:
    """The schema of a parameter or a body, which may be left out but is not null."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**{name: told for name, told in schema.items() if name != "anyOf"}, **kinds[0]}


def headers_of(status: str, responses: Json) -> dict[str, str]:
    """The headers that come with every response of a status."""
    told = {"Content-Language": "The language of the texts."} if status >= "400" else {}
    if "201" in responses and status in ("200", "201"):
        told["Location"] = "Where it is."
    if status in ("200", "304") and "304" in responses:
        told["ETag"] = "Changes with the session's log."
    if status == "401":
        told["WWW-Authenticate"] = "`Bearer`."
    if status in ("429", "503"):
        told["Retry-After"] = "Seconds to wait."
    return told


def header(text: str) -> dict[str, Any]:
    """A header that is always there."""
    return {"description": text, "required": True, "schema": TEXT}
