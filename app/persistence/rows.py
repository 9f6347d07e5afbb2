"""Sessions and actions as they stand, in memory; each attribute is a column."""

from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from app.domain.fairness import GENESIS
from app.persistence.codec import Json


@lru_cache(maxsize=1024)
def raw_id(session: str) -> bytes:
    """The 16 raw bytes of a session's id, as they enter its hashes. Raises ValueError where it is no UUID."""
    return UUID(session).bytes


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place in a session."""

    session_id: str
    seat: int
    name: str | None
    side: str | None
    reference: str | None
    policy: str | None
    """Who answers for it, if not the player: a policy of the ruleset."""
    token: bytes


@dataclass(slots=True)
class Session:
    """A session's head: all that changes when something is appended to its log."""

    id: str
    ruleset: str
    ruleset_version: int
    kind: str
    visibility: str
    options: Json
    dice: str
    created_at: str
    reference: str | None = None
    host_token: bytes | None = None
    owner: str | None = None
    seat_count: int = 0
    commitment: bytes | None = None
    chain: int = 0
    chain_length: int = 0
    status: str = "open"
    seq: int = 0
    head: bytes = GENESIS
    last_number: int = 0
    closed_upto: int = 0
    resolved: int = 0
    pending: int = 0
    void: int = 0
    result: Json | None = None
    closed_at: str | None = None
    state: Json | None = None
    state_seq: int = 0
    proposal: Json | None = None
    seats: tuple[Seat, ...] = ()
    """In the order of their numbers; rows of a table of their own."""

    @property
    def is_game(self) -> bool:
        """Whether the server holds a board."""
        return self.kind == "game"


@dataclass(slots=True)
class Action:
    """An action as it stands; its record lies in the events."""

    session_id: str
    number: int
    kind: str
    ruleset: str
    ruleset_version: int
    situation: Json
    options: Json
    dice: str
    policies: Json
    sent_by: str | Json
    created_at: str
    commitment: bytes | None = None
    reference: str | None = None
    played_at: str | None = None
    status: str = "pending"
    outcome: Json | None = None
    seats: Json = field(default_factory=dict)
    replaced_by: int | None = None
    proposal: Json | None = None
    seq: int = 0
    head: bytes = GENESIS
    resolved_at: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A line of a session's log: the exact bytes, and the hash that chains them."""

    seq: int
    type: str
    action: int | None
    body: bytes
    hash: bytes


_SESSION = tuple(field.name for field in fields(Session) if field.name != "seats")
_ACTION = tuple(field.name for field in fields(Action))


def row_of(value: Session | Action | Seat) -> Json:
    """The row of a session, an action or a seat."""
    if isinstance(value, Seat):
        return asdict(value)
    names = _SESSION if isinstance(value, Session) else _ACTION
    return {name: getattr(value, name) for name in names}


def session_from_row(row: sa.RowMapping | dict[str, Any]) -> Session:
    """A session from its row."""
    return Session(**row)


def action_from_row(row: sa.RowMapping | dict[str, Any]) -> Action:
    """An action from its row."""
    return Action(**row)
