"""Games whose moves tell what only a table shows: people declare them for both sides, the service answers in them."""

from functools import partial

import pytest

from app.api.work import autoplay
from app.services.autoplay.due import look_at
from tests.client import path_of
from tests.waiting import until

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"
HOUR = 3600
END = {"kind": "end-phase"}
SETUP = {
    "squads": [
        {"ships": [{"ship": {"id": "luke", "pilot": "lukeskywalker"}}]},
        {"ships": [{"ship": {"id": "vader", "pilot": "darthvader"}}]},
    ]
}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)


async def opened(api, **rest):
    body = {"kind": "game", "setup": SETUP, "seats": [{"name": "Anna"}, {"name": "Service"}], "host": False, **rest}
    answer = await api.post(f"{PATH}/sessions", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def seq_of(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]


async def move(api, session, action, *, by=1, **rest):
    token, seen = session["tokens"]["seats"][str(by)], await seq_of(api, session)
    return await api.post(f"{PATH}/sessions/{session['id']}/actions", {"seen": seen, "move": action, **rest}, token)


async def owed_by_the_service(api, session):
    context = api.app.state.context
    look = await context.read(partial(look_at, books=context.books, id=session["id"]))
    return [(due.wanted.question.name, due.policy) for due in look.due]


async def board(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]


@pytest.mark.parametrize("player", ["best", "first-legal"])
async def test_the_service_ends_no_phase_and_measures_no_range_for_a_seat_that_it_plays(sqlite_api, player):
    session = await opened(sqlite_api, policies={"2": player})
    for _ in range(2):
        assert await owed_by_the_service(sqlite_api, session) == []
        assert (await move(sqlite_api, session, END)).status_code == 201
        assert await owed_by_the_service(sqlite_api, session) == []
        assert (await move(sqlite_api, session, END, seat=2)).status_code == 201
    assert (await board(sqlite_api, session))["phase"] == "engagement"
    assert await owed_by_the_service(sqlite_api, session) == []


async def test_a_player_declares_for_the_service_which_answers_with_its_tokens(sqlite_api):
    session = await opened(sqlite_api, policies={"2": "best"})
    await move(sqlite_api, session, END)
    await move(sqlite_api, session, END, seat=2)
    told = {"kind": "declare", "ships": [{"id": "vader", "tokens": {"focus": 1}, "locks": ["luke"]}]}
    assert (await move(sqlite_api, session, told, seat=2)).status_code == 201
    await move(sqlite_api, session, END)
    await move(sqlite_api, session, END, seat=2)
    attack = {"target": "luke", "attack_range": 1, "defender_in_arcs": ["front"]}
    made = await move(sqlite_api, session, {"kind": "engage", "ship": "vader", "attack": attack}, seat=2)
    assert made.status_code == 201, made.text
    action = made.json()
    assert action["sent_by"] == {"seat": 1}
    assert action["situation"]["attack"]["attack_range"] == 1
    while action["status"] == "pending":
        assert action["pending"]["seat"] == 1
        first = action["pending"]["choices"][0]["choice"]
        action = (await sqlite_api.answer(action, session["tokens"]["seats"]["1"], choice=first)).json()
        action = (await sqlite_api.get(path_of(action))).json()
    chosen = {entry["by"]: entry.get("policy") for entry in action["record"] if entry["kind"] == "chose"}
    assert chosen.get("attacker") in ("best", None)
    assert {entry["by"] for entry in action["record"] if entry.get("policy") == "best"} <= {"attacker"}


async def test_nobody_declares_for_a_seat_that_a_person_plays(sqlite_api):
    session = await opened(sqlite_api)
    refused = await move(sqlite_api, session, END, seat=2)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-role")
    vacant = await opened(sqlite_api, policies={"2": "simple"})
    refused = await move(sqlite_api, vacant, END, seat=2)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-role")


async def test_nobody_declares_for_the_service_where_it_sees_the_whole_board(sqlite_api):
    body = {
        "kind": "game",
        "setup": (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"],
    }
    body |= {"seats": [{}, {}], "host": False, "policies": {"2": "first-legal"}}
    session = (await sqlite_api.post("/v1/rulesets/open-forces/sessions", body)).json()
    token, seen = session["tokens"]["seats"]["1"], session["seq"]
    sent = {"seen": seen, "move": {"kind": "command", "group": "b-infantry-1"}, "seat": 2}
    refused = await sqlite_api.post(f"/v1/rulesets/open-forces/sessions/{session['id']}/actions", sent, token)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-role")


async def test_what_waits_for_a_player_are_the_moves_of_the_service_too(sqlite_api):
    session = await opened(sqlite_api, policies={"2": "best"})
    waiting = (await sqlite_api.get("/v1/questions", session["tokens"]["seats"]["1"])).json()["items"]
    assert sorted(one["question"]["seat"] for one in waiting) == [1, 2]
    between_people = await opened(sqlite_api)
    waiting = (await sqlite_api.get("/v1/questions", between_people["tokens"]["seats"]["1"])).json()["items"]
    assert [one["question"]["seat"] for one in waiting] == [1]


async def test_after_a_deadline_the_service_goes_on_without_telling_what_it_cannot_see(sqlite_api, clock):
    session = await opened(sqlite_api, deadline={"seconds": HOUR, "policy": "best"})
    for phase in ("planning", "planning", "activation", "activation", "engagement", "engagement"):
        assert (await board(sqlite_api, session))["phase"] == phase
        before = await seq_of(sqlite_api, session)
        clock.move(seconds=HOUR)

        async def gone_on(before=before):
            now = (await sqlite_api.get(f"/v1/sessions/{session['id']}")).json()
            return now["seq"] > before and not now["actions"]["pending"]

        await until(gone_on)
    paths = [f"/v1/sessions/{session['id']}/actions/{number}" for number in range(2, 8)]
    made = [(await sqlite_api.get(path)).json()["situation"] for path in paths]
    assert [situation["kind"] for situation in made] == ["end-phase"] * 4 + ["engage"] * 2
    assert [situation["attack"] for situation in made[4:]] == [None, None]
