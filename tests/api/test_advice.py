"""What each choice is worth, over HTTP: before an attack, in the middle of one, and afterwards."""

from fractions import Fraction

import pytest
from pydantic_core import from_json, to_json

from app.services.rulebooks.registry import find_rulebooks
from tests.client import SEED, SEED_FACES

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
    assert told.keys() == {"ruleset", "policies", "distributions", "means"}


async def test_odds_start_where_faces_lead(sqlite_api):
    after_one = await odds(sqlite_api, "open-forces", SEED, dice={"faces": SEED_FACES[:1]})
    after_both = await odds(sqlite_api, "open-forces", SEED, dice={"faces": SEED_FACES})
    assert after_both["distributions"] == {"kills": [{"value": 2, "probability": "1", "decimal": 1.0}]}
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
