"""Completes the OpenAPI document with what many operations have in common."""

import subprocess
import sys
from asyncio import Lock
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from pydantic_core import from_json

from app.api.responses.cached_document import CachedDocument, cached_json
from app.api.schemas.bodies import GivenAnswer
from app.api.schemas.deprecations import announce
from app.api.schemas.descriptions import add_descriptions, in_language
from app.api.schemas.examples import add_examples
from app.api.schemas.names import public_names
from app.api.schemas.refusals import problem_document
from app.api.schemas.shapes import shape
from app.api.schemas.shared import share
from app.persistence.stored.codec import Json, all_questions
from app.services.documents.question import QuestionFields
from app.services.documents.setup import SetupFields
from app.services.documents.webhook_messages import MESSAGES
from app.services.events.shapes import CasualtyFields
from app.services.rulebooks.names import answer_name, schema_name, title_case
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
LIMITS = {
    "RateLimit": "What is left of the limit of requests, and for how many seconds. Sent where the operator sets one.",
    "RateLimit-Policy": "The limit of requests. Sent where the operator sets one.",
}
SIGNED = {
    "id": "The id of the message, the same each time that it is sent.",
    "timestamp": "When it is sent, in seconds since 1970.",
    "signature": "Signatures in the Standard Webhooks form, one for each secret.",
}
"""The headers of messages to webhooks."""
AGAIN = "Sent again with its Idempotency-Key: what the first request made, as it is now."
EXTENDED = (QuestionFields, SetupFields, CasualtyFields)
"""The documents that others extend, and no operation answers alone."""
TWINS = {"UnusedAnswer": "GivenAnswer"}
"""Schemas of what is read in whose place that of what is sent stands, which is the same."""


PACKAGE = Path(__file__).parents[2]
SHIPPED = (PACKAGE / "openapi.json", PACKAGE.parent / "clients" / "openapi.json")
"""Where a release, or a clone, has the document without examples for its own rulebooks."""


class Documented(FastAPI):
    """A FastAPI application that completes its OpenAPI document."""

    def __init__(self, books: Rulebooks, **options: Any) -> None:
        super().__init__(**options, separate_input_output_schemas=False)
        self._books, self._making = books, Lock()
        self._kept: dict[bool, CachedDocument] = {}

    def made(self) -> Json:
        """The document without examples, made here and now: that takes seconds, so no process that serves does it."""
        with public_names(self._books, problem_document(), GivenAnswer, *EXTENDED, *MESSAGES.values()):
            document: Json = super().openapi()
        self.openapi_schema = None
        finish(document, described_once(self._books), sorted(map(title_case, self._books), key=len, reverse=True))
        add_descriptions(document, self._books)
        announce(document)
        return document

    def openapi(self) -> Json:
        """The document with its examples, made here and now."""
        document = self.made()
        add_examples(document, self._books)
        return document

    async def kept(self, *, examples: bool) -> CachedDocument:
        """The document as bytes. One request has it read on a thread, the others wait."""
        async with self._making:
            if examples not in self._kept:
                self._kept[examples] = cached_json(await run_in_threadpool(self._read, examples))
        return self._kept[examples]

    def _read(self, examples: bool) -> Json:
        """The document that is shipped; where there is none for these rulebooks, that which another process makes."""
        shipped: list[Json] = [from_json(found.read_bytes()) for found in SHIPPED if found.is_file()]
        fitting = (one for one in shipped if one["tags"] == self.openapi_tags)
        document = next(fitting, None) or made_elsewhere()
        document["info"] |= {"contact": self.contact} if self.contact else {}
        document |= {"servers": self.servers} if self.servers else {}
        document["components"]["parameters"]["Language"] = in_language(self._books)
        if examples:
            add_examples(document, self._books)
        return document


def made_elsewhere() -> Json:
    """The document without examples, made by another process with the same rulebooks."""
    done = subprocess.run(
        [sys.executable, "-m", f"{__name__.partition('.')[0]}.cli", "openapi"], stdout=subprocess.PIPE, check=True
    )
    document: Json = from_json(done.stdout)
    return document


def described_once(books: Rulebooks) -> dict[str, str | None]:
    """The schemas in whose place the document has another: those of answers of each ruleset, and twins.

    None: a ruleset tells it itself, as it does what lists have to keep to that seats bring.
    """
    names = [(slug, name) for slug, book in books.items() for name in ("", *all_questions(book.ruleset))]
    boards = [(slug, book.ruleset.board) for slug, book in books.items() if book.ruleset.board]
    limits = [schema_name(slug, board.bringing.limits.__name__) for slug, board in boards if board.bringing]
    answers = {schema_name(slug, answer_name(name)): GivenAnswer.__name__ for slug, name in names}
    return {**answers, **TWINS, **dict.fromkeys(limits)}


def finish(document: Json, once: dict[str, str | None], families: list[str]) -> None:
    """Add schemas of problems, tokens, keys and headers to the document and to every operation below /v1."""
    components = document["components"]
    document["webhooks"] = {name: receiving(name, kind) for name, kind in MESSAGES.items()}
    others = {"paths": document["paths"], "webhooks": document["webhooks"]}
    components["schemas"] = shape(components["schemas"], others, once, families)
    components["securitySchemes"] = {"bearer": BEARER}
    document["security"] = [{"bearer": []}, {}]
    for path, methods in document["paths"].items():
        if path.startswith("/v1"):
            for method, operation in methods.items():
                finish_operation(path, method, operation)
    share(document)


def receiving(name: str, kind: type) -> Json:
    """The operation of a receiver that takes a message of a type."""
    headers = [
        {"name": f"webhook-{part}", "in": "header", "required": True, "description": text, "schema": TEXT}
        for part, text in SIGNED.items()
    ]
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
    return {
        "post": {
            "tags": ["webhook-messages"],
            "operationId": f"receive_{name.replace('-', '_')}",
            "summary": str(kind.__doc__).removesuffix("."),
            "parameters": headers,
            "requestBody": {"required": True, "content": content},
            "responses": {"2XX": {"description": "Taken. Any other answer counts as a failure, and it is sent again."}},
        }
    }


def finish_operation(path: str, method: str, operation: Json) -> None:
    """Add the parameters, responses and headers that this operation has in common with others."""
    responses = operation["responses"]
    for status in () if "requestBody" in operation else ("400", "413", "415"):
        responses.pop(status, None)
    if "{" not in path and not operation["operationId"].startswith(("attack_", "follow_")):  # which name a session
        responses.pop("404", None)
    parameters = operation.setdefault("parameters", [])
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    contents = [content for response in responses.values() for content in response.get("content", {}).values()]
    for parameter in parameters:
        parameter["schema"] = never_null(parameter["schema"])
        parameter["schema"].pop("description", None)  # which the parameter itself has
    for shown in (*parameters, *bodies, *contents):
        shown.get("schema", {}).pop("title", None)
    if method == "post" and not operation["operationId"].startswith("odds_"):
        parameters.append(IDEMPOTENCY_KEY)
        made = next((status for status in ("201", "202") if status in responses), None)
        if made == "201" or (made and "200" not in responses):
            responses["200"] = {**responses[made], "description": AGAIN}
    if "304" in responses:
        parameters.append(IF_NONE_MATCH)
    for status, response in responses.items():
        found = {name: header(text) for name, text in headers_of(status, responses).items()}
        found |= {name: header(text, is_always=False) for name, text in limits_of(status).items()}
        if found:
            response["headers"] = found


def never_null(schema: Json) -> Json:
    """The schema of a parameter without null: it may be absent, but it cannot be null."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**{name: value for name, value in schema.items() if name != "anyOf"}, **kinds[0]}


def headers_of(status: str, responses: Json) -> dict[str, str]:
    """The headers of responses with this status, each with its description; about.md tells those of every response."""
    headers = {}
    if "201" in responses and status in ("200", "201"):
        headers["Location"] = "The path of what was made or changed."
    if status in ("200", "304") and "304" in responses:
        headers["ETag"] = "Identifies what is shown; that of a session changes whenever its log grows."
    if status == "401":
        headers["WWW-Authenticate"] = "Always `Bearer`."
    return headers


def limits_of(status: str) -> dict[str, str]:
    """The headers of responses with this status that tell of limits, each with its description."""
    if not status.startswith("2") and status != "default":
        return {}
    return LIMITS | ({"Retry-After": "In how many seconds it is worth sending again."} if status == "default" else {})


def header(text: str, *, is_always: bool = True) -> dict[str, Any]:
    """The description of a header that is always sent, or sometimes."""
    return {"description": text, **({"required": True} if is_always else {}), "schema": TEXT}
