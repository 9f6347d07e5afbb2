"""One message, sent once: signed in the Standard Webhooks form, without following redirects."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime

import httpcore
from standardwebhooks import Webhook

from app.delivery.network import IS_NEW, PrivateNetwork
from app.version import VERSION

SECONDS = 10.0
"""How long a sending may take in all, from looking the name up to the head of the answer."""
SHORT, END = 4096, 1.0
"""Up to how many bytes, and for how many seconds, the body of an answer is read: only then the connection serves on."""


Headers = Mapping[bytes | str, bytes | str]


class Undelivered(Exception):
    """The receiver did not take a message: why, as deliveries tell it, and the status where there was an answer."""

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.why, self.status = why, status


def signed(id: str, secrets: Sequence[str], body: bytes, at: datetime) -> Headers:
    """The headers of a message that is sent at a time, in UTC, with a signature by each secret."""
    return {
        "content-type": "application/json",
        "user-agent": f"Umpire/{VERSION}",
        "webhook-id": id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(id, at, body.decode()) for secret in secrets),
    }


async def send(pool: httpcore.AsyncConnectionPool, url: str, id: str, secrets: Sequence[str], body: bytes) -> int:
    """Send a message; the status of the answer, from 200 to 299. Raises Undelivered."""
    headers = signed(id, secrets, body, datetime.now(UTC))
    try:
        status = await _post(pool, url, headers, body)
    except PrivateNetwork as refused:
        raise Undelivered("private-network") from refused
    except (TimeoutError, httpcore.TimeoutException) as slow:
        raise Undelivered("too-slow") from slow
    except Exception as failure:  # whatever a stranger's machine answers: it is told as one thing
        raise Undelivered("not-reached") from failure
    if 300 <= status < 400:
        raise Undelivered("redirect", status)
    if not 200 <= status < 300:
        raise Undelivered("answered", status)
    return status


async def _post(pool: httpcore.AsyncConnectionPool, url: str, headers: Headers, body: bytes) -> int:
    """The status of the answer; over another connection where the receiver has closed one that was kept."""
    while True:
        IS_NEW.set(False)
        try:
            return await _post_once(pool, url, headers, body)
        except (httpcore.ReadError, httpcore.WriteError, httpcore.RemoteProtocolError):
            if IS_NEW.get():
                raise


async def _post_once(pool: httpcore.AsyncConnectionPool, url: str, headers: Headers, body: bytes) -> int:
    async with AsyncExitStack() as stack:
        async with asyncio.timeout(SECONDS):
            answering = pool.stream("POST", url, headers=headers, content=body)
            response = await stack.enter_async_context(answering)
        if _is_short(response):
            with suppress(TimeoutError, httpcore.NetworkError, httpcore.ProtocolError):
                async with asyncio.timeout(END):
                    await response.aread()
        status: int = response.status
        return status


def _is_short(response: httpcore.Response) -> bool:
    """Whether an answer says that it has a short body, or none."""
    length = next((value for name, value in response.headers if name.lower() == b"content-length"), b"")
    return response.status == 204 or (length.isdigit() and int(length) <= SHORT)
