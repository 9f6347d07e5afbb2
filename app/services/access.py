"""Who sends a request, and what that lets them do: host, seats, API keys."""

import hmac
import os
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence import store
from app.persistence.batch import Claim
from app.persistence.codec import Json
from app.persistence.rows import Seat, Session, raw_id
from app.services.typed import document

HOST = 0
"""The place of the host among the seats of a session: before the first."""

HOST_PREFIX, SEAT_PREFIX, KEY_PREFIX = "umh_", "ums_", "umk_"

Sender = int
"""Who acts in a session: HOST, or the number of a seat."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request: the token of its Authorization header, or nobody known."""

    token: str | None = None

    @property
    def digest(self) -> bytes:
        """What stands for this credential wherever it is stored."""
        return sha256((self.token or "").encode()).digest()

    @property
    def is_key(self) -> bool:
        """Whether the token is an API key."""
        return self.token is not None and self.token.startswith(KEY_PREFIX)


@dataclass(frozen=True, slots=True)
class Retry:
    """An Idempotency-Key with what it was sent with."""

    key: str
    claim: Claim


def retry(key: str, caller: Caller, method: str, path: str, body: bytes) -> Retry:
    """The claim that a request's key makes, in the space of its credential."""
    scope = sha256(b"\0".join([caller.digest, method.encode(), path.encode()])).digest()
    claim = Claim(scope, sha256(key.encode()).digest(), sha256(body).digest(), os.urandom(32))
    return Retry(key, claim)


def new_token(prefix: str, secret: bytes | None = None) -> str:
    """A token of 256 random bits, or of a given secret."""
    return prefix + urlsafe_b64encode(secret or os.urandom(32)).decode().rstrip("=")


def token_for(place: int, session: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """The token of the host or a seat. With a key it follows from key and nonce, so that a retry is shown the same."""
    prefix = SEAT_PREFIX if place else HOST_PREFIX
    if retry is None:
        return new_token(prefix)
    message = b"\0".join([retry.key.encode(), raw_id(session) + bytes([place])])
    return new_token(prefix, hmac.digest(nonce or retry.claim.nonce, message, "sha256"))


@document
class TokensShown(TypedDict):
    """Tokens, shown once: to whoever opened the session."""

    host: str | None
    seats: dict[str, str]


@dataclass(frozen=True, slots=True)
class IssuedTokens:
    """What an opening hands out."""

    host: str | None
    seats: tuple[str, ...]

    @property
    def document(self) -> TokensShown:
        """The tokens as a client is shown them."""
        return {"host": self.host, "seats": {str(seat): token for seat, token in enumerate(self.seats, 1)}}


def tokens_for(
    session: str, retry: Retry | None, nonce: bytes | None = None, *, seats: int, host: bool
) -> IssuedTokens:
    """The tokens of a session's host and seats; see token_for()."""
    hosts = token_for(HOST, session, retry, nonce) if host else None
    return IssuedTokens(hosts, tuple(token_for(seat, session, retry, nonce) for seat in range(1, seats + 1)))


def sender_of(session: Session, caller: Caller) -> Sender | None:
    """As whom the caller acts in a session, if as anybody."""
    if session.host_token is not None and hmac.compare_digest(session.host_token, caller.digest):
        return HOST
    return next((seat.seat for seat in session.seats if hmac.compare_digest(seat.token, caller.digest)), None)


def require_reader(session: Session | None, caller: Caller) -> Session:
    """The session, if the caller may know of it; else 404."""
    if session is None or (session.visibility == "private" and sender_of(session, caller) is None):
        raise Problem("not-found")
    return session


def require_player(session: Session | None, caller: Caller) -> tuple[Session, Sender]:
    """The session and as whom the caller acts in it; 404 where it is not known, 401 without a fitting token."""
    known = require_reader(session, caller)
    if caller.token is None:
        raise Problem("token-missing")
    sender = sender_of(known, caller)
    if sender is None:
        raise Problem("token-invalid")
    return known, sender


def require_seat(sender: Sender, seat: int | None, *at: str | int) -> None:
    """Raise 403 not-your-role unless the sender is the host or the seat."""
    if sender not in (HOST, seat):
        raise Problem("not-your-role", at=at or None, params={"seat": seat})


def seat_in(session: Session, number: int) -> Seat:
    """A seat of a session; 404."""
    seat = next((seat for seat in session.seats if seat.seat == number), None)
    if seat is None:
        raise Problem("not-found")
    return seat


def sent_by(sender: Sender) -> str | Json:
    """Who sent something, as it is told."""
    return "host" if sender == HOST else {"seat": sender}


def is_known_key(connection: sa.Connection, caller: Caller) -> bool:
    """Whether the caller's token is an API key that is there and not revoked."""
    return caller.is_key and store.api_key(connection, caller.digest) is not None


def api_key_of(connection: sa.Connection, caller: Caller, *, required: bool) -> str | None:
    """The id of the caller's API key; 401 where one is needed and missing, or where it is unknown or revoked."""
    if not caller.is_key:
        if required:
            raise Problem("token-invalid" if caller.token else "token-missing")
        return None
    key = store.api_key(connection, caller.digest)
    if key is None:
        raise Problem("token-invalid")
    return key
