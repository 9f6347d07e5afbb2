"""What browsers need to follow a session: tickets, an end that is an end, and texts beside codes."""

import json

import pytest
import sqlalchemy as sa

from app.services.keys import create_key
from tests.client import PHYSICAL, SEED, SEED_FACES, bearer

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
KEY = {"Idempotency-Key": "a-ticket-for-the-overlay"}


def code(response):
    return response.status_code, response.json().get("code")


async def ticket(api, id, token, **headers):
    response = await api.post(f"/v1/sessions/{id}/stream-tickets", b"", token, **headers)
    assert response.status_code in (200, 201), response.text
    assert response.headers["cache-control"] == "no-store"
    return response.json()


async def test_a_ticket_follows_as_its_maker_and_does_nothing_else(api):
    session = await api.open(seats=TWO, visibility="private")
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    made = (await ticket(api, session["id"], host))["ticket"]
    assert made.startswith("umt_")
    assert (await api.get(f"{path}/events?ticket={made}")).status_code == 200
    for method, where in (("GET", path), ("GET", f"{path}/questions"), ("POST", f"{path}/close")):
        response = await api.http.request(method, where, headers=bearer(made))
        assert code(response) == (401, "token-invalid"), where
        assert code(await api.http.request(method, f"{where}?ticket={made}"))[0] in (404, 422)
    other = await api.open(seats=TWO)
    assert code(await api.get(f"/v1/sessions/{other['id']}/events?ticket={made}")) == (401, "token-invalid")


async def test_a_ticket_ends_with_the_token_that_it_was_made_with(api):
    session = await api.open(seats=TWO, visibility="private")
    path, host, seat = f"/v1/sessions/{session['id']}", session["tokens"]["host"], session["tokens"]["seats"]["2"]
    made = (await ticket(api, session["id"], seat))["ticket"]
    assert (await api.get(f"{path}/events?ticket={made}")).status_code == 200
    assert (await api.post(f"{path}/seats/2/token", b"", host)).status_code == 201
    assert code(await api.get(f"{path}/events?ticket={made}")) == (401, "token-invalid")


async def test_a_ticket_ends_with_its_time(api, monkeypatch):
    session = await api.open(visibility="private")
    made = await ticket(api, session["id"], session["tokens"]["host"])
    path = f"/v1/sessions/{session['id']}/events?ticket={made['ticket']}"
    monkeypatch.setattr("app.services.access.now", lambda: made["expires_at"])
    assert code(await api.get(path)) == (401, "token-invalid")


async def test_a_key_follows_its_private_sessions_by_ticket(api):
    _, key = create_key(api.app.state.context.database, "club")
    opened = await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "visibility": "private"}, key)
    made = (await ticket(api, opened.json()["id"], key))["ticket"]
    assert (await api.get(f"/v1/sessions/{opened.json()['id']}/events?ticket={made}")).status_code == 200


async def test_a_ticket_is_made_by_those_who_may_read_and_have_a_token(api):
    session = await api.open(visibility="private")
    path = f"/v1/sessions/{session['id']}/stream-tickets"
    assert code(await api.post(path, b"")) == (404, "not-found")
    assert code(await api.post(path, b"", "ump_" + "A" * 43)) == (401, "token-invalid")
    public = await api.open(visibility="public")
    assert code(await api.post(f"/v1/sessions/{public['id']}/stream-tickets", b"")) == (401, "token-missing")
    stranger = public["tokens"]["host"]
    assert code(await api.post(path, b"", stranger)) == (404, "not-found")
    assert code(await api.get(f"/v1/sessions/{session['id']}/events?ticket=umt_x")) == (401, "token-invalid")


async def test_a_lost_ticket_comes_again_and_old_ones_are_given_up(api):
    session = await api.open()
    id, host = session["id"], session["tokens"]["host"]
    first = await ticket(api, id, host, **KEY)
    assert await ticket(api, id, host, **KEY) == first
    for _ in range(34):
        newest = await ticket(api, id, host)
    assert await api.count("stream_tickets") == 32
    assert (await api.get(f"/v1/sessions/{id}/events?ticket={newest['ticket']}")).status_code == 200
    rows = await api.app.state.context.read(lambda c: str(c.execute(sa.text("SELECT * FROM stream_tickets")).all()))
    assert newest["ticket"] not in rows


async def closed_attack(api):
    session = await api.open(seats=TWO)
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    await api.attack(
        SEED,
        host,
        session_id=session["id"],
        seats={"attacker": 1, "defender": 2},
        policies={"attacker": "default", "defender": "default"},
    )
    await api.post(f"{path}/close", {}, host)
    return path, (await api.get(path)).json()["seq"]


async def test_a_follower_of_what_has_ended_gets_204(api):
    path, last = await closed_attack(api)
    stream = {"Accept": "text/event-stream"}
    assert (await api.get(f"{path}/events", **stream, **{"Last-Event-ID": str(last)})).status_code == 204
    assert (await api.get(f"{path}/events?after={last}&format=stream")).status_code == 204
    before = await api.get(f"{path}/events?after={last - 1}", **stream)
    assert (before.status_code, f"id: {last}\n" in before.text) == (200, True)
    assert (await api.get(f"{path}/events?after={last}")).status_code == 200  # a page is a page


@pytest.mark.parametrize("where", ["page", "stream"])
async def test_texts_stand_beside_codes_where_they_are_asked_for(api, where):
    path, _last = await closed_attack(api)
    action = (await api.get(f"{path}/actions/1?language=de")).json()
    events = await read(api, f"{path}/events?texts=true&language=de", where)
    told = [entry["text"] for event in events if event["type"] == "entries" for entry in event["entries"]]
    assert told == [entry["text"] for entry in action["record"]]
    assert [event["text"] for event in events if event["type"] == "action-resolved"] == [action["text"]]
    plain = await read(api, f"{path}/events", where)
    assert not any("text" in entry for event in plain for entry in event.get("entries", ()))


async def read(api, path, where):
    if where == "page":
        response = await api.get(path)
        return [item["event"] for item in response.json()["items"]]
    response = await api.get(path, Accept="text/event-stream")
    items = [json.loads(line[6:]) for line in response.text.splitlines() if line.startswith("data: ")]
    return [item["event"] for item in items if "event" in item]


async def test_an_attack_of_its_own_answers_with_a_token_of_its_host(api):
    attack = (await api.attack(SEED, dice={**PHYSICAL, "faces": SEED_FACES})).json()
    made = await ticket(api, attack["session_id"], attack["tokens"]["host"])
    assert (await api.get(f"/v1/sessions/{attack['session_id']}/events?ticket={made['ticket']}")).status_code == 200


async def test_what_is_answered_to_an_address_with_a_ticket_is_kept_nowhere(api):
    session = await api.open()
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    made = (await ticket(api, session["id"], host))["ticket"]
    page = await api.get(f"{path}/events?ticket={made}")
    held = {"If-None-Match": page.headers["etag"]}
    for answer, status in (
        (page, 200),
        (await api.get(f"{path}/events?texts=true&%74icket={made}"), 200),
        (await api.get(f"{path}/events?ticket={made}", **held), 304),
        (await api.get(f"{path}/events?format=ndjson&ticket={made}"), 200),
        (await api.get(f"{path}/events?ticket=umt_x"), 401),
        (await api.get(f"{path}?ticket={made}"), 422),
        (await api.get(f"/v1/nowhere?ticket={made}"), 404),
        (await api.get(f"/openapi.json?ticket={made}"), 200),
    ):
        assert (answer.status_code, answer.headers.get_list("cache-control")) == (status, ["no-store"]), answer.url
    assert "no-store" not in (await api.get(f"{path}/events", host)).headers.get("cache-control", "")
