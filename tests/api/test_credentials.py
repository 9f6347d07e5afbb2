"""A credential that nobody gave, or that has ended, opens nothing: not even what everybody may see."""

import pytest

from app.services.keys import create_key, revoke_key
from tests.client import ATTACKS, SEED, path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
KEY = "a-key-that-nobody-guesses"
INVENTED = ["umh_" + "A" * 43, "ums_" + "A" * 43, "umk_" + "A" * 43]
MALFORMED = ["nonsense", "umh_short", "umx_" + "A" * 43, "umh_" + "A" * 42 + "!"]
SIEGE = {"attack": {"value": 9}, "gate": [{"card": "ogre", "gate_defense": 6, "castle_defense": 6}], "castle": []}


async def opened(api, **rest):
    session = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}], **rest)
    return session["id"], session["tokens"]


def readable(id):
    """Routes that everybody may read of a public session, and those of no session."""
    own = [f"/v1/sessions/{id}{part}" for part in ("", "/events", "/questions", "/verification", "/actions/1")]
    events = f"/v1/sessions/{id}/events?format="
    lists = [f"/v1/{name}" for name in ("sessions", "actions", "rolls", "casualties", "actions/luck")]
    return [*own, events + "ndjson", events + "stream", *lists, "/v1/rulesets", "/v1/rulesets/open-forces"]


@pytest.mark.parametrize("token", INVENTED + MALFORMED)
async def test_an_invented_credential_is_refused_on_every_route(sqlite_api, token):
    id, tokens = await opened(sqlite_api)
    await sqlite_api.attack(SEED, tokens["host"], session_id=id, seats={"attacker": 1, "defender": 2})
    for path in readable(id):
        answer = await sqlite_api.get(path, token)
        assert (answer.status_code, answer.json()["code"]) == (401, "token-invalid"), path
    for path, body in (
        (ATTACKS, {"situation": SEED}),
        (ATTACKS.replace("attacks", "odds"), {"situation": SEED}),
        (ATTACKS.replace("attacks", "sessions"), {"kind": "series"}),
        (f"/v1/sessions/{id}/close", {}),
        (f"/v1/sessions/{id}/actions/1/void", {}),
        (f"/v1/sessions/{id}/seats/1/token", {}),
        ("/v1/sessions/0190a7c4-0000-7000-8000-000000000000/close", {}),
    ):
        answer = await sqlite_api.post(path, body, token)
        assert (answer.status_code, answer.json()["code"]) == (401, "token-invalid"), path


async def test_without_a_credential_what_is_public_is_read(sqlite_api):
    id, tokens = await opened(sqlite_api)
    await sqlite_api.attack(SEED, tokens["host"], session_id=id, seats={"attacker": 1, "defender": 2})
    for path in readable(id):
        if not path.endswith("stream"):
            assert (await sqlite_api.get(path)).status_code == 200, path


async def test_a_credential_of_another_session_reads_what_is_public(sqlite_api):
    id, _ = await opened(sqlite_api)
    _, others = await opened(sqlite_api)
    for token in (others["host"], others["seats"]["1"]):
        assert (await sqlite_api.get(f"/v1/sessions/{id}", token)).status_code == 200
        refused = await sqlite_api.post(f"/v1/sessions/{id}/close", {}, token)
        assert (refused.status_code, refused.json()["code"]) == (401, "token-invalid")


async def test_a_token_that_was_handed_over_reads_nothing_not_even_by_a_retry(sqlite_api):
    id, tokens = await opened(sqlite_api, visibility="private")
    old, roles = tokens["seats"]["1"], {"attacker": 1, "defender": 2}
    sent = {"session_id": id, "seats": roles, "key": KEY, "policies": {"attacker": "ask"}}
    assert (await sqlite_api.attack(SEED, old, **sent)).status_code == 201
    assert (await sqlite_api.attack(SEED, old, **sent)).status_code == 200
    renewed = await sqlite_api.post(f"/v1/sessions/{id}/seats/1/token", {}, tokens["host"])
    assert (await sqlite_api.get(f"/v1/sessions/{id}", old)).status_code == 401
    again = await sqlite_api.attack(SEED, old, **sent)
    assert (again.status_code, again.json()["code"]) == (401, "token-invalid")
    assert (await sqlite_api.get(f"/v1/sessions/{id}", renewed.json()["token"])).status_code == 200


async def test_a_seat_that_renews_its_token_and_loses_the_answer_gets_it_again(sqlite_api):
    id, tokens = await opened(sqlite_api)
    path, old = f"/v1/sessions/{id}/seats/1/token", tokens["seats"]["1"]
    first = await sqlite_api.post(path, {}, old, **{"Idempotency-Key": KEY})
    again = await sqlite_api.post(path, {}, old, **{"Idempotency-Key": KEY})
    assert (again.status_code, again.json()) == (200, first.json())
    await sqlite_api.post(path, {}, tokens["host"])
    late = await sqlite_api.post(path, {}, old, **{"Idempotency-Key": KEY})
    assert (late.status_code, late.json()["code"]) == (401, "token-invalid")


async def test_a_retried_private_opening_gives_the_same_tokens(sqlite_api):
    body = {"kind": "series", "visibility": "private"}
    path = ATTACKS.replace("attacks", "sessions")
    first, again = [await sqlite_api.post(path, body, **{"Idempotency-Key": KEY}) for _ in range(2)]
    assert (again.status_code, again.json()["tokens"]) == (200, first.json()["tokens"])


async def test_an_api_key_reads_the_private_sessions_that_it_opened_until_it_is_revoked(sqlite_url):
    async with serving(sqlite_url) as api:
        database = api.app.state.context.database
        (key_id, key), (_, other) = create_key(database, "club"), create_key(database, "another club")
        path = ATTACKS.replace("attacks", "sessions")
        session = (await api.post(path, {"kind": "series", "visibility": "private"}, key)).json()
        host = session["tokens"]["host"]
        attack = (await api.attack(SEED, host, session_id=session["id"])).json()
        own = [f"/v1/sessions/{session['id']}{part}" for part in ("", "/events", "/questions", "/verification")]
        for read in (*own, path_of(attack)):
            assert (await api.get(read, key)).status_code == 200
            assert (await api.get(read, other)).status_code == 404
            assert (await api.get(read)).status_code == 404
        revoke_key(database, key_id)
        assert (await api.get(own[0], key)).status_code == 401
