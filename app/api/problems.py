"""Problem documents (RFC 9457): how every refusal is written, in the caller's language."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired

import sqlalchemy as sa
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic_core import from_json, to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from typing_extensions import TypedDict

from app.api.context import Context, language_of
from app.api.requested import note_of
from app.domain.errors import IllegalOption, IllegalSituation, TableOverrun
from app.errors import STATUS, Problem, pointer
from app.persistence.batch import KeyReused
from app.persistence.database import Unstorable, may_pass, message_of
from app.persistence.refusals import first_line
from app.persistence.writer import Busy
from app.services.documents.question import question_document
from app.services.rulebooks.texts import SERVICE_MESSAGES, Texts
from app.services.typed import document

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
_BY_STATUS = {404: "not-found", 405: "method-not-allowed", 400: "invalid-json", 413: "body-too-large"}


@document
class ProblemError(TypedDict):
    """One fault in a request."""

    pointer: str
    """A JSON pointer (RFC 6901) to the fault. For a fault outside of the body it begins with `/query`, `/path` or
    `/header`."""
    code: str
    """What kind of fault it is."""
    detail: str
    """The fault in a sentence."""
    rule: NotRequired[str | None]
    """The id of the rule that forbids it; absent where no rule does."""


@document
class ProblemDocument(TypedDict):
    """A refusal, as a problem document (RFC 9457)."""

    type: str
    """The code as a URN."""
    title: str
    """What kind of problem it is, in a few words."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong with this request, in a sentence."""
    code: str
    """The code of the problem, which programs can rely on."""
    reason: NotRequired[str | None]
    """The code that the ruleset or the service gives to the reason; absent where there is none."""
    rule: NotRequired[str | None]
    """The id of the rule that is the reason; absent where no rule is."""
    request_id: NotRequired[str | None]
    """The id under which the service's log has this request."""
    errors: NotRequired[list[ProblemError] | None]
    """The faults in the request, each with its place; absent where the problem has no place."""


def problem_response(
    context: Context, request: Request, problem: Problem, errors: Sequence[Mapping[str, Any]] = ()
) -> Response:
    """A problem as a response; `errors` are the faults that are already found, with their places."""
    language = language_of(request, context)
    book = context.books.get(problem.ruleset or _slug_in(request))
    texts = book.texts(language) if book else Texts([SERVICE_MESSAGES], language)
    detail = texts.find(f"reason.{problem.reason}", problem.params) if problem.reason else None
    detail = detail or texts.find(f"detail.{problem.code}", problem.params) or problem.code
    document: dict[str, Any] = {
        "type": f"urn:umpire:problem:{problem.code}",
        "title": texts.find(f"title.{problem.code}", {}) or problem.code,
        "status": problem.status,
        "detail": detail,
        "code": problem.code,
    }
    if problem.reason:
        document["reason"] = problem.reason
    if problem.rule:
        document["rule"] = problem.rule
    if problem.at is not None:
        own = {"pointer": pointer(problem.at), "code": problem.reason or problem.code, "detail": detail}
        errors = [{**own, "rule": problem.rule} if problem.rule else own]
    if errors:
        document["errors"] = list(errors)
    if note := note_of(request.scope):
        note.code = problem.code
        document["request_id"] = note.id
    extra = dict(problem.extra)
    if (state := extra.pop("state", None)) is not None:
        known = context.books[state.action.ruleset]
        extra["pending"] = question_document(known, state, known.texts(language))
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.status in (429, 503):
        headers["Retry-After"] = "1"
    return Response(to_json({**document, **extra}), problem.status, headers, MEDIA_TYPE)


def _slug_in(request: Request) -> str:
    """The slug of the ruleset in the path; empty where the path names none."""
    _, _, rest = request.url.path.partition("/v1/rulesets/")
    return rest.partition("/")[0]


def of_validation(context: Context, request: Request, invalid: RequestValidationError) -> Response:
    """The response for faults that pydantic finds. Each has a pointer; the values sent are never repeated."""
    faults = invalid.errors()
    if any(error["type"] == "json_invalid" for error in faults):
        return problem_response(context, request, Problem("invalid-json"))
    texts = Texts([SERVICE_MESSAGES], language_of(request, context))
    body = from_json(invalid.body) if isinstance(invalid.body, bytes) and invalid.body else None
    paths = [_path_of(error, body) for error in faults]
    errors = [
        {"pointer": pointer(path), "code": _code_of(error, path), "detail": _detail_of(error, texts)}
        for error, path in zip(faults, paths, strict=True)
    ]
    codes = {error["code"] for error in errors}
    code = codes.pop() if len(codes) == 1 and codes <= STATUS.keys() else "invalid-request"
    return problem_response(context, request, Problem(code), errors)


def _path_of(error: Mapping[str, Any], body: object) -> tuple[str | int, ...]:
    """The path to a fault in the body.

    pydantic's path also contains members of unions, which are not in the body; they are left out.
    """
    place, *parts = error["loc"]
    if error["type"].startswith("union_tag") and (tag := str(error["ctx"].get("discriminator", "")).strip("'")):
        parts = [*parts, tag]
    if place != "body":
        return (place, *parts)
    path, at = [], body
    for n, part in enumerate(parts):
        is_there = part in at if isinstance(at, dict) else isinstance(at, list) and isinstance(part, int)
        if is_there:
            at = at[part]  # type: ignore[index]
        is_named = error["type"] == "missing" or error["type"].startswith("union_tag")
        if is_there or (is_named and n == len(parts) - 1):
            path.append(part)
    return tuple(path)


def _code_of(error: Mapping[str, Any], path: tuple[str | int, ...]) -> str:
    is_unknown = error["type"] in ("extra_forbidden", "unexpected_keyword_argument") or path[-1:] == ("preset",)
    if is_unknown and path[:1] == ("options",):
        return "unknown-option"
    return str(error["type"]).replace("_", "-")


def _detail_of(error: Mapping[str, Any], texts: Texts) -> str:
    return texts.find(f"invalid.{error['type']}", error.get("ctx", {})) or str(error["msg"])


def illegal_situation(refusal: IllegalSituation, field: str) -> Problem:
    """The Problem for a situation that the rules forbid. `field`: the name of the situation in the body."""
    body = "options" if isinstance(refusal, IllegalOption) else field
    at = (body, *(_wire(part) for part in refusal.field))
    return Problem("illegal-situation", at=at, reason=refusal.reason, rule=refusal.rule, params=refusal.params)


def install(app: FastAPI, context: Context) -> None:
    """Make every exception a problem document."""

    async def on_problem(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, Problem)
        return problem_response(context, request, problem)

    async def on_refusal(request: Request, refusal: Exception) -> Response:
        assert isinstance(refusal, IllegalSituation)
        return problem_response(context, request, illegal_situation(refusal, "situation"))

    async def on_invalid(request: Request, invalid: Exception) -> Response:
        assert isinstance(invalid, RequestValidationError)
        return of_validation(context, request, invalid)

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = problem_response(context, request, Problem(_BY_STATUS.get(error.status_code, "not-found")))
        response.headers.update(error.headers or {})
        allow_head(response)
        return response

    async def on_failure(request: Request, failure: Exception) -> Response:
        assert isinstance(failure, sa.exc.DBAPIError)
        if may_pass(failure):
            context.reading.failed(first_line(failure))
            return problem_response(context, request, Problem("busy"))
        log.error("the database cannot do what was asked: %s [%s]", message_of(failure), failure.statement)
        return problem_response(context, request, Problem("internal-error"))

    async def on_full_pool(request: Request, failure: Exception) -> Response:
        context.reading.failed(str(failure))
        return problem_response(context, request, Problem("busy"))

    def answering(code: str) -> Any:
        async def answer(request: Request, _error: Exception) -> Response:
            return problem_response(context, request, Problem(code))

        return answer

    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(IllegalSituation, on_refusal)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(TableOverrun, answering("limit-exceeded"))
    app.add_exception_handler(KeyReused, answering("idempotency-key-reused"))
    app.add_exception_handler(Busy, answering("busy"))
    app.add_exception_handler(ClientDisconnect, answering("request-timeout"))
    app.add_exception_handler(Unstorable, answering("internal-error"))
    app.add_exception_handler(sa.exc.DBAPIError, on_failure)
    app.add_exception_handler(sa.exc.TimeoutError, on_full_pool)
    app.add_exception_handler(Exception, answering("internal-error"))


def allow_head(response: Response) -> None:
    """Name HEAD beside GET among the methods that a route allows."""
    if response.headers.get("Allow") == "GET":
        response.headers["Allow"] = "GET, HEAD"


def _wire(part: str | int) -> str | int:
    return part.rstrip("_") if isinstance(part, str) else part


PROBLEM = f"#/components/schemas/{ProblemDocument.__name__}"

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}}}
    for status, description in {
        400: "The body is not JSON.",
        401: "A token is missing or not valid here.",
        403: "Only another player may do this.",
        404: "It does not exist, or the caller may not see it.",
        409: "The present state of the session does not allow it.",
        413: "The body is too large.",
        415: "The body is not application/json.",
        422: "The request itself is wrong.",
        429: "Too many requests.",
        503: "The service cannot do it now. Send the request again with the same Idempotency-Key.",
    }.items()
}
