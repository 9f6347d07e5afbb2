"""HEAD: what GET answers, without its body."""

import asyncio

import pytest

from tests.client import bearer
from tests.servers import client

pytestmark = pytest.mark.anyio
PATHS = [
    *("/healthz", "/readyz", "/openapi.json", "/v1/rulesets", "/v1/rulesets/open-forces", "/v1/sessions", "/v1/none"),
    *("/v1/rolls?format=csv", "/v1/actions?cursor=none", "/v1/actions/luck", "/v1/sessions/none"),
    *("/v1/sessions/{id}", "/v1/sessions/{id}/events", "/v1/sessions/{id}/events?format=ndjson"),
    *("/v1/sessions/{id}/questions", "/v1/sessions/{id}/verification", "/v1/sessions/{id}/actions/1"),
    *("/v1/sessions/{id}/state", "/v1/sessions/{id}/actions/1/verification"),
]


async def test_head_answers_as_get_does_without_the_body(nursery, sqlite_url):
    server = await asyncio.to_thread(nursery.start, sqlite_url)
    async with client(server.port) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        situation = {"attacker": {"units": 2, "mode": {"atk": 1}}, "defender": {"units": 2, "mode": {"def": 0}}}
        body = {"situation": situation, "session_id": session["id"]}
        host = bearer(session["tokens"]["host"])
        await http.post("/v1/rulesets/open-forces/attacks", json=body, headers=host)
        for path in PATHS:
            answers = []
            for method in ("GET", "HEAD"):
                answer = await http.request(method, path.format(id=session["id"]))
                headers = {
                    name: value
                    for name, value in answer.headers.items()
                    if name not in ("date", "transfer-encoding", "x-request-id")
                }
                answers.append((answer.status_code, headers))
            assert answers[0] == answers[1], path
            assert answer.content == b""
        seen = await http.get(f"/v1/sessions/{session['id']}")
        known = {"If-None-Match": seen.headers["etag"]}
        assert (await http.head(f"/v1/sessions/{session['id']}", headers=known)).status_code == 304


async def test_head_of_a_stream_ends_with_its_headers(nursery, sqlite_url):
    server = await asyncio.to_thread(nursery.start, sqlite_url)
    async with client(server.port) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        answer = await asyncio.wait_for(http.head(f"/v1/sessions/{session['id']}/events?format=stream"), 5)
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert (await http.head(f"/v1/sessions/{session['id']}")).status_code == 200


async def test_what_takes_no_get_takes_no_head_and_says_so(sqlite_api):
    response = await sqlite_api.http.request("HEAD", "/v1/rulesets/open-forces/attacks")
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"
    response = await sqlite_api.http.request("PUT", "/v1/sessions")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


async def test_an_etag_that_a_proxy_made_weak_is_known(sqlite_api):
    session = await sqlite_api.open()
    for path in (f"/v1/sessions/{session['id']}", "/v1/rulesets"):
        etag = (await sqlite_api.get(path)).headers["etag"].removeprefix("W/")
        for sent, status in ((etag, 304), (f"W/{etag}", 304), (f'"x", W/{etag}', 304), ("*", 304), ('"x"', 200)):
            assert (await sqlite_api.get(path, **{"If-None-Match": sent})).status_code == status, sent
