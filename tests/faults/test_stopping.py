"""A server that is told to stop: its streams end at once, what it has taken is kept, and it goes in order."""

import asyncio
import signal
import socket
import time

import pytest

from tests.faults.load import PATIENCE, Load
from tests.follower import Follower
from tests.servers import client
from tests.thorough import thorough

pytestmark = pytest.mark.anyio
GRACE = 3
"""Seconds that the server leaves to the client who dawdles; streams end long before."""


class Listener(Follower):
    """Follows a session until the stream ends for the first time."""

    ended = 0.0

    async def read(self, response):
        try:
            await super().read(response)
        finally:
            self.ended = self.ended or time.monotonic()


@thorough
async def test_a_server_told_to_stop_under_load_ends_its_streams_and_keeps_what_it_acknowledged(database_url, nursery):
    server = nursery.start(database_url, **{"app.server:GRACE": GRACE})
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        listeners = [Listener(server.port, load.session) for _ in range(4)]
        following = [asyncio.create_task(listener.follow()) for listener in listeners]
        with dawdler(server.port) as dawdling:
            async with load.running():
                await load.more()
                while not all(listener.events for listener in listeners):
                    await asyncio.sleep(0.01)
                server.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(server.wait, PATIENCE) == 0
                gone = time.monotonic()
                assert dawdling.recv(2**16).startswith(b"HTTP/1.1 503")
                server = await asyncio.to_thread(nursery.start, database_url, server.port)
                await load.more()
        await load.check()
        await http.post(f"/v1/sessions/{load.session}/close", headers={"Authorization": f"Bearer {load.token}"})
        await asyncio.wait_for(asyncio.gather(*following), PATIENCE)
    assert all(listener.ended < gone for listener in listeners)
    assert [listener.events for listener in listeners] == [listeners[0].events] * 4
    assert [event["seq"] for event in listeners[0].events] == list(range(1, len(listeners[0].events) + 1))


def dawdler(port):
    """A client that never comes to the end of its request."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(
        b"POST /v1/rulesets/open-forces/attacks HTTP/1.1\r\nHost: umpire\r\n"
        b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    return connection
