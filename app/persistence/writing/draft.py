"""Everything that one request is about to write."""

import os
from collections.abc import Callable

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from app.domain.fairness import event_hash, private_digest, salt_of
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import MARKED, fill
from app.persistence.stored.private import map_private
from app.persistence.stored.rows import Action, Seat, Session, part_from_row, part_row
from app.persistence.writing.batch import BatchTransaction, EarlierResult, IdempotencyRecord, Rows


class Draft:
    """Everything that one request is about to write. Others see nothing of it before the commit."""

    def __init__(self, unit: BatchTransaction, claim: IdempotencyRecord | None) -> None:
        self._unit, self._claim = unit, claim
        self._made: Json = {}
        self._copies: dict[str, Session | None] = {}
        """The sessions that were asked for, each copied once."""
        self._nonce: bytes | None = None
        """From which the salt of each private part follows."""
        self.at = unit.at
        self.rows = Rows()
        self.asked: dict[str, int | None] = {}
        """By session, the seat that the action waits for that this request has left open."""

    def session(self, id: str) -> Session | None:
        """A session, which append() saves when it has changed; None where there is none."""
        if id not in self._copies:
            self._copies[id] = self._unit.session(id)
        return self.rows.sessions.get(id) or self._copies[id]

    def reading(self, session: str) -> sa.Connection:
        """A connection that reads what earlier requests of the batch wrote about a session, but nothing of this one."""
        return self._unit.reading(session)

    def has_reference(self, session: str, reference: str) -> bool:
        """Whether an action of the session has this reference already."""
        own = self.rows.actions.get(session, {}).values()
        return any(action.reference == reference for action in own) or self._unit.has_reference(session, reference)

    def open_numbers(self, session: str) -> list[int]:
        """The numbers of the actions of a session that wait, as this request leaves them."""
        held = {**self._unit.held(session), **self.rows.actions.get(session, {})}
        stored = [number for number in self._unit.pending_numbers(session) if number not in held]
        return stored + [number for number, action in held.items() if action.status == "pending"]

    def seed(self, session: str, chain: int, place: int) -> bytes:
        """A seed of a seed chain that was committed before this request."""
        return self._unit.seed(session, chain, place)

    def open(self, session: Session) -> None:
        """Add a new session and its seats."""
        self.rows.opened.add(session.id)
        self.rows.seats += session.seats
        self.rows.sessions[session.id] = session

    def also(self, write: Callable[[sa.Connection], object]) -> None:
        """Run statements of its own after all rows of the request are written."""
        self.rows.statements.append(write)

    def renew_host(self, session: Session, token: bytes) -> None:
        """Save the host's new token, given by its SHA-256."""
        session.host_token = token
        self.rows.sessions[session.id] = session
        self.rows.hosts[session.id] = token

    def renew(self, session: Session, seat: Seat) -> None:
        """Save a seat of the session that has a new token."""
        session.seats = tuple(seat if other.seat == seat.seat else other for other in session.seats)
        self.rows.sessions[session.id] = session
        self.rows.renewed.append(seat)

    def claim(self, session: Session, seat: int, row: Json | None) -> None:
        """Give a seat a claim, in place of the one that it has, or of its spare one; with None take both away."""
        self.rows.sessions[session.id] = session
        self.rows.claims.append({"session_id": session.id, "seat": seat, **(row or {"claim": None})})

    def append(self, session: Session, type: str, body: Json, *, action: int | None = None) -> bytes:
        """Append an event to the log of a session. Its bytes are written here and never change afterwards."""
        session.seq += 1
        data = to_json(whole := {"seq": session.seq, "at": self.at, "type": type, **body})
        if MARKED in data:
            data = self._sealed(session, whole)
        session.head = event_hash(session.head, data)
        self.rows.sessions[session.id] = session
        self.rows.events.append(
            {
                "session_id": session.id,
                "seq": session.seq,
                "type": type,
                "action": action,
                "body": data,
                "hash": session.head,
            }
        )
        return data

    def last_event(self, session: str) -> Json | None:
        """The row of the newest event that this request has appended to the log of a session; None without any."""
        for row in reversed(self.rows.events):
            if row["session_id"] == session:
                return row
        return None

    def _sealed(self, session: Session, whole: Json) -> bytes:
        """The bytes of an event with a digest in place of each private part; the parts are written beside it."""
        if self._nonce is None:
            self._nonce = os.urandom(32)
        id, seq, nonce, parts = session.id, session.seq, self._nonce, self.rows.parts
        first = len(parts)

        def seal(part: Json) -> Json:
            value, n = to_json(part["private"]), len(parts)
            salt = salt_of(nonce, n)
            digest = private_digest(salt, value)
            parts.append(
                part_row(id, seq, n - first, digest=digest, salt=salt, value=value, to=part["to"], tag=part["tag"])
            )
            return {"private": digest.hex()}

        return to_json(map_private(whole, seal))

    def entries_of(self, session: str, number: int) -> list[Json]:
        """The entries that this request has added to the record of an action, with their private parts."""
        found: list[Json] = []
        for row in self.rows.events:
            if (row["session_id"], row["action"], row["type"]) == (session, number, "entries"):
                own = [part for part in self.rows.parts if (part["session_id"], part["seq"]) == (session, row["seq"])]
                body = from_json(row["body"])
                fill(body, {part["digest"].hex(): part_from_row(part) for part in own})
                found += body["entries"]
        return found

    def declared(self, session: Session) -> Action:
        """The newest action of a session, which this request has begun: it is a new row."""
        self.rows.declared.add((session.id, session.last_number))
        return self.rows.actions[session.id][session.last_number]

    def change(self, action: Action) -> None:
        """Save an action that is new or has changed."""
        self.rows.actions.setdefault(action.session_id, {})[action.number] = action

    def made_before(self, claim: IdempotencyRecord | None) -> EarlierResult | None:
        """What `claim` has made before; where it has made nothing, it is the key of what made() records from now on."""
        self._claim, self._made = claim, {}
        return self._unit.made_before(claim) if claim else None

    def made(self, session_id: str, number: int | None) -> None:
        """Record what this request has made, for the case that it is sent again with the same idempotency key.

        Of several things it is the last.
        """
        if self._claim is None:
            return
        if not self._made:
            self.rows.keys.append(self._made)
        claim = self._claim
        self._made.update(
            scope=claim.scope,
            key=claim.key,
            body=claim.body,
            nonce=claim.nonce,
            session_id=session_id,
            number=number,
            created_at=self.at,
        )
