"""Which sessions somebody follows who follows several, and where their logs end."""

from collections.abc import Iterable

import sqlalchemy as sa

from app.errors import Problem
from app.persistence.queries import several, store
from app.persistence.queries.history import Reader
from app.persistence.queries.several import Newest
from app.services.access import Caller, require_known, require_reader

MOST = 500
"""How many sessions can be followed at once; of those that are found by reference or owner the newest ones."""


def sessions_followed(
    connection: sa.Connection, caller: Caller, reader: Reader, ids: tuple[str, ...], references: tuple[str, ...]
) -> dict[str, Newest]:
    """Where the logs of all sessions end that are followed: those named, those with a reference, or the caller's own.

    Raises Problem not-found (404) where the caller may not read one that is named; token-invalid (401), not-allowed
    (403).
    """
    require_known(connection, caller)
    if not ids:
        return several.of_reader(connection, reader, references, MOST)
    found = store.sessions_by_id(connection, ids)
    for place, id in enumerate(ids):
        try:
            require_reader(connection, found.get(id), caller)
        except Problem as refused:
            raise Problem(refused.code, at=("query", "session_id", place), reason=refused.reason) from refused
    return {id: Newest(session.seq, session.status == "closed") for id, session in found.items()}


def newest_of(connection: sa.Connection, ids: Iterable[str]) -> dict[str, Newest]:
    """Where the logs of these sessions end, in one look."""
    return several.of_sessions(connection, ids)
