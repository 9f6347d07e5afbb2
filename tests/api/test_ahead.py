"""What policies search for is worked out before the writer, where all others wait."""

import asyncio
import threading

import pytest

from app.api import computing
from app.rulesets.x_wing.exact import player
from tests.waiting import LONG

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"


@pytest.fixture
def searching(monkeypatch):
    """The names of the threads on which attacks are searched."""
    names, search = [], player.search

    def noted(battle):
        names.append(threading.current_thread().name)
        return search(battle)

    monkeypatch.setattr(player, "search", noted)
    monkeypatch.setattr(player, "SEARCHES", {})
    return names


async def situation_of(api, hull):
    situation = (await api.get(PATH)).json()["examples"][0]
    return {**situation, "defender": {**situation["defender"], "hull": hull, "tokens": {"focus": 1, "evade": 1}}}


async def test_no_attack_is_searched_in_the_writer(sqlite_api, searching):
    alone = await sqlite_api.post(f"{PATH}/attacks", {"situation": await situation_of(sqlite_api, 5)})
    assert alone.status_code == 201
    assert len(searching) == 1
    series = (
        await sqlite_api.post(f"{PATH}/sessions", {"kind": "series", "options": {"unknown_cards": "note"}})
    ).json()
    body = {"situation": await situation_of(sqlite_api, 6), "session_id": series["id"]}
    played = await sqlite_api.post(f"{PATH}/attacks", body, series["tokens"]["host"])
    assert played.status_code == 201
    assert len(searching) == 2
    body = {"attacks": [{**body, "situation": await situation_of(sqlite_api, 7)}]}
    many = (await sqlite_api.post(f"{PATH}/attacks/batch", body, series["tokens"]["host"])).json()
    assert many["items"][0]["status"] == 201
    assert len(searching) == 3
    assert "writer" not in searching


async def test_no_attack_is_searched_in_the_writer_when_it_is_answered(sqlite_api, searching):
    body = {
        "situation": await situation_of(sqlite_api, 8),
        "policies": {"attacker": "ask"},
        "dice": {"source": "physical"},
    }
    action = (await sqlite_api.post(f"{PATH}/attacks", body)).json()
    token = action["tokens"]["host"]
    while action["pending"]:
        player.SEARCHES.clear()
        asked = action["pending"]
        if asked["kind"] == "roll":
            answer = {"faces": asked["faces"][: asked["count"]]}
        else:
            answer = {"choice": asked["choices"][0]["choice"]}
        answered = await sqlite_api.answer(action, token, **answer)
        assert answered.status_code == 200, answered.text
        action = answered.json()
    assert len(searching) > 2
    assert "writer" not in searching


AT_ONCE = 64
"""More requests than may wait for odds."""


@pytest.fixture
def held_up(monkeypatch, searching):
    """The same where no search ends before so many have asked."""
    search, shared, askers = player.search, computing.Jobs.shared, []

    def hold_until(count):
        all_have_asked = threading.Event()

        def asked(self, question, begin):
            askers.append(question)
            if len(askers) == count:
                all_have_asked.set()
            return shared(self, question, begin)

        def held(battle):
            assert all_have_asked.wait(LONG)
            return search(battle)

        monkeypatch.setattr(computing.Jobs, "shared", asked)
        monkeypatch.setattr(player, "search", held)
        return searching

    return hold_until


@pytest.mark.parametrize("path", ["attacks", "odds"])
async def test_all_who_ask_the_same_at_once_wait_for_one_search(sqlite_api, held_up, path):
    body, searching = {"situation": await situation_of(sqlite_api, 9)}, held_up(AT_ONCE)
    answers = await asyncio.gather(*(sqlite_api.post(f"{PATH}/{path}", body) for _ in range(AT_ONCE)))
    assert {answer.status_code for answer in answers} == {201 if path == "attacks" else 200}
    assert len(searching) == 1


async def test_those_who_ask_for_others_are_told_that_the_service_is_busy(sqlite_api, held_up, monkeypatch):
    monkeypatch.setattr(computing, "WAITING", 2)
    held_up(4)
    bodies = [{"situation": await situation_of(sqlite_api, hull)} for hull in range(9, 13)]
    answers = await asyncio.gather(*(sqlite_api.post(f"{PATH}/odds", body) for body in bodies))
    refused = [answer.json()["code"] for answer in answers if answer.status_code == 503]
    assert refused == ["busy", "busy"]


async def test_a_search_that_fails_fails_for_all_who_wait_for_it_and_is_made_anew_for_the_next(sqlite_api, monkeypatch):
    monkeypatch.setattr(computing, "WAITING", 0)
    body = {"situation": await situation_of(sqlite_api, 13)}
    answers = await asyncio.gather(*(sqlite_api.post(f"{PATH}/attacks", body) for _ in range(3)))
    assert [answer.status_code for answer in answers] == [503] * 3
    monkeypatch.undo()
    assert (await sqlite_api.post(f"{PATH}/attacks", body)).status_code == 201
