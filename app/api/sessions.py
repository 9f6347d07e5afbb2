"""The routes of sessions and their logs, whatever the ruleset."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from app.api.conditional import UNCHANGED, Wait, look
from app.api.requests import CloseRequest
from app.api.responses import (
    EventPage,
    Questions,
    Responses,
    SeatToken,
    SessionDocument,
    SessionVerification,
    any_state,
)
from app.api.rulesets import REFUSALS
from app.api.stream import Listener, stream
from app.api.strict import StrictRoute, strict
from app.api.umpire import Umpire, answer, caller_of, language_of, retry_of
from app.persistence import store
from app.persistence.batch import Draft, MadeBefore
from app.persistence.codec import Json
from app.persistence.rows import Session
from app.services.access import require_reader, token_for
from app.services.actions.close import close_session
from app.services.documents.event import event_document
from app.services.documents.question import open_questions
from app.services.documents.session import session_document
from app.services.log.boards import state_at
from app.services.log.export import export
from app.services.log.read import read_log
from app.services.log.verify import session_report
from app.services.rulebooks.registry import rulebook
from app.services.sessions.read import read_session
from app.services.sessions.tokens import renew_token

T = TypeVar("T")
SessionId = Annotated[str, Path(max_length=100, description="The session's id.")]
WHOLE_LOG: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/event-stream": {},
        }
    }
}
"""What a log is sent as beside its pages."""
SeatPath = Annotated[int, Path(ge=1, le=8, description="The seat's number.")]


def session_routes(umpire: Umpire, responses: list[Responses]) -> APIRouter:
    """Sessions and their logs."""
    router = APIRouter(prefix="/v1/sessions/{id}", tags=["sessions"], route_class=StrictRoute, responses=REFUSALS)
    close_body = strict(CloseRequest)

    @router.get("", response_model=SessionDocument, operation_id="get_session", responses=UNCHANGED)
    async def get_session(id: SessionId, request: Request, wait: Wait = 0) -> Response:
        """A session as it stands."""
        seen = await look(umpire, request, id, wait)
        if seen.is_known:
            return seen.not_modified
        return answer(session_document(seen.session), request, umpire, etag=seen.etag)

    @router.post(
        "/close",
        response_model=SessionDocument,
        operation_id="close_session",
        responses={202: {"model": SessionDocument, "description": "Proposed; it is closed once all seats have."}},
    )
    async def close(id: SessionId, request: Request, body: close_body | None = None) -> Response:  # type: ignore[valid-type]
        """Close a session with its result. A seat proposes it to the others."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        sent: CloseRequest = body or CloseRequest()
        result = sent.result.model_dump() if sent.result else None

        def change(draft: Draft) -> Session:
            book = rulebook(umpire.books, require_reader(draft.session(id), caller).ruleset)
            return close_session(draft, book, id, caller, result, abandon=sent.abandon)

        closed = await umpire.writer.submit(change, sessions=(id,), claim=retry.claim if retry else None)
        if isinstance(closed, MadeBefore):
            closed = await umpire.read(lambda connection: read_session(connection, id, caller))
        return answer(session_document(closed), request, umpire, status=200 if closed.status == "closed" else 202)

    @router.post("/seats/{seat}/token", status_code=201, response_model=SeatToken, operation_id="renew_seat_token")
    async def renew(id: SessionId, seat: SeatPath, request: Request) -> Response:
        """A new token for a seat, by the seat or the host; the old one ends. So a seat is handed over."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        made = await umpire.writer.submit(
            lambda draft: renew_token(draft, id, seat, caller, retry),
            sessions=(id,),
            claim=retry.claim if retry else None,
        )
        is_new = not isinstance(made, MadeBefore)
        token = token_for(seat, id, retry, made.nonce) if isinstance(made, MadeBefore) else made[1]
        document, status = {"seat": seat, "token": token}, 201 if is_new else 200
        response = answer(document, request, umpire, status=status, location=f"/v1/sessions/{id}")
        response.headers["Cache-Control"] = "no-store"
        return response

    if any(response.has_board for response in responses):

        @router.get("/state", response_model=any_state(responses), operation_id="get_state", responses=UNCHANGED)
        async def state(
            id: SessionId,
            request: Request,
            at: Annotated[int | None, Query(ge=1, le=2**53, description="The board as it stood at this event.")] = None,
            wait: Wait = 0,
        ) -> Response:
            """A game's board, now or at an event."""
            caller = caller_of(request)
            seen = await look(umpire, request, id, wait)
            if seen.is_known:
                return seen.not_modified

            def read(connection: sa.Connection) -> Json:
                session = read_session(connection, id, caller)
                book = rulebook(umpire.books, session.ruleset)
                seq, board = state_at(connection, book, session, at)
                return {"ruleset": session.ruleset, "session_id": id, "seq": seq, "state": board}

            return answer(await umpire.read(read), request, umpire, etag=seen.etag)

    @router.get("/questions", response_model=Questions, operation_id="list_questions", responses=UNCHANGED)
    async def questions(id: SessionId, request: Request, wait: Wait = 0) -> Response:
        """What is open, and for whom."""
        caller = caller_of(request)
        seen = await look(umpire, request, id, wait)
        if seen.is_known:
            return seen.not_modified

        language = language_of(request, umpire)

        def read(connection: sa.Connection) -> Json:
            session = read_session(connection, id, caller)
            return open_questions(connection, rulebook(umpire.books, session.ruleset), session, language)

        return answer(await umpire.read(read), request, umpire, etag=seen.etag)

    @router.get("/events", response_model=EventPage, operation_id="list_events", responses=WHOLE_LOG)
    async def events(
        id: SessionId,
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53, description="Only events after this one.")] = 0,
        limit: Annotated[int, Query(ge=1, le=200, description="Events on a page.")] = 50,
        format: Annotated[
            Literal["json", "ndjson", "stream"],
            Query(description="`ndjson`: the whole log, to be verified; `stream`: server-sent events."),
        ] = "json",
        last_event_id: Annotated[int | None, Header(ge=0, le=2**53, description="Wins over `after`.")] = None,
    ) -> Response:
        """The log: a page for reading, the whole as NDJSON for verifying, or a stream of events as they come."""
        caller = caller_of(request)
        session = await umpire.read(lambda connection: read_session(connection, id, caller))
        accept = request.headers.get("accept", "")
        if format == "stream" or "text/event-stream" in accept:
            start = after if last_event_id is None else last_event_id
            listener = Listener(id, caller, language_of(request, umpire))
            headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            return StreamingResponse(stream(umpire, listener, start), headers=headers, media_type="text/event-stream")
        if format == "ndjson" or "application/x-ndjson" in accept:
            lines: Iterator[bytes] = export(store.all_events(umpire.database.reader, id, session.seq))
            name = f'attachment; filename="{session.id}.ndjson"'
            return StreamingResponse(lines, media_type="application/x-ndjson", headers={"Content-Disposition": name})
        page = await umpire.read(lambda connection: store.events_after(connection, id, after, limit))
        items = ",".join(event_document(event) for event in page)
        more = str(page[-1].seq) if page and page[-1].seq < session.seq else "null"
        return Response(f'{{"items":[{items}],"next":{more}}}'.encode(), media_type="application/json")

    @router.get("/verification", response_model=SessionVerification, operation_id="verify_session")
    async def verify(
        id: SessionId,
        request: Request,
        first: Annotated[int, Query(alias="from", ge=1, le=2**31 - 1, description="The first action to replay.")] = 1,
        last: Annotated[int | None, Query(alias="to", ge=1, le=2**31 - 1, description="The last one.")] = None,
    ) -> Response:
        """The whole session, replayed and checked."""
        caller = caller_of(request)
        session = await umpire.read(lambda connection: read_session(connection, id, caller))

        def check() -> Json:
            log = read_log(store.all_events(umpire.database.reader, id, session.seq))
            return session_report(umpire.books, log, first, last)

        return answer(await run_in_threadpool(check), request, umpire)

    return router
