"""The service plays seats and roles, and answers after deadlines; whoever is awake does, and it is done once."""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import replace
from fractions import Fraction

import pytest

from app.api.work import autoplay
from app.errors import Problem
from tests.api.test_games import TWO, act, open_game, questions, state
from tests.client import PHYSICAL, SEED, SEED_FACES, path_of
from tests.conftest import serving
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
STALINGRAD = "/v1/rulesets/storm-over-stalingrad"


HOUR = 3600


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)


async def seq_of(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]


async def moved_on(api, session, seq):
    """What came after an event in a session, once something does."""

    async def come():
        return (await api.get(f"/v1/sessions/{session['id']}/events?after={seq}")).json()["items"]

    return await until(come)


async def fire(api, slug=STALINGRAD):
    return (await api.get(slug)).json()["examples"][0]


DICE = {"storm-over-stalingrad": {"source": "physical", "faces": [[6, 6]]}}
"""Where an attack asks nothing by most throws: one by which it does."""
OPTIONS = {"open-forces": {"casualty_choice": "defender"}}


def worth(odds, one):
    """What a choice is worth to the one who chooses, by the measure that tells; the top of the list is the best."""
    return Fraction(one["means"][odds["best_by"]]["exact"]) if one["means"] else None


async def never_better_than_the_best(api, action, token):
    """How many choices of an action could be priced, none of which was better than the best."""
    priced = 0
    for place, entry in enumerate(action["record"]):
        if entry["kind"] != "chose" or entry["source"] == "rules":
            continue
        answer = await api.get(f"{path_of(action)}/odds?at={place}", token)
        if answer.status_code != 200:
            assert answer.json()["code"] in ("not-computable", "limit-exceeded"), answer.text
            continue
        odds = answer.json()
        known = [value for one in odds["choices"] if (value := worth(odds, one)) is not None]
        best, mine = known[0], worth(odds, odds["chosen"])
        assert best in (max(known), min(known))
        if mine is not None:
            assert min(best, known[-1]) <= mine <= max(best, known[-1])
        if entry.get("policy") == "best":
            assert odds["choices"][0]["choice"] == entry["choice"] == odds["chosen"]["choice"]
        priced += 1
    return priced


@pytest.mark.parametrize("slug", ["open-forces", "x-wing", "storm-over-stalingrad"])
async def test_best_takes_what_advice_puts_first(sqlite_api, slug):
    api, path = sqlite_api, f"/v1/rulesets/{slug}"
    chosen, about = 0, {"options": OPTIONS.get(slug, {}), "dice": DICE.get(slug)}
    for situation in (await api.get(path)).json()["examples"][:4] * 3:
        if chosen > 2:
            return
        body = {"situation": situation, "policies": {"attacker": "best", "defender": "best"}, **about}
        action = (await api.post(f"{path}/attacks", body)).json()
        assert action["status"] == "resolved", action
        assert set(action["policies"].values()) == {"best"}
        chosen += await never_better_than_the_best(api, action, action["tokens"]["host"])
        assert {entry["policy"] for entry in action["record"] if entry.get("source") == "policy"} <= {"best"}
        token = action["tokens"]["host"]
        assert (await api.get(path_of(action) + "/verification", token)).json()["result"] == "identical"
        events = (await api.get(f"/v1/sessions/{action['session_id']}/events", token)).json()["items"]
        senders = [one["event"].get("sent_by") for one in events if one["type"] == "entries"]
        assert senders[0] == "host"
        assert set(senders[1:]) <= {"service"}
    assert chosen


async def test_a_person_plays_a_whole_game_against_the_service(sqlite_api):
    """The one who plays seat 1 moves as is offered first, and answers by chance; all that seat 2 does, the service does.

    Afterwards nobody is found to have chosen better than the best.
    """
    api = sqlite_api
    setup = (await api.get(STALINGRAD)).json()["game"]["setups"]
    body = {"kind": "game", "seats": TWO, "setup": next(iter(setup.values())), "policies": {"2": "best"}}
    session = (await api.post(f"{STALINGRAD}/sessions", body)).json()
    token, moved, chance = session["tokens"]["seats"]["1"], 0, random.Random(3)

    async def turn():
        asked = [one for one in await questions(api, session) if one["seat"] == 1]
        now = (await api.get(f"/v1/sessions/{session['id']}")).json()
        return asked or now["status"] == "closed"

    while (asked := await until(turn)) is not True and moved < 12:
        question = asked[0]
        if question["question"] == "act":
            path = f"{STALINGRAD}/sessions/{session['id']}/actions"
            answer = {"seen": question["seen"], "move": question["choices"][0]["choice"]}
        else:
            path = f"/v1/sessions/{session['id']}/actions/{question['action']}/answers"
            answer = {"seen": question["seen"], "choice": chance.choice(question["choices"])["choice"]}
        made = await api.post(path, answer, token)
        assert made.status_code in (200, 201), made.text
        moved += 1
    path, senders, priced = f"/v1/sessions/{session['id']}/actions", [], 0
    last = sum((await api.get(f"/v1/sessions/{session['id']}")).json()["actions"].values())
    for number in range(1, last + 1):
        action = (await api.get(f"{path}/{number}")).json()
        senders.append(action["sent_by"])
        priced += await never_better_than_the_best(api, action, token)
    assert senders.count("service") >= 2
    assert priced
    report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert report["result"] == "identical"


async def test_best_moves_as_advice_puts_first_in_a_game_that_hides_nothing(sqlite_api):
    setup = (await sqlite_api.get(STALINGRAD)).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": TWO, "setup": {**setup, "areas": setup["areas"][::-1]}}
    asked = (await sqlite_api.post(f"{STALINGRAD}/sessions", body)).json()
    path = f"/v1/sessions/{asked['id']}/questions?include=odds"
    (act,) = (await sqlite_api.get(path, asked["tokens"]["host"])).json()["items"]
    best = act["odds"]["choices"][0]["choice"]
    assert best != act["choices"][0]["choice"]
    session = (await sqlite_api.post(f"{STALINGRAD}/sessions", {**body, "policies": {"1": "best"}})).json()

    async def moved():
        made = await sqlite_api.get(f"/v1/sessions/{session['id']}/actions/2")
        return made.status_code == 200 and made.json()

    assert (await until(moved))["situation"] == best


async def test_best_looks_ahead_to_the_attack_that_a_move_allows(sqlite_api):
    """The first group of each army reaches nobody; its tank does, which is found by looking ahead."""
    setup = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample-with-positions"]
    session = await open_game(sqlite_api, setup=setup, policies={"1": "best", "2": "best"})

    async def moved():
        return (await sqlite_api.get(f"/v1/sessions/{session['id']}")).json()["actions"]["resolved"] >= 2

    await until(moved)
    first = (await sqlite_api.get(f"/v1/sessions/{session['id']}/actions/2")).json()
    assert (first["kind"], first["sent_by"]) == ("command", "service")
    assert first["outcome"]["attack"] is not None
    assert first["situation"]["group"][2:] in ("tank", "mortar")


async def test_what_cannot_be_answered_now_is_answered_later(sqlite_api, monkeypatch):
    """A request whose action is written is never refused for what the service could not do in it yet."""
    real, tried = autoplay.chosen, []

    def busy(*arguments):
        tried.append(arguments)
        raise Problem("busy")

    monkeypatch.setattr(autoplay, "chosen", busy)
    situation = (await sqlite_api.get(STALINGRAD)).json()["examples"][0]
    body = {"situation": situation, "dice": DICE["storm-over-stalingrad"], "policies": {"defender": "best"}}
    response = await sqlite_api.post(f"{STALINGRAD}/attacks", body)
    assert (response.status_code, response.json()["status"]) == (201, "pending")
    assert tried
    monkeypatch.setattr(autoplay, "chosen", real)

    async def resolved():
        return (await sqlite_api.get(path_of(response.json()))).json()["status"] == "resolved"

    await until(resolved)


async def test_a_seat_of_the_service_makes_the_first_legal_move_where_nothing_is_priced(api):
    session = await open_game(api, policies={"1": "first-legal", "2": "first-legal"}, seats=TWO)

    async def moved():
        return (await api.get(f"/v1/sessions/{session['id']}")).json()["actions"]["resolved"] >= 4

    await until(moved)
    second = (await api.get(f"/v1/sessions/{session['id']}/actions/2")).json()
    assert second["sent_by"] == "service"
    chose = [entry for entry in second["record"] if entry["kind"] == "chose"]
    assert {entry["policy"] for entry in chose if entry["source"] == "policy"} == {"first-legal"}


@pytest.mark.parametrize("slug", ["x-wing", "storm-over-stalingrad"])
async def test_first_legal_takes_what_a_question_lists_first(sqlite_api, slug):
    path = f"/v1/rulesets/{slug}"
    situation = (await sqlite_api.get(path)).json()["examples"][1]
    thrown = ["focus"] * 4 if slug == "x-wing" else [6, 6]
    body = {"situation": situation, "dice": {"source": "physical", "faces": [thrown]}}
    asked, played = [
        await sqlite_api.post(f"{path}/attacks", {**body, "policies": dict.fromkeys(("attacker", "defender"), name)})
        for name in ("ask", "first-legal")
    ]
    first = next(entry for entry in played.json()["record"] if entry.get("source") == "policy")
    assert first["choice"] == asked.json()["pending"]["choices"][0]["choice"]


async def a_question(api, session):
    """An attack in which the defender is asked, a seat of the session."""
    situation = {**SEED, "attacker": {"units": 5, "mode": {"atk": 4}}}
    sent = {
        "session_id": session["id"],
        "seats": {"attacker": 1},
        "policies": {"attacker": "default"},
        "dice": {"faces": SEED_FACES},
    }
    return (await api.attack(situation, token=session["tokens"]["host"], **sent)).json()


async def test_after_its_deadline_a_question_is_answered_once_by_one_of_two_processes(postgres_url, sqlite_url, clock):
    for url, processes in ((postgres_url, 2), (sqlite_url, 1)):
        async with AsyncExitStack() as stack:
            apis = [await stack.enter_async_context(serving(url)) for _ in range(processes)]
            api = apis[0]
            session = (
                await api.post(
                    "/v1/rulesets/open-forces/sessions",
                    {
                        "kind": "series",
                        "seats": TWO,
                        "options": {"casualty_choice": "defender"},
                        "dice": PHYSICAL,
                        "deadline": {"seconds": HOUR, "policy": "default"},
                    },
                )
            ).json()
            assert session["deadline"] == {"seconds": HOUR, "policy": session["deadline"]["policy"]}
            waiting = [await a_question(api, session) for _ in range(8)]
            assert {action["status"] for action in waiting} == {"pending"}
            clock.move(seconds=HOUR)

            async def all_resolved(api=api, session=session):
                return not (await api.get(f"/v1/sessions/{session['id']}")).json()["actions"]["pending"]

            await until(all_resolved)
            events = (await api.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"]
            over = [one["event"] for one in events if one["type"] == "deadline-passed"]
            assert sorted(one["action"] for one in over) == sorted(action["number"] for action in waiting)
            assert {(one["seat"], one["policy"]) for one in over} == {(2, session["deadline"]["policy"])}
            for action in waiting:
                now = (await api.get(path_of(action))).json()
                answered = [entry for entry in now["record"] if entry.get("question") == "choose-casualties"]
                assert [(entry["source"], entry["policy"]) for entry in answered] == [
                    ("policy", session["deadline"]["policy"])
                ]
            assert (await api.get(f"/v1/sessions/{session['id']}/verification")).json()["result"] == "identical"


async def test_a_question_asked_while_the_service_looks_at_another_has_its_own_time(sqlite_api, clock):
    """A look may take long; what is asked meanwhile was asked before the look ends."""
    service, may_end, looks = sqlite_api.app.state.context.autoplay, asyncio.Event(), []
    read = service._means.read_or_wait_for_turn

    async def slow_look(query):
        look = await read(query)
        if look.due:
            looks.append(look)
            await may_end.wait()
        return look

    body = {
        "kind": "series",
        "seats": TWO,
        "options": {"casualty_choice": "defender"},
        "dice": PHYSICAL,
        "deadline": {"seconds": HOUR, "policy": "default"},
    }
    session = (await sqlite_api.post("/v1/rulesets/open-forces/sessions", body)).json()
    service._means = replace(service._means, read_or_wait_for_turn=slow_look)
    await a_question(sqlite_api, session)
    await until(lambda: looks)
    second = await a_question(sqlite_api, session)
    clock.move(seconds=HOUR)
    moved_at = clock.monotonic()
    await until(lambda: service._rounded_at > moved_at)
    may_end.set()

    async def resolved():
        return (await sqlite_api.get(path_of(second))).json()["status"] == "resolved"

    await until(resolved, seconds=LONG / 4)


async def test_a_deadline_runs_from_the_start_of_the_process_that_applies_it(sqlite_url, clock):
    async with serving(sqlite_url) as api:
        session = await open_game(api, deadline={"seconds": HOUR, "policy": "first-legal"})
        other = await open_game(api, deadline={"seconds": HOUR // 4})
        seq, others = await seq_of(api, session), await seq_of(api, other)
    clock.move(seconds=2 * HOUR)
    async with serving(sqlite_url) as api:
        clock.move(seconds=HOUR // 2)
        await moved_on(api, other, others)
        assert await seq_of(api, session) == seq
        clock.move(seconds=HOUR // 2)
        events = await moved_on(api, session, seq)
        assert [one["type"] for one in events[:2]] == ["deadline-passed", "action-declared"]
        assert (events[0]["event"]["action"], events[0]["event"]["policy"]) == (None, "first-legal")
        assert events[1]["event"]["sent_by"] == "service"


async def test_who_answers_in_time_is_left_alone(sqlite_api, clock):
    session, late = [await open_game(sqlite_api, deadline={"seconds": HOUR}) for _ in range(2)]
    turn, seq = (await state(sqlite_api, session))["state"]["turn"], await seq_of(sqlite_api, late)
    clock.move(seconds=HOUR * 0.6)
    token = session["tokens"]["seats"][str(turn)]
    made = await act(sqlite_api, session, token, {"kind": "command", "group": f"{'ab'[turn - 1]}-infantry-1"})
    assert made.status_code == 201
    clock.move(seconds=HOUR * 0.6)
    await moved_on(sqlite_api, late, seq)
    now = (await sqlite_api.get(path_of(made.json()))).json()
    assert (now["status"], now["pending"]["question"]) == ("pending", "choose-mode")


async def test_what_a_deadline_needs(sqlite_api):
    for deadline, code in (
        ({"seconds": 0}, "invalid-request"),
        ({"seconds": 5, "policy": "ask"}, "unknown-policy"),
        ({"seconds": 5, "policy": "nobody"}, "unknown-policy"),
    ):
        refused = await sqlite_api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "deadline": deadline})
        assert (refused.status_code, refused.json()["code"]) == (422, code)
        assert refused.json()["errors"][0]["pointer"].startswith("/deadline/")
