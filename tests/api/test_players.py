"""Players: one person across sessions and phones."""

import pytest
import sqlalchemy as sa

from app.services.keys import create_key
from tests.client import SEED, bearer

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
SESSIONS = "/v1/rulesets/open-forces/sessions"


def code(response):
    return response.status_code, response.json().get("code")


async def player(api, name="Clara", **headers):
    response = await api.post("/v1/players", {"name": name}, **headers)
    assert response.status_code in (200, 201), response.text
    assert response.headers["cache-control"] == "no-store"
    return response.json()


async def seat_by_claim(api, token, seat=2, **rest):
    """A session whose seat a player took by a claim."""
    session = await api.open(seats=TWO, **rest)
    host = session["tokens"]["host"]
    claim = (await api.post(f"/v1/sessions/{session['id']}/seats/{seat}/claims", {}, host)).json()["claim"]
    taken = await api.post("/v1/claims", {"claim": claim}, token)
    assert taken.status_code == 200, taken.text
    return session, taken.json()["token"]


async def test_a_claim_makes_the_players_token_a_credential_of_the_seat_beside_its_own(api):
    me = (await player(api))["token"]
    session, own = await seat_by_claim(api, me, visibility="private")
    path = f"/v1/sessions/{session['id']}"
    for token in (me, own):
        assert (await api.get(path, token)).status_code == 200
        closed = await api.post(f"{path}/close", {}, token)
        assert (closed.status_code, closed.json()["proposal"]["seats"]) == (202, [2])
    stranger = (await player(api))["token"]
    assert code(await api.get(path, stranger)) == (404, "not-found")
    assert me not in str((await api.get(f"{path}/events", me)).json())


async def test_a_player_opens_a_session_with_a_seat_of_its_own(api):
    me = (await player(api))["token"]
    opened = await api.post(SESSIONS, {"kind": "series", "seats": [{"player": "me"}, {"name": "Anton"}]}, me)
    assert (opened.status_code, opened.json()["seats"][0]["name"]) == (201, "Clara")
    played = await api.attack(SEED, me, session_id=opened.json()["id"])
    assert (played.status_code, played.json().get("sent_by")) == (201, {"seat": 1}), played.text


async def test_me_is_refused_to_those_who_are_no_player(api):
    both = {"kind": "series", "seats": [{"player": "me"}, {"player": "me"}]}
    one = {"kind": "series", "seats": [{"player": "me"}, {}]}
    me = (await player(api))["token"]
    assert code(await api.post(SESSIONS, both, me)) == (422, "seats-unclear")
    assert code(await api.post(SESSIONS, one)) == (401, "token-missing")
    assert code(await api.post(SESSIONS, one, "ump_" + "A" * 43)) == (401, "token-invalid")
    host = (await api.open())["tokens"]["host"]
    assert code(await api.post(SESSIONS, one, host)) == (401, "token-invalid")
    assert code(await api.post(SESSIONS, {"kind": "series", "seats": [{"player": "you"}]}, me)) == (
        422,
        "invalid-request",
    )


async def test_handing_a_seat_over_ends_its_players_tokens_too(api):
    me, other = (await player(api))["token"], (await player(api))["token"]
    session, own = await seat_by_claim(api, me, visibility="private")
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    claim = (await api.post(f"{path}/seats/2/claims", {}, host)).json()["claim"]
    assert (await api.post("/v1/claims", {"claim": claim}, other)).status_code == 200
    assert code(await api.get(path, me)) == (404, "not-found")
    assert code(await api.get(path, own)) == (401, "token-invalid")
    assert (await api.get(path, other)).status_code == 200
    assert (await api.post(f"{path}/seats/2/token", b"", host)).status_code == 201
    assert code(await api.get(path, other)) == (404, "not-found")


async def test_a_player_who_renews_the_seats_token_keeps_the_seat(api):
    me = (await player(api))["token"]
    session, own = await seat_by_claim(api, me, visibility="private")
    path = f"/v1/sessions/{session['id']}"
    assert (await api.post(f"{path}/seats/2/token", b"", me)).status_code == 201
    assert code(await api.get(path, own)) == (401, "token-invalid")
    assert (await api.get(path, me)).status_code == 200


async def test_a_player_has_one_seat_of_a_session(api):
    me = (await player(api))["token"]
    session, _ = await seat_by_claim(api, me, seat=1)
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    claim = (await api.post(f"{path}/seats/2/claims", {}, host)).json()["claim"]
    second = (await api.post("/v1/claims", {"claim": claim}, me)).json()["token"]
    assert (await api.post(f"{path}/close", {}, me)).json()["proposal"]["seats"] == [1]
    assert (await api.post(f"{path}/close", {}, second)).status_code == 200


async def test_lists_and_luck_of_me_are_the_players_own(api):
    me = (await player(api))["token"]
    private, _ = await seat_by_claim(api, me, visibility="private")
    public, _ = await seat_by_claim(api, me, seat=1, visibility="public")
    await api.open(seats=[{"name": "me"}, {}])
    for session in (private, public):
        await api.attack(
            SEED,
            session["tokens"]["host"],
            session_id=session["id"],
            seats={"attacker": 1, "defender": 2},
            policies={"attacker": "default", "defender": "default"},
        )
    mine = (await api.get("/v1/sessions?player=me", me)).json()["items"]
    assert [item["id"] for item in mine] == [public["id"], private["id"]]
    actions = (await api.get("/v1/actions?player=me", me)).json()["items"]
    assert {item["session_id"] for item in actions} == {public["id"], private["id"]}
    luck = (await api.get("/v1/actions/luck?player=me", me)).json()
    assert {(item["role"], item["attacks"]) for item in luck["items"]} == {("attacker", 1), ("defender", 1)}
    stranger = (await player(api))["token"]
    assert (await api.get("/v1/sessions?player=me", stranger)).json()["items"] == []
    assert len((await api.get("/v1/sessions?player=me")).json()["items"]) == 1  # somebody's name


async def test_another_phone_becomes_the_same_player(api):
    me = await player(api)
    session, _ = await seat_by_claim(api, me["token"], visibility="private")
    made = await api.post("/v1/players/claims", {"minutes": 5}, me["token"])
    assert (made.status_code, made.json()["player"]) == (201, me["player"])
    claim, key = made.json()["claim"], {"Idempotency-Key": "the-new-phone-asks-once"}
    other = await api.post("/v1/claims", {"claim": claim}, **key)
    assert (other.status_code, other.json()["player"]) == (200, me["player"])
    assert (await api.post("/v1/claims", {"claim": claim}, **key)).json() == other.json()
    assert code(await api.post("/v1/claims", {"claim": claim})) == (410, "claim-gone")
    for token in (me["token"], other.json()["token"]):
        assert (await api.get(f"/v1/sessions/{session['id']}", token)).status_code == 200


async def test_a_lost_phone_ends_with_the_claim_that_says_so(api):
    me = await player(api)
    old = (await api.post("/v1/players/claims", {}, me["token"])).json()["claim"]
    claim = (await api.post("/v1/players/claims", {"ends_others": True}, me["token"])).json()["claim"]
    assert code(await api.post("/v1/claims", {"claim": old})) == (410, "claim-gone")  # a newer one took its place
    fresh = (await api.post("/v1/claims", {"claim": claim})).json()["token"]
    assert code(await api.get("/v1/sessions", me["token"])) == (401, "token-invalid")
    assert (await api.get("/v1/sessions?player=me", fresh)).status_code == 200


async def test_a_player_has_ten_tokens_at_most(api):
    first = await player(api)
    newest = first["token"]
    for _ in range(11):
        claim = (await api.post("/v1/players/claims", {}, newest)).json()["claim"]
        newest = (await api.post("/v1/claims", {"claim": claim})).json()["token"]
    assert await api.count("player_tokens") == 10
    assert code(await api.get("/v1/sessions", first["token"])) == (401, "token-invalid")


async def test_a_lost_answer_makes_no_second_player(api):
    key = {"Idempotency-Key": "a-phone-becomes-a-player"}
    assert await player(api, **key) == await player(api, **key)
    assert await api.count("players") == 1
    asked = {"Idempotency-Key": "a-link-for-another-phone"}
    me = (await player(api, **key))["token"]
    first, again = [await api.post("/v1/players/claims", {}, me, **asked) for _ in range(2)]
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())


async def test_a_forgotten_player_is_nobody(api):
    me = await player(api)
    session, own = await seat_by_claim(api, me["token"], visibility="private")
    claim = (await api.post("/v1/players/claims", {}, me["token"])).json()["claim"]
    gone = await api.http.delete("/v1/players/me", headers=bearer(me["token"]))
    assert gone.status_code == 204
    assert code(await api.get("/v1/sessions", me["token"])) == (401, "token-invalid")
    assert code(await api.post("/v1/claims", {"claim": claim})) == (410, "claim-gone")
    assert (await api.get(f"/v1/sessions/{session['id']}", own)).status_code == 200
    for table in ("players", "player_tokens", "player_claims"):
        assert await api.count(table) == 0


async def test_only_a_player_is_forgotten_or_claimed(api):
    host = (await api.open())["tokens"]["host"]
    for token, told in ((None, "token-missing"), (host, "token-invalid"), ("ump_x", "token-invalid")):
        headers = bearer(token) if token else {}
        assert code(await api.http.delete("/v1/players/me", headers=headers)) == (401, told)
        assert code(await api.post("/v1/players/claims", {}, token)) == (401, told)


async def test_the_database_keeps_no_token_of_a_player(api):
    me = await player(api)
    claim = (await api.post("/v1/players/claims", {}, me["token"])).json()["claim"]

    def rows(connection):
        tables = ("players", "player_tokens", "player_claims")
        return str([connection.execute(sa.text(f"SELECT * FROM {table}")).all() for table in tables])

    stored = await api.app.state.context.read(rows)
    assert me["token"] not in stored
    assert claim not in stored


async def test_a_key_that_opens_only_does_nothing_else(api):
    database = api.app.state.context.database
    _, key = create_key(database, "app", opens_only=True)
    opened = await api.post(SESSIONS, {"kind": "series", "visibility": "private"}, key)
    alone = await api.attack(SEED, key)
    assert (opened.status_code, alone.status_code) == (201, 201)
    again = await api.post("/v1/rulesets/open-forces/attacks/batch", {"attacks": [{"situation": SEED}]}, key)
    assert again.json()["items"][0]["status"] == 201
    path = f"/v1/sessions/{opened.json()['id']}"
    for where in (path, f"{path}/events", "/v1/sessions", "/v1/actions", "/v1/rulesets"):
        assert code(await api.get(where, key)) == (403, "not-allowed"), where
    for where, body in ((f"{path}/seats/0/token", b""), (f"{path}/seats/0/claims", {}), (f"{path}/close", {})):
        assert code(await api.post(where, body, key)) == (403, "not-allowed"), where
    assert code(await api.post("/v1/players", {"name": "Clara"}, key)) == (403, "not-allowed")
    assert (await api.get(path, opened.json()["tokens"]["host"])).status_code == 200


async def test_a_player_reads_and_changes_the_own_name_and_language(api):
    made = await api.post("/v1/players", {"name": "Clara", "language": "fr"})
    token, where = made.json()["token"], made.headers["location"]
    profile, read = {"player": made.json()["player"], "name": "Clara", "language": "fr"}, await api.get(where, token)
    assert (read.json(), read.headers["cache-control"]) == (profile, "no-store")
    for change in ({"language": "de"}, {"name": "Dora"}, {}):
        profile |= change
        changed = await api.http.request("PATCH", where, json=change, headers=bearer(token))
        assert (changed.status_code, changed.json()) == (200, profile)
        assert (await api.get(where, token)).json() == profile
    for wrong in ({"language": ""}, {"language": "x" * 17}, {"name": 1}, {"nick": "D"}):
        refused = await api.http.request("PATCH", where, json=wrong, headers=bearer(token))
        assert code(refused) == (422, "invalid-request")
    assert (await api.get(where, (await player(api))["token"])).json()["language"] is None
    body = {"kind": "series", "seats": [{"player": "me"}]}
    opened = await api.post("/v1/rulesets/open-forces/sessions", body, token)
    assert opened.json()["seats"][0]["name"] == "Dora"
