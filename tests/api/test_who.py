"""`GET /v1/me`: who a token is."""

import pytest

from app.services.keys import create_key, revoke_key
from tests.client import bearer

pytestmark = pytest.mark.anyio


async def test_each_token_says_whose_it_is(api):
    two = [{"name": "Anton"}, {"name": "Beatrix"}]
    session = (await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": two})).json()
    player = (await api.post("/v1/players", {"name": "Clara"})).json()
    id, key = create_key(api.app.state.context.database, "club")
    _, opener = create_key(api.app.state.context.database, "app", opens_only=True)
    own = {"session_id": session["id"]}
    expected = {
        session["tokens"]["host"]: {"kind": "host", **own},
        session["tokens"]["seats"]["2"]: {"kind": "seat", "seat": 2, **own},
        player["token"]: {"kind": "player", "player": player["player"]},
        key: {"kind": "key", "key": id},
    }
    for token, told in expected.items():
        answer = await api.get("/v1/me", token)
        assert (answer.status_code, answer.json()) == (200, told)
        assert answer.headers["cache-control"] == "no-store"
    assert (await api.get("/v1/me")).json() == {"kind": "nobody"}
    assert (await api.get("/v1/me", opener)).json()["kind"] == "key"


async def test_a_token_that_has_ended_is_refused(sqlite_api):
    api = sqlite_api
    id, key = create_key(api.app.state.context.database, "club")
    revoke_key(api.app.state.context.database, id)
    session = (await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": [{}, {}]})).json()
    old = session["tokens"]["seats"]["1"]
    path = f"/v1/sessions/{session['id']}/seats/1/token"
    assert (await api.post(path, b"", session["tokens"]["host"])).status_code == 201
    for token in (key, old):
        answer = await api.get("/v1/me", token)
        assert (answer.status_code, answer.json()["code"]) == (401, "token-invalid")
    assert (await api.http.get("/v1/me", headers=bearer("umh_garbage"))).status_code == 401
