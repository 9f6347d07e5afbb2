"""One database transaction for a batch of requests: their rows are collected and written together."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sqlalchemy as sa

from app.persistence.queries import idempotency, seeds, store
from app.persistence.queries.personal import Forgotten, delete_named
from app.persistence.queries.seeds import Seeds
from app.persistence.queries.webhooks import note_changes
from app.persistence.stored import tables
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import CHANGES, names_of
from app.persistence.stored.rows import Action, Seat, Session, row_of
from app.persistence.writing.statements import insert_rows, update_rows


class KeyReused(Exception):
    """The client sent an idempotency key again, but with another body."""


@dataclass(frozen=True, slots=True)
class IdempotencyRecord:
    """An idempotency key as it is stored: digests, and 32 random bytes from which the tokens of a retry follow."""

    scope: bytes
    key: bytes
    body: bytes
    nonce: bytes
    raw: bytes
    """The digest by which older releases stored the same body; it is compared, never stored."""


@dataclass(frozen=True, slots=True)
class EarlierResult:
    """What the first request with an idempotency key has made: a session, or the action or seat `number` in it.

    Of what is made outside of sessions, such as a player, `session_id` is the id.
    """

    session_id: str
    number: int | None
    nonce: bytes


@dataclass(slots=True)
class Rows:
    """The rows that are to be written, by table; `opened` and `declared` say which of them are new."""

    sessions: dict[str, Session] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    actions: dict[str, dict[int, Action]] = field(default_factory=dict)
    """By session and number."""
    declared: set[tuple[str, int]] = field(default_factory=set)
    events: list[Json] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    renewed: list[Seat] = field(default_factory=list)
    claims: list[Json] = field(default_factory=list)
    """The claim of a seat, or its spare one, from now on; `claim` None: it has neither any more."""
    parts: list[Json] = field(default_factory=list)
    """The private parts of the events."""
    revealed: list[tuple[str, str]] = field(default_factory=list)
    """The session and the tag of private parts that are for every reader from now on."""
    forgotten: list[Forgotten] = field(default_factory=list)
    """What names people and goes from the tables; see app/persistence/queries/personal.py."""
    seeds: list[Json] = field(default_factory=list)
    rolls: list[Json] = field(default_factory=list)
    casualties: list[Json] = field(default_factory=list)
    voided: list[Json] = field(default_factory=list)
    """The session and the number of each action that was resolved and is now void."""
    keys: list[Json] = field(default_factory=list)
    hosts: dict[str, bytes] = field(default_factory=dict)
    """SHA-256 of the new token of a host, by session."""
    statements: list[Callable[[sa.Connection], object]] = field(default_factory=list)
    """What runs statements of its own, after everything else is written."""

    def take(self, other: "Rows") -> None:
        """Add the rows of another object, which come from a request that succeeded."""
        self.sessions.update(other.sessions)
        for session, actions in other.actions.items():
            self.actions.setdefault(session, {}).update(actions)
        self.opened |= other.opened
        self.declared |= other.declared
        self.hosts.update(other.hosts)
        for name in COLLECTED:
            if rows := getattr(other, name):
                getattr(self, name).extend(rows)


COLLECTED = (
    *("events", "parts", "revealed", "forgotten", "seats", "renewed", "claims", "seeds", "rolls", "casualties"),
    *("voided", "keys", "statements"),
)
"""The lists of Rows."""


class BatchTransaction:
    """The requests of one transaction. A request that is refused writes no row."""

    def __init__(
        self,
        connection: sa.Connection,
        clock: Callable[[], str],
        sessions: Iterable[str],
        claims: Iterable[IdempotencyRecord | None],
    ) -> None:
        self._connection = connection
        self._sessions = store.sessions_by_id(connection, sessions, lock=True)
        self._seeds = Seeds(seeds.next_seeds(connection, self._sessions.values()))
        # The sessions are locked now, so all that other processes have written to them is older than this time.
        self.at = clock()
        self._claimed: dict[tuple[bytes, bytes], Any] = idempotency.claimed_keys(
            connection, [(claim.scope, claim.key) for claim in claims if claim]
        )
        self._rows = Rows()
        self.changed: set[str] = set()
        """The ids of the sessions whose logs have grown, without new sessions, whose ids nobody knows yet."""
        self.has_news = False
        """Whether webhooks are to be told of something."""
        self.has_written = False
        """Whether any request has changed something: what was refused, or done before, tells nothing of the disk."""

    def session(self, id: str) -> Session | None:
        """A copy of a session, as the requests of this transaction have left it; None where there is none."""
        return copy(self._sessions.get(id))

    def reading(self, session: str) -> sa.Connection:
        """The connection, on which the rows that this transaction has collected for the session can be read."""
        if session in self._rows.sessions or self._rows.statements:
            self.flush()
        return self._connection

    def has_reference(self, session: str, reference: str) -> bool:
        """Whether an action of the session has this reference, as the requests of this transaction have left it."""
        held = self.held(session).values()
        return any(action.reference == reference for action in held) or store.has_reference(
            self._connection, session, reference
        )

    def pending_numbers(self, session: str) -> list[int]:
        """The numbers of the stored actions of a session that wait, whatever this transaction has made of them."""
        return store.pending_numbers(self._connection, session)

    def held(self, session: str) -> Mapping[int, Action]:
        """The actions of a session that this transaction has collected and not yet written, by number."""
        return self._rows.actions.get(session, {})

    def made_before(self, claim: IdempotencyRecord) -> EarlierResult | None:
        """What the first request with this key has made, or None. Raises KeyReused if that request had another body."""
        made = self._claimed.get((claim.scope, claim.key))
        if made is None:
            return None
        if made.body not in (claim.body, claim.raw):
            raise KeyReused
        return EarlierResult(made.session_id, made.number, made.nonce)

    def seed(self, session: str, chain: int, place: int) -> bytes:
        """The seed at `place` of a seed chain. Usually it follows from the seed that was read with the session.

        Raises LookupError without one.
        """
        try:
            return self._seeds.at((session, chain), place)
        except LookupError:
            is_new = any(row["session_id"] == session for row in self._rows.seeds)
            connection = self.reading(session) if is_new else self._connection
            self._seeds.learn((session, chain), *seeds.stored_seed(connection, session, chain, place))
            return self._seeds.at((session, chain), place)

    def accept(self, rows: Rows) -> None:
        """Take over the rows of a request that succeeded."""
        self._rows.take(rows)
        self._sessions.update(rows.sessions)
        for row in rows.keys:
            self._claimed[row["scope"], row["key"]] = _Claimed(row)

    def flush(self) -> None:
        """Write all collected rows, with one statement for each table."""
        rows, self._rows = self._rows, Rows()
        self.changed |= rows.sessions.keys() - rows.opened
        self.has_written = self.has_written or bool(rows.sessions or rows.statements)
        insert = partial(insert_rows, self._connection)
        update = partial(update_rows, self._connection)
        insert(tables.sessions, [row_of(rows.sessions[id]) for id in rows.opened])
        update(
            tables.sessions,
            ("id",),
            names_of(Session, CHANGES),
            [row_of(session) for id, session in sorted(rows.sessions.items()) if id not in rows.opened],
        )
        update(tables.sessions, ("id",), ("host_token",), [{"id": i, "host_token": t} for i, t in rows.hosts.items()])
        insert(tables.seats, [row_of(seat) for seat in rows.seats])
        update(tables.seats, ("session_id", "seat"), ("token", "player"), [row_of(seat) for seat in rows.renewed])
        self._claim(rows.claims)
        insert(tables.actions, [row_of(rows.actions[session][number]) for session, number in rows.declared])
        actions = [action for each in rows.actions.values() for action in each.values()]
        changed = [row_of(action) for action in actions if (action.session_id, action.number) not in rows.declared]
        update(tables.actions, ("session_id", "number"), names_of(Action, CHANGES), changed)
        insert(tables.events, rows.events)
        insert(tables.private_parts, rows.parts)
        self._reveal(rows.revealed)
        for forgotten in rows.forgotten:
            delete_named(self._connection, forgotten)
        self.has_news |= note_changes(self._connection, rows.sessions.values(), rows.events)
        insert(tables.seeds, rows.seeds)
        insert(tables.rolls, rows.rolls)
        insert(tables.casualties, rows.casualties)
        self._void(rows.voided)
        insert(tables.idempotency_keys, sorted(rows.keys, key=lambda row: (row["scope"], row["key"])))
        for write in rows.statements:
            write(self._connection)

    def _claim(self, claims: list[Json]) -> None:
        if not claims:
            return
        ended: set[tuple[str, int, bool]] = set()
        newest: dict[tuple[str, int, bool], Json] = {}
        for row in claims:
            places = [(row["session_id"], row["seat"], is_spare) for is_spare in (False, True)]
            for place in places if row["claim"] is None else [places[row["spare"]]]:
                ended.add(place)
                newest.pop(place, None)
            if row["claim"] is not None:
                newest[places[row["spare"]]] = row
        of = tables.claims.c
        for session, seat, is_spare in sorted(ended):
            is_ended = sa.and_(of.session_id == session, of.seat == seat, of.spare == is_spare)
            self._connection.execute(sa.delete(tables.claims).where(is_ended))
        insert_rows(self._connection, tables.claims, list(newest.values()))

    def _reveal(self, revealed: list[tuple[str, str]]) -> None:
        if not revealed:
            return
        table = tables.private_parts
        of_tag = sa.and_(table.c.session_id == sa.bindparam("of_session"), table.c.tag == sa.bindparam("of_tag"))
        self._connection.execute(
            sa.update(table).where(of_tag).values(audience=None),
            [{"of_session": session, "of_tag": tag} for session, tag in revealed],
        )

    def _void(self, voided: list[Json]) -> None:
        if not voided:
            return
        for table, statement in (
            (tables.casualties, sa.delete(tables.casualties)),
            (tables.rolls, sa.update(tables.rolls).values(void=True)),
        ):
            of_action = statement.where(
                table.c.session_id == sa.bindparam("of_session"),
                table.c.action == sa.bindparam("of_action"),
            )
            self._connection.execute(of_action, voided)


class _Claimed:
    def __init__(self, row: Json) -> None:
        self.body, self.session_id, self.number, self.nonce = (
            row["body"],
            row["session_id"],
            row["number"],
            row["nonce"],
        )
