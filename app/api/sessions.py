"""The routes of sessions, whatever the ruleset: read, close, hand over a seat, board and questions."""

from functools import partial
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.bodies import CloseRequest
from app.api.conditional import UNCHANGED, Wait, read_or_wait
from app.api.context import Context, caller_of, json_response, language_of, retry_of
from app.api.parameters import SeatNumber, SessionId
from app.api.problems import REFUSALS
from app.api.responses import Responses, any_state
from app.api.strict import StrictRoute, strict
from app.persistence.batch import Draft, MadeBefore
from app.persistence.codec import Json
from app.persistence.rows import Session
from app.services.access import require_reader, token_for
from app.services.actions.close import close_session
from app.services.documents.question import Questions, open_questions
from app.services.documents.session import SeatToken, SessionDocument, session_document
from app.services.log.boards import board_now
from app.services.log.slices import board_at
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session, session_made
from app.services.sessions.tokens import renew_token


def session_routes(context: Context, responses: list[Responses]) -> APIRouter:
    """Sessions."""
    router = APIRouter(prefix="/v1/sessions/{id}", tags=["sessions"], route_class=StrictRoute, responses=REFUSALS)
    close_body = strict(CloseRequest)

    @router.get("", response_model=SessionDocument, operation_id="get_session", responses=UNCHANGED)
    async def get_session(id: SessionId, request: Request, wait: Wait = 0) -> Response:
        """A session as it stands."""
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified
        return json_response(session_document(seen.session), request, context, etag=seen.etag)

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
            book = rulebook_or_absent(context.books, require_reader(draft.session(id), caller).ruleset)
            return close_session(draft, book, id, caller, result, abandon=sent.abandon)

        made = await context.write(change, retry, id)
        session = await context.read(partial(session_made, made=made)) if isinstance(made, MadeBefore) else made
        status = 200 if session.status == "closed" else 202
        return json_response(session_document(session), request, context, status=status)

    @router.post("/seats/{seat}/token", status_code=201, response_model=SeatToken, operation_id="renew_seat_token")
    async def renew(id: SessionId, seat: SeatNumber, request: Request) -> Response:
        """A new token for a seat, by the seat or the host; the old one ends. So a seat is handed over."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        made = await context.write(lambda draft: renew_token(draft, id, seat, caller, retry), retry, id)
        is_new = not isinstance(made, MadeBefore)
        token = token_for(seat, id, retry, made.nonce) if isinstance(made, MadeBefore) else made[1]
        document = SeatToken(seat=seat, token=token)
        status, location = 201 if is_new else 200, f"/v1/sessions/{id}"
        response = json_response(document, request, context, status=status, location=location)
        response.headers["Cache-Control"] = "no-store"
        return response

    @router.get("/questions", response_model=Questions, operation_id="list_questions", responses=UNCHANGED)
    async def questions(id: SessionId, request: Request, wait: Wait = 0) -> Response:
        """What is open, and for whom."""
        caller = caller_of(request)
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified
        language = language_of(request, context)

        def read(connection: sa.Connection) -> Questions:
            session = read_session(connection, id, caller)
            return open_questions(connection, rulebook_or_absent(context.books, session.ruleset), session, language)

        return json_response(await context.read(read), request, context, etag=seen.etag)

    if any(response.has_board for response in responses):
        add_state(router, context, responses)
    return router


def add_state(router: APIRouter, context: Context, responses: list[Responses]) -> None:
    """Add the route that tells a game's board."""

    @router.get("/state", response_model=any_state(responses), operation_id="get_state", responses=UNCHANGED)
    async def state(
        id: SessionId,
        request: Request,
        at: Annotated[int | None, Query(ge=1, le=2**53, description="The board as it stood at this event.")] = None,
        wait: Wait = 0,
    ) -> Response:
        """A game's board, now or at an event."""
        caller = caller_of(request)
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified

        def read(connection: sa.Connection) -> tuple[Session, Json | None]:
            session = read_session(connection, id, caller)
            book = rulebook_or_absent(context.books, session.ruleset)
            return session, board_now(connection, book, session) if at is None else None

        session, board = await context.read(read)
        seq = session.seq
        if at is not None:
            book, engine = rulebook_or_absent(context.books, session.ruleset), context.database.reader
            seq, board = await context.replay(board_at(book, engine, session, at, context.known))
        document = {"ruleset": session.ruleset, "session_id": id, "seq": seq, "state": board}
        return json_response(document, request, context, etag=seen.etag)
