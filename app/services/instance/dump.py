"""A whole instance as NDJSON: API keys, sessions with their logs, idempotency keys, and a last line as proof.

The log of a session stands in the file as in its own export. The other lines contain what no log contains: digests of
tokens and keys, the last seed of each seed chain, and who may read a session. The same instance gives the same bytes on
every database.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

import sqlalchemy as sa
from annotated_types import Ge, Le, MaxLen
from pydantic import Field
from pydantic_core import to_json

from app.persistence.connecting.database import Database
from app.persistence.connecting.revisions import require_own
from app.persistence.queries import credentials, idempotency, logged_events, seeds, store
from app.persistence.stored.codec import Json, JsonConverter
from app.persistence.stored.rows import Event, Session
from app.services.log.export import export
from app.services.log.rebuild import Digest, Id, UnloggedPart

FORMAT = 1
API_KEY, SESSION, IDEMPOTENCY_KEY = "api_key", "session", "idempotency_key"
OPENING_KEY, PLAYER = "opening_key", "player"
HEADER = to_json({"umpire": "instance", "format": FORMAT}) + b"\n"
Instant = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key, without the key itself."""

    id: Id
    name: Annotated[str, MaxLen(100)]
    key: Digest
    """SHA-256 of the key, in hex."""
    created_at: Instant
    revoked_at: Instant | None


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """An idempotency key, with the session or the action that its request made."""

    scope: Digest
    key: Digest
    body: Digest
    session_id: Id
    number: Annotated[int, Ge(1)] | None
    nonce: Digest
    created_at: Instant


@dataclass(frozen=True, slots=True)
class PlayerPart:
    """A player, with the digests of the tokens and the seats."""

    id: Id
    name: Annotated[str, MaxLen(60)]
    created_at: Instant
    tokens: tuple[Digest, ...]
    seats: tuple[tuple[Id, Annotated[int, Ge(1), Le(8)]], ...]
    """The session and the number of each seat that the player holds."""
    language: Annotated[str, MaxLen(16)] | None = None


SHAPES: dict[str, JsonConverter[Any]] = {
    API_KEY: JsonConverter(ApiKey),
    OPENING_KEY: JsonConverter(ApiKey),
    PLAYER: JsonConverter(PlayerPart),
    SESSION: JsonConverter(UnloggedPart),
    IDEMPOTENCY_KEY: JsonConverter(IdempotencyKey),
}
"""The shape of each kind of line that is not part of a log."""


def dump_instance(database: Database) -> Iterator[bytes]:
    """The lines of an instance, all of one moment. Raises OtherRevision, also where a newer program knows of more."""
    require_own(database)
    counts: Counter[str] = Counter()
    digest = sha256()
    with database.reader.connect() as connection:
        for kind, line in instance_lines(connection):
            counts[kind] += 1
            digest.update(line)
            yield line
    yield end_of_instance(counts, digest.hexdigest())


def instance_lines(connection: sa.Connection) -> Iterator[tuple[str, bytes]]:
    """Every line except the last, each with its kind; the kind is empty for the header and for lines of a log."""
    yield "", HEADER
    for row in credentials.whole_api_keys(connection):
        kind = OPENING_KEY if row.pop("opens_only") else API_KEY
        yield kind, spelled(kind, in_hex(row))
    for session in store.all_sessions(connection):
        yield SESSION, spelled(SESSION, unlogged_part_of(connection, session))
        for line in export(log_of(connection, session.id)):
            yield "", line
    for row in idempotency.all_claimed_keys(connection):
        yield IDEMPOTENCY_KEY, spelled(IDEMPOTENCY_KEY, in_hex(row))
    for row in credentials.all_players(connection):
        tokens = [token.hex() for token in row["tokens"]]
        held = credentials.seats_of_player(connection, row["id"])
        yield PLAYER, spelled(PLAYER, {**row, "tokens": tokens, "seats": held})


def unlogged_part_of(connection: sa.Connection, session: Session) -> Json:
    """What the log of a session does not contain; see UnloggedPart."""
    chains = range(1, session.chain + 1)
    ends = [seeds.seed_at(connection, session.id, chain, session.chain_length) for chain in chains]
    return {
        "id": session.id,
        "visibility": session.visibility,
        "reference": session.reference,
        "owner": session.owner,
        "host_token": session.host_token and session.host_token.hex(),
        "seats": [seat.token.hex() for seat in session.seats],
        "seeds": [end.hex() for end in ends],
        "parts": [
            {"digest": part.digest, "to": part.to, "tag": part.tag}
            for part in logged_events.all_parts(connection, session.id)
        ],
    }


def log_of(connection: sa.Connection, session: str) -> Iterator[Event]:
    """The events of a log, in order, read page by page on one connection."""
    after = 0
    while page := logged_events.events_after(connection, session, after):
        yield from page
        after = page[-1].seq


def in_hex(row: Json) -> Json:
    """A row whose bytes are written in hex."""
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}


def spelled(kind: str, data: Json) -> bytes:
    """The line of an API key, a session or an idempotency key. The same data always gives the same bytes."""
    shape = SHAPES[kind]
    return to_json({kind: shape.dump_short(shape.load(data))}) + b"\n"


def end_of_instance(counts: Counter[str], digest: str) -> bytes:
    """The last line: how much there is, and the SHA-256 of all lines before."""
    return to_json({"whole": True, **totals(counts), "sha256": digest}) + b"\n"


def totals(counts: Counter[str]) -> dict[str, int]:
    """How many sessions, keys and players an instance has, from the kinds of its lines."""
    keys = {"api_keys": counts[API_KEY] + counts[OPENING_KEY], "idempotency_keys": counts[IDEMPOTENCY_KEY]}
    return {"sessions": counts[SESSION], **keys, **({"players": counts[PLAYER]} if counts[PLAYER] else {})}
