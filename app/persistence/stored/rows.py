"""The rows of sessions, actions, seats and events in memory.

The description of a field decides how it is stored, logged and shown; see app/persistence/stored/fields.py.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

import sqlalchemy as sa

from app.domain.fairness import GENESIS
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import (
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
    SentInstant,
    Slug,
    StoredField,
    Word,
    setter_of,
    values_of,
)
from app.persistence.stored.parts import Part


@lru_cache(maxsize=1024)
def raw_id(session: str) -> bytes:
    """The 16 raw bytes of a session's id, as they are hashed. Raises ValueError where it is not a UUID."""
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
    """The policy that answers for the seat; None where its player answers."""
    token: bytes
    """SHA-256 of the seat's token."""
    player: str | None = None
    """The id of the player whose tokens are credentials of the seat too; None where nobody's are."""
    player_tokens: tuple[bytes, ...] = ()
    """SHA-256 of each token of that player. They are stored in a table of their own."""


Status = Literal["pending", "resolved", "void"]
Kind = Literal["single", "series", "game"]
Visibility = Literal["public", "unlisted", "private"]
Advice = Literal["open", "after"]
TakeBack = Literal["free", "assent"]
R = TypeVar("R")


def _copied(row: R) -> R:
    """The same row, to be changed apart from this one; what `copy` does by itself takes ten times as long."""
    kind = row.__class__
    names: tuple[str, ...] = kind.__slots__  # type: ignore[attr-defined]
    found = object.__new__(kind)
    setter_of(names)(found, attrgetter(*names)(row))
    return found


@dataclass(slots=True, kw_only=True)
class Session:
    """The present state of a session: everything that may change when an event is appended to its log."""

    id: Annotated[str, StoredField(Id, "The id of the session, a UUID.", KEY | SHOWN | LISTED)]
    ruleset: Annotated[str, StoredField(Slug, "The slug of the session's ruleset.", LOGGED | SHOWN | LISTED)]
    ruleset_version: Annotated[
        int,
        StoredField(sa.Integer, "The version of the ruleset when the session was opened.", LOGGED | SHOWN | LISTED),
    ]
    kind: Annotated[
        Kind,
        StoredField(
            Word,
            "`single`: one attack alone; `series`: several attacks, each with its whole situation; `game`: a whole "
            "game, whose board the server keeps.",
            LOGGED | SHOWN | LISTED,
        ),
    ]
    options: Annotated[Json, StoredField(sa.JSON, "All options of the rules, including the defaults.", LOGGED | SHOWN)]
    dice: Annotated[str, StoredField(Word, "Who throws the dice: `service`, or `physical`, which means people.")]
    visibility: Annotated[
        Visibility,
        StoredField(
            Word,
            "`public`: anybody may read the session and find it in lists; `unlisted`: anybody who knows the id may "
            "read it; `private`: only its host and its seats may.",
            SHOWN | LISTED,
        ),
    ]
    reference: Annotated[
        str | None,
        StoredField(Reference, "The client's own id for the session; null where none was sent.", SHOWN | LISTED),
    ] = None
    status: Annotated[
        Literal["open", "closed"],
        StoredField(
            Word, "`open`: the session can continue; `closed`: nothing can change any more.", CHANGES | SHOWN | LISTED
        ),
    ] = "open"
    result: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "How the session ended; null while it is open, and where it was closed without a result.",
            CHANGES | SHOWN | LISTED,
        ),
    ] = None
    created_at: Annotated[str, StoredField(Instant, "When the session was opened, in UTC.", SHOWN | LISTED)]
    closed_at: Annotated[
        str | None,
        StoredField(Instant, "When the session was closed, in UTC; null while it is open.", CHANGES | SHOWN | LISTED),
    ] = None
    proposal: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "How seats propose to close the session (`result`, `abandon`), and which `seats` do; null where none does.",
            CHANGES | SHOWN,
            comment="how seats would close it, and which",
        ),
    ] = None
    seq: Annotated[int, StoredField(sa.BigInteger, "The number of the newest event of the log.", CHANGES | SHOWN)] = 0
    head: Annotated[bytes, StoredField(Hash, "The hash of the newest event of the log, in hex.", CHANGES | SHOWN)] = (
        GENESIS
    )
    host_token: Annotated[
        bytes | None,
        StoredField(
            Hash, "SHA-256 of the host's token; None where there is no host.", comment="SHA-256 of the host's token"
        ),
    ] = None
    owner: Annotated[
        str | None,
        StoredField(Id, "The id of the API key that opened the session.", comment="the API key that opened it"),
    ] = None
    seat_count: Annotated[int, StoredField(sa.Integer, "How many seats the session has.", default="0")] = 0
    hides: Annotated[
        bool,
        StoredField(
            sa.Boolean,
            "Whether anything in it may be hidden from somebody.",
            default="0",
            comment="whether anything may be hidden from somebody",
        ),
    ] = False
    commitment: Annotated[
        bytes | None,
        StoredField(
            Hash,
            "The commitment of the newest seed chain; None with physical dice.",
            CHANGES,
            comment="S_0 of the newest chain; none with physical dice",
        ),
    ] = None
    chain: Annotated[
        int,
        StoredField(
            sa.Integer,
            "The number of the newest seed chain, from 1; 0 with physical dice.",
            CHANGES,
            comment="number of the newest chain, from 1; 0: none",
        ),
    ] = 0
    chain_length: Annotated[
        int, StoredField(sa.Integer, "How many seeds each seed chain has; 0 with physical dice.")
    ] = 0
    last_number: Annotated[
        int, StoredField(sa.Integer, "The number of the newest action; 0 before the first.", CHANGES)
    ] = 0
    closed_upto: Annotated[
        int,
        StoredField(
            sa.Integer,
            "The highest number such that this action and all before it are closed.",
            CHANGES,
            comment="actions 1 … closed_upto are all closed",
        ),
    ] = 0
    resolved: Annotated[int, StoredField(sa.Integer, "How many actions are resolved.", CHANGES)] = 0
    pending: Annotated[int, StoredField(sa.Integer, "How many actions wait for an answer.", CHANGES)] = 0
    void: Annotated[int, StoredField(sa.Integer, "How many actions are void.", CHANGES)] = 0
    state: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "A game's board after its last closed action.",
            CHANGES,
            comment="a game's board after its last closed action",
        ),
    ] = None
    state_seq: Annotated[
        int,
        StoredField(
            sa.BigInteger,
            "The number of the newest event about an action of the game.",
            CHANGES,
            default="0",
            comment="the newest event of the game",
        ),
    ] = 0
    deadline: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "How long a player has for an answer (`seconds`), and the `policy` that answers then; null: for ever.",
            SHOWN,
            comment="seconds for an answer, and the policy that answers then",
        ),
    ] = None
    entropy: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "What the seats contribute to the dice; null where they do not.",
            CHANGES | SHOWN,
            comment="what the seats contribute to the dice",
        ),
    ] = None
    advice: Annotated[
        Advice,
        StoredField(
            Word,
            "When the odds of its own actions are shown: `open`, at any time; `after`, once it is closed.",
            SHOWN,
            default="open",
            comment="open: its odds are told at any time; after: once it is closed",
        ),
    ] = "open"
    take_back: Annotated[
        TakeBack,
        StoredField(
            Word,
            "How a seat takes its own move back: `assent`, the others agree; `free`, at once if nothing came of it.",
            SHOWN,
            default="assent",
            comment="assent: others agree to what is taken back; free: a slip goes at once",
        ),
    ] = "assent"
    clock: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "How much time players have, and whether clocks run; null without.",
            CHANGES | SHOWN,
            comment="the time of players, and whether it runs",
        ),
    ] = None
    clocks: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "What was left to each player, by seat, at the last event of the clocks; null without.",
            CHANGES | SHOWN,
            comment="what is left to each player, and whose clock runs",
        ),
    ] = None
    clock_at: Annotated[
        int,
        StoredField(
            sa.BigInteger,
            "What the clock of the service had when `clocks` was last told, in milliseconds.",
            CHANGES,
            default="0",
            comment="the clock of the service when the clocks were last told",
        ),
    ] = 0
    mixed: Annotated[
        bool,
        StoredField(
            sa.Boolean,
            "Whether every seat has contributed to the dice.",
            CHANGES,
            default="0",
            comment="every seat contributed to the dice",
        ),
    ] = False
    watched: Annotated[
        bool,
        StoredField(
            sa.Boolean,
            "Whether the service may have to act in it: a seat or a role that it plays, a deadline, or clocks.",
            CHANGES,
            default="0",
            comment="the service plays in it, or keeps a deadline",
        ),
    ] = False
    bring: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "What seats bring to the setup of the game themselves; null where its opening has all of it.",
            CHANGES | SHOWN,
            comment="what seats bring to the setup, and which have",
        ),
    ] = None
    rematch: Annotated[
        str | None,
        StoredField(
            Id,
            "The id of the session in which its seats play once more; null until one has offered that.",
            CHANGES | SHOWN,
            comment="the session in which its seats play once more",
        ),
    ] = None
    seats: tuple[Seat, ...] = ()
    """The seats, in the order of their numbers. They are stored in a table of their own."""

    __copy__ = _copied

    @property
    def keeps_odds(self) -> bool:
        """Whether the odds of its own actions are not told yet."""
        return self.advice == "after" and self.status != "closed"

    @property
    def is_game(self) -> bool:
        """Whether the session is a game, whose board the server keeps."""
        return self.kind == "game"


@dataclass(slots=True, kw_only=True)
class Action:
    """The present state of an action. Its record is stored in the events."""

    session_id: Annotated[str, StoredField(Id, "The id of the session.", KEY | SHOWN | LISTED)]
    number: Annotated[
        int,
        StoredField(sa.Integer, "The number of the action in its session, from 1, without gaps.", KEY | SHOWN | LISTED),
    ]
    kind: Annotated[
        str,
        StoredField(sa.String(64), "`attack`; in a game `open-game` or the kind of the move.", LOGGED | SHOWN | LISTED),
    ]
    ruleset: Annotated[str, StoredField(Slug, "The slug of the ruleset.", SHOWN | LISTED)]
    ruleset_version: Annotated[
        int,
        StoredField(sa.Integer, "The version of the ruleset when the action was declared.", LOGGED | SHOWN | LISTED),
    ]
    situation: Annotated[
        Json,
        StoredField(
            sa.JSON,
            "What was sent: the situation of an attack, the setup of a game, or a move.",
            LOGGED | SHOWN | LISTED,
        ),
    ]
    options: Annotated[
        Json, StoredField(sa.JSON, "All options of the rules, with those that were not sent.", LOGGED | SHOWN)
    ]
    dice: Annotated[
        str, StoredField(Word, "Who throws the dice: `service`, or `physical`, which means people.", LOGGED)
    ]
    policies: Annotated[
        dict[str, str],
        StoredField(
            sa.JSON,
            "Who answers, by role or in a game by seat: the name of a policy, or `ask` for the player.",
            LOGGED | SHOWN,
        ),
    ]
    seats: Annotated[
        dict[str, int],
        StoredField(
            sa.JSON,
            "The number of the seat for each role; in a move of a game, for `actor`; empty where no seats play.",
            LOGGED | SHOWN | LISTED,
            default="{}",
            comment="who plays which role",
        ),
    ] = field(default_factory=dict)
    sent_by: Annotated[
        str | dict[str, int],
        StoredField(
            sa.JSON,
            "Who declared the action: `host`, or an object with the number of the `seat`.",
            LOGGED | SHOWN | LISTED,
        ),
    ]
    reference: Annotated[
        str | None,
        StoredField(
            Reference, "The client's own id for the action; null where none was sent.", LOGGED | SENT | SHOWN | LISTED
        ),
    ] = None
    played_at: Annotated[
        str | None,
        StoredField(
            SentInstant,
            "When the action was played, as the client sent it; null where nothing was sent.",
            LOGGED | SENT | SHOWN | LISTED,
        ),
    ] = None
    status: Annotated[
        Status,
        StoredField(
            Word,
            "`pending`: the action waits for an answer; `resolved`: it has an outcome; `void`: it does not count.",
            CHANGES | SHOWN | LISTED,
        ),
    ] = "pending"
    outcome: Annotated[
        Json | None, StoredField(Nullable, "The outcome; null until the action is resolved.", CHANGES | SHOWN | LISTED)
    ] = None
    replaced_by: Annotated[
        int | None,
        StoredField(
            sa.Integer,
            "The number of the action that replaced this one; null where none did.",
            CHANGES | SHOWN | LISTED,
        ),
    ] = None
    proposal: Annotated[
        Json | None,
        StoredField(
            Nullable,
            "Why seats propose to void the action (`reason`), and which `seats` do; null where none does.",
            CHANGES | SHOWN,
            comment="why seats would void it, and which",
        ),
    ] = None
    commitment: Annotated[bytes | None, StoredField(Hash, "The commitment of the seed chain of the action.")] = None
    seq: Annotated[
        int,
        StoredField(
            sa.BigInteger,
            "The number of the newest event about the action.",
            CHANGES | SHOWN,
            comment="the newest event about this action",
        ),
    ] = 0
    head: Annotated[
        bytes, StoredField(Hash, "The hash of the newest event about the action, in hex.", CHANGES | SHOWN)
    ] = GENESIS
    listed: Annotated[
        bool,
        StoredField(
            sa.Boolean,
            "Whether the session was public when the action was written. Its rolls and casualties have the same.",
            default="1",
            comment="false: lists show it to its own only",
        ),
    ] = True
    created_at: Annotated[str, StoredField(Instant, "When the action was declared, in UTC.", SHOWN | LISTED)]
    resolved_at: Annotated[
        str | None,
        StoredField(Instant, "When the action was resolved or voided, in UTC; null before.", CHANGES | SHOWN | LISTED),
    ] = None
    recorded: int = 0
    """How many entries its record has, as far as these were read. It is not stored."""

    __copy__ = _copied


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a session's log."""

    seq: int
    """The number of the event, from 1."""
    type: str
    action: int | None
    """The action that it concerns; for revealed seeds the highest action; None where it concerns the session."""
    body: bytes
    """The exact bytes that are hashed."""
    hash: bytes
    """The hash of the event and of all events before it."""
    parts: tuple[Part, ...] = ()
    """The private parts that are there of those whose digests stand in the body, in this order."""


def part_row(
    session: str, seq: int, n: int, *, digest: bytes, salt: bytes, value: bytes, to: Sequence[str] | None, tag: str
) -> Json:
    """The row of a private part of an event."""
    return {
        "session_id": session,
        "seq": seq,
        "n": n,
        "digest": digest,
        "salt": salt,
        "bytes": value,
        "audience": None if to is None else ",".join(to),
        "tag": tag,
    }


def part_from_row(row: Json) -> Part:
    """The private part that this row describes."""
    audience = row["audience"]
    to = None if audience is None else tuple(audience.split(",")) if audience else ()
    return Part(row["digest"].hex(), row["salt"], row["bytes"], to, row["tag"])


def row_of(value: Session | Action | Seat) -> Json:
    """The row of a session, an action or a seat, by column."""
    if isinstance(value, Seat):
        return {name: part for name, part in asdict(value).items() if name != "player_tokens"}
    return values_of(value)


def session_from_row(row: sa.RowMapping | dict[str, Any]) -> Session:
    """The session that this row describes, without its seats."""
    found = object.__new__(Session)  # to call the class with so many names takes many times as long
    setter_of(tuple(row))(found, row.values())
    found.seats = ()
    return found


def action_from_row(row: sa.RowMapping | dict[str, Any]) -> Action:
    """The action that this row describes."""
    return Action(**row)
