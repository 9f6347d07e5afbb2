"""The host looks as a seat at what is hidden: the log tells the first time."""

import sqlalchemy as sa
from pydantic_core import from_json

from app.persistence import store
from app.persistence.draft import Draft

LOOKED = "seat-looked"
"""The type of the event."""


def has_looked(connection: sa.Connection, session: str, seat: int) -> bool:
    """Whether the log of a session tells that the host has looked as this seat."""
    events = store.events_of_types(connection, session, (LOOKED,), 2**53)
    return any(from_json(event.body)["seat"] == seat for event in events)


def look(draft: Draft, id: str, seat: int) -> None:
    """Log that the host looks as a seat, unless it is logged already, or the session is over."""
    session = draft.session(id)
    if session is not None and session.status == "open" and not has_looked(draft.reading(id), id, seat):
        draft.append(session, "seat-looked", {"seat": seat, "by": "host"})
