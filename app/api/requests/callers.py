"""Who sends a request, and the key with which it may be sent again."""

from fastapi import Request
from pydantic_core import from_json, to_json

from app.api.requests.request_info import header
from app.errors import Path, Problem
from app.services.access import PLAYER_PREFIX, SEAT_PREFIX, Caller, Retry, retry


def caller_of(request: Request) -> Caller:
    """The caller of a request.

    Raises Problem token-invalid (401) where the Authorization header has another form than `Bearer` and a token.
    """
    sent = header(request.scope, b"authorization")
    if sent is None:
        return Caller()
    scheme, _, sent_token = sent.partition(" ")
    token = sent_token.strip()
    caller = Caller(token)
    if scheme.lower() != "bearer":
        raise Problem("token-invalid", reason="not-bearer")
    if not caller.is_well_formed:
        raise Problem("token-invalid", reason="malformed-token")
    if token.startswith((SEAT_PREFIX, PLAYER_PREFIX)):
        request.app.state.context.presence.note(caller.digest)
    return caller


async def retry_of(request: Request, caller: Caller) -> Retry | None:
    """The Idempotency-Key of a request with its claim; None where the request has none.

    Raises Problem invalid-request (422) where the key has another form than it must have.
    """
    key = key_of(request)
    return None if key is None else retry(key, caller, request.method, request.url.path, await request.body())


async def retry_of_attack(request: Request, caller: Caller, key: str | None) -> Retry | None:
    """The `key` that an attack brings with it, with its claim, which is that of the attack without it.

    That of the request where it brings none. Raises Problem invalid-request (422) where it has another form.
    """
    if (own := checked_key(key, ("key",))) is None:
        return await retry_of(request, caller)
    attack = {name: value for name, value in from_json(await request.body()).items() if name != "key"}
    return retry(own, caller, request.method, request.url.path, to_json(attack))


def key_of(request: Request) -> str | None:
    """The Idempotency-Key of a request. Raises Problem invalid-request (422) where it has another form."""
    return checked_key(header(request.scope, b"idempotency-key"), ("header", "Idempotency-Key"))


def checked_key(key: str | None, at: Path) -> str | None:
    """The same key; raises Problem invalid-request (422) where it has another form than keys have."""
    if key is not None and not (16 <= len(key) <= 100 and key.isascii() and key.isprintable() and " " not in key):
        raise Problem("invalid-request", at=at, reason="bad-key")
    return key
