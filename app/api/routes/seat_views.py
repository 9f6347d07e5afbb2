"""The host views the game as a seat, or plays for it: one shared phone shows each player what that player may see."""

from collections.abc import Callable
from typing import Annotated

import sqlalchemy as sa
from fastapi import Query

from app.api.context import Context
from app.api.routes.early_searches import terms_of
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST_PREFIX, Caller
from app.services.actions.seat_views import hides_from_host, log_seat_views, seats_viewed
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session
from app.services.view_rights import is_first_look, view_rights_of

SeatView = Annotated[
    int | None,
    Query(
        ge=1,
        le=8,
        description="Show what this seat may see. It needs the token of the seat or of the host; the first view of a "
        "seat by the host is logged.",
    ),
]


async def log_view_as_seat(context: Context, id: str, caller: Caller, seat: int | None) -> None:
    """Log that the host views hidden information of a seat, the first time that it does.

    Raises Problem: what read_session() and view_rights_of() raise.
    """
    if seat is None:
        return

    def read(connection: sa.Connection) -> tuple[Session, bool]:
        session = read_session(connection, id, caller)
        return session, seat in seats_viewed(connection, id)

    session, is_known = await context.read(read)
    sight = view_rights_of(session, caller, seat)
    if sight.is_whole or is_known or not is_first_look(session, caller, seat):
        return

    await log_views(context, id, [seat])


SeatsTouched = Callable[[sa.Connection, Rulebook, Session], list[int]]
"""The seats for which a request of the host plays."""


async def log_play_for_seats(context: Context, id: str, caller: Caller, touched: SeatsTouched) -> None:
    """Log that the host plays for seats of a game that hides something, for each the first time.

    It stays logged where the request is refused then, because a refusal tells something too. Raises Problem: what
    read_session() raises, not-found (404) for an action that is not there.
    """
    if not (caller.token or "").startswith(HOST_PREFIX) or not await may_hide(context, id):
        return

    def read(connection: sa.Connection) -> list[int]:
        session = read_session(connection, id, caller)
        if not hides_from_host(session, caller):
            return []
        seats = touched(connection, rulebook_or_absent(context.books, session.ruleset), session)
        known = seats_viewed(connection, id)
        return [seat for seat in seats if seat not in known]

    if seats := await context.read(read):
        await log_views(context, id, seats)


async def may_hide(context: Context, id: str) -> bool:
    """Whether a session is a game of a rulebook whose games hide anything."""
    terms = await terms_of(context, id)
    book = context.books.get(terms.ruleset) if terms is not None and terms.kind == "game" else None
    board = book.ruleset.board if book is not None else None
    return board is not None and board.hides


async def log_views(context: Context, id: str, seats: list[int]) -> None:
    """Log that the host looks as these seats."""

    def change(draft: Draft) -> None:
        log_seat_views(draft, id, seats)

    await context.write(change, None, id)
