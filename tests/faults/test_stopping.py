"""A server that is told to stop: new requests go elsewhere, streams are told to come back, what it has taken is kept."""

import asyncio
import signal
import socket
import sqlite3
import time
from contextlib import closing

import pytest

from app.server import DRAIN_SECONDS, KILL_SECONDS
from app.server import FINISH_SECONDS as FOR_OPEN_REQUESTS
from tests.client import ATTACKS, SEED, path_of
from tests.faults.load import PATIENCE, Load, check_busy, readiness_is
from tests.follower import Follower
from tests.servers import client
from tests.thorough import cases, thorough
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
GRACE = 3
"""Seconds that the server leaves to the client who dawdles; streams end long before."""


END = b"\n\nretry: 1000\n: this process stops, come back\n\n"


class Reader:
    """Reads a stream as it comes, until it ends."""

    def __init__(self, port, path):
        self.read = bytearray()
        self.task = asyncio.create_task(self._follow(port, path))

    async def _follow(self, port, path):
        async with client(port) as http, http.stream("GET", path, headers={"Accept": "text/event-stream"}) as response:
            async for part in response.aiter_bytes():
                self.read += part


class Listener(Follower):
    """Follows a session until the stream ends for the first time."""

    ended = 0.0

    async def read(self, response):
        try:
            await super().read(response)
        finally:
            self.ended = self.ended or time.monotonic()


@thorough
@pytest.mark.parametrize("database_url", cases(["postgresql"], ["sqlite", "postgresql"]), indirect=True)
async def test_a_server_told_to_stop_under_load_ends_its_streams_and_keeps_what_it_acknowledged(database_url, nursery):
    server = nursery.start(database_url, **{"app.server:FINISH_SECONDS": GRACE})
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        listeners = [Listener(server.port, load.session) for _ in range(4)]
        following = [asyncio.create_task(listener.follow()) for listener in listeners]
        with dawdler(server.port) as dawdling:
            async with load.running():
                await load.more()
                await until(lambda: all(listener.events for listener in listeners))
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


async def test_a_server_told_to_stop_is_not_ready_serves_on_and_then_tells_its_streams_to_come_back(
    sqlite_url, nursery
):
    server = nursery.start(sqlite_url, **{"app.server:DRAIN_SECONDS": 10 * LONG, "app.server:KILL_SECONDS": 20 * LONG})
    async with client(server.port) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        paths = [f"/v1/sessions/{session['id']}/events?format=stream", f"/v1/events?session_id={session['id']}"]
        listeners = [Reader(server.port, path) for path in paths]
        server.send_signal(signal.SIGTERM)
        await readiness_is(http, 503)
        told = await http.get("/readyz")
        assert (told.json(), told.headers["connection"]) == ({"status": "unavailable", "reason": "stopping"}, "close")
        attack = {"situation": SEED, "session_id": session["id"]}
        token = {"Authorization": f"Bearer {session['tokens']['host']}"}
        made = await http.post(ATTACKS, json=attack, headers=token)
        assert (made.status_code, made.headers["connection"]) == (201, "close")
        listeners.append(Reader(server.port, paths[0]))
        await until(lambda: all(b"event: action-resolved" in listener.read for listener in listeners))
        assert not any(listener.task.done() for listener in listeners)
        server.send_signal(signal.SIGTERM)
        await asyncio.gather(*(listener.task for listener in listeners))
        assert {bytes(listener.read[-len(END) :]) for listener in listeners} == {END}
    assert await asyncio.to_thread(server.wait, PATIENCE) == 0


async def test_a_server_that_cannot_come_to_an_end_is_ended_and_has_kept_what_it_acknowledged(
    tmp_path, sqlite_url, nursery
):
    quick = {"app.server:DRAIN_SECONDS": 0.1, "app.server:FINISH_SECONDS": 1, "app.server:KILL_SECONDS": 3.0}
    server = nursery.start(sqlite_url, **quick)
    async with client(server.port) as http:
        made = (await http.post(ATTACKS, json={"situation": SEED})).json()
        with closing(sqlite3.connect(tmp_path / "umpire.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # for longer than the writer waits for its turn
            asking = asyncio.create_task(http.post(ATTACKS, json={"situation": SEED}))
            await readiness_is(http, 200)
            assert not asking.done()
            server.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(server.wait, PATIENCE) == 1
            check_busy(await asking)
    server = nursery.start(sqlite_url)
    async with client(server.port) as http:
        kept = (await http.get(path_of(made))).json()
        assert (kept["outcome"], kept["status"]) == (made["outcome"], "resolved")


def test_a_process_ends_before_those_who_started_it_lose_their_patience():
    assert DRAIN_SECONDS + FOR_OPEN_REQUESTS < KILL_SECONDS < 10


def dawdler(port):
    """A client that never comes to the end of its request."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(
        b"POST /v1/rulesets/open-forces/attacks HTTP/1.1\r\nHost: umpire\r\n"
        b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    return connection
