"""The one address for what is done in a session, and answers by their place."""

import random

import pytest

from tests.client import PHYSICAL, SEED, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
ASKED = {"attacker": "ask", "defender": "ask"}
OWNERS = {"options": {"surplus_dice": "owner-choice"}, "policies": ASKED}
GAMES = ("open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad")


def code(response):
    told = response.json()
    return response.status_code, told.get("code"), told.get("reason")


async def game_of(api, slug, **rest):
    setup = next(iter((await api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"].values()))
    body = {"kind": "game", "seats": TWO, "setup": setup, **rest}
    response = await api.post(f"/v1/rulesets/{slug}/sessions", body)
    assert response.status_code == 201, response.text
    return response.json()


async def asked(api, session, token=None):
    return (await api.get(f"/v1/sessions/{session['id']}/questions", token or session["tokens"]["host"])).json()[
        "items"
    ]


async def owner_attack(api, session, token):
    """An attack of a series whose owner chooses which dice are left over."""
    body = {"situation": SEED, "seats": {"attacker": 1, "defender": 2}, "policies": ASKED}
    return await api.post(f"/v1/sessions/{session['id']}/actions", body, token)


@pytest.mark.parametrize("slug", GAMES)
async def test_a_client_that_knows_only_where_answers_go_plays_any_game_by_places(sqlite_api, slug):
    api, chance = sqlite_api, random.Random(slug)
    session = await game_of(api, slug)
    seats, played = session["tokens"]["seats"], set()
    for _ in range(25):
        if not (items := await asked(api, session)):
            break
        seat = str(items[0]["seat"])
        question = next(one for one in await asked(api, session, seats[seat]) if str(one["seat"]) == seat)
        place = chance.randrange(len(question["choices"]))
        answer = {"seen": question["seen"], "pick": place}
        response = await api.post(question["answer"]["path"], answer, seats[seat])
        assert response.status_code in (200, 201), response.text
        played.add(question["answer"]["member"])
    assert "move" in played


async def test_the_record_has_the_choice_itself_that_was_picked(api):
    session = await api.open(seats=TWO, options=OWNERS["options"])
    attack = (await owner_attack(api, session, session["tokens"]["host"])).json()
    while (question := attack["pending"]) is not None:
        chosen = question["choices"][-1]["choice"]
        answer = {"seen": question["seen"], "pick": len(question["choices"]) - 1}
        attack = (await api.post(question["answer"]["path"], answer, session["tokens"]["host"])).json()
        assert attack["record"][question["seen"]]["choice"] == chosen


async def test_an_answer_picked_again_changes_nothing_even_when_the_game_has_gone_on(sqlite_api):
    api, chance = sqlite_api, random.Random(1)
    session = await game_of(api, "storm-over-stalingrad")
    host, picked = session["tokens"]["host"], None
    for _ in range(60):
        question = (await asked(api, session))[0]
        fires = [n for n, each in enumerate(question["choices"]) if each["choice"].get("kind") == "fire"]
        body = {"seen": question["seen"], "pick": chance.choice(fires or range(len(question["choices"])))}
        made = await api.post(question["answer"]["path"], body, host)
        assert made.status_code in (200, 201), made.text
        if picked and made.json()["number"] > picked[2]["number"]:
            break
        if question["answer"]["member"] == "choice" and picked is None:
            picked = question["answer"]["path"], body, made.json()
    path, body, _ = picked
    before = (await api.get(path.removesuffix("/answers"))).json()
    again = await api.post(path, body, host)
    assert (again.status_code, again.json()) == (200, before)
    other = await api.post(path, {**body, "pick": body["pick"] + 1}, host)
    assert other.status_code in (409, 422)
    assert (await api.get(path.removesuffix("/answers"))).json() == before


async def test_a_picked_move_that_is_sent_again_with_its_key_is_the_same_move(api):
    session = await game_of(api, "open-forces")
    question = (await asked(api, session))[0]
    body, key = {"seen": question["seen"], "pick": 0}, {"Idempotency-Key": "a-move-by-its-place"}
    sent = [await api.post(question["answer"]["path"], body, session["tokens"]["host"], **key) for _ in range(2)]
    assert [one.status_code for one in sent] == [201, 200]
    assert sent[0].json()["number"] == sent[1].json()["number"]
    assert sent[0].headers["location"] == sent[1].headers["location"] == path_of(sent[0].json())
    late = await api.post(question["answer"]["path"], body, session["tokens"]["host"])
    assert code(late)[:2] == (409, "stale") or code(late)[1] == "action-open"


async def test_what_nobody_listed_or_may_pick_is_refused_and_changes_nothing(api):
    session = await api.open(seats=TWO, options=OWNERS["options"])
    tokens = session["tokens"]["seats"]
    attack = (await owner_attack(api, session, session["tokens"]["host"])).json()
    question = attack["pending"]
    own, other = tokens[str(question["seat"])], tokens[str(3 - question["seat"])]
    answers, picked = question["answer"]["path"], {"seen": question["seen"], "pick": 0}
    assert code(await api.post(answers, {**picked, "pick": 99}, own)) == (422, "illegal-answer", "no-such-pick")
    assert code(await api.post(answers, {**picked, "choice": {}}, own)) == (422, "invalid-request", "choice-or-faces")
    assert code(await api.post(answers, {**picked, "seen": 0}, own))[1] == "stale"
    assert code(await api.post(answers, picked, other))[:2] == (403, "not-your-role")
    assert code(await api.post(answers, picked))[:2] == (401, "token-missing")
    assert (await api.get(path_of(attack), own)).json() == attack
    thrown = (await api.attack(SEED, dice=PHYSICAL)).json()
    roll = await api.answer(thrown, thrown["tokens"]["host"], pick=0)
    assert code(roll) == (422, "illegal-answer", "wants-faces")


async def test_an_attack_at_the_one_address_is_that_of_the_ruleset(api):
    session = await api.open(seats=TWO, dice=PHYSICAL)
    host = session["tokens"]["host"]
    body = {"situation": SEED, "dice": {"faces": SEED_FACES}, "seats": {"attacker": 1, "defender": 2}}
    one = await api.post(f"/v1/sessions/{session['id']}/actions", body, host)
    other = await api.attack(
        SEED, host, **{k: v for k, v in body.items() if k != "situation"}, session_id=session["id"]
    )
    assert (one.status_code, other.status_code) == (201, 201)
    alike = ("situation", "options", "outcome", "record", "casualties", "seats", "policies", "status")
    assert {name: one.json()[name] for name in alike} == {name: other.json()[name] for name in alike}
    assert one.headers["location"] == path_of(one.json())
    wrong = await api.post(f"/v1/sessions/{session['id']}/actions", {"situation": {**SEED, "cover": 3}}, host)
    same = await api.attack({**SEED, "cover": 3}, host, session_id=session["id"])
    assert (wrong.status_code, wrong.json()["errors"]) == (same.status_code, same.json()["errors"])


async def test_who_may_not_read_a_session_is_told_nothing_of_its_ruleset(api):
    session = await api.open(visibility="private")
    for body in ({"situation": {}}, {"move": {}}, {"pick": 1}):
        answer = await api.post(f"/v1/sessions/{session['id']}/actions", body)
        assert code(answer)[:2] == (404, "not-found")
    assert (await api.get(f"/v1/sessions/{session['id']}/actions")).status_code == 404
    missing = await api.post("/v1/sessions/019f0000-0000-7000-8000-000000000000/actions", {"pick": 0})
    assert code(missing) == (404, "not-found", "unknown-session")


async def test_who_may_not_play_is_refused_before_the_form_of_what_was_sent(api):
    """The other kind of body: a move for a series. Without a token nothing of it is of use."""
    series = await api.open()
    path = f"/v1/sessions/{series['id']}/actions"
    move = {"seen": 4, "pick": 0}
    for token, refusal in (
        (None, (401, "token-missing")),
        ("umt_nobody", (401, "token-invalid")),
        (series["tokens"]["host"], (422, "invalid-request")),
    ):
        answer = await api.post(path, move, token)
        assert (answer.status_code, answer.json()["code"]) == refusal


async def test_the_list_of_a_session_has_every_action_newest_first(api):
    session = await api.open()
    host, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}/actions"
    made = [(await api.post(path, {"situation": SEED}, host)).json() for _ in range(3)]
    await api.post(path_of(made[1]) + "/void", {}, host)
    page = (await api.get(f"{path}?limit=2")).json()
    rest = (await api.get(f"{path}?limit=2&cursor={page['next']}")).json()
    listed = [*page["items"], *rest["items"]]
    assert [(one["number"], one["status"]) for one in listed] == [(3, "resolved"), (2, "void"), (1, "resolved")]
    assert rest["next"] is None
    foreign = (await api.get(f"/v1/actions?session_id={session['id']}&limit=1", host)).json()["next"]
    assert code(await api.get(f"{path}?cursor={foreign}"))[1] == "invalid-cursor"


@pytest.mark.parametrize(("place", "status"), [(0, "void"), (1, "resolved")])
async def test_a_proposal_is_answered_by_place(api, place, status):
    session = await api.open(seats=TWO)
    host, seats = session["tokens"]["host"], session["tokens"]["seats"]
    made = await api.attack(SEED, host, session_id=session["id"], seats={"attacker": 1, "defender": 2})
    await api.post(path_of(made.json()) + "/void", {}, seats["1"])
    (question,) = await asked(api, session, seats["2"])
    answer = {"seen": question["seen"], "pick": place}
    answered = await api.post(question["answer"]["path"], answer, seats["2"])
    assert (answered.status_code, answered.json()["status"]) == (200, status)
    assert await asked(api, session, seats["2"]) == []


@pytest.mark.parametrize(("answer", "status"), [({"pick": 0}, "closed"), ({"pick": 1}, "open"), ({}, "closed")])
async def test_the_proposal_to_close_is_answered_where_it_says(api, answer, status):
    session = await api.open(seats=TWO)
    seats = session["tokens"]["seats"]
    await api.post(f"/v1/sessions/{session['id']}/close", {"result": {"winner": 1}}, seats["1"])
    (question,) = await asked(api, session, seats["2"])
    member = {} if answer else {question["answer"]["member"]: question["choices"][0]["choice"]}
    body = {"seen": question["seen"], **answer, **member}
    beyond = await api.post(question["answer"]["path"], {"seen": question["seen"], "pick": 2}, seats["2"])
    assert code(beyond) == (422, "illegal-answer", "no-such-pick")
    answered = (await api.post(question["answer"]["path"], body, seats["2"])).json()
    assert answered["status"] == status
    assert (answered["result"] or {}).get("winner") == (1 if status == "closed" else None)


async def test_a_pick_is_never_taken_for_the_answer_to_another_question(api):
    session = await api.open(seats=TWO, options=OWNERS["options"])
    seats = session["tokens"]["seats"]
    attack = (await owner_attack(api, session, session["tokens"]["host"])).json()
    question = attack["pending"]
    await api.post(path_of(attack) + "/void", {}, seats[str(3 - question["seat"])])
    picked = {"seen": question["seen"], "pick": 0}
    refused = await api.post(question["answer"]["path"], picked, seats[str(question["seat"])])
    assert code(refused) == (422, "invalid-request", "which-question")


async def test_entries_have_role_or_seat_and_the_log_keeps_its_bytes(api):
    session = await game_of(api, "open-forces")
    opening = (await api.get(f"/v1/sessions/{session['id']}/actions/1")).json()
    rolls = [(entry["by"], entry["seat"]) for entry in opening["record"] if entry["kind"] == "rolled"]
    assert rolls
    assert {by for by, _ in rolls} == {None}
    assert {seat for _, seat in rolls} == {1, 2}
    assert {(entry["by"], entry["seat"]) for entry in opening["record"] if entry["kind"] == "noted"} == {(None, None)}
    assert opening["policies"] == {"1": "ask", "2": "ask"}
    listed = (await api.get(f"/v1/rolls?session_id={session['id']}", session["tokens"]["host"])).json()["items"]
    assert {(roll["role"], roll["seat"]) for roll in listed} == {(None, 1), (None, 2)}
    log = (await api.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"]
    logged = [entry["by"] for item in log for entry in item["event"].get("entries", ()) if entry["kind"] == "rolled"]
    assert set(logged) == {"seat-1", "seat-2"}
