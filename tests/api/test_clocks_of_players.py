"""The clocks of players run while the game asks them, by a clock that nobody sets and that stands without a process."""

import asyncio
import random
from contextlib import AsyncExitStack
from functools import partial
from threading import Event

import pytest

from app.api.work import autoplay, served
from tests import thorough
from tests.api.test_games import TWO, act, code, open_game, questions
from tests.conftest import serving
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
TEN = {"seconds": 600, "increment": 0}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)
    monkeypatch.setattr(served, "LEASE", 1e6)


async def open_timed(api, clock):
    """A game with clocks, which the host has begin."""
    session = await begun(api, await open_game(api, clock=clock))
    await seen_running(api, session)
    return session


async def begun(api, session):
    """The same session, with its tokens, after the host has let its clocks begin."""
    started = await api.post(f"/v1/sessions/{session['id']}/clock", {"running": True}, session["tokens"]["host"])
    assert started.is_success, started.text
    return {**started.json(), "tokens": session["tokens"]}


async def seen_running(api, session):
    """The service has seen that a clock runs in the session, so that it keeps time: that takes a round at most."""
    watched = api.app.state.context.autoplay._watched

    async def seen():
        known, seq = watched.get(session["id"]), (await shown(api, session))["seq"]
        return known and known.seq == seq and known.is_settled and known.falls_at

    await until(seen)


async def last_round(monkeypatch):
    """The service has looked after all sessions, and does not do so again for an hour."""
    is_over, go_round = asyncio.Event(), autoplay.AutoPlayer._go_round

    def go(self, *seen):
        go_round(self, *seen)
        is_over.set()

    monkeypatch.setattr(autoplay.AutoPlayer, "_go_round", go)
    await is_over.wait()  # so the next round is one of these, also where it has begun
    is_over.clear()
    monkeypatch.setattr(autoplay, "ROUND", 3600)
    await is_over.wait()


async def shown(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}")).json()


async def log(api, session, *types):
    events = (await api.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"]
    return [one["event"] for one in events if not types or one["type"] in types]


def running(session):
    return [int(seat) for seat, one in session["clocks"].items() if one["since"]]


def left(session, seat):
    return session["clocks"][str(seat)]["left_ms"] / 1000


def about(seconds):
    return pytest.approx(seconds, abs=5)


async def play(api, session, chance=None):
    """Whoever is asked first moves or answers; the seat that did, and whether it was a move that is resolved."""
    asked = next(one for one in await questions(api, session) if one["question"] != "assent")
    choices = [one["choice"] for one in asked["choices"] if one["choice"].get("kind") not in ("concede", "agree-end")]
    choice, token = (chance or random.Random(1)).choice(choices), session["tokens"]["seats"][str(asked["seat"])]
    if asked["question"] == "act":
        path, answer = f"/v1/sessions/{session['id']}/actions", {"move": choice}
    else:
        path, answer = f"/v1/sessions/{session['id']}/actions/{asked['action']}/answers", {"choice": choice}
    made = await api.post(path, {"seen": asked["seen"], **answer}, token)
    assert made.status_code in (200, 201), made.text
    return asked["seat"], made.json()


async def turn(api, session):
    """The seat whose clock runs plays until the clock stands; how many moves were resolved."""
    (first,) = running(await shown(api, session))
    resolved = 0
    while running(await shown(api, session)) == [first]:
        seat, made = await play(api, session)
        assert seat == first
        resolved += made["status"] == "resolved"
    return resolved


async def test_the_clock_of_the_seat_in_turn_runs_and_a_move_stops_it(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, {**TEN, "increment": 5})
    assert session["clock"] == {
        "seconds": 600,
        "increment": 5,
        "flag": "lose",
        "running": True,
        "agreed": [],
        "waits": False,
    }
    (first,) = running(session)
    assert left(session, 1) == left(session, 2) == 600
    before = await api.get(f"/v1/sessions/{session['id']}")
    clock.move(seconds=60)
    after = await api.get(f"/v1/sessions/{session['id']}")
    assert (before.content, before.headers["etag"]) == (after.content, after.headers["etag"])
    resolved = await turn(api, session)
    now = await shown(api, session)
    assert left(now, first) == about(540 + 5 * resolved)
    assert left(now, 3 - first) == 600
    assert running(now) == [one["seat"] for one in await questions(api, session)] != [first]


async def test_a_round_that_was_read_before_a_game_was_opened_stops_no_clock(sqlite_api, clock, monkeypatch):
    api, read, is_held, may_go, rounds = sqlite_api, autoplay.watched_sessions, Event(), Event(), []

    def held_up(connection):
        found = read(connection)
        if not is_held.is_set():
            is_held.set()
            may_go.wait(LONG)
        rounds.append(found)
        return found

    async def goes_round():
        before = len(rounds)
        await until(lambda: len(rounds) > before + 1)

    monkeypatch.setattr(autoplay, "watched_sessions", held_up)
    await until(is_held.is_set)
    session = await open_timed(api, TEN)
    may_go.set()
    await goes_round()
    clock.move(seconds=60)
    await goes_round()
    (first,) = running(session)
    await turn(api, session)
    assert left(await shown(api, session), first) == about(540)


async def test_whose_time_is_over_loses_and_the_log_says_so(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, TEN)
    (first,) = running(session)
    clock.move(seconds=590)
    assert (await shown(api, session))["status"] == "open"
    clock.move(seconds=11)

    async def closed():
        return (now := await shown(api, session))["status"] == "closed" and now

    now = await until(closed)
    winner = 3 - first
    assert now["result"] == {"winner": winner, "winners": [winner], "scores": None, "note": "time"}
    assert running(now) == []
    assert left(now, first) == 0
    (fell,) = await log(api, session, "clock-expired")
    assert (fell["seat"], fell["flag"]) == (first, "lose")
    (end,) = await log(api, session, "session-closed")
    assert end["reason"] == "time"
    assert now["host"]["closed"] is False


async def test_a_move_that_comes_too_late_is_refused_before_anybody_has_looked(sqlite_api, clock, monkeypatch):
    api = sqlite_api
    session = await open_timed(api, {"seconds": 60})
    await last_round(monkeypatch)
    (first,) = running(session)
    asked = (await questions(api, session))[0]
    clock.move(seconds=61)
    token = session["tokens"]["seats"][str(first)]
    assert code(await act(api, session, token, asked["choices"][0]["choice"], asked["seen"])) == (409, "session-closed")


async def test_a_policy_plays_on_for_a_seat_whose_time_is_over(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, {"seconds": 60, "flag": "first-legal"})
    (first,) = running(session)
    clock.move(seconds=61)

    async def others_turn():
        return running(now := await shown(api, session)) == [3 - first] and now

    now = await until(others_turn)
    assert (now["status"], left(now, first)) == ("open", 0)
    made = (await log(api, session, "action-declared"))[1:]
    assert made
    assert all((one["sent_by"], one["seats"]) == ("service", {"actor": first}) for one in made)


async def test_a_host_halts_the_clocks_and_seats_do_it_together(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, TEN)
    (first,), tokens, path = running(session), session["tokens"], f"/v1/sessions/{session['id']}/clock"
    clock.move(seconds=100)
    halted = (await api.post(path, {"running": False}, tokens["host"])).json()
    assert (halted["clock"]["running"], running(halted)) == (False, [])
    assert left(halted, first) == about(500)
    clock.move(seconds=1000)
    resumed = (await api.post(path, {"running": True}, tokens["host"])).json()
    assert (running(resumed), left(resumed, first)) == ([first], about(500))
    one, two = tokens["seats"].values()
    for token, agreed, runs in ((one, [1], True), (one, [1], True), (two, [], False), (two, [], False)):
        now = (await api.post(path, {"running": False}, token)).json()
        assert (now["clock"]["agreed"], now["clock"]["running"], bool(running(now))) == (agreed, runs, runs)
    for wants, agreed in ((True, [2]), (False, []), (True, [2])):
        now = (await api.post(path, {"running": wants}, two)).json()
        assert (now["clock"]["agreed"], running(now)) == (agreed, [])
    now = (await api.post(path, {"running": True}, one)).json()
    assert (now["clock"]["agreed"], running(now)) == ([], [first])


async def test_nobody_halts_what_does_not_run(sqlite_api):
    api = sqlite_api
    session = await open_game(api)
    path = f"/v1/sessions/{session['id']}/clock"
    assert code(await api.post(path, {"running": False}, session["tokens"]["host"])) == (409, "fixed-by-session")
    timed = await open_game(api, clock=TEN)
    path = f"/v1/sessions/{timed['id']}/clock"
    assert code(await api.post(path, {"running": False})) == (401, "token-missing")
    assert code(await api.post(path, {"running": 0}, timed["tokens"]["host"])) == (422, "invalid-request")
    await api.post(f"/v1/sessions/{timed['id']}/close", {}, timed["tokens"]["host"])
    assert code(await api.post(path, {"running": False}, timed["tokens"]["host"])) == (409, "session-closed")
    setup = (await api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    for wrong in ({"seconds": 0}, {"seconds": 60, "increment": -1}, {}, {"seconds": 60, "flag": "ask"}):
        body = {"kind": "game", "seats": TWO, "setup": setup, "clock": wrong}
        refused = await api.post("/v1/rulesets/open-forces/sessions", body)
        assert refused.status_code == 422, refused.text
    series = await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": TWO, "clock": TEN})
    assert series.status_code == 422


async def test_who_takes_back_gets_no_time_and_what_is_proposed_stops_no_clock(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, {**TEN, "increment": 30})
    (first,), seats, path = running(session), session["tokens"]["seats"], f"/v1/sessions/{session['id']}"
    clock.move(seconds=100)
    await turn(api, session)
    now = await shown(api, session)
    assert left(now, first) == about(500 + 30)
    clock.move(seconds=50)
    number = sum(now["actions"].values())
    await api.post(f"{path}/actions/{number}/void", {}, seats[str(first)])
    asked = await shown(api, session)
    assert running(asked) == [3 - first]
    clock.move(seconds=50)
    agreed = await api.post(f"{path}/actions/{number}/answers", {"agree": True}, seats[str(3 - first)])
    assert agreed.is_success
    now = await shown(api, session)
    assert running(now) == [first]
    assert (left(now, first), left(now, 3 - first)) == (about(500), about(500))


async def test_a_move_withdraws_a_proposal_and_what_was_refused_waits_for_a_move(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, TEN)
    (first,), seats, path = running(session), session["tokens"]["seats"], f"/v1/sessions/{session['id']}"
    own, other = seats[str(first)], seats[str(3 - first)]
    for _ in range(2):
        proposed = await api.post(f"{path}/close", {"abandon": True}, own)
        assert (running(proposed.json()), proposed.json()["proposal"]["seats"]) == ([first], [first])
        clock.move(seconds=30)
        refused = await api.post(f"{path}/close", {"agree": False}, other)
        assert refused.json()["proposal"] is None
        again = await api.post(f"{path}/close", {"abandon": True}, own)
        assert (code(again), again.json()["reason"]) == ((409, "stale"), "refused-before")
        while running(await shown(api, session)) == [first]:
            await play(api, session)
        while running(await shown(api, session)) == [3 - first]:
            await play(api, session)
    await api.post(f"{path}/close", {"abandon": True}, own)
    while (now := await shown(api, session))["proposal"] is not None:
        assert running(now) == [first]
        await play(api, session)
    assert (await log(api, session, "close-declined"))[-1]["by"] == {"seat": first}
    assert left(now, first) == about(540)


async def test_only_the_turn_gives_an_increment(sqlite_api, clock):
    """Declaring is a move of X-Wing that does not pass the turn, however often it is made."""
    api, path = sqlite_api, "/v1/rulesets/x-wing"
    lists = [{"xws": {"pilots": [{"id": id, "ship": "tielnfighter"}]}} for id in ("academypilot", "howlrunner")]
    body = {"kind": "game", "seats": TWO, "setup": {"squads": lists}, "clock": {"seconds": 60, "increment": 10}}
    session = await begun(api, (await api.post(f"{path}/sessions", body)).json())
    move = {"kind": "declare", "ships": [{"id": "howlrunner", "tokens": {"focus": 1}}]}
    for _ in range(20):
        seen = (await shown(api, session))["seq"]
        sent = {"seen": seen, "move": move}
        made = await api.post(f"{path}/sessions/{session['id']}/actions", sent, session["tokens"]["seats"]["2"])
        assert made.status_code == 201, made.text
    assert left(await shown(api, session), 2) <= 60


async def clocks_begin(api, session):
    async def is_running():
        return (now := await shown(api, session))["clock"]["running"] and now

    return await until(is_running)


async def has_come(api, session, seats):
    async def have():
        return (await shown(api, session))["clock"]["agreed"] == seats

    await until(have)


async def test_clocks_stand_until_every_player_has_come(sqlite_api, clock):
    api = sqlite_api
    session = await open_game(api, clock=TEN, host=False)
    one, two = session["tokens"]["seats"].values()
    assert (session["clock"]["running"], session["clock"]["waits"], running(session)) == (False, True, [])
    assert (await log(api, session))[1] | {"at": ""} == {
        "seq": 2, "at": "", "type": "clock-switched", "running": False, "by": "service"
    }  # fmt: skip
    await api.get(f"/v1/sessions/{session['id']}", one)
    await has_come(api, session, [1])
    clock.move(seconds=500)
    assert running(await shown(api, session)) == []
    await api.get(f"/v1/sessions/{session['id']}/questions", two)
    now = await clocks_begin(api, session)
    assert (now["clock"]["waits"], left(now, 1), left(now, 2)) == (False, 600, 600)
    assert len(running(now)) == 1
    assert (await log(api, session, "clock-switched"))[-1]["by"] == "service"
    report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert (report["result"], report["fault"]) == ("identical", None)


async def test_clocks_begin_after_a_quarter_of_an_hour_whoever_has_not_come(sqlite_api, clock):
    session = await open_game(sqlite_api, clock=TEN)
    clock.move(seconds=899)
    assert not (await shown(sqlite_api, session))["clock"]["running"]
    clock.move(seconds=2)
    await clocks_begin(sqlite_api, session)
    assert (await shown(sqlite_api, session))["status"] == "open"


async def test_nobody_waits_for_a_seat_that_the_service_plays(sqlite_api, clock):
    session = await open_game(sqlite_api, clock=TEN, policies={"2": "first-legal"})
    await sqlite_api.get(f"/v1/sessions/{session['id']}", session["tokens"]["seats"]["1"])
    await clocks_begin(sqlite_api, session)


async def test_who_has_the_clocks_begin_has_come_and_no_other(sqlite_api, clock):
    api = sqlite_api
    session = await open_game(api, clock=TEN, host=False)
    path, (one, two) = f"/v1/sessions/{session['id']}/clock", session["tokens"]["seats"].values()
    now = (await api.post(path, {"running": True}, one)).json()
    assert (now["clock"]["running"], now["clock"]["agreed"]) == (False, [1])
    now = (await api.post(path, {"running": True}, two)).json()
    assert (now["clock"]["running"], now["clock"]["agreed"], now["clock"]["waits"]) == (True, [], False)


async def test_time_in_which_no_process_serves_does_not_count(sqlite_url, clock):
    async with serving(sqlite_url) as api:
        session = await open_timed(api, TEN)
        (first,) = running(session)
        clock.move(seconds=100)
        await until(lambda: kept(api))
    clock.move(hours=5)
    async with serving(sqlite_url) as api:
        await seen_running(api, session)
        clock.move(seconds=100)
        await turn(api, session)
        assert left(await shown(api, session), first) == about(400)


async def kept(api, ms=100_000):
    """Whether the database has so much of the time that processes served."""

    def query(connection):
        return served.served_ms(connection) > ms

    return await api.app.state.context.read(query)


async def test_whoever_sets_the_clock_gives_and_takes_no_time(sqlite_api, clock):
    api = sqlite_api
    session = await open_timed(api, TEN)
    (first,) = running(session)
    clock.set(hours=-3)
    clock.move(seconds=60)
    clock.set(hours=9)
    await turn(api, session)
    now = await shown(api, session)
    assert (now["status"], left(now, first)) == ("open", about(540))


async def test_a_process_that_could_not_write_does_not_count(sqlite_api, clock, monkeypatch):
    monkeypatch.setattr(served, "LEASE", 3.0)
    session = await open_timed(sqlite_api, TEN)
    await last_round(monkeypatch)
    (first,) = running(session)
    clock.move(seconds=60)
    await turn(sqlite_api, session)
    assert left(await shown(sqlite_api, session), first) == pytest.approx(597, abs=4)


async def test_a_clock_falls_once_however_many_processes_look(postgres_url, clock):
    async with AsyncExitStack() as stack:
        apis = [await stack.enter_async_context(serving(postgres_url)) for _ in range(2)]
        session = await open_timed(apis[0], {"seconds": 60})
        clock.move(seconds=30)
        await until(partial(kept, apis[0], 30_000))
        (first,) = running(session)
        await turn(apis[1], session)
        now = await shown(apis[0], session)
        assert left(now, first) == about(30)
        clock.move(seconds=61)

        async def closed():
            return (await shown(apis[0], session))["status"] == "closed"

        await until(closed)
        assert len(await log(apis[0], session, "clock-expired")) == 1
        assert len(await log(apis[0], session, "session-closed")) == 1


SETUPS = [
    ("open-forces", "sample"),
    ("castle-rampage", "whole-sample"),
    ("storm-over-stalingrad", "sample-with-cards"),
    ("x-wing", "ships"),
]
STEPS = thorough.cases(12, 100)


@pytest.mark.parametrize(("slug", "name"), SETUPS)
async def test_clocks_run_for_those_that_everybody_sees_asked(sqlite_api, clock, slug, name):
    """So they tell of hidden things no more than the questions do; and what went by is what is gone in all."""
    api, chance = sqlite_api, random.Random(slug)
    book = (await api.get(f"/v1/rulesets/{slug}")).json()
    body = {"kind": "game", "seats": TWO, "setup": book["game"]["setups"][name], "clock": {"seconds": 90_000}}
    opened = await api.post(f"/v1/rulesets/{slug}/sessions", body)
    assert opened.status_code == 201, opened.text
    session, spent = await begun(api, opened.json()), {"1": 0, "2": 0}
    await seen_running(api, session)
    for _ in range(STEPS):
        items = (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
        now = await shown(api, session)
        asked = sorted({one["seat"] for one in items})
        assert running(now) == asked
        if not asked:
            break
        passed = chance.choice((0, 7, 60))
        await seen_running(api, session)
        clock.move(seconds=passed)
        for seat in asked:
            spent[str(seat)] += passed
        await choose(api, session, chance)
    halt = f"/v1/sessions/{session['id']}/clock"
    now = (await api.post(halt, {"running": False}, session["tokens"]["host"])).json()
    for seat, seconds in spent.items():
        assert 90_000 - left(now, seat) == pytest.approx(seconds, abs=20)
    report = await api.get(f"/v1/sessions/{session['id']}/verification", session["tokens"]["host"])
    assert report.json()["result"] in ("identical", "incomplete", "not-shown")
    assert sum(spent.values())


async def choose(api, session, chance):
    """A seat that is asked moves or answers, by what it sees."""
    asked = chance.choice((await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"])
    token = session["tokens"]["seats"][str(asked["seat"])]
    own = (await api.get(f"/v1/sessions/{session['id']}/questions", token)).json()["items"]
    (one,) = [each for each in own if (each["seat"], each["question"]) == (asked["seat"], asked["question"])]
    moves = [each["choice"] for each in one["choices"]]
    moves = [each for each in moves if each.get("kind") not in ("concede", "agree-end", "propose-end")] or moves
    if one["question"] == "act":
        path, answer = f"/v1/rulesets/{session['ruleset']}/sessions/{session['id']}/actions", "move"
    else:
        path, answer = f"/v1/sessions/{session['id']}/actions/{one['action']}/answers", "choice"
    for move in chance.sample(moves, len(moves)):
        made = await api.post(path, {"seen": one["seen"], answer: move}, token)
        if made.is_success:
            return


def test_what_passes_while_the_clock_of_the_service_is_stored_counts(clock, monkeypatch):
    kept = served.Served({})
    monkeypatch.setattr(served, "served_ms", lambda _connection: 0)
    monkeypatch.setattr(served, "serve", lambda _connection, _ms: clock.move(seconds=60))
    before = kept.ms
    for _ in range(3):
        kept.set_on(None)
    assert 180_000 <= kept.ms - before < 185_000
