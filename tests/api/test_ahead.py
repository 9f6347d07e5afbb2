"""What policies search for is worked out before the writer, where all others wait."""

import asyncio
import threading

import pytest

from app.api import context
from app.api.work import computing
from app.rulesets.x_wing.exact import player
from tests.waiting import LONG

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"
ROLES = ("attacker", "defender")
THROWN = {"source": "physical", "faces": [["hit"] * 2, ["focus"] * 2]}
"""Dice after which there is something to decide."""


@pytest.fixture
def searching(monkeypatch):
    """The names of the threads on which attacks are searched."""
    names, search = [], player.search

    def noted(battle, most):
        names.append(threading.current_thread().name)
        return search(battle, most)

    monkeypatch.setattr(player, "search", noted)
    monkeypatch.setattr(player, "SEARCHES", {})
    return names


async def situation_of(api, hull):
    situation = (await api.get(PATH)).json()["examples"][0]
    return {**situation, "defender": {**situation["defender"], "hull": hull, "tokens": {"focus": 1, "evade": 1}}}


async def test_no_attack_is_searched_in_the_writer(sqlite_api, searching):
    alone = await sqlite_api.post(f"{PATH}/attacks", {"situation": await situation_of(sqlite_api, 5), "dice": THROWN})
    assert alone.status_code == 201
    assert len(searching) == 1
    opening = {"kind": "series", "options": {"unknown_cards": "note"}, "dice": {"source": "physical"}}
    series = (await sqlite_api.post(f"{PATH}/sessions", opening)).json()
    body = {"situation": await situation_of(sqlite_api, 6), "session_id": series["id"], "dice": THROWN}
    played = await sqlite_api.post(f"{PATH}/attacks", body, series["tokens"]["host"])
    assert played.status_code == 201
    assert len(searching) == 2
    body = {"attacks": [{**body, "situation": await situation_of(sqlite_api, 7)}]}
    many = (await sqlite_api.post(f"{PATH}/attacks/batch", body, series["tokens"]["host"])).json()
    assert many["items"][0]["status"] == 201
    assert len(searching) == 3
    assert "writer" not in searching


async def test_attacks_of_a_series_stay_in_order_though_one_is_to_be_searched_first(sqlite_api):
    known, unknown = await situation_of(sqlite_api, 5), await situation_of(sqlite_api, 14)
    await sqlite_api.post(f"{PATH}/attacks", {"situation": known, "dice": THROWN})
    series = (await sqlite_api.post(f"{PATH}/sessions", {"kind": "series", "dice": {"source": "physical"}})).json()
    attacks = [{"situation": each, "session_id": series["id"], "dice": THROWN} for each in (unknown, known)]
    many = await sqlite_api.post(f"{PATH}/attacks/batch", {"attacks": attacks}, series["tokens"]["host"])
    assert [item["action"]["number"] for item in many.json()["items"]] == [1, 2]


async def test_no_attack_is_searched_in_the_writer_when_it_is_answered(sqlite_api, searching):
    body = {
        "situation": await situation_of(sqlite_api, 8),
        "policies": {"attacker": "ask"},
        "dice": {"source": "physical"},
    }
    action = (await sqlite_api.post(f"{PATH}/attacks", body)).json()
    token = action["tokens"]["host"]
    searching.clear()
    while action["pending"]:
        player.SEARCHES.clear()
        asked = action["pending"]
        if asked["kind"] == "roll":
            answer = {"faces": ["hit" if asked["by"] == "attacker" else "focus"] * asked["count"]}
        else:
            answer = {"choice": asked["choices"][0]["choice"]}
        answered = await sqlite_api.answer(action, token, **answer)
        assert answered.status_code == 200, answered.text
        action = answered.json()
    assert "policy" in [entry["source"] for entry in action["record"] if entry["kind"] == "chose"]
    assert searching
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

        def held(battle, most):
            assert all_have_asked.wait(LONG)
            return search(battle, most)

        monkeypatch.setattr(computing.Jobs, "shared", asked)
        monkeypatch.setattr(player, "search", held)
        return searching

    return hold_until


@pytest.mark.parametrize("path", ["attacks", "odds"])
async def test_all_who_ask_the_same_at_once_wait_for_one_search(sqlite_api, held_up, path):
    thrown = {"dice": THROWN} if path == "attacks" else {}
    body, searching = {"situation": await situation_of(sqlite_api, 9), **thrown}, held_up(AT_ONCE)
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
    body = {"situation": await situation_of(sqlite_api, 13), "dice": THROWN}
    answers = await asyncio.gather(*(sqlite_api.post(f"{PATH}/attacks", body) for _ in range(3)))
    assert [answer.status_code for answer in answers] == [503] * 3
    monkeypatch.undo()
    assert (await sqlite_api.post(f"{PATH}/attacks", body)).status_code == 201


async def test_what_was_pushed_out_meanwhile_is_not_searched_in_the_writer(sqlite_api, searching, monkeypatch):
    monkeypatch.setattr(player, "KEPT", 1)
    series = (await sqlite_api.post(f"{PATH}/sessions", {"kind": "series", "dice": {"source": "physical"}})).json()
    situations = [await situation_of(sqlite_api, hull) for hull in (5, 6)]
    attacks = [{"situation": situation, "session_id": series["id"], "dice": THROWN} for situation in situations]

    async def many(**rest):
        return await sqlite_api.post(f"{PATH}/attacks/batch", {"attacks": attacks, **rest}, series["tokens"]["host"])

    assert {item["status"] for item in (await many()).json()["items"]} == {201}
    monkeypatch.setattr(context, "PLANS", 3)
    assert (await many(all_or_nothing=True)).status_code == 503  # both at once are more than is kept here
    assert len(searching) > 2
    assert "writer" not in searching


async def test_an_attack_inside_an_attack_is_not_searched_in_the_writer(sqlite_api, searching):
    situation = await situation_of(sqlite_api, 5)
    attacker = {**situation["attacker"], "upgrades": ["veteranturretgunner"], "tokens": {"focus": 1}}
    situation = {**situation, "attacker": attacker}
    weapon = {"value": 3, "arc": "single-turret"}
    bonus = {"use": f"upgrade:{attacker['upgrades'][0]}", "weapon": weapon, "attack_range": 1}
    bonus["defender_in_arcs"] = ["single-turret"]
    answers = [{"question": "bonus-attack", "choice": bonus}]
    faces = [["hit"] * 2, ["blank"] * 2, ["focus"] * 4, ["blank"] * 2]
    body = {"situation": situation, "answers": answers, "dice": {"source": "physical", "faces": faces}}
    played = await sqlite_api.post(f"{PATH}/attacks", body)
    assert played.status_code == 201, played.text
    noted = [entry["fact"] for entry in played.json()["record"] if entry["kind"] == "noted"]
    assert "bonus-attack-declared" in noted
    assert "writer" not in searching


async def test_an_attack_inside_a_game_is_not_searched_in_the_writer(sqlite_api, searching):
    situation = await situation_of(sqlite_api, 5)
    ships = [{**situation[role], "locks": [situation[other]["id"]]} for role, other in (ROLES, ROLES[::-1])]
    weapons = [situation["weapon"]]  # whose dice can be rolled again, whatever they show
    squads = [{"ships": [{"initiative": 3, "ship": ship, "weapons": weapons}]} for ship in ships]
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    body = {"kind": "game", "seats": seats, "setup": {"squads": squads}, "policies": {"1": "default", "2": "default"}}
    opened = (await sqlite_api.post(f"{PATH}/sessions", body)).json()
    path, host = f"/v1/sessions/{opened['id']}", opened["tokens"]["host"]
    kinds = []
    while "engage" not in kinds:
        (asked, *_) = (await sqlite_api.get(f"{path}/questions", host)).json()["items"]
        moves = [choice["choice"] for choice in asked["choices"] if choice["choice"]["kind"] != "concede"]
        move = next((move for move in moves if move["kind"] == "end-phase"), moves[0])
        move = next((move for move in moves if move.get("attack")), move)
        sent = {"seen": asked["seen"], "seat": asked["seat"], "move": move}
        made = await sqlite_api.post(f"{PATH}/sessions/{opened['id']}/actions", sent, host)
        assert made.status_code == 201, made.text
        kinds.append(move["kind"])
    assert searching
    assert "writer" not in searching


async def test_odds_from_what_was_thrown_are_not_searched_on_the_event_loop(sqlite_api, searching):
    situation = await situation_of(sqlite_api, 5)
    situation["attacker"] = {**situation["attacker"], "locks": [situation["defender"]["id"]]}
    dice = {"faces": [["blank"] * situation["weapon"]["value"]]}
    answer = await sqlite_api.post(f"{PATH}/odds", {"situation": situation, "dice": dice})
    assert answer.status_code == 200, answer.text
    assert searching
    assert threading.current_thread().name not in searching
