"""Tokens: who holds a session."""

import hmac
import os
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from app.errors import Problem
from app.persistence.rows import Session
from app.persistence.unit import Claim

HOST = 0


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request: the token of its Authorization header, or nobody known."""

    token: str | None = None

    @property
    def digest(self) -> bytes:
        """What stands for this credential wherever it is stored."""
        return sha256((self.token or "").encode()).digest()


@dataclass(frozen=True, slots=True)
class Retry:
    """An Idempotency-Key with what it was sent with."""

    key: str
    claim: Claim


def retry(key: str | None, caller: Caller, method: str, path: str, body: bytes) -> Retry | None:
    """The claim that a request's key makes, in the space of its credential."""
    if key is None:
        return None
    scope = sha256(b"\0".join([caller.digest, method.encode(), path.encode()])).digest()
    claim = Claim(scope, sha256(key.encode()).digest(), sha256(body).digest(), os.urandom(32))
    return Retry(key, claim)


def host_token(session: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """The host's token. With a key it follows from key and nonce, so that a retry is shown the same one."""
    if retry is None:
        secret = os.urandom(32)
    else:
        message = b"\0".join([retry.key.encode(), UUID(session).bytes + bytes([HOST])])
        secret = hmac.digest(nonce or retry.claim.nonce, message, "sha256")
    return "umh_" + urlsafe_b64encode(secret).decode().rstrip("=")


def is_host(session: Session, caller: Caller) -> bool:
    """Whether the caller holds the session's host token."""
    return session.host_token is not None and hmac.compare_digest(session.host_token, caller.digest)


def require_host(session: Session, caller: Caller) -> None:
    """Raise 401 without a token, 401 with a foreign one."""
    if caller.token is None:
        raise Problem("token-missing")
    if not is_host(session, caller):
        raise Problem("token-invalid")


def require_reader(session: Session | None, caller: Caller) -> Session:
    """The session, if the caller may know of it; else 404."""
    if session is None or (session.visibility == "private" and not is_host(session, caller)):
        raise Problem("not-found")
    return session


def require_player(session: Session | None, caller: Caller) -> Session:
    """The session, if the caller may act in it."""
    known = require_reader(session, caller)
    require_host(known, caller)
    return known
