"""Addresses of clients: which count as one, which are proxies, and how much one may hold at a time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from app.errors import Problem

HOME = 64
"""Bits of an IPv6 address that a home or a server is given: whoever has one has all that begin so."""


def address_of(scope: Scope) -> str:
    """The address that a request comes from, of IPv6 the network; empty where there is none."""
    client = scope.get("client")
    return counted_as(client[0]) if client else ""


@lru_cache(maxsize=4096)
def counted_as(host: str) -> str:
    """What an address is counted as: itself, of IPv6 its network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, HOME), strict=False))


class Proxies:
    """Addresses and networks of the proxies that are trusted."""

    def __init__(self, listed: list[str]) -> None:
        self._networks = [ip_network(proxy) for proxy in listed]

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class SlotLimit:
    """Limits how many streams or connections one address may have at the same time."""

    def __init__(self, most: int) -> None:
        """`most`: how many each address may have; 0: any number."""
        self._most, self._held = most, Counter[str]()

    def acquire(self, address: str) -> bool:
        """Count one more, if the limit allows it; whoever gets True calls `release` at the end."""
        if self._most and self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    @contextmanager
    def long_answer(self, address: str) -> Iterator[None]:
        """Count a long answer while it is made and sent. Raises Problem too-many-requests (429) at the limit."""
        if not self.acquire(address):
            raise Problem("too-many-requests", reason="too-many-long-answers")
        try:
            yield
        finally:
            self.release(address)

    def release(self, address: str) -> None:
        """Count one less."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]
