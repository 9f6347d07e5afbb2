"""Chooses how to query a list: look up a few matching sessions first, or read from the newest row."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from app.persistence.queries.filters import Filters, is_seat_of, lasting, refers
from app.persistence.stored.tables import actions, casualties, seats, sessions

FEW, FEW_ACTIONS = 500, 2_000
"""How many sessions are looked up first, and how many actions they may have.

A filter that fits more sessions than this is not used to look them up: enough fitting rows are then found soon on the
way from the newest row."""


def few_sessions(
    connection: sa.Connection, filters: Filters, table: sa.Table, visible: sa.ColumnElement[bool]
) -> set[str] | None:
    """The ids of all visible sessions that the rows can belong to, where these are few; else None."""
    few: set[str] | None = None
    for ways in session_lookups(filters, table, visible):
        found = few_session_ids(connection, ways)
        if found is not None:
            few = found if few is None else few & found
    return few if few is None or table is sessions or have_few_actions(connection, few) else None


def few_session_ids(connection: sa.Connection, ways: list[sa.Select[Any]]) -> set[str] | None:
    """The ids of sessions that the queries find; None where one of them finds too many."""
    found: set[str] = set()
    for way in ways:
        ids = connection.execute(way.limit(FEW)).scalars().all()
        if len(ids) == FEW:
            return None
        found.update(ids)
    return found


def have_few_actions(connection: sa.Connection, few: set[str]) -> bool:
    """Whether these sessions have few actions together."""
    count = sa.select(sa.func.coalesce(sa.func.sum(sessions.c.last_number), 0)).where(sessions.c.id.in_(few))
    return bool(connection.execute(count).scalar_one() <= FEW_ACTIONS)


def session_lookups(
    filters: Filters, table: sa.Table, visible: sa.ColumnElement[bool]
) -> Iterator[list[sa.Select[Any]]]:
    """For each filter on sessions, the queries through an index that together find all visible ones that fit it.

    They may find others too.
    """
    id = sa.select(sessions.c.id).where(visible)
    if filters.kind and "single" not in filters.kind:
        kinds = [sessions.c.kind == sa.literal_column(f"'{kind}'") for kind in filters.kind]
        yield [sa.select(sessions.c.id).where(kind, lasting()) for kind in kinds]  # of all, which has an index
    if filters.ruleset:
        # In the order of the index: PostgreSQL would read all sessions where a ruleset is rare among the public ones.
        order = (sessions.c.ruleset, sessions.c.created_at, sessions.c.id)
        yield [id.where(sessions.c.ruleset.in_(filters.ruleset)).order_by(*order)]
    if filters.label == ("physical",) and table is casualties:  # the others have an index of their own
        yield [id.where(sessions.c.dice == sa.literal_column("'physical'"))]
    if filters.reference:
        by_own = sa.select(actions.c.session_id).where(refers(actions.c.reference, filters))
        yield [id.where(refers(sessions.c.reference, filters)), *([by_own] if table is actions else [])]
    if filters.has_player:
        yield [sa.select(seats.c.session_id).where(is_seat_of(filters))]
    elif filters.side:
        by_own = sa.select(casualties.c.session_id).where(casualties.c.side.in_(filters.side))
        by_seat = sa.select(seats.c.session_id).where(seats.c.side.in_(filters.side))
        yield [by_seat, *([by_own] if table is casualties else [])]
