"""`order`: every list of history comes from the newest or from the oldest item on, in pages and whole."""

import json

import pytest

from tests.client import SEED

pytestmark = pytest.mark.anyio
SEATS = {"attacker": 1, "defender": 2}
NOBODY = {"attacker": "default", "defender": "default"}
LISTS = ("sessions", "actions", "rolls", "casualties")


@pytest.fixture
async def played(api):
    """Two series with three attacks each, and two attacks of their own."""
    sessions = []
    for _ in range(2):
        opening = {"kind": "series", "seats": [{"name": "Anton"}, {"name": "Beatrix"}]}
        sessions.append((await api.post("/v1/rulesets/open-forces/sessions", opening)).json())
    for _ in range(3):
        for session in sessions:
            token = session["tokens"]["host"]
            made = await api.attack(SEED, token, session_id=session["id"], seats=SEATS, policies=NOBODY)
            assert made.status_code == 201, made.text
    for _ in range(2):
        assert (await api.attack(SEED, policies=NOBODY)).status_code == 201
    return sessions


async def pages(api, path, limit=2):
    """All items of a list, page after page."""
    found, cursor = [], ""
    while cursor is not None:
        page = (await api.get(f"{path}&limit={limit}{cursor and f'&cursor={cursor}'}")).json()
        found += page["items"]
        assert len(page["items"]) <= limit
        cursor = page["next"]
    return found


@pytest.mark.parametrize("name", LISTS)
async def test_the_oldest_first_is_the_newest_first_turned_round(api, played, name):
    newest = await pages(api, f"/v1/{name}?order=newest")
    assert len(newest) > 3
    assert await pages(api, f"/v1/{name}?") == newest
    assert await pages(api, f"/v1/{name}?order=oldest") == newest[::-1]
    own = f"/v1/{name}?{'id' if name == 'sessions' else 'session_id'}={played[0]['id']}"
    assert await pages(api, f"{own}&order=oldest") == (await pages(api, own))[::-1]
    lines = (await api.get(f"/v1/{name}?order=oldest&format=ndjson")).text.splitlines()
    assert [json.loads(line) for line in lines[:-1]] == newest[::-1]


async def test_the_actions_of_a_session_come_in_either_order(api, played):
    path = f"/v1/sessions/{played[1]['id']}/actions?"
    assert [one["number"] for one in await pages(api, path + "order=oldest")] == [1, 2, 3]
    assert [one["number"] for one in await pages(api, path)] == [3, 2, 1]


@pytest.mark.parametrize("name", [*LISTS, "actions/luck"])
async def test_a_cursor_of_the_other_order_is_refused(api, played, name):
    assert played
    cursor = (await api.get(f"/v1/{name}?limit=1&order=oldest")).json()["next"]
    assert cursor
    assert (await api.get(f"/v1/{name}?limit=1&order=oldest&cursor={cursor}")).status_code == 200
    refused = await api.get(f"/v1/{name}?limit=1&cursor={cursor}")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid-cursor")


async def test_another_order_is_refused(sqlite_api):
    for path in ("/v1/sessions?order=random", "/v1/actions?order="):
        refused = await sqlite_api.get(path)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid-request")
