"""Queries across sessions, page by page: newest or oldest first, each page from the last row of the one before on.

What everybody may see and what is the reader's own are two queries, so that each has an index to walk along.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from pydantic_core import to_json

from app.persistence.queries import store
from app.persistence.queries.filters import Filters, is_seat_of, of_rows, of_session
from app.persistence.queries.keys import with_keys
from app.persistence.queries.list_plans import few_session_ids, few_sessions, have_few_actions
from app.persistence.queries.pages import parted
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import LISTED, SHOWN, names_of
from app.persistence.stored.rows import Action, Session, session_from_row
from app.persistence.stored.tables import actions, casualties, events, rolls, seats, sessions

PUBLIC = sessions.c.visibility == sa.literal_column("'public'")
"""The sessions that everybody finds in lists."""

_ROLLS = sa.select(rolls)
_ENTRIES = sa.select(events.c.session_id, events.c.action, events.c.body).where(events.c.type == "entries")

QUICK = {"max_parallel_workers_per_gather": "0", "jit": "off"}
"""The settings of PostgreSQL for a query that finds a few rows by an index."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a list, who sees what is public and what is the reader's own."""

    digest: bytes | None
    """The digest of the reader's token, which may be the token of a host or a seat; None without one."""
    key: str | None = None
    """The id of the reader's API key; None where the reader has none."""
    only_own: bool = False
    """Whether public sessions are left out."""
    player: str | None = None
    """The id of the reader, where it is a player."""

    @property
    def own(self) -> list[sa.Select[Any]]:
        """The queries that together find the reader's own sessions."""
        id = sa.select(sessions.c.id)
        if self.key is not None:
            return [id.where(sessions.c.owner == self.key)]
        if self.player is not None:
            return [sa.select(seats.c.session_id).where(seats.c.player == self.player)]
        held = sa.select(seats.c.session_id).where(seats.c.token == self.digest)
        return [id.where(sessions.c.host_token == self.digest), held] if self.digest else []

    @property
    def owns(self) -> sa.ColumnElement[bool]:
        """The condition that a session is the reader's own."""
        if self.key is not None:
            return sessions.c.owner == self.key
        return sa.or_(*(sessions.c.id.in_(found) for found in self.own))

    @property
    def opened(self) -> sa.ColumnElement[bool]:
        """The same condition for somebody with many sessions, which are not to be gathered by their own index first."""
        return self.owns if self.key is None else sa.func.coalesce(sessions.c.owner, "") == self.key


@dataclass(frozen=True, slots=True)
class Listing:
    """One kind of list: its table, and the columns by which it is sorted."""

    table: sa.Table
    key: tuple[sa.Column[Any], ...]
    told: tuple[str, ...] = ()
    """The columns that items of the list tell, where not all of them do."""

    def size(self, row: Json) -> int:
        """How many bytes a row has in a page, or nearly."""
        told = {name: row[name] for name in self.told} if self.told else row
        return len(to_json(told, bytes_mode="hex"))

    @property
    def session(self) -> sa.Column[Any]:
        """The column with the id of the session."""
        return self.key[1]

    @property
    def public(self) -> sa.ColumnElement[bool]:
        """The condition that everybody may see a row. Rows of older programs say it only by their session."""
        return PUBLIC if self.table is sessions else sa.and_(self.table.c.listed.is_(sa.true()), PUBLIC)

    def query(
        self, filters: Filters, visible: sa.ColumnElement[bool], after: Sequence[Any] | None, limit: int
    ) -> sa.Select[Any]:
        """The query for the next `limit` visible rows that follow the row with the key `after`."""
        joined = self.table if self.table is sessions else self.table.join(sessions, sessions.c.id == self.session)
        query = sa.select(self.table).select_from(joined)
        query = query.where(visible, *of_session(filters, self.table), *of_rows(filters, self.table, self.key))
        # The rows of one unit are sorted by it too, so that only the index of units has them in order.
        unit = filters.unit if self.table is casualties and len(filters.unit) == 1 else ()
        key = (casualties.c.unit, *self.key) if unit else self.key
        if after is not None:
            place = sa.tuple_(*key)
            query = query.where(place > (*unit, *after) if filters.oldest_first else place < (*unit, *after))
        order = key if filters.oldest_first else [column.desc() for column in key]
        return query.order_by(*order).limit(limit)

    def sort_key(self, row: Json) -> tuple[Any, ...]:
        """The values by which a list continues after this row."""
        return tuple(row[column.name] for column in self.key)


SESSIONS = Listing(sessions, (sessions.c.created_at, sessions.c.id), names_of(Session, SHOWN))
ACTIONS = Listing(actions, (actions.c.created_at, actions.c.session_id, actions.c.number), names_of(Action, LISTED))
ROLLS = Listing(rolls, (rolls.c.at, rolls.c.session_id, rolls.c.action, rolls.c.roll))
CASUALTIES = Listing(casualties, (casualties.c.at, casualties.c.session_id, casualties.c.action, casualties.c.n))


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A query for rows of a list, and whether it walks along them in their order."""

    query: sa.Select[Any]
    walks: bool


def page(
    connection: sa.Connection,
    listing: Listing,
    filters: Filters,
    reader: Reader,
    after: Sequence[Any] | None,
    limit: int,
) -> tuple[list[Json], bool]:
    """The next rows of a list that make a page, as dicts, and whether more follow."""
    found: dict[tuple[Any, ...], Json] = {}
    for way in ways_of(connection, listing, filters, reader, after, limit + 1):
        if connection.dialect.name == "postgresql":
            # PostgreSQL treats conditions that depend on each other as independent, expects almost no rows, and would
            # therefore sort all of them, or start processes and compile; that alone takes longer than a page.
            settings = {"enable_sort": "off" if way.walks else "on"} | QUICK
            connection.execute(sa.select(*(sa.func.set_config(*each, True) for each in settings.items())))
        # A way that ends early has a page of its own, so that no page of all ways goes on beyond its end.
        rows, further = rows_of(connection, listing, way.query, limit)
        found.update((listing.sort_key(row), row) for row in ([*rows, further] if further else rows))
    rows, further = parted((found[key] for key in sorted(found, reverse=not filters.oldest_first)), limit, listing.size)
    return rows, further is not None


def rows_of(
    connection: sa.Connection, listing: Listing, query: sa.Select[Any], limit: int
) -> tuple[list[Json], Json | None]:
    """The rows of a query that make a page, as dicts, and the next one after them."""
    with connection.execute(query) as result:
        return parted((dict(row) for row in result.mappings()), limit, listing.size)


def ways_of(
    connection: sa.Connection,
    listing: Listing,
    filters: Filters,
    reader: Reader,
    after: Sequence[Any] | None,
    limit: int,
) -> list[ListQuery]:
    """The queries for the next rows: those of everybody, and the reader's own."""
    ways = []
    if not reader.only_own:
        among = few_sessions(connection, filters, listing.table, PUBLIC)
        ways.append(way_of(listing, filters, listing.public, among, after, limit))
    if reader.own:
        own = few_session_ids(connection, reader.own)
        if own is None or (listing.table is not sessions and not have_few_actions(connection, own)):
            own = few_sessions(connection, filters, listing.table, reader.owns)
        is_walk = own is None and listing.table is not sessions
        if own != set():
            ways.append(way_of(listing, filters, reader.opened if is_walk else reader.owns, own, after, limit))
    return ways


def all_rows(
    connection: sa.Connection,
    listing: Listing,
    filters: Filters,
    reader: Reader,
    columns: Sequence[sa.Column[Any]],
    limit: int,
) -> list[Json]:
    """These columns, and those of the key, of all rows of a list, in its order, but of no more than `limit`."""
    found: dict[tuple[Any, ...], Json] = {}
    for way in ways_of(connection, listing, filters, reader, None, limit):
        query = way.query.with_only_columns(*listing.key, *columns, maintain_column_froms=True)
        rows = (dict(row) for row in connection.execute(query).mappings())
        found.update((listing.sort_key(row), row) for row in rows)
    return [found[key] for key in sorted(found, reverse=not filters.oldest_first)[:limit]]


def way_of(
    listing: Listing,
    filters: Filters,
    visible: sa.ColumnElement[bool],
    among: set[str] | None,
    after: Sequence[Any] | None,
    limit: int,
) -> ListQuery:
    """The query for visible rows.

    If they can belong to a few sessions only, it looks among these; else it reads them in their order.
    """
    query = listing.query(filters, visible, after, limit)
    if among is not None:
        query = query.where(listing.session.in_(sorted(among)))
    return ListQuery(query, walks=among is None and not (filters.id or filters.session_id or len(filters.unit) > 1))


def has_sessions_of(connection: sa.Connection, ruleset: str) -> bool:
    """Whether there is any session of a ruleset, which may no longer be installed."""
    return (
        connection.execute(sa.select(sessions.c.id).where(sessions.c.ruleset == ruleset).limit(1)).first() is not None
    )


def with_seats(connection: sa.Connection, rows: list[Json]) -> list[Session]:
    """Sessions from their rows, with their seats."""
    found = [session_from_row(row) for row in rows]
    places = store.seats_by_session(connection, [session.id for session in found if session.seat_count])
    for session in found:
        session.seats = places.get(session.id, ())
    return found


def rolls_of(connection: sa.Connection, numbers: list[tuple[str, int]]) -> list[Json]:
    """The rolls of some actions, each named by its session and its number."""
    if not numbers:
        return []
    query = with_keys(connection, _ROLLS, rolls.c.session_id, rolls.c.action)
    return [dict(row) for row in connection.execute(query, {"keys": numbers}).mappings()]


def entries_of(connection: sa.Connection, numbers: list[tuple[str, int]]) -> list[Json]:
    """The events with the entries of some actions, each named by its session and its number."""
    if not numbers:
        return []
    query = with_keys(connection, _ENTRIES, events.c.session_id, events.c.action)
    return [dict(row) for row in connection.execute(query, {"keys": numbers}).mappings()]


def seats_of_players(connection: sa.Connection, filters: Filters, sessions: set[str]) -> dict[str, set[int]]:
    """The seats in some sessions that belong to the players of the filters, by session."""
    query = sa.select(seats.c.session_id, seats.c.seat).where(seats.c.session_id.in_(sessions), is_seat_of(filters))
    found: dict[str, set[int]] = {}
    for id, seat in connection.execute(query):
        found.setdefault(id, set()).add(seat)
    return found
