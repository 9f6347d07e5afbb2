"""A game of Storm Over Stalingrad over HTTP: two clients that know only what they are asked."""

import random

import pytest

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/storm-over-stalingrad"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


async def open_game(api, seats=TWO, **rest):
    setup = (await api.get(PATH)).json()["game"]["setups"]["sample"]
    return await api.post(f"{PATH}/sessions", {"kind": "game", "seats": seats, "setup": setup, **rest})


async def test_two_clients_play_a_game_to_its_end(api):
    session = (await open_game(api, options={"turns": 2}, dice={"source": "physical"})).json()
    assert [seat["side"] for seat in session["seats"]] == ["german", "soviet"]
    id, seats, draw, asked_for = session["id"], session["tokens"]["seats"], random.Random(3), {}
    for _ in range(300):
        asked = (await api.get(f"/v1/sessions/{id}/questions")).json()["items"]
        if not asked:
            break
        (question,) = asked
        token, answers = seats[str(question["seat"])], f"/v1/sessions/{id}/actions/{question['action']}/answers"
        if question["kind"] == "roll":
            faces = [draw.choice(question["faces"]) for _ in question["dice"]]
            thrown = await api.post(answers, {"seen": question["seen"], "faces": faces}, token)
            assert thrown.status_code == 200, thrown.text
            continue
        choices = [one["choice"] for one in question["choices"]]
        asked_for[question["question"]] = True
        assert all(one["text"] for one in question["choices"])
        if question["question"] == "act":
            choices = [one for one in choices if one["kind"] not in ("concede", "agree-end", "propose-end")]
            body = {"seen": question["seen"], "action": draw.choice(choices)}
            made = await api.post(f"{PATH}/sessions/{id}/actions", body, token)
            assert made.status_code == 201, made.text
        else:
            done = await api.post(answers, {"seen": question["seen"], "choice": draw.choice(choices)}, token)
            assert done.status_code == 200, done.text
    ended = (await api.get(f"/v1/sessions/{id}")).json()
    assert (ended["status"], sorted(ended["result"]["scores"])) == ("closed", ["1", "2"])
    assert {"act", "choose-firers", "choose-movers", "allocate-damage"} <= set(asked_for)
    verified = await api.get(f"/v1/sessions/{id}/verification")
    assert verified.json()["result"] == "identical", verified.text


async def test_a_seat_plays_the_side_that_the_setup_gives_it(api):
    sides = [{"name": "Anton", "side": "german"}, {"name": "Beatrix"}]
    assert (await open_game(api, sides)).status_code == 201
    assert [seat["side"] for seat in (await open_game(api, [])).json()["seats"]] == ["german", "soviet"]
    refused = (await open_game(api, [{"side": "soviet"}, {"side": "german"}])).json()
    assert [error["pointer"] for error in refused["errors"]] == ["/setup/sides/0", "/setup/sides/1"]
    assert (refused["code"], refused["reason"], refused["rule"]) == ("illegal-situation", "other-side", "SS-58")
