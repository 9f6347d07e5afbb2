"""Queries across sessions: newest first, page by page, each page from where the last one ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Session, session_of
from app.persistence.tables import actions, casualties, rolls, seats, sessions

Names = tuple[str, ...]
"""Any of these; none: whatever."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list is about."""

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
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose sessions are listed beside the public ones: the holder of a token, or of an API key."""

    digest: bytes
    key: str | None = None
    only_own: bool = False
    """Whether public sessions are left out."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One kind of list: its table, and its key from newest to oldest."""

    table: sa.Table
    key: tuple[sa.Column[Any], ...]

    def query(self, wanted: Wanted, reader: Reader, after: Sequence[Any] | None, limit: int) -> sa.Select[Any]:
        """The next rows after a key."""
        joined = self.table if self.table is sessions else self.table.join(sessions, sessions.c.id == self.key[1])
        query = sa.select(self.table).select_from(joined)
        query = query.where(readable(reader), *of_session(wanted, self.table), *of_rows(wanted, self.table, self.key))
        if after is not None:
            query = query.where(sa.tuple_(*self.key) < tuple(after))
        return query.order_by(*(column.desc() for column in self.key)).limit(limit)


SESSIONS = Listing(sessions, (sessions.c.created_at, sessions.c.id))
ACTIONS = Listing(actions, (actions.c.created_at, actions.c.session_id, actions.c.number))
ROLLS = Listing(rolls, (rolls.c.at, rolls.c.session_id, rolls.c.action, rolls.c.roll))
CASUALTIES = Listing(casualties, (casualties.c.at, casualties.c.session_id, casualties.c.action, casualties.c.n))


def readable(reader: Reader) -> sa.ColumnElement[bool]:
    """The sessions that the reader is shown."""
    held = sa.select(seats.c.session_id).where(seats.c.token == reader.digest)
    own = [sessions.c.host_token == reader.digest, sessions.c.id.in_(held)]
    own += [sessions.c.owner == reader.key] if reader.key else []
    return sa.or_(*own) if reader.only_own else sa.or_(sessions.c.visibility == "public", *own)


def of_session(wanted: Wanted, table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """What is asked of the sessions of a list."""
    clauses = [any_of(sessions.c.ruleset, wanted.ruleset)]
    clauses.append(any_of(sessions.c.id, wanted.id if table is sessions else wanted.session_id))
    clauses.append(any_of(sessions.c.kind, wanted.kind) if wanted.kind else not_single(wanted))
    references = [reference_is(sessions.c.reference, reference) for reference in wanted.reference]
    if table is actions:
        references += [reference_is(actions.c.reference, reference) for reference in wanted.reference]
    clauses.append(sa.or_(*references) if references else sa.true())
    clauses.append(sa.or_(*(label_is(label) for label in wanted.label)) if wanted.label else sa.true())
    if table is sessions:
        clauses.append(any_of(sessions.c.status, wanted.status))
    return clauses


def not_single(wanted: Wanted) -> sa.ColumnElement[bool]:
    """Attacks without a session are listed only where they are asked for."""
    return sa.true() if wanted.session_id or wanted.id else sessions.c.kind != "single"


def of_rows(wanted: Wanted, table: sa.Table, key: tuple[sa.Column[Any], ...]) -> list[sa.ColumnElement[bool]]:
    """What is asked of the rows of a list."""
    clauses = []
    if wanted.since is not None:
        clauses.append(key[0] >= wanted.since)
    if wanted.until is not None:
        clauses.append(key[0] < wanted.until)
    if wanted.player or wanted.side:
        clauses.append(played_by(wanted, table))
    if table in (rolls, casualties):
        clauses.append(any_of(table.c.role, wanted.role))
    clauses += among_few(wanted, table)
    if table is casualties:
        clauses.append(any_of(casualties.c.unit, wanted.unit))
    if table is rolls:
        clauses.append(rolls.c.void.in_([status == "void" for status in wanted.status or ("resolved",)]))
    if table is actions:
        clauses.append(any_of(actions.c.status, wanted.status) if wanted.status else actions.c.status != "void")
    return clauses


def played_by(wanted: Wanted, table: sa.Table) -> sa.ColumnElement[bool]:
    """Rows of a player, or of a side. Players are found first, by their index; sides are looked up row by row."""
    if wanted.player:
        return of_players(wanted, table)
    seat = sa.select(seats.c.session_id).where(seats.c.session_id == sessions.c.id, seats.c.side.in_(wanted.side))
    if table in (rolls, casualties):
        seat = seat.where(seats.c.seat == table.c.seat)
    if table is casualties:
        return sa.or_(casualties.c.side.in_(wanted.side), seat.exists())
    return seat.exists()


def of_players(wanted: Wanted, table: sa.Table) -> sa.ColumnElement[bool]:
    """Rows of players by the reference, or else the name, of their seat."""
    named = sa.and_(seats.c.reference.is_(None), seats.c.name.in_(wanted.player))
    is_theirs = sa.and_(sa.or_(seats.c.reference.in_(wanted.player), named), any_of(seats.c.side, wanted.side))
    played = sessions.c.id.in_(sa.select(seats.c.session_id).where(is_theirs))
    if table not in (rolls, casualties):
        return played
    seat = sa.select(seats.c.seat).where(seats.c.session_id == sessions.c.id, seats.c.seat == table.c.seat, is_theirs)
    return sa.and_(played, seat.exists())


def among_few(wanted: Wanted, table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """What the indexes of few rows say, in their own words, where only such rows are wanted."""
    clauses: list[sa.ColumnElement[bool]] = []
    dice = {sessions: sessions.c.dice, actions: actions.c.dice, rolls: rolls.c.source}.get(table)
    if wanted.label == ("physical",) and dice is not None:
        clauses.append(dice == sa.literal_column("'physical'"))
    if table is rolls and wanted.status == ("void",):
        clauses.append(rolls.c.void.is_(sa.true()))
    if table is actions and wanted.status and "resolved" not in wanted.status:
        clauses.append(actions.c.status != sa.literal_column("'resolved'"))
    return clauses


def any_of(column: sa.ColumnElement[Any], values: Names) -> sa.ColumnElement[bool]:
    """Whether a column has one of some values; without values, whatever it has."""
    return column.in_(values) if values else sa.true()


def reference_is(column: sa.Column[Any], reference: str) -> sa.ColumnElement[bool]:
    """A reference, or with a star at its end all that begin so."""
    if reference.endswith("*"):
        return column.startswith(reference[:-1], autoescape=True)
    return column == reference


def label_is(label: str) -> sa.ColumnElement[bool]:
    """Sessions by what their dice can prove."""
    by_hand = sessions.c.dice == "physical"
    if label == "physical":
        return by_hand
    if label == "recorded":
        return sa.and_(~by_hand, sessions.c.kind == "single")
    return sa.and_(~by_hand, sessions.c.kind != "single") if label == "committed" else sa.false()


def page(
    connection: sa.Connection, listing: Listing, wanted: Wanted, reader: Reader, after: Sequence[Any] | None, limit: int
) -> list[Json]:
    """The next rows of a list."""
    query = listing.query(wanted, reader, after, limit)
    return [dict(row) for row in connection.execute(query).mappings()]


def key_of(listing: Listing, row: Json) -> list[Any]:
    """Where a list goes on after a row."""
    return [row[column.name] for column in listing.key]


def with_seats(connection: sa.Connection, rows: list[Json]) -> list[Session]:
    """Sessions from their rows, with their seats."""
    found = [session_of(row) for row in rows]
    places = store.seats_by_session(connection, [session.id for session in found if session.seat_count])
    for session in found:
        session.seats = places.get(session.id, ())
    return found


def rolls_of(connection: sa.Connection, numbers: list[tuple[str, int]]) -> list[Json]:
    """The rolls of some actions, each given as its session and its number."""
    if not numbers:
        return []
    query = sa.select(rolls).where(sa.tuple_(rolls.c.session_id, rolls.c.action).in_(numbers))
    return [dict(row) for row in connection.execute(query).mappings()]
