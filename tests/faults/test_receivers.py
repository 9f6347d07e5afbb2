"""Receivers of webhooks that redirect, dawdle, never come to an end, or turn into a machine of the private network."""

import asyncio
import logging
from contextlib import suppress

import httpcore
import pytest

from app.delivery import deliverer, network, sending
from tests.api.test_webhooks import NOBODY, Receiver, attack, deliveries, hooked, key_of, opened
from tests.conftest import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio
FEW = 32 * 2**20
"""Bytes: more than the buffers of a connection hold, and far less than a gigabyte."""


@pytest.fixture(autouse=True)
def quick(monkeypatch, caplog):
    """It looks often; a test that fails shows what the service has logged."""
    monkeypatch.setattr(deliverer, "PAUSE", 0.05)
    monkeypatch.setattr(deliverer, "AGAIN", (0, 3600))
    caplog.set_level(logging.DEBUG, "app")


@pytest.fixture
async def served(sqlite_url):
    async with serving(sqlite_url, webhooks_to_private_networks=True) as api:
        yield api


async def told_of(api, key, hook, attempts=1):
    """The message about an attack, once its sending was tried so often."""
    await attack(api, await opened(api, key), policies=NOBODY)

    async def tried():
        return [one for one in await deliveries(api, key, hook) if one["attempts"] >= attempts]

    (one,) = await until(tried)
    return one


class Flood(Receiver):
    """Begins its answer as it is told, and goes on without an end."""

    def __init__(self, begin, more):
        super().__init__()
        self.begin, self.more, self.sent = begin, more, 0

    async def take(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self.begin)
        while self.sent < 2**30:
            writer.write(self.more)
            await writer.drain()
            self.sent += len(self.more)


class Dawdler(Receiver):
    """Answers a byte at a time, each soon enough to be no silence, and comes to no end."""

    async def take(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        while not self.over.is_set():
            writer.write(b"H" if not self.taken else b"T")
            self.taken.append(1)
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.over.wait(), 0.02)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See", "307 Temporary", "308 Permanent"])
async def test_a_redirect_is_a_failure_and_leads_nowhere(served, status):
    key = key_of(served)
    async with Receiver() as receiver, Receiver() as other:
        receiver.answers = [f"{status}\r\nLocation: {other.url}"] * 2
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        one = await told_of(served, key, hook, attempts=2)
        assert (one["last_failure"], one["last_status"]) == ("redirect", int(status[:3]))
        assert (one["status"], len(receiver.taken), other.taken) == ("waiting", 2, [])


async def test_a_gigabyte_of_an_answer_is_not_read(served):
    key = key_of(served)
    async with Flood(b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n", b"x" * 2**16) as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        one = await told_of(served, key, hook)
        assert (one["status"], one["last_status"]) == ("delivered", 200)
        await until(lambda: not receiver.open)
    assert receiver.sent < FEW


@pytest.mark.parametrize(
    "line", [b"X-More: " + b"x" * 1000 + b"\r\n", b"x" * 2**16, b"HTTP/1.1 100 Continue\r\n\r\n" * 100]
)
async def test_a_head_without_an_end_is_given_up(served, monkeypatch, line):
    monkeypatch.setattr(sending, "SECONDS", 1.0)
    key = key_of(served)
    async with Flood(b"HTTP/1.1 200 OK\r\n" if line[:1] == b"X" else b"", line) as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        one = await told_of(served, key, hook)
        assert one["last_failure"] in ("not-reached", "too-slow")
        await until(lambda: not receiver.open)
    assert receiver.sent < 2**30


async def test_an_answer_that_dawdles_is_given_up_in_time_and_others_are_told(served, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    key, other = key_of(served, "slow"), key_of(served)
    async with Dawdler() as slow, Receiver() as receiver:
        hook = await hooked(served, key, slow, events=["action-resolved"])
        await hooked(served, other, receiver)
        one = await told_of(served, key, hook)
        assert (one["last_failure"], one["last_status"], one["status"]) == ("too-slow", None, "waiting")
        assert slow.taken
        await attack(served, await opened(served, other), policies=NOBODY)
        await receiver.until(1)


async def test_a_name_that_leads_into_a_private_network_the_second_time_is_not_followed_there(sqlite_url, monkeypatch):
    found, connected = [["1.1.1.1"], ["127.0.0.1"], ["::ffff:127.0.0.1"]], []

    class Nowhere:
        async def connect_tcp(self, host, *rest):
            connected.append(host)
            raise httpcore.ConnectError("nobody")

    monkeypatch.setattr(deliverer, "AGAIN", (0, 0, 3600))
    monkeypatch.setattr(network, "addresses_of", lambda host, port: found.pop(0))
    monkeypatch.setattr(network.httpcore, "AnyIOBackend", Nowhere)
    async with serving(sqlite_url) as api:
        key = key_of(api)
        made = await api.post("/v1/webhooks", {"url": "https://club.example/told", "events": ["action-resolved"]}, key)
        assert made.status_code == 201
        one = await told_of(api, key, made.json(), attempts=3)
    assert (one["last_failure"], one["status"]) == ("private-network", "waiting")
    assert (connected, found) == (["1.1.1.1"], [])
