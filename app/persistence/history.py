"""Queries across sessions: newest first, page by page, where each page starts after the last row of the one before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Session, session_from_row
from app.persistence.tables import actions, casualties, rolls, seats, sessions

FEW, FEW_ACTIONS = 500, 10_000
"""How many sessions are looked up first, and how many actions they may have.

A filter that fits more sessions than this is not used to look them up: enough fitting rows are then found soon on the
way from the newest row."""

LAST = "\U0010ffff"
"""A character that sorts after every other."""

Names = tuple[str, ...]
"""Values of which a row must have one; empty where every value is accepted."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What the rows of a list must have in common."""

    id: Names = ()
    ruleset: Names = ()
    session_id: Names = ()
    reference: Names = ()
    player: Names = ()
    role: Names = ()
    side: Names = ()
    unit: Names = ()
    kind: Names = ()
    status: Names = ()
    label: Names = ()
    since: str | None = None
    """The earliest time, included."""
    until: str | None = None
    """The latest time, excluded."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a list, who sees the public sessions and the own ones."""

    digest: bytes
    """The digest of the reader's token, which may be the token of a host or a seat."""
    key: str | None = None
    """The id of the reader's API key; None where the reader has none."""
    only_own: bool = False
    """Whether public sessions are left out."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One kind of list: its table, and the columns by which it is sorted, newest first."""

    table: sa.Table
    key: tuple[sa.Column[Any], ...]

    def query(self, filters: Filters, reader: Reader, after: Sequence[Any] | None, limit: int) -> sa.Select[Any]:
        """The query for the next `limit` rows that follow the row with the key `after`."""
        joined = self.table if self.table is sessions else self.table.join(sessions, sessions.c.id == self.key[1])
        query = sa.select(self.table).select_from(joined)
        query = query.where(readable(reader), *of_session(filters, self.table), *of_rows(filters, self.table, self.key))
        if after is not None:
            query = query.where(sa.tuple_(*self.key) < tuple(after))
        return query.order_by(*(column.desc() for column in self.key)).limit(limit)


SESSIONS = Listing(sessions, (sessions.c.created_at, sessions.c.id))
ACTIONS = Listing(actions, (actions.c.created_at, actions.c.session_id, actions.c.number))
ROLLS = Listing(rolls, (rolls.c.at, rolls.c.session_id, rolls.c.action, rolls.c.roll))
CASUALTIES = Listing(casualties, (casualties.c.at, casualties.c.session_id, casualties.c.action, casualties.c.n))


def readable(reader: Reader) -> sa.ColumnElement[bool]:
    """The sessions that the reader may see in lists."""
    held = sa.select(seats.c.session_id).where(seats.c.token == reader.digest)
    own = [sessions.c.host_token == reader.digest, sessions.c.id.in_(held)]
    own += [sessions.c.owner == reader.key] if reader.key else []
    return sa.or_(*own) if reader.only_own else sa.or_(sessions.c.visibility == "public", *own)


def of_session(filters: Filters, table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """The conditions on the sessions of a list."""
    clauses = [any_of(sessions.c.ruleset, filters.ruleset)]
    clauses.append(any_of(sessions.c.id, filters.id if table is sessions else filters.session_id))
    clauses.append(of_kind(filters))
    if filters.reference:
        by_session = refers(sessions.c.reference, filters)
        clauses.append(sa.or_(by_session, refers(actions.c.reference, filters)) if table is actions else by_session)
    clauses.append(sa.or_(*(label_is(label) for label in filters.label)) if filters.label else sa.true())
    if table is sessions:
        clauses.append(any_of(sessions.c.status, filters.status))
    return clauses


def of_kind(filters: Filters) -> sa.ColumnElement[bool]:
    """The condition on the kind of session. Single attacks are listed only where the filters ask for them."""
    if filters.kind:
        return sa.or_(*(sessions.c.kind == sa.literal_column(f"'{kind}'") for kind in filters.kind))
    is_asked_for = filters.session_id or filters.id or "recorded" in filters.label
    return sa.true() if is_asked_for else sessions.c.kind != sa.literal_column("'single'")


def of_rows(filters: Filters, table: sa.Table, key: tuple[sa.Column[Any], ...]) -> list[sa.ColumnElement[bool]]:
    """The conditions on the rows of a list."""
    clauses = []
    if filters.since is not None:
        clauses.append(key[0] >= filters.since)
    if filters.until is not None:
        clauses.append(key[0] < filters.until)
    if filters.player or filters.side:
        clauses.append(played_by(filters, table))
    if table in (rolls, casualties):
        clauses.append(any_of(table.c.role, filters.role))
    clauses += among_few(filters, table)
    if table is casualties:
        clauses.append(any_of(casualties.c.unit, filters.unit))
    if table is rolls:
        clauses.append(rolls.c.void.in_([status == "void" for status in filters.status or ("resolved",)]))
    if table is actions:
        clauses.append(any_of(actions.c.status, filters.status) if filters.status else actions.c.status != "void")
    return clauses


def played_by(filters: Filters, table: sa.Table) -> sa.ColumnElement[bool]:
    """The condition that a player, found by an index, or a side, looked up for each row, has taken part."""
    if filters.player:
        return of_players(filters, table)
    seat = sa.select(seats.c.session_id).where(seats.c.session_id == sessions.c.id, seats.c.side.in_(filters.side))
    if table in (rolls, casualties):
        seat = seat.where(seats.c.seat == table.c.seat)
    if table is casualties:
        return sa.or_(casualties.c.side.in_(filters.side), seat.exists())
    return seat.exists()


def of_players(filters: Filters, table: sa.Table) -> sa.ColumnElement[bool]:
    """The condition that one of the players has taken part, by the reference, or else the name, of the seat."""
    is_theirs = is_seat_of(filters)
    played = sessions.c.id.in_(sa.select(seats.c.session_id).where(is_theirs))
    if table not in (rolls, casualties):
        return played
    seat = sa.select(seats.c.seat).where(seats.c.session_id == sessions.c.id, seats.c.seat == table.c.seat, is_theirs)
    return sa.and_(played, seat.exists())


def is_seat_of(filters: Filters) -> sa.ColumnElement[bool]:
    """Whether a seat belongs to one of the players and has one of the sides."""
    named = sa.and_(seats.c.reference.is_(None), seats.c.name.in_(filters.player))
    return sa.and_(sa.or_(seats.c.reference.in_(filters.player), named), any_of(seats.c.side, filters.side))


def among_few(filters: Filters, table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """Conditions that repeat the conditions of partial indexes, so that the database uses these indexes.

    A partial index contains only the few rows of one kind; it is used where the filters accept no other rows.
    """
    clauses: list[sa.ColumnElement[bool]] = []
    dice = {sessions: sessions.c.dice, actions: actions.c.dice, rolls: rolls.c.source}.get(table)
    if filters.label == ("physical",) and dice is not None:
        clauses.append(dice == sa.literal_column("'physical'"))
    if table is casualties and filters.role == ("attacker",):
        clauses.append(casualties.c.role == sa.literal_column("'attacker'"))
    if table is rolls and filters.status == ("void",):
        clauses.append(rolls.c.void.is_(sa.true()))
    if table is actions and filters.status and "resolved" not in filters.status:
        clauses.append(actions.c.status != sa.literal_column("'resolved'"))
    return clauses


def any_of(column: sa.ColumnElement[Any], values: Names) -> sa.ColumnElement[bool]:
    """The condition that a column has one of the values; without values, every row fits."""
    return column.in_(values) if values else sa.true()


def reference_is(column: sa.Column[Any], reference: str) -> sa.ColumnElement[bool]:
    """The condition that a column has this reference; with a star at its end, that it begins with the rest."""
    if reference.endswith("*"):
        prefix = reference[:-1]
        return sa.and_(column >= prefix, column < prefix + LAST)
    return column == reference


def refers(column: sa.Column[Any], filters: Filters) -> sa.ColumnElement[bool]:
    """The condition that a column has one of the references of the filters."""
    return sa.or_(*(reference_is(column, reference) for reference in filters.reference))


def label_is(label: str) -> sa.ColumnElement[bool]:
    """The sessions whose dice have this label; see dice_label()."""
    by_hand = sessions.c.dice == "physical"
    if label == "physical":
        return by_hand
    if label == "recorded":
        return sa.and_(~by_hand, sessions.c.kind == "single")
    return sa.and_(~by_hand, sessions.c.kind != "single") if label == "committed" else sa.false()


def few_sessions(connection: sa.Connection, filters: Filters, table: sa.Table) -> set[str] | None:
    """The ids of all sessions that the rows can belong to, where these are few and have few actions; else None."""
    few: set[str] | None = None
    for ways in ways_to_sessions(filters, table):
        found = [connection.execute(way.limit(FEW)).scalars().all() for way in ways]
        if all(len(ids) < FEW for ids in found):
            ids = set().union(*found)
            few = ids if few is None else few & ids
    if few is None or table is sessions:
        return few
    count = sa.select(sa.func.coalesce(sa.func.sum(sessions.c.last_number), 0)).where(sessions.c.id.in_(few))
    return few if connection.execute(count).scalar_one() <= FEW_ACTIONS else None


def ways_to_sessions(filters: Filters, table: sa.Table) -> Iterator[list[sa.Select[Any]]]:
    """For each filter on sessions, the queries through an index that together find all sessions that fit it."""
    id = sa.select(sessions.c.id)
    if not (filters.id or filters.session_id or filters.label):
        yield [id.where(of_kind(filters))]
    if filters.ruleset:
        yield [id.where(sessions.c.ruleset.in_(filters.ruleset))]
    if filters.label == ("physical",):
        yield [id.where(sessions.c.dice == sa.literal_column("'physical'"))]
    if filters.reference:
        by_own = sa.select(actions.c.session_id).where(refers(actions.c.reference, filters))
        yield [id.where(refers(sessions.c.reference, filters)), *([by_own] if table is actions else [])]
    if filters.player:
        yield [sa.select(seats.c.session_id).where(is_seat_of(filters))]
    elif filters.side:
        by_own = sa.select(casualties.c.session_id).where(casualties.c.side.in_(filters.side))
        by_seat = sa.select(seats.c.session_id).where(seats.c.side.in_(filters.side))
        yield [by_seat, *([by_own] if table is casualties else [])]


def page(
    connection: sa.Connection,
    listing: Listing,
    filters: Filters,
    reader: Reader,
    after: Sequence[Any] | None,
    limit: int,
) -> list[Json]:
    """The next `limit` rows of a list, as dicts."""
    return [
        dict(row) for row in connection.execute(query_of(connection, listing, filters, reader, after, limit)).mappings()
    ]


def query_of(
    connection: sa.Connection,
    listing: Listing,
    filters: Filters,
    reader: Reader,
    after: Sequence[Any] | None,
    limit: int,
) -> sa.Select[Any]:
    """The query for the next rows.

    If the rows can belong to a few sessions only, it looks among these; else it reads from the newest row on.
    """
    query = listing.query(filters, reader, after, limit)
    among = few_sessions(connection, filters, listing.table)
    if among is not None:
        query = query.where((sessions.c.id if listing.table is sessions else listing.key[1]).in_(sorted(among)))
    if connection.dialect.name == "postgresql":
        # PostgreSQL treats conditions that depend on each other as independent, expects almost no rows, and would
        # therefore sort all of them.
        is_walk = among is None and not (filters.id or filters.session_id or filters.unit)
        connection.execute(sa.text(f"SET LOCAL enable_sort = {'off' if is_walk else 'on'}"))
    return query


def sort_key_of(listing: Listing, row: Json) -> list[Any]:
    """The values by which a list continues after this row."""
    return [row[column.name] for column in listing.key]


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
    query = sa.select(rolls).where(sa.tuple_(rolls.c.session_id, rolls.c.action).in_(numbers))
    return [dict(row) for row in connection.execute(query).mappings()]
