"""The clock is set on and back by an hour while the service runs: nothing ends early, nothing lasts, nothing is lost."""

import json
from io import BytesIO

import pytest
import sqlalchemy as sa
from limits import strategies
from limits.storage import memory

from app.api.middleware import limits
from app.api.work import autoplay
from app.delivery import deliverer
from app.persistence.stored import tables
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_autoplay import moved_on, seq_of
from tests.api.test_games import open_game
from tests.api.test_webhooks import NOBODY, Receiver, attack, deliveries, hooked, key_of, opened, refusals
from tests.client import ATTACKS, SEED
from tests.conftest import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio
JUMPS = pytest.mark.parametrize("hours", [1, -1])
HOUR = 3600


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)
    monkeypatch.setattr(deliverer, "PAUSE", 0.05)


@JUMPS
async def test_a_deadline_ends_when_its_time_has_passed_however_the_clock_is_set(sqlite_api, clock, hours):
    api = sqlite_api
    asked_before = await open_game(api, deadline={"seconds": HOUR // 2})
    seq = await seq_of(api, asked_before)
    await rounds_of_autoplay(api)
    clock.move(minutes=5)
    clock.set(hours=hours)
    await rounds_of_autoplay(api)
    asked_after = await open_game(api, deadline={"seconds": HOUR // 2})
    newest = await seq_of(api, asked_after)
    await rounds_of_autoplay(api)
    clock.move(minutes=24)
    await rounds_of_autoplay(api)
    assert (await seq_of(api, asked_before), await seq_of(api, asked_after)) == (seq, newest)
    clock.move(minutes=2)
    await moved_on(api, asked_before, seq)
    assert await seq_of(api, asked_after) == newest
    clock.move(minutes=5)
    events = await moved_on(api, asked_after, newest)
    assert events[0]["type"] == "deadline-passed"


async def rounds_of_autoplay(api):
    """Wait until the service has looked several times at what it owes."""
    session = await open_game(api, policies={"1": "first-legal", "2": "first-legal"})

    async def has_moved():
        return (await api.get(f"/v1/sessions/{session['id']}")).json()["actions"]["resolved"] >= 4

    await until(has_moved)


async def test_a_claim_ends_when_the_clock_says_so_and_can_be_made_anew(sqlite_api, clock):
    api = sqlite_api
    session = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}])
    path, host = f"/v1/sessions/{session['id']}/seats/1/claims", session["tokens"]["host"]

    async def claimed(claim):
        return (await api.post("/v1/claims", {"claim": claim})).status_code

    early, kept = [(await api.post(path, {"minutes": 30}, host)).json()["claim"] for _ in range(2)]
    assert await claimed(early) == 410  # a newer one replaces it
    clock.set(hours=1)
    assert await claimed(kept) == 410
    anew = (await api.post(path, {"minutes": 30}, host)).json()["claim"]
    assert await claimed(anew) == 200
    kept = (await api.post(path, {"minutes": 30}, host)).json()["claim"]
    clock.set(hours=-1)
    clock.move(minutes=91)
    assert await claimed(kept) == 410


async def test_a_ticket_lasts_no_longer_than_the_clock_was_set_back(sqlite_api, clock):
    api = sqlite_api
    api.app.state.context.hub.is_closing = True  # streams end when they have told what is there
    session = await api.open(visibility="private")
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]

    async def followed():
        return (await api.get(f"{path}/events?format=stream&ticket={ticket}")).status_code

    ticket = (await api.post(f"{path}/stream-tickets", b"", host)).json()["ticket"]
    for hours, status in ((1, 200), (-2, 200), (1 + 11, 200), (2, 401)):
        clock.set(hours=hours)
        assert await followed() == status
    ticket = (await api.post(f"{path}/stream-tickets", b"", host)).json()["ticket"]
    assert await followed() == 200


@JUMPS
async def test_a_retry_is_known_after_the_clock_was_set_and_forgotten_in_the_end(api, clock, hours):
    key = {"Idempotency-Key": "an-attack-around-the-jump"}
    first = await api.post(ATTACKS, {"situation": SEED}, **key)
    clock.set(hours=hours)
    again = await api.post(ATTACKS, {"situation": SEED}, **key)
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    writer = api.app.state.context.writer
    clock.move(hours=46)
    writer.tidy()
    assert await api.count("idempotency_keys") == 1
    clock.move(hours=4)
    writer.tidy()
    assert await api.count("idempotency_keys") == 0


@JUMPS
@pytest.mark.parametrize("limit", ["3/minute", "3/hour"])
async def test_a_limit_of_requests_recovers_after_the_clock_was_set(sqlite_url, clock, monkeypatch, hours, limit):
    for module in (limits, memory, strategies):
        monkeypatch.setattr(module, "time", clock)
    async with serving(sqlite_url, rate_limit=limit) as api:

        async def taken():
            answer = await api.get("/v1/rulesets")
            window = HOUR if "hour" in limit else 60
            assert 0 <= int(answer.headers["ratelimit"].rpartition("t=")[2]) <= 2 * window
            return answer.status_code == 200

        assert [await taken() for _ in range(4)] == [True, True, True, False]
        clock.set(hours=hours)
        for _ in range(4):
            await taken()
        assert not await taken()
        clock.move(seconds=2 * (HOUR if "hour" in limit else 60))
        assert await taken()
        clock.set(hours=-hours)
        clock.move(seconds=2 * (HOUR if "hour" in limit else 60))
        assert await taken()


async def test_lists_show_everything_once_and_logs_hold_whatever_the_clock_says(api, clock):
    opened = []
    for hours in (0, 1, -1, -1, 1):
        clock.set(hours=hours)
        opened.append(await api.open())
        for session in opened:
            made = await api.attack(token=session["tokens"]["host"], session_id=session["id"])
            assert made.status_code == 201, made.text
    walks = {"sessions": len(opened), "actions": 15, "rolls": 30}
    for path, count in walks.items():
        items, cursor, page = [], "", 0
        while cursor is not None:
            answer = (await api.get(f"/v1/{path}?limit=2{cursor and '&cursor='}{cursor}")).json()
            items, cursor, page = items + answer["items"], answer["next"], page + 1
            if page == 2:  # what comes meanwhile, at a time that is long over, takes no row away
                clock.set(hours=-1)
                await api.open()
                clock.set(hours=1)
        told = [json.dumps(item, sort_keys=True) for item in items]
        assert len(set(told)) == len(told) >= count
        times = [item.get("created_at") or item.get("at") for item in items]
        assert times == sorted(times, reverse=True)
    for session in opened:
        path = f"/v1/sessions/{session['id']}"
        assert (await api.get(f"{path}/verification")).json()["result"] == "identical"
        log = (await api.get(f"{path}/events?format=ndjson")).content
        assert check_export(find_rulebooks(), BytesIO(log))[0]


@JUMPS
async def test_messages_are_sent_at_once_and_signed_with_the_time_of_their_sending(sqlite_url, clock, hours):
    async with serving(sqlite_url, webhooks_to_private_networks=True) as api:
        key = key_of(api)
        async with Receiver() as receiver:
            hook = await hooked(api, key, receiver, events=["action-resolved"])
            session = await opened(api, key)
            receiver.answers = ["500 No"]
            await attack(api, session, policies=NOBODY)
            await receiver.until(1)
            clock.set(hours=hours)
            await attack(api, session, policies=NOBODY)
            await until(lambda: sent_at_last(api, key, hook))
        for headers, _body in receiver.taken[1:]:
            assert abs(int(headers["webhook-timestamp"]) - clock.time()) < HOUR / 2
        assert abs(int(receiver.taken[0][0]["webhook-timestamp"]) - clock.time()) > HOUR / 2


async def sent_at_last(api, key, hook):
    listed = await deliveries(api, key, hook)
    return len(listed) == 2 and all(one["status"] == "delivered" for one in listed)


@JUMPS
async def test_a_process_that_died_is_followed_by_another_however_the_clock_is_set(
    postgres_url, clock, monkeypatch, hours
):
    refused = refusals(monkeypatch)
    async with serving(postgres_url, webhooks_to_private_networks=True) as api:
        database, key = api.app.state.context.database, key_of(api)
        until_when = deliverer.stored(deliverer.now())
        with database.unhurried().begin() as connection:
            lease = {"id": 1, "holder": "0" * 36, "until": until_when}
            connection.execute(sa.insert(tables.webhook_lease), [lease])
        clock.set(hours=hours)
        async with Receiver() as receiver:
            await hooked(api, key, receiver, events=["action-resolved"])
            await attack(api, await opened(api, key), policies=NOBODY)
            await until(lambda: len(refused) > 1)  # so it knows what it was told the first time
            assert receiver.taken == []
            clock.move(seconds=deliverer.LEASE)
            await receiver.until(1)


async def test_a_process_that_delivers_is_not_taken_for_dead_because_the_clock_is_set_on(postgres_url, clock):
    options = {"webhooks_to_private_networks": True}
    async with Receiver() as receiver, serving(postgres_url, **options) as one:
        key = key_of(one)
        await hooked(one, key, receiver, events=["action-resolved"])
        await attack(one, await opened(one, key), policies=NOBODY)
        await receiver.until(1)
        async with serving(postgres_url, **options) as two:
            for hours in (1, 1, -2):
                clock.set(hours=hours)
                await attack(two, await opened(two, key), policies=NOBODY)
                await receiver.until(len(receiver.taken) + 1)
            assert [api.app.state.deliverer.is_delivering for api in (one, two)] == [True, False]
