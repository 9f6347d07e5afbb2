"""What names a person: where it stands, and how it goes from the tables."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json

from app.domain.visible import plain, seen_of
from app.persistence.queries.persons import alike
from app.persistence.stored.parts import BY_NAME
from app.persistence.stored.private import BRINGER
from app.persistence.stored.rows import Seat
from app.persistence.stored.tables import actions, idempotency_keys, private_parts, seats, sessions, webhook_messages

Json = dict[str, Any]
SECONDS = 10.0
"""How long SQLite waits for those who read or write just now."""
SERVICE_WORDS = ("replaced", "abandoned", "finished", "closed")
"""Reasons that the service gives itself."""


@dataclass(frozen=True, slots=True)
class Named:
    """A private part that names a person."""

    seq: int
    n: int
    digest: str
    tag: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What goes from the tables of a session."""

    session: str
    seats: tuple[int, ...]
    """The seats whose names and references go."""
    parts: list[tuple[int, int]]
    """The private parts that go, each as the number of its event and its place there."""
    session_reference: bool
    """Whether the reference of the session goes."""
    references: list[int]
    """The numbers of the actions whose reference goes."""
    reasons: list[int]
    """The numbers of the actions from whose proposal the reason goes."""
    replacements: list[int]
    """The numbers of the actions from whose proposal the reference of the request goes that is to replace it."""


def named_in(connection: sa.Connection, session: str) -> list[Named]:
    """The private parts of a session that name a person, in the order of the log."""
    table = private_parts
    query = sa.select(table).where(table.c.session_id == session, table.c.tag.startswith(BY_NAME))
    return [
        Named(row.seq, row.n, row.digest.hex(), row.tag, from_json(row.bytes))
        for row in connection.execute(query.order_by(table.c.seq, table.c.n))
    ]


def unshown_lists(connection: sa.Connection, session: str) -> list[Named]:
    """The private parts of lists, brought or in reserve, that were never shown, in the order of the log."""
    table = private_parts
    is_unshown = sa.and_(table.c.session_id == session, table.c.audience.startswith(BRINGER))
    query = sa.select(table.c.seq, table.c.n, table.c.digest, table.c.audience).where(is_unshown)
    return [
        Named(row.seq, row.n, row.digest.hex(), row.audience, "")
        for row in connection.execute(query.order_by(table.c.seq, table.c.n))
    ]


def unnamed(seat: Seat) -> Seat:
    """The same seat, whose player is forgotten."""
    return replace(seat, name=None, reference=None)


def has_plain_name(body: Json) -> bool:
    """Whether the body of an event names a person outside of private parts."""
    own = [body.get("reference"), *([body.get("reason")] if body["type"].startswith(("void", "action-v")) else [])]
    result = body.get("result")
    own += [result.get("note")] if isinstance(result, dict) and body.get("reason") != "finished" else []
    own += [
        seat.get(name) for seat in body.get("seats") or () if isinstance(seat, dict) for name in ("name", "reference")
    ]
    return any(isinstance(text, str) and text not in SERVICE_WORDS for text in own)


def sessions_of_player(connection: sa.Connection, reference: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The sessions in which a player sits, by reference or else by name, each with the seats."""
    has_reference = seats.c.reference.in_(alike([reference], plain))
    has_name = seats.c.name.in_(alike([reference], seen_of))
    is_named = sa.or_(has_reference, sa.and_(seats.c.reference.is_(None), has_name))
    found: dict[str, list[int]] = {}
    for row in connection.execute(
        sa.select(seats.c.session_id, seats.c.seat).where(is_named).order_by(seats.c.session_id)
    ):
        found.setdefault(row.session_id, []).append(row.seat)
    yield from ((session, tuple(numbers)) for session, numbers in found.items())


def delete_named(connection: sa.Connection, forgotten: Forgotten) -> None:
    """Delete what `forget` names, and retries and messages of the session. On SQLite what is deleted is overwritten."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    session = forgotten.session
    table = private_parts
    for seq, n in forgotten.parts:
        is_one = sa.and_(table.c.session_id == session, table.c.seq == seq, table.c.n == n)
        connection.execute(sa.delete(table).where(is_one))
    is_seat = sa.and_(seats.c.session_id == session, seats.c.seat.in_(forgotten.seats))
    connection.execute(sa.update(seats).where(is_seat).values(name=None, reference=None))
    if forgotten.session_reference:
        connection.execute(sa.update(sessions).where(sessions.c.id == session).values(reference=None))
    for number in forgotten.references:
        connection.execute(sa.update(actions).where(is_action(session, number)).values(reference=None))
    forget_proposals(connection, forgotten)
    for texts_of in (idempotency_keys, webhook_messages):
        connection.execute(sa.delete(texts_of).where(texts_of.c.session_id == session))


def forget_proposals(connection: sa.Connection, forgotten: Forgotten) -> None:
    """Delete reasons and references from what seats propose about actions."""
    for number in sorted({*forgotten.reasons, *forgotten.replacements}):
        is_one = is_action(forgotten.session, number)
        proposal = dict(connection.execute(sa.select(actions.c.proposal).where(is_one)).scalar_one())
        if number in forgotten.reasons:
            proposal["reason"] = None
        if number in forgotten.replacements:
            proposal["replacement"] = {**proposal["replacement"], "reference": None}
        connection.execute(sa.update(actions).where(is_one).values(proposal=proposal))


def is_action(session: str, number: int) -> sa.ColumnElement[bool]:
    """The condition for the row of an action."""
    return sa.and_(actions.c.session_id == session, actions.c.number == number)


def scrub(engine: sa.Engine) -> None:
    """Take what was deleted out of SQLite's write-ahead log too; other databases do that on their own."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        with closing(sqlite3.connect(engine.url.database, timeout=SECONDS)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
