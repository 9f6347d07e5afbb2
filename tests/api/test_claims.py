"""Claims: a link hands a seat over once, and a lost answer loses nothing."""

import pytest
import sqlalchemy as sa

from app.services.keys import create_key, revoke_key
from app.services.sessions import claims

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


def code(response):
    return response.status_code, response.json().get("code")


async def opened(api, **rest):
    session = await api.open(seats=TWO, **rest)
    held = session["tokens"]
    return session["id"], held["host"], held["seats"]["1"], held["seats"]["2"]


async def claimed(api, id, token, seat=2, **body):
    response = await api.post(f"/v1/sessions/{id}/seats/{seat}/claims", body, token)
    assert response.status_code == 201, response.text
    assert response.headers["cache-control"] == "no-store"
    return response.json()


async def use(api, claim, **headers):
    return await api.post("/v1/claims", {"claim": claim}, **headers)


async def test_a_claim_gives_the_seat_a_new_token_once(api):
    id, host, _one, two = await opened(api, visibility="private")
    claim = await claimed(api, id, host)
    assert (claim["claim"][:4], claim["seat"]) == ("umc_", 2)
    assert (await api.get(f"/v1/sessions/{id}", two)).status_code == 200  # until the claim is used
    taken = await use(api, claim["claim"])
    assert (taken.status_code, taken.headers["cache-control"]) == (200, "no-store")
    assert (taken.json()["session_id"], taken.json()["seat"]) == (id, 2)
    assert code(await api.get(f"/v1/sessions/{id}", two)) == (401, "token-invalid")
    assert (await api.get(f"/v1/sessions/{id}", taken.json()["token"])).status_code == 200
    assert code(await use(api, claim["claim"])) == (410, "claim-gone")
    events = (await api.get(f"/v1/sessions/{id}/events", host)).json()["items"]
    assert [(item["event"]["seat"], item["event"]["change"], item["event"]["by"]) for item in events[1:]] == [
        (2, "claimed", "host")
    ]
    assert claim["claim"] not in str(events)
    assert (await api.get(f"/v1/sessions/{id}/verification", host)).json()["result"] == "identical"


async def test_a_lost_answer_gives_the_same_token_again(api):
    id, host, _one, _two = await opened(api)
    claim, key = (await claimed(api, id, host))["claim"], {"Idempotency-Key": "a-phone-takes-seat-2"}
    first, again = await use(api, claim, **key), await use(api, claim, **key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert code(await use(api, claim, **{"Idempotency-Key": "another-phone-comes-late"})) == (410, "claim-gone")
    assert code(await use(api, claim + "x", **key)) == (422, "idempotency-key-reused")


async def test_a_claim_asked_for_again_is_the_same_claim(api):
    id, host, _one, _two = await opened(api)
    path, key = f"/v1/sessions/{id}/seats/1/claims", {"Idempotency-Key": "a-link-for-seat-number-1"}
    first, again = await api.post(path, {}, host, **key), await api.post(path, {}, host, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert (await use(api, first.json()["claim"])).status_code == 200
    assert code(await api.post(path, {}, host, **key)) == (410, "claim-gone")


async def test_a_newer_claim_ends_the_one_before_and_only_that_of_its_seat(api):
    id, host, one, _two = await opened(api)
    other = await claimed(api, id, one, seat=1)
    old = await claimed(api, id, host)
    new = await claimed(api, id, host)
    assert code(await use(api, old["claim"])) == (410, "claim-gone")
    assert (await use(api, new["claim"])).json()["seat"] == 2
    assert (await use(api, other["claim"])).json()["seat"] == 1


async def test_a_claim_ends_with_its_time(api, monkeypatch):
    id, host, _one, _two = await opened(api)
    claim = await claimed(api, id, host, minutes=43200)
    draft_at = claim["expires_at"]
    made = claims.use_claim

    def late(draft, *rest):
        draft.at = draft_at
        return made(draft, *rest)

    monkeypatch.setattr("app.api.routes.claims.use_claim", late)
    assert code(await use(api, claim["claim"])) == (410, "claim-gone")


async def test_host_and_seat_may_hand_a_seat_over_and_nobody_else(api):
    id, host, one, two = await opened(api)
    path = f"/v1/sessions/{id}/seats/2/claims"
    assert code(await api.post(path, {}, one)) == (403, "not-your-role")
    assert code(await api.post(path, {})) == (401, "token-missing")
    assert (await api.post(path, {}, two)).status_code == 201
    assert code(await api.post(f"/v1/sessions/{id}/seats/3/claims", {}, host)) == (404, "not-found")
    for minutes in (0, 43_201, "60"):
        assert (await api.post(path, {"minutes": minutes}, host)).status_code == 422
    claim = await claimed(api, id, host)
    await api.post(f"/v1/sessions/{id}/close", {}, host)
    assert code(await api.post(path, {}, host)) == (409, "session-closed")
    assert code(await use(api, claim["claim"])) == (409, "session-closed")


@pytest.mark.parametrize("claim", ["umc_" + "A" * 43, "x", "umc_\u0000"])
async def test_what_was_never_a_claim_is_told_in_the_same_words(api, claim):
    assert code(await use(api, claim)) in ((410, "claim-gone"), (422, "invalid-request"))


async def test_the_database_keeps_no_claim(api):
    id, host, _one, _two = await opened(api)
    claim = (await claimed(api, id, host))["claim"]

    def rows(connection):
        return str(connection.execute(sa.text("SELECT * FROM claims")).all())

    assert claim not in await api.app.state.context.read(rows)


async def test_the_place_of_the_host_is_handed_over_as_seat_0(api):
    id, host, one, _two = await opened(api, visibility="private")
    assert code(await api.post(f"/v1/sessions/{id}/seats/0/token", b"", one)) == (403, "not-your-role")
    renewed = await api.post(f"/v1/sessions/{id}/seats/0/token", b"", host)
    assert (renewed.status_code, renewed.json()["seat"], renewed.json()["token"][:4]) == (201, 0, "umh_")
    assert code(await api.get(f"/v1/sessions/{id}", host)) == (401, "token-invalid")
    claim = await claimed(api, id, renewed.json()["token"], seat=0)
    taken = (await use(api, claim["claim"])).json()
    assert (taken["seat"], taken["token"][:4]) == (0, "umh_")
    assert code(await api.get(f"/v1/sessions/{id}", renewed.json()["token"])) == (401, "token-invalid")
    assert (await api.post(f"/v1/sessions/{id}/close", {}, taken["token"])).status_code == 200
    events = (await api.get(f"/v1/sessions/{id}/events", taken["token"])).json()["items"]
    changes = [(item["event"]["change"], item["event"]["seat"], item["event"]["by"]) for item in events[1:3]]
    assert changes == [("token-renewed", 0, "host"), ("claimed", 0, "host")]
    assert (await api.get(f"/v1/sessions/{id}/verification", taken["token"])).json()["result"] == "identical"


async def test_the_key_that_opened_a_session_replaces_a_lost_host_token(api):
    database = api.app.state.context.database
    (_, key), (_, stranger) = create_key(database, "club"), create_key(database, "another")
    body = {"kind": "series", "seats": TWO, "visibility": "public"}
    session = (await api.post("/v1/rulesets/open-forces/sessions", body, key)).json()
    path, lost = f"/v1/sessions/{session['id']}/seats", session["tokens"]["host"]
    assert code(await api.post(f"{path}/0/token", b"", stranger)) == (401, "token-invalid")
    assert code(await api.post(f"{path}/1/token", b"", key)) == (401, "token-invalid")  # not the seats of players
    asked = {"Idempotency-Key": "a-host-token-is-lost"}
    first, again = [await api.post(f"{path}/0/token", b"", key, **asked) for _ in range(2)]
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    assert code(await api.get(f"/v1/sessions/{session['id']}", lost)) == (401, "token-invalid")
    claim = (await api.post(f"{path}/0/claims", {}, key)).json()["claim"]
    assert (await use(api, claim)).json()["seat"] == 0
    events = (await api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]
    assert [item["event"]["by"] for item in events[1:]] == ["owner", "owner"]


async def test_a_session_without_a_host_has_no_seat_0(api):
    session = await api.open(seats=TWO, host=False)
    path = f"/v1/sessions/{session['id']}/seats/0"
    for tail, body in (("token", b""), ("claims", {})):
        refused = await api.post(f"{path}/{tail}", body, session["tokens"]["seats"]["1"])
        assert code(refused) == (404, "not-found")


@pytest.mark.parametrize("seat", [0, 2])
async def test_a_claim_ends_when_the_token_of_its_place_is_renewed(api, seat):
    id, host, _one, two = await opened(api)
    lost = host if seat == 0 else two
    claim = (await claimed(api, id, lost, seat=seat))["claim"]
    assert (await api.post(f"/v1/sessions/{id}/seats/{seat}/token", {}, host)).status_code == 201
    assert code(await use(api, claim)) == (410, "claim-gone")


async def test_an_unused_claim_of_a_key_ends_when_the_key_is_revoked_and_one_of_the_host_does_not(api):
    database = api.app.state.context.database
    id_of_key, key = create_key(database, "club")
    body = {"kind": "series", "seats": TWO}
    session = (await api.post("/v1/rulesets/open-forces/sessions", body, key)).json()
    other = (await api.post("/v1/rulesets/open-forces/sessions", body, key)).json()
    of_key = (await api.post(f"/v1/sessions/{session['id']}/seats/0/claims", {}, key)).json()["claim"]
    of_host = await claimed(api, other["id"], other["tokens"]["host"], seat=0)
    assert revoke_key(database, id_of_key)
    assert code(await use(api, of_key)) == (410, "claim-gone")
    assert (await api.get(f"/v1/sessions/{session['id']}", session["tokens"]["host"])).status_code == 200
    assert (await use(api, of_host["claim"])).json()["seat"] == 0


@pytest.mark.parametrize("path", ["seats/2/claims", "stream-tickets"])
async def test_what_a_token_has_made_is_not_told_again_once_it_has_ended(api, path):
    id, host, _one, two = await opened(api)
    key = {"Idempotency-Key": "0123456789abcdef"}

    async def make():
        return await api.post(f"/v1/sessions/{id}/{path}", {} if "claims" in path else b"", two, **key)

    assert [(await make()).status_code for _ in range(2)] == [201, 200]
    assert (await api.post(f"/v1/sessions/{id}/seats/2/token", {}, host)).status_code == 201
    await claimed(api, id, host)
    assert code(await make()) == (401, "token-invalid")
