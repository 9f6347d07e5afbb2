"""Several sessions followed as one stream."""

import asyncio
import contextlib
import json

import pytest

from app.services.keys import create_key
from app.services.log.stream_position import decode_position, encode_position, numbers_in
from tests.client import PHYSICAL, SEED
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
NOBODY = {"attacker": "default", "defender": "default"}


class Stream:
    """A stream as an EventSource reads it, over ASGI, which has no client that reads and writes at once."""

    def __init__(self, api, query, **headers):
        self.api, self.path, self.query, self.headers = api, "/v1/events", query, headers
        self.events, self.questions, self.point, self.status = [], [], None, None
        self.is_sent = False

    async def __aenter__(self):
        self.left = asyncio.Event()
        self.changed = asyncio.Event()
        scope = {
            "type": "http",
            "method": "GET",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": self.query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in self.headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("umpire.test", 80),
            "scheme": "http",
            "http_version": "1.1",
            "root_path": "",
        }
        self.task = asyncio.create_task(self.api.app(scope, self.receive, self.send))
        return self

    async def __aexit__(self, *raised):
        self.left.set()
        with contextlib.suppress(asyncio.CancelledError):
            self.task.cancel()
            await self.task

    async def receive(self):
        if not self.is_sent:
            self.is_sent = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
        for frame in message.get("body", b"").decode().split("\n\n"):
            told = dict(line.split(": ", 1) for line in frame.splitlines() if line and not line.startswith(":"))
            self.point = told.get("id", self.point)
            if told.get("event") == "question":
                self.questions.append(json.loads(told["data"]))
            elif "data" in told:
                self.events.append(json.loads(told["data"]))
        self.changed.set()

    async def until(self, is_there):
        async with asyncio.timeout(LONG):
            while not is_there(self):
                self.changed.clear()
                await self.changed.wait()

    def seen(self):
        return [(item["session_id"], item["seq"]) for item in self.events]


async def attack(api, session, **rest):
    made = await api.attack(SEED, session["tokens"]["host"], session_id=session["id"], **rest)
    assert made.status_code == 201, made.text


def ids(*sessions):
    return "&".join(f"session_id={session['id']}" for session in sessions)


def has(session, seq):
    return lambda stream: (session["id"], seq) in stream.seen()


async def test_events_of_all_come_and_a_cut_stream_goes_on_where_it_was(api):
    one, two = await api.open(), await api.open()
    async with Stream(api, ids(one, two)) as stream:
        await stream.until(lambda it: {(one["id"], 1), (two["id"], 1)} <= set(it.seen()))
        await attack(api, two, policies=NOBODY)
        seq = (await api.get(f"/v1/sessions/{two['id']}")).json()["seq"]
        await stream.until(has(two, seq))
        seen, point = stream.seen(), stream.point
    assert [n for id, n in seen if id == two["id"]] == list(range(1, seq + 1))
    await attack(api, one, policies=NOBODY)
    async with Stream(api, ids(one, two), **{"Last-Event-ID": point}) as again:
        last = (await api.get(f"/v1/sessions/{one['id']}")).json()["seq"]
        await again.until(has(one, last))
        assert again.seen() == [(one["id"], n) for n in range(2, last + 1)]


async def test_each_event_is_the_one_of_its_session_with_its_id(api):
    session = await api.open()
    await attack(api, session, policies=NOBODY)
    items = (await api.get(f"/v1/sessions/{session['id']}/events?texts=true&language=fr")).json()["items"]
    async with Stream(api, f"{ids(session)}&texts=true&language=fr") as stream:
        await stream.until(has(session, items[-1]["seq"]))
        assert stream.events == [{"session_id": session["id"], **item} for item in items]


async def test_a_reference_finds_what_comes_later_too(api, monkeypatch):
    monkeypatch.setattr("app.api.streams.multi_session.FIND", 0.2)
    first = await api.open(reference="club/t1")
    hidden = await api.open(reference="club/t2", visibility="private")
    await api.open(reference="other/t1")
    async with Stream(api, "reference=club/*&after=now") as stream:
        await stream.until(lambda it: it.status == 200)
        await attack(api, hidden, policies=NOBODY)
        await attack(api, first, policies=NOBODY)
        later = await api.open(reference="club/t3")
        await stream.until(has(later, 1))
        await stream.until(lambda it: any(item["type"] == "action-resolved" for item in it.events))
        assert {id for id, _ in stream.seen()} == {first["id"], later["id"]}
        assert (first["id"], 1) not in stream.seen()


async def test_who_is_cut_off_before_the_first_event_misses_nothing(sqlite_api):
    session = await sqlite_api.open(reference="club/t1")
    async with Stream(sqlite_api, f"{ids(session)}&after=now") as stream:
        await stream.until(lambda it: it.point)
    await attack(sqlite_api, session, policies=NOBODY)
    async with Stream(sqlite_api, f"{ids(session)}&after=now", **{"Last-Event-ID": stream.point}) as again:
        await again.until(has(session, 2))
        assert (session["id"], 1) not in again.seen()


async def test_without_either_a_caller_follows_its_own(api):
    player = (await api.post("/v1/players", {"name": "Clara"})).json()["token"]
    _, key = create_key(api.app.state.context.database, "club")
    body = {"kind": "series", "seats": [{"player": "me"}, {}], "visibility": "private"}
    mine = (await api.post("/v1/rulesets/open-forces/sessions", body, player)).json()
    keys = (await api.post("/v1/rulesets/open-forces/sessions", {**body, "seats": TWO}, key)).json()
    await api.open()
    for token, session in ((player, mine), (key, keys), (mine["tokens"]["host"], mine)):
        async with Stream(api, "", authorization=f"Bearer {token}") as stream:
            await stream.until(has(session, 1))
            assert {id for id, _ in stream.seen()} == {session["id"]}
    assert (await api.get("/v1/events")).status_code == 401


async def test_questions_are_those_of_the_caller(api):
    session = await api.open(seats=TWO, dice=PHYSICAL)
    token = session["tokens"]["seats"]["2"]
    async with Stream(api, f"{ids(session)}&after=now", authorization=f"Bearer {token}") as stream:
        await stream.until(lambda it: it.status == 200)
        await attack(api, session, seats={"attacker": 1, "defender": 2})
        await stream.until(lambda it: it.questions)
        asked = (await api.get(f"/v1/sessions/{session['id']}/questions", token)).json()
        assert stream.questions[-1] == {"session_id": session["id"], **asked}


async def test_what_the_caller_may_not_read_is_not_found(api):
    one, private = await api.open(), await api.open(visibility="private")
    unknown = {"id": "01a1fd32-cb6d-76bc-881b-bc673741095b"}
    for other in (private, unknown):
        response = await api.get(f"/v1/events?{ids(one, other)}")
        assert (response.status_code, response.json()["errors"][0]["pointer"]) == (404, "/query/session_id/1")
    host = private["tokens"]["host"]
    async with Stream(api, ids(one, private), authorization=f"Bearer {host}") as stream:
        await stream.until(has(private, 1))


async def test_a_stream_of_what_has_ended_ends(api):
    one, two = await api.open(), await api.open()
    for session in (one, two):
        await api.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
    async with Stream(api, ids(one, two)) as stream:
        async with asyncio.timeout(LONG):
            await stream.task
        assert len(stream.events) == 4
    assert (await api.get(f"/v1/events?{ids(one, two)}", **{"Last-Event-ID": stream.point})).status_code == 204
    assert (await api.get(f"/v1/events?{ids(one, two)}&after=now")).status_code == 204


async def test_a_token_that_ends_ends_its_stream(api):
    session = await api.open(seats=TWO, visibility="private")
    seat, host = session["tokens"]["seats"]["2"], session["tokens"]["host"]
    async with Stream(api, ids(session), authorization=f"Bearer {seat}") as stream:
        await stream.until(has(session, 1))
        await api.post(f"/v1/sessions/{session['id']}/seats/2/token", b"", host)
        async with asyncio.timeout(LONG):
            await stream.task
        assert (session["id"], 2) not in stream.seen()


@pytest.mark.parametrize("query", ["after=x", "after=p!", "after=pAAAA", "session_id=x", "after=pAAAAAP__________8B"])
async def test_a_wrong_point_is_refused(sqlite_api, query):
    session = await sqlite_api.open()
    response = await sqlite_api.get(f"/v1/events?{ids(session)}&{query}")
    assert response.status_code == 422, response.text


def test_a_point_says_where_each_session_goes_on_and_leaves_nothing_out():
    read = {f"{n:08x}-session": n * 1000 for n in range(300)}
    assert decode_position(encode_position(read), read, ()) == read
    assert len(encode_position(read)) < 3000
    both = numbers_in(encode_position({"a": 5}))
    assert both is not None
    assert list(both.values()) == [5]
    assert numbers_in("p") == {}


@pytest.mark.usefixtures("alone")
async def test_hundreds_of_sessions_are_one_look(sqlite_api, monkeypatch):
    monkeypatch.setattr("app.api.streams.multi_session.FIND", 3600.0)
    sessions = [await sqlite_api.open(reference="hall/1") for _ in range(120)]
    looks = []
    context = sqlite_api.app.state.context
    read = type(context).read

    async def counted(self, query):
        looks.append(query)
        return await read(self, query)

    monkeypatch.setattr(type(context), "read", counted)
    async with Stream(sqlite_api, "reference=hall/*&after=now") as stream:
        await until(lambda: all(context.hub.followers(session["id"]) for session in sessions))
        await attack(sqlite_api, sessions[60], policies=NOBODY)
        await stream.until(lambda it: it.events)
        monkeypatch.undo()
    assert {id for id, _ in stream.seen()} == {sessions[60]["id"]}
    assert len(looks) < 10
