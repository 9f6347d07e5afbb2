"""A table calls the judge: an event that everybody sees who may read the log, and nothing else."""

import pytest

pytestmark = pytest.mark.anyio


async def test_a_call_is_an_event_and_nothing_else_changes(api):
    body = {"kind": "series", "seats": [{"name": "Anton"}, {"name": "Beatrix"}]}
    session = (await api.post("/v1/rulesets/open-forces/sessions", body)).json()
    path, seats = f"/v1/sessions/{session['id']}", session["tokens"]["seats"]
    called = await api.post(f"{path}/judge", {}, seats["2"])
    assert called.status_code == 200
    assert called.json()["seq"] == session["seq"] + 1
    ended = await api.post(f"{path}/judge", {"wanted": False}, session["tokens"]["host"])
    assert ended.status_code == 200
    events = (await api.get(f"{path}/events?after={session['seq']}")).json()["items"]
    told = [(each["type"], each["event"]["wanted"], each["event"]["by"]) for each in events]
    assert told == [("judge-called", True, {"seat": 2}), ("judge-called", False, "host")]
    assert (await api.get(f"{path}/questions")).json()["items"] == []
    assert (await api.get(f"{path}/verification")).json()["chain"]["ok"]


async def test_a_closed_table_calls_nobody(api):
    session = (await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series"})).json()
    host = session["tokens"]["host"]
    await api.post(f"/v1/sessions/{session['id']}/close", {}, host)
    called = await api.post(f"/v1/sessions/{session['id']}/judge", {}, host)
    assert (called.status_code, called.json()["code"]) == (409, "session-closed")
