"""Read a session."""

import sqlalchemy as sa

from app.persistence import store
from app.persistence.batch import MadeBefore
from app.persistence.rows import Session
from app.services.access import Caller, require_reader


def read_session(connection: sa.Connection, id: str, caller: Caller) -> Session:
    """A session that the caller may read. Raises Problem not-found (404) where there is none."""
    return require_reader(store.sessions_by_id(connection, [id]).get(id), caller)


def session_made(connection: sa.Connection, made: MadeBefore) -> Session:
    """The session that the first sending of a repeated request opened or changed, in its present state."""
    return store.sessions_by_id(connection, [made.session_id])[made.session_id]


def session_exists(connection: sa.Connection, id: str) -> bool:
    """Whether there is a session with this id."""
    return bool(store.known_sessions(connection, [id]))
