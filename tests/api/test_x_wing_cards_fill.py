"""X-Wing over HTTP: a pilot that is named fills what is left out of a ship, and what differs from the card is told."""

import pytest

from tests.client import PHYSICAL, path_of

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"
DUEL = {"attacker": {"pilot": "wedgeantilles"}, "defender": {"pilot": "darthvader"}, "attack_range": 2}
WEDGE = {
    "id": "wedgeantilles",
    "name": "Wedge Antilles",
    "pilot": "wedgeantilles",
    "agility": 2,
    "hull": 4,
    "size": "small",
    "shields": {"max": 2, "active": 2},
    "force": {"capacity": 0, "active": 0},
    "upgrades": [],
    "charges": {},
    "effects": [],
}
VADER = {
    "id": "darthvader",
    "name": "Darth Vader",
    "pilot": "darthvader",
    "agility": 3,
    "hull": 3,
    "size": "small",
    "shields": {"max": 2, "active": 2},
    "force": {"capacity": 3, "active": 3},
    "upgrades": [],
    "charges": {},
    "effects": ["ship:advancedtargetingcomputer"],
}
"""What the cards say, copied from them by hand."""


def part(shown, wanted):
    return {name: shown[name] for name in wanted}


async def attacked(api, situation, **rest):
    answer = await api.post(f"{PATH}/attacks", {"situation": situation, **rest})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_two_pilots_and_a_range_are_a_whole_attack(sqlite_api):
    situation = (await attacked(sqlite_api, DUEL))["situation"]
    assert part(situation["attacker"], WEDGE) == WEDGE
    assert part(situation["defender"], VADER) == VADER
    weapon = situation["weapon"]
    assert (weapon["arc"], weapon["value"], weapon["kind"], weapon["upgrade"]) == ("front", 3, "primary", None)


async def test_a_pilot_keeps_the_shields_and_the_force_that_were_left_out(sqlite_api):
    """Two hits on a Vader with one hull left, who would be destroyed without shields; Wedge takes a die of his."""
    sent = {"id": "v", "pilot": "darthvader", "agility": 3, "hull": 3, "damage_cards": [{}, {}]}
    situation = {**DUEL, "defender": sent}
    faces = [["hit", "hit", "blank"], ["blank", "blank"]]
    action = await attacked(sqlite_api, situation, dice={**PHYSICAL, "faces": faces})
    assert (action["situation"]["defender"]["id"], action["situation"]["defender"]["name"]) == ("v", None)
    assert action["outcome"]["result"] == "hit"
    assert action["outcome"]["after"]["defender"]["shields"] == {"max": 2, "active": 0}
    assert action["outcome"]["after"]["defender"]["force"] == {"capacity": 3, "active": 3}


async def test_upgrades_count_in_the_numbers_and_those_printed_on_the_card_come_with_it(sqlite_api):
    shielded = {"pilot": "wedgeantilles", "upgrades": ["shieldupgrade", "hullupgrade", "protontorpedoes"]}
    yavin = {"pilot": "darthvader-battleofyavin"}
    situation = (await attacked(sqlite_api, {**DUEL, "attacker": shielded, "defender": yavin}))["situation"]
    wedge, vader = situation["attacker"], situation["defender"]
    assert (wedge["hull"], wedge["shields"], wedge["charges"]) == (5, {"max": 3, "active": 3}, {"protontorpedoes": 2})
    assert vader["upgrades"] == ["marksmanship", "hate", "afterburners"]
    assert (vader["shields"]["max"], vader["charges"]) == (3, {"afterburners": 2})


async def test_the_primary_weapon_brings_its_arc_and_is_the_one_in_whose_arc_the_defender_is(sqlite_api):
    asajj = {"pilot": "asajjventress"}
    ahead = (await attacked(sqlite_api, {**DUEL, "attacker": asajj}))["situation"]
    assert (ahead["weapon"]["arc"], ahead["weapon"]["value"]) == ("front", 3)
    beside = {**DUEL, "attacker": asajj, "defender_in_arcs": ["single-turret"]}
    assert (await attacked(sqlite_api, beside))["situation"]["weapon"]["arc"] == "single-turret"
    han = {**DUEL, "attacker": {"pilot": "hansolo-modifiedyt1300lightfreighter"}}
    turret = (await attacked(sqlite_api, han))["situation"]
    assert (turret["weapon"]["arc"], turret["defender_in_arcs"]) == ("double-turret", ["double-turret"])


async def test_of_shields_that_are_sent_in_part_the_card_says_how_many_there_are(sqlite_api):
    hurt = {"pilot": "darthvader", "shields": {"active": 1}, "force": {"active": 2}}
    defender = (await attacked(sqlite_api, {**DUEL, "defender": hurt}))["situation"]["defender"]
    assert (defender["shields"], defender["force"]) == ({"max": 2, "active": 1}, {"capacity": 3, "active": 2})


async def test_without_a_pilot_nothing_may_be_left_out(sqlite_api):
    answer = await sqlite_api.post(f"{PATH}/attacks", {"situation": {**DUEL, "attacker": {"name": "Nobody"}}})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "invalid-request")
    told = {error["pointer"]: error["code"] for error in problem["errors"]}
    assert told == {
        "/situation/attacker/id": "missing",
        "/situation/attacker/agility": "missing",
        "/situation/attacker/hull": "missing",
        "/situation/weapon": "missing",
    }


@pytest.mark.parametrize("place", ["attacks", "odds"])
async def test_a_misspelled_pilot_who_cannot_fill_a_ship_is_named_with_the_nearest(sqlite_api, place):
    answer = await sqlite_api.post(f"{PATH}/{place}", {"situation": {**DUEL, "defender": {"pilot": "darthvade"}}})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["reason"]) == (422, "illegal-situation", "unknown-card")
    assert problem["errors"][0]["pointer"] == "/situation/defender/pilot"
    assert "darthvader" in problem["detail"]


async def test_what_differs_from_the_card_is_told_in_the_language_of_the_caller_and_not_in_the_record(sqlite_api):
    tough = {"pilot": "wedgeantilles", "hull": 40, "shields": {"max": 3, "active": 3}, "size": "large"}
    body = {"situation": {**DUEL, "attacker": tough, "weapon": {"value": 4}, "defender": {**VADER, "effects": []}}}
    sent = {"Accept-Language": "de", "Idempotency-Key": "a-wedge-that-is-too-tough"}
    answer = await sqlite_api.post(f"{PATH}/attacks", body, **sent)
    assert answer.status_code == 201, answer.text
    action = answer.json()
    told = {note["pointer"]: note["text"] for note in action["notes"]}
    assert list(told) == [
        "/situation/attacker/hull",
        "/situation/attacker/size",
        "/situation/attacker/shields/max",
        "/situation/defender/effects",
        "/situation/weapon/value",
    ]
    assert told["/situation/attacker/hull"] == "Wedge Antilles: Hülle 40, auf der Karte 4."
    assert "40" not in str([entry for entry in action["record"] if entry["kind"] == "noted"])
    again = await sqlite_api.post(f"{PATH}/attacks", body, **sent)
    assert (again.status_code, again.json()["notes"]) == (200, action["notes"])
    token = action["tokens"]["host"]
    read = (await sqlite_api.get(path_of(action), token)).json()
    assert [note["code"] for note in read["notes"]] == [note["code"] for note in action["notes"]]
    assert read["notes"][0]["text"] == "Wedge Antilles: hull 40, on the card 4."
    assert (await sqlite_api.get(path_of(action) + "/verification", token)).json()["result"] == "identical"


async def test_nothing_is_told_of_what_comes_from_the_card_or_has_none(sqlite_api):
    assert (await attacked(sqlite_api, DUEL))["notes"] == []
    own = {"id": "own", "agility": 9, "hull": 9}
    assert (await attacked(sqlite_api, {**DUEL, "attacker": own, "weapon": {"value": 9}}))["notes"] == []


async def test_what_is_left_of_a_ship_is_sent_again_as_it_is_without_a_note(sqlite_api):
    faces = [["hit", "hit", "blank"], ["blank", "blank"]]
    first = await attacked(sqlite_api, DUEL, dice={**PHYSICAL, "faces": faces})
    after = first["outcome"]["after"]
    second = await attacked(sqlite_api, {**DUEL, **after})
    assert {name: second["situation"][name] for name in ("attacker", "defender")} == {
        name: after[name] for name in ("attacker", "defender")
    }
    assert second["notes"] == []


async def test_odds_and_further_attacks_are_filled_like_an_attack(sqlite_api):
    whole = (await attacked(sqlite_api, DUEL))["situation"]
    further = {name: whole[name] for name in ("attacker", "weapon", "attack_range")}
    left_out = {"situation": DUEL, "then": [{"attacker": DUEL["attacker"], "attack_range": 2}]}
    short, long = [
        (await sqlite_api.post(f"{PATH}/odds", body)).json()
        for body in (left_out, {"situation": whole, "then": [further]})
    ]
    assert short["distributions"] == long["distributions"]
    assert short["notes"] == []
    tough = {**DUEL, "attacker": {"pilot": "wedgeantilles", "hull": 40}}
    told = (await sqlite_api.post(f"{PATH}/odds", {"situation": tough})).json()["notes"]
    assert [note["pointer"] for note in told] == ["/situation/attacker/hull"]


async def test_each_of_many_attacks_is_filled_by_itself(sqlite_api):
    sent = [
        {"situation": DUEL},
        {"situation": {**DUEL, "attacker": {}}},
        {"situation": {**DUEL, "attacker": {"pilot": "?"}}},
    ]
    items = (await sqlite_api.post(f"{PATH}/attacks/batch", {"attacks": sent})).json()["items"]
    assert [item["status"] for item in items] == [201, 422, 422]
    assert part(items[0]["action"]["situation"]["attacker"], WEDGE) == WEDGE


AGAIN = {"id": "again", "window": "aftermath-bonus-attacking", "ops": [{"op": "bonus-attack"}]}


async def test_the_target_of_a_bonus_attack_is_filled_too(sqlite_api):
    attacker = {"pilot": "wedgeantilles", "effects": [AGAIN]}
    dice = {**PHYSICAL, "faces": [["blank"] * 3, ["blank"] * 2]}
    ask = {"policies": {"attacker": "ask"}, "dice": dice}
    action = await attacked(sqlite_api, {**DUEL, "attacker": attacker}, **ask)
    token = action["tokens"]["host"]
    assert action["pending"]["question"] == "bonus-attack", action["pending"]
    choice = {"use": "again", "weapon": {"value": 3}, "attack_range": 2}
    for target, status in (({"pilot": "howlruner"}, 422), ({}, 422), ({"pilot": "howlrunner"}, 200)):
        answer = await sqlite_api.answer(action, token, choice={**choice, "target": target})
        assert answer.status_code == status, answer.text


async def test_the_ships_of_a_game_are_filled_and_told_of(sqlite_api):
    tie = {"ship": {"pilot": "howlrunner", "id": "howl", "hull": 4}, "points": 4}
    luke = {"ship": {"pilot": "lukeskywalker", "upgrades": ["protontorpedoes"]}, "points": 6}
    setup = {"squads": [{"ships": [luke]}, {"ships": [tie]}]}
    opened = await sqlite_api.post(f"{PATH}/sessions", {"kind": "game", "setup": setup, "seats": [{}, {}]})
    assert opened.status_code == 201, opened.text
    session = opened.json()
    assert [note["pointer"] for note in session["notes"]] == ["/setup/squads/1/ships/0/ship/hull"]
    token = session["tokens"]["host"]
    state = (await sqlite_api.get(f"/v1/sessions/{session['id']}/state", token)).json()["state"]
    ships = {held["ship"]["id"]: held for held in state["ships"]}
    assert [(ships[id]["initiative"], ships[id]["points"]) for id in ("lukeskywalker", "howl")] == [(5, 6), (5, 4)]
    assert [(weapon["upgrade"], weapon["value"]) for weapon in ships["lukeskywalker"]["weapons"]] == [
        (None, 3),
        ("protontorpedoes", None),
    ]
    opening = (await sqlite_api.get(f"/v1/sessions/{session['id']}/actions/1", token)).json()
    assert [note["pointer"] for note in opening["notes"]] == ["/situation/squads/1/ships/0/ship/hull"]


async def test_openapi_says_what_a_pilot_lets_be_left_out(sqlite_api):
    schemas = (await sqlite_api.get("/openapi.json")).json()["components"]["schemas"]
    assert schemas["XWingShipInput"].get("required", []) == []
    assert schemas["XWingAttackInput"]["required"] == ["attacker", "defender", "attack_range"]
    assert schemas["XWingFleetShipInput"]["required"] == ["ship"]
    assert "weapon" not in schemas["XWingThenRequest"]["required"]
    assert {"uncanceled", "damage"} <= set(schemas["XWingOutcome"]["required"])
