"""A setup is looked at before it is played, over HTTP."""

import json
from copy import deepcopy

import pytest

from tests.bringing import RED, TWO
from tests.rulesets.x_wing.squads import as_yasb_exports

pytestmark = pytest.mark.anyio
LANGUAGES = ("en", "de", "fr", "ru")
SLUGS = ("castle-rampage", "open-forces", "storm-over-stalingrad", "x-wing")


async def samples(api, slug):
    """The setups that a ruleset has to try."""
    return (await api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"]


async def look(api, slug, setup, language="en", **more):
    return await api.post(f"/v1/rulesets/{slug}/setups?language={language}", {"setup": setup, **more})


async def faults(api, slug, setup, **more):
    """What is wrong with a setup: the code of each fault by its place."""
    answer = await look(api, slug, setup, **more)
    assert answer.status_code == 422, answer.text
    errors = answer.json()["errors"]
    assert all(error["detail"] and error["detail"] != error["code"] for error in errors)
    return {error["pointer"]: error["code"] for error in errors}


@pytest.mark.parametrize("slug", SLUGS)
async def test_every_setup_to_try_is_told_and_opens_the_same_game_when_it_is_complete(sqlite_api, slug):
    for name, setup in (await samples(sqlite_api, slug)).items():
        answer = await look(sqlite_api, slug, setup)
        assert answer.status_code == 200, (name, answer.text)
        told = answer.json()
        assert told["seats"] == len(told["sides"])
        for language in LANGUAGES:
            text = (await look(sqlite_api, slug, setup, language)).json()["text"]
            assert text.endswith("."), (name, text)
            assert not [odd for odd in ("{{", "null", "setup") if odd in text], (name, text)
        boards = []
        for opened in (setup, told["setup"]):
            body = {"kind": "game", "setup": opened, "dice": {"source": "service"}}
            session = await sqlite_api.post(f"/v1/rulesets/{slug}/sessions", body)
            assert session.status_code == 201, (name, session.text)
            path = f"/v1/sessions/{session.json()['id']}/state"
            boards.append((await sqlite_api.get(path)).json()["state"])
        assert told["state"].keys() == boards[0].keys()
        if slug == "storm-over-stalingrad" and not setup.get("cards"):  # its opening neither throws nor shuffles
            assert told["state"] == boards[0] == boards[1]
        again = (await look(sqlite_api, slug, told["setup"])).json()
        assert again == told


async def test_nothing_is_stored(sqlite_api):
    setup = (await samples(sqlite_api, "open-forces"))["sample"]
    await look(sqlite_api, "open-forces", setup)
    assert (await sqlite_api.get("/v1/sessions")).json()["items"] == []


async def test_a_list_becomes_ships_and_stays_as_it_was_sent(sqlite_api):
    lists = [{"xws": as_yasb_exports(name)} for name in ("rebels in T-65s", "vader and swarm")]
    told = (await look(sqlite_api, "x-wing", {"squads": lists}, seats=[{"name": "Anton"}, {"name": "Beatrix"}])).json()
    for sent, shown in zip(lists, told["setup"]["squads"], strict=True):
        pilots = sent["xws"]["pilots"]
        assert [one["id"] for one in shown["xws"]["pilots"]] == [one["id"] for one in pilots]
        assert [one["ship"]["pilot"] for one in shown["ships"]] == [one["id"] for one in pilots]
        assert all(one["weapons"] and one["ship"]["hull"] for one in shown["ships"])
    ids = [one["ship"]["id"] for squad in told["setup"]["squads"] for one in squad["ships"]]
    assert len(set(ids)) == len(ids)
    assert told["text"].startswith("Anton: ")
    assert "Beatrix" in told["text"]


async def test_an_unknown_ship_and_an_unknown_pilot_are_faults(sqlite_api):
    squad = {
        "xws": {"pilots": [{"id": "wedgeantiles", "ship": "t65xwing"}, {"id": "darthvader", "ship": "tieadvnced"}]}
    }
    ships = {"ships": [{"ship": {"pilot": "nobody"}}, {"ship": {"pilot": "noone"}}]}
    assert await faults(sqlite_api, "x-wing", {"squads": [squad, ships]}) == {
        "/setup/squads/0/xws/pilots/0/id": "unknown-card",
        "/setup/squads/0/xws/pilots/1/ship": "unknown-ship-type",
        "/setup/squads/1/ships/0/ship/pilot": "unknown-card",
        "/setup/squads/1/ships/1/ship/pilot": "unknown-card",
    }


async def test_what_the_players_apply_themselves_is_noted(sqlite_api):
    pilots = [{"id": "darthvader", "ship": "tieadvancedx1", "upgrades": {"sensor": ["trackingfob"]}}]
    squads = [{"xws": {"pilots": pilots}}, {"xws": {"pilots": [{"id": "wedgeantilles", "ship": "t65xwing"}]}}]
    notes = (await look(sqlite_api, "x-wing", {"squads": squads})).json()["notes"]
    (fob,) = [note for note in notes if "Tracking Fob" in note["text"]]
    assert (fob["code"], fob["pointer"]) == ("card-by-hand", "/setup/squads/0/ships/0/ship")


async def test_a_map_without_objectives_is_told_how_its_game_ends(sqlite_api):
    setup = deepcopy((await samples(sqlite_api, "storm-over-stalingrad"))["sample"])
    assert (await look(sqlite_api, "storm-over-stalingrad", setup)).json()["notes"] == []
    setup["objectives"] = None
    (note,) = (await look(sqlite_api, "storm-over-stalingrad", setup)).json()["notes"]
    assert (note["code"], note["rule"], note["pointer"]) == ("no-objectives", "SS-64", "/setup/objectives")
    assert "after the last turn the game is a draw" in note["text"]


async def test_cards_none_of_which_attacks_are_told_of(sqlite_api):
    found = [sample for sample in (await samples(sqlite_api, "castle-rampage")).values() if sample.get("whole")]
    whole = deepcopy(found[0])
    assert (await look(sqlite_api, "castle-rampage", whole)).json()["notes"] == []
    for card in whole["whole"]["cards"]:
        card |= {"attack": None, "scheme": None, "bypasses_gate": False, "survives_repel": False}
    (note,) = (await look(sqlite_api, "castle-rampage", whole)).json()["notes"]
    assert (note["code"], note["rule"], note["pointer"]) == ("no-attacks", "CR-12", "/setup/whole/cards")
    assert "No card has an attack value" in note["text"]


async def test_faults_of_form_and_those_by_the_rules_are_told_together(sqlite_api):
    setup = deepcopy((await samples(sqlite_api, "open-forces"))["sample"])
    setup["cards"][0]["modes"][0]["spd"] = -1
    setup["cards"][0]["colour"] = "red"
    setup["armies"][1]["groups"][0]["card"] = "nothing"
    setup["armies"][0]["groups"][0]["unit"] = setup["armies"][0]["groups"][0].pop("units")
    found = await faults(sqlite_api, "open-forces", setup, options={"no_such": 1}, seats=[{"name": 5}, {}])
    assert found == {
        "/setup/armies/1/groups/0/card": "unknown-card",
        "/setup/cards/0/modes/0/spd": "too-small",
        "/setup/cards/0/colour": "unknown-field",
        "/setup/armies/0/groups/0/unit": "unknown-field",
        "/options/no_such": "unknown-option",
        "/seats/0/name": "wrong-type",
    }


async def test_what_only_follows_from_a_fault_is_not_told(sqlite_api):
    setup = deepcopy((await samples(sqlite_api, "storm-over-stalingrad"))["sample"])
    del setup["areas"][0]["units"][0]["id"]
    del setup["areas"][0]["units"][1]["id"]
    found = await faults(sqlite_api, "storm-over-stalingrad", setup)
    assert found == {f"/setup/areas/0/units/{n}/id": "missing" for n in (0, 1)}


async def test_more_than_fifty_faults_are_not_told(sqlite_api):
    setup = deepcopy((await samples(sqlite_api, "storm-over-stalingrad"))["sample"])
    unit = setup["areas"][0]["units"][0]
    setup["areas"][0]["units"] = [{**unit, "id": f"u{n}", "firepower": -1} for n in range(60)]
    setup["areas"][1]["adjacent"] = ["nowhere"]
    assert len(await faults(sqlite_api, "storm-over-stalingrad", setup)) == 50


HOSTILE = {
    "six hundred ships": ("x-wing", {"squads": [{"xws": {"pilots": [{"id": "wedgeantilles"}] * 600}}] * 2}),
    "a thousand shapes": (
        "open-forces",
        lambda setup: (
            setup | {"obstacles": [{"id": f"o{n}", "at": {"x": n, "y": n}, "radius": 5} for n in range(1000)]}
        ),
    ),
    "an area beside itself": (
        "storm-over-stalingrad",
        lambda setup: (
            setup | {"areas": [area | {"adjacent": [*area["adjacent"], area["id"]]} for area in setup["areas"]]}
        ),
    ),
    "no setup": ("castle-rampage", None),
    "a number": ("castle-rampage", 5),
    "lists for everything": ("open-forces", {"cards": [[]] * 100, "armies": [[[]]] * 8}),
    "deep": ("open-forces", json.loads("[" * 100 + "]" * 100)),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_setups_are_refused_in_sentences(sqlite_api, name):
    slug, setup = HOSTILE[name]
    if callable(setup):
        setup = setup((await samples(sqlite_api, slug))["sample"])
    assert await faults(sqlite_api, slug, setup)


async def test_names_in_any_script_are_told(sqlite_api):
    setup = deepcopy((await samples(sqlite_api, "open-forces"))["sample"])
    setup["armies"][0]["groups"][0]["name"] = "חיל הרגלים 步兵"
    told = await look(sqlite_api, "open-forces", setup, seats=[{"name": "Ἀχιλλεύς"}, {"name": "宮本"}])
    assert told.json()["setup"]["armies"][0]["groups"][0]["name"] == "חיל הרגלים 步兵"
    assert "Ἀχιλλεύς: " in told.json()["text"]
    assert "宮本: " in told.json()["text"]


async def test_sides_are_those_of_the_setup_and_another_side_is_refused(sqlite_api):
    setup = (await samples(sqlite_api, "storm-over-stalingrad"))["sample"]
    assert (await look(sqlite_api, "storm-over-stalingrad", setup)).json()["sides"] == ["german", "soviet"]
    seats = [{"side": "soviet"}, {"side": "french"}]
    found = await faults(sqlite_api, "storm-over-stalingrad", setup, seats=seats)
    assert found["/seats/1/side"] == "wrong-form"


async def test_what_is_hidden_in_a_game_is_hidden_on_its_board_too(sqlite_api):
    setup = (await samples(sqlite_api, "castle-rampage"))["whole-sample"]
    told = (await look(sqlite_api, "castle-rampage", setup)).json()
    assert told["setup"]["whole"]["cards"]
    assert all(card == {"unknown": True} for card in told["state"]["deck"])


async def test_places_that_are_left_to_seats_are_told_with_their_limits_and_nothing_is_hidden_in_them(sqlite_api):
    limits = {"points": 9, "factions": ["rebelalliance"], "reserve": RED}
    body = {"seats": TWO, "bring": {"1": limits, "2": {}}}
    told = (await look(sqlite_api, "x-wing", {}, **body)).json()
    assert (told["seats"], told["setup"]["squads"], told["state"]["ships"]) == (2, [None, None], [])
    assert [(one["seat"], one["question"]) for one in told["brings"]] == [(1, "bring-list"), (2, "bring-list")]
    assert (told["brings"][0]["limits"]["points"], told["brings"][1]["limits"]["points"]) == (9, None)
    assert "reserve" not in told["brings"][0]["limits"]
    assert [one["text"].split(":")[0] for one in told["brings"]] == ["Anton", "Beatrix"]
    assert told["text"] == "A game for 2 players."
    opened = await sqlite_api.post("/v1/rulesets/x-wing/sessions", {"kind": "game", **body, "setup": told["setup"]})
    assert opened.status_code == 201, opened.text


async def test_what_is_there_beside_places_that_are_left_is_whole(sqlite_api):
    one = (await look(sqlite_api, "x-wing", {"squads": [RED, None]}, bring={"2": {}})).json()
    assert [ship["ship"]["pilot"] for ship in one["setup"]["squads"][0]["ships"]] == [
        pilot["id"] for pilot in RED["xws"]["pilots"]
    ]
    assert one["setup"]["squads"][1] is None
    assert [each["seat"] for each in one["brings"]] == [2]
    assert "2 ships" in one["text"]
    field = {"obstacles": [{"id": "wood", "at": {"x": 300, "y": 300}, "radius": 50}], "placement": "in-turn"}
    armies = (await look(sqlite_api, "open-forces", field, bring={"1": {}, "2": {}, "3": {}})).json()
    assert (armies["seats"], armies["setup"]["armies"]) == (3, [None] * 3)
    assert armies["setup"]["obstacles"][0]["id"] == "wood"
    assert armies["text"] == "There is 1 obstacle on the battlefield."
    sample = (await samples(sqlite_api, "castle-rampage"))["whole-sample"]
    assert (await look(sqlite_api, "castle-rampage", sample)).json()["brings"] == []


async def test_faults_of_limits_and_reserves_are_told_with_those_of_the_rest(sqlite_api):
    wrong = {"xws": {"pilots": [{"id": "wedgeantiles", "points": 3}]}}
    bring = {"1": {"factions": ["rebels"], "cards": ["juke", "juk"]}, "2": {"points": 3, "reserve": wrong}}
    assert await faults(sqlite_api, "x-wing", {"first_player": 1}, bring=bring) == {
        "/options/player_order": "first-player-rolled",
        "/bring/1/factions/0": "unknown-faction",
        "/bring/1/cards/1": "unknown-card",
        "/bring/2/reserve/xws/pilots/0/id": "unknown-card",
    }
    assert await faults(sqlite_api, "x-wing", {"squads": [RED, RED]}, bring={"3": {}}) == {
        "/bring/3": "place-not-left-out"
    }
    assert await faults(sqlite_api, "open-forces", {}, bring={"1": {"points": 0}}) == {"/bring/1/points": "too-small"}
    assert await faults(sqlite_api, "open-forces", {}) == {"/setup/armies": "nobody-brings"}
    sample = (await samples(sqlite_api, "castle-rampage"))["whole-sample"]
    assert await faults(sqlite_api, "castle-rampage", sample, bring={"1": {}}) == {"/bring": "unknown-field"}


SAID = {
    "en": (
        "“lukeskywalkerboy” in the list is read as Luke Skywalker (pilot:lukeskywalker-battleofyavin).",
        "Luke Skywalker: zzz is not known",
    ),
    "de": (
        "„lukeskywalkerboy“ in der Liste wird als Luke Skywalker (pilot:lukeskywalker-battleofyavin) gelesen.",
        "Luke Skywalker",
    ),
    "fr": (
        "«\u202flukeskywalkerboy\u202f» dans la liste est lu comme Luke Skywalker (pilot:lukeskywalker-battleofyavin).",
        "Luke Skywalker",
    ),
    "ru": (
        "«lukeskywalkerboy» в списке прочитано как Luke Skywalker (pilot:lukeskywalker-battleofyavin).",
        "Luke Skywalker",
    ),
}


@pytest.mark.parametrize("language", SAID)
async def test_what_of_a_list_is_read_as_another_card_or_not_known_is_noted_once_everywhere(sqlite_api, language):
    luke = {"id": "lukeskywalkerboy", "ship": "t65xwing", "upgrades": {"talent": ["zzz"], "astromech": ["r2d2"]}}
    lists = [{"xws": {"pilots": [luke, {"id": "nobody", "ship": "t65xwing"}]}}, {"xws": {"pilots": [{"id": "wampa"}]}}]
    options = {"unknown_cards": "note"}
    told = (await look(sqlite_api, "x-wing", {"squads": lists}, language, options=options)).json()
    body = {"kind": "game", "setup": {"squads": lists}, "options": options, "dice": {"source": "service"}}
    path = "/v1/rulesets/x-wing/sessions"
    opened = (await sqlite_api.post(f"{path}?language={language}", body)).json()
    action = (await sqlite_api.get(f"/v1/sessions/{opened['id']}/actions/1?language={language}")).json()
    for notes in (told["notes"], opened["notes"], action["notes"]):
        found = [(one["code"], one["pointer"].split("/", 2)[2]) for one in notes if one["code"] in TOLD_OF_LISTS]
        assert found == [
            ("read-as", "squads/0/xws/read_as/0"),
            ("read-as", "squads/0/xws/read_as/1"),
            ("card-not-known", "squads/0/xws/pilots/0/upgrades/talent/0"),
            ("card-not-known", "squads/0/xws/pilots/1/id"),
        ]
        texts = [one["text"] for one in notes if one["code"] in TOLD_OF_LISTS]
        read_as, unknown = SAID[language]
        assert texts[0] == read_as
        assert texts[2].startswith(unknown)
        assert "zzz" in texts[2]
        assert texts[3].startswith("T-65 X-wing")
        assert "nobody" in texts[3]
    again = (await look(sqlite_api, "x-wing", told["setup"], language, options=options)).json()
    assert again["notes"] == told["notes"]


TOLD_OF_LISTS = ("read-as", "card-not-known")


async def test_a_list_that_fits_two_cards_is_refused_where_it_is_brought(sqlite_api):
    squad = {"xws": {"pilots": [{"id": "cadbane-rogue", "points": 3}]}}
    assert await faults(sqlite_api, "x-wing", {"squads": [squad, squad]}) == {
        f"/setup/squads/{n}/xws/pilots/0/id": "several-cards-fit" for n in (0, 1)
    }
    found = await faults(sqlite_api, "x-wing", {}, bring={"1": {}, "2": {"reserve": squad}})
    assert set(found.values()) == {"several-cards-fit"}
