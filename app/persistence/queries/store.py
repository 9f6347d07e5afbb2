"""The queries for single sessions and their actions. Those across sessions are in history.py."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from app.persistence.queries.credentials import tokens_of_players
from app.persistence.queries.logged_events import PAGE
from app.persistence.stored.codec import Json
from app.persistence.stored.indexes import watched
from app.persistence.stored.rows import (
    Action,
    Seat,
    Session,
    action_from_row,
    session_from_row,
)
from app.persistence.stored.tables import (
    actions,
    casualties,
    rolls,
    seats,
    sessions,
)

_BY_ID = sa.select(sessions).where(sessions.c.id.in_(sa.bindparam("ids", expanding=True))).order_by(sessions.c.id)
_LOCKED = _BY_ID.with_for_update()
_SEATS = sa.select(seats).where(seats.c.session_id.in_(sa.bindparam("ids", expanding=True))).order_by(seats.c.seat)
"""Made once, as every request asks these: to make one takes longer than to run it."""

_PENDING = actions.c.status == sa.literal_column("'pending'")
"""As the index of these actions has it."""

CASUALTY = tuple(
    str(column.name)  # a name of SQLAlchemy is a kind of str for which JSON is written slowly
    for column in casualties.c
    if column.name not in ("session_id", "action", "n", "ruleset", "listed", "at")
)
"""The columns that documents show of a casualty, in order: all but those that say of which action it is."""


def sessions_by_id(connection: sa.Connection, ids: Iterable[str], *, lock: bool = False) -> dict[str, Session]:
    """Those of these sessions that exist, by id. `lock` locks them, in the order of ids, until the transaction ends."""
    possible = sorted({id for id in ids if "\0" not in id})  # PostgreSQL's texts hold no NUL
    if not possible:
        return {}
    rows = connection.execute(_LOCKED if lock else _BY_ID, {"ids": possible})
    names, found = tuple(rows.keys()), dict[str, Session]()
    for row in rows.all():
        session = session_from_row(dict(zip(names, row, strict=True)))
        found[session.id] = session
    seated = [id for id, session in found.items() if session.seat_count]
    for id, places in seats_by_session(connection, seated).items():
        found[id].seats = places
    return found


def all_sessions(connection: sa.Connection) -> Iterator[Session]:
    """Every session, in the order of the ids, read page by page."""
    after = ""
    while True:
        page = sa.select(sessions.c.id).where(sessions.c.id > after).order_by(sessions.c.id).limit(PAGE)
        ids = list(connection.execute(page).scalars())
        if not ids:
            return
        found = sessions_by_id(connection, ids)
        yield from (found[id] for id in ids)
        after = ids[-1]


def known_sessions(connection: sa.Connection, ids: Iterable[str]) -> set[str]:
    """Which of these ids belong to a session."""
    return set(connection.execute(sa.select(sessions.c.id).where(sessions.c.id.in_(sorted(ids)))).scalars())


def newest_events(connection: sa.Connection, ids: list[str]) -> dict[str, int]:
    """The number of the newest event of each of these sessions; thousands are one parameter, on PostgreSQL."""
    is_one: sa.ColumnElement[bool] = sessions.c.id.in_(ids)
    if connection.dialect.name == "postgresql":
        is_one = sessions.c.id == sa.any_(sa.literal(ids, sa.ARRAY(sa.String)))
    query = sa.select(sessions.c.id, sessions.c.seq).where(is_one)
    return {row.id: row.seq for row in connection.execute(query)}


def seats_by_session(connection: sa.Connection, ids: list[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of these sessions, by session, in the order of their numbers."""
    if not ids:
        return {}
    found: dict[str, tuple[Seat, ...]] = {}
    for row in connection.execute(_SEATS, {"ids": ids}).mappings():
        found[row["session_id"]] = (*found.get(row["session_id"], ()), Seat(**row))
    if held := {seat.player for places in found.values() for seat in places if seat.player}:
        tokens = tokens_of_players(connection, held)
        for id, places in found.items():
            found[id] = tuple(replace(seat, player_tokens=tokens.get(seat.player or "", ())) for seat in places)
    return found


def action(connection: sa.Connection, session: str, number: int) -> Action | None:
    """An action in its present state; None where the session has none with this number."""
    query = sa.select(actions).where(actions.c.session_id == session, actions.c.number == number)
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else action_from_row(row)


def pending_actions(connection: sa.Connection, session: str) -> list[Action]:
    """The actions that wait for an answer, lowest number first."""
    query = sa.select(actions).where(actions.c.session_id == session, _PENDING).order_by(actions.c.number)
    return [action_from_row(row) for row in connection.execute(query).mappings()]


def count_pending(connection: sa.Connection) -> int:
    """How many actions of all sessions wait for an answer."""
    query = sa.select(sa.func.coalesce(sa.func.sum(sessions.c.pending), 0)).where(sessions.c.pending > 0)
    return int(connection.execute(query).scalar_one())


def watched_sessions(connection: sa.Connection) -> dict[str, int]:
    """The sessions in which the service may have to answer now, each with the number of its newest event."""
    query = sa.select(sessions.c.id, sessions.c.seq).where(sa.text(watched(connection.dialect.name)))
    return {row.id: row.seq for row in connection.execute(query)}


def proposed_actions(connection: sa.Connection, session: str) -> list[Action]:
    """The actions that seats propose to void, lowest number first."""
    is_proposed = sa.and_(actions.c.proposal.is_not(sa.null()), actions.c.status != sa.literal_column("'void'"))
    query = sa.select(actions).where(actions.c.session_id == session, is_proposed).order_by(actions.c.number)
    return [action_from_row(row) for row in connection.execute(query).mappings()]


def actions_of(connection: sa.Connection, session: str, numbers: Iterable[int]) -> dict[int, Action]:
    """Some actions of a session in their present state, by number."""
    query = sa.select(actions).where(actions.c.session_id == session, actions.c.number.in_(sorted(numbers)))
    return {row["number"]: action_from_row(row) for row in connection.execute(query).mappings()}


def has_reference(connection: sa.Connection, session: str, reference: str) -> bool:
    """Whether an action of the session has this reference."""
    query = sa.select(actions.c.number).where(actions.c.session_id == session, actions.c.reference == reference)
    return connection.execute(query).first() is not None


def pending_numbers(connection: sa.Connection, session: str) -> list[int]:
    """The numbers of the actions of a session that wait."""
    query = sa.select(actions.c.number).where(actions.c.session_id == session, _PENDING)
    return list(connection.scalars(query))


def casualties_of(connection: sa.Connection, session: str, number: int) -> list[Json]:
    """The casualties of a resolved action, in order."""
    query = (
        sa.select(casualties)
        .where(casualties.c.session_id == session, casualties.c.action == number)
        .order_by(casualties.c.n)
    )
    return [{name: row[name] for name in CASUALTY} for row in connection.execute(query).mappings()]


def rolls_of(connection: sa.Connection, session: str, number: int) -> list[int]:
    """The places of the rolls of an action that lists show."""
    query = sa.select(rolls.c.roll).where(rolls.c.session_id == session, rolls.c.action == number)
    return list(connection.scalars(query))


def projections(connection: sa.Connection, session: str) -> tuple[list[Json], list[Json]]:
    """All rolls and all casualties of a session as rows, both in order."""
    return (
        _rows(connection, rolls, session, rolls.c.action, rolls.c.roll),
        _rows(connection, casualties, session, casualties.c.action, casualties.c.n),
    )


def _rows(connection: sa.Connection, table: sa.Table, session: str, *order: sa.Column[Any]) -> list[Json]:
    query = sa.select(table).where(table.c.session_id == session).order_by(*order)
    return [dict(row) for row in connection.execute(query).mappings()]
