"""The Python package follows one session and several, through a restart, and is one player on several phones."""

import httpx
import pytest

from tests.client import SEED
from tests.clients.duel import SEATS, fight, open_duel

pytestmark = pytest.mark.anyio


def test_every_event_is_seen_once_through_a_restart_until_the_session_is_closed(umpire, service):
    session, host, _ = open_duel(umpire)
    seqs, closed = [], None
    for event in umpire.follow(session):
        if event["type"] == "question":
            continue
        seqs.append(event["seq"])
        if event["type"] == "session-opened":
            fight(host, session)
        if event["type"] == "action-resolved" and event["event"]["action"] == 1:
            assert httpx.post(service["UMPIRE_TEST_RESTART"], timeout=300).status_code == 204
            fight(host, session)
        if event["type"] == "seeds-revealed" and event["event"]["upto"] == 2:
            closed = host.post(f"/v1/sessions/{session}/close")
    assert seqs == list(range(1, closed["seq"] + 1))
    assert [event["seq"] for event in umpire.follow(session, after=closed["seq"] - 1) if "seq" in event] == [
        closed["seq"]
    ]


async def test_an_event_loop_follows_too(package, service, umpire):
    session, host, _ = open_duel(umpire)
    fight(host, session)
    closed = host.post(f"/v1/sessions/{session}/close")
    async with package.AsyncUmpire(service["UMPIRE_TEST_URL"]) as awaited:
        seqs = [event["seq"] async for event in awaited.follow(session) if event["type"] != "question"]
        assert seqs == list(range(1, closed["seq"] + 1))
        assert (await awaited.verify(session)).holds
        with pytest.raises(package.Problem):
            async for _ in awaited.follow("01a1ff60-3ff3-73ae-b824-a53feb66ae7e"):
                pass


def open_for(umpire, me, reference):
    """A series of Open Forces whose second seat is a player's."""
    seats, path = [{}, {}], "/v1/rulesets/open-forces"
    body = {"kind": "series", "seats": seats, "dice": {"source": "physical"}, "reference": reference}
    session = umpire.post(f"{path}/sessions", body)
    host = umpire.as_(session["tokens"]["host"])
    _, taken = me.claim(host.post(f"/v1/sessions/{session['id']}/seats/2/claims")["claim"])
    assert taken["seat"] == 2
    attack = {"session_id": session["id"], "situation": SEED, "seats": SEATS}
    return session["id"], host, lambda: host.post(f"{path}/attacks", attack)


def test_a_player_finds_on_another_phone_what_waits(umpire, package):
    me, made = umpire.become_player("Beatrix")
    (one, _, attack), (other, *_) = open_for(umpire, me, "a"), open_for(umpire, me, "b")
    attack()
    phone, taken = umpire.claim(me.post("/v1/players/claims")["claim"])
    assert taken["player"] == made["player"]
    assert {match["id"] for match in phone.items("/v1/sessions", player="me", limit=1)} == {one, other}
    assert [decision["session_id"] for decision in phone.inbox()] == [one]
    me.delete("/v1/players/me")
    with pytest.raises(package.Problem):
        phone.inbox()


def test_a_code_that_was_said_is_taken_like_a_claim(umpire):
    session = umpire.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": [{}, {}]})
    host = umpire.as_(session["tokens"]["host"])
    made = host.post(f"/v1/sessions/{session['id']}/seats/2/claims", {"code": True})
    assert umpire.claim(made["code"].lower())[1]["seat"] == 2


async def test_both_play_once_more_each_from_its_own_seat(umpire, package, service):
    session = umpire.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": [{}, {}]})
    umpire.as_(session["tokens"]["host"]).post(f"/v1/sessions/{session['id']}/close")
    one, two = session["tokens"]["seats"].values()
    mine, taken = umpire.as_(one).rematch(session["id"])
    async with package.AsyncUmpire(service["UMPIRE_TEST_URL"], two) as awaited:
        _, theirs = await awaited.rematch(session["id"])
    assert (taken["seat"], theirs["seat"], theirs["session_id"]) == (2, 1, taken["session_id"])
    assert mine.post(f"/v1/sessions/{taken['session_id']}/judge")["status"] == "open"


def test_several_sessions_are_one_stream_that_goes_on_at_a_point(umpire):
    me, _ = umpire.become_player("Beatrix")
    (one, host, attack), (other, *_) = open_for(umpire, me, "c"), open_for(umpire, me, "d")
    seen = []
    for event in me.follow_all(texts=True):
        if event["type"] == "question" and event["items"]:
            break
        if event["type"] != "question":
            seen.append((event["session_id"], event["seq"]))
            point = event["point"]
            if len(seen) == 4:
                attack()
    assert len(set(seen)) == len(seen)
    assert {session for session, _ in seen} == {one, other}
    closed = host.post(f"/v1/sessions/{one}/close", {"abandon": True})
    rest = [event["seq"] for event in me.follow_all(sessions=[one], after=point) if "seq" in event]
    last = max(seq for session, seq in seen if session == one)
    assert rest == list(range(last + 1, closed["seq"] + 1))


async def test_an_event_loop_has_players_and_streams_too(umpire, package, service):
    async with package.AsyncUmpire(service["UMPIRE_TEST_URL"]) as awaited:
        me, _ = await awaited.become_player("Beatrix")
        session, host, _ = open_duel(umpire)
        _, taken = await me.claim(host.post(f"/v1/sessions/{session}/seats/2/claims")["claim"])
        assert taken["session_id"] == session
        assert [match["id"] async for match in me.items("/v1/sessions", player="me")] == [session]
        assert await me.inbox() == []
        host.post(f"/v1/sessions/{session}/close")
        url = await me.stream_url(session)
        told = httpx.get(url, headers={"Accept": "text/event-stream"})
        assert "event: session-closed" in told.text
        seqs = [event["seq"] async for event in me.follow_all(sessions=[session]) if "seq" in event]
        assert seqs == list(range(1, len(seqs) + 1))
        await me.delete("/v1/players/me")
