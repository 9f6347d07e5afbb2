"""Sessions and actions as they stand, in memory. A field that is added here is stored, logged and shown as it says."""

from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal
from uuid import UUID

import sqlalchemy as sa

from app.domain.fairness import GENESIS
from app.persistence.codec import Json
from app.persistence.fields import (
    CHANGES,
    KEY,
    LISTED,
    LOGGED,
    SENT,
    SHOWN,
    Hash,
    Id,
    Instant,
    Nullable,
    Reference,
    Slug,
    Stored,
    Word,
    values_of,
)


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


Status = Literal["pending", "resolved", "void"]
Kind = Literal["single", "series", "game"]
Visibility = Literal["public", "unlisted", "private"]


@dataclass(slots=True, kw_only=True)
class Session:
    """A session's head: all that changes when something is appended to its log."""

    id: Annotated[str, Stored(Id, "The session's id, a UUID.", KEY | SHOWN | LISTED)]
    ruleset: Annotated[str, Stored(Slug, "The slug of its ruleset.", LOGGED | SHOWN | LISTED)]
    ruleset_version: Annotated[
        int,
        Stored(sa.Integer, "The ruleset's version when it was opened.", LOGGED | SHOWN | LISTED),
    ]
    kind: Annotated[
        Kind,
        Stored(
            Word,
            "`single`: one attack of its own; `series`: clients send whole situations; `game`: the server holds "
            "the board.",
            LOGGED | SHOWN | LISTED,
        ),
    ]
    options: Annotated[Json, Stored(sa.JSON, "The options of its rules, whole.", LOGGED | SHOWN)]
    dice: Annotated[str, Stored(Word, "Who throws the dice: `service` or `physical`.")]
    visibility: Annotated[Visibility, Stored(Word, "Who may read it.", SHOWN | LISTED)]
    reference: Annotated[str | None, Stored(Reference, "The client's own id of it.", SHOWN | LISTED)] = None
    status: Annotated[
        Literal["open", "closed"],
        Stored(Word, "Whether anything can still happen.", CHANGES | SHOWN | LISTED),
    ] = "open"
    result: Annotated[Json | None, Stored(Nullable, "How it ended, once it is closed.", CHANGES | SHOWN | LISTED)] = (
        None
    )
    created_at: Annotated[str, Stored(Instant, "When it was opened.", SHOWN | LISTED)]
    closed_at: Annotated[str | None, Stored(Instant, "When it was closed.", CHANGES | SHOWN | LISTED)] = None
    proposal: Annotated[
        Json | None,
        Stored(
            Nullable,
            "How seats would close the session, and which of them.",
            CHANGES | SHOWN,
            comment="how seats would close it, and which",
        ),
    ] = None
    seq: Annotated[int, Stored(sa.BigInteger, "The number of the newest event of its log.", CHANGES | SHOWN)] = 0
    head: Annotated[bytes, Stored(Hash, "The hash of the newest event of its log.", CHANGES | SHOWN)] = GENESIS
    host_token: Annotated[
        bytes | None, Stored(Hash, "SHA-256 of the host's token.", comment="SHA-256 of the host's token")
    ] = None
    owner: Annotated[str | None, Stored(Id, "The API key that opened it.", comment="the API key that opened it")] = None
    seat_count: Annotated[int, Stored(sa.Integer, "How many seats it has.", default="0")] = 0
    commitment: Annotated[
        bytes | None,
        Stored(
            Hash,
            "The commitment of its newest seed chain; none with physical dice.",
            CHANGES,
            comment="S_0 of the newest chain; none with physical dice",
        ),
    ] = None
    chain: Annotated[
        int,
        Stored(
            sa.Integer,
            "The number of its newest seed chain.",
            CHANGES,
            comment="number of the newest chain, from 1; 0: none",
        ),
    ] = 0
    chain_length: Annotated[int, Stored(sa.Integer, "How many seeds each of its chains has.")] = 0
    last_number: Annotated[int, Stored(sa.Integer, "The number of its newest action.", CHANGES)] = 0
    closed_upto: Annotated[
        int,
        Stored(
            sa.Integer,
            "All actions up to this number are closed.",
            CHANGES,
            comment="actions 1 … closed_upto are all closed",
        ),
    ] = 0
    resolved: Annotated[int, Stored(sa.Integer, "How many actions are resolved.", CHANGES)] = 0
    pending: Annotated[int, Stored(sa.Integer, "How many actions wait for an answer.", CHANGES)] = 0
    void: Annotated[int, Stored(sa.Integer, "How many actions are void.", CHANGES)] = 0
    state: Annotated[
        Json | None,
        Stored(Nullable, "A game's board.", CHANGES, comment="a game's board after its last closed action"),
    ] = None
    state_seq: Annotated[
        int,
        Stored(
            sa.BigInteger,
            "The number of the newest event of the game.",
            CHANGES,
            default="0",
            comment="the newest event of the game",
        ),
    ] = 0
    seats: tuple[Seat, ...] = ()
    """In the order of their numbers; rows of a table of their own."""

    @property
    def is_game(self) -> bool:
        """Whether the server holds a board."""
        return self.kind == "game"


@dataclass(slots=True, kw_only=True)
class Action:
    """An action as it stands; its record lies in the events."""

    session_id: Annotated[str, Stored(Id, "The id of its session.", KEY | SHOWN | LISTED)]
    number: Annotated[int, Stored(sa.Integer, "Its number in the session, from 1 without a gap.", KEY | SHOWN | LISTED)]
    kind: Annotated[
        str,
        Stored(sa.String(64), "`attack`, or in a game `open-game` or the kind of a move.", LOGGED | SHOWN | LISTED),
    ]
    ruleset: Annotated[str, Stored(Slug, "The slug of its ruleset.", SHOWN | LISTED)]
    ruleset_version: Annotated[
        int,
        Stored(sa.Integer, "The ruleset's version when it was declared.", LOGGED | SHOWN | LISTED),
    ]
    situation: Annotated[
        Json,
        Stored(sa.JSON, "What was sent: the situation of an attack, or a move.", LOGGED | SHOWN | LISTED),
    ]
    options: Annotated[Json, Stored(sa.JSON, "The options of the rules, whole.", LOGGED | SHOWN)]
    dice: Annotated[str, Stored(Word, "Who throws the dice: `service` or `physical`.", LOGGED)]
    policies: Annotated[
        dict[str, str],
        Stored(sa.JSON, "Who answers for each role or seat: `ask`, or a policy.", LOGGED | SHOWN),
    ]
    seats: Annotated[
        dict[str, int],
        Stored(
            sa.JSON,
            "The seats that play the roles.",
            LOGGED | SHOWN | LISTED,
            default="{}",
            comment="who plays which role",
        ),
    ] = field(default_factory=dict)
    sent_by: Annotated[
        str | dict[str, int],
        Stored(sa.JSON, "Who sent it: `host`, or a seat.", LOGGED | SHOWN | LISTED),
    ]
    reference: Annotated[
        str | None,
        Stored(Reference, "The client's own id of it.", LOGGED | SENT | SHOWN | LISTED),
    ] = None
    played_at: Annotated[
        str | None,
        Stored(sa.String(40), "When it was played, as the client says.", LOGGED | SENT | SHOWN | LISTED),
    ] = None
    status: Annotated[
        Status,
        Stored(Word, "`pending`: it waits for an answer; `void`: it counts nowhere.", CHANGES | SHOWN | LISTED),
    ] = "pending"
    outcome: Annotated[
        Json | None, Stored(Nullable, "What came of it, once it is resolved.", CHANGES | SHOWN | LISTED)
    ] = None
    replaced_by: Annotated[
        int | None, Stored(sa.Integer, "The action that took its place.", CHANGES | SHOWN | LISTED)
    ] = None
    proposal: Annotated[
        Json | None,
        Stored(
            Nullable,
            "Why seats would void it, and which of them.",
            CHANGES | SHOWN,
            comment="why seats would void it, and which",
        ),
    ] = None
    commitment: Annotated[bytes | None, Stored(Hash, "The commitment of the seed chain that serves it.")] = None
    seq: Annotated[
        int,
        Stored(
            sa.BigInteger,
            "The number of the newest event about it.",
            CHANGES | SHOWN,
            comment="the newest event about this action",
        ),
    ] = 0
    head: Annotated[bytes, Stored(Hash, "The hash of that event.", CHANGES | SHOWN)] = GENESIS
    created_at: Annotated[str, Stored(Instant, "When it was declared.", SHOWN | LISTED)]
    resolved_at: Annotated[str | None, Stored(Instant, "When it was resolved or voided.", CHANGES | SHOWN | LISTED)] = (
        None
    )


@dataclass(frozen=True, slots=True)
class Event:
    """A line of a session's log: the exact bytes, and the hash that chains them."""

    seq: int
    type: str
    action: int | None
    body: bytes
    hash: bytes


def row_of(value: Session | Action | Seat) -> Json:
    """The row of a session, an action or a seat."""
    if isinstance(value, Seat):
        return asdict(value)
    return values_of(value)


def session_from_row(row: sa.RowMapping | dict[str, Any]) -> Session:
    """A session from its row."""
    return Session(**row)


def action_from_row(row: sa.RowMapping | dict[str, Any]) -> Action:
    """An action from its row."""
    return Action(**row)
