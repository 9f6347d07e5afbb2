"""The queries for idempotency keys."""

from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from app.persistence.queries.keys import with_keys
from app.persistence.queries.logged_events import PAGE
from app.persistence.stored.codec import Json
from app.persistence.stored.tables import idempotency_keys, sessions

_CLAIMED = sa.select(idempotency_keys)


def claimed_keys(connection: sa.Connection, keys: Iterable[tuple[bytes, bytes]]) -> dict[tuple[bytes, bytes], Any]:
    """Those of these idempotency keys, as (scope, key), that have already made something, with their rows."""
    sorted_keys = sorted(set(keys))
    if not sorted_keys:
        return {}
    query = with_keys(connection, _CLAIMED, idempotency_keys.c.scope, idempotency_keys.c.key)
    return {(row.scope, row.key): row for row in connection.execute(query, {"keys": sorted_keys})}


def all_claimed_keys(connection: sa.Connection) -> Iterator[Json]:
    """Every idempotency key of a session as a row, in the order of scope and key, read page by page."""
    table, after = idempotency_keys, (b"", b"")
    place = sa.tuple_(table.c.scope, table.c.key)
    while True:
        of_session = table.c.session_id.in_(sa.select(sessions.c.id))
        query = sa.select(table).where(place > after, of_session).order_by(table.c.scope, table.c.key).limit(PAGE)
        page = [dict(row) for row in connection.execute(query).mappings()]
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1]["scope"], page[-1]["key"]


def forget_keys(connection: sa.Connection, before: str, limit: int) -> int:
    """Delete at most `limit` idempotency keys that are older than `before`. Returns how many were deleted."""
    table = idempotency_keys
    old = sa.select(table.c.scope, table.c.key).where(table.c.created_at < before).order_by(table.c.created_at)
    chosen = old.limit(limit).with_for_update(skip_locked=True).subquery()
    mine = sa.tuple_(table.c.scope, table.c.key).in_(sa.select(chosen.c.scope, chosen.c.key))
    return connection.execute(sa.delete(table).where(mine)).rowcount
