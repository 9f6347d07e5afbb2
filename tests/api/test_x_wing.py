"""X-Wing over HTTP: two players with a token each, physical dice, window by window."""

import pytest

from tests.client import PHYSICAL, path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"
SITUATION = {
    "attacker": {
        "id": "red-5",
        "agility": 2,
        "hull": 4,
        "upgrades": ["juke"],
        "tokens": {"focus": 1, "evade": 1},
        "locks": ["black-2"],
        "name": "Red Five",
    },
    "weapon": {"value": 3},
    "defender": {"id": "black-2", "agility": 3, "hull": 3, "tokens": {"focus": 1, "evade": 1}},
    "attack_range": 1,
}
MATCH = [
    (1, {"faces": ["hit", "blank", "focus", "crit"]}),
    (1, {"choice": {"use": "lock", "dice": [1]}}),
    (1, {"faces": ["hit"]}),
    (1, {"choice": {"use": "focus"}}),
    (2, {"faces": ["evade", "evade", "focus"]}),
    (1, {"choice": {"use": "upgrade:juke", "dice": [0]}}),
    (2, {"choice": {"use": "focus"}}),
    (2, {"faces": ["direct-hit"]}),
]


async def match(database_url):
    async with serving(database_url) as api:
        seats = [{"name": "Anna"}, {"name": "Bruno"}]
        opened = await api.post(f"{PATH}/sessions", {"kind": "series", "dice": PHYSICAL, "seats": seats})
        session = opened.json()
        tokens = {seat: session["tokens"]["seats"][str(seat)] for seat in (1, 2)}
        body = {"situation": SITUATION, "session_id": session["id"]}
        action = (await api.post(f"{PATH}/attacks", body, tokens[1])).json()
    return tokens, action


async def test_two_players_play_an_attack_across_restarts_each_throwing_its_own_dice(database_url):
    tokens, action = await match(database_url)
    asked = []
    for seat, answer in MATCH:
        async with serving(database_url) as api:
            pending = action["pending"]
            asked.append((pending["seat"], pending.get("question") or pending["die"]))
            other = await api.answer(action, tokens[3 - seat], **answer)
            assert (other.status_code, other.json()["code"]) == (403, "not-your-role")
            reply = await api.answer(action, tokens[seat], **answer)
            assert reply.status_code == 200, reply.text
            action = reply.json()
    assert asked == [
        (1, "attack-die"),
        (1, "modify-attack-dice"),
        (1, "attack-die"),
        (1, "modify-attack-dice"),
        (2, "defense-die"),
        (1, "modify-defense-dice"),
        (2, "modify-defense-dice"),
        (2, "damage-card"),
    ]
    outcome = action["outcome"]
    assert (outcome["result"], outcome["uncanceled"]) == ("hit", {"hit": 0, "crit": 1})
    assert outcome["after"]["defender"]["damage_cards"] == [
        {"card": "direct-hit", "faceup": False},
        {"card": None, "faceup": False},
    ]
    assert outcome["after"]["attacker"]["locks"] == []
    async with serving(database_url) as api:
        report = (await api.get(path_of(action) + "/verification")).json()
        assert report["result"] == "identical"
        again = await api.post(f"{PATH}/attacks", {"situation": outcome["after"] | REST, "dice": ALL_MISS})
        assert (again.status_code, again.json()["outcome"]["result"]) == (201, "missed")


REST = {"weapon": {"value": 3}, "attack_range": 2}
ALL_MISS = {**PHYSICAL, "faces": [["blank"] * 3, ["blank"] * 3]}


async def test_a_reroll_names_its_dice_and_a_wrong_die_is_refused_in_words(sqlite_api):
    body = {"situation": SITUATION, "dice": PHYSICAL, "policies": {"attacker": "ask", "defender": "ask"}}
    action = (await sqlite_api.post(f"{PATH}/attacks", body)).json()
    token = action["tokens"]["host"]
    action = (await sqlite_api.answer(action, token, faces=["hit", "blank", "focus", "crit"])).json()
    choices = [choice["text"] for choice in action["pending"]["choices"]]
    assert "lock: reroll blank, focus" in choices
    assert action["pending"]["context"]["attack_dice"][1] == {
        "face": "blank",
        "rolled": "blank",
        "rerolled": False,
        "canceled": False,
    }
    wrong = {"seen": action["pending"]["seen"], "choice": {"use": "focus", "dice": [0]}}
    refused = await sqlite_api.post(path_of(action) + "/answers", wrong, token, **{"Accept-Language": "fr"})
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["reason"], problem["rule"]) == (
        409,
        "illegal-choice",
        "die-not-eligible",
        "XW-31",
    )
    assert problem["detail"].startswith("Le dé 0")
    action = (await sqlite_api.answer(action, token, choice={"use": "lock", "dice": [1]})).json()
    assert (action["pending"]["kind"], action["pending"]["dice"]) == ("roll", [1])


async def test_policies_play_and_odds_tell_what_to_expect(api):
    action = (await api.post(f"{PATH}/attacks", {"situation": SITUATION})).json()
    assert action["status"] == "resolved"
    assert {entry["source"] for entry in action["record"] if entry["kind"] == "chose"} <= {"policy", "rules"}
    odds = (await api.post(f"{PATH}/odds", {"situation": SITUATION})).json()
    assert set(odds["means"]) == {"damage", "crit_damage", "destroyed"}
    lot = (await api.get(path_of(action) + "?include=odds")).json()["odds"]["measures"]["damage"]
    damage = action["outcome"]["damage"]
    assert lot["value"] == damage["hit"] + damage["crit"]


async def test_an_unknown_card_is_refused_with_the_nearest(sqlite_api):
    attacker = {**SITUATION["attacker"], "upgrades": ["crackshott"]}
    refused = await sqlite_api.post(f"{PATH}/attacks", {"situation": {**SITUATION, "attacker": attacker}})
    problem = refused.json()
    assert (refused.status_code, problem["reason"]) == (422, "unknown-card")
    assert problem["errors"][0]["pointer"] == "/situation/attacker/upgrades/0"
    assert "Crack Shot" in problem["detail"] or "crackshot" in problem["detail"]


BACK = {"id": "back", "window": "aftermath-bonus-defending", "ops": [{"op": "bonus-attack"}]}
SHOT_BACK = [
    (1, {"faces": ["blank", "blank", "blank"]}),
    (2, {"faces": ["blank", "blank", "blank"]}),
    (2, {"choice": {"use": "back", "weapon": {"value": 2}, "attack_range": 2}}),
    (2, {"faces": ["hit", "focus"]}),
    (2, {"choice": {"use": "focus"}}),
    (1, {"faces": ["focus", "blank"]}),
    (1, {"choice": {"use": "focus"}}),
]
"""Two hits of the ship that was attacked, of which the attacker evades one: its hull is 1."""


async def test_the_defenders_seat_plays_its_own_bonus_attack_and_the_attacker_loses_the_ship(sqlite_api):
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    opened = await sqlite_api.post(f"{PATH}/sessions", {"kind": "series", "dice": PHYSICAL, "seats": seats})
    session = opened.json()
    tokens = {seat: session["tokens"]["seats"][str(seat)] for seat in (1, 2)}
    focused = {"upgrades": [], "locks": [], "tokens": {"focus": 1}}
    attacker = {**SITUATION["attacker"], **focused, "hull": 1}
    defender = {**SITUATION["defender"], **focused, "effects": [BACK]}
    situation = {**SITUATION, "attacker": attacker, "defender": defender}
    body = {"situation": {**situation, "attack_range": 2}, "session_id": session["id"]}
    action = (await sqlite_api.post(f"{PATH}/attacks", body, tokens[1])).json()
    for seat, answer in SHOT_BACK:
        assert action["pending"]["seat"] == seat, action["pending"]
        reply = await sqlite_api.answer(action, tokens[seat], **answer)
        assert reply.status_code == 200, reply.text
        action = reply.json()
    assert action["status"] == "resolved"
    lost = (await sqlite_api.get(f"/v1/casualties?session_id={session['id']}", tokens[1])).json()["items"]
    assert [(one["unit"], one["role"], one["seat"]) for one in lost] == [("red-5", "attacker", 1)]
