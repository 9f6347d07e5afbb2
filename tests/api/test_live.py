"""A session followed while it runs: streams, conditional requests, waiting."""

import asyncio
import signal

import pytest

from app.api.work.hub import ChangeSignal
from tests.client import PHYSICAL, SEED_FACES, bearer, path_of
from tests.follower import Follower
from tests.servers import client
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio


async def opened(http, **rest):
    return (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series", **rest})).json()


async def test_a_match_is_followed_through_restarts_without_missing_or_repeating_an_event(database_url, nursery):
    server = nursery.start(database_url)
    async with client(server.port) as http:
        session = await opened(http)
    follower = Follower(server.port, session["id"])
    following = asyncio.create_task(follower.follow())
    host, path = bearer(session["tokens"]["host"]), "/v1/rulesets/open-forces/attacks"
    situation = {"attacker": {"units": 2, "mode": {"atk": 1}}, "defender": {"units": 2, "mode": {"def": 0}}}
    for number, stop in enumerate((signal.SIGKILL, signal.SIGTERM, None), 1):
        await until(lambda: follower.connections >= number)
        async with client(server.port) as http:
            for _ in range(4):
                body = {"situation": situation, "session_id": session["id"]}
                assert (await http.post(path, json=body, headers=host)).status_code == 201
            if stop is None:
                assert (await http.post(f"/v1/sessions/{session['id']}/close", headers=host)).status_code == 200
        if stop is not None:
            server.send_signal(stop)
            await asyncio.to_thread(server.wait)
            server = await asyncio.to_thread(nursery.start, database_url, server.port)
    await asyncio.wait_for(following, LONG)
    async with client(server.port) as http:
        log = (await http.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"]
    assert follower.events == log
    assert follower.connections >= 3


async def test_a_stream_tells_each_seat_its_own_questions(sqlite_server):
    port = sqlite_server
    async with client(port) as http:
        session = await opened(http, seats=[{"name": "Anton"}, {"name": "Beatrix"}], dice=PHYSICAL)
        tokens = session["tokens"]["seats"]
        followers = [Follower(port, session["id"], tokens[seat]) for seat in ("1", "2")]
        following = [asyncio.create_task(follower.follow()) for follower in followers]
        situation = {"attacker": {"units": 5, "mode": {"atk": 1}}, "defender": {"units": 4, "mode": {"def": 1}}}
        body = {"situation": situation, "session_id": session["id"]}
        action = (await http.post("/v1/rulesets/open-forces/attacks", json=body, headers=bearer(tokens["1"]))).json()
        for seat, faces in ((2, SEED_FACES[0]), (1, SEED_FACES[1])):
            await is_asked(followers[seat - 1], seat)
            answer = {"seen": action["pending"]["seen"], "faces": faces}
            reply = await http.post(path_of(action) + "/answers", json=answer, headers=bearer(tokens[str(seat)]))
            action = reply.json()
        await http.post(f"/v1/sessions/{session['id']}/close", headers=bearer(session["tokens"]["host"]))
        await asyncio.wait_for(asyncio.gather(*following), LONG)
    for n, follower in enumerate(followers, 1):
        asked = [[item["seat"] for item in items] for items in follower.questions]
        assert [n] in asked
        assert asked[-1] == []
        assert all(seat == n for items in asked for seat in items)


async def is_asked(follower, seat):
    await until(lambda: any(item["seat"] == seat for items in follower.questions for item in items))


@pytest.fixture
def sqlite_server(tmp_path, nursery):
    server = nursery.start(f"sqlite:///{tmp_path}/umpire.db")
    return server.port


async def test_what_was_seen_is_not_sent_again(api):
    session = await api.open()
    path, token = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    await api.attack(token=token, session_id=session["id"])
    for tail in ("", "/actions/1", "/questions"):
        first = await api.get(path + tail)
        known = {"If-None-Match": first.headers["etag"]}
        again = await api.get(path + tail, **known)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
        german = await api.get(path + tail, **known, **{"Accept-Language": "de"})
        assert german.status_code == 200
        await api.attack(token=token, session_id=session["id"])
        assert (await api.get(path + tail, **known)).status_code == 200


@pytest.fixture
def waits(monkeypatch):
    """For how many seconds it was waited for a change, and whether one came."""
    told, changed = [], ChangeSignal.changed

    async def waited(ear, seconds):
        came = await changed(ear, seconds)
        told.append((seconds, came))
        return came

    monkeypatch.setattr(ChangeSignal, "changed", waited)
    return told


async def test_who_waits_is_answered_as_soon_as_something_changes(api, waits):
    session = await api.open()
    path = f"/v1/sessions/{session['id']}"
    known = {"If-None-Match": (await api.get(path)).headers["etag"]}
    assert (await api.get(f"{path}?wait=1", **known)).status_code == 304
    ((seconds, came),) = waits
    assert (0 < seconds <= 1, came) == (True, False)
    waiting = asyncio.create_task(api.get(f"{path}?wait=25", **known))
    hub = api.app.state.context.hub
    await until(lambda: hub.followers(session["id"]) and not hub.is_looking)
    assert not waiting.done()
    await api.attack(token=session["tokens"]["host"], session_id=session["id"])
    response = await asyncio.wait_for(waiting, LONG)
    assert (response.status_code, response.json()["actions"]["resolved"]) == (200, 1)
    assert (await api.get(f"{path}?wait=26", **known)).status_code == 422
    assert (await api.get(f"{path}?wait=1")).status_code == 200


async def test_a_stream_of_what_is_not_there_is_refused(api):
    assert (await api.get("/v1/sessions/none/events?format=stream")).status_code == 404
    session = await api.open()
    headers = {"Accept": "text/event-stream", "Last-Event-ID": "x"}
    assert (await api.get(f"/v1/sessions/{session['id']}/events", **headers)).status_code == 422
