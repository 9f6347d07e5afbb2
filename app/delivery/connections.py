"""Connections to receivers that serve on for a while: each is lent to one sender of a webhook at a time."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from ssl import SSLContext
from time import monotonic

import httpcore

from app.delivery.network import CheckedNetwork

IDLE, MOST_IDLE = 5.0, 256
"""For how many seconds a connection stays open that nothing is sent on, and how many of these there are at most."""


class Connections:
    """The connections to all receivers.

    Each is a pool of one: a pool looks at all its connections at each request.
    """

    def __init__(self, network: CheckedNetwork, ssl: SSLContext) -> None:
        self._network, self._ssl = network, ssl
        self._idle: deque[tuple[float, str, httpcore.AsyncConnectionPool]] = deque()
        """Those that nobody uses, the longest idle first, each with the time until which it stays and its webhook."""

    @contextmanager
    def lent(self, webhook: str) -> Iterator[httpcore.AsyncConnectionPool]:
        """A connection to the receiver of a webhook, which opens at the first message unless it is open still."""
        pool = self._taken(webhook) or httpcore.AsyncConnectionPool(
            ssl_context=self._ssl, max_connections=1, keepalive_expiry=IDLE, network_backend=self._network
        )
        try:
            yield pool
        finally:
            self._idle.append((monotonic() + IDLE, webhook, pool))

    def _taken(self, webhook: str) -> httpcore.AsyncConnectionPool | None:
        for place in range(len(self._idle) - 1, -1, -1):
            if self._idle[place][1] == webhook:
                pool = self._idle[place][2]
                del self._idle[place]
                return pool
        return None

    async def close_old(self) -> None:
        """Close those that were idle for long, and the oldest of too many."""
        while self._idle and (len(self._idle) > MOST_IDLE or self._idle[0][0] <= monotonic()):
            await self._idle.popleft()[2].aclose()

    async def close(self) -> None:
        """Close all that nobody uses."""
        while self._idle:
            await self._idle.popleft()[2].aclose()
