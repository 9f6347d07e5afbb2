"""Attacks over HTTP, on both databases."""

import asyncio
import json
from hashlib import sha256

import pytest
import sqlalchemy as sa

from app.persistence.stored import tables
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
OWNER = {"surplus_dice": "owner-choice", "casualty_choice": "defender"}
ASK = {"attacker": "ask", "defender": "ask"}
KEY = "0123456789abcdef-key"


async def test_the_rulebooks_example_in_one_request(api):
    response = await api.attack(dice={**PHYSICAL, "faces": SEED_FACES})
    action = response.json()
    assert response.status_code == 201
    assert response.headers["location"] == path_of(action)
    assert response.headers["cache-control"] == "no-store"
    outcome = action["outcome"]
    assert (outcome["threshold"], outcome["kills"]) == (9, 2)
    assert outcome["removed"] == {"defender": [], "attacker": [1]}
    assert [pair["sum"] for pair in outcome["pairs"]] == [3, 4, 9, 11]
    assert [casualty["unit"] for casualty in action["casualties"]] == ["3", "4"]
    assert action["fairness"]["label"] == "physical"
    assert all(entry["text"] and entry["rule"] for entry in action["record"])
    again = await api.get(path_of(action))
    assert again.json() == {key: value for key, value in action.items() if key != "tokens"}


async def test_the_outcome_is_ready_to_be_sent_again(api):
    after = (await api.attack(dice={**PHYSICAL, "faces": SEED_FACES})).json()["outcome"]["after"]
    response = await api.attack({**SEED, **after})
    assert response.status_code == 201
    assert response.json()["situation"]["defender"]["units"] == 2


async def test_service_dice_are_proven(api):
    action = (await api.attack()).json()
    assert action["fairness"]["label"] == "recorded"
    report = (await api.get(path_of(action) + "/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "derived")
    assert [roll["faces"] for roll in report["rolls"]] == [roll["recorded"] for roll in report["rolls"]]
    assert report["seed"] == action["fairness"]["seed"]


async def play(api, action, token):
    """Answer every question with its first choice, every roll with the seed's dice."""
    rolls = [list(faces) for faces in SEED_FACES]
    while action["pending"]:
        if action["pending"]["kind"] == "roll":
            answer = {"faces": rolls.pop(0)}
        else:
            answer = {"choice": action["pending"]["choices"][0]["choice"]}
        response = await api.answer(action, token, **answer)
        assert response.status_code == 200, response.text
        action = response.json()
    return action


def told(action):
    return [
        {key: value for key, value in entry.items() if key not in ("source", "policy")} for entry in action["record"]
    ]


async def test_one_shot_step_by_step_and_replay_give_the_same_record(api):
    start = (await api.attack(options=OWNER, policies=ASK, dice=PHYSICAL)).json()
    assert start["status"] == "pending"
    stepped = await play(api, start, start["tokens"]["host"])
    whole = (await api.attack(options=OWNER, dice={**PHYSICAL, "faces": SEED_FACES})).json()
    answered = (
        await api.attack(
            options=OWNER,
            policies=ASK,
            dice={**PHYSICAL, "faces": SEED_FACES},
            answers=[
                {"question": "remove-surplus-dice", "choice": {"faces": [1]}},
                {"question": "choose-casualties", "choice": {"units": ["3", "4"]}},
            ],
        )
    ).json()
    assert told(stepped) == told(whole) == told(answered)
    assert stepped["outcome"] == whole["outcome"] == answered["outcome"]
    sources = [{entry.get("source") for entry in action["record"]} - {None} for action in (stepped, whole, answered)]
    assert sources == [{"physical", "host"}, {"physical", "policy"}, {"physical", "request"}]
    for action in (stepped, whole, answered):
        assert (await api.get(path_of(action) + "/verification")).json()["result"] == "identical"


async def test_service_dice_step_by_step_keep_their_rolls(api):
    start = (await api.attack(options=OWNER, policies=ASK)).json()
    assert start["fairness"]["seed"] is None
    assert (await api.get(path_of(start) + "/verification")).json()["dice"] == "not-yet-revealed"
    rolled = [entry for entry in start["record"] if entry["kind"] == "rolled"]
    end = await play(api, start, start["tokens"]["host"])
    assert [entry for entry in end["record"] if entry["kind"] == "rolled"] == rolled
    assert (await api.get(path_of(end) + "/verification")).json()["dice"] == "derived"


async def test_a_question_lists_its_choices_in_the_callers_language(api):
    start = (await api.attack(options=OWNER, policies=ASK, dice={**PHYSICAL, "faces": SEED_FACES})).json()
    path = f"/v1/sessions/{start['session_id']}/questions"
    response = await api.get(path, **{"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    question = response.json()["items"][0]
    assert response.headers["content-language"] == "de"
    assert question["text"] == "Welchen Würfel nimmt die Offensive heraus?"
    assert [choice["choice"]["faces"] for choice in question["choices"]] == [[1], [2], [4], [6]]
    assert question["choices_total"] == 4
    assert question["context"] == {"defender": [2, 2, 5, 5], "attacker": [1, 1, 2, 4, 6], "count": 1}


async def test_large_questions_list_a_hundred_choices_and_take_any(api):
    situation = {"attacker": {"units": 1, "mode": {"atk": 1, "spl": 10}}, "defender": {"units": 30, "mode": {"def": 1}}}
    action = (await api.attack(situation, policies=ASK)).json()
    assert len(action["pending"]["choices"]) == 100
    assert action["pending"]["choices_total"] == 30045015
    units = [str(n) for n in range(21, 31)]
    response = await api.answer(action, action["tokens"]["host"], choice={"units": units})
    assert response.json()["status"] == "resolved"


async def test_answers_that_do_not_apply_are_noted_once_the_service_has_rolled(api):
    answers = [{"question": "remove-surplus-dice", "choice": {"faces": [1, 1, 1]}}]
    action = (await api.attack(options=OWNER, answers=answers)).json()
    assert action["status"] == "pending"
    assert action["pending"]["question"] == "remove-surplus-dice"
    events = (await api.get(f"/v1/sessions/{action['session_id']}/events")).json()["items"]
    assert next(event for event in events if event["type"] == "entries")["event"]["unused_answers"] == answers
    late = (await api.attack(answers=answers)).json()
    assert late["status"] == "resolved"


async def test_the_same_answer_again_gives_the_same(api):
    start = (await api.attack(options=OWNER, policies=ASK, dice=PHYSICAL)).json()
    token = start["tokens"]["host"]
    first = await api.answer(start, token, faces=SEED_FACES[0])
    again = await api.answer(start, token, faces=SEED_FACES[0])
    assert (again.status_code, again.json()) == (200, first.json())
    other = await api.answer(start, token, faces=[1, 1, 1, 1])
    assert (other.status_code, other.json()["code"]) == (409, "stale")
    assert other.json()["pending"] == first.json()["pending"]


@pytest.mark.parametrize("again", [{"use": "focus"}, {"use": "focus", "dice": None, "amount": None}])
async def test_the_same_choice_again_gives_the_same_however_it_is_spelled(sqlite_api, again):
    ship = {"agility": 2, "hull": 4}
    fire = {
        "attacker": {"id": "red-5", **ship, "tokens": {"focus": 1}},
        "weapon": {"value": 2},
        "attack_range": 2,
        "defender": {"id": "black-2", **ship},
    }
    body = {"situation": fire, "dice": {**PHYSICAL, "faces": [["focus", "focus"]]}, "policies": {"attacker": "ask"}}
    start = (await sqlite_api.post("/v1/rulesets/x-wing/attacks", body)).json()
    answer = {"seen": start["pending"]["seen"], "choice": {"use": "focus"}}
    path, token = path_of(start) + "/answers", start["tokens"]["host"]
    first = await sqlite_api.post(path, answer, token)
    repeated = await sqlite_api.post(path, {**answer, "choice": again}, token)
    assert (repeated.status_code, repeated.json()) == (200, first.json())


async def test_illegal_choices_are_refused_and_change_nothing(api):
    start = (await api.attack(options=OWNER, policies=ASK, dice={**PHYSICAL, "faces": SEED_FACES})).json()
    token = start["tokens"]["host"]
    for choice, status, code in [
        ({"faces": [3]}, 409, "illegal-choice"),
        ({"faces": [1, 1]}, 409, "illegal-choice"),
        ({"units": ["1"]}, 422, "illegal-answer"),
        ({"faces": ["1"]}, 422, "illegal-answer"),
    ]:
        response = await api.answer(start, token, choice=choice)
        assert (response.status_code, response.json()["code"]) == (status, code)
    wrong_kind = await api.answer(start, token, faces=[1])
    assert (wrong_kind.status_code, wrong_kind.json()["reason"]) == (422, "wants-choice")
    assert (await api.get(path_of(start))).json()["record"] == start["record"]


async def test_a_closed_action_takes_no_answer(api):
    action = (await api.attack()).json()
    response = await api.answer(action, action["tokens"]["host"], seen=99, faces=[1])
    assert (response.status_code, response.json()["code"]) == (409, "action-closed")


@pytest.mark.parametrize(("token", "code"), [(None, "token-missing"), ("umh_wrong", "token-invalid")])
async def test_only_the_host_may_answer(api, token, code):
    start = (await api.attack(policies=ASK, dice=PHYSICAL)).json()
    response = await api.answer(start, token, faces=SEED_FACES[0])
    assert (response.status_code, response.json()["code"]) == (401, code)
    assert response.headers["www-authenticate"] == "Bearer"


async def test_a_retry_makes_nothing_new_and_shows_the_same_tokens(api):
    first, second = await api.attack(key=KEY), await api.attack(key=KEY)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert await api.count("actions") == 1


async def test_a_retry_shows_the_action_as_it_stands_now(api):
    body = {"options": OWNER, "policies": ASK, "dice": PHYSICAL}
    start = (await api.attack(key=KEY, **body)).json()
    await api.answer(start, start["tokens"]["host"], faces=SEED_FACES[0])
    again = (await api.attack(key=KEY, **body)).json()
    assert len(again["record"]) == len(start["record"]) + 1
    assert again["tokens"] == start["tokens"]


async def test_a_key_that_an_earlier_release_has_stored_is_known_again(sqlite_api):
    """It stored the digest of the very bytes of the body, not of what they mean."""
    sent = json.dumps({"situation": SEED}, indent=2).encode()
    key = {"Idempotency-Key": "an-attack-before-the-upgrade"}
    first = await sqlite_api.post(ATTACKS, sent, **key)
    with sqlite_api.app.state.context.database.unhurried().begin() as connection:
        connection.execute(sa.update(tables.idempotency_keys).values(body=sha256(sent).digest()))
    again = await sqlite_api.post(ATTACKS, sent, **key)
    assert (first.status_code, again.status_code, again.json()) == (201, 200, first.json())
    other = await sqlite_api.post(ATTACKS, json.dumps({"situation": SEED}).encode(), **key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")


async def test_a_key_with_another_body_is_refused(api):
    await api.attack(key=KEY)
    response = await api.attack({**SEED, "distance": 1}, key=KEY)
    assert (response.status_code, response.json()["code"]) == (422, "idempotency-key-reused")
    assert await api.count("actions") == 1


async def test_a_refused_request_leaves_its_key_free(api):
    refused = await api.attack({**SEED, "line_of_sight": False}, key=KEY)
    assert refused.status_code == 422
    assert (await api.attack(key=KEY)).status_code == 201


async def test_fifty_copies_of_one_request_make_one_action(api):
    responses = await asyncio.gather(*(api.attack(key=KEY) for _ in range(50)))
    assert sorted(response.status_code for response in responses) == [200] * 49 + [201]
    assert len({response.text for response in responses}) == 1
    assert await api.count("actions") == 1


async def test_fifty_attacks_on_one_session_are_numbered_without_a_gap(api):
    session = await api.open()
    token = session["tokens"]["host"]
    responses = await asyncio.gather(*(api.attack(token=token, session_id=session["id"]) for _ in range(50)))
    assert sorted(response.json()["number"] for response in responses) == list(range(1, 51))
    report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert (report["result"], report["dice"], len(report["actions"])) == ("identical", "proven", 50)
