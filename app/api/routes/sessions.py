"""The routes that read and close a session of any ruleset, renew the token of a seat, and show board and questions."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import LARGE, strict
from app.api.responses.boards import read_board
from app.api.responses.conditional import UNCHANGED, Wait, read_or_wait
from app.api.responses.json_response import json_response, made_status
from app.api.routes.advice import questions_with_odds
from app.api.routes.asked import SHOWS_QUESTIONS, questions_in, wants_questions, with_questions
from app.api.routes.closing import closing_of
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.routes.seat_views import SeatView, log_view_as_seat
from app.api.schemas.bodies import CloseRequest, EntropyRequest, ListRequest
from app.api.schemas.parameters import Cursor, Limit, PlaceNumber, SeatNumber, SessionId
from app.api.schemas.responses import AllResponses
from app.errors import Problem
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import EarlierResult
from app.persistence.writing.draft import Draft
from app.services.access import Caller, session_to_read, token_for
from app.services.actions.bring import bring_list, checked_list, list_wanted, refuse_lists
from app.services.actions.close import close_session, decline_to_close
from app.services.actions.entropy import Contribution, contribute
from app.services.document_types import lazy_schema
from app.services.documents.host import host_document
from app.services.documents.open_questions import page_of_questions
from app.services.documents.question import Questions
from app.services.documents.session import SeatToken, SessionDocument, session_document
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session
from app.services.sessions.tokens import renew_token

IncludeAdvice = Annotated[
    Literal["odds"] | None, Query(description="`odds`: also show the odds of each choice of the questions.")
]


def session_routes(context: Context, responses: AllResponses) -> APIRouter:
    """The routes of sessions."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])
    close_body, entropy_body = strict(lambda: CloseRequest), strict(lambda: EntropyRequest)
    list_body = strict(lambda: ListRequest, LARGE)

    @router.get(
        "",
        response_model=SessionDocument,
        operation_id="get_session",
        responses=UNCHANGED,
        summary="Read a session",
        response_description="The session as it is now.",
    )
    async def get_session(id: SessionId, request: Request, wait: Wait = 0) -> Response:
        """Use this to show who plays, the options and the number of actions, or to wait for the next action."""
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified
        host = await context.read(partial(host_document, session=seen.session))
        return json_response(session_document(seen.session, host=host), request, context, etag=seen.etag)

    @router.post(
        "/close",
        response_model=SessionDocument,
        operation_id="close_session",
        openapi_extra=NEEDS_TOKEN | SHOWS_QUESTIONS,
        summary="Close a session",
        response_description="The session, closed.",
        responses={
            **CONFLICT,
            202: {
                "model": SessionDocument,
                "description": "Proposed. The session is closed when all seats have proposed the same.",
            },
        },
    )
    async def close(id: SessionId, request: Request, body: close_body = None) -> Response:  # type: ignore[valid-type]
        """Use this when the match is over: nothing can be added afterwards, and every seed is revealed.

        The host does it at once. A seat proposes it to the others; the session is closed when all seats have proposed
        the same.
        """
        caller, is_asked = caller_of(request), wants_questions(request)
        retry = await retry_of(request, caller)
        sent: CloseRequest = body or CloseRequest()

        def change(draft: Draft) -> Session:
            session = session_to_read(draft, id, caller)
            wanted = closing_of(sent, session)
            if wanted.declines:
                return decline_to_close(draft, id, caller)
            book = rulebook_or_absent(context.books, session.ruleset)
            return close_session(draft, book, id, caller, wanted.result, abandon=wanted.abandon)

        session = await context.write_session(change, retry, id, caller)
        status = 202 if session.status == "open" and session.proposal else 200
        document = session_document(session)
        if is_asked:
            document = await with_questions(context, request, id, document)
        return json_response(document, request, context, status=status)

    @router.post(
        "/seats/{seat}/token",
        status_code=201,
        response_model=SeatToken,
        operation_id="renew_seat_token",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Renew the token of a seat",
        response_description="The seat with its new token.",
    )
    async def renew(id: SessionId, seat: PlaceNumber, request: Request) -> Response:
        """Use this to hand a seat over to another player, or when its phone is lost: its old token ends.

        The host and the seat itself may do this. For seat 0, the place of the host, the host and the API key that
        opened the session may do it. The request has no body.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)

        def before(connection: sa.Connection, made: EarlierResult) -> tuple[Session, str]:
            token = token_for(seat, id, retry, made.nonce)
            return read_session(connection, id, Caller(token)), token

        renewed, is_new = await context.write_once(
            lambda draft: renew_token(draft, id, seat, caller, retry), retry, before, id
        )
        document = SeatToken(seat=seat, token=renewed[1])
        location = f"/v1/sessions/{id}"
        return json_response(document, request, context, status=made_status(is_new), location=location)

    @router.post(
        "/seats/{seat}/entropy",
        response_model=SessionDocument,
        operation_id="give_entropy",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Contribute to the dice, or go on without a seat",
        response_description="The session as it is now.",
    )
    async def give(id: SessionId, seat: SeatNumber, body: entropy_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this in a session that was opened with `"entropy": "seats"`, so nobody alone controls its dice.

        A seat draws 32 random bytes and sends their `commitment`. After all seats have done so, it sends the bytes as
        `entropy`. Before that, save the commitment of the service's own seeds (`fairness.commitment`). If a seat does
        not answer, the host or all other seats send `waive`. After the last contribution a game begins, and attacks can
        be sent.
        """
        sent: EntropyRequest = body
        if sum(given is not None for given in (sent.commitment, sent.entropy, sent.waive)) != 1:
            raise Problem("invalid-request", at=("commitment",), reason="one-share")
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        share = Contribution(sent.commitment, sent.entropy, sent.waive is True)

        def change(draft: Draft) -> Session:
            book = rulebook_or_absent(context.books, session_to_read(draft, id, caller).ruleset)
            return contribute(draft, book, id, seat, caller, share)

        session = await context.write_session(change, retry, id, caller)
        if session.watched:
            context.autoplay.wake(id)
        return json_response(session_document(session), request, context)

    @router.post(
        "/seats/{seat}/list",
        response_model=SessionDocument,
        operation_id="bring_list",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Bring the list of a seat, or refuse the lists of all",
        response_description="The session as it is now.",
    )
    async def bring(id: SessionId, seat: SeatNumber, body: list_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this in a game that was opened with `bring`: a seat brings its squad or its army, with its own token.

        Others see only that there is a list. The seat can replace it until all seats have brought theirs. Then all
        lists are shown at once, and the game begins. Before the first move each seat may `refuse` the lists: the
        session is closed, and nobody wins.
        """
        sent: ListRequest = body
        if (sent.list is None) == (sent.refuse is None):
            raise Problem("invalid-request", at=("list",), reason="list-or-refuse")
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        change: Callable[[Draft, Rulebook], Session] = partial(refuse_lists, id=id, seat=seat, caller=caller)
        if sent.list is not None:
            session, wanted = await context.read(partial(list_wanted, id=id, seat=seat, caller=caller))
            book = rulebook_or_absent(context.books, session.ruleset)
            list = await context.build_document(checked_list, book, wanted, sent.list)
            change = partial(bring_list, id=id, seat=seat, caller=caller, list=list)

        def changed(draft: Draft) -> Session:
            return change(draft, rulebook_or_absent(context.books, session_to_read(draft, id, caller).ruleset))

        session = await context.write_session(changed, retry, id, caller)
        if session.watched:
            context.autoplay.wake(id)
        return json_response(session_document(session), request, context)

    @router.get(
        "/questions",
        response_model=lazy_schema(lambda: Questions),
        operation_id="list_questions",
        responses=UNCHANGED,
        summary="List the open questions of a session",
        response_description="The questions that wait for an answer.",
    )
    async def questions(
        id: SessionId,
        request: Request,
        wait: Wait = 0,
        include: IncludeAdvice = None,
        seat: SeatView = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> Response:
        """Use this to see what a session waits for, and from which seat: rolls, choices and, in a game, the next move.

        A client that shows each question with its choices can play every ruleset without knowing its rules. With
        `include=odds` each question has its odds, or null with the reason.
        """
        caller = caller_of(request)
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified
        language = language_of(request, context)
        opened, whole, sight = await questions_in(context, id, caller, language, seat)
        document, begin = page_of_questions(whole, cursor, limit)
        if include == "odds" and opened.book.is_installed:
            document = await questions_with_odds(context, opened, document, begin, language, sight)
        await log_view_as_seat(context, id, caller, seat)
        return json_response(document, request, context, etag=seen.etag)

    if any(each.has_board for each in responses.values()):
        add_state(router, context, responses)
    return router


def add_state(router: APIRouter, context: Context, responses: AllResponses) -> None:
    """Add the route that shows the board of a game."""

    @router.get(
        "/state",
        response_model=lazy_schema(lambda: responses.state),
        operation_id="get_state",
        responses=UNCHANGED,
        summary="Read the board of a game",
        response_description="The board.",
    )
    async def state(
        id: SessionId,
        request: Request,
        at: Annotated[
            int | None, Query(ge=1, le=2**53, description="The number of an event: the board as it was after it.")
        ] = None,
        wait: Wait = 0,
        seat: SeatView = None,
    ) -> Response:
        """Use this to draw the board of a game as it is now, or as it was after an event of its log.

        Parts that the caller may not see are unknown.
        """
        caller = caller_of(request)
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified

        session, seq, board = await read_board(context, id, caller, at, seat)
        await log_view_as_seat(context, id, caller, seat)
        document = {"ruleset": session.ruleset, "session_id": id, "seq": seq, "state": board}
        return json_response(document, request, context, etag=seen.etag)
