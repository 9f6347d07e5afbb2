"""The board of a game as a caller may see it."""

from functools import partial

import sqlalchemy as sa

from app.api.context import Context
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.access import Caller
from app.services.log.boards import board_now, board_seen
from app.services.log.slices import board_at
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session
from app.services.view_rights import view_rights_of


async def read_board(
    context: Context, id: str, caller: Caller, at: int | None, seat: int | None = None
) -> tuple[Session, int, Json | None]:
    """The session of a game, the number of an event, and the board after it: event `at`, else the newest.

    The board is as the caller may see it, or as `seat` may, where the caller may look so.

    Raises Problem not-found (404) where there is no board.
    """

    def read(connection: sa.Connection) -> tuple[Session, Json | None]:
        session = read_session(connection, id, caller)
        book = rulebook_or_absent(context.books, session.ruleset)
        if at is not None:
            return session, None
        board = board_now(connection, book, session)
        return session, board_seen(connection, book, session, board, view_rights_of(session, caller, seat))

    session, board = await context.read(read)
    if at is None:
        return session, session.seq, board
    book, engine = rulebook_or_absent(context.books, session.ruleset), context.database.reader
    seq, then = await context.replay(board_at(book, engine, session, at, context.verification_cache))
    sight = view_rights_of(session, caller, seat)
    seen = partial(board_seen, book=book, session=session, board=then, sight=sight)
    return session, seq, await context.read(seen)
