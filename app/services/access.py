"""Who sends a request, and what this sender may do: host and seats of a session, players, and API keys."""

import hmac
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NotRequired

import sqlalchemy as sa
from pydantic_core import from_json, to_json
from typing_extensions import TypedDict

from app.domain.players import OF_THE_SERVICE
from app.errors import Problem
from app.persistence.queries import credentials
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Seat, Session, raw_id
from app.persistence.writing.batch import IdempotencyRecord
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import now
from app.services.document_types import document

HOST = 0
"""The place of the host among the seats of a session, whose numbers begin with 1."""
SERVICE = -1
"""The service itself as a sender: it answers for a seat that it plays, and after a deadline."""

OWNER = -2
"""The API key that opened a session, as it hands over the place of the host."""

HOST_PREFIX, SEAT_PREFIX, KEY_PREFIX, CLAIM_PREFIX = "umh_", "ums_", "umk_", "umc_"
PLAYER_PREFIX, TICKET_PREFIX = "ump_", "umt_"
_TOKEN = re.compile(r"um[hskp]_[A-Za-z0-9_-]{43}")
"""The form of a token: a prefix that tells its kind, and 256 bits in base64url."""

Sender = int
"""Who acts in a session: HOST, SERVICE, or the number of a seat."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a stream ticket stands for."""

    credential: bytes
    """SHA-256 of the token of whoever made it."""
    is_key: bool
    """Whether that token is an API key."""
    expires_at: str


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request, known by the token in its Authorization header; without a token, an unknown sender."""

    token: str | None = None
    ticket: Ticket | None = None
    """What the token stands for, where it is a stream ticket."""

    @property
    def is_well_formed(self) -> bool:
        """Whether the token, if there is one, can be one of ours."""
        return self.token is None or self.ticket is not None or _TOKEN.fullmatch(self.token) is not None

    @property
    def digest(self) -> bytes:
        """SHA-256 of the token, of a ticket that of its maker's. It is stored and compared in place of the token."""
        return self.ticket.credential if self.ticket else sha256((self.token or "").encode()).digest()

    @property
    def is_key(self) -> bool:
        """Whether the token is an API key."""
        return self.ticket.is_key if self.ticket else self._begins(KEY_PREFIX)

    @property
    def is_player(self) -> bool:
        """Whether the token is a player's."""
        return self._begins(PLAYER_PREFIX)

    @property
    def has_ended(self) -> bool:
        """Whether the time of a ticket is over."""
        return self.ticket is not None and self.ticket.expires_at <= now()

    def _begins(self, prefix: str) -> bool:
        return self.token is not None and self.token.startswith(prefix)


@dataclass(frozen=True, slots=True)
class Retry:
    """The Idempotency-Key of a request, with the claim that the database stores for it."""

    key: str
    claim: IdempotencyRecord


def retry(key: str, caller: Caller, method: str, path: str, body: bytes) -> Retry:
    """The key of a request with its claim. The same key of another caller, method or path makes another claim."""
    scope = sha256(b"\0".join([caller.digest, method.encode(), path.encode()])).digest()
    raw = sha256(body).digest()
    claim = IdempotencyRecord(
        scope, sha256(key.encode()).digest(), sha256(canonical_json(body)).digest(), os.urandom(32), raw
    )
    return Retry(key, claim)


def canonical_json(body: bytes) -> bytes:
    """The same JSON without what programs write differently, such as spaces; what is no JSON stays as it is."""
    try:
        return to_json(from_json(body, allow_inf_nan=False))
    except ValueError:
        return body


def new_token(prefix: str, secret: bytes | None = None) -> str:
    """A new token: the prefix, then `secret` in base64url; without `secret`, 256 random bits."""
    return prefix + urlsafe_b64encode(secret or os.urandom(32)).decode().rstrip("=")


def token_for(place: int, session: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """A token for the host (place 0) or for a seat (its number).

    Where the request has a key, the token is computed from the key and from `nonce`, the random bytes stored with the
    key, so that a retried request gets the same token again. Without a key it is random.
    """
    return repeatable_token(SEAT_PREFIX if place else HOST_PREFIX, retry, nonce, raw_id(session) + bytes([place]))


def repeatable_token(prefix: str, retry: Retry | None, nonce: bytes | None, *about: bytes) -> str:
    """A token, claim or ticket: random, or for a request with a key computed, so that a retry gets the same again.

    `about`: what else the request decides, so that no two of its tokens are equal.
    """
    if retry is None:
        return new_token(prefix)
    message = b"\0".join([*about[:-1], retry.key.encode(), *about[-1:]])
    return new_token(prefix, hmac.digest(nonce or retry.claim.nonce, message, "sha256"))


@document
class TokensShown(TypedDict):
    """The tokens of a session. They are shown only once, in the answer to the request that opens the session."""

    host: str | None
    """The host's token; null where the session has no host."""
    seats: dict[str, str]
    """The token of each seat, by the number of the seat; without the seats that wait for a claim."""


@dataclass(frozen=True, slots=True)
class IssuedTokens:
    """The tokens that are made when a session is opened."""

    host: str | None
    """The host's token; None where the session has no host."""
    seats: tuple[str | None, ...]
    """The token of each seat, in the order of the seats; None for one that waits for a claim."""

    @property
    def document(self) -> TokensShown:
        """The tokens as the client gets them."""
        return {"host": self.host, "seats": {str(seat): token for seat, token in enumerate(self.seats, 1) if token}}


def tokens_for(
    session: str, retry: Retry | None, nonce: bytes | None = None, *, unclaimed: Sequence[bool], host: bool
) -> IssuedTokens:
    """The tokens of the host and of the seats of a session, made by token_for().

    `unclaimed`: for each seat whether nobody gets its token before somebody claims it.
    """
    hosts = token_for(HOST, session, retry, nonce) if host else None
    seats = (None if waits else token_for(seat, session, retry, nonce) for seat, waits in enumerate(unclaimed, 1))
    return IssuedTokens(hosts, tuple(seats))


def sender_of(session: Session, caller: Caller) -> Sender | None:
    """As what the caller acts in the session: HOST or the number of a seat; None where the token belongs to neither."""
    if caller.token is None or caller.has_ended:
        return None
    digest = caller.digest
    if session.host_token is not None and hmac.compare_digest(session.host_token, digest):
        return HOST
    return next((seat.seat for seat in session.seats if holds(seat, digest)), None)


def nobody_s(session: str, seat: int) -> bytes:
    """What stands in the place of the digest of a seat's token before somebody claims the seat.

    It is the digest of what is no token, so that no request is taken for the seat's.
    """
    return sha256(b"umpire:unclaimed\0" + raw_id(session) + bytes([seat])).digest()


def is_unclaimed(seat: Seat) -> bool:
    """Whether nobody has a token of the seat yet, because it was opened for a claim."""
    return seat.token == nobody_s(seat.session_id, seat.seat)


def voices(session: Session) -> set[int]:
    """The seats that all have to agree where no host decides.

    In a session without a host these are the seats that people hold: who plays against the service, or waits for the
    other to come, is alone at the table. Without any, and beside a host, all seats.
    """
    return held(session) if session.host_token is None else {seat.seat for seat in session.seats}


def held(session: Session) -> set[int]:
    """The seats that people hold; all seats where they hold none."""
    own = {seat.seat for seat in session.seats if seat.policy not in OF_THE_SERVICE and not is_unclaimed(seat)}
    return own or {seat.seat for seat in session.seats}


def holds(seat: Seat, digest: bytes) -> bool:
    """Whether a token's digest is that of the seat, or one of its player's."""
    return any(hmac.compare_digest(token, digest) for token in (seat.token, *seat.player_tokens))


def require_known(connection: sa.Connection, caller: Caller, *, opens: bool = False) -> None:
    """Raise Problem token-invalid (401) where the credential was never issued, or is no longer valid.

    Raise Problem not-allowed (403) for a key that only opens sessions, unless this request `opens` one.
    """
    if not caller.is_well_formed:
        raise Problem("token-invalid", reason="malformed-token")
    if caller.token is None:
        return
    if caller.has_ended or not credentials.has_credential(connection, caller.digest):
        raise Problem("token-invalid", reason="unknown-key" if caller.is_key else "unknown-token")
    if caller.is_key and not opens and credentials.opens_only(connection, caller.digest):
        raise Problem("not-allowed", reason="key-opens-only")


@document
class CallerShown(TypedDict):
    """Who sends a request, by the token that it sends."""

    kind: Literal["host", "seat", "player", "key", "nobody"]
    """Whose token it is; `nobody`: none was sent."""
    session_id: NotRequired[str]
    """The session of a host or a seat."""
    seat: NotRequired[int]
    """The number of a seat."""
    player: NotRequired[str]
    """The id of a player."""
    key: NotRequired[str]
    """The id of an API key, as `umpire keys list` shows it."""


def shown(connection: sa.Connection, caller: Caller) -> CallerShown:
    """Who the caller is. Raises Problem token-invalid (401) where the credential is not valid."""
    require_known(connection, caller, opens=True)
    if caller.token is None:
        return {"kind": "nobody"}
    if (key := credentials.api_key(connection, caller.digest)) is not None:
        return {"kind": "key", "key": key}
    if (player := credentials.player_of(connection, caller.digest)) is not None:
        return {"kind": "player", "player": player["id"]}
    if (session := credentials.hosted_by(connection, caller.digest)) is not None:
        return {"kind": "host", "session_id": session}
    held = credentials.seat_with(connection, caller.digest)
    if held is None:
        raise Problem("token-invalid", reason="unknown-token")
    return {"kind": "seat", "session_id": held[0], "seat": held[1]}


def require_reader(connection: sa.Connection, session: Session | None, caller: Caller) -> Session:
    """The session, where the caller may read it.

    Raises Problem not-found (404) where there is no such session, or where it is private and the caller is neither its
    host, nor one of its seats, nor the API key that opened it; token-invalid (401) where the credential is not valid.
    """
    if session is not None and sender_of(session, caller) is not None:
        return session
    require_known(connection, caller)
    if session is None or (session.visibility == "private" and not has_opened(connection, session, caller)):
        raise Problem("not-found", reason="unknown-session")
    return session


def has_opened(connection: sa.Connection, session: Session, caller: Caller) -> bool:
    """Whether the caller is the API key that opened the session."""
    return (
        caller.is_key and session.owner is not None and credentials.api_key(connection, caller.digest) == session.owner
    )


def session_to_read(draft: Draft, id: str, caller: Caller) -> Session:
    """A session as a change finds it, where the caller may read it. Raises what require_reader() raises."""
    session = draft.session(id)
    if session is not None and sender_of(session, caller) is not None:
        return session  # without a look into the database, for which all that was collected would be written first
    return require_reader(draft.reading(id), session, caller)


def session_to_play(draft: Draft, id: str, caller: Caller) -> tuple[Session, Sender]:
    """A session as a change finds it, with HOST or the number of the seat as which the caller acts in it.

    Raises Problem: what require_reader() raises; token-missing (401) without a token; token-invalid (401) where the
    token belongs neither to the host nor to a seat.
    """
    session = draft.session(id)
    if session is None or sender_of(session, caller) is None:
        session = require_reader(draft.reading(id), session, caller)
    return session, require_sender(session, caller)


def require_sender(session: Session, caller: Caller) -> Sender:
    """As what the caller acts in a session that it may read.

    Raises Problem token-missing (401) without a token; token-invalid (401) where the token belongs neither to the host
    nor to a seat.
    """
    sender = sender_of(session, caller)
    if sender is not None:
        return sender
    if caller.token is None:
        raise Problem("token-missing")
    raise Problem("token-invalid", reason="keys-do-not-play" if caller.is_key else None)


def require_seat(sender: Sender, seat: int | None, *at: str | int, role: str | None = None) -> None:
    """Raise Problem not-your-role (403) unless the sender is the host, the service or this seat.

    `at` is its path in the body, `role` what the seat plays, where that is the reason.
    """
    if sender not in (HOST, SERVICE, seat):
        reason = None if role is None else "role-of-another" if seat else "role-of-nobody"
        params = {"seat": seat, "sender": sender, "role": role}
        raise Problem("not-your-role", at=at or None, reason=reason, params=params)


def seat_in(session: Session, number: int) -> Seat:
    """The seat with this number. Raises Problem not-found (404) where the session has no such seat."""
    seat = next((seat for seat in session.seats if seat.seat == number), None)
    if seat is None:
        raise Problem("not-found", reason="no-such-seat", params={"seat": number, "seats": len(session.seats)})
    return seat


def no_such_seat(session: Session, seat: int, *at: str | int) -> Problem:
    """The Problem for a seat, named at `at` in the body, that the session does not have (422)."""
    params = {"seat": seat, "seats": len(session.seats)}
    return Problem("seats-unclear", at=at, reason="no-such-seat", params=params)


_NAMED: dict[Sender, str | Json] = {HOST: "host", SERVICE: "service", OWNER: "owner"}


def sent_by(sender: Sender) -> str | Json:
    """The sender as events and documents show it: `host`, `owner`, `service`, or an object with the seat's number."""
    return _NAMED.get(sender) or {"seat": sender}


def is_known_key(connection: sa.Connection, caller: Caller) -> bool:
    """Whether the caller's token is an API key that is there and not revoked."""
    return caller.is_key and credentials.api_key(connection, caller.digest) is not None


def api_key_of(connection: sa.Connection, caller: Caller, *, required: bool, opens: bool = False) -> str | None:
    """The id of the caller's API key; None where the caller sends none and none is required.

    Raises Problem token-missing or token-invalid (401) where a key is required and not sent, or where it is unknown or
    revoked; not-allowed (403) where it only opens sessions, and this request does not.
    """
    require_known(connection, caller, opens=opens)
    if caller.is_key:
        return credentials.api_key(connection, caller.digest)
    if required:
        if caller.token is None:
            raise Problem("token-missing", reason="key-missing")
        raise Problem("token-invalid", reason="key-needed")
    return None
