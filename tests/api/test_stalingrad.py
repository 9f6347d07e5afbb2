"""Storm Over Stalingrad over HTTP: the rulebook's example, step by step and in one request."""

import pytest

from tests.client import path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/storm-over-stalingrad"
ASK = {"attacker": "ask", "defender": "ask"}


async def example(api):
    return (await api.get(PATH)).json()["examples"][0]


async def attack(api, **rest):
    return await api.post(f"{PATH}/attacks", {"situation": await example(api), **rest})


async def test_the_example_is_played_across_restarts(database_url):
    async with serving(database_url) as api:
        start = (await attack(api, policies=ASK, dice={"source": "physical"})).json()
    token = start["tokens"]["host"]
    assert (start["pending"]["kind"], start["pending"]["count"]) == ("roll", 2)
    async with serving(database_url) as api:
        asked = (await api.answer(start, token, faces=[5, 6])).json()
    pending = asked["pending"]
    assert (pending["question"], pending["by"], pending["choices_total"]) == ("allocate-damage", "defender", 5)
    assert pending["context"]["labelled_total"] == 9
    assert pending["choices"][0]["choice"] == {"points": {"g1": 1, "g2": 1, "g3": 1}}
    assert pending["choices"][0]["leads_to"] == {
        "flips": ["g1", "g2"],
        "retreats": ["g3"],
        "eliminates": [],
        "lethal": [],
    }
    async with serving(database_url) as api:
        refused = await api.answer(asked, token, choice={"points": {"g1": 2}})
        assert (refused.status_code, refused.json()["reason"], refused.json()["rule"]) == (
            409,
            "must-apply-maximum",
            "SS-26",
        )
        end = (await api.answer(asked, token, choice={"points": {"g1": 1, "g2": 1, "g3": 1}})).json()
        report = (await api.get(path_of(end) + "/verification")).json()
    outcome = end["outcome"]
    assert (outcome["attack_points"], outcome["defense_points"], outcome["damage_points"]) == (15, 12, 3)
    assert outcome["retreated"] == [{"unit": "g3", "path": ["X"]}]
    assert outcome["control_changes"] == [{"area": "X", "to": "german"}]
    assert outcome["fire_marker"] == {"area": "F", "side": "soviet"}
    assert [(row["unit"], row["fate"], row["side"], row["lost"]) for row in end["casualties"]] == [
        ("g1", "flipped", "german", False),
        ("g2", "flipped", "german", False),
        ("g3", "retreated", "german", False),
    ]
    assert report["result"] == "identical"


async def test_one_request_gives_the_same_record(api):
    stepped = (await attack(api, policies=ASK, dice={"source": "physical", "faces": [[5, 6]]})).json()
    points = {"g1": 1, "g3": 2}
    stepped = (await api.answer(stepped, stepped["tokens"]["host"], choice={"points": points})).json()
    whole = (
        await attack(
            api,
            dice={"source": "physical", "faces": [[5, 6]]},
            answers=[{"question": "allocate-damage", "choice": {"points": points}}],
        )
    ).json()
    told = [
        [{k: v for k, v in entry.items() if k != "source"} for entry in action["record"]] for action in (stepped, whole)
    ]
    assert told[0] == told[1]
    assert whole["outcome"]["eliminated"] == ["g3"]


async def test_the_default_is_an_alias_of_min_loss(api):
    action = (await attack(api)).json()
    assert action["policies"] == {"attacker": "min-loss", "defender": "min-loss"}


async def test_it_is_told_in_russian(sqlite_api):
    situation = await example(sqlite_api)
    body = {"situation": situation, "dice": {"source": "physical", "faces": [[5, 6]]}, "policies": ASK}
    action = (await sqlite_api.post(f"{PATH}/attacks", body, **{"Accept-Language": "ru"})).json()
    assert action["pending"]["text"] == "Как распределить 3 очка повреждения?"
    assert any(entry["text"] == "Очки защиты 12 = 9 (лучший юнит) + 3 (местность)." for entry in action["record"])


async def test_what_is_sent_again_is_what_came_out(api):
    situation = await example(api)
    outcome = (await attack(api, dice={"source": "physical", "faces": [[1, 1]]})).json()["outcome"]
    changed = {area["id"]: area for area in outcome["after"]["areas"]}
    areas = [changed.get(area["id"], area) for area in situation["areas"]]
    response = await api.post(f"{PATH}/attacks", {"situation": {**situation, "areas": areas}})
    assert (response.status_code, response.json()["reason"]) == (422, "unit-spent")


async def test_odds_are_exact(api):
    situation = await example(api)
    odds = (await api.post(f"{PATH}/odds", {"situation": situation})).json()
    assert odds["policies"] == {"attacker": "min-loss", "defender": "min-loss"}
    assert [row["probability"] for row in odds["distributions"]["damage_points"]] == [
        "13/18",
        "1/9",
        "1/12",
        "1/18",
        "1/36",
    ]


async def test_unknown_fields_of_a_fire_are_refused(api):
    situation = {**(await example(api)), "targets": ["g1"]}
    response = await api.post(f"{PATH}/attacks", {"situation": situation})
    assert response.json()["errors"][0]["pointer"] == "/situation/targets"
