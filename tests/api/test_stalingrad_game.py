"""A game of Storm Over Stalingrad over HTTP: two clients that know only what they are asked."""

import random

import pytest

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/storm-over-stalingrad"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


async def open_game(api, seats=TWO, **rest):
    setup = (await api.get(PATH)).json()["game"]["setups"]["sample"]
    return await api.post(f"{PATH}/sessions", {"kind": "game", "seats": seats, "setup": setup, **rest})


async def played(api, session, draw):
    """The names of the questions that two clients were asked until the game was over."""
    id, seats, asked_for = session["id"], session["tokens"]["seats"], set()
    for _ in range(300):
        asked = (await api.get(f"/v1/sessions/{id}/questions")).json()["items"]
        if not asked:
            break
        token = seats[str(asked[0]["seat"])]
        (question,) = (await api.get(f"/v1/sessions/{id}/questions", token)).json()["items"]
        answers = f"/v1/sessions/{id}/actions/{question['action']}/answers"
        if question["kind"] == "roll":
            faces = [draw.choice(question["faces"]) for _ in question["dice"]]
            thrown = await api.post(answers, {"seen": question["seen"], "faces": faces}, token)
            assert thrown.status_code == 200, thrown.text
            continue
        choices = [one["choice"] for one in question["choices"]]
        asked_for.add(question["question"])
        assert len({one["text"] for one in question["choices"]}) == len(choices)
        if question["question"] == "act":
            choices = [one for one in choices if one["kind"] not in ("concede", "agree-end", "propose-end")]
            body = {"seen": question["seen"], "move": draw.choice(choices)}
            made = await api.post(f"{PATH}/sessions/{id}/actions", body, token)
            assert made.status_code == 201, made.text
        else:
            done = await api.post(answers, {"seen": question["seen"], "choice": draw.choice(choices)}, token)
            assert done.status_code == 200, done.text
    return asked_for


async def test_two_clients_play_a_game_to_its_end(api):
    session = (await open_game(api, options={"turns": 2}, dice={"source": "physical"})).json()
    assert [seat["side"] for seat in session["seats"]] == ["german", "soviet"]
    id, asked_for = session["id"], await played(api, session, random.Random(3))
    ended = (await api.get(f"/v1/sessions/{id}")).json()
    assert (ended["status"], sorted(ended["result"]["scores"])) == ("closed", ["1", "2"])
    assert {"act", "choose-firers", "choose-movers", "allocate-damage"} <= asked_for
    verified = await api.get(f"/v1/sessions/{id}/verification")
    assert verified.json()["result"] == "identical", verified.text


UNIT = {"state": "fresh", "firepower": 3, "defense_fresh": 8, "defense_spent": 7}
OWN = {
    "areas": [
        {"id": "A", "terrain_defense": 0, "controller": "german", "adjacent": ["B", "C"], "name": "Steppe",
         "units": [{"id": "g1", "side": "german", **UNIT, "movement": 3, "name": "Tanks"}]},
        {"id": "B", "terrain_defense": 1, "controller": "soviet", "adjacent": ["D"], "name": "Mill"},
        {"id": "C", "terrain_defense": 1, "controller": "soviet", "adjacent": ["D"], "name": "Station"},
        {"id": "D", "terrain_defense": 3, "controller": "german", "adjacent": ["E"], "name": "Depot"},
        {"id": "E", "terrain_defense": 3, "controller": "soviet", "adjacent": [], "name": "Bank",
         "units": [{"id": "s1", "side": "soviet", **UNIT, "movement": 0}]},
    ],
    "arrivals": [{"turn": 2, "area": "E", "or_areas": ["B"], "unit": {"id": "s2", "side": "soviet", **UNIT, "name": "Guards"}}],
    "cards": [{"id": "rubble", "name": "Ruins", "side": "german", "timing": "own-action", "terrain_multiplier": 2, "lasts": True}],
    "hand_sizes": [1],
}  # fmt: skip


async def test_printed_movement_ways_rubble_and_a_choice_of_arrivals_are_played_and_verified(api):
    body = {"kind": "game", "seats": TWO, "setup": OWN, "options": {"control_in_passing": True}}
    session = (await api.post(f"{PATH}/sessions", body)).json()
    id, seats = session["id"], session["tokens"]["seats"]

    async def plays(seat, choice, text):
        (asked,) = (await api.get(f"/v1/sessions/{id}/questions", seats[seat])).json()["items"]
        assert text in [each["text"] for each in asked["choices"] if each["choice"].items() >= choice.items()]
        path, member = asked["answer"]["path"], asked["answer"]["member"]
        answer = await api.post(path, {"seen": asked["seen"], member: choice}, seats[seat])
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    ruins = "Play Ruins (terrain × 2, for the rest of the game): change the terrain of Depot for the rest of the game"
    await plays("1", {"kind": "change-terrain", "card": "rubble", "area": "D"}, ruins)
    await plays("2", {"kind": "pass"}, "Pass")
    await plays("1", {"kind": "move", "area": "A"}, "Move units out of Steppe")
    await plays("1", {"units": ["g1"], "to": "D"}, "Tanks to Depot")
    await plays("1", {"through": ["C"]}, "By way of Station: takes control of Station")
    await plays("2", {"kind": "pass"}, "Pass")
    await plays("1", {"kind": "pass"}, "Pass")
    await plays("2", {"area": "B"}, "Area Mill")
    areas = (await api.get(f"/v1/sessions/{id}/state")).json()["state"]["areas"]
    assert {area["id"]: (area["controller"], [unit["id"] for unit in area["units"]]) for area in areas} == {
        "A": ("german", []), "B": ("soviet", ["s2"]), "C": ("german", []), "D": ("german", ["g1"]), "E": ("soviet", ["s1"]),
    }  # fmt: skip
    assert [area["terrain_multiplier"] for area in areas] == [1, 1, 1, 2, 1]
    verified = await api.get(f"/v1/sessions/{id}/verification")
    assert verified.json()["result"] == "identical", verified.text


async def test_a_seat_plays_the_side_that_the_setup_gives_it(api):
    sides = [{"name": "Anton", "side": "german"}, {"name": "Beatrix"}]
    assert (await open_game(api, sides)).status_code == 201
    assert [seat["side"] for seat in (await open_game(api, [])).json()["seats"]] == ["german", "soviet"]
    refused = (await open_game(api, [{"side": "soviet"}, {"side": "german"}])).json()
    assert [error["pointer"] for error in refused["errors"]] == ["/setup/sides/0", "/setup/sides/1"]
    assert (refused["code"], refused["reason"], refused["rule"]) == ("illegal-situation", "other-side", "SS-58")
