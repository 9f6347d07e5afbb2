"""What is worked out for a client is dropped once that client has gone; what is written stays."""

import asyncio
import json
import threading
from contextlib import suppress

import pytest
from starlette.requests import ClientDisconnect

from app.api.responses import saved_action
from app.api.work import computing
from app.api.work.computing import Jobs
from app.api.work.disconnect import cancel_on_disconnect
from app.api.work.fair_threads import CURRENT_RECEIVE, FairThreadPool
from app.rulesets.x_wing.exact import player
from tests.api.test_ahead import situation_of
from tests.api.test_fair_threads import asked_by
from tests.client import SEED
from tests.servers import client
from tests.waiting import until

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"
ASK = {"attacker": "ask", "defender": "ask"}


class Leaver:
    """A client over ASGI that sends a request, and goes when it is told to, from whichever thread."""

    def __init__(self, api, path, body):
        self._app, self._path, self._body = api.app, path, json.dumps(body).encode()
        self._loop, self._gone, self._is_sent, self.status = asyncio.get_running_loop(), asyncio.Event(), False, None

    def go(self):
        self._loop.call_soon_threadsafe(self._gone.set)

    async def send(self):
        """Send the request; its status, with which nobody is served any more."""
        path, headers = self._path.encode(), [(b"content-type", b"application/json")]
        where = {"type": "http", "method": "POST", "path": self._path, "raw_path": path, "query_string": b""}
        other = {"client": ("127.0.0.1", 1), "server": ("umpire.test", 80), "scheme": "http", "http_version": "1.1"}
        await self._app({**where, **other, "headers": headers, "root_path": ""}, self._receive, self._answered)
        return self.status

    async def _receive(self):
        if self._is_sent:
            await self._gone.wait()
            return {"type": "http.disconnect"}
        self._is_sent = True
        return {"type": "http.request", "body": self._body, "more_body": False}

    async def _answered(self, message):
        self.status = message.get("status", self.status)


async def test_attacks_that_are_written_are_not_told_to_a_client_that_has_gone(sqlite_api, monkeypatch):
    situation = await situation_of(sqlite_api, 5)
    body = {"attacks": [{"situation": situation, "policies": ASK}] * 8}
    leaver, told, document = Leaver(sqlite_api, f"{PATH}/attacks/batch", body), [], saved_action.action_document

    def gone_meanwhile(*arguments):
        told.append(arguments)
        leaver.go()
        return document(*arguments)

    monkeypatch.setattr(saved_action, "action_document", gone_meanwhile)
    assert await leaver.send() == 408
    assert len(told) < 8
    assert await sqlite_api.count("actions") == 8


async def test_attacks_are_not_searched_for_a_client_that_has_gone(sqlite_api, monkeypatch):
    monkeypatch.setattr(player, "SEARCHES", {})
    body = {"attacks": [{"situation": await situation_of(sqlite_api, hull)} for hull in range(5, 13)]}
    leaver, searched, search = Leaver(sqlite_api, f"{PATH}/attacks/batch", body), [], player.search

    def gone_meanwhile(battle, most):
        searched.append(battle)
        leaver.go()
        return search(battle, most)

    monkeypatch.setattr(player, "search", gone_meanwhile)
    assert await leaver.send() == 408
    assert len(searched) < 8


async def test_odds_are_not_worked_out_for_a_client_that_has_gone(sqlite_api, monkeypatch):
    monkeypatch.setattr(computing, "SLICE", 0.0)
    leaver, slices, run_slice = (
        Leaver(sqlite_api, "/v1/rulesets/open-forces/odds", {"situation": SEED}),
        [],
        computing.run_slice,
    )

    def gone_meanwhile(job):
        slices.append(job)
        leaver.go()
        return None if len(slices) < 1000 else run_slice(job)

    monkeypatch.setattr(computing, "run_slice", gone_meanwhile)
    assert await leaver.send() == 408
    assert len(slices) < 1000


async def test_who_goes_while_parts_of_a_request_end_on_their_own_is_seen_to_be_gone():
    gone = asyncio.Event()

    async def hear():
        await gone.wait()
        return {"type": "http.disconnect"}

    async def part():
        gone.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    CURRENT_RECEIVE.set(hear)
    with pytest.raises(ClientDisconnect):
        async with cancel_on_disconnect():
            await asyncio.gather(part(), return_exceptions=True)
    await asyncio.sleep(0)
    assert not asyncio.current_task().cancelling()


async def test_shared_work_is_dropped_when_the_last_who_waits_for_it_has_gone():
    turns, held, order = FairThreadPool(1), threading.Event(), []
    jobs = Jobs(turns)
    first = asked_by("a", jobs.run(held.wait, 60))
    await asyncio.sleep(0)
    waiting = {}
    for question, count in (("wanted", 2), ("dropped", 2)):

        def begin(work, question=question):
            return jobs.run(order.append, question, work=work)

        waiting[question] = [asked_by(f"b{n}", jobs.shared(question, begin)) for n in range(count)]
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    for gone in (waiting["wanted"][0], *waiting["dropped"]):
        gone.cancel()
    await asyncio.wait([waiting["wanted"][0], *waiting["dropped"]])
    held.set()
    await asyncio.gather(first, waiting["wanted"][1])
    again = asked_by("b0", jobs.shared("dropped", lambda work: jobs.run(order.append, "again", work=work)))
    await again
    assert order == ["wanted", "again"]


async def test_who_closes_the_connection_is_seen_to_be_gone(nursery, sqlite_url):
    waits = {"app.connection:STILL_THERE": 0.002}  # it is asked again and again while the attacks are resolved
    server = await asyncio.to_thread(nursery.start, sqlite_url, UMPIRE_METRICS="true", **waits)
    async with client(server.port) as http:
        start = (await http.get(PATH)).json()["examples"][0]
        ships = [{**start["defender"], "tokens": {"focus": focus, "evade": 1}} for focus in (1, 2)]
        attacks = [
            {"situation": {**start, "defender": {**ship, "hull": hull}}} for ship in ships for hull in range(5, 37)
        ]
        body = json.dumps({"attacks": attacks}).encode()
        head = f"POST {PATH}/attacks/batch HTTP/1.1\r\nHost: umpire\r\nContent-Type: application/json\r\n"
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        writer.close()

        async def ended():
            told = (await http.get("/metrics")).text.splitlines()
            return [line for line in told if line.startswith("umpire_requests_total") and "batch" in line]

        (line,) = await until(ended)
    assert 'status="408"' in line
