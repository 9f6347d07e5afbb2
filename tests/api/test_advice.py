"""What each choice is worth, over HTTP: before an attack, in the middle of one, and afterwards."""

from fractions import Fraction

import pytest
from pydantic_core import from_json, to_json

from app.services.odds import compute_budget
from app.services.rulebooks.installed import find_rulebooks
from tests.client import PHYSICAL, SEED, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
ASK = {"attacker": "ask", "defender": "ask"}
RULES = "/v1/rulesets"
STALINGRAD = from_json(to_json(BOOKS["storm-over-stalingrad"].codec.situation.dump(
    BOOKS["storm-over-stalingrad"].ruleset.examples[0]
)))  # fmt: skip
CASTLE = {
    "attack": {"value": 5, "bypasses_gate": True, "card": "digger"},
    "gate": [{"unknown": True}],
    "castle": [{"card": "dragon", "gate_defense": 2, "castle_defense": 3}, {"card": "k", "gate_defense": 1, "castle_defense": 1}],
    "pool": [{"card": "a", "gate_defense": 9, "castle_defense": 9}, {"card": "b", "gate_defense": 2, "castle_defense": 2}],
}  # fmt: skip
DOGFIGHT = {
    "attacker": {"id": "red-5", "agility": 2, "hull": 4, "tokens": {"focus": 1}, "locks": ["black-2"]},
    "weapon": {"value": 3},
    "defender": {"id": "black-2", "agility": 1, "hull": 3, "tokens": {"focus": 1}},
    "attack_range": 2,
}


async def odds(api, slug, situation, **rest):
    response = await api.post(f"{RULES}/{slug}/odds", {"situation": situation, **rest})
    assert response.status_code == 200, response.text
    return response.json()


def by_choice(told):
    return {to_json(one["choice"]): one["means"] for one in told["choices"]}


def mean(one, measure):
    return Fraction(one["means"][measure]["exact"])


async def test_without_faces_and_ask_nobody_is_asked(sqlite_api):
    told = await odds(sqlite_api, "open-forces", SEED)
    assert told.keys() == {"ruleset", "policies", "distributions", "means", "chances", "text", "notes"}


async def test_odds_start_where_faces_lead(sqlite_api):
    after_one = await odds(sqlite_api, "open-forces", SEED, dice={"faces": SEED_FACES[:1]})
    after_both = await odds(sqlite_api, "open-forces", SEED, dice={"faces": SEED_FACES})
    sure = {"probability": "1", "decimal": 1.0, "at_least": {"exact": "1", "decimal": 1.0}}
    assert after_both["distributions"] == {"kills": [{"value": 2, **sure}], "destroyed": [{"value": 0, **sure}]}
    assert sum(Fraction(one["probability"]) for one in after_one["distributions"]["kills"]) == 1
    assert after_one["distributions"] != (await odds(sqlite_api, "open-forces", SEED))["distributions"]


async def test_a_roll_that_is_not_thrown_stands_before_the_question(sqlite_api):
    told = await odds(sqlite_api, "x-wing", DOGFIGHT, policies={"attacker": "ask"})
    assert (told["question"]["kind"], told["question"]["die"], told["question"]["seen"]) == ("roll", "attack-die", 2)
    assert told["policies"] == {"attacker": "exact", "defender": "exact"}
    assert told["distributions"] == (await odds(sqlite_api, "x-wing", DOGFIGHT))["distributions"]
    assert "choices" not in told


async def test_each_use_in_a_window_of_x_wing_has_its_odds(sqlite_api):
    faces = [["hit", "focus", "blank"]]
    told = await odds(sqlite_api, "x-wing", DOGFIGHT, policies={"attacker": "ask"}, dice={"faces": faces})
    assert told["question"]["question"] == "modify-attack-dice"
    assert told["best_by"] == "damage"
    means = [mean(one, "damage") for one in told["choices"]]
    assert means == sorted(means, reverse=True)
    assert {one["choice"]["use"] for one in told["choices"]} == {"focus", "lock", "done"}
    assert all(one["text"] for one in told["choices"])
    for one in told["choices"]:
        sent = [{"question": "modify-attack-dice", "choice": one["choice"]}]
        forced = await odds(sqlite_api, "x-wing", DOGFIGHT, dice={"faces": faces}, answers=sent)
        assert forced["distributions"] == one["distributions"]


async def test_each_allocation_of_stalingrad_has_its_odds_in_russian(sqlite_api):
    response = await sqlite_api.post(
        f"{RULES}/storm-over-stalingrad/odds",
        {"situation": STALINGRAD, "policies": {"defender": "ask"}, "dice": {"faces": [[6, 6]]}},
        **{"Accept-Language": "ru"},
    )
    told = response.json()
    assert response.status_code == 200, response.text
    assert told["question"]["question"] == "allocate-damage"
    assert len(told["choices"]) == told["question"]["choices_total"] > 2
    worth = [tuple(mean(one, name) for name in ("eliminated", "retreated", "flipped")) for one in told["choices"]]
    assert worth == sorted(worth)
    assert told["best_by"] in ("eliminated", "retreated", "flipped")


async def test_what_a_digger_attacks_is_priced_though_cards_are_unknown(sqlite_api):
    options = {"digger_target": "attacker-choice"}
    told = await odds(sqlite_api, "castle-rampage", CASTLE, options=options, policies={"attacker": "ask"})
    assert told["question"]["question"] == "choose-target"
    assert [one["choice"] for one in told["choices"]] == [{"structure": "castle"}, {"structure": "gate"}]
    assert mean(told["choices"][0], "castle_fallen") == 1
    assert mean(told["choices"][1], "destroyed") == Fraction(1, 2) * 2


async def test_what_was_rolled_and_chosen_has_to_fit(sqlite_api):
    async def refused(**rest):
        response = await sqlite_api.post(f"{RULES}/open-forces/odds", {"situation": SEED, **rest})
        return response.status_code, response.json()["code"], response.json()["errors"][0]["pointer"]

    assert await refused(dice={"faces": [[2, 2]]}) == (422, "illegal-dice", "/dice/faces/0")
    assert await refused(dice={"faces": [*SEED_FACES, [1]]}) == (422, "dice-left-over", "/dice/faces")
    unasked = [{"question": "choose-casualties", "choice": {"units": ["1"]}}]
    assert await refused(answers=unasked) == (422, "answer-left-over", "/answers/0")
    options = {"surplus_dice": "owner-choice"}
    wrong = [{"question": "remove-surplus-dice", "choice": {"faces": [3]}}]
    assert await refused(options=options, dice={"faces": SEED_FACES}, answers=wrong) == (
        *(422, "illegal-answer", "/answers/0/choice"),
    )


async def advice(api, action, query="", token=None):
    return await api.get(path_of(action) + "/odds" + query, token)


async def test_an_open_question_and_what_was_chosen_have_odds(sqlite_api):
    sent = {"situation": DOGFIGHT, "policies": ASK, "dice": {**PHYSICAL, "faces": [["hit", "focus", "blank"]]}}
    action = (await sqlite_api.post(f"{RULES}/x-wing/attacks", sent)).json()
    token, path = action["tokens"]["host"], path_of(action)
    assert action["pending"]["question"] == "modify-attack-dice"
    told = (await advice(sqlite_api, action)).json()
    same = await odds(
        *(sqlite_api, "x-wing", DOGFIGHT), policies={"attacker": "ask"}, dice={"faces": [["hit", "focus", "blank"]]}
    )
    assert told["question"] == action["pending"]
    assert (told["choices"], told["chosen"]) == (same["choices"], None)
    worst = told["choices"][-1]["choice"]
    after = (await sqlite_api.answer(action, token, choice=worst)).json()
    assert after["pending"]["kind"] == "roll"
    then = (await advice(sqlite_api, action, f"?at={told['question']['seen']}")).json()
    assert then["question"] == told["question"]
    assert then["choices"] == told["choices"]
    assert then["chosen"] == told["choices"][-1]
    assert mean(then["chosen"], "damage") < mean(then["choices"][0], "damage")
    before = (await advice(sqlite_api, action, "?at=0")).json()
    assert before["question"]["kind"] == "roll"
    assert before["distributions"] == (await odds(sqlite_api, "x-wing", DOGFIGHT))["distributions"]
    beyond = await advice(sqlite_api, action, "?at=99")
    assert (beyond.status_code, beyond.json()["reason"]) == (404, "unknown-entry")
    listed = (await sqlite_api.get(path.partition("/actions")[0] + "/questions?include=odds")).json()["items"]
    assert listed[0]["odds"]["distributions"] == (await advice(sqlite_api, action)).json()["distributions"]
    assert "odds" not in (await sqlite_api.get(path.partition("/actions")[0] + "/questions")).json()["items"][0]


async def test_advice_that_takes_too_much_is_null_with_the_reason(sqlite_api, monkeypatch):
    sent = {"situation": DOGFIGHT, "policies": ASK, "dice": {**PHYSICAL, "faces": [["hit", "focus", "blank"]]}}
    action = (await sqlite_api.post(f"{RULES}/x-wing/attacks", sent)).json()
    monkeypatch.setattr(compute_budget, "MOST_ODDS", 2)
    refused = await advice(sqlite_api, action)
    assert (refused.status_code, refused.json()["reason"]) == (422, "too-many-odds")
    assert {name: refused.json()[name] for name in ("what", "is", "at_most")} == {"what": "odds", "is": 3, "at_most": 2}
    path = f"/v1/sessions/{action['session_id']}/questions?include=odds"
    (asked,) = (await sqlite_api.get(path)).json()["items"]
    assert (asked["odds"], asked["no_odds"]["reason"]) == (None, "too-many-odds")
    assert asked["no_odds"]["detail"]


async def skirmish(api):
    """A game, and its host's token, in which both players have a group that can attack."""
    mode = {"mode": 1, "spd": 0, "def": 1, "atk": 1}
    card = {"id": "c", "name": "C", "unit_kind": "infantry", "size_class": 1, "army_value": 5, "max_group_size": 8, "modes": [mode]}  # fmt: skip
    armies = [
        {"groups": [{"id": "a", "card": "c", "units": 3}]},
        {"groups": [{"id": "b", "card": "c", "units": 2}, {"id": "d", "card": "c", "units": 4}]},
    ]
    body = {
        "kind": "game",
        "seats": [{"name": "Anton"}, {"name": "Beatrix"}],
        "setup": {"cards": [card], "armies": armies},
        "options": {"surplus_dice": "owner-choice", "casualty_choice": "defender"},
        "dice": PHYSICAL,
    }
    response = await api.post(f"{RULES}/open-forces/sessions", body)
    assert response.status_code == 201, response.text
    session, token = response.json(), response.json()["tokens"]["host"]
    for face in (6, 1):
        await api.answer(await newest(api, session, token), token, faces=[face])
    return session, token


async def newest(api, session, token):
    items = (await api.get(f"/v1/sessions/{session['id']}/questions", token)).json()["items"]
    number = next(item["action"] for item in items if item["action"])
    return (await api.get(f"/v1/sessions/{session['id']}/actions/{number}", token)).json()


async def test_targets_and_dice_in_a_game_have_odds(sqlite_api):
    session, token = await skirmish(sqlite_api)
    (move,) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions?include=odds")).json()["items"]
    assert (move["question"], move["odds"], move["no_odds"]["reason"]) == ("act", None, "no-attack")
    body = {"seen": move["seen"], "move": move["choices"][0]["choice"]}
    action = (await sqlite_api.post(f"{RULES}/open-forces/sessions/{session['id']}/actions", body, token)).json()
    while action["pending"]["question"] != "declare-attack":
        action = (await sqlite_api.answer(action, token, choice=action["pending"]["choices"][0]["choice"])).json()
    (asked,) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions?include=odds")).json()["items"]
    by_target = {one["choice"]["target"]: one for one in asked["odds"]["choices"]}
    alone = {"attacker": {"units": 3, "mode": {"atk": 1}}, "defender": {"mode": {"def": 1}}}
    for target, units in (("b", 2), ("d", 4)):
        plain = {**alone, "defender": {**alone["defender"], "units": units}}
        assert by_target[target]["distributions"] == (await odds(sqlite_api, "open-forces", plain))["distributions"]
    assert by_target[None]["distributions"] == {}
    assert asked["odds"]["choices"][-1]["choice"]["target"] is None
    before = action["pending"]["seen"]
    target = next(one["choice"] for one in action["pending"]["choices"] if one["choice"]["target"] == "b")
    action = (await sqlite_api.answer(action, token, choice=target)).json()
    for faces in ([3, 4], [2, 4, 6]):
        action = (await sqlite_api.answer(action, token, faces=faces)).json()
    told = (await advice(sqlite_api, action)).json()
    assert [(one["choice"], mean(one, "kills")) for one in told["choices"]] == [
        ({"faces": [2]}, 2),
        ({"faces": [4]}, 1),
        ({"faces": [6]}, 1),
    ]
    assert told["question"] == action["pending"]
    while action["status"] == "pending":
        pending = action["pending"]
        answer = {"faces": [1]} if pending["kind"] == "roll" else {"choice": pending["choices"][0]["choice"]}
        action = (await sqlite_api.answer(action, token, **answer)).json()
    earlier = (await advice(sqlite_api, action, f"?at={before}")).json()
    assert earlier["chosen"]["choice"]["target"] == "b"
    assert earlier["choices"] == asked["odds"]["choices"]
    luck = (await sqlite_api.get(path_of(action) + "?include=odds")).json()["odds"]["measures"]["kills"]
    assert luck["value"] == action["outcome"]["attack"]["kills"]
    assert luck["expected"]["exact"] == by_target["b"]["means"]["kills"]["exact"]


async def test_further_attacks_meet_what_the_first_has_left(sqlite_api):
    alone = await odds(sqlite_api, "open-forces", SEED)
    then = [{"attacker": SEED["attacker"]}]
    both = await odds(sqlite_api, "open-forces", SEED, then=then)
    assert mean(alone, "kills") < mean(both, "kills")
    response = await sqlite_api.post(
        f"{RULES}/open-forces/odds",
        {"situation": SEED, "then": [{"attacker": SEED["attacker"], "line_of_sight": False}]},
    )
    assert (response.status_code, response.json()["errors"][0]["pointer"]) == (422, "/then/0/line_of_sight")


async def test_further_attacks_go_on_from_what_was_rolled_and_chosen(sqlite_api):
    """Each casualty that the defender may choose, and the attack that follows on those who are left."""
    two = {"attacker": {"units": 2, "mode": {"atk": 1}}, "defender": {"units": 2, "mode": {"def": 1}}}
    then = [{"attacker": {"units": 1, "mode": {"atk": 1, "spl": 1}}, "visible": ["1"]}]
    asking = {
        "then": then,
        "options": {"casualty_choice": "defender"},
        "policies": {"defender": "ask"},
        "dice": {"faces": [[1, 6], [2, 5]]},
    }
    told = await odds(sqlite_api, "open-forces", two, **asking)
    assert told["question"]["question"] == "choose-casualties"
    by_unit = {one["choice"]["units"][0]: one for one in told["choices"]}
    assert mean(by_unit["1"], "kills") < mean(by_unit["2"], "kills")  # who is left in sight is attacked again
    answered = {
        **asking,
        "policies": {},
        "answers": [{"question": "choose-casualties", "choice": {"units": ["1"]}}],
    }
    written_out = await odds(sqlite_api, "open-forces", two, **answered)
    assert written_out["distributions"] == by_unit["1"]["distributions"]
    assert "question" not in written_out or written_out["question"] is None
    waiting = await odds(sqlite_api, "open-forces", two, then=then, policies={"attacker": "ask"})
    assert waiting["question"]["kind"] == "roll"
    assert waiting["means"] == (await odds(sqlite_api, "open-forces", two, then=then))["means"]


async def test_odds_tell_further_measures_where_they_are_asked_for(sqlite_api):
    ship = {"agility": 1, "hull": 3}
    situation = {
        "attacker": {**ship, "id": "a", "tokens": {"focus": 1}},
        "weapon": {"value": 1},
        "defender": {**ship, "id": "b", "agility": 0},
        "attack_range": 2,
    }
    path = f"{RULES}/x-wing/odds"
    assert "attacker_focus" in (await sqlite_api.get(f"{RULES}/x-wing")).json()["further_measures"]
    plain = await odds(sqlite_api, "x-wing", situation)
    told = await odds(sqlite_api, "x-wing", situation, also=["attacker_focus"])
    assert told["means"] == {**plain["means"], "attacker_focus": {"exact": "3/4", "decimal": 0.75}}
    asking = await odds(sqlite_api, "x-wing", situation, also=["attacker_focus"], policies={"attacker": "ask"},
                        dice={"faces": [["focus"]]})  # fmt: skip
    assert {one["choice"]["use"]: mean(one, "attacker_focus") for one in asking["choices"]} == {"focus": 0, "done": 1}
    then = [{"attacker": situation["attacker"], "weapon": {"value": 1}, "attack_range": 2}]
    refused = await sqlite_api.post(path, {"situation": situation, "then": then, "also": ["attacker_focus"]})
    assert (refused.status_code, refused.json()["reason"]) == (422, "also-in-one-attack")
    for sent in (["focus"], "attacker_focus"):
        assert (await sqlite_api.post(path, {"situation": situation, "also": sent})).status_code == 422


async def test_odds_of_a_series_are_those_of_players_who_know_that_the_others_come(sqlite_api):
    """Where the evade token saves the ship, a focus draws it: that is worth nothing but for the attack that follows."""
    ship = {"agility": 1, "hull": 9, "shields": {"max": 9, "active": 9}}
    situation = {
        "attacker": {**ship, "id": "a", "tokens": {"focus": 1}},
        "weapon": {"value": 1},
        "defender": {**ship, "id": "b", "tokens": {"evade": 1}},
        "attack_range": 2,
    }
    then = [{"attacker": situation["attacker"], "weapon": {"value": 1}, "attack_range": 2}]
    alone = await odds(sqlite_api, "x-wing", situation, then=then)
    assert alone == await odds(sqlite_api, "x-wing", situation, then=then, horizon="attack")
    planned = await odds(sqlite_api, "x-wing", situation, then=then, horizon="series")
    assert (mean(alone, "damage"), mean(planned, "damage")) == (Fraction(75, 512), Fraction(225, 1024))
    asked = {"policies": {"attacker": "ask"}, "dice": {"faces": [["focus"]]}}
    shown = await odds(sqlite_api, "x-wing", situation, then=then, horizon="series", **asked)
    best, other = shown["choices"]
    assert (best["choice"]["use"], other["choice"]["use"]) == ("focus", "done")
    assert mean(best, "damage") == mean(shown, "damage") > mean(other, "damage")


async def test_a_series_needs_further_attacks(sqlite_api):
    for slug in ("x-wing", "open-forces"):
        example = (await sqlite_api.get(f"{RULES}/{slug}")).json()["examples"][0]
        refused = await sqlite_api.post(f"{RULES}/{slug}/odds", {"situation": example, "horizon": "series"})
        assert (refused.status_code, refused.json()["reason"]) == (422, "series-of-one")
        assert refused.json()["errors"][0]["pointer"] == "/horizon"
    group = {"attacker": SEED["attacker"]}
    plain = await odds(sqlite_api, "open-forces", SEED, then=[group])
    assert plain == await odds(sqlite_api, "open-forces", SEED, then=[group], horizon="series")
