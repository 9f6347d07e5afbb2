"""Problem documents (RFC 9457): every refusal, in the caller's language."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic_core import from_json, to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from typing_extensions import TypedDict

from app.api.context import Context, language_of
from app.domain.errors import IllegalOption, IllegalSituation, TableOverrun
from app.errors import STATUS, Problem, pointer
from app.persistence.batch import KeyReused
from app.persistence.database import FAILURES
from app.persistence.writer import Busy
from app.services.documents.question import question_document
from app.services.rulebooks.texts import SERVICE_MESSAGES, Texts
from app.services.typed import document

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
_BY_STATUS = {404: "not-found", 405: "method-not-allowed", 400: "invalid-json", 413: "body-too-large"}


@document
class ProblemError(TypedDict):
    """One thing that is wrong, with a JSON pointer to it."""

    pointer: str
    code: str
    detail: str
    rule: NotRequired[str | None]


@document
class ProblemDocument(TypedDict):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    reason: NotRequired[str | None]
    """The rulebook's own word for it."""
    rule: NotRequired[str | None]
    """The rule that is the reason."""
    errors: NotRequired[list[ProblemError] | None]


def problem_response(
    context: Context, request: Request, problem: Problem, errors: Sequence[Mapping[str, Any]] = ()
) -> Response:
    """A problem as a response."""
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
    """The ruleset that the path names, if it names one."""
    _, _, rest = request.url.path.partition("/v1/rulesets/")
    return rest.partition("/")[0]


def of_validation(context: Context, request: Request, invalid: RequestValidationError) -> Response:
    """What pydantic found, each with a pointer; the input is never echoed."""
    found = invalid.errors()
    if any(error["type"] == "json_invalid" for error in found):
        return problem_response(context, request, Problem("invalid-json"))
    texts = Texts([SERVICE_MESSAGES], language_of(request, context))
    body = from_json(invalid.body) if isinstance(invalid.body, bytes) and invalid.body else None
    paths = [_path_of(error, body) for error in found]
    errors = [
        {"pointer": pointer(path), "code": _code_of(error, path), "detail": _detail_of(error, texts)}
        for error, path in zip(found, paths, strict=True)
    ]
    codes = {error["code"] for error in errors}
    code = codes.pop() if len(codes) == 1 and codes <= STATUS.keys() else "invalid-request"
    return problem_response(context, request, Problem(code), errors)


def _path_of(error: Mapping[str, Any], body: object) -> tuple[str | int, ...]:
    """The path to what is wrong, without the members of unions that pydantic mixes in: those are not in the body."""
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
    """The problem that a situation is which the rules forbid; `field` is where the body has it."""
    body = "options" if isinstance(refusal, IllegalOption) else field
    at = (body, *(_wire(part) for part in refusal.field))
    return Problem("illegal-situation", at=at, reason=refusal.reason, rule=refusal.rule, params=refusal.params)


def install(app: FastAPI, context: Context) -> None:
    """Answer every exception with a problem document."""

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
        if response.headers.get("Allow") == "GET":
            response.headers["Allow"] = "GET, HEAD"
        return response

    async def on_failure(request: Request, failure: Exception) -> Response:
        log.warning("the database failed: %s", getattr(failure, "orig", failure))
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
    for failure in FAILURES:
        app.add_exception_handler(failure, on_failure)
    app.add_exception_handler(Exception, answering("internal-error"))


def _wire(part: str | int) -> str | int:
    return part.rstrip("_") if isinstance(part, str) else part


PROBLEM = f"#/components/schemas/{ProblemDocument.__name__}"

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}}}
    for status, description in {
        400: "The body is not JSON.",
        401: "A token is missing, or does not fit.",
        403: "Another player's.",
        404: "There is no such thing, or it is not yours to see.",
        409: "This session, now, does not allow it.",
        413: "The body is too large.",
        415: "The body is not application/json.",
        422: "The request is wrong in itself.",
        429: "Too many requests.",
        503: "Not now; try again, with the same Idempotency-Key.",
    }.items()
}
