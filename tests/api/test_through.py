"""How an action turned: each point of its course has the odds that are asked afresh from there."""

from itertools import pairwise
from random import Random

import pytest

from app.services.odds import compute_budget
from tests.api.test_advice import ASK, CASTLE, DOGFIGHT, RULES, STALINGRAD, newest, skirmish
from tests.api.test_games import TWO
from tests.client import PHYSICAL, path_of
from tests.thorough import seeds

pytestmark = pytest.mark.anyio
OWNERS = {"options": {"surplus_dice": "owner-choice", "casualty_choice": "defender"}}
KNOWN = {**CASTLE, "gate": CASTLE["pool"][:1]}
ATTACKS = {
    "open-forces": (
        {"attacker": {"units": 3, "mode": {"atk": 1}}, "defender": {"units": 2, "mode": {"def": 1}}},
        OWNERS,
    ),
    "castle-rampage": (KNOWN, {"options": {"digger_target": "attacker-choice"}}),
    "x-wing": (DOGFIGHT, {}),
    "storm-over-stalingrad": (STALINGRAD, {}),
}


async def played(api, chance, action, token):
    """An action after random throws and choices of people."""
    while (pending := action["pending"]) is not None:
        if pending["kind"] == "roll":
            answer = {"faces": [chance.choice(pending["faces"]) for _ in range(pending["count"])]}
        else:
            answer = {"choice": chance.choice(pending["choices"])["choice"]}
        action = (await api.answer(action, token, **answer)).json()
    return action


async def course(api, action, token=None):
    response = await api.get(f"{path_of(action)}/odds?through=true", token)
    assert response.status_code == 200, response.text
    return response.json()["through"]


async def afresh(api, slug, action, at, rest):
    """The odds of the attack with all that its record has before a point written out in a request."""
    record = action["record"][:at]
    answers = [{"question": one["question"], "choice": one["choice"]} for one in record if one["kind"] == "chose"]
    faces = [one["faces"] for one in record if one["kind"] == "rolled"]
    body = {"situation": action["situation"], "dice": {"faces": faces}, "answers": answers, **rest}
    response = await api.post(f"{RULES}/{slug}/odds", body)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize("slug", ATTACKS)
async def test_each_point_has_the_odds_that_are_asked_afresh_from_there(sqlite_api, slug):
    situation, rest = ATTACKS[slug]
    for seed in seeds(2, 20):
        sent = {"situation": situation, "dice": PHYSICAL, "policies": ASK, **rest}
        made = (await sqlite_api.post(f"{RULES}/{slug}/attacks", sent)).json()
        token = made["tokens"]["host"]
        action = await played(sqlite_api, Random(seed), made, token)
        points = await course(sqlite_api, action, token)
        turns = [n for n, entry in enumerate(action["record"], 1) if entry["kind"] in ("rolled", "chose")]
        assert [point["at"] for point in points] == [0, *turns]
        assert (points[0]["rule"], points[0]["text"]) == (None, None)
        for point, before in zip(points, [None, *points], strict=False):
            at = (await sqlite_api.get(f"{path_of(action)}/odds?at={point['at']}", token)).json()
            new = await afresh(sqlite_api, slug, action, point["at"], rest)
            assert (point["means"], point["chances"]) == (at["means"], at["chances"]) == (new["means"], new["chances"])
            if before is None:
                continue
            entry = action["record"][point["at"] - 1]
            assert (point["rule"], point["text"]) == (entry["rule"], entry["text"])
            assert ("best" in point) == (entry["kind"] == "chose" and entry["source"] != "rules")
            if "best" in point:
                asked = (await sqlite_api.get(f"{path_of(action)}/odds?at={before['at']}", token)).json()
                best = asked["choices"][0]
                assert point["best"] == {name: best[name] for name in ("choice", "chances", "means")}


async def test_in_a_game_the_course_begins_where_an_attack_is_at_stake(sqlite_api):
    session, token = await skirmish(sqlite_api)
    (move,) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
    body = {"seen": move["seen"], "move": move["choices"][0]["choice"]}
    await sqlite_api.post(f"{RULES}/open-forces/sessions/{session['id']}/actions", body, token)
    action = await newest(sqlite_api, session, token)
    while action["pending"] and action["pending"].get("question") != "declare-attack":
        action = (await sqlite_api.answer(action, token, choice=action["pending"]["choices"][0]["choice"])).json()
    target = next(one["choice"] for one in action["pending"]["choices"] if one["choice"]["target"])
    action = await played(sqlite_api, Random(1), (await sqlite_api.answer(action, token, choice=target)).json(), token)
    points = await course(sqlite_api, action)
    rolls = [n for n, entry in enumerate(action["record"], 1) if entry["kind"] == "rolled"]
    assert set(rolls[:2]) <= {point["at"] for point in points}
    for point in points:
        at = (await sqlite_api.get(f"{path_of(action)}/odds?at={point['at']}")).json()
        assert (point["means"], point["chances"]) == (at["means"], at["chances"])


async def test_a_course_that_would_tell_what_is_hidden_is_shown_after_the_close(sqlite_api):
    opened = (await sqlite_api.post(f"{RULES}/castle-rampage/sessions", {"kind": "series"})).json()
    token = opened["tokens"]["host"]
    body = {"situation": {"attack": {"value": 1}, "gate": KNOWN["gate"], "castle": KNOWN["castle"]}}
    action = (await sqlite_api.post(f"{RULES}/castle-rampage/attacks", {**body, "session_id": opened["id"]}, token)).json()  # fmt: skip
    path = f"{path_of(action)}/odds?through=true"
    refused = await sqlite_api.get(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-shown")
    await sqlite_api.post(f"/v1/sessions/{opened['id']}/close", {}, token)
    assert (await sqlite_api.get(path)).json()["through"][0]["chances"]["castle_fallen"]["exact"] == "0"


async def test_turning_points_are_the_greatest_steps_between_the_points_of_all_actions(sqlite_api):
    opened = await sqlite_api.open(dice=PHYSICAL, **OWNERS)
    token, chance, steps = opened["tokens"]["host"], Random(5), []
    for _ in range(3):
        sent = {"situation": ATTACKS["open-forces"][0], "session_id": opened["id"], "policies": ASK}
        made = (await sqlite_api.post(f"{RULES}/open-forces/attacks", sent, token)).json()
        action = await played(sqlite_api, chance, made, token)
        points = await course(sqlite_api, action, token)
        for before, after in pairwise(points):
            told = [action["number"], after["at"], after["text"], before["means"]["kills"], after["means"]["kills"]]
            steps.append((after["means"]["kills"]["decimal"] - before["means"]["kills"]["decimal"], told))
    path = f"/v1/sessions/{opened['id']}/turning-points"
    early = await sqlite_api.get(path, token)
    assert (early.status_code, early.json()["code"]) == (409, "not-shown")
    await sqlite_api.post(f"/v1/sessions/{opened['id']}/close", {}, token)
    expected = [told for change, told in sorted(steps, key=lambda step: -abs(step[0])) if change]
    for _ in range(2):  # worked out, and kept
        document = (await sqlite_api.get(f"{path}?limit=4")).json()
        shown = [[one[name] for name in ("action", "at", "text", "expected", "actual")] for one in document["items"]]
        assert shown == expected[:4]
        assert document["not_computed"] == 0
    assert {one["measure"] for one in document["items"]} == {"kills"}


async def test_rolls_without_odds_are_counted_and_not_taken_for_nothing(sqlite_api, monkeypatch):
    opened = await sqlite_api.open()
    token = opened["tokens"]["host"]
    await sqlite_api.attack(token=token, session_id=opened["id"])
    await sqlite_api.post(f"/v1/sessions/{opened['id']}/close", {}, token)
    monkeypatch.setattr(compute_budget, "MOST_ODDS", 0)
    document = (await sqlite_api.get(f"/v1/sessions/{opened['id']}/turning-points")).json()
    assert document == {"items": [], "not_computed": 2}


async def hidden_game(api, chance, moves):
    """A game with cards in hands after some random moves, its tokens, and each action as its seats asked for it."""
    rules = f"{RULES}/storm-over-stalingrad"
    setup = (await api.get(rules)).json()["game"]["setups"]["sample-with-cards"]
    session = (await api.post(f"{rules}/sessions", {"kind": "game", "seats": TWO, "setup": setup})).json()
    id, seats = session["id"], session["tokens"]["seats"]
    for _ in range(moves):
        asked = (await api.get(f"/v1/sessions/{id}/questions")).json()["items"]
        (asked,) = (await api.get(f"/v1/sessions/{id}/questions", seats[str(asked[0]["seat"])])).json()["items"]
        token, choices = seats[str(asked["seat"])], [one["choice"] for one in asked["choices"]]
        if asked["question"] == "act":
            fires = [one for one in choices if one["kind"] == "fire"]
            body = {"seen": asked["seen"], "move": chance.choice(fires or choices)}
            await api.post(f"{rules}/sessions/{id}/actions", body, token)
        else:
            path = f"/v1/sessions/{id}/actions/{asked['action']}/answers"
            await api.post(path, {"seen": asked["seen"], "choice": chance.choice(choices)}, token)
    return session


async def test_a_seat_is_told_the_course_of_its_own_questions_alone_while_a_game_hides_something(sqlite_api):
    session = await hidden_game(sqlite_api, Random(4), 14)
    id, tokens, told = session["id"], session["tokens"], set()
    last = (await sqlite_api.get(f"/v1/actions?session_id={id}&limit=1")).json()["items"][0]["number"]
    for number in range(1, last + 1):
        path = f"/v1/sessions/{id}/actions/{number}"
        for seat, token in tokens["seats"].items():
            record = (await sqlite_api.get(path, token)).json()["record"]
            response = await sqlite_api.get(f"{path}/odds?through=true", token)
            points = response.json()["through"] if response.status_code == 200 else []
            assert points or response.json()["code"] == "not-shown", response.text
            for point in points:
                at = (await sqlite_api.get(f"{path}/odds?at={point['at']}", token)).json()
                assert (point["means"], point["chances"], str(at["question"]["seat"])) == (
                    at["means"],
                    at["chances"],
                    seat,
                )
                assert at["chosen"] is None or at["chosen"]["choice"] == record[at["question"]["seen"]]["choice"]
                told.add((seat, at["question"]["question"]))
            for n, entry in enumerate(record):
                if entry["kind"] == "rolled":
                    refused = await sqlite_api.get(f"{path}/odds?at={n}", token)
                    assert refused.json()["reason"] in ("hidden", "no-attack"), refused.text
        for stranger in (None, tokens["host"]):
            assert (await sqlite_api.get(f"{path}/odds?through=true", stranger)).json()["code"] == "not-shown"
    assert {question for _, question in told} >= {"choose-firers", "choose-fire-card"}
    assert {seat for seat, _ in told} == {"1", "2"}
