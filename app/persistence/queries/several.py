"""The queries for those who follow several sessions at once: ids and newest events, without the rest of the rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from app.persistence.queries.filters import Filters, refers
from app.persistence.queries.history import PUBLIC, Reader
from app.persistence.stored.tables import sessions


@dataclass(frozen=True, slots=True)
class Newest:
    """Where the log of a session ends."""

    seq: int
    is_closed: bool


def of_sessions(connection: sa.Connection, ids: Iterable[str]) -> dict[str, Newest]:
    """Where the logs of these sessions end, by id."""
    return _found(connection, _ends().where(sessions.c.id.in_(sorted(ids))))


def of_reader(connection: sa.Connection, reader: Reader, references: tuple[str, ...], limit: int) -> dict[str, Newest]:
    """Where the logs of the newest sessions end that the reader may list and that have one of the references.

    Without references they are the reader's own.
    """
    newest = (sessions.c.created_at.desc(), sessions.c.id.desc())
    has_reference = refers(sessions.c.reference, Filters(reference=references)) if references else sa.true()
    found: dict[str, Newest] = {}
    if references and not reader.only_own:
        found |= _found(connection, _ends().where(PUBLIC, has_reference).order_by(*newest).limit(limit))
    if reader.own:
        found |= _found(connection, _ends().where(reader.owns, has_reference).order_by(*newest).limit(limit))
    return dict(sorted(found.items(), reverse=True)[:limit])


def _ends() -> sa.Select[Any]:
    return sa.select(sessions.c.id, sessions.c.seq, sessions.c.status)


def _found(connection: sa.Connection, query: sa.Select[Any]) -> dict[str, Newest]:
    return {row.id: Newest(row.seq, row.status == "closed") for row in connection.execute(query)}
