"""Problem documents (RFC 9457): every refusal, in the caller's language."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic_core import from_json, to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.api.umpire import Umpire, language_of
from app.domain.errors import IllegalOption, IllegalSituation, TableOverrun
from app.errors import STATUS, Problem, pointer
from app.persistence.database import Unstorable, may_pass, message_of
from app.persistence.unit import KeyReused
from app.persistence.writer import Busy
from app.services.catalogue import SERVICE
from app.services.documents import question_document
from app.services.texts import Texts

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
_BY_STATUS = {404: "not-found", 405: "method-not-allowed", 400: "invalid-json", 413: "body-too-large"}


def problem_response(
    umpire: Umpire, request: Request, problem: Problem, errors: Sequence[Mapping[str, Any]] = ()
) -> Response:
    """A problem as a response."""
    language = language_of(request, umpire)
    book = umpire.books.get(problem.ruleset or _slug_in(request))
    texts = book.texts(language) if book else Texts([SERVICE], language)
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
        known = umpire.books[state.action.ruleset]
        extra["pending"] = question_document(known, state, known.texts(language))
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.status == 503:
        headers["Retry-After"] = "1"
    return Response(to_json({**document, **extra}), problem.status, headers, MEDIA_TYPE)


def _slug_in(request: Request) -> str:
    """The ruleset that the path names, if it names one."""
    _, _, rest = request.url.path.partition("/v1/rulesets/")
    return rest.partition("/")[0]


def of_validation(umpire: Umpire, request: Request, invalid: RequestValidationError) -> Response:
    """What pydantic found, each with a pointer; the input is never echoed."""
    found = invalid.errors()
    if any(error["type"] == "json_invalid" for error in found):
        return problem_response(umpire, request, Problem("invalid-json"))
    texts = Texts([SERVICE], language_of(request, umpire))
    body = from_json(invalid.body) if isinstance(invalid.body, bytes) and invalid.body else None
    paths = [_path_of(error, body) for error in found]
    errors = [
        {"pointer": pointer(path), "code": _code_of(error, path), "detail": _detail_of(error, texts)}
        for error, path in zip(found, paths, strict=True)
    ]
    codes = {error["code"] for error in errors}
    code = codes.pop() if len(codes) == 1 and codes <= STATUS.keys() else "invalid-request"
    return problem_response(umpire, request, Problem(code), errors)


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


def install(app: FastAPI, umpire: Umpire) -> None:
    """Answer every exception with a problem document."""

    async def on_problem(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, Problem)
        return problem_response(umpire, request, problem)

    async def on_refusal(request: Request, refusal: Exception) -> Response:
        assert isinstance(refusal, IllegalSituation)
        return problem_response(umpire, request, illegal_situation(refusal, "situation"))

    async def on_invalid(request: Request, invalid: Exception) -> Response:
        assert isinstance(invalid, RequestValidationError)
        return of_validation(umpire, request, invalid)

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = problem_response(umpire, request, Problem(_BY_STATUS.get(error.status_code, "not-found")))
        response.headers.update(error.headers or {})
        return response

    async def on_failure(request: Request, failure: Exception) -> Response:
        assert isinstance(failure, sa.exc.DBAPIError)
        if may_pass(failure):
            log.warning("the database failed: %s", message_of(failure))
            return problem_response(umpire, request, Problem("busy"))
        log.error("the database cannot do what was asked: %s [%s]", message_of(failure), failure.statement)
        return problem_response(umpire, request, Problem("internal-error"))

    async def on_full_pool(request: Request, failure: Exception) -> Response:
        log.warning("the database failed: %s", failure)
        return problem_response(umpire, request, Problem("busy"))

    def answering(code: str) -> Any:
        async def answer(request: Request, _error: Exception) -> Response:
            return problem_response(umpire, request, Problem(code))

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


def _wire(part: str | int) -> str | int:
    return part.rstrip("_") if isinstance(part, str) else part
