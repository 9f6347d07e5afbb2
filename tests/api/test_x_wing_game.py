"""Engagements of X-Wing held by the server, over HTTP."""

import random

import pytest

from tests.client import PHYSICAL
from tests.rulesets.x_wing.squads import as_launch_bay_next_exports, as_yasb_exports
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


async def open_game(api, squads, **rest):
    body = {"kind": "game", "seats": TWO, "setup": {"squads": squads}, **rest}
    return await api.post(f"{PATH}/sessions", body)


async def test_a_preset_gives_a_game_what_is_not_sent(sqlite_api):
    game = (await sqlite_api.get(PATH)).json()["game"]
    presets, setup = game["options"]["presets"], next(iter(game["setups"].values()))
    told = {"preset": "ffg-1-3-2", "rounds": 9}
    opened = (await open_game(sqlite_api, (), setup={**setup, "first_player": 1}, options=told)).json()
    assert opened["options"] == {**presets["ffg-1-3-2"], "rounds": 9}
    of_attacks = (await sqlite_api.get(PATH)).json()["options"]["presets"]["amg-1-4-0"]
    older = (await open_game(sqlite_api, (), setup=setup, options={"preset": "amg-1-4-0"})).json()
    assert older["options"] == {**game["options"]["defaults"], **of_attacks} != game["options"]["defaults"]


async def questions(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]


async def state(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]


def first_that_suits(question, chance):
    """What a player at a table would do: attack where it can, go on to the next phase, never concede."""
    choices = [one["choice"] for one in question["choices"] if one["choice"].get("kind") != "concede"]
    attacks = [choice for choice in choices if choice.get("attack")]
    return chance.choice(attacks or choices)


async def go_on(api, session, question, chance):
    """Answer one question of a seat with its own token; dice are thrown at the table."""
    token = session["tokens"]["seats"][str(question["seat"])]
    if question["kind"] == "roll":
        answer = {"faces": [chance.choice(question["faces"]) for _ in range(question["count"])]}
    else:
        answer = {"choice": first_that_suits(question, chance)}
    if question.get("question") == "act":
        body = {"seen": question["seen"], "move": answer["choice"]}
        return await api.post(f"{PATH}/sessions/{session['id']}/actions", body, token)
    path = f"/v1/sessions/{session['id']}/actions/{question['action']}/answers"
    return await api.post(path, {"seen": question["seen"], **answer}, token)


def the_first(ships, exported):
    """The list with its first ships only."""
    return {"xws": {**exported, "pilots": exported["pilots"][:ships]}}


@thorough
@pytest.mark.parametrize("ships", (2, 6)[: cases(1, 2)])
async def test_a_squad_of_one_builder_fights_another_to_the_end_with_seats_and_physical_dice(sqlite_api, ships):
    squads = [
        the_first(ships, as_yasb_exports("rebels in T-65s")),
        the_first(ships, as_launch_bay_next_exports("vader and swarm")),
    ]
    opened = await open_game(sqlite_api, squads, dice=PHYSICAL)
    assert opened.status_code == 201, opened.text
    session, chance, windows = opened.json(), random.Random(7), 0
    for _ in range(3000):
        asked = await questions(sqlite_api, session)
        if not asked:
            break
        if asked[0].get("question", "").startswith("modify-"):
            windows += 1
            shown = asked[0]["context"]
            assert shown["attacker"]["id"] != shown["defender"]["id"]
            assert shown["attack_dice"]
        answered = await go_on(sqlite_api, session, asked[0], chance)
        assert answered.status_code in (200, 201), answered.text
    board = await state(sqlite_api, session)
    assert board["result"]["reason"] in ("last-squad", "no-squad-left", "rounds-played")
    assert windows
    told = (await sqlite_api.get(f"/v1/sessions/{session['id']}")).json()
    assert (told["status"], told["result"]["scores"]) == ("closed", board["result"]["scores"])
    checked = (await sqlite_api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert checked["result"] == "identical"
    lost = (await sqlite_api.get(f"/v1/casualties?session_id={session['id']}&limit=200")).json()["items"]
    destroyed = [one["unit"] for one in lost if one["lost"]]
    assert sorted(destroyed) == sorted(held["ship"]["id"] for held in board["ships"] if held["removed"])
    assert all(one["seat"] for one in lost)


async def test_ids_of_ships_that_both_squads_have_get_a_number_and_unknown_cards_are_named(sqlite_api):
    lists = [{"xws": {"pilots": [{"id": "academypilot", "ship": "tielnfighter"}]}}] * 2
    session = (await open_game(sqlite_api, lists)).json()
    ids = [held["ship"]["id"] for held in (await state(sqlite_api, session))["ships"]]
    assert ids == ["academypilot", "academypilot-2"]
    wrong = {"xws": {"pilots": [{"id": "academypilt", "ship": "tielnfighter"}], "vendor": {"any": 1.5}}}
    problem = (await open_game(sqlite_api, [wrong, lists[0]])).json()
    assert problem["errors"][0]["pointer"] == "/setup/squads/0/xws/pilots/0/id"
    assert (problem["code"], problem["reason"]) == ("illegal-situation", "unknown-card")
    assert "academypilot" in problem["detail"]


async def test_a_ship_is_declared_by_its_owner_or_the_host_and_the_record_says_who(sqlite_api):
    lists = [{"xws": {"pilots": [{"id": id, "ship": "tielnfighter"}]}} for id in ("academypilot", "howlrunner")]
    session = (await open_game(sqlite_api, lists)).json()
    tokens, path = session["tokens"], f"{PATH}/sessions/{session['id']}/actions"
    action = {"kind": "declare", "ships": [{"id": "howlrunner", "tokens": {"focus": 1}}]}

    async def declared(token, **rest):
        seen = (await sqlite_api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
        return await sqlite_api.post(path, {"seen": seen, "move": action, **rest}, token)

    refused = await declared(tokens["seats"]["1"])
    assert (refused.status_code, refused.json()["reason"]) == (403, "not-your-ship")
    owner = await declared(tokens["seats"]["2"])
    assert (owner.status_code, owner.json()["sent_by"]) == (201, {"seat": 2})
    host = await declared(tokens["host"], seat=2)
    assert (host.status_code, host.json()["sent_by"]) == (201, "host")
    assert (await state(sqlite_api, session))["ships"][1]["ship"]["tokens"]["focus"] == 1


def of_the_sample(question, target):
    """The listed attack on a target."""
    return next(one for one in question["choices"] if (one["choice"].get("attack") or {}).get("target") == target)


async def test_attacks_in_a_game_have_odds_before_and_after_they_are_made(sqlite_api):
    setup = (await sqlite_api.get(PATH)).json()["game"]["setups"]["ships"]
    rules = {"player_order": "fixed"}
    setup = {**setup, "first_player": 1}
    session = (await open_game(sqlite_api, (), setup=setup, options=rules)).json()
    chance = random.Random(1)
    for _ in range(2):
        question = (await questions(sqlite_api, session))[0]
        await go_on(sqlite_api, session, question, chance)
    path = f"/v1/sessions/{session['id']}/questions?include=odds"
    (question,) = (await sqlite_api.get(path)).json()["items"]
    attack = of_the_sample(question, "black-1")["choice"]
    situation = {
        "attacker": {"id": "red-1", "agility": 2, "hull": 3, "shields": {"max": 2, "active": 2}},
        "weapon": {"value": 3},
        "defender": {"id": "black-1", "agility": 2, "hull": 3, "shields": {"max": 1, "active": 1}},
        "attack_range": 2,
    }
    known = (await sqlite_api.post(f"{PATH}/odds", {"situation": situation})).json()
    priced = next(one for one in question["odds"]["choices"] if one["choice"] == attack)
    assert priced["means"] == known["means"]
    body = {"seen": question["seen"], "move": attack}
    token = session["tokens"]["seats"]["1"]
    action = (await sqlite_api.post(f"{PATH}/sessions/{session['id']}/actions", body, token)).json()
    assert action["status"] == "resolved", action
    told = await sqlite_api.get(f"/v1/sessions/{session['id']}/actions/{action['number']}?include=odds")
    measure = told.json()["odds"]["measures"]["damage"]
    assert measure["expected"]["exact"] == known["means"]["damage"]["exact"]
    assert measure["value"] == sum(action["outcome"]["attack"]["damage"][kind] for kind in ("hit", "crit"))


async def test_texts_of_an_engagement_name_the_players(sqlite_api):
    setup = (await sqlite_api.get(PATH)).json()["game"]["setups"]["ships"]
    rules = {"player_order": "fixed"}
    session = (await open_game(sqlite_api, (), setup={**setup, "first_player": 1}, options=rules)).json()
    for _ in range(2):
        question = (await questions(sqlite_api, session))[0]
        await go_on(sqlite_api, session, question, random.Random(1))
    (question,) = await questions(sqlite_api, session)
    path, token = f"{PATH}/sessions/{session['id']}/actions", session["tokens"]["seats"]["1"]
    attack = of_the_sample(question, "black-1")["choice"]
    attacked = (await sqlite_api.post(path, {"seen": question["seen"], "move": attack}, token)).json()
    assert "Anton attacks, Beatrix defends." in [entry["text"] for entry in attacked["record"]]
    seen = (await sqlite_api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
    conceded = (await sqlite_api.post(path, {"seen": seen, "move": {"kind": "concede"}}, token)).json()
    assert conceded["text"].startswith("The game is over (one player gave up): Beatrix wins. Points: ")
    assert " for Anton" in conceded["text"]
