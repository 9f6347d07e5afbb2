"""What is wrong in a long body is told as in a short one, unless it is wrong in very many places."""

import gc
import json

import pytest
from pydantic import TypeAdapter, ValidationError

from app.faults.bounded import FURTHER, SHORT, Reader
from app.services.rulebooks.installed import find_rulebooks

pytestmark = pytest.mark.anyio
BOOK = find_rulebooks()["storm-over-stalingrad"]
ODDS = "/v1/rulesets/storm-over-stalingrad/odds"


async def told(api, situation):
    """The places of all faults that are told of a situation."""
    body = json.dumps({"situation": situation})
    assert len(body) > SHORT
    answer = await api.post(ODDS, body.encode())
    assert answer.status_code == 422, answer.text
    return {error["pointer"] for error in answer.json()["errors"]}


@pytest.fixture
def situation():
    """A long situation: the units of an area stand in many more."""
    whole = BOOK.codec.situation.dump_short(BOOK.ruleset.examples[0])
    area = next(area for area in whole["areas"] if area.get("units"))
    copies = [{**area, "id": f"copy {n}", "adjacent": [], "units": [{**area["units"][0], "id": f"u{n}"}]} for n in range(20)]  # fmt: skip
    return {**whole, "areas": [*whole["areas"], *copies]}


async def test_faults_in_several_items_of_a_list_are_told_together(sqlite_api, situation):
    count = len(situation["areas"])
    for n in (count - 2, count - 9, count - 16):
        situation["areas"][n]["units"][0]["firepower"] = "many"
    situation["firing_side"] = "nobody"
    places = {f"/situation/areas/{count - n}/units/0/firepower" for n in (2, 9, 16)}
    assert await told(sqlite_api, situation) == {"/situation/firing_side", *places}


async def test_nothing_is_told_to_be_missing_that_was_sent(sqlite_api, situation):
    area = situation["areas"][-1]
    area["units"] = [*[{}] * FURTHER, area["units"][0]]
    last = {**area, "id": "last"}
    situation["areas"].append(last)
    area["adjacent"] = 5
    places = await told(sqlite_api, situation)
    n = len(situation["areas"]) - 2
    assert f"/situation/areas/{n}/units/0/id" in places
    assert not any(place.count("/") == 2 for place in places)


def test_of_a_list_no_more_is_looked_at_than_a_number_of_values_behind_its_first_wrong_item():
    reader = Reader(TypeAdapter(list[int]))
    wrong = [*range(1000), "x", *["y"] * 10_000]
    with pytest.raises(ValidationError) as refused:
        reader.validate(json.dumps(wrong).encode())
    assert [error["loc"] for error in refused.value.errors()] == [(1000 + n,) for n in range(FURTHER + 1)]
    with pytest.raises(ValidationError) as refused:
        reader.validate(json.dumps([*range(10_000), "x"]).encode())
    assert [error["loc"] for error in refused.value.errors()] == [(10_000,)]
    assert reader.validate(json.dumps([*range(10_000)]).encode())[-1] == 9999


def test_a_short_body_is_read_as_a_whole():
    reader = Reader(TypeAdapter(list[int]))
    with pytest.raises(ValidationError) as refused:
        reader.validate(b"[" + b",".join([b"{}"] * (SHORT // 3)) + b"]")
    assert refused.value.error_count() == SHORT // 3


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/rulesets/open-forces/attacks", {"situation": {"attacker": {}}}),
        ("/v1/rulesets/x-wing/attacks", {"situation": {"damage_cards": [{}] * 3_000}}),
        ("/v1/rulesets/x-wing/attacks", {"situation": {"damage_cards": [{}] * 15_000}}),
        ("/v1/rulesets/x-wing/attacks/batch", {"attacks": [[[]]] * 12_000}),
        (
            "/v1/rulesets/x-wing/sessions/01a1ff60-3ff3-73ae-b824-a53feb66ae7e/actions",
            {"seen": 0, "move": {"kind": "declare", "ships": [[]] * 15_000}},
        ),
        ("/v1/rulesets/x-wing/sessions", {"kind": "game", "setup": {"ships": [[]] * 15_000}}),
        ("/v1/rulesets/x-wing/setups", {"setup": {"ships": [[]] * 15_000}}),
    ],
    ids=["short", "long", "beside the loop", "batch", "move", "session", "setup"],
)
async def test_what_a_refused_body_took_is_free_without_a_search_for_garbage(sqlite_api, path, body):
    """A search walks all that the process holds, and everybody waits meanwhile."""
    data = json.dumps(body, separators=(",", ":")).encode()
    assert (await sqlite_api.post(path, data)).status_code in (401, 404, 413, 422)
    gc.collect()
    gc.disable()
    try:
        await sqlite_api.post(path, data)
        assert gc.collect() < 100
    finally:
        gc.enable()
