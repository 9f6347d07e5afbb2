"""The queries for webhooks: registrations, the outbox, messages, and the lease of the process that sends."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.persistence.queries.logged_events import COLUMNS, with_parts
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Action, Event, Session, action_from_row
from app.persistence.stored.tables import (
    actions,
    api_keys,
    events,
    webhook_lease,
    webhook_messages,
    webhook_outbox,
    webhooks,
)

messages = webhook_messages

_FIRST = (
    sa.select(webhook_outbox.c.session_id, sa.func.min(webhook_outbox.c.seq).label("seq"))
    .where(webhook_outbox.c.session_id.in_(sa.bindparam("ids", expanding=True)))
    .group_by(webhook_outbox.c.session_id)
    .subquery()
)
_IS_NEWS = sa.and_(events.c.session_id == _FIRST.c.session_id, events.c.seq >= _FIRST.c.seq)
_HAS_TYPE = events.c.type.in_(sa.bindparam("types", expanding=True))
_EVENTS_OF_NEWS = (
    sa.select(events.c.session_id, *COLUMNS)
    .join(_FIRST, _IS_NEWS)
    .where(_HAS_TYPE)
    .order_by(events.c.session_id, events.c.seq)
)
_ACTIONS_OF_NEWS = (
    sa.select(actions)
    .join(events, sa.and_(actions.c.session_id == events.c.session_id, actions.c.number == events.c.action))
    .join(_FIRST, _IS_NEWS)
    .where(_HAS_TYPE)
)
_NEWS = (
    sa.select(
        webhook_outbox.c.session_id,
        webhook_outbox.c.owner,
        sa.func.min(webhook_outbox.c.seq).label("seq"),
        sa.func.max(webhook_outbox.c.seq).label("last"),
    )
    .group_by(webhook_outbox.c.session_id, webhook_outbox.c.owner)
    .order_by(webhook_outbox.c.session_id)
    .limit(sa.bindparam("most"))
)
_NEWS_IN_TURN = (
    _NEWS.where(webhook_outbox.c.session_id > sa.bindparam("after")),
    _NEWS.where(webhook_outbox.c.session_id <= sa.bindparam("after")),
)
_WAITS = sa.select(messages.c.id).where(messages.c.webhook == webhooks.c.id, messages.c.next_at <= sa.bindparam("at"))
_IS_ALIVE = sa.select(api_keys.c.id).where(api_keys.c.id == webhooks.c.owner, api_keys.c.revoked_at.is_(None))
_DUE = sa.select(webhooks.c.id, webhooks.c.owner).where(webhooks.c.active, _WAITS.exists(), _IS_ALIVE.exists())
"""Made once, as they are asked all the time: to make one takes longer than to run it."""


class Lease(NamedTuple):
    """Which process delivers, and until when it said that it would."""

    holder: str
    until: str


def note_changes(connection: sa.Connection, changed: Iterable[Session], events: Sequence[Json]) -> bool:
    """In the transaction of the changes, write down which sessions have news for webhooks of their API key.

    Returns whether any has.
    """
    owners = {session.owner for session in changed if session.owner is not None}
    if not owners or not events:
        return False
    listens = sa.and_(webhooks.c.owner.in_(sorted(owners)), webhooks.c.active)
    told = set(connection.scalars(sa.select(webhooks.c.owner).where(listens).distinct()))
    if not told:
        return False
    owner_of = {session.id: session.owner for session in changed if session.owner in told}
    first: dict[str, int] = {}
    for event in events:
        if event["session_id"] in owner_of:
            first.setdefault(event["session_id"], event["seq"])
    rows = [{"session_id": id, "seq": seq, "owner": owner_of[id]} for id, seq in first.items()]
    if rows:
        connection.execute(sa.insert(webhook_outbox), rows)
    return bool(rows)


def add(connection: sa.Connection, row: Json) -> None:
    """Store a webhook."""
    connection.execute(sa.insert(webhooks), [row])


def of_owner(connection: sa.Connection, owner: str) -> list[Json]:
    """The webhooks of an API key, oldest first."""
    query = sa.select(webhooks).where(webhooks.c.owner == owner).order_by(webhooks.c.created_at, webhooks.c.id)
    return [dict(row) for row in connection.execute(query).mappings()]


def one(connection: sa.Connection, owner: str, id: str) -> Json | None:
    """A webhook of an API key; None where it has none with this id."""
    query = sa.select(webhooks).where(webhooks.c.owner == owner, webhooks.c.id == id)
    row = connection.execute(query).mappings().first()
    return None if row is None else dict(row)


def change(connection: sa.Connection, id: str, changes: Json) -> None:
    """Change a webhook."""
    connection.execute(sa.update(webhooks).where(webhooks.c.id == id).values(**changes))


def delete(connection: sa.Connection, id: str) -> None:
    """Delete a webhook with its messages."""
    connection.execute(sa.delete(messages).where(messages.c.webhook == id))
    connection.execute(sa.delete(webhooks).where(webhooks.c.id == id))


def has_work(connection: sa.Connection, at: str) -> bool:
    """Whether the outbox has rows, or a message is due."""
    news = sa.select(sa.literal(1)).select_from(webhook_outbox).limit(1)
    if connection.execute(news).first():
        return True
    return connection.execute(_DUE.limit(1), {"at": at}).first() is not None


def due_webhooks(connection: sa.Connection, at: str) -> list[tuple[str, str]]:
    """The webhooks, each with its API key, that have a message to be sent now, or after one that waits longer."""
    return [(row.id, row.owner) for row in connection.execute(_DUE, {"at": at})]


def due_messages(connection: sa.Connection, webhook: str, at: str, of_session: int, limit: int) -> list[Json]:
    """The messages of a webhook that are to be sent now, with its address and secrets.

    Of each session the earliest that wait, `of_session` at most, in the order in which things happened: one that is
    sent again later holds up those after it. The first ones of all sessions come first, the longest due before others.
    """
    by, order = messages.c.session_id, messages.c.id
    waiting = (
        sa.select(
            messages.c.id,
            messages.c.next_at,
            sa.func.row_number().over(partition_by=by, order_by=order).label("place"),
            sa.func.max(messages.c.next_at).over(partition_by=by, order_by=order, rows=(None, 0)).label("held_until"),
        )
        .where(messages.c.webhook == webhook, messages.c.next_at.is_not(None))
        .subquery()
    )
    columns = (messages.c.id, messages.c.session_id, messages.c.body, messages.c.attempts)
    query = (
        sa.select(*columns, webhooks.c.url, webhooks.c.secret, webhooks.c.old_secret, webhooks.c.old_secret_until)
        .select_from(waiting)
        .join(messages, messages.c.id == waiting.c.id)
        .join(webhooks, webhooks.c.id == messages.c.webhook)
        .where(waiting.c.place <= of_session, waiting.c.held_until <= at)
        .order_by(waiting.c.place, waiting.c.next_at, waiting.c.id)
    )
    return [dict(row) for row in connection.execute(query.limit(limit)).mappings()]


def make_due_now(connection: sa.Connection, at: str) -> None:
    """Make messages due now whose times are in the future, because the clock was set back."""
    is_ahead = sa.and_(messages.c.next_at > at, sa.func.coalesce(messages.c.last_at, messages.c.created_at) > at)
    connection.execute(sa.update(messages).where(is_ahead).values(next_at=at))


def change_message(connection: sa.Connection, id: str, changes: Json) -> None:
    """Change what is stored of a message."""
    connection.execute(sa.update(messages).where(messages.c.id == id).values(**changes))


def record_attempts(connection: sa.Connection, attempts: Sequence[Json]) -> None:
    """Store how the sending of messages went: of each the same columns, and its id as `of`."""
    connection.execute(sa.update(messages).where(messages.c.id == sa.bindparam("of")), list(attempts))


def outbox_rows(connection: sa.Connection, after: str, limit: int) -> list[Json]:
    """Some rows of the outbox: sessions, each with its first and its last event that was not sent yet.

    `after`: the id of the session that was told last. Those behind it come first, so that each has its turn.
    """
    found: list[Json] = []
    for query in _NEWS_IN_TURN:
        if len(found) < limit:
            rows = connection.execute(query, {"after": after, "most": limit - len(found)})
            found += [dict(row) for row in rows.mappings()]
    return found


def events_of_news(connection: sa.Connection, sessions: Sequence[str], types: Sequence[str]) -> dict[str, list[Event]]:
    """The events of these types of which nobody was told, by session and in order."""
    found: dict[str, list[Event]] = {}
    for session, *fields in connection.execute(_EVENTS_OF_NEWS, {"ids": list(sessions), "types": list(types)}):
        found.setdefault(session, []).append(Event(*fields))
    return {session: with_parts(connection, session, own) for session, own in found.items()}


def actions_of_news(
    connection: sa.Connection, sessions: Sequence[str], types: Sequence[str]
) -> dict[str, dict[int, Action]]:
    """The actions in their present state that these events are about, by session and number."""
    found: dict[str, dict[int, Action]] = {}
    for row in connection.execute(_ACTIONS_OF_NEWS, {"ids": list(sessions), "types": list(types)}).mappings():
        found.setdefault(row["session_id"], {})[row["number"]] = action_from_row(row)
    return found


def store_messages(connection: sa.Connection, told: Sequence[Json], made: Sequence[Json], most: int) -> None:
    """Store the messages that were built from the outbox, once each, and empty the outbox of them.

    A webhook for which `most` messages wait gets no further ones.
    """
    for webhook in sorted({row["webhook"] for row in made}):
        own = {row["about"]: row for row in made if row["webhook"] == webhook}
        known = sa.select(messages.c.about).where(messages.c.webhook == webhook, messages.c.about.in_(list(own)))
        waiting = sa.select(messages.c.id).where(messages.c.webhook == webhook, messages.c.next_at.is_not(None))
        count = connection.execute(sa.select(sa.func.count()).select_from(waiting.limit(most).subquery())).scalar_one()
        for about in connection.scalars(known).all():
            del own[about]
        is_there = connection.execute(sa.select(webhooks.c.id).where(webhooks.c.id == webhook)).first() is not None
        rows = list(own.values())[: most - count] if is_there else []
        if rows:
            add_messages(connection, rows)
    is_one = webhook_outbox.c.session_id == sa.bindparam("of")
    is_told = webhook_outbox.c.seq <= sa.bindparam("upto")
    ended = [{"of": row["session_id"], "upto": row["last"]} for row in told]
    if ended:
        connection.execute(sa.delete(webhook_outbox).where(is_one, is_told), ended)


def add_messages(connection: sa.Connection, rows: Sequence[Json]) -> None:
    """Store messages that are to be sent."""
    connection.execute(sa.insert(messages), list(rows))


def page_of_messages(
    connection: sa.Connection, webhook: str, after: tuple[str, str] | None, limit: int, *, oldest_first: bool
) -> list[Json]:
    """Messages of a webhook, in an order, after the one with this time and id."""
    key = (messages.c.created_at, messages.c.id)
    query = sa.select(messages).where(messages.c.webhook == webhook)
    if after is not None:
        place = sa.tuple_(*key)
        query = query.where(place > after if oldest_first else place < after)
    query = query.order_by(*(key if oldest_first else [column.desc() for column in key])).limit(limit)
    return [dict(row) for row in connection.execute(query).mappings()]


def message(connection: sa.Connection, webhook: str, id: str) -> Json | None:
    """A message of a webhook; None where it has none with this id."""
    query = sa.select(messages).where(messages.c.webhook == webhook, messages.c.id == id)
    row = connection.execute(query).mappings().first()
    return None if row is None else dict(row)


def forget_messages(connection: sa.Connection, before: str, limit: int) -> int:
    """Delete some messages that are older and wait no more; returns how many."""
    old = sa.select(messages.c.id).where(messages.c.created_at < before, messages.c.next_at.is_(None)).limit(limit)
    return connection.execute(sa.delete(messages).where(messages.c.id.in_(old.scalar_subquery()))).rowcount


def take_lease(connection: sa.Connection, holder: str, until: str, left: Lease | None) -> Lease:
    """Become, or stay, the process that delivers, unless another one is; the lease as it stands then.

    `left`: the lease of a process that is gone. Until when it was to be is for programs of the release before.
    """
    query = sa.select(webhook_lease.c.holder, webhook_lease.c.until).where(webhook_lease.c.id == 1).with_for_update()
    row = connection.execute(query).first()
    mine = Lease(holder, until)
    if row is None:
        connection.execute(sa.insert(webhook_lease), [{"id": 1, "holder": holder, "until": until}])
        return mine
    found = Lease(row.holder, row.until)
    if found.holder != holder and found != left:
        return found
    connection.execute(sa.update(webhook_lease).where(webhook_lease.c.id == 1).values(holder=holder, until=until))
    return mine


def give_lease_up(connection: sa.Connection, holder: str) -> None:
    """Let another process deliver at once."""
    connection.execute(sa.delete(webhook_lease).where(webhook_lease.c.holder == holder))
