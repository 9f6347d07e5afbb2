"""A rematch: the seats of a closed session play once more, each with the token of its own new place alone."""

import asyncio

import pytest

from app.services.keys import create_key, revoke_key
from tests.api.test_games import TWO, open_game, questions
from tests.bringing import BLACK, RED, bring, open_bringing
from tests.conftest import serving

pytestmark = pytest.mark.anyio
KEY = {"Idempotency-Key": "the-tap-for-a-rematch"}


def code(response):
    return response.status_code, response.json().get("code"), response.json().get("reason")


async def ended(api, session):
    """The same session, closed by all who can."""
    held = session["tokens"]
    for token in [held["host"]] if held["host"] else held["seats"].values():
        closed = await api.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, token)
    assert closed.json()["status"] == "closed", closed.text
    return session


async def again(api, session, seat, **headers):
    token = session["tokens"]["seats"][str(seat)] if isinstance(seat, int) else seat
    return await api.post(f"/v1/sessions/{session['id']}/rematch", b"", token, **headers)


async def joined(api, session, seat):
    made = await again(api, session, seat)
    assert made.status_code == 201, made.text
    assert made.headers["location"] == f"/v1/sessions/{made.json()['session_id']}"
    assert made.headers["cache-control"] == "no-store"
    return made.json()


async def read(api, id, token=None):
    return (await api.get(f"/v1/sessions/{id}", token)).json()


async def events(api, id, token=None):
    found = await api.get(f"/v1/sessions/{id}/events?limit=200", token)
    return [item["event"] for item in found.json()["items"]]


async def test_both_seats_play_once_more_with_the_seats_swapped_and_each_has_its_own_token(api):
    session = await ended(api, await open_game(api, host=False, take_back="free", visibility="private"))
    anton = await joined(api, session, 1)
    assert anton["seat"] == 2
    token = session["tokens"]["seats"]["2"]
    told = await read(api, session["id"], token)
    assert told["rematch"] == anton["session_id"]
    assert (await events(api, session["id"], token))[-1].items() >= {
        "type": "rematch-offered",
        "seat": 1,
        "session": anton["session_id"],
    }.items()
    waiting = await read(api, anton["session_id"], anton["token"])
    assert [seat["unclaimed"] for seat in waiting["seats"]] == [True, False]
    beatrix = await joined(api, session, 2)
    assert (beatrix["session_id"], beatrix["seat"]) == (anton["session_id"], 1)
    new = await read(api, anton["session_id"], beatrix["token"])
    assert [(seat["name"], seat["unclaimed"]) for seat in new["seats"]] == [("Beatrix", False), ("Anton", False)]
    assert [seat["side"] for seat in new["seats"]] == [seat["side"] for seat in session["seats"]]
    kept = ("ruleset", "kind", "options", "visibility", "dice", "take_back", "advice", "deadline")
    assert {name: new[name] for name in kept} == {name: session[name] for name in kept}
    assert (new["status"], new["rematch"]) == ("open", None)
    log = await events(api, new["id"], anton["token"])
    assert log[0]["setup"] == (await events(api, session["id"], token))[0]["setup"]
    assert log[-1].items() >= {"type": "seat-changed", "seat": 1, "change": "joined", "by": {"seat": 1}}.items()
    for each in (anton, beatrix):
        asked = (await api.get(f"/v1/sessions/{new['id']}/questions", each["token"])).json()["items"]
        assert asked
    for id, seat in ((session["id"], token), (new["id"], anton["token"])):
        verified = (await api.get(f"/v1/sessions/{id}/verification", seat)).json()
        assert (verified["chain"]["ok"], verified["result"]) == (True, "identical")


async def test_a_lost_answer_gives_the_same_token_again_and_no_second_one(api):
    session = await ended(api, await open_game(api))
    first, same = await again(api, session, 1, **KEY), await again(api, session, 1, **KEY)
    assert (first.status_code, same.status_code, first.json()) == (201, 200, same.json())
    other, repeated = await again(api, session, 2, **KEY), await again(api, session, 2, **KEY)
    assert (other.status_code, repeated.status_code, other.json()) == (201, 200, repeated.json())
    assert (await read(api, first.json()["session_id"], first.json()["token"]))["status"] == "open"
    for seat in (1, 2):
        assert code(await again(api, session, seat)) == (410, "claim-gone", "seat-taken")
    assert [each["type"] for each in await events(api, session["id"])].count("rematch-offered") == 1
    assert await api.count("sessions") == 2


async def test_two_taps_at_once_lead_to_one_table(api):
    for _ in range(3):
        session = await ended(api, await api.open(seats=TWO))
        made = [each.json() for each in await asyncio.gather(again(api, session, 1), again(api, session, 2))]
        assert [each["seat"] for each in made] == [2, 1]
        assert len({each["session_id"] for each in made}) == 1
        for each in made:
            called = await api.post(f"/v1/sessions/{each['session_id']}/judge", {}, each["token"])
            assert called.status_code == 200


async def test_what_a_lost_process_has_only_offered_the_next_seat_opens(api, monkeypatch):
    session = await ended(api, await open_game(api))

    def dies(*_, **__):
        raise RuntimeError("gone")

    with monkeypatch.context() as patched:
        patched.setattr("app.api.routes.rematch.join_rematch", dies)
        assert (await again(api, session, 1)).status_code == 500
    offered = (await read(api, session["id"]))["rematch"]
    assert (await api.get(f"/v1/sessions/{offered}")).status_code == 404
    assert (await joined(api, session, 2))["session_id"] == offered
    assert (await joined(api, session, 1))["seat"] == 2


async def test_it_is_for_the_seats_of_a_closed_session_alone(api):
    session = await open_game(api, visibility="private")
    stranger = (await open_game(api))["tokens"]["seats"]["1"]
    assert code(await again(api, session, 1)) == (409, "session-open", None)
    await ended(api, session)
    assert code(await again(api, session, session["tokens"]["host"])) == (403, "not-your-role", "rematch-by-seat")
    assert code(await again(api, session, None))[:2] == (404, "not-found")
    assert code(await again(api, session, stranger))[:2] == (404, "not-found")
    public = await ended(api, await open_game(api))
    assert code(await again(api, public, None))[:2] == (401, "token-missing")
    assert code(await again(api, public, stranger))[:2] == (401, "token-invalid")
    assert (await api.post(f"/v1/sessions/{public['id']}/rematch", {"seat": 2}, stranger)).status_code in (401, 422)
    assert (await read(api, public["id"]))["rematch"] is None


async def test_a_rematch_that_is_over_is_joined_no_more_and_has_one_of_its_own(api):
    session = await ended(api, await open_game(api, host=False))
    anton = await joined(api, session, 1)
    closed = await api.post(f"/v1/sessions/{anton['session_id']}/close", {"abandon": True}, anton["token"])
    assert closed.json()["status"] == "closed"  # nobody else is at the table
    assert code(await again(api, session, 2))[:2] == (409, "session-closed")
    third = await api.post(f"/v1/sessions/{anton['session_id']}/rematch", b"", anton["token"])
    assert (third.status_code, third.json()["seat"]) == (201, 1)


async def test_a_seat_that_the_service_plays_is_played_by_it_again_and_nobody_gets_its_token(api):
    session = await open_game(api, host=False, policies={"2": "first-legal"}, deadline={"seconds": 600})
    token = session["tokens"]["seats"]["2"]
    await api.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, session["tokens"]["seats"]["1"])
    anton = await joined(api, session, 1)
    new = await read(api, anton["session_id"])
    assert [(seat["name"], seat["policy"], seat["unclaimed"]) for seat in new["seats"]] == [
        ("Beatrix", "first-legal", False),
        ("Anton", None, False),
    ]
    assert new["deadline"] == session["deadline"]
    assert code(await again(api, session, token)) == (410, "claim-gone", "seat-taken")


async def test_of_three_seats_each_has_the_next_place(api):
    session = await ended(api, await api.open(seats=[{"name": name} for name in "ABC"]))
    assert [(await joined(api, session, seat))["seat"] for seat in (3, 1, 2)] == [1, 2, 3]
    new = await read(api, (await read(api, session["id"]))["rematch"])
    assert [(seat["name"], seat["unclaimed"]) for seat in new["seats"]] == [("C", False), ("A", False), ("B", False)]
    assert (new["kind"], new["actions"]) == ("series", {"resolved": 0, "pending": 0, "void": 0})


async def test_lists_are_brought_anew_and_a_reserve_stays_its_seats_own(api):
    limits = {"points": 20, "ships": 3, "factions": None}
    session = await open_bringing(api, bring={"1": {**limits, "reserve": RED}, "2": {**limits, "reserve": BLACK}})
    await bring(api, session, 1, RED)
    await ended(api, session)
    anton, beatrix = await joined(api, session, 1), await joined(api, session, 2)
    id = anton["session_id"]
    new = await read(api, id)
    assert (new["bring"]["brought"], new["bring"]["shown"]) == ([], False)
    assert [(each["question"], each["seat"]) for each in await questions(api, {"id": id})] == [
        ("bring-list", 1),
        ("bring-list", 2),
    ]
    mine, theirs = [(await events(api, id, one["token"]))[0]["bring"] for one in (anton, beatrix)]
    assert "wedgeantilles" in str(mine["2"]["reserve"])
    assert "howlrunner" in str(theirs["1"]["reserve"])
    for board in (mine["1"], theirs["2"]):
        assert "howlrunner" not in str(board)
        assert "wedgeantilles" not in str(board)
    everybody = await events(api, id)
    assert "wedgeantilles" not in str(everybody)
    for one, list in ((anton, BLACK), (beatrix, RED)):
        path = f"/v1/sessions/{id}/seats/{one['seat']}/list"
        assert (await api.post(path, {"list": list}, one["token"])).status_code == 200
    assert (await read(api, id))["actions"]["resolved"] == 1


async def test_a_reserve_goes_where_the_limits_of_the_places_differ_and_the_service_does_not_play_without(api):
    limits = {"1": {"points": 20, "reserve": RED}, "2": {"reserve": BLACK}}
    session = await ended(api, await open_bringing(api, bring=limits))
    new = (await joined(api, session, 1))["session_id"]
    assert (await read(api, new))["bring"]["reserves"] == []
    session = await ended(api, await open_bringing(api, bring=limits, policies={"2": "best"}))
    assert code(await again(api, session, 1)) == (422, "seats-unclear", "reserve-needed")
    assert (await read(api, session["id"]))["rematch"] is None


@pytest.mark.parametrize(
    ("slug", "setup"), [("castle-rampage", "whole-sample"), ("storm-over-stalingrad", "sample-with-cards")]
)
async def test_what_a_board_hides_is_hidden_in_the_rematch_too(sqlite_api, slug, setup):
    api, path = sqlite_api, f"/v1/rulesets/{slug}"
    made = (await api.get(path)).json()["game"]["setups"][setup]
    body = {"kind": "game", "seats": TWO, "setup": made, "host": False}
    session = await ended(api, (await api.post(f"{path}/sessions", body)).json())
    one, two = await joined(api, session, 1), await joined(api, session, 2)
    id = one["session_id"]
    boards = [(await api.get(f"/v1/sessions/{id}/state", each)).json()["state"] for each in (None, one["token"])]
    assert "unknown" in str(boards[0])
    assert boards[0] != boards[1]
    assert boards[1] != (await api.get(f"/v1/sessions/{id}/state", two["token"])).json()["state"]


async def test_a_player_has_the_new_seat_too_and_another_only_once_it_is_taken(api):
    players = [(await api.post("/v1/players", {"name": name})).json() for name in ("Clara", "Dora")]
    session = await open_game(api, entropy="seats")
    host = session["tokens"]["host"]
    for seat, player in enumerate(players, 1):
        claim = (await api.post(f"/v1/sessions/{session['id']}/seats/{seat}/claims", {}, host)).json()["claim"]
        await api.post("/v1/claims", {"claim": claim}, player["token"])
    await ended(api, session)
    first = await joined(api, session, players[0]["token"])
    inbox = [(await api.get("/v1/questions", player["token"])).json()["items"] for player in players]
    assert [{item["session_id"] for item in items} for items in inbox] == [{first["session_id"]}, set()]
    await joined(api, session, players[1]["token"])
    items = (await api.get("/v1/questions", players[1]["token"])).json()["items"]
    assert {item["session_id"] for item in items} == {first["session_id"]}


async def test_where_sessions_need_a_key_that_of_the_old_one_counts_as_long_as_it_is_valid(sqlite_url):
    async with serving(sqlite_url, require_api_key=True) as api:
        id, key = create_key(api.app.state.context.database, "club")
        body = {"kind": "series", "seats": TWO}
        sessions = [(await api.post("/v1/rulesets/open-forces/sessions", body, key)).json() for _ in range(2)]
        for session in sessions:
            await ended(api, session)
        made = await joined(api, sessions[0], 1)
        listed = (await api.get("/v1/sessions", key)).json()["items"]
        assert made["session_id"] in [item["id"] for item in listed]
        revoke_key(api.app.state.context.database, id)
        assert code(await again(api, sessions[1], 1)) == (403, "not-allowed", "rematch-needs-key")
