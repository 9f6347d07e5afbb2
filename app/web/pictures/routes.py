"""The routes of the pictures that sites show beside a link: of a session, and of one of its actions."""

from functools import partial
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from app.api.context import Context, language_of
from app.api.responses.boards import read_board
from app.api.responses.conditional import UNCHANGED, etag_of, is_held
from app.api.responses.saved_action import action_json
from app.api.routes.routing import Routes
from app.api.schemas.parameters import ActionNumber, SessionId
from app.api.work.fair_threads import FairThreadPool, QueuedWork
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.access import Caller
from app.services.actions.state import ActionState, read_state, sight_in
from app.services.documents.open_questions import moves_asked
from app.services.log.boards import last_event_of
from app.services.recent import LruCache
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session
from app.web.pictures.drawing import MEDIA_TYPE
from app.web.pictures.moment import Moment, picture_at

NOBODY = Caller()
"""Who sees a picture: somebody without a seat, whoever asks."""
CACHE_BYTES = 4 << 20
"""How many bytes of pictures are cached: a link is mostly shown to many at once."""
AT_ONCE = 1
"""How many pictures are drawn at a time, each by a process of its own: nothing else waits for its thread."""
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}},
        "description": "The picture, a PNG of 1,200 × 630.",
    },
    **UNCHANGED,
}


def picture_routes(context: Context) -> APIRouter:
    """The routes of pictures."""
    router, cache = Routes("/v1/sessions/{id}"), LruCache[bytes]("pictures", CACHE_BYTES)
    threads = FairThreadPool(AT_ONCE, context.asked)

    @router.get(
        "/picture.png",
        operation_id="get_session_picture",
        response_class=Response,
        responses=PICTURE,
        summary="Show a session as a picture",
        tags=["sessions"],
    )
    async def get_session_picture(id: SessionId, request: Request) -> Response:
        """Use this where a link to a session is shown, such as in a chat: who plays, what happened, and how it stands.

        It shows what somebody without a seat may see. A token changes nothing: of a private session there is none.
        """
        return await answered(id, request, None)

    @router.get(
        "/actions/{number}/picture.png",
        operation_id="get_action_picture",
        response_class=Response,
        responses=PICTURE,
        summary="Show an action as a picture",
        tags=["actions"],
    )
    async def get_action_picture(id: SessionId, number: ActionNumber, request: Request) -> Response:
        """Use this where a link to a result is shown: what happened in an attack or a move, and how it stood then.

        It shows what somebody without a seat may see. A token changes nothing: of a private session there is none.
        """
        return await answered(id, request, number)

    def drawn(key: bytes, moment: Moment) -> bytes:
        """The picture of a moment, which another request may have had drawn meanwhile."""
        picture = cache.get(key)
        if picture is None:
            picture = picture_at(moment)
            cache.put(key, picture, len(picture))
        return picture

    async def answered(id: str, request: Request, number: int | None) -> Response:
        session, state = await context.read(partial(read_moment, context=context, id=id, number=number))
        language, etag = language_of(request, context), etag_of(request, context, session, NOBODY)
        headers = {"ETag": etag, "Content-Language": language, "Vary": "Accept-Language", "Cache-Control": "no-cache"}
        if is_held(request, etag):
            return Response(status_code=304, headers=headers)
        picture = cache.get(etag.encode())
        if picture is None:
            moment = await moment_of(context, session, state, language, number)
            picture = await threads.run(QueuedWork(), drawn, etag.encode(), moment)
        return Response(picture, headers=headers, media_type=MEDIA_TYPE)

    return router


def read_moment(
    connection: sa.Connection, context: Context, id: str, number: int | None
) -> tuple[Session, ActionState | None]:
    """The session, with action `number`, or else its newest one, which it need not have.

    Raises Problem not-found (404) where there is none that everybody may see.
    """
    session = read_session(connection, id, NOBODY)
    book = rulebook_or_absent(context.books, session.ruleset)
    wanted = session.last_number if number is None else number
    has_one = number is not None or session.last_number > 0
    return session, read_state(connection, book, session, wanted) if has_one else None


async def moment_of(
    context: Context, session: Session, state: ActionState | None, language: str, number: int | None
) -> Moment:
    """What there is to see of a session at an action, for somebody without a seat."""
    book = rulebook_or_absent(context.books, session.ruleset)
    action: Json | None = None
    if state is not None:
        action = await action_json(context, book, state, language, sight_in(state, NOBODY))
    is_now = state is None or (state.action.number == session.last_number and number is None)
    board: Json | None = None
    if session.is_game and state is not None and session.state is not None and book.is_installed:
        at = (
            None
            if state.action.number == session.last_number
            else await context.read(partial(last_event_of, session=session, number=state.action.number))
        )
        _, _, board = await read_board(context, session.id, NOBODY, at)
    turn = await context.build_document(seats_to_move, book, session) if is_now else []
    if is_now and action is not None and action["pending"] is not None:
        turn = [action["pending"]["seat"]]
    return Moment(book, session, language, action, board, turn, is_of_action=number is not None)


def seats_to_move(book: Rulebook, session: Session) -> list[int | None]:
    """The seats that the game asks for a move, the one whose turn it is first."""
    return [wanted.seat for wanted in moves_asked(book, session)]
