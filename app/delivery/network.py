"""Connections to receivers: the address is looked up once, checked, and the one that is connected to."""

import socket
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

import httpcore
from anyio import CapacityLimiter, to_thread

from app.services.webhooks.addresses import is_public

LOOKUPS = 16
"""How many names are looked up at a time; a thread may hang in each."""


IS_NEW: ContextVar[bool] = ContextVar("IS_NEW", default=False)
"""Whether the task has connected since it set this to False."""


class PrivateNetwork(Exception):
    """The name of a receiver stands for an address that is not on the internet."""


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses that a name stands for now. Raises OSError."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to receivers on the internet; to all, where private networks are allowed."""

    def __init__(self, *, allows_private: bool) -> None:
        self._inner, self._allows_private = httpcore.AnyIOBackend(), allows_private
        self._limiter: CapacityLimiter | None = None

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address of the name. Raises PrivateNetwork where any of them is not allowed."""
        IS_NEW.set(True)
        address = await self._address_of(host, port)
        return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)

    async def _address_of(self, host: str, port: int) -> str:
        self._limiter = self._limiter or CapacityLimiter(LOOKUPS)
        try:
            found = await to_thread.run_sync(addresses_of, host, port, limiter=self._limiter, abandon_on_cancel=True)
        except (OSError, UnicodeError) as failure:
            raise httpcore.ConnectError(str(failure)) from failure
        if not found:
            raise httpcore.ConnectError("no address")
        if not self._allows_private and not all(is_public(address) for address in found):
            raise PrivateNetwork(host)
        return found[0]

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._inner.sleep(seconds)
