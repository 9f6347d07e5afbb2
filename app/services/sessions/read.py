"""Read a session."""

import sqlalchemy as sa

from app.persistence import store
from app.persistence.batch import MadeBefore
from app.persistence.rows import Session
from app.services.access import Caller, require_reader


def read_session(connection: sa.Connection, id: str, caller: Caller) -> Session:
    """A session that the caller may read; else 404."""
    return require_reader(store.sessions_by_id(connection, [id]).get(id), caller)


def newest_events(connection: sa.Connection, ids: list[str]) -> dict[str, int]:
    """The number of the newest event of each of some sessions."""
    return store.newest_events(connection, ids)


def session_made(connection: sa.Connection, made: MadeBefore) -> Session:
    """The session that a retried request opened or changed before, as it stands now."""
    return store.sessions_by_id(connection, [made.session_id])[made.session_id]


def session_exists(connection: sa.Connection, id: str) -> bool:
    """Whether there is a session."""
    return bool(store.known_sessions(connection, [id]))
