"""Long work is done in turn for all addresses: whoever wants much of it waits for his own, and nobody else does."""

import asyncio
import itertools
import threading
from types import SimpleNamespace

import httpx
import pytest

from app.api import context
from app.api.requests.strict import StrictBody
from app.api.routes import openings
from app.api.work import autoplay, chunks, computing
from app.api.work.autoplay import AutoPlayer
from app.api.work.computing import Jobs
from app.api.work.fair_threads import CURRENT_SCOPE, FairThreadPool, QueuedWork
from app.rulesets.x_wing.exact import player
from app.services.autoplay.due import Look
from app.services.documents import open_questions
from tests.api.test_ahead import THROWN
from tests.client import PHYSICAL, Client, bearer
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"


def asked_by(address, awaitable):
    """A task for this address."""

    async def ask():
        CURRENT_SCOPE.set({"client": (address, 0)})
        return await awaitable

    return asyncio.create_task(ask())


async def test_every_address_has_its_turn_however_many_wait_before_it():
    jobs, order = Jobs(FairThreadPool(1)), []
    tasks = [asked_by("many", jobs.run(order.append, f"many-{n}")) for n in range(5)]
    tasks += [asked_by("few", jobs.run(order.append, "few"))]
    await asyncio.gather(*tasks)
    assert order.index("few") <= 2
    assert [name for name in order if name != "few"] == [f"many-{n}" for n in range(5)]


async def test_few_jobs_in_slices_have_begun_at_a_time_and_one_of_an_address():
    jobs, begun, most = Jobs(FairThreadPool(2), begun=2), [], []

    def job(name):
        begun.append(name)
        for _ in range(3):
            most.append(tuple(begun))
            yield
        begun.remove(name)

    tasks = [asked_by(f"{n % 3}", jobs.run_in_slices(job(f"{n % 3}"))) for n in range(9)]
    await asyncio.gather(*tasks)
    assert most
    assert max(map(len, most)) <= 2
    assert all(len(set(each)) == len(each) for each in most)
    assert not begun


async def test_work_of_the_service_itself_waits_for_no_place():
    jobs = Jobs(FairThreadPool(2), begun=1)

    def job():
        yield
        return 7

    async with jobs._begun.place(QueuedWork(["many"])):
        assert await asyncio.wait_for(jobs.run_in_slices(job()), LONG) == 7


async def test_work_of_seconds_leaves_a_thread_to_others():
    jobs, held = Jobs(FairThreadPool(2)), threading.Event()
    many = [asked_by("many", jobs.run(held.wait, LONG)) for _ in range(5)]
    await asyncio.sleep(0)
    try:
        assert await asyncio.wait_for(asked_by("few", jobs.run(str, 1)), LONG) == "1"
        assert not held.is_set()
    finally:
        held.set()
    assert await asyncio.gather(*many) == [True] * 5


async def test_between_the_slices_of_one_address_come_those_of_others(monkeypatch):
    monkeypatch.setattr(computing, "SLICE", 0.0)
    jobs, order = Jobs(FairThreadPool(1)), []

    def job(name, slices):
        for _ in range(slices):
            order.append(name)
            yield

    monkeypatch.setattr(computing, "run_slice", lambda job: next(job, computing.Done(None)))
    long = [asked_by("many", jobs.run_in_slices(job("long", 6))) for _ in range(4)]
    await asyncio.gather(*long, asked_by("few", jobs.run_in_slices(job("short", 2))))
    assert max(n for n, name in enumerate(order) if name == "short") < 8
    assert len(order) == 4 * 6 + 2


async def test_who_stops_waiting_leaves_his_turn_to_the_next():
    turns, held, order = FairThreadPool(1), threading.Event(), []
    jobs = Jobs(turns)
    first = asked_by("a", jobs.run(held.wait, LONG))
    await asyncio.sleep(0)
    gone = [asked_by(address, jobs.run(order.append, "gone")) for address in ("a", "b")]
    last = asked_by("b", jobs.run(order.append, "last"))
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    held.set()
    await asyncio.gather(first, last)
    assert order == ["last"]
    await asyncio.wait_for(asked_by("c", jobs.run(order.append, "again")), LONG)


async def test_who_waits_too_long_for_his_turn_is_told_so_and_the_line_goes_on(sqlite_api, monkeypatch):
    session, held = await sqlite_api.open(), threading.Event()
    path, reading = f"/v1/sessions/{session['id']}/questions", sqlite_api.app.state.context._reading
    address = asked_by("127.0.0.1", reading.run(QueuedWork(), held.wait, 60))
    await asyncio.sleep(0)
    with monkeypatch.context() as patch:
        patch.setattr(context, "PATIENCE", 0.01)
        refused = await sqlite_api.get(path)
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    held.set()
    assert (await sqlite_api.get(path)).status_code == 200
    await address


async def test_who_waits_for_what_another_has_begun_brings_it_forward():
    jobs, held, order = Jobs(FairThreadPool(1)), threading.Event(), []
    first = asked_by("many", jobs.run(held.wait, LONG))
    await asyncio.sleep(0)
    waiting = [asked_by("many", jobs.run(order.append, f"many-{n}")) for n in range(4)]
    await asyncio.sleep(0)

    def begin(work):
        return jobs.run(order.append, "shared", work=work)

    both = []
    for address in ("many", "few"):
        both.append(asked_by(address, jobs.shared("question", begin)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    held.set()
    await asyncio.gather(first, *waiting, *both)
    assert order.count("shared") == 1
    assert order.index("shared") <= 1


async def test_who_asks_for_the_same_again_stands_in_the_line_once():
    turns, held = FairThreadPool(1), threading.Event()
    jobs = Jobs(turns)
    first = asked_by("few", jobs.run(held.wait, LONG))
    await asyncio.sleep(0)

    def begin(work):
        return jobs.run(str, "shared", work=work)

    again = []
    for _ in range(3):
        again.append(asked_by("few", jobs.shared("question", begin)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert len(turns._lines["few"]) == 1
    held.set()
    assert await asyncio.gather(first, *again) == [True, "shared", "shared", "shared"]


async def test_an_address_that_asks_for_too_much_takes_no_place_of_others(sqlite_api, monkeypatch):
    monkeypatch.setattr(computing, "WAITING", 2)
    monkeypatch.setattr(computing, "OF_ALL", 2)
    monkeypatch.setattr(player, "SEARCHES", {})
    held, search = threading.Event(), player.search

    def held_up(battle, most):
        held.wait(LONG)
        return search(battle, most)

    monkeypatch.setattr(player, "search", held_up)
    situation = (await sqlite_api.get(PATH)).json()["examples"][0]

    def attack(api, hull):
        defender = {**situation["defender"], "hull": hull, "tokens": {"focus": 1, "evade": 1}}
        body = {"situation": {**situation, "defender": defender}, "dice": THROWN}
        return asyncio.create_task(api.post(f"{PATH}/attacks", body))

    many = [attack(sqlite_api, hull) for hull in range(9, 15)]
    done, waiting = await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
    while len(done) < 4:
        done, waiting = await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED, timeout=1)
    assert {task.result().json()["code"] for task in done} == {"busy"}
    transport = httpx.ASGITransport(app=sqlite_api.app, client=("192.0.2.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://umpire.test") as http:
        few = attack(Client(http, sqlite_api.app), 15)
        await asyncio.wait([few], timeout=0.2)
        held.set()
        assert (await few).status_code == 201
    assert {(await task).status_code for task in waiting} == {201}


async def test_a_setup_is_read_beside_the_event_loop(sqlite_api, monkeypatch):
    threads, stored_setup = [], openings.stored_setup

    def noted(*arguments):
        threads.append(threading.current_thread())
        return stored_setup(*arguments)

    monkeypatch.setattr(openings, "stored_setup", noted)
    setup = next(iter((await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"].values()))
    body = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": setup}
    assert (await sqlite_api.post("/v1/rulesets/open-forces/sessions", body)).status_code == 201
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


async def test_the_questions_of_a_session_that_waits_for_much_are_told_in_turn(sqlite_api, monkeypatch):
    monkeypatch.setattr(open_questions, "MANY", 2)
    session = await sqlite_api.open(dice=PHYSICAL)
    host, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}"
    paths = (f"{path}/questions", "/v1/questions")

    async def answers():
        return [await sqlite_api.get(each, host) for each in paths]

    with monkeypatch.context() as patch:
        patch.setattr(computing, "WAITING", 0)
        for statuses in ([200, 200], [200, 200], [503, 503]):
            assert (await sqlite_api.attack(token=host, session_id=session["id"])).status_code == 201
            assert [answer.status_code for answer in await answers()] == statuses
    assert [len(answer.json()["items"]) for answer in await answers()] == [3, 3]
    closing = asyncio.create_task(closed_later(sqlite_api, path, host))
    told = await sqlite_api.http.get(f"{path}/events", headers={"Accept": "text/event-stream", **bearer(host)})
    await closing
    assert '"action":3,' in told.text.split("event: question\ndata: ")[1]


async def closed_later(api, path, host):
    """Close the session once somebody follows it."""
    await until(lambda: api.app.state.context.hub.followers(path.rpartition("/")[2]))
    await api.post(f"{path}/close", {"abandon": True}, host)


async def test_games_without_end_leave_room_for_the_deadlines_of_others(monkeypatch):
    monkeypatch.setattr(autoplay, "AT_ONCE", 2)
    answered = []

    async def look(read):
        return Look(1, (SimpleNamespace(deadline=None, state=None, id=read.keywords["id"]),))

    async def answer(_self, due):
        answered.append(due.id)
        await asyncio.sleep(0)
        return due.id.startswith("endless")

    monkeypatch.setattr(AutoPlayer, "_answer", answer)
    service = AutoPlayer(SimpleNamespace(books={}, read_or_wait_for_turn=look, others_work=lambda: True))
    sessions = {f"endless-{n}": 1 for n in range(3)} | {"deadline": 1}
    for _ in range(100):
        service._go_round(sessions, autoplay.monotonic())
        await asyncio.sleep(0)
    await service.end()
    assert set(answered) == set(sessions)


async def test_whole_lists_of_one_address_leave_a_thread_to_the_lists_of_others(sqlite_api):
    context, held = sqlite_api.app.state.context, threading.Event()

    def kept_up():
        held.wait(LONG)
        yield b"line"

    async def whole(lines):
        return b"".join([part async for part in await context.parts(lines)])

    many = [asked_by("many", whole(kept_up())) for _ in range(5)]
    await asyncio.sleep(0)
    try:
        assert await asyncio.wait_for(asked_by("few", whole([b"one", b"two"])), LONG) == b"onetwo"
        page = context.browse(lambda _connection: "page")
        assert await asyncio.wait_for(asked_by("few", page), LONG) == "page"
        assert not held.is_set()
    finally:
        held.set()
    assert await asyncio.gather(*many) == [b"line"] * 5


async def test_each_part_of_a_whole_list_is_made_in_a_turn_of_its_own(sqlite_api, monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK_SIZE", 1)
    context, order, both = sqlite_api.app.state.context, [], asyncio.Event()
    context.__dict__["_browsing"] = Jobs(FairThreadPool(1))

    def lines(name):
        for _ in range(6):
            order.append(name)
            yield b"line"

    async def whole(name):
        parts = await context.parts(lines(name))
        if len(set(order)) == 2:
            both.set()
        await both.wait()
        return [part async for part in parts]

    await asyncio.gather(asked_by("one", whole("one")), asked_by("other", whole("other")))
    assert sum(one != other for one, other in itertools.pairwise(order)) > 6


async def test_more_lists_than_may_wait_are_refused_before_they_begin(sqlite_api, monkeypatch):
    monkeypatch.setattr(computing, "WAITING", 0)
    for path in ("/v1/actions?format=csv", "/v1/rolls?format=ndjson", "/v1/actions", f"{PATH}/catalogue?q=juke"):
        refused = await sqlite_api.get(path)
        assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (503, "busy", "1"), path


async def test_a_large_body_is_checked_beside_the_event_loop(sqlite_api, monkeypatch):
    threads, validate = [], StrictBody.validate

    def noted(self, raw):
        threads.append(threading.current_thread())
        return validate(self, raw)

    monkeypatch.setattr(StrictBody, "validate", noted)
    squad = {"faction": "rebelalliance", "pilots": [{"id": "wedgeantilles", "ship": "t65xwing"}] * 600}
    assert (await sqlite_api.post(f"{PATH}/squads", {"xws": squad})).status_code == 422
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


@pytest.mark.parametrize(("others", "share"), [(True, 0.1), (False, 1.0)])
async def test_games_without_people_take_a_tenth_while_others_work_and_come_in_turn(monkeypatch, others, share):
    clock, spent, played = [0.0], [0.0], []
    monkeypatch.setattr(autoplay, "monotonic", lambda: clock[0])

    async def look(read):
        return Look(1, (SimpleNamespace(deadline=None, state=None, id=read.keywords["id"]),), is_alone=True)

    async def answer(_self, due):
        played.append(due.id)
        clock[0] += 0.3
        spent[0] += 0.3
        await asyncio.sleep(0)
        return True

    monkeypatch.setattr(AutoPlayer, "_answer", answer)
    service = AutoPlayer(SimpleNamespace(books={}, read_or_wait_for_turn=look, others_work=lambda: others))
    sessions = {f"alone-{n}": 1 for n in range(20)}
    for id in sessions:  # each is known for what it is
        service._known(id).is_alone = True
    for _ in range(400):
        clock[0] += 1.0 - clock[0] % 1.0
        service._go_round(sessions, autoplay.monotonic())
        assert len(service._tasks) <= 1
        while service._tasks:
            await asyncio.sleep(0)
    await service.end()
    assert set(played) == set(sessions)
    assert abs(played.count("alone-0") - played.count("alone-19")) <= len(played) / 50
    assert 0.5 * share <= spent[0] / clock[0] <= share
