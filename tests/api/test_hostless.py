"""Tables without a host: who opens one is a player, and holds no more of it than the own seat."""

import pytest

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix", "unclaimed": True}]
PATH = "/v1/rulesets/castle-rampage"
KEY = {"Idempotency-Key": "a-table-without-a-host"}


def code(response):
    return response.status_code, response.json().get("code")


async def opened(api, seats=TWO, **rest):
    setup = (await api.get(PATH)).json()["game"]["setups"]["whole-sample"]
    body = {"kind": "game", "host": False, "seats": seats, "setup": setup, **rest}
    response = await api.post(f"{PATH}/sessions", body, **KEY)
    assert response.status_code in (200, 201), response.text
    return response.json()


async def taken(api, session, seat=2):
    """The token of somebody who takes a seat with a claim that seat 1 makes."""
    path = f"/v1/sessions/{session['id']}/seats/{seat}/claims"
    made = await api.post(path, {}, session["tokens"]["seats"]["1"])
    assert made.status_code == 201, made.text
    return (await api.post("/v1/claims", {"claim": made.json()["claim"]})).json()["token"]


async def test_who_opens_a_table_gets_no_token_of_a_seat_that_is_to_be_claimed(api):
    session = await opened(api)
    assert session["tokens"]["host"] is None
    assert list(session["tokens"]["seats"]) == ["1"]
    assert [seat["unclaimed"] for seat in session["seats"]] == [False, True]
    one, id = session["tokens"]["seats"]["1"], session["id"]
    assert code(await api.get(f"/v1/sessions/{id}/state?seat=2", one)) == (403, "not-your-role")
    events = (await api.get(f"/v1/sessions/{id}/events", one)).json()["items"]
    assert [seat.get("unclaimed") for seat in events[0]["event"]["seats"]] == [None, True]


async def test_a_retried_opening_gives_no_token_of_a_claimed_seat_either(api):
    session = await opened(api)
    await taken(api, session)
    again = await opened(api)
    assert again["tokens"] == session["tokens"]
    assert [seat["unclaimed"] for seat in again["seats"]] == [False, False]


async def test_a_seat_hands_over_another_until_somebody_has_taken_it(api):
    session = await opened(api)
    one, path = session["tokens"]["seats"]["1"], f"/v1/sessions/{session['id']}/seats/2"
    assert code(await api.post(f"{path}/claims", {})) == (401, "token-missing")
    assert code(await api.post(f"{path}/token", b"", one)) == (403, "not-your-role")
    lost = (await api.post(f"{path}/claims", {}, one)).json()["claim"]
    two = await taken(api, session)
    assert code(await api.post("/v1/claims", {"claim": lost})) == (410, "claim-gone")
    assert code(await api.post(f"{path}/claims", {}, one)) == (403, "not-your-role")
    assert (await api.post(f"{path}/claims", {}, two)).status_code == 201
    events = (await api.get(f"/v1/sessions/{session['id']}/events", one)).json()["items"]
    changed = [item["event"] for item in events if item["type"] == "seat-changed"]
    assert [(event["seat"], event["change"], event["by"]) for event in changed] == [(2, "claimed", {"seat": 1})]


async def test_no_player_closes_a_table_alone_once_the_other_is_there(api):
    session = await opened(api)
    two = await taken(api, session)
    path = f"/v1/sessions/{session['id']}/close"
    one = session["tokens"]["seats"]["1"]
    assert (await api.post(path, {}, one)).status_code == 202
    asked = (await api.get(f"/v1/sessions/{session['id']}/questions", two)).json()["items"]
    assert [question["seat"] for question in asked if question["question"] == "assent"] == [2]
    closed = (await api.post(path, {}, two)).json()
    assert closed["status"] == "closed"
    verified = await api.get(f"/v1/sessions/{session['id']}/verification", one)
    assert verified.json()["result"] == "identical"
    shown = (await api.get(f"/v1/sessions/{session['id']}", one)).json()
    assert shown["host"] == {"looked_at": [], "voided": [], "closed": False}


@pytest.mark.parametrize(
    "table",
    [{}, {"seats": [{}, {}], "policies": {"2": "best"}}],
    ids=["who waits for the other", "who plays against the service"],
)
async def test_who_is_alone_at_a_table_closes_it_alone(api, table):
    session = await opened(api, **table)
    closed = await api.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["seats"]["1"])
    assert (closed.status_code, closed.json()["status"]) == (200, "closed")
    assert (await api.get(f"/v1/sessions/{session['id']}")).json()["host"]["closed"] is False


async def test_beside_a_host_the_seat_of_the_service_has_a_voice_as_before(api):
    session = await opened(api, seats=[{}, {}], policies={"2": "best"}, host=True)
    path, tokens = f"/v1/sessions/{session['id']}/close", session["tokens"]
    assert (await api.post(path, {}, tokens["seats"]["1"])).status_code == 202
    assert (await api.post(path, {}, tokens["host"])).json()["status"] == "closed"


@pytest.mark.parametrize(
    ("seats", "reason", "at"),
    [
        ([{"unclaimed": True}, {"unclaimed": True}], "nobody-plays", "/host"),
        ([{}, {"unclaimed": True, "player": "me"}], "one-holder", "/seats/1/unclaimed"),
    ],
)
async def test_a_table_that_nobody_could_hold_is_refused(api, seats, reason, at):
    setup = (await api.get(PATH)).json()["game"]["setups"]["whole-sample"]
    body = {"kind": "game", "host": False, "seats": seats, "setup": setup}
    player = (await api.post("/v1/players", {"name": "Anton"})).json()["token"]
    refused = await api.post(f"{PATH}/sessions", body, player)
    assert code(refused) == (422, "seats-unclear")
    assert refused.json()["reason"] == reason
    assert refused.json()["errors"][0]["pointer"] == at
