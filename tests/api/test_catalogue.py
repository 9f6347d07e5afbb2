"""The catalogue of a ruleset and the lists that it reads, over HTTP."""

import json

import pytest

from tests.rulesets.x_wing.squads import EXPORTS, as_launch_bay_next_exports, as_yasb_exports

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"


async def found(api, query="", **headers):
    """What the catalogue has, page after page."""
    items, page = [], {"next": ""}
    while page["next"] is not None:
        sent = [query.removeprefix("?"), "limit=200", page["next"] and f"cursor={page['next']}"]
        answer = await api.get(f"{PATH}/catalogue?{'&'.join(part for part in sent if part)}", **headers)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        assert len(page["items"]) <= 200
        items += page["items"]
    return items


async def test_the_catalogue_tells_what_each_card_does(sqlite_api):
    told = await found(sqlite_api)
    items = {(one["kind"], one["id"]): one for one in told}
    juke = items["upgrade", "juke"]
    assert (juke["name"], juke["does"], juke["text"]) == ("Juke", "effects", "Juke: the rules apply it.")
    assert juke["details"]["effects"][0]["window"] == "modify-defense-attacker"
    hull = items["upgrade", "hullupgrade"]
    assert (hull["does"], hull["details"]["adds"]) == ("nothing", ["hull +1"])
    fob = items["upgrade", "trackingfob"]
    assert (fob["does"], fob["text"]) == (
        "by-hand",
        "Tracking Fob: the players apply it themselves. Left to the players: the condition card.",
    )
    vader = items["pilot", "darthvader"]["details"]
    assert (vader["initiative"], vader["force"], vader["ship_ability"]) == (6, 3, "advancedtargetingcomputer")
    assert items["weapon", "protontorpedoes"]["details"]["weapons"][0]["value"] == 4
    assert items["ship", "t65xwing"]["details"]["hull"] == 4
    assert items["ship-ability", "deadtorights"]["does"] == "effects"
    assert len(items) > 1300
    assert len(items) == len(told)  # no page repeats one


async def test_the_catalogue_is_filtered_by_kind_and_by_a_part_of_the_name(sqlite_api):
    assert {one["kind"] for one in await found(sqlite_api, "?kind=weapon")} == {"weapon"}
    wedges = await found(sqlite_api, "?kind=pilot&q=WEDGE")
    assert {one["name"] for one in wedges} == {"Wedge Antilles"}
    assert await found(sqlite_api, "?q=nosuchcard") == []
    for part in ("Tireur hors", "crack s"):
        (shot,) = await found(sqlite_api, f"?kind=upgrade&q={part}")
        assert (shot["id"], shot["name"], shot["names"]["fr"]) == ("crackshot", "Crack Shot", "Tireur Hors Pair")


async def test_the_catalogue_speaks_the_callers_language(sqlite_api):
    (fob,) = await found(sqlite_api, "?q=trackingfob", **{"Accept-Language": "fr"})
    assert fob["text"].endswith("la carte de condition.")


async def test_the_catalogue_is_not_sent_again_to_a_client_that_has_it(sqlite_api):
    whole = await sqlite_api.get(f"{PATH}/catalogue?kind=ship")
    again = await sqlite_api.get(f"{PATH}/catalogue?kind=ship", **{"If-None-Match": whole.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    french = await sqlite_api.get(f"{PATH}/catalogue?kind=ship&language=fr", **{"If-None-Match": again.headers["etag"]})
    assert french.status_code == 200


async def test_a_kind_that_does_not_exist_is_refused(sqlite_api):
    answer = await sqlite_api.get(f"{PATH}/catalogue?kind=spell")
    assert (answer.status_code, answer.json()["reason"]) == (422, "unknown-kind")
    assert answer.json()["errors"][0]["pointer"] == "/query/kind"
    answer = await sqlite_api.get("/v1/rulesets/open-forces/catalogue")
    assert answer.status_code == 404


@pytest.mark.parametrize("export", EXPORTS)
async def test_a_squad_comes_out_as_ships_that_a_situation_takes(sqlite_api, export):
    squads = []
    for name in ("vader and swarm", "rebels in T-65s"):
        answer = await sqlite_api.post(f"{PATH}/squads", {"xws": export(name)})
        assert answer.status_code == 200, answer.text
        squads.append(answer.json())
    empire, rebels = squads
    assert empire["not_known"] == rebels["not_known"] == []
    assert (empire["name"], empire["faction"]) == ("vader and swarm", "galacticempire")
    vader, luke = empire["ships"][0], rebels["ships"][1]
    assert (vader["name"], vader["initiative"], vader["ship"]["shields"]) == ("Darth Vader", 6, {"max": 3, "active": 3})
    assert [weapon["upgrade"] for weapon in vader["weapons"]] == [None, "concussionmissiles"]
    situation = {
        "attacker": {**vader["ship"], "locks": [luke["ship"]["id"]], "tokens": {"focus": 1}},
        "weapon": vader["weapons"][0],
        "defender": luke["ship"],
        "attack_range": 2,
    }
    action = (await sqlite_api.post(f"{PATH}/attacks", {"situation": situation})).json()
    assert action["status"] == "resolved", action
    assert (await sqlite_api.post(f"{PATH}/odds", {"situation": situation})).status_code == 200


async def test_a_squad_may_be_sent_as_the_text_that_was_copied(sqlite_api):
    text = f"My list for Sunday {{20 points}}:\n```\n{json.dumps(as_yasb_exports('falcon'), indent=1)}\n``` good?"
    from_text = await sqlite_api.post(f"{PATH}/squads", {"xws": text})
    from_object = await sqlite_api.post(f"{PATH}/squads", {"xws": as_launch_bay_next_exports("falcon")})
    assert from_text.status_code == from_object.status_code == 200
    assert from_text.json() == from_object.json()


@pytest.mark.parametrize(
    ("xws", "reason", "pointer"),
    [
        ("no list at all", "no-pilot-in-text", "/xws"),
        ("{" * 50, "no-list", "/xws"),
        ('{"a": "\\ud800"}', "no-list", "/xws"),
        ({}, "no-pilots", "/xws/pilots"),
        ({"pilots": [7]}, "no-pilots", "/xws/pilots/0"),
        ({"pilots": [{"id": "wedgeantilles"}] * 31}, "too-many-pilots", "/xws/pilots"),
        ({"pilots": [{"id": "x", "upgrades": {"crew": ["x"] * 21}}]}, "too-many-upgrades", "/xws/pilots/0/upgrades"),
    ],
)
async def test_what_is_no_squad_is_refused_with_its_place(sqlite_api, xws, reason, pointer):
    answer = await sqlite_api.post(f"{PATH}/squads", {"xws": xws})
    problem = answer.json()
    assert (answer.status_code, problem["reason"], problem["errors"][0]["pointer"]) == (422, reason, pointer)


async def test_an_unknown_card_is_named_and_its_ship_comes_without_it(sqlite_api):
    xws = {"pilots": [{"id": "wedgeantilles", "upgrades": {"crew": ["predatr"]}}]}
    squad = (await sqlite_api.post(f"{PATH}/squads", {"xws": xws})).json()
    assert squad["not_known"] == [{"pointer": "/xws/pilots/0/upgrades/crew/0", "id": "predatr", "nearest": "predator"}]
    assert squad["ships"][0]["ship"]["upgrades"] == []


async def test_what_a_list_calls_another_way_is_told_in_read_as(sqlite_api):
    xws = {"faction": "rebelalliance", "pilots": [{"id": "lukeskywalkerboy", "upgrades": {"astromech": ["r2d2"]}}]}
    squad = (await sqlite_api.post(f"{PATH}/squads", {"xws": xws})).json()
    assert squad["read_as"] == [
        {"text": "lukeskywalkerboy", "card": "pilot:lukeskywalker-battleofyavin"},
        {"text": "r2d2", "card": "upgrade:r2d2-battleofyavin"},
    ]
    assert len(squad["ships"][0]["ship"]["upgrades"]) == 4
    two = (await sqlite_api.post(f"{PATH}/squads", {"xws": {"pilots": [{"id": "cadbane-rogue"}]}})).json()
    assert (two["reason"], two["errors"][0]["pointer"]) == ("several-cards-fit", "/xws/pilots/0/id")
    assert all(f"“{id}”" in two["detail"] or id in two["detail"] for id in ("cadbane", "cadbane-separatistalliance"))


async def test_texts_call_cards_by_their_names(sqlite_api):
    squad = await sqlite_api.post(f"{PATH}/squads", {"xws": {"pilots": [{"id": "bobafett"}, {"id": "dbs404"}]}})
    boba, bomber = (ship["ship"] for ship in squad.json()["ships"])
    bomber["upgrades"] = ["r7a7"]
    bomber["charges"] = {"r7a7": 1}
    body = {
        "situation": {"attacker": bomber, "weapon": {"value": 2}, "defender": boba, "attack_range": 2},
        "dice": {"source": "physical", "faces": [["hit", "blank"]]},
        "policies": {"attacker": "ask"},
    }
    action = (await sqlite_api.post(f"{PATH}/attacks", body)).json()
    assert "R7-A7: 1 hit → 1 crit" in [choice["text"] for choice in action["pending"]["choices"]]


async def test_any_rulebook_can_have_a_catalogue_and_read_lists(sqlite_api):
    found = (await sqlite_api.get("/v1/rulesets/coin-duel/catalogue")).json()["items"]
    assert [(one["id"], one["does"], one["text"]) for one in found] == [
        ("penny", "nothing", "Penny does nothing."),
        ("crown", "by-hand", "Crown: the players apply it. It is heavy."),
    ]
    assert found[0]["details"] == {"weight": 3}
    purse = {"purse": {"coins": 3, "bank": "Sunny"}}
    assert (await sqlite_api.post("/v1/rulesets/coin-duel/purses", purse)).json() == {"coins": 3}
    refused = (await sqlite_api.post("/v1/rulesets/coin-duel/purses", {"purse": {}})).json()
    assert (refused["reason"], refused["errors"][0]["pointer"]) == ("no-coins", "/purse/coins")
