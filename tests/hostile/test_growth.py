"""What one client may have stored is limited by key and address; nobody else feels it, and reading goes on."""

import pytest

from app.api.work import growth
from app.services.keys import create_key
from tests.client import bearer
from tests.conftest import serving

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/open-forces/sessions"


async def opens(api, **headers):
    """The answer to an opening."""
    return await api.http.post(PATH, json={"kind": "series"}, headers=headers)


async def test_more_sessions_than_a_day_has_are_refused_for_their_sender_alone(sqlite_url, monkeypatch):
    async with serving(sqlite_url, sessions_per_day=2) as api:
        _, key = create_key(api.app.state.context.database, "one")
        assert [(await opens(api)).status_code for _ in range(2)] == [201, 201]
        refused = await opens(api)
        assert (refused.status_code, refused.json()["reason"]) == (429, "sessions-of-a-day")
        assert "2 sessions" in refused.json()["detail"]
        assert 86_000 < int(refused.headers["Retry-After"]) <= 86_400
        assert (await api.attack()).status_code == 429
        assert (await opens(api, **bearer(key))).status_code == 201
        assert len((await api.get("/v1/sessions")).json()["items"]) == 3
        monkeypatch.setattr(growth, "DAY", 0.0)
        assert (await opens(api)).status_code == 201


async def test_a_key_that_nobody_has_opens_nothing_and_counts_for_nobody(sqlite_url):
    async with serving(sqlite_url, sessions_per_day=1) as api:
        assert [(await opens(api, **bearer(f"umk_{n}"))).status_code for n in range(3)] == [401] * 3
        assert (await opens(api)).status_code == 201


async def test_more_bytes_than_a_day_has_are_refused_also_in_a_session_that_is_open(sqlite_url, monkeypatch):
    monkeypatch.setattr(growth, "MEGABYTE", 3000)
    async with serving(sqlite_url, megabytes_per_day=1) as api:
        series = await api.open()
        token, statuses = series["tokens"]["host"], []
        while 429 not in statuses:
            statuses.append((await api.attack(token=token, session_id=series["id"])).status_code)
            assert len(statuses) < 20
        assert 201 in statuses
        assert (await api.get(f"/v1/sessions/{series['id']}", token)).status_code == 200


async def test_of_many_senders_those_are_forgotten_that_sent_nothing_for_the_longest_time(monkeypatch):
    monkeypatch.setattr(growth, "SENDERS", 2)
    kept = growth.Growth(1, 0)
    for sender in ("a", "b", "a", "c"):
        kept.require_room(sender)
    assert list(kept._stored) == ["a", "c"]
