"""One message, sent once: signed in the Standard Webhooks form, without following redirects or reading the answer."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from ssl import SSLContext

import httpcore
from standardwebhooks import Webhook

from app.delivery.network import CheckedNetwork, PrivateNetwork
from app.version import VERSION

SECONDS = 10.0
"""How long a sending may take in all, from looking the name up to the head of the answer."""


Headers = Mapping[bytes | str, bytes | str]


class Undelivered(Exception):
    """The receiver did not take a message: why, as deliveries tell it, and the status where there was an answer."""

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.why, self.status = why, status


def signed(id: str, secret: str, body: bytes, at: datetime) -> Headers:
    """The headers of a message that is sent at a time, in UTC."""
    return {
        "content-type": "application/json",
        "user-agent": f"Umpire/{VERSION}",
        "webhook-id": id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(secret).sign(id, at, body.decode()),
    }


async def send(network: CheckedNetwork, url: str, id: str, secret: str, body: bytes, *, ssl: SSLContext) -> int:
    """Send a message; the status of the answer, from 200 to 299. Raises Undelivered."""
    headers = signed(id, secret, body, datetime.now(UTC))
    try:
        async with asyncio.timeout(SECONDS):
            status = await _post(network, url, headers, body, ssl)
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


async def _post(network: CheckedNetwork, url: str, headers: Headers, body: bytes, ssl: SSLContext) -> int:
    async with (
        httpcore.AsyncConnectionPool(ssl_context=ssl, network_backend=network, max_connections=1) as pool,
        pool.stream("POST", url, headers=headers, content=body) as response,
    ):
        status: int = response.status
        return status
