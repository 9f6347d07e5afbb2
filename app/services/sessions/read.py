"""Read a session."""

import sqlalchemy as sa

from app.persistence import store
from app.persistence.rows import Session
from app.services.access import (
    Caller,
    require_reader,
)


def read_session(connection: sa.Connection, id: str, caller: Caller) -> Session:
    """A session that the caller may read; else 404."""
    return require_reader(store.sessions_by_id(connection, [id]).get(id), caller)
