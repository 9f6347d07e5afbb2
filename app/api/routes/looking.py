"""Looking as a seat: one phone at the table, with the token of the host, shows each player what that player may see."""

from typing import Annotated

import sqlalchemy as sa
from fastapi import Query

from app.api.context import Context
from app.persistence.draft import Draft
from app.persistence.rows import Session
from app.services.access import Caller
from app.services.sessions.looks import has_looked, look
from app.services.sessions.read import read_session
from app.services.sight import is_first_look, sight_of

Eyes = Annotated[
    int | None,
    Query(
        ge=1,
        le=8,
        description="What this seat may see; with its own token, or with that of the host, whose first such look at a "
        "seat is logged.",
    ),
]


async def look_as(context: Context, id: str, caller: Caller, seat: int | None) -> None:
    """Log that the host looks as a seat at what is hidden from others, where it does so for the first time.

    Raises Problem: what read_session() and sight_of() raise.
    """
    if seat is None:
        return

    def read(connection: sa.Connection) -> tuple[Session, bool]:
        session = read_session(connection, id, caller)
        return session, has_looked(connection, id, seat)

    session, is_known = await context.read(read)
    sight = sight_of(session, caller, seat)
    if sight.is_whole or is_known or not is_first_look(session, caller, seat):
        return

    def change(draft: Draft) -> None:
        look(draft, id, seat)

    await context.write(change, None, id)
