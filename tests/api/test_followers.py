"""Many followers of few sessions: while nothing changes nobody looks, and what changes is read once for all."""

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, contextmanager

import pytest
import sqlalchemy as sa

from app.api.context import Context
from app.api.streams.stream import Listener, stream
from app.api.work.hub import Hub
from app.persistence.connecting.database import FAILURES
from app.services.access import Caller
from app.services.keys import create_key, revoke_key
from tests.conftest import serving
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
STATEMENT = "before_cursor_execute"
ALIVE = b": still there\n\n"
FAILURE = FAILURES[0]("down", {}, Exception("down"))


@asynccontextmanager
async def followed(api, sessions, each, token=None):
    """So many followers of each session, as lists of what they have been sent."""
    received, tasks = [], []

    async def follow(session, sent):
        async for part in stream(api.app.state.context, Listener(session, Caller(token), "en"), 0):
            sent.append(part)

    for session in sessions:
        for _ in range(each):
            received.append([])
            tasks.append(asyncio.create_task(follow(session["id"], received[-1])))
    try:
        yield received, tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def counted(api):
    """The statements that are sent to read meanwhile."""
    engine, statements = api.app.state.context.database.reader, []

    def count(_connection, _cursor, statement, *_rest):
        statements.append(statement)

    sa.event.listen(engine, STATEMENT, count)
    try:
        yield statements
    finally:
        sa.event.remove(engine, STATEMENT, count)


@contextmanager
def failing(engine):
    """A database that answers no statement meanwhile."""

    def fail(*_statement):
        raise FAILURE

    sa.event.listen(engine, STATEMENT, fail)
    try:
        yield
    finally:
        sa.event.remove(engine, STATEMENT, fail)


async def all_listen(api, session, count):
    """Wait until so many hear of a session, and none of them looks at it just now."""
    hub = api.app.state.context.hub

    await until(lambda: hub.followers(session["id"]) == count and not hub.is_looking)


@pytest.fixture
def looks(monkeypatch):
    """How often each task has looked at a session, whether or not it found anything out."""
    counts, look = Counter(), Hub.read_shared

    async def looked(*looking):
        try:
            return await look(*looking)
        finally:
            counts[asyncio.current_task()] += 1

    monkeypatch.setattr(Hub, "read_shared", looked)
    return counts


async def each_looks(tasks, looks, times):
    """Wait until each task has looked so often again, and goes on."""
    before = looks.copy()
    await until(
        lambda: any(task.done() for task in tasks) or all(looks[task] >= before[task] + times for task in tasks)
    )
    assert not any(task.done() for task in tasks)


def seqs(parts):
    """The numbers of the events in what a follower was sent."""
    return [int(line[4:]) for line in b"".join(parts).decode().split("\n") if line.startswith("id: ")]


@pytest.mark.usefixtures("alone")
async def test_while_nothing_changes_nobody_looks(database_url, monkeypatch):
    """Where another process may write, one look for all sessions and followers is made now and then."""
    monkeypatch.setattr("app.api.streams.stream.HEARTBEAT", 0.4)
    monkeypatch.setattr("app.api.streams.stream.BEAT", 0.02)
    monkeypatch.setattr("app.api.work.hub.POLL", 0.2)
    polled, ended = [], []

    async def newest(context, sessions):
        polled.append(sessions)
        try:
            return await looked(context, sessions)
        finally:
            ended.append(sessions)

    looked = Context.newest_events
    monkeypatch.setattr(Context, "newest_events", newest)
    async with serving(database_url) as api:
        await nobody_looks(api, polled, ended)


async def nobody_looks(api, polled, ended):
    sessions = [await api.open() for _ in range(3)]
    path = f"/v1/sessions/{sessions[0]['id']}"
    known = {"If-None-Match": (await api.get(path)).headers["etag"]}
    async with followed(api, sessions, 10) as (received, _):
        waiting = [asyncio.create_task(api.get(f"{path}?wait=25", **known)) for _ in range(10)]
        await until(lambda: all(seqs(parts) for parts in received))
        if not api.app.state.context.database.is_sqlite:
            await until(lambda: len(polled) > 1 and len(polled[-2]) == 3)  # each is looked at once when it is new here
        await all_listen(api, sessions[0], 20)
        async with counted(api) as statements:
            before = len(ended)  # a look that has begun may read only now
            heard = [parts.count(ALIVE) for parts in received]
            await until(lambda: all(parts.count(ALIVE) > had + 2 for parts, had in zip(received, heard, strict=True)))
            looks, most = [text for text in statements if "SELECT" in text], len(polled) - before
        assert len(looks) <= most, looks
        assert not any(task.done() for task in waiting)
        await api.attack(token=sessions[0]["tokens"]["host"], session_id=sessions[0]["id"])
        assert {answer.status_code for answer in await asyncio.wait_for(asyncio.gather(*waiting), LONG)} == {200}


@pytest.mark.usefixtures("alone")
async def test_what_changes_is_read_once_for_all_who_are_at_the_same_place(sqlite_api):
    session = await sqlite_api.open()
    token, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}"
    known = {"If-None-Match": (await sqlite_api.get(path)).headers["etag"]}
    async with followed(sqlite_api, [session], 30) as (received, tasks):
        waiting = [asyncio.create_task(sqlite_api.get(f"{path}?wait=25", **known)) for _ in range(5)]
        await until(lambda: all(seqs(parts) for parts in received))
        await all_listen(sqlite_api, session, 35)
        async with counted(sqlite_api) as statements:
            await sqlite_api.attack(token=token, session_id=session["id"])
            await until(lambda: all(len(seqs(parts)) > 3 for parts in received))
            await asyncio.gather(*waiting)
            assert len([text for text in statements if "SELECT" in text]) < 12, statements
        await sqlite_api.post(f"{path}/close", {}, token)
        await asyncio.wait_for(asyncio.gather(*tasks), LONG)
    log = (await sqlite_api.get(f"{path}/events?limit=200")).json()["items"]
    assert all(seqs(parts) == [event["seq"] for event in log] for parts in received)


async def test_followers_who_come_and_go_while_it_changes_miss_and_double_nothing(api):
    session = await api.open()
    token, received, tasks = session["tokens"]["host"], [], []

    async def follow(sent):
        async for part in stream(api.app.state.context, Listener(session["id"], Caller(), "en"), 0):
            sent.append(part)

    for n in range(40):
        received.append([])
        tasks.append(asyncio.create_task(follow(received[-1])))
        attacking = asyncio.create_task(api.attack(token=token, session_id=session["id"]))
        await asyncio.sleep(0.001 * (n % 7))
        if n % 5 == 4:
            tasks[-3].cancel()
        assert (await attacking).status_code == 201
    await api.post(f"/v1/sessions/{session['id']}/close", {}, token)
    await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), LONG)
    last = (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
    for task, parts in zip(tasks, received, strict=True):
        whole = list(range(1, last + 1))
        assert seqs(parts) == (whole[: len(seqs(parts))] if task.cancelled() else whole)


async def test_each_follower_is_asked_what_is_his_to_answer(sqlite_api):
    session = await sqlite_api.open(seats=[{}, {}], dice={"source": "physical"})
    seats = session["tokens"]["seats"]
    async with (
        followed(sqlite_api, [session], 3) as (strangers, _),
        followed(sqlite_api, [session], 3, seats["1"]) as (first, _),
        followed(sqlite_api, [session], 3, seats["2"]) as (second, _),
    ):
        await until(lambda: all(seqs(parts) for parts in (*strangers, *first, *second)))
        action = (await sqlite_api.attack(token=seats["1"], session_id=session["id"])).json()
        await until(lambda: all(len(seqs(parts)) > 1 for parts in (*strangers, *first, *second)))
        assert action["pending"]["seat"] == 2
        for group, is_asked in ((strangers, True), (first, False), (second, True)):
            questions = {b"".join(parts).rpartition(b"event: question")[2] for parts in group}
            assert {b'"seat":2' in asked for asked in questions} == {is_asked}


async def test_a_stream_outlives_a_database_that_fails_and_tells_what_came_meanwhile(sqlite_api, looks, monkeypatch):
    monkeypatch.setattr("app.api.streams.stream.RETRY", 0.02)
    session = await sqlite_api.open()
    async with followed(sqlite_api, [session], 3) as (received, tasks):
        await until(lambda: all(seqs(parts) for parts in received))
        with failing(sqlite_api.app.state.context.database.reader):
            draft = sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"])
            assert (await draft).status_code == 201
            await each_looks(tasks, looks, 2)
            assert all(len(seqs(parts)) == 1 for parts in received)
        await until(lambda: all(len(seqs(parts)) > 3 for parts in received))


async def test_a_follower_hears_that_the_stream_lives(sqlite_url, monkeypatch):
    monkeypatch.setattr("app.api.streams.stream.HEARTBEAT", 0.2)
    monkeypatch.setattr("app.api.streams.stream.BEAT", 0.02)
    async with serving(sqlite_url) as api:
        session = await api.open()
        async with followed(api, [session], 2) as (received, _):
            began = asyncio.get_running_loop().time()
            await until(lambda: all(parts.count(ALIVE) >= 3 for parts in received))
            most = max(parts.count(ALIVE) for parts in received)
            assert most <= (asyncio.get_running_loop().time() - began) / 0.2 + 1, received


async def test_the_stream_of_a_revoked_key_ends_though_nothing_changes(sqlite_url, looks, monkeypatch):
    monkeypatch.setattr("app.api.streams.stream.RECHECK", 0.1)
    monkeypatch.setattr("app.api.streams.stream.HEARTBEAT", 0.05)
    async with serving(sqlite_url) as api:
        database = api.app.state.context.database
        id, key = create_key(database, "club")
        body = {"kind": "series", "visibility": "private"}
        session = (await api.post("/v1/rulesets/open-forces/sessions", body, key)).json()
        async with followed(api, [session], 2, key) as (received, tasks):
            await until(lambda: all(seqs(parts) for parts in received))
            await each_looks(tasks, looks, 2)
            revoke_key(database, id)
            await asyncio.wait_for(asyncio.gather(*tasks), LONG)
