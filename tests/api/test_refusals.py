"""Bad input: a problem document with a stable code, a pointer, and nothing stored."""

import json

import pytest

from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES

pytestmark = pytest.mark.anyio
ODDS = "/v1/rulesets/open-forces/odds"


def changed(path, value):
    """The seed's situation with one value replaced."""
    situation = json.loads(json.dumps(SEED))
    *way, last = path.split("/")
    place = situation
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    place[last] = value
    return situation


RAW = [
    (b'{"situation":', 400, "invalid-json"),
    (b"\xff\xfe", 400, "invalid-json"),
    (b'"\xc3\x28"', 400, "invalid-json"),
    (b'{"situation": "\\ud800"}', 400, "invalid-json"),
    (b"[" * 14_000, 400, "invalid-json"),
    (b'{"a":' * 10000, 400, "invalid-json"),
    (b"x" * 262145, 413, "body-too-large"),
    (b"", 422, "invalid-request"),
    (b"null", 422, "invalid-request"),
    (b"[]", 422, "invalid-request"),
    (b'{"situation": NaN}', 422, "invalid-request"),
]


@pytest.mark.parametrize(("body", "status", "code"), RAW, ids=[f"{n}-{code}" for n, (_, _, code) in enumerate(RAW)])
@pytest.mark.parametrize("path", [ATTACKS, ODDS, "/v1/rulesets/open-forces/sessions"])
async def test_bodies_that_are_no_json_object(sqlite_api, path, body, status, code):
    response = await sqlite_api.post(path, body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"

    assert b"{{" not in response.content


@pytest.mark.parametrize("tail", ["seats/1/claims", "actions/1/void", "close", "judge"])
async def test_a_body_that_may_be_left_out_is_an_object_where_it_is_sent(sqlite_api, tail):
    session = await sqlite_api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}])
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    await sqlite_api.attack(token=host, session_id=session["id"], seats={"attacker": 1, "defender": 2})
    token = session["tokens"]["seats"]["1"] if tail == "judge" else host
    for body in (b"null", b"[1]", b'""', b"0"):
        problem = (await sqlite_api.post(f"{path}/{tail}", body, token)).json()
        assert (problem["status"], problem["code"]) == (422, "invalid-request"), body
        assert [error["pointer"] for error in problem["errors"]] == [""]
    assert (await sqlite_api.post(f"{path}/{tail}", b"", token)).status_code in (200, 201)


@pytest.mark.parametrize(
    ("tail", "sent", "only"), [("close", {"agree": 0}, "false"), ("seats/1/entropy", {"waive": 1}, "true")]
)
async def test_a_number_is_neither_true_nor_false(sqlite_api, tail, sent, only):
    session = await sqlite_api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}])
    problem = (await sqlite_api.post(f"/v1/sessions/{session['id']}/{tail}", sent, session["tokens"]["host"])).json()
    faults = [(error["pointer"], error["detail"]) for error in problem["errors"]]
    assert (problem["code"], faults) == (
        "invalid-request",
        [(f"/{name}", f"This must be one of `{only}`.") for name in sent],
    )


@pytest.mark.parametrize("value", ["5", True, 5.5, None, [], {}, 2**64, -(2**64), 101, -1, float("nan")], ids=str)
async def test_units_are_a_whole_number_in_bounds(sqlite_api, value):
    response = await sqlite_api.attack(changed("attacker/units", value))
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "invalid-request")
    assert [error["pointer"] for error in problem["errors"]] == ["/situation/attacker/units"]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("attacker/mode/atk", 21, "too-large"),
        ("attacker/mode/spl", -1, "too-small"),
        ("attacker/mode/spl", 1.5, "wrong-type"),
        ("attacker/mode/rng", -1, "too-small"),
        ("defender/mode/def", "1", "wrong-type"),
        ("defender/mode/def_", 1, "unknown-field"),
        ("line_of_sight", 1, "wrong-type"),
        ("distance", -1, "too-small"),
        ("threshold", 4, "unknown-field"),
        ("cover", {}, "wrong-type"),
        ("cover/0/touching", -1, "too-small"),
        ("attacker/unit_ids", ["a", "b", "c", "d", "é"], "wrong-form"),
        ("attacker/unit_ids", ["", "b", "c", "d", "e"], "too-small"),
        ("attacker/unit_ids", ["x" * 101], "too-large"),
        ("attacker/unit_ids", ["x"] * 101, "too-large"),
    ],
)
async def test_wrong_types_and_unknown_fields_name_the_field(sqlite_api, path, value, code):
    response = await sqlite_api.attack(changed(path, value))
    error = response.json()["errors"][0]
    assert (response.status_code, error["code"]) == (422, code)
    assert error["pointer"].startswith(f"/situation/{path}")
    assert error["detail"]
    assert "{{" not in error["detail"]


@pytest.mark.parametrize(
    ("path", "value", "reason", "rule"),
    [
        ("attacker/units", 0, "empty-group", "OF-2"),
        ("attacker/mode/atk", None, "mode-cannot-attack", "OF-29"),
        ("attacker/mode/atk_base", 1, "two-value-atk", "OF-32"),
        ("line_of_sight", False, "no-line-of-sight", "OF-24"),
        ("visible", ["1"], "no-line-of-sight", "OF-24"),
        ("visible", ["9"], "unknown-unit", "OF-24"),
        ("cover/0/touching", 5, "touching-above-size", "OF-35"),
        ("defender/unit_ids", ["a"], "unit-count-mismatch", "OF-2"),
        ("defender/unit_ids", ["a", "a", "b", "c"], "duplicate-unit", "OF-2"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_situations_that_the_rules_forbid_name_reason_and_rule(sqlite_api, path, value, reason, rule, language):
    response = await sqlite_api.post(
        ATTACKS, {"situation": changed(path, value)}, **{"Accept-Language": language, "Origin": "https://vtt.example"}
    )
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "illegal-situation")
    assert (problem["reason"], problem["rule"]) == (reason, rule)
    assert problem["errors"][0]["pointer"].startswith(f"/situation/{path}")
    assert problem["detail"] not in (reason, "illegal-situation")
    assert "{{" not in problem["detail"]
    assert response.headers["content-language"] == language
    assert response.headers["access-control-allow-origin"] == "*"
    assert await sqlite_api.count("sessions") == 0


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"options": {"house": 1}}, 422, "unknown-option", "/options/house"),
        ({"options": {"preset": "official"}}, 422, "unknown-option", "/options/preset"),
        ({"options": {"surplus_dice": "mine"}}, 422, "invalid-request", "/options/surplus_dice"),
        ({"options": {"threshold_min": 9, "threshold_max": 8}}, 422, "illegal-situation", "/options/threshold_min"),
        ({"policies": {"attacker": "clever"}}, 422, "unknown-policy", "/policies/attacker"),
        ({"policies": {"nobody": "ask"}}, 422, "invalid-request", "/policies/nobody"),
        ({"dice": {**PHYSICAL, "faces": [[2, 2, 5]]}}, 422, "illegal-dice", "/dice/faces/0"),
        ({"dice": {**PHYSICAL, "faces": [[2, 2, 5, 7]]}}, 422, "illegal-dice", "/dice/faces/0"),
        ({"dice": {**PHYSICAL, "faces": [[2, 2, 5, "5"]]}}, 422, "illegal-dice", "/dice/faces/0"),
        ({"dice": {**PHYSICAL, "faces": [SEED_FACES[0], [1]]}}, 422, "illegal-dice", "/dice/faces/1"),
        ({"dice": {**PHYSICAL, "faces": [*SEED_FACES, [1]]}}, 422, "dice-left-over", "/dice/faces"),
        ({"dice": {"source": "service", "faces": SEED_FACES}}, 422, "illegal-dice", "/dice/faces"),
        ({"dice": {"source": "mine"}}, 422, "invalid-request", "/dice/source"),
        ({"answers": [{"question": "guess", "choice": {}}]}, 422, "invalid-request", "/answers/0/question"),
        (
            {"answers": [{"question": "choose-subgroup", "choice": {"faces": [1]}}]},
            422,
            "invalid-request",
            "/answers/0/choice/units",
        ),
        ({"replaces": 1}, 422, "invalid-request", "/replaces"),
        ({"replaces": 0}, 422, "invalid-request", "/replaces"),
        ({"played_at": "yesterday"}, 422, "invalid-request", "/played_at"),
        ({"reference": ""}, 422, "invalid-request", "/reference"),
        ({"reference": "a\nb"}, 422, "invalid-request", "/reference"),
        ({"session_id": "nope"}, 404, "not-found", None),
        ({"surprise": 1}, 422, "invalid-request", "/surprise"),
    ],
)
async def test_the_rest_of_a_request_is_checked_too(sqlite_api, body, status, code, pointer):
    response = await sqlite_api.attack(**body)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code)
    if pointer:
        assert problem["errors"][0]["pointer"] == pointer
    assert await sqlite_api.count("sessions") == await sqlite_api.count("events") == 0


async def test_with_physical_dice_answers_must_apply_and_be_used(sqlite_api):
    dice = {**PHYSICAL, "faces": SEED_FACES}
    options = {"surplus_dice": "owner-choice"}
    answer = {"question": "remove-surplus-dice", "choice": {"faces": [1]}}
    left = await sqlite_api.attack(dice=dice, answers=[answer])
    assert (left.status_code, left.json()["code"]) == (422, "answer-left-over")
    illegal = await sqlite_api.attack(dice=dice, options=options, answers=[{**answer, "choice": {"faces": [3]}}])
    assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal-answer")
    assert (illegal.json()["reason"], illegal.json()["rule"]) == ("face-not-rolled", "OF-27")
    assert (await sqlite_api.attack(dice=dice, options=options, answers=[answer])).status_code == 201


async def test_before_the_first_roll_an_answer_that_does_not_apply_is_refused(sqlite_api):
    situation = changed("attacker/mode/spl", 2)
    answer = {"question": "choose-subgroup", "choice": {"units": ["1", "1"]}}
    response = await sqlite_api.attack(situation, answers=[answer])
    assert (response.status_code, response.json()["code"]) == (422, "illegal-answer")
    assert await sqlite_api.count("sessions") == 0


@pytest.mark.parametrize("key", ["short", "x" * 101, "with a space in it", "ünicode-key-0123456789"])
async def test_idempotency_keys_have_a_form(sqlite_api, key):
    response = await sqlite_api.http.post(
        ATTACKS,
        content=json.dumps({"situation": SEED}),
        headers=[(b"content-type", b"application/json"), (b"idempotency-key", key.encode())],
    )
    assert (response.status_code, response.json()["errors"][0]["pointer"]) == (422, "/header/Idempotency-Key")


async def test_what_is_not_there(sqlite_api):
    for path, code in [
        ("/v1/rulesets/chess", "unknown-ruleset"),
        ("/v1/nothing", "not-found"),
        ("/v1/sessions/none", "not-found"),
        ("/v1/sessions/none/actions/1", "not-found"),
    ]:
        response = await sqlite_api.get(path)
        assert (response.status_code, response.json()["code"]) == (404, code)
    response = await sqlite_api.post("/v1/rulesets/chess/attacks", {"situation": {}})
    assert (response.status_code, response.json()["code"]) == (404, "unknown-ruleset")


async def test_parameters_media_types_and_methods(sqlite_api):
    response = await sqlite_api.get("/v1/rulesets?page=2")
    assert (response.status_code, response.json()["code"]) == (422, "unknown-parameter")
    response = await sqlite_api.http.post(ATTACKS, content=b"{}", headers={"content-type": "text/plain"})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported-media-type")
    response = await sqlite_api.http.put(ATTACKS)
    assert (response.status_code, response.json()["code"]) == (405, "method-not-allowed")
    action = (await sqlite_api.attack()).json()
    for number, told in ("x", (422, "invalid-request")), ("0", (404, "not-found")), (str(2**40), (404, "not-found")):
        response = await sqlite_api.get(f"/v1/sessions/{action['session_id']}/actions/{number}")
        assert (response.status_code, response.json()["code"]) == told


async def test_a_preflight_allows_what_clients_send(sqlite_api):
    asked = "authorization,content-type,idempotency-key,last-event-id,if-none-match"
    headers = {
        "Origin": "https://vtt.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": asked,
    }
    response = await sqlite_api.http.options(ATTACKS, headers=headers)
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == "*"


async def test_health_and_readiness(api):
    assert (await api.get("/healthz")).json() == {"status": "ok"}
    assert (await api.get("/readyz")).json() == {"status": "ok"}


async def test_a_dead_writer_is_not_ready_and_refuses(sqlite_api):
    sqlite_api.app.state.context.writer.close()
    assert (await sqlite_api.get("/readyz")).status_code == 503
    response = await sqlite_api.attack()
    assert (response.status_code, response.json()["code"]) == (503, "busy")
    assert response.headers["retry-after"] == "1"
