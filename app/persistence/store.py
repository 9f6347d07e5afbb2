"""The queries for single sessions and for keys. Those across sessions are in history.py."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json

from app.domain.fairness import earlier_seed, place_in_chain
from app.persistence.codec import Json
from app.persistence.parts import Part, fill, is_sealed, with_plain_names
from app.persistence.rows import (
    Action,
    Event,
    Seat,
    Session,
    action_from_row,
    part_from_row,
    raw_id,
    session_from_row,
)
from app.persistence.tables import (
    actions,
    api_keys,
    casualties,
    claims,
    events,
    idempotency_keys,
    player_tokens,
    private_parts,
    rolls,
    seats,
    seeds,
    sessions,
    watched,
)

SEED_STRIDE = 32
"""Of a seed chain only every 32nd seed and the last one are stored. The others are computed from the next stored
one."""

PAGE = 500
"""How many rows are read at a time."""

CASUALTY = ("role", "side", "seat", "unit", "name", "fate", "lost", "rule", "detail")
"""The columns that documents show of a casualty, in order."""


def sessions_by_id(connection: sa.Connection, ids: Iterable[str], *, lock: bool = False) -> dict[str, Session]:
    """Those of these sessions that exist, by id. `lock` locks them, in the order of ids, until the transaction ends."""
    possible = sorted({id for id in ids if "\0" not in id})  # PostgreSQL's texts hold no NUL
    if not possible:
        return {}
    query = sa.select(sessions).where(sessions.c.id.in_(possible)).order_by(sessions.c.id)
    if lock:
        query = query.with_for_update()
    found = {row["id"]: session_from_row(row) for row in connection.execute(query).mappings()}
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
    for row in connection.execute(
        sa.select(seats).where(seats.c.session_id.in_(ids)).order_by(seats.c.seat)
    ).mappings():
        found[row["session_id"]] = (*found.get(row["session_id"], ()), Seat(**row))
    if held := {seat.player for places in found.values() for seat in places if seat.player}:
        tokens = tokens_of_players(connection, held)
        for id, places in found.items():
            found[id] = tuple(replace(seat, player_tokens=tokens.get(seat.player or "", ())) for seat in places)
    return found


def tokens_of_players(connection: sa.Connection, ids: Iterable[str]) -> dict[str, tuple[bytes, ...]]:
    """SHA-256 of each token of these players, by player."""
    query = sa.select(player_tokens.c.player, player_tokens.c.token).where(player_tokens.c.player.in_(sorted(ids)))
    found: dict[str, tuple[bytes, ...]] = {}
    for player, token in connection.execute(query):
        found[player] = (*found.get(player, ()), token)
    return found


def api_key(connection: sa.Connection, key: bytes) -> str | None:
    """The id of the API key with this digest; None where there is none or it is revoked."""
    query = sa.select(api_keys.c.id).where(api_keys.c.key == key, api_keys.c.revoked_at.is_(None))
    id: str | None = connection.execute(query).scalar_one_or_none()
    return id


def opens_only(connection: sa.Connection, key: bytes) -> bool:
    """Whether the API key with this digest opens sessions and does nothing else."""
    query = sa.select(api_keys.c.opens_only).where(api_keys.c.key == key)
    return bool(connection.execute(query).scalar_one_or_none())


def has_credential(connection: sa.Connection, digest: bytes) -> bool:
    """Whether a token's digest is that of a host, a seat, a player or an API key that is not revoked."""
    found = sa.union_all(
        sa.select(sa.literal(1)).where(sessions.c.host_token == digest),
        sa.select(sa.literal(1)).where(seats.c.token == digest),
        sa.select(sa.literal(1)).where(player_tokens.c.token == digest),
        sa.select(sa.literal(1)).where(api_keys.c.key == digest, api_keys.c.revoked_at.is_(None)),
    )
    return connection.execute(found.limit(1)).first() is not None


def claim_of(connection: sa.Connection, digest: bytes) -> Json | None:
    """The claim with this digest as a row; None where there is none any more."""
    found = connection.execute(sa.select(claims).where(claims.c.claim == digest)).mappings().first()
    return None if found is None else dict(found)


def add_api_key(connection: sa.Connection, row: Json) -> None:
    """Store an API key."""
    connection.execute(sa.insert(api_keys), [row])


def all_api_keys(connection: sa.Connection) -> list[Json]:
    """Every API key as a row, oldest first, without its digest."""
    shown = (api_keys.c.id, api_keys.c.name, api_keys.c.created_at, api_keys.c.revoked_at, api_keys.c.opens_only)
    return [dict(row) for row in connection.execute(sa.select(*shown).order_by(api_keys.c.id)).mappings()]


def whole_api_keys(connection: sa.Connection) -> list[Json]:
    """Every API key as a row, oldest first, with its digest."""
    return [dict(row) for row in connection.execute(sa.select(api_keys).order_by(api_keys.c.id)).mappings()]


def has_api_key(connection: sa.Connection, id: str, key: bytes) -> bool:
    """Whether there is an API key with this id or this digest."""
    query = sa.select(api_keys.c.id).where(sa.or_(api_keys.c.id == id, api_keys.c.key == key))
    return connection.execute(query).first() is not None


def revoke_api_key(connection: sa.Connection, id: str, at: str) -> bool:
    """Revoke an API key. Returns False where there is none with this id, or where it was revoked before."""
    live = sa.and_(api_keys.c.id == id, api_keys.c.revoked_at.is_(None))
    return connection.execute(sa.update(api_keys).where(live).values(revoked_at=at)).rowcount > 0


def action(connection: sa.Connection, session: str, number: int) -> Action | None:
    """An action in its present state; None where the session has none with this number."""
    query = sa.select(actions).where(actions.c.session_id == session, actions.c.number == number)
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else action_from_row(row)


def pending_actions(connection: sa.Connection, session: str) -> list[Action]:
    """The actions that wait for an answer, lowest number first."""
    query = (
        sa.select(actions)
        .where(actions.c.session_id == session, actions.c.status == "pending")
        .order_by(actions.c.number)
    )
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
    query = sa.select(actions.c.number).where(actions.c.session_id == session, actions.c.status == "pending")
    return list(connection.scalars(query))


def entries_of(connection: sa.Connection, session: str, number: int) -> list[Json]:
    """The stored entries of an action's record, in order, with all their private parts."""
    query = (
        sa.select(events.c.seq, events.c.type, events.c.action, events.c.body, events.c.hash)
        .where(events.c.session_id == session, events.c.action == number, events.c.type == "entries")
        .order_by(events.c.seq)
    )
    return [entry for event in _events(connection, session, query) for entry in body_of(event)["entries"]]


def body_of(event: Event) -> Json:
    """The body of an event with its private parts, as far as they are there."""
    body: Json = from_json(event.body)
    if is_sealed(event.body):
        fill(body, {part.digest: part for part in event.parts})
        with_plain_names(body)
    return body


def _events(connection: sa.Connection, session: str, query: sa.Select[Any]) -> list[Event]:
    """The events that a query finds, each with its private parts."""
    found = [Event(*row) for row in connection.execute(query)]
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
    """The private parts of these tags, or of all, that not every reader may see yet, in the order of the log."""
    table = private_parts
    query = sa.select(table).where(table.c.session_id == session, table.c.audience.is_not(None))
    if tags is not None:
        query = query.where(table.c.tag.in_(tags))
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


def stored_seed(connection: sa.Connection, session: str, chain: int, place: int) -> tuple[int, bytes]:
    """The place and the seed of the first stored seed at `place` or after it. Raises LookupError without one."""
    query = (
        sa.select(seeds.c.place, seeds.c.seed)
        .where(seeds.c.session_id == session, seeds.c.chain == chain, seeds.c.place >= place)
        .order_by(seeds.c.place)
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise LookupError(f"no seed of chain {chain} in session {session}")
    return row.place, row.seed


def next_seeds(connection: sa.Connection, of: Iterable[Session]) -> dict[tuple[str, int], tuple[int, bytes]]:
    """By session and chain: the stored seed, with its place, from which the seed of the next action follows."""
    places = []
    for session in of:
        if session.chain:
            chain, place = place_in_chain(session.last_number + 1, session.chain_length)
            places.append((session.id, chain, min(-(-place // SEED_STRIDE) * SEED_STRIDE, session.chain_length)))
    if not places:
        return {}
    query = sa.select(seeds).where(sa.tuple_(seeds.c.session_id, seeds.c.chain, seeds.c.place).in_(sorted(places)))
    return {(row.session_id, row.chain): (row.place, row.seed) for row in connection.execute(query)}


def seed_at(connection: sa.Connection, session: str, chain: int, place: int) -> bytes:
    """The seed at `place` of a seed chain, computed from the next stored one. Raises LookupError without one."""
    at, seed = stored_seed(connection, session, chain, place)
    return earlier_seed(raw_id(session), seed, at - place)


def events_after(connection: sa.Connection, session: str, after: int = 0, limit: int = PAGE) -> list[Event]:
    """At most `limit` events of a session's log after event `after`, oldest first."""
    query = (
        sa.select(events.c.seq, events.c.type, events.c.action, events.c.body, events.c.hash)
        .where(events.c.session_id == session, events.c.seq > after)
        .order_by(events.c.seq)
        .limit(limit)
    )
    return _events(connection, session, query)


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
        sa.select(events.c.seq, events.c.type, events.c.action, events.c.body, events.c.hash)
        .where(events.c.session_id == session, events.c.seq <= upto, events.c.type.in_(tuple(types)))
        .order_by(events.c.seq)
    )
    return _events(connection, session, query)


def events_for_action(connection: sa.Connection, session: str, number: int) -> list[Event]:
    """The events that are needed to verify action `number`, in order.

    These are the opening, the seed chains, what the seats contributed, the action's own events and the event that
    reveals its seed.
    """
    columns = (events.c.seq, events.c.type, events.c.action, events.c.body, events.c.hash)
    own = sa.and_(events.c.action == number, events.c.type != "seeds-revealed")
    framing = events.c.type.in_(["session-opened", "chain-committed", "seat-committed", "seat-revealed"])
    mine = sa.select(*columns).where(events.c.session_id == session, sa.or_(own, framing))
    reveal = (
        sa.select(*columns)
        .where(events.c.session_id == session, events.c.type == "seeds-revealed", events.c.action >= number)
        .order_by(events.c.action)
        .limit(1)
    )
    found = [event for query in (mine, reveal) for event in _events(connection, session, query)]
    return sorted(found, key=lambda event: event.seq)


def claimed_keys(connection: sa.Connection, keys: Iterable[tuple[bytes, bytes]]) -> dict[tuple[bytes, bytes], Any]:
    """Those of these idempotency keys, as (scope, key), that have already made something, with their rows."""
    sorted_keys = sorted(set(keys))
    if not sorted_keys:
        return {}
    table = idempotency_keys
    query = sa.select(table).where(sa.tuple_(table.c.scope, table.c.key).in_(sorted_keys))
    return {(row.scope, row.key): row for row in connection.execute(query)}


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


def projections(connection: sa.Connection, session: str) -> tuple[list[Json], list[Json]]:
    """All rolls and all casualties of a session as rows, both in order."""
    return (
        _rows(connection, rolls, session, rolls.c.action, rolls.c.roll),
        _rows(connection, casualties, session, casualties.c.action, casualties.c.n),
    )


def _rows(connection: sa.Connection, table: sa.Table, session: str, *order: sa.Column[Any]) -> list[Json]:
    query = sa.select(table).where(table.c.session_id == session).order_by(*order)
    return [dict(row) for row in connection.execute(query).mappings()]
