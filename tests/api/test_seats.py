"""Seats: who may do what in a session that several people play."""

import pytest

from app.cli import main
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton", "reference": "discord:1"}, {"name": "Beatrix"}]
STALINGRAD = "/v1/rulesets/storm-over-stalingrad"


def code(response):
    return response.status_code, response.json().get("code")


async def in_series(api, session, token, **rest):
    return await api.attack(token=token, session_id=session["id"], **rest)


def tokens(session):
    return session["tokens"]["host"], session["tokens"]["seats"]["1"], session["tokens"]["seats"]["2"]


async def test_seats_are_shown_and_each_has_its_token(api):
    session = await api.open(seats=TWO)
    host, one, two = tokens(session)
    assert (host[:4], one[:4], two[:4]) == ("umh_", "ums_", "ums_")
    assert len({host, one, two}) == 3
    shown = (await api.get(f"/v1/sessions/{session['id']}")).json()
    assert "tokens" not in shown
    assert [(seat["seat"], seat["name"], seat["reference"]) for seat in shown["seats"]] == [
        (1, "Anton", "discord:1"),
        (2, "Beatrix", None),
    ]


async def test_each_player_throws_only_the_dice_of_its_own_role(api):
    session = await api.open(seats=TWO, dice=PHYSICAL)
    _, one, two = tokens(session)
    assert code(await in_series(api, session, two, seats={"attacker": 1})) == (403, "not-your-role")
    both = await in_series(api, session, one, dice={**PHYSICAL, "faces": SEED_FACES})
    assert (code(both), both.json()["errors"][0]["pointer"]) == ((403, "not-your-role"), "/dice/faces")
    asked = (await in_series(api, session, one)).json()
    assert asked["seats"] == {"attacker": 1, "defender": 2}
    assert asked["sent_by"] == {"seat": 1}
    assert (asked["pending"]["by"], asked["pending"]["seat"]) == ("defender", 2)
    assert code(await api.answer(asked, one, faces=SEED_FACES[0])) == (403, "not-your-role")
    half = (await api.answer(asked, two, faces=SEED_FACES[0])).json()
    assert half["pending"]["seat"] == 1
    assert code(await api.answer(half, two, faces=SEED_FACES[1])) == (403, "not-your-role")
    end = (await api.answer(half, one, faces=SEED_FACES[1])).json()
    assert end["status"] == "resolved"
    assert {row["seat"] for row in end["casualties"]} == {2}
    assert (await api.get(path_of(end) + "/verification")).json()["result"] == "identical"


async def test_an_answer_sent_again_is_the_same_one_only_from_the_same_seat(api):
    session = await api.open(seats=TWO, dice=PHYSICAL)
    _host, one, two = tokens(session)
    asked = (await in_series(api, session, one)).json()
    answer = {"seen": asked["pending"]["seen"], "faces": SEED_FACES[0]}
    first = await api.answer(asked, two, **answer)
    assert (await api.answer(asked, two, **answer)).json() == first.json()
    assert code(await api.answer(asked, one, **answer)) == (409, "stale")


async def test_choices_tell_whether_a_seat_or_the_host_made_them(api):
    options = {"surplus_dice": "owner-choice"}
    for sender, source in ((0, "host"), (1, "seat")):
        session = await api.open(seats=TWO, options=options)
        token = tokens(session)[sender]
        asked = (await in_series(api, session, token, seats={"attacker": 1, "defender": 2})).json()
        assert asked["policies"] == {"attacker": "ask", "defender": "ask"}
        choice = asked["pending"]["choices"][0]["choice"]
        end = (await api.answer(asked, token, choice=choice)).json()
        assert [entry["source"] for entry in end["record"] if entry["kind"] == "chose"] == [source]


async def test_policies_are_kept_for_seats_and_only_sent_for_ones_own(api):
    options = {"surplus_dice": "owner-choice"}
    session = await api.open(seats=TWO, options=options, policies={"1": "default"})
    _, one, two = tokens(session)
    assert (await in_series(api, session, one)).json()["status"] == "resolved"
    refused = await in_series(api, session, two, policies={"defender": "default"})
    assert (code(refused), refused.json()["errors"][0]["pointer"]) == ((403, "not-your-role"), "/policies/defender")
    unknown = await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "policies": {"1": "default"}})
    assert code(unknown) == (422, "seats-unclear")


async def test_who_plays_which_role_must_be_clear(api):
    three = await api.open(seats=[*TWO, {"name": "Carla"}])
    host, one, _ = tokens(three)
    assert code(await in_series(api, three, one)) == (422, "seats-unclear")
    assert code(await in_series(api, three, host, seats={"attacker": 1, "defender": 4})) == (422, "seats-unclear")
    assert code(await in_series(api, three, host, seats={"attacker": 1, "defender": 1})) == (422, "seats-unclear")
    done = (await in_series(api, three, host, seats={"attacker": 3, "defender": 1})).json()
    assert done["seats"] == {"attacker": 3, "defender": 1}
    bare = await api.open()
    assert code(await in_series(api, bare, bare["tokens"]["host"], seats={"attacker": 1})) == (422, "seats-unclear")


async def test_sides_tell_the_roles_of_a_stalingrad_attack(api):
    example = (await api.get(STALINGRAD)).json()["examples"][0]
    seats = [{"name": "Greta", "side": "german"}, {"name": "Sascha", "side": "soviet"}]
    body = {"kind": "series", "seats": seats, "dice": PHYSICAL}
    session = (await api.post(f"{STALINGRAD}/sessions", body)).json()
    _, german, soviet = tokens(session)
    attack = {"situation": example, "session_id": session["id"]}
    assert code(await api.post(f"{STALINGRAD}/attacks", attack, german)) == (403, "not-your-role")
    asked = (await api.post(f"{STALINGRAD}/attacks", attack, soviet)).json()
    assert asked["seats"] == {"attacker": 2, "defender": 1}
    asked = (await api.answer(asked, soviet, faces=[5, 6])).json()
    assert (asked["pending"]["question"], asked["pending"]["seat"]) == ("allocate-damage", 1)
    choice = asked["pending"]["choices"][0]["choice"]
    assert code(await api.answer(asked, soviet, choice=choice)) == (403, "not-your-role")
    end = (await api.answer(asked, german, choice=choice)).json()
    assert (end["status"], {row["seat"] for row in end["casualties"]}) == ("resolved", {1})


async def test_seats_void_and_close_only_together(api):
    session = await api.open(seats=TWO)
    _host, one, two = tokens(session)
    action = (await in_series(api, session, one)).json()
    proposed = await api.post(path_of(action) + "/void", {"reason": "six units"}, one)
    assert (proposed.status_code, proposed.json()["status"]) == (202, "resolved")
    assert proposed.json()["proposal"] == {"reason": "six units", "seats": [1]}
    assert (await api.post(path_of(action) + "/void", {}, one)).status_code == 202
    done = await api.post(path_of(action) + "/void", {}, two)
    assert (done.status_code, done.json()["status"]) == (200, "void")
    close = f"/v1/sessions/{session['id']}/close"
    result = {"winner": 2, "scores": {"1": 3, "2": 4}, "note": None}
    assert code(await api.post(close, {"result": {"winner": 3}}, one)) == (422, "seats-unclear")
    assert (await api.post(close, {"result": result}, one)).json()["proposal"]["seats"] == [1]
    other = await api.post(close, {"result": {**result, "winner": 1}}, two)
    assert (other.status_code, other.json()["proposal"]["seats"]) == (202, [2])
    assert (await api.post(close, {"result": result}, one)).status_code == 202
    closed = (await api.post(close, {"result": result}, two)).json()
    assert (closed["status"], closed["result"], closed["proposal"]) == ("closed", result, None)
    assert (await api.get(f"/v1/sessions/{session['id']}/verification")).json()["result"] == "identical"


async def test_a_seat_is_handed_over_with_a_new_token(api):
    session = await api.open(seats=TWO, visibility="private")
    host, one, two = tokens(session)
    path = f"/v1/sessions/{session['id']}/seats/1/token"
    assert code(await api.post(path, b"", two)) == (403, "not-your-role")
    key = {"Idempotency-Key": "hand-over-of-seat-1"}
    first = await api.post(path, b"", one, **key)
    again = await api.post(path, b"", one, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first.headers["cache-control"] == "no-store"
    new = first.json()["token"]
    assert code(await in_series(api, session, one)) == (401, "token-invalid")
    assert (await in_series(api, session, new)).status_code == 201
    assert (await api.post(path, b"", host)).json()["token"] not in (one, new)
    assert code(await api.post(f"/v1/sessions/{session['id']}/seats/3/token", b"", host)) == (404, "not-found")
    events = (await api.get(f"/v1/sessions/{session['id']}/events", host)).json()["items"]
    changes = [item["event"]["by"] for item in events if item["type"] == "seat-changed"]
    assert changes == [{"seat": 1}, "host"]


async def test_a_session_without_a_host_is_held_by_its_seats_alone(api):
    assert code(await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "host": False})) == (
        422,
        "seats-unclear",
    )
    session = await api.open(seats=TWO, host=False)
    assert session["tokens"]["host"] is None
    assert (await in_series(api, session, session["tokens"]["seats"]["2"])).json()["seats"] == {
        "attacker": 2,
        "defender": 1,
    }


async def test_a_retried_opening_shows_the_same_tokens_to_all_seats(api):
    path, body, key = "/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": TWO}, "opening-with-seats-1"
    first, again = [(await api.post(path, body, **{"Idempotency-Key": key})).json() for _ in range(2)]
    assert first == again
    assert (await in_series(api, first, again["tokens"]["seats"]["2"])).status_code == 201


async def test_keys_open_sessions_where_they_are_needed(database_url, capsys, monkeypatch):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
    assert main(["keys", "create", "companion app"]) == 0
    listed, key = capsys.readouterr().out.split("\n")[:2]
    body, path = {"kind": "series"}, "/v1/rulesets/open-forces/sessions"
    async with serving(database_url, require_api_key=True) as api:
        assert code(await api.post(path, body)) == (401, "token-missing")
        assert code(await api.post(path, body, "umk_wrong")) == (401, "token-invalid")
        assert code(await api.attack()) == (401, "token-missing")
        session = (await api.post(path, body, key)).json()
        assert (await in_series(api, session, session["tokens"]["host"])).status_code == 201
        assert (await api.attack(token=key)).status_code == 201
    assert main(["keys", "revoke", listed.split()[0]]) == 0
    assert main(["keys", "revoke", listed.split()[0]]) == 1
    assert main(["keys", "list"]) == 0
    assert "revoked" in capsys.readouterr().out
    async with serving(database_url) as api:
        assert code(await api.post(path, body, key)) == (401, "token-invalid")
        assert (await api.post(path, body)).status_code == 201


async def test_requests_are_limited_by_key_or_address(tmp_path, sqlite_template):
    async with serving(f"sqlite:///{tmp_path}/umpire.db", rate_limit="3/day") as api:
        answers = [await api.post(ATTACKS, {"situation": SEED}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert answers[-1].json()["code"] == "too-many-requests"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 86_400
        assert (await api.get("/healthz")).status_code == 200
        assert (await api.get("/v1/rulesets", "umk_invented")).status_code == 429
