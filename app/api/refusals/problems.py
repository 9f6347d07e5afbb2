"""Problem documents (RFC 9457): how every refusal is written, in the caller's language."""

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, cast

import sqlalchemy as sa
from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from pydantic import Field as Property
from pydantic_core import from_json, to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from typing_extensions import TypedDict

from app.api.context import Context, language_of
from app.api.refusals.sentences import detail_of, errors_of
from app.api.refusals.unknown_path import methods_at, unknown_route
from app.api.requests.callers import caller_of
from app.api.requests.request_info import request_info_of
from app.api.requests.strict import schema_of
from app.domain.errors import MOST_TOLD, IllegalSituation, TableOverrun
from app.errors import STATUS, Fault, Problem, TextNames, type_of
from app.faults.found import fault_of, faults_in
from app.persistence.connecting.database import Unstorable, may_pass, message_of
from app.persistence.connecting.refusals import first_line
from app.persistence.writing.batch import KeyReused
from app.persistence.writing.writer import Busy
from app.services.access import Caller
from app.services.actions.state import seen_as
from app.services.document_types import document
from app.services.documents.open_questions import moves_asked, questions_document
from app.services.documents.question import Question, question_document
from app.services.documents.wording import texts_of
from app.services.illegal import illegal_situation
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import service_texts
from app.services.sessions.names import UNIT
from app.services.view_rights import view_rights_of

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
_BY_STATUS = {405: "method-not-allowed", 400: "invalid-json", 413: "body-too-large"}
_BROKEN = re.compile(r"at line (\d+) column (\d+)")


@document
class ProblemError(TypedDict):
    """One fault in a request."""

    pointer: str
    """A JSON pointer (RFC 6901) to the fault. For a fault outside of the body it begins with `/query`, `/path` or
    `/header`."""
    code: str
    """What kind of fault it is: `missing`, `unknown-field`, `wrong-type`, `too-small`, `too-large` or `wrong-form`;
    else a code of problems, or the reason that the ruleset gives."""
    detail: str
    """The fault in a sentence."""
    rule: NotRequired[str | None]
    """The id of the rule that forbids it; absent where no rule does."""


_Beyond = TypedDict(
    "_Beyond",
    {
        "what": NotRequired[Annotated[str, Property(description="What of odds there is too much of, such as `dice`.")]],
        "is": NotRequired[
            Annotated[int | None, Property(description="How much there is; null where nobody counted on.")]
        ],
        "at_most": NotRequired[Annotated[int, Property(description="How much of it there may be.")]],
    },
)


@document
class ProblemDocument(_Beyond):
    """A refusal, as a problem document (RFC 9457)."""

    type: str
    """Where a page explains the code: `/problems/` and the code, at the public address where there is one."""
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


async def problem_response(context: Context, request: Request, problem: Problem) -> Response:
    """A problem as a response, with the open question that its sender has not seen, where there is one."""
    language = language_of(request, context)
    document = problem_document(context, request, problem, language)
    if problem.extra.keys() & WAITING:
        pending = await context.build_document(pending_in, context, problem, language, caller_sent(request))
        document |= {"pending": pending} if pending else {}
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.status in (429, 503):
        headers["Retry-After"] = str(problem.params.get("wait", 1))
    if note := request_info_of(request.scope):
        note.code = problem.code
    as_page = getattr(request.app.state, "lost", None)
    if problem.status == 404 and as_page and (page := await run_in_threadpool(as_page, request, document)):
        return cast(Response, page)
    return Response(to_json(document), problem.status, headers, MEDIA_TYPE)


def problem_document(context: Context, request: Request, problem: Problem, language: str) -> dict[str, Any]:
    """A problem as clients read it."""
    book = context.books.get(problem.ruleset or _slug_in(request))
    about = problem.about
    names = OwnNames(things_in(about.things), about.players, about.unit)
    texts = (book.texts(language) if book else service_texts(language)).naming(names)
    document: dict[str, Any] = {
        "type": type_of(problem.code, context.settings.public_url),
        "title": texts.find(f"title.{problem.code}", {}) or problem.code,
        "status": problem.status,
        "detail": detail_of(texts, problem),
        "code": problem.code,
    }
    if problem.reason:
        document["reason"] = problem.reason
    if problem.rule:
        document["rule"] = problem.rule
    if errors := errors_of(texts, problem):
        document["errors"] = errors
    if note := request_info_of(request.scope):
        document["request_id"] = note.id
    document |= {name: value for name, value in problem.extra.items() if name not in WAITING}
    return document


WAITING = ("state", "board")
"""Members of `extra` of which the open question is made: the state of an action; a game, with the seat that asks."""


def caller_sent(request: Request) -> Caller:
    """The caller of a request that was refused; nobody where its credential is no credential."""
    try:
        return caller_of(request)
    except Problem:
        return Caller()


def pending_in(context: Context, problem: Problem, language: str, caller: Caller) -> Question | None:
    """The open question that the sender of a stale answer, or of a stale move, has not seen."""
    if (state := problem.extra.get("state")) is not None:
        known = context.books[state.action.ruleset]
        sight = view_rights_of(state.session, caller)
        seen = seen_as(state, sight)
        return question_document(known, seen, texts_of(known, seen, language), sight)
    if (board := problem.extra.get("board")) is not None:
        book, session, sender = board
        sight = view_rights_of(session, caller)
        items = questions_document(book, session, [], moves_asked(book, session), language, sight)["items"]
        return next((item for item in items if item["seat"] == sender), next(iter(items), None))
    return None


def _slug_in(request: Request) -> str:
    """The slug of the ruleset in the path; empty where the path names none."""
    _, _, rest = request.url.path.partition("/v1/rulesets/")
    return rest.partition("/")[0]


def of_validation(request: Request, invalid: RequestValidationError) -> Problem:
    """The Problem for faults that pydantic finds. The values sent are never repeated."""
    errors = invalid.errors()
    broken = next((error for error in errors if error["type"] == "json_invalid"), None)
    if broken is not None:
        place = _BROKEN.search(str(broken.get("ctx", {}).get("error", "")))
        params = {"line": place[1], "column": place[2]} if place else {}
        return Problem("invalid-json", reason="broken-json" if place else None, params=params)
    body = from_json(invalid.body) if isinstance(invalid.body, bytes) and invalid.body else None
    in_body = [{**error, "loc": error["loc"][1:]} for error in errors if error["loc"][0] == "body"]
    faults = faults_in(in_body, body, schema_of(request.scope.get("route")) if in_body else None)
    for error in errors:
        if error["loc"][0] != "body":
            faults.append(fault_of(error, tuple(error["loc"]), error.get("input"), None, None))
    return of_faults(faults)


def of_faults(faults: Sequence[Fault], more: Sequence[Problem] = ()) -> Problem:
    """The Problem for these faults, with their code where all have the same one of ours; and `more` refusals."""
    codes = {fault.code for fault in faults}
    code = codes.pop() if len(codes) == 1 and codes <= STATUS.keys() and not more else "invalid-request"
    return Problem(code, faults=faults, more=more, about=more[0].about if more else None)


def of_all(faults: Sequence[Fault], refusals: Sequence[Problem]) -> Problem | None:
    """One Problem for faults and refusals, as many as anybody reads; None where there is nothing."""
    told = list(refusals[: max(0, MOST_TOLD - len(faults))])
    if faults:
        return of_faults(faults[:MOST_TOLD], told)
    if not told:
        return None
    told[0].more = told[1:]
    return told[0]


async def of_http(context: Context, request: Request, error: HTTPException) -> Response:
    """The response to a request that no route takes, or whose body cannot be read."""
    methods = ", ".join(methods_at(request)) if error.status_code == 405 else ""
    if error.status_code == 404 or (error.status_code == 405 and not methods):
        return await problem_response(context, request, unknown_route(request))
    problem = Problem(_BY_STATUS.get(error.status_code, "invalid-request"), params={"methods": methods})
    response = await problem_response(context, request, problem)
    if methods:
        response.headers["Allow"] = methods
    return response


def check_situation(book: Rulebook, situation: Any, options: Any, *place: str | int) -> None:
    """Raise Problem illegal-situation (422), which tells things by their names, where the rules forbid a situation.

    `place`: where it stands in the body, if not at `situation`.
    """
    try:
        book.ruleset.prepare(situation, options)
    except IllegalSituation as illegal:
        about = TextNames(book.codec.situation.dump(situation), unit=getattr(options, UNIT, None))
        raise illegal_situation(illegal, *(place or ("situation",)), about=about) from illegal


ANSWERED: Mapping[type[Exception], tuple[str, str | None]] = {
    TableOverrun: ("limit-exceeded", "too-long-a-run"),
    KeyReused: ("idempotency-key-reused", None),
    ClientDisconnect: ("request-timeout", None),
    Unstorable: ("internal-error", None),
}
"""The code, and the reason, of what else ends a request."""


def problem_of(context: Context, error: BaseException) -> Problem:
    """The Problem that an exception is for the client. What is the service's own fault is logged."""
    match error:
        case Problem():
            return error
        case IllegalSituation():
            return illegal_situation(error, "situation")
        case Busy():
            return Problem("busy", reason=error.cause)
        case sa.exc.DBAPIError() if not may_pass(error):
            log.error("the database cannot do what was asked: %s [%s]", message_of(error), error.statement)
            return Problem("internal-error")
        case sa.exc.DBAPIError() | sa.exc.TimeoutError():
            context.reading.failed(first_line(error) if isinstance(error, sa.exc.DBAPIError) else str(error))
            return Problem("busy")
    code, reason = next((told for kind, told in ANSWERED.items() if isinstance(error, kind)), ("internal-error", None))
    return Problem(code, reason=reason)


def install(app: FastAPI, context: Context) -> None:
    """Make every exception a problem document."""

    async def on_error(request: Request, error: Exception) -> Response:
        return await problem_response(context, request, problem_of(context, error))

    async def on_invalid(request: Request, invalid: Exception) -> Response:
        assert isinstance(invalid, RequestValidationError)
        problem = await run_in_threadpool(of_validation, request, invalid)  # the first one of a route needs its schema
        return await problem_response(context, request, problem)

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return await of_http(context, request, error)

    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    for kind in (Problem, IllegalSituation, Busy, sa.exc.DBAPIError, sa.exc.TimeoutError, *ANSWERED):
        app.add_exception_handler(kind, on_error)


PROBLEM = f"#/components/schemas/{ProblemDocument.__name__}"

OF_STATUS: dict[int | str, str] = {
    400: "The body is not JSON.",
    401: "A token is missing or not valid here.",
    403: "Only another player may do this.",
    404: "It does not exist, or the caller may not see it.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "The request itself is wrong.",
    "default": "Any request may get 405, 408, 429, 431, 500, or 503. After 429 and 503 send it again with the "
    "same Idempotency-Key; `Retry-After` says when.",
}
"""What a refusal with each status means."""

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}}}
    for status, description in OF_STATUS.items()
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {**REFUSALS[422], "description": "The present state of the session does not allow it."}
}
"""The refusal of what the state of a session, or the rules at this point, may not allow."""
