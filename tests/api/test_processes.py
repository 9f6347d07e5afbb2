"""Several server processes on one PostgreSQL database: each sees at once what the others write."""

import asyncio
import itertools
import json
import random
import time
import uuid
from contextlib import AsyncExitStack

import pytest

from app.persistence.connecting.database import open_database
from app.services.keys import create_key, revoke_key
from tests import postgres
from tests.api.test_live import bearer, opened
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of
from tests.follower import Follower
from tests.servers import client
from tests.waiting import LONG

pytestmark = pytest.mark.anyio
GAMES = "/v1/rulesets/open-forces"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


@pytest.fixture(scope="module")
def shared_url(postgres_server, postgres_template):
    return postgres.create_database(postgres_server, f"t{uuid.uuid4().hex}", postgres_template)


@pytest.fixture(scope="module")
def ports(shared_url, session_nursery):
    """Three processes: two look for nothing without a hint, and the last neither gives hints nor gets any."""
    processes = [session_nursery.start(shared_url, **{"app.api.work.hub:POLL": 3600.0}) for _ in range(2)]
    processes.append(
        session_nursery.start(shared_url, **{"app.persistence.connecting.notifications:CHANNEL": "elsewhere"})
    )
    yield [process.port for process in processes]
    for process in processes:
        process.kill()


@pytest.fixture
async def servers(ports):
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(client(port)) for port in ports]


def body_in(session, **rest):
    return {"situation": SEED, "session_id": session["id"], **rest}


async def delay_of_a_write(writing, waiting, session):
    """Seconds from an answered write through one process until who waits and who follows at another are told of it."""
    path = f"/v1/sessions/{session['id']}"
    known = {"If-None-Match": (await waiting.get(path)).headers["etag"]}
    waiter = asyncio.create_task(waiting.get(f"{path}?wait=25", headers=known))
    async with waiting.stream("GET", f"{path}/events?format=stream") as stream:
        lines = stream.aiter_lines()
        await come_to(lines, "event: question")  # whoever follows has seen all that there is, and waits now
        headers = bearer(session["tokens"]["host"])
        assert (await writing.post(ATTACKS, json=body_in(session), headers=headers)).status_code == 201
        began = time.monotonic()
        await come_to(lines, "event: action-resolved")
        assert (await waiter).status_code == 200
        return time.monotonic() - began


async def come_to(lines, wanted):
    """Read on until a line comes."""
    async with asyncio.timeout(LONG):
        while await anext(lines) != wanted:
            pass


async def test_a_write_in_one_process_wakes_who_waits_in_another(servers):
    one, other, _ = servers
    session = await opened(one)
    for pair in ((one, other), (other, one), (one, other)):
        await delay_of_a_write(*pair, session)


async def test_without_hints_who_waits_looks_for_himself(servers):
    one, _, deaf = servers
    session = await opened(one)
    delays = [await delay_of_a_write(one, deaf, session) for _ in range(4)]
    assert max(delays) > 0.1, delays  # the process looks every 2 s; a hint takes a hundredth of a second


async def test_clients_of_one_session_through_three_processes_miss_and_double_nothing(servers, ports):
    session = await opened(servers[0])
    followers = [Follower(port, session["id"]) for port in ports]
    following = [asyncio.create_task(follower.follow()) for follower in followers]
    headers, made = bearer(session["tokens"]["host"]), {}

    async def play(n):
        """Send each attack to two processes, now at once, now one after the other, with one key."""
        for turn in range(5):
            key = uuid.uuid4().hex
            body = json.dumps(body_in(session, reference=key))
            sent = {**headers, "Idempotency-Key": key, "Content-Type": "application/json"}
            first, second = servers[(n + turn) % 3], servers[(n + turn + 1) % 3]
            if turn % 2:
                answers = await asyncio.gather(
                    *(http.post(ATTACKS, content=body, headers=sent) for http in (first, second))
                )
            else:
                answers = [await http.post(ATTACKS, content=body, headers=sent) for http in (first, second)]
            assert sorted(answer.status_code for answer in answers) == [200, 201], [a.text for a in answers]
            numbers = {answer.json()["number"] for answer in answers}
            assert len(numbers) == 1
            made[key] = numbers.pop()

    await asyncio.gather(*(play(n) for n in range(6)))
    assert sorted(made.values()) == list(range(1, 31))
    assert (await servers[1].post(f"/v1/sessions/{session['id']}/close", headers=headers)).status_code == 200
    await asyncio.wait_for(asyncio.gather(*following), LONG)
    logs = [(await http.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"] for http in servers]
    assert [event["seq"] for event in logs[0]] == list(range(1, len(logs[0]) + 1))
    assert logs[0] == logs[1] == logs[2]
    assert [follower.events for follower in followers] == logs
    assert [follower.connections for follower in followers] == [1, 1, 1]
    told = {
        event["event"]["reference"]: event["event"]["action"] for event in logs[0] if event["type"] == "action-declared"
    }
    assert told == made
    report = (await servers[2].get(f"/v1/sessions/{session['id']}/verification")).json()
    assert (report["result"], report["dice"], report["chain"]["ok"]) == ("identical", "proven", True)


async def test_an_opening_sent_to_two_processes_at_once_is_one_session_with_the_same_tokens(servers):
    for _ in range(5):
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        body = {"kind": "series", "seats": TWO}
        answers = await asyncio.gather(
            *(http.post(f"{GAMES}/sessions", json=body, headers=headers) for http in servers)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 200, 201]
        assert len({(answer.json()["id"], json.dumps(answer.json()["tokens"])) for answer in answers}) == 1


async def test_a_game_is_played_through_whichever_process(servers):
    chance, turn = random.Random(3), itertools.cycle(servers)
    setup = (await servers[0].get(GAMES)).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": TWO, "setup": setup}
    session = (await servers[0].post(f"{GAMES}/sessions", json=body)).json()
    path, answered = f"/v1/sessions/{session['id']}", 0
    for _ in range(40):
        asked = (await next(turn).get(f"{path}/questions")).json()["items"]
        if not asked:
            break
        question = chance.choice(asked)
        headers = bearer(session["tokens"]["seats"][str(question["seat"])])
        choices = [one["choice"] for one in question["choices"]]
        choice = chance.choice([one for one in choices if one.get("kind") == "command"] or choices)
        if question["question"] == "act":
            sent = {"seen": question["seen"], "move": choice}
            reply = await next(turn).post(f"{GAMES}/sessions/{session['id']}/actions", json=sent, headers=headers)
        else:
            sent = {"seen": question["seen"], "choice": choice}
            reply = await next(turn).post(f"{path}/actions/{question['action']}/answers", json=sent, headers=headers)
            answered += 1
        assert reply.status_code in (200, 201), reply.text
        states = [(await http.get(f"{path}/state")).json() for http in servers]
        assert states[0] == states[1] == states[2]
        next(turn)
    assert answered > 5
    report = (await servers[1].get(f"{path}/verification")).json()
    assert (report["result"], report["chain"]["ok"]) == ("identical", True)


async def test_a_question_asked_by_one_process_is_answered_through_another(servers):
    one, other, _ = servers
    session = await opened(one, dice=PHYSICAL)
    headers = bearer(session["tokens"]["host"])
    action = (await one.post(ATTACKS, json=body_in(session), headers=headers)).json()
    first = {"seen": action["pending"]["seen"], "faces": SEED_FACES[0]}
    half = (await other.post(path_of(action) + "/answers", json=first, headers=headers)).json()
    assert (await one.get(path_of(action))).json() == half
    again = await one.post(path_of(action) + "/answers", json=first, headers=headers)
    assert (again.status_code, again.json()) == (200, half)
    stale = await one.post(path_of(action) + "/answers", json={"seen": 0, "faces": SEED_FACES[1]}, headers=headers)
    assert (stale.status_code, stale.json()["pending"]) == (409, half["pending"])
    last = {"seen": half["pending"]["seen"], "faces": SEED_FACES[1]}
    end = (await one.post(path_of(action) + "/answers", json=last, headers=headers)).json()
    assert (await other.get(path_of(action))).json() == end
    assert end["outcome"]["kills"] == 2


async def test_tokens_and_keys_that_end_in_one_process_end_in_all(servers, shared_url):
    one, other, _ = servers
    session = await opened(one, seats=TWO, visibility="private")
    old, path = session["tokens"]["seats"]["1"], f"/v1/sessions/{session['id']}"
    assert (await other.get(path, headers=bearer(old))).status_code == 200
    new = (await one.post(f"{path}/seats/1/token", headers=bearer(old))).json()["token"]
    assert [(await other.get(path, headers=bearer(token))).status_code for token in (old, new)] == [401, 200]
    database = open_database(shared_url)
    id, key = create_key(database, "club")
    body = {"kind": "series"}
    assert (await other.post(f"{GAMES}/sessions", json=body, headers=bearer(key))).status_code == 201
    revoke_key(database, id)
    database.dispose()
    for http in servers:
        assert (await http.post(f"{GAMES}/sessions", json=body, headers=bearer(key))).status_code == 401
