"""What waits for a caller, over all its sessions."""

import pytest

from app.services.keys import create_key
from tests.client import PHYSICAL, SEED

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
SERIES = {"kind": "series", "seats": TWO, "dice": PHYSICAL, "visibility": "private"}


async def waiting(api, token=None, **rest):
    """A private series in which an attack waits for the defender's dice, who is seat 2."""
    opened = await api.post("/v1/rulesets/open-forces/sessions", {**SERIES, **rest}, token)
    session = opened.json()
    seats = {"seats": {"attacker": 1, "defender": 2}} if session["seats"] else {}
    await api.attack(SEED, session["tokens"]["host"], session_id=session["id"], **seats)
    return session


async def inbox(api, token, query=""):
    response = await api.get(f"/v1/questions{query}", token)
    assert response.status_code == 200, response.text
    return response.json()


async def sessions_of(api, token):
    return [item["session_id"] for item in (await inbox(api, token))["items"]]


async def claimed_by(api, session, player, seat):
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    claim = (await api.post(f"{path}/seats/{seat}/claims", {}, host)).json()["claim"]
    await api.post("/v1/claims", {"claim": claim}, player)


async def test_each_caller_is_told_what_waits_for_it_and_nothing_else(api):
    _, key = create_key(api.app.state.context.database, "club")
    session, other = await waiting(api, key, reference="worlds/t1"), await waiting(api)
    id, tokens = session["id"], session["tokens"]
    for token in (tokens["host"], tokens["seats"]["2"], key):
        assert await sessions_of(api, token) == [id]
    assert await sessions_of(api, tokens["seats"]["1"]) == []
    asked = (await api.get(f"/v1/sessions/{id}/questions?language=de", tokens["host"])).json()["items"]
    (told,) = (await inbox(api, key, "?language=de"))["items"]
    assert told == {
        "session_id": id,
        "ruleset": "open-forces",
        "kind": "series",
        "reference": "worlds/t1",
        "question": asked[0],
    }
    assert other["id"] not in await sessions_of(api, key)


async def test_a_player_is_told_of_all_own_sessions_and_pages_part_none(api):
    player = (await api.post("/v1/players", {"name": "Clara"})).json()["token"]
    mine = []
    for n in range(4):
        session = await waiting(api)
        mine.append(session["id"])
        await claimed_by(api, session, player, 2 if n != 1 else 1)
    await waiting(api)
    expected = [mine[3], mine[2], mine[0]]
    assert await sessions_of(api, player) == expected
    found, cursor = [], ""
    while cursor is not None:
        page = await inbox(api, player, f"?limit=1{cursor and '&cursor='}{cursor}")
        found += [item["session_id"] for item in page["items"]]
        assert len(page["items"]) <= 1
        cursor = page["next"]
    assert found == expected


async def test_proposals_and_moves_wait_too(api):
    session = await api.open(seats=TWO)
    seats = session["tokens"]["seats"]
    await api.post(f"/v1/sessions/{session['id']}/close", {}, seats["1"])
    assert [item["question"]["question"] for item in (await inbox(api, seats["2"]))["items"]] == ["assent"]
    assert (await inbox(api, seats["1"]))["items"] == []
    rules = "/v1/rulesets/open-forces"
    setup = (await api.get(rules)).json()["game"]["setups"]["sample"]
    game = (await api.post(f"{rules}/sessions", {"kind": "game", "seats": TWO, "setup": setup})).json()
    told = [await inbox(api, token) for token in game["tokens"]["seats"].values()]
    assert [item["question"]["question"] for page in told for item in page["items"]] == ["act"]


async def test_what_is_over_waits_for_nobody(api):
    session = await waiting(api)
    host = session["tokens"]["host"]
    await api.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, host)
    assert await inbox(api, host) == {"items": [], "next": None}


async def test_who_sends_no_token_or_a_wrong_cursor_is_refused(api):
    assert (await api.get("/v1/questions")).status_code == 401
    assert (await api.get("/v1/questions", "ums_" + "A" * 43)).status_code == 401
    host = (await api.open())["tokens"]["host"]
    for query in ("cursor=x", "limit=0", "limit=201", "seat=1"):
        assert (await api.get(f"/v1/questions?{query}", host)).status_code == 422
