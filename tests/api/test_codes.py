"""Spoken claims: eight letters that give a seat once, within ten minutes; and spare claims, for the day a phone dies."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from app.api.work import wrong_codes
from app.persistence.writing.writer import stored
from app.services.sessions import claims, codes
from tests.api.test_claims import claimed, code, opened, use

pytestmark = pytest.mark.anyio
WRONG = "BBBB-BBBB"


async def say(api, letters, token=None, **headers):
    return await api.post("/v1/claims", {"code": letters}, token, **headers)


def ahead(monkeypatch, **time):
    """The time at which claims are used, moved on."""
    made = claims.use_claim

    def late(draft, *rest):
        draft.at = stored(datetime.fromisoformat(draft.at) + timedelta(**time))
        return made(draft, *rest)

    monkeypatch.setattr("app.api.routes.claims.use_claim", late)


async def test_a_code_gives_the_seat_once_and_its_link_ends_with_it(api):
    id, host, one, two = await opened(api, visibility="private")
    claim = await claimed(api, id, host, code=True)
    letters = claim["code"]
    assert len(letters) == 9
    assert letters[4] == "-"
    assert set(letters) - {"-"} <= set(codes.LETTERS)
    assert not set(codes.LETTERS) & set("AEIOUYLQ")
    ends = datetime.fromisoformat(claim["code_expires_at"])
    assert ends < datetime.fromisoformat(claim["expires_at"])
    taken = await say(api, f" {letters.lower().replace('-', ' ')} ")
    assert (taken.status_code, taken.json()["session_id"], taken.json()["seat"]) == (200, id, 2)
    assert taken.headers["cache-control"] == "no-store"
    assert code(await api.get(f"/v1/sessions/{id}", two)) == (401, "token-invalid")
    for again in (say(api, letters), use(api, claim["claim"])):
        assert code(await again) == (410, "claim-gone")
    events = (await api.get(f"/v1/sessions/{id}/events", one)).json()["items"]
    assert letters not in str(events)


async def test_a_lost_answer_gives_the_same_code_and_the_same_token_again(api):
    id, host, *_ = await opened(api)
    path, key = f"/v1/sessions/{id}/seats/2/claims", {"Idempotency-Key": "a-claim-to-say-aloud"}
    first, again = [await api.post(path, {"code": True}, host, **key) for _ in range(2)]
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    key = {"Idempotency-Key": "a-phone-that-has-heard"}
    used, same = [await say(api, first.json()["code"], **key) for _ in range(2)]
    assert (used.status_code, same.status_code, used.json()) == (200, 200, same.json())


async def test_a_link_goes_on_after_its_code_has_ended(api, monkeypatch):
    id, host, *_ = await opened(api)
    claim = await claimed(api, id, host, code=True)
    with monkeypatch.context() as later:
        ahead(later, minutes=11)
        assert code(await say(api, claim["code"])) == (410, "claim-gone")
    assert (await use(api, claim["claim"])).status_code == 200


async def test_a_code_that_is_printed_is_good_for_twelve_hours_at_most_and_no_longer_than_its_claim(api, monkeypatch):
    id, host, one, _ = await opened(api)
    assert code(await api.post(f"/v1/sessions/{id}/seats/2/claims", {"code": True, "code_minutes": 721}, host)) == (
        422,
        "invalid-request",
    )
    short = await claimed(api, id, one, seat=1, minutes=30, code=True, code_minutes=720)
    assert short["code_expires_at"] == short["expires_at"]
    claim = await claimed(api, id, host, minutes=4_320, code=True, code_minutes=720)
    ahead(monkeypatch, minutes=719)
    assert (await say(api, claim["code"])).status_code == 200


async def test_a_claim_without_a_code_has_none_and_a_newer_claim_ends_the_code(api):
    id, host, *_ = await opened(api)
    assert (await claimed(api, id, host))["code"] is None
    old = await claimed(api, id, host, code=True)
    new = await claimed(api, id, host, code=True)
    assert code(await say(api, old["code"])) == (410, "claim-gone")
    assert (await say(api, new["code"])).status_code == 200


async def test_a_player_has_the_seat_of_a_code_too(api):
    player = (await api.post("/v1/players", {"name": "Clara"})).json()["token"]
    id, host, *_ = await opened(api)
    await say(api, (await claimed(api, id, host, code=True))["code"], player)
    listed = (await api.get("/v1/sessions?player=me", player)).json()["items"]
    assert [item["id"] for item in listed] == [id]


async def test_the_database_keeps_no_code_and_what_it_keeps_depends_on_its_secret(api):
    id, host, *_ = await opened(api)
    letters = (await claimed(api, id, host, code=True))["code"].replace("-", "")
    read = api.app.state.context.read

    def rows(connection):
        return str(connection.execute(sa.text("SELECT * FROM claims")).all())

    assert letters not in await read(rows)
    mac = await read(lambda connection: codes.code_mac(connection, letters))
    assert str(mac)[2:-1] in await read(rows) or mac.hex() in await read(rows)


@pytest.mark.parametrize("sent", ["BCDF", "BCDF-GHJA", "BCDF-GHJ1", "B" * 40, "ВСDF-GHJK"])
async def test_what_can_be_no_code_is_told_with_its_letters(api, sent):
    refused = await say(api, sent)
    assert code(refused) == (422, "invalid-request")
    assert "B C D F" in refused.json()["detail"]


async def test_either_a_claim_or_a_code_is_sent(api):
    for body in ({}, {"claim": "umc_x", "code": "BCDF-GHJK"}):
        refused = await api.post("/v1/claims", body)
        assert (*code(refused), refused.json()["reason"]) == (422, "invalid-request", "claim-or-code")


async def test_after_twenty_wrong_codes_codes_rest_for_the_address_and_links_go_on(api, monkeypatch):
    id, host, one, _ = await opened(api)
    right = await claimed(api, id, host, code=True)
    link = await claimed(api, id, one, seat=1)
    for _ in range(wrong_codes.OF_ADDRESS):
        assert code(await say(api, WRONG)) == (410, "claim-gone")
    refused = await say(api, right["code"])
    assert (*code(refused), refused.json()["reason"]) == (429, "too-many-requests", "codes-rest")
    assert 590 <= int(refused.headers["retry-after"]) <= 600
    assert (await use(api, link["claim"])).status_code == 200
    started = wrong_codes.monotonic
    monkeypatch.setattr(wrong_codes, "monotonic", lambda: started() + wrong_codes.WINDOW)
    assert (await say(api, right["code"])).status_code == 200


async def test_right_codes_do_not_count_and_wrong_ones_of_all_do():
    tried = wrong_codes.WrongCodes()
    for n in range(wrong_codes.OF_ALL + 50):
        with tried.trying(f"right {n % 3}"):
            pass
    for n in range(wrong_codes.OF_ALL):
        with pytest.raises(wrong_codes.Problem), tried.trying(f"wrong {n}"):
            raise wrong_codes.Problem("claim-gone")
    with pytest.raises(wrong_codes.Problem, match="too-many-requests"), tried.trying("another"):
        raise AssertionError("it is tried")


async def test_a_spare_claim_lives_thirty_days_beside_newer_ones_until_the_seat_has_a_new_token(api):
    id, host, one, _ = await opened(api)
    spare = await claimed(api, id, one, seat=1, spare=True)
    days = datetime.fromisoformat(spare["expires_at"]) - datetime.now(
        datetime.fromisoformat(spare["expires_at"]).tzinfo
    )
    assert (spare["spare"], days.days) == (True, 29)
    newer = await claimed(api, id, one, seat=1)
    assert newer["spare"] is False
    taken = (await use(api, spare["claim"])).json()  # the phone is dead
    assert taken["seat"] == 1
    assert code(await use(api, newer["claim"])) == (410, "claim-gone")
    spare, second = [await claimed(api, id, taken["token"], seat=1, spare=True) for _ in range(2)]
    assert code(await use(api, spare["claim"])) == (410, "claim-gone")
    await api.post(f"/v1/sessions/{id}/seats/1/token", b"", host)
    assert code(await use(api, second["claim"])) == (410, "claim-gone")
