"""Series: options and dice fixed, mistakes voided, closed with a result."""

import pytest

from app.services.rulebooks.installed import find_rulebooks
from tests.client import PHYSICAL, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
ASK = {"attacker": "ask", "defender": "ask"}


async def in_series(api, session, **rest):
    return await api.attack(token=session["tokens"]["host"], session_id=session["id"], **rest)


def code(response):
    return response.status_code, response.json().get("code")


async def test_a_series_holds_its_options_and_dice(api):
    session = await api.open(options={"base_threshold": 8}, dice=PHYSICAL)
    action = (await in_series(api, session, dice={**PHYSICAL, "faces": SEED_FACES})).json()
    assert (action["outcome"]["raw_threshold"], action["standard"]) == (10, False)
    assert "tokens" not in action
    assert code(await in_series(api, session, options={"base_threshold": 7})) == (409, "fixed-by-session")
    assert code(await in_series(api, session, dice={"source": "service"})) == (409, "fixed-by-session")


async def test_a_session_of_another_ruleset_is_refused(api):
    session = await api.open()
    body = {"situation": {"coins": 3}, "session_id": session["id"]}
    response = await api.post("/v1/rulesets/coin-duel/attacks", body, session["tokens"]["host"])
    assert code(response) == (409, "fixed-by-session")


async def test_seeds_are_revealed_up_to_the_first_open_action(api):
    session = await api.open(options={"surplus_dice": "owner-choice"})
    token = session["tokens"]["host"]
    waiting = (await in_series(api, session, policies=ASK)).json()
    done = (await in_series(api, session)).json()
    assert (done["status"], done["fairness"]["seed"], done["fairness"]["waits_for"]) == ("resolved", None, 1)
    choice = waiting["pending"]["choices"][0]["choice"]
    assert (await api.answer(waiting, token, choice=choice)).json()["fairness"]["seed"]
    assert (await api.get(path_of(done))).json()["fairness"]["seed"]
    report = (await api.get(path_of(done) + "/verification")).json()
    assert (report["dice"], report["steps"]) == ("proven", 2)


async def test_the_reference_of_an_action_is_unique_in_its_session(api):
    session = await api.open()
    assert (await in_series(api, session, reference="foundry:1")).status_code == 201
    assert code(await in_series(api, session, reference="foundry:1")) == (409, "reference-taken")


async def test_a_void_action_counts_nowhere_but_keeps_its_number_and_dice(api):
    session = await api.open()
    action = (await in_series(api, session)).json()
    response = await api.post(path_of(action) + "/void", {"reason": "six units"}, session["tokens"]["host"])
    void = response.json()
    assert (void["status"], void["outcome"], void["casualties"]) == ("void", None, [])
    assert void["record"] == action["record"]
    assert void["fairness"] == action["fairness"]
    shown = (await api.get(f"/v1/sessions/{session['id']}")).json()
    assert shown["actions"] == {"resolved": 0, "pending": 0, "void": 1}
    assert await api.count("casualties") == 0
    again = await api.post(path_of(action) + "/void", {}, session["tokens"]["host"])
    assert code(again) == (409, "action-closed")


async def test_a_mistyped_die_is_replaced_in_one_request(api):
    session = await api.open(dice=PHYSICAL)
    wrong = (await in_series(api, session, dice={**PHYSICAL, "faces": [[2, 2, 5, 6], SEED_FACES[1]]})).json()
    right = (await in_series(api, session, dice={**PHYSICAL, "faces": SEED_FACES}, replaces=1)).json()
    assert (wrong["number"], right["number"], right["outcome"]["kills"]) == (1, 2, 2)
    voided = (await api.get(path_of(wrong))).json()
    assert (voided["status"], voided["replaced_by"]) == ("void", 2)
    missing = await in_series(api, session, dice=PHYSICAL, replaces=9)
    assert code(missing) == (404, "not-found")
    refused = await in_series(api, session, dice={**PHYSICAL, "faces": [[9]]}, replaces=2)
    assert code(refused) == (422, "illegal-dice")
    assert (await api.get(path_of(right))).json()["status"] == "resolved"


async def test_a_session_is_closed_with_its_result(api):
    session = await api.open()
    token, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}"
    result = {"winner": 1, "scores": {"1": 20, "2": 8}, "note": "time"}
    closed = (await api.post(path + "/close", {"result": result}, token)).json()
    assert (closed["status"], closed["result"]) == ("closed", result)
    assert code(await api.post(path + "/close", {}, token)) == (409, "session-closed")
    assert code(await in_series(api, session)) == (409, "session-closed")


async def test_open_questions_keep_a_session_open_until_they_are_abandoned(api):
    session = await api.open(dice=PHYSICAL)
    token, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}"
    for _ in range(2):
        await in_series(api, session)
    assert code(await api.post(path + "/close", {}, token)) == (409, "questions-open")
    closed = (await api.post(path + "/close", {"abandon": True}, token)).json()
    assert (closed["status"], closed["actions"]) == ("closed", {"resolved": 0, "pending": 0, "void": 2})
    assert (await api.get(path + "/verification")).json()["result"] == "identical"


async def test_a_private_session_is_known_to_its_host_alone(api):
    session = await api.open(visibility="private")
    others = (await api.open())["tokens"]["host"]
    path = f"/v1/sessions/{session['id']}"
    for tail in ("", "/events", "/questions", "/verification", "/actions/1"):
        assert code(await api.get(path + tail)) == (404, "not-found")
        assert code(await api.get(path + tail, others)) == (404, "not-found")
    assert (await api.get(path, session["tokens"]["host"])).status_code == 200


async def test_a_retried_opening_shows_the_same_tokens(api):
    key = {"Idempotency-Key": "an-opening-key-0001"}
    path, body = "/v1/rulesets/open-forces/sessions", {"kind": "series"}
    first, second = await api.post(path, body, **key), await api.post(path, body, **key)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert await api.count("sessions") == 1
    token = second.json()["tokens"]["host"]
    assert (await api.attack(token=token, session_id=first.json()["id"])).status_code == 201


async def test_the_log_is_paged_without_gaps(api):
    session = await api.open()
    for _ in range(3):
        await in_series(api, session)
    path, after, seen = f"/v1/sessions/{session['id']}/events", "after=0", []
    while after is not None:
        page = (await api.get(f"{path}?{after}&limit=4")).json()
        seen += [item["seq"] for item in page["items"]]
        after = page["next"] and f"cursor={page['next']}"
    assert seen == list(range(1, 14))


async def test_the_next_chain_is_committed_in_good_time(api, monkeypatch):
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", (16, 1024))
    session = await api.open()
    for _ in range(35):
        assert (await in_series(api, session)).status_code == 201
    log = (await api.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"]
    committed = [(item["event"]["number"], item["seq"]) for item in log if item["type"] == "chain-committed"]
    declared = {item["event"]["action"]: item["seq"] for item in log if item["type"] == "action-declared"}
    assert [(number, seq - declared[place]) for (number, seq), place in zip(committed, (15, 31), strict=True)] == [
        (2, 1),
        (3, 1),
    ]
    report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "proven")
    sheet = (await api.get(f"/v1/sessions/{session['id']}/actions/17/verification")).json()
    assert (sheet["result"], sheet["dice"], sheet["steps"]) == ("identical", "proven", 1)


async def test_a_toy_rulebook_gets_everything(api, document):
    slug = "coin-duel"
    listed = (await api.get("/v1/rulesets")).json()["items"]
    assert {item["slug"] for item in listed} == find_rulebooks().keys()
    details = (await api.get(f"/v1/rulesets/{slug}")).json()
    assert [rule["id"] for rule in details["rules"]] == ["CD-1", "CD-2", "CD-3"]
    assert details["dice"] == [{"die": "coin", "faces": ["heads", "tails", "tails"]}]
    situation = {"coins": 3, "shields": 2}
    start = (
        await api.post(
            f"/v1/rulesets/{slug}/attacks",
            {"situation": situation, "policies": ASK, "dice": {"source": "physical", "faces": [["heads"] * 3]}},
        )
    ).json()
    assert start["pending"]["choices_total"] == 3
    end = (await api.answer(start, start["tokens"]["host"], choice={"shields": 1})).json()
    assert end["outcome"] == {"hits": 2}
    assert end["casualties"][0]["fate"] == "destroyed"
    assert (await api.get(path_of(end) + "/verification")).json()["result"] == "identical"
    odds = (await api.post(f"/v1/rulesets/{slug}/odds", {"situation": situation})).json()
    assert odds["means"]["hits"]["exact"] == "1/27"
    opened = await api.post(f"/v1/rulesets/{slug}/sessions", {"kind": "series"})
    assert opened.status_code == 201
    assert f"/v1/rulesets/{slug}/attacks" in document["paths"]


async def test_no_path_or_id_is_too_odd_to_be_unknown(api):
    session = await api.open()
    token = session["tokens"]["host"]
    for id in ("%00", "a%00b", "..%2f", "'%20or%201=1", "%F0%9F%8E%B2", "x" * 100):
        assert code(await api.get(f"/v1/sessions/{id}")) == (404, "not-found")
        assert code(await api.post(f"/v1/sessions/{id}/close", {}, token)) == (404, "not-found")
    assert code(await api.attack(session_id="a\0b", token=token)) == (404, "not-found")
    assert code(await in_series(api, session, replaces=2**31)) == (422, "invalid-request")
    assert code(await in_series(api, session, replaces=2**31 - 1)) == (404, "not-found")
    path = f"/v1/sessions/{session['id']}"
    assert code(await api.get(f"{path}/actions/{2**31 - 1}")) == (404, "not-found")
    assert (await api.get(f"{path}/events?after={2**53}")).json() == {"items": [], "next": None}
    assert code(await api.get(f"{path}/events?limit=201")) == (422, "invalid-request")


async def test_answers_and_voids_are_retried_safely(api):
    start = (await api.attack(policies=ASK, dice=PHYSICAL)).json()
    token, path = start["tokens"]["host"], path_of(start)
    for tail, body in (
        ("/answers", {"seen": start["pending"]["seen"], "faces": SEED_FACES[0]}),
        ("/void", {"reason": "no"}),
    ):
        key = {"Idempotency-Key": f"a-key-for-{tail[1:]}-0001"}
        first = await api.post(path + tail, body, token, **key)
        again = await api.post(path + tail, body, token, **key)
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.json() == again.json()
    events = (await api.get(f"/v1/sessions/{start['session_id']}/events")).json()["items"]
    assert [event["type"] for event in events].count("action-voided") == 1


async def test_ids_may_be_written_in_capitals(sqlite_api):
    session = await sqlite_api.open()
    id, host = session["id"].upper(), session["tokens"]["host"]
    assert id != session["id"]
    made = await sqlite_api.attack(token=host, session_id=id)
    assert (made.status_code, made.json().get("session_id")) == (201, session["id"])
    for path in (f"/sessions/{id}", f"/sessions/{id}/actions/1", f"/sessions/{id}/events", f"/actions?session_id={id}"):
        assert (await sqlite_api.get("/v1" + path)).status_code == 200, path
    assert (await sqlite_api.post(f"/v1/sessions/{id}/close", {}, host)).json()["status"] == "closed"
