"""The queries for the events of logs, with their private parts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json

from app.persistence.queries.pages import parted
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import Part, fill, is_sealed, with_plain_names
from app.persistence.stored.private import BRINGER
from app.persistence.stored.rows import Event, part_from_row
from app.persistence.stored.tables import events, private_parts, sessions

PAGE = 200
"""How many rows are read at a time: of a log some 256 kB, which everybody holds who reads it."""

COLUMNS = (events.c.seq, events.c.type, events.c.action, events.c.body, events.c.hash)
"""The columns of an event, in the order of the fields of Event."""

FRAMING = ("session-opened", "chain-committed", "seat-committed", "seat-revealed")
"""The types of the events about no action that the proof of every action needs."""

BROUGHT = ("list-brought", "private-revealed")
"""The types of the events about no action from which it follows what seats have brought to the first."""


def entries_of(connection: sa.Connection, session: str, number: int) -> list[Json]:
    """The stored entries of an action's record, in order, with all their private parts."""
    query = (
        sa.select(*COLUMNS)
        .where(events.c.session_id == session, events.c.action == number, events.c.type == "entries")
        .order_by(events.c.seq)
    )
    return [entry for event in _events(connection, session, query) for entry in body_of(event)["entries"]]


def body_of(event: Event, shown: Mapping[str, Part] = MappingProxyType({})) -> Json:
    """The body of an event with its private parts, as far as they are there or are `shown`, by their digests."""
    body: Json = from_json(event.body)
    if is_sealed(event.body):
        fill(body, {**shown, **{part.digest: part for part in event.parts}})
        with_plain_names(body)
    return body


def _events(connection: sa.Connection, session: str, query: sa.Select[Any]) -> list[Event]:
    """The events that a query finds, each with its private parts."""
    return with_parts(connection, session, [Event(*row) for row in connection.execute(query)])


def with_parts(connection: sa.Connection, session: str, found: list[Event]) -> list[Event]:
    """Events of a session, each with its private parts."""
    numbers = [event.seq for event in found if is_sealed(event.body)]
    parts = parts_of(connection, session, numbers) if numbers else {}
    return [replace(event, parts=tuple(parts[event.seq])) if event.seq in parts else event for event in found]


def parts_of(connection: sa.Connection, session: str, seqs: list[int]) -> dict[int, list[Part]]:
    """The private parts of these events, by the number of the event."""
    table, found = private_parts, dict[int, list[Part]]()
    for start in range(0, len(seqs), PAGE):
        is_one = sa.and_(table.c.session_id == session, table.c.seq.in_(seqs[start : start + PAGE]))
        for row in connection.execute(sa.select(table).where(is_one).order_by(table.c.seq, table.c.n)).mappings():
            found.setdefault(row["seq"], []).append(part_from_row(dict(row)))
    return found


def hidden_parts(connection: sa.Connection, session: str, tags: tuple[str, ...] | None) -> list[Part]:
    """The private parts of these tags that not every reader may see yet, in the order of the log; without tags all but
    lists that seats have brought.
    """
    table = private_parts
    query = sa.select(table).where(table.c.session_id == session, table.c.audience.is_not(None))
    is_wanted = table.c.audience.not_like(f"{BRINGER}%") if tags is None else table.c.tag.in_(tags)
    query = query.where(is_wanted)
    return [part_from_row(dict(row)) for row in connection.execute(query.order_by(table.c.seq, table.c.n)).mappings()]


def all_parts(connection: sa.Connection, session: str) -> list[Part]:
    """All private parts of a session, in the order of the log."""
    table = private_parts
    query = sa.select(table).where(table.c.session_id == session).order_by(table.c.seq, table.c.n)
    return [part_from_row(dict(row)) for row in connection.execute(query).mappings()]


def revealed_tags(connection: sa.Connection, session: str, tags: list[str]) -> list[str]:
    """Those of these tags whose parts every reader may see."""
    table = private_parts
    query = sa.select(table.c.tag).distinct().where(table.c.session_id == session, table.c.audience.is_(None))
    return list(connection.scalars(query.where(table.c.tag.in_(tags)))) if tags else []


def events_after(connection: sa.Connection, session: str, after: int = 0, limit: int = PAGE) -> list[Event]:
    """At most `limit` events of a session's log after event `after`, oldest first."""
    return _events(connection, session, _after(session, after, limit))


def page_after(
    connection: sa.Connection, session: str, after: int, limit: int, before: int | None = None
) -> list[Event]:
    """The events of a session's log after event `after` that make a page, oldest first.

    With `before` they are those before that event, newest first.
    """
    query = _after(session, after, limit)
    if before is not None:
        query = query.where(events.c.seq < before).order_by(None).order_by(events.c.seq.desc())
    with connection.execute(query) as result:
        found, _ = parted((Event(*row) for row in result), limit, lambda event: len(event.body))
    return with_parts(connection, session, found)


def _after(session: str, after: int, limit: int) -> sa.Select[Any]:
    is_later = sa.and_(events.c.session_id == session, events.c.seq > after)
    return sa.select(*COLUMNS).where(is_later).order_by(events.c.seq).limit(limit)


def times_of_newest(connection: sa.Connection, ids: Iterable[str]) -> dict[str, str]:
    """When the newest event of each of these sessions happened, by session."""
    is_newest = sa.and_(events.c.session_id == sessions.c.id, events.c.seq == sessions.c.seq)
    query = sa.select(events.c.session_id, events.c.body).select_from(sessions.join(events, is_newest))
    found = connection.execute(query.where(sessions.c.id.in_(sorted(ids))))
    return {row.session_id: from_json(row.body)["at"] for row in found}


def opened_with(connection: sa.Connection, session: str) -> Json:
    """The body of the first event of a session's log, which opened it."""
    return body_of(events_after(connection, session, limit=1)[0])


def all_events(engine: sa.Engine, session: str, upto: int | None = None) -> Iterator[Event]:
    """The events of a log up to event `upto`, in order. Each page is read on a connection of its own."""
    after = 0
    while True:
        with engine.connect() as connection:
            page = events_after(connection, session, after)
        for event in page:
            if upto is not None and event.seq > upto:
                return
            yield event
        if len(page) < PAGE:
            return
        after = page[-1].seq


def events_of_types(connection: sa.Connection, session: str, types: Iterable[str], upto: int) -> list[Event]:
    """The events of these types up to event `upto`, in order."""
    query = (
        sa.select(*COLUMNS)
        .where(events.c.session_id == session, events.c.seq <= upto, events.c.type.in_(tuple(types)))
        .order_by(events.c.seq)
    )
    return _events(connection, session, query)


def events_about(connection: sa.Connection, session: str, number: int | None, types: Iterable[str]) -> list[Event]:
    """The last few events of these types about action `number`, or about the session as a whole, in order."""
    query = (
        sa.select(*COLUMNS)
        .where(events.c.session_id == session, events.c.action == number)
        .where(events.c.type.in_(tuple(types)))
        .order_by(events.c.seq.desc())
        .limit(20)
    )
    return _events(connection, session, query)[::-1]


def events_for_action(connection: sa.Connection, session: str, number: int) -> list[Event]:
    """The events that are needed to verify action `number`, in order.

    These are the opening, the seed chains, what the seats contributed and for the first action brought, the action's
    own events and the event that reveals its seed.
    """
    of_session = sa.select(*COLUMNS).where(events.c.session_id == session)
    types = FRAMING if number > 1 else (*FRAMING, *BROUGHT)
    framing = of_session.where(events.c.action.is_(None), events.c.type.in_(types))
    own = of_session.where(events.c.action == number, events.c.type != "seeds-revealed")
    reveal = (
        of_session.where(events.c.type == "seeds-revealed", events.c.action >= number)
        .order_by(events.c.action)
        .limit(1)
    )
    found = [event for query in (framing, own, reveal) for event in _events(connection, session, query)]
    return sorted(found, key=lambda event: event.seq)
