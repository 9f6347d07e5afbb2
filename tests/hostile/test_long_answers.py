"""Whole lists and logs: an address takes a few at a time, and each holds one page."""

import asyncio

import pytest

from app.api import context
from app.persistence.queries import logged_events
from app.services.history import lists
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
PATHS = ("/v1/rolls?format=csv", "/v1/actions?format=ndjson", "/v1/sessions/{id}/events?format=ndjson")


class Held:
    """A client that reads nothing of an answer until it is told to."""

    def __init__(self, app, path):
        self.sent, self.status, self._may_read = 0, None, asyncio.Event()
        raw, _, query = path.partition("?")
        scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http"}
        scope |= {"path": raw, "raw_path": raw.encode(), "query_string": query.encode(), "root_path": ""}
        scope |= {"headers": [(b"host", b"umpire")], "client": ("192.0.2.7", 1), "server": ("umpire", 80)}
        self._asked = asyncio.Event()
        self.task = asyncio.create_task(app(scope, self.receive, self.send))

    async def receive(self):
        if self._asked.is_set():
            await asyncio.Event().wait()
        self._asked.set()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif self.status == 200:
            self.sent += len(message.get("body", b""))
            await self._may_read.wait()

    async def begun(self):
        async def is_there():
            return self.task.done() or self.sent > 0

        await until(is_there)

    async def end(self):
        self._may_read.set()
        await asyncio.wait_for(self.task, LONG)


@pytest.mark.parametrize("path", PATHS)
async def test_an_address_takes_few_long_answers_at_a_time(sqlite_api, path, monkeypatch):
    monkeypatch.setattr(context, "LONG_ANSWERS", 2)
    session = await sqlite_api.open()
    await sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"])
    path, app = path.format(id=session["id"]), sqlite_api.app
    held = [Held(app, path) for _ in range(2)]
    for one in held:
        await one.begun()
    further = Held(app, path)
    await asyncio.wait_for(further.task, LONG)
    assert [each.status for each in (*held, further)] == [200, 200, 429]
    answer = await sqlite_api.get(path)
    assert answer.status_code == 200
    for one in held:
        await one.end()
    again = Held(app, path)
    await again.begun()
    assert again.status == 200
    await again.end()


def test_a_page_of_a_long_answer_is_small():
    assert lists.WHOLE_PAGE <= 200
    assert logged_events.PAGE <= 200
