"""What a link to a session says elsewhere, such as in a chat: what anybody may read of it, in a sentence."""

from collections.abc import Mapping

import sqlalchemy as sa
from fastapi import Request

from app.api.context import Context, language_of
from app.api.responses.saved_action import action_json
from app.errors import Problem
from app.persistence.stored.rows import Session
from app.services.access import Caller
from app.services.actions.state import ActionState, read_state, sight_in
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session

Preview = Mapping[str, str]
"""The title and the description of a link, and the path of its picture."""
NOBODY = Caller()
"""Who fetches a preview: whatever that is, it has no token."""


async def preview_of(context: Context, request: Request, id: str) -> Preview:
    """The preview of a session, or of the action that the query names; empty where not everybody may read it."""
    number = request.query_params.get("action", "")

    def read(connection: sa.Connection) -> tuple[Session, ActionState | None]:
        session = read_session(connection, id, NOBODY)
        book = rulebook_or_absent(context.books, session.ruleset)
        wanted = number.isascii() and number.isdecimal() and len(number) < 10
        return session, read_state(connection, book, session, int(number)) if wanted else None

    try:
        session, state = await context.read(read)
        book = rulebook_or_absent(context.books, session.ruleset)
        where = " · ".join([book.ruleset.title, *players_of(session)])
        path = f"/v1/sessions/{session.id}"
        if state is None:
            return {"title": where, "description": "", "image": f"{path}/picture.png"}
        document = await action_json(context, book, state, language_of(request, context), sight_in(state, NOBODY))
    except Problem:
        return {}
    first = document["record"][:1]
    return {
        "title": document["text"],
        "description": " · ".join([*(each["text"] for each in first), where]),
        "image": f"{path}/actions/{document['number']}/picture.png",
    }


def players_of(session: Session) -> list[str]:
    """Who plays, as one text; empty where nobody has a name."""
    names = [seat.name for seat in session.seats if seat.name]
    return [" – ".join(names)] if names else []
