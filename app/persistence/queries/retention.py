"""Queries that delete what is old, and that remove a session from the public lists."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from app.persistence.stored.tables import (
    actions,
    casualties,
    claims,
    events,
    idempotency_keys,
    private_parts,
    rolls,
    seats,
    seeds,
    sessions,
    stream_tickets,
    webhook_messages,
    webhook_outbox,
)

BELONGING = (
    events,
    private_parts,
    rolls,
    casualties,
    seeds,
    seats,
    claims,
    stream_tickets,
    webhook_outbox,
    webhook_messages,
    idempotency_keys,
    actions,
)
"""The tables whose rows belong to a session."""

LISTED = (actions, rolls, casualties)
"""The tables whose rows say whether lists show them to everybody."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place among the sessions, oldest first: after the one that was opened then, and has this id."""

    created_at: str = ""
    id: str = ""


SINGLE = sessions.c.kind == "single"
"""Which sessions are attacks of their own."""
OPEN = sa.and_(sessions.c.kind != "single", sessions.c.status == "open")
"""Which sessions are series and games that are open."""


def untouched(
    connection: sa.Connection,
    which: sa.ColumnElement[bool],
    before: str,
    after: Place,
    limit: int,
    *,
    lock: bool = False,
) -> Sequence[Place]:
    """The next sessions, SINGLE or OPEN, that were opened before a time and in which nothing was done since.

    The oldest comes first. `lock` holds them until the transaction ends, and leaves out those that another transaction
    holds.
    """
    declared = sa.and_(sessions.c.kind != "single", actions.c.created_at >= before)
    done = sa.or_(actions.c.resolved_at >= before, declared)
    since = sa.select(actions.c.number).where(actions.c.session_id == sessions.c.id, done)
    query = (
        sa.select(sessions.c.created_at, sessions.c.id)
        .where(which, sessions.c.created_at < before, ~since.exists())
        .where(sa.tuple_(sessions.c.created_at, sessions.c.id) > (after.created_at, after.id))
        .order_by(sessions.c.created_at, sessions.c.id)
        .limit(limit)
    )
    if lock:
        query = query.with_for_update(skip_locked=True)
    return [Place(*row) for row in connection.execute(query)]


def delete_sessions(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Delete sessions with everything that belongs to them."""
    for table in BELONGING:
        connection.execute(sa.delete(table).where(table.c.session_id.in_(ids)))
    connection.execute(sa.delete(sessions).where(sessions.c.id.in_(ids)))


def unlist(connection: sa.Connection, id: str) -> str | None:
    """Make a public session unlisted; the visibility it then has, None where there is no such session."""
    is_public = sa.and_(sessions.c.id == id, sessions.c.visibility == "public")
    if connection.execute(sa.update(sessions).where(is_public).values(visibility="unlisted")).rowcount:
        for table in LISTED:  # after the session, which its writer holds while it writes
            connection.execute(sa.update(table).where(table.c.session_id == id).values(listed=False))
    found: str | None = connection.execute(
        sa.select(sessions.c.visibility).where(sessions.c.id == id)
    ).scalar_one_or_none()
    return found
