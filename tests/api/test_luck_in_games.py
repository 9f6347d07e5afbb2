"""Attacks inside games are counted in the lists like attacks of their own."""

import pytest

pytestmark = pytest.mark.anyio
PILOTS = {
    "squads": [
        {"ships": [{"ship": {"id": f"{squad}{n}", "pilot": "academypilot"}} for n in range(2)]} for squad in "ab"
    ]
}


async def dogfight(api, **rest):
    """A game of X-Wing with an attack of each seat; its path and its tokens."""
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    body = {"kind": "game", "setup": PILOTS, "seats": seats, "visibility": "public", **rest}
    session = (await api.post("/v1/rulesets/x-wing/sessions", body)).json()
    path, tokens = f"/v1/sessions/{session['id']}", session["tokens"]

    async def move(seat, **move):
        seen = (await api.get(path)).json()["seq"]
        questions = (await api.get(f"{path}/questions", tokens["host"])).json()["items"]
        seen = next((one["seen"] for one in questions if one["seat"] == seat), seen)
        made = await api.post(f"{path}/actions", {"seen": seen, "move": move}, tokens["seats"][str(seat)])
        assert made.status_code == 201, made.text
        return made.json()

    for seat in (1, 2, 1, 2):
        await move(seat, kind="end-phase")
    for _ in range(2):
        (asked, *_) = (await api.get(f"{path}/questions", tokens["host"])).json()["items"]
        seat, own, other = (1, "a", "b") if asked["seat"] == 1 else (2, "b", "a")
        ship = next(one["choice"]["ship"] for one in asked["choices"] if one["choice"]["kind"] == "engage")
        assert ship.startswith(own)
        weapon = {"arc": "front", "value": 2}
        attack = {"target": f"{other}0", "weapon": weapon, "attack_range": 2}
        made = await move(seat, kind="engage", ship=ship, attack=attack)
        assert made["status"] == "resolved"
    return path, tokens


async def test_attacks_inside_games_are_counted_like_others(api):
    path, tokens = await dogfight(api)
    told = (await api.get(f"/v1/actions/luck?session_id={path[13:]}")).json()
    assert {item["measure"] for item in told["items"]} >= {"damage", "destroyed"}
    assert {item["attacks"] for item in told["items"]} == {2}
    assert (told["without_odds"], told["next"]) == (0, None)
    (damage,) = [item for item in told["items"] if item["measure"] == "damage"]
    actions = [(await api.get(f"{path}/actions/{number}?include=odds")).json() for number in (6, 7)]
    assert damage["actual"] == sum(one["odds"]["measures"]["damage"]["value"] for one in actions)
    by_hand = sum(one["odds"]["measures"]["damage"]["expected"]["decimal"] for one in actions)
    assert damage["expected"]["decimal"] == pytest.approx(by_hand, abs=1e-5)
    by_person = (await api.get(f"/v1/actions/luck?session_id={path[13:]}&group_by=player")).json()["items"]
    assert {item["name"] for item in by_person} == {"Anton", "Beatrix"}
    for role in ("attacker", "defender"):
        of_role = [item for item in by_person if (item["measure"], item["role"]) == ("damage", role)]
        assert sum(item["actual"] for item in of_role) == damage["actual"]
    await api.post(f"{path}/close", {}, tokens["host"])
    whole_session = (await api.get(f"{path}/luck")).json()["attacks"]
    own = [item for item in whole_session if item["measure"] == "damage" and item["role"] == "attacker"]
    assert sum(item["actual"] for item in own) == damage["actual"]


async def test_odds_of_a_game_that_are_for_later_are_counted_as_missing(api):
    path, tokens = await dogfight(api, advice="after")
    assert (await api.get(f"/v1/actions/luck?session_id={path[13:]}")).json() | {"dice": []} == {
        "items": [],
        "dice": [],
        "without_odds": 2,
        "next": None,
    }
    await api.post(f"{path}/close", {}, tokens["host"])
    after = (await api.get(f"/v1/actions/luck?session_id={path[13:]}")).json()
    assert (after["without_odds"], {item["attacks"] for item in after["items"]}) == (0, {2})
