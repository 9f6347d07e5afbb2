"""`order`: every list of what has a time comes from the newest or from the oldest item on, in pages and whole."""

import json

import pytest

from app.services.keys import create_key
from tests.client import PHYSICAL, SEED

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


async def pages(api, path, limit=2, token=None):
    """All items of a list, page after page."""
    found, cursor = [], ""
    while cursor is not None:
        page = (await api.get(f"{path}&limit={limit}{cursor and f'&cursor={cursor}'}", token)).json()
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


async def test_the_events_of_a_log_come_in_either_order(api, played):
    path = f"/v1/sessions/{played[0]['id']}/events?"
    oldest = await pages(api, path)
    assert len(oldest) > 10
    assert await pages(api, path + "order=oldest") == oldest
    assert await pages(api, path + "order=newest") == oldest[::-1]
    assert await pages(api, path + "order=newest&after=4", limit=3) == oldest[:3:-1]
    cursor = (await api.get(f"{path}limit=1&order=newest")).json()["next"]
    refused = await api.get(f"{path}limit=1&cursor={cursor}")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid-cursor")


@pytest.mark.parametrize("format", ["ndjson", "stream"])
async def test_a_whole_log_and_a_stream_have_the_order_of_the_log(api, played, format):
    refused = await api.get(f"/v1/sessions/{played[0]['id']}/events?order=newest&format={format}")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-parameter")
    assert refused.json()["errors"][0]["pointer"] == "/query/order"


async def test_webhooks_and_their_messages_come_in_either_order(api):
    _, key = create_key(api.app.state.context.database, "club")
    hooks = []
    for number in range(5):
        made = await api.post("/v1/webhooks", {"url": f"https://club.example/{number}"}, key)
        hooks.append(made.json()["id"])
    for order, expected in (("oldest", hooks), ("newest", hooks[::-1])):
        assert [one["id"] for one in await pages(api, f"/v1/webhooks?order={order}", token=key)] == expected
    assert [one["id"] for one in await pages(api, "/v1/webhooks?", token=key)] == hooks
    path = f"/v1/webhooks/{hooks[0]}"
    sent = [(await api.post(f"{path}/test", None, key)).json()["id"] for _ in range(5)]
    assert [one["id"] for one in await pages(api, f"{path}/deliveries?order=oldest", token=key)] == sent
    assert [one["id"] for one in await pages(api, f"{path}/deliveries?", token=key)] == sent[::-1]
    for of in ("/v1/webhooks?", f"{path}/deliveries?"):
        cursor = (await api.get(f"{of}limit=1&order=oldest", key)).json()["next"]
        refused = await api.get(f"{of}limit=1&order=newest&cursor={cursor}", key)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid-cursor")


async def test_what_waits_comes_from_either_session_on(api):
    _, key = create_key(api.app.state.context.database, "club")
    sessions = []
    for _ in range(5):
        attack = {"situation": SEED, "policies": {"attacker": "ask", "defender": "ask"}, "dice": PHYSICAL}
        sessions.append((await api.post("/v1/rulesets/open-forces/attacks", attack, key)).json()["session_id"])
    for order, expected in (("order=oldest", sessions), ("order=newest", sessions[::-1]), ("", sessions[::-1])):
        assert [one["session_id"] for one in await pages(api, f"/v1/questions?{order}", token=key)] == expected


async def test_another_order_is_refused(sqlite_api):
    for path in ("/v1/sessions?order=random", "/v1/actions?order=", "/v1/questions?order=up", "/v1/webhooks?order=1"):
        refused = await sqlite_api.get(path)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid-request")
