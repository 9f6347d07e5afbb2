"""What is hidden from a seat over HTTP: in a game of the toy, and in attacks whose cards lie face down."""

import json

import pytest

from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.client import path_of

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/face-down"
UNKNOWN = {"unknown": True}
SETUP = {"cards": [1, 2, 3, 4, 5, 6], "hand": 2}


async def opened(api, **rest):
    body = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": SETUP, **rest}
    response = await api.post(f"{PATH}/sessions", body)
    assert response.status_code == 201, response.text
    session = response.json()
    return session, {
        0: session["tokens"]["host"],
        1: session["tokens"]["seats"]["1"],
        2: session["tokens"]["seats"]["2"],
    }


async def act(api, session, token, **action):
    seen = (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
    response = await api.post(f"{PATH}/sessions/{session['id']}/actions", {"seen": seen, "move": action}, token)
    assert response.status_code == 201, response.text
    return response.json()


async def state(api, session, token=None, query=""):
    response = await api.get(f"/v1/sessions/{session['id']}/state{query}", token)
    assert response.status_code == 200, response.text
    return response.json()["state"]


async def export(api, session, token=None):
    response = await api.get(f"/v1/sessions/{session['id']}/events?format=ndjson", token)
    return response.content.splitlines(keepends=True)


def verified(lines):
    return check_export(find_rulebooks(), iter(lines))[1]


async def play_out(api, session, tokens):
    """Play with the first move that is listed, to the end."""
    while True:
        items = (await api.get(f"/v1/sessions/{session['id']}/questions", tokens[1])).json()["items"]
        if not items:
            return
        seat = items[0]["seat"]
        items = (await api.get(f"/v1/sessions/{session['id']}/questions", tokens[seat])).json()["items"]
        await act(api, session, tokens[seat], **items[0]["choices"][0]["choice"])


async def test_each_seat_sees_its_own_hand_and_the_host_and_strangers_see_none(sqlite_api):
    session, tokens = await opened(sqlite_api)
    first, second = await state(sqlite_api, session, tokens[1]), await state(sqlite_api, session, tokens[2])
    assert all("value" in card for card in first["hands"][0])
    assert first["hands"][1] == [UNKNOWN] * 2
    assert all("value" in card for card in second["hands"][1])
    assert second["hands"][0] == [UNKNOWN] * 2
    for token in (None, tokens[0]):
        seen = await state(sqlite_api, session, token)
        assert seen["hands"] == [[UNKNOWN] * 2] * 2
        assert seen["deck"] == [UNKNOWN] * 2


async def test_the_host_looks_as_a_seat_and_the_log_tells_the_first_look(sqlite_api):
    session, tokens = await opened(sqlite_api)
    seen = await state(sqlite_api, session, tokens[0], "?seat=2")
    assert seen == await state(sqlite_api, session, tokens[2])
    await state(sqlite_api, session, tokens[0], "?seat=2")
    events = (await sqlite_api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]
    assert [event["event"]["seat"] for event in events if event["type"] == "seat-looked"] == [2]
    for token in tokens.values() if isinstance(tokens, dict) else tokens:
        told = (await sqlite_api.get(f"/v1/sessions/{session['id']}", token)).json()["host"]
        assert told == {"looked_at": [2], "voided": [], "closed": False}
    refused = await sqlite_api.get(f"/v1/sessions/{session['id']}/state?seat=2", tokens[1])
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-role")
    assert (await sqlite_api.get(f"/v1/sessions/{session['id']}/state?seat=2")).status_code == 401


@pytest.mark.parametrize(
    "path", ["actions/99?", "state?at=99999&", "questions?cursor=none&", "events?order=newest&format=ndjson&"]
)
async def test_a_look_as_a_seat_that_shows_nothing_is_not_logged(sqlite_api, path):
    session, tokens = await opened(sqlite_api)
    refused = await sqlite_api.get(f"/v1/sessions/{session['id']}/{path}seat=2", tokens[0])
    assert refused.status_code in (404, 422), refused.text
    events = (await sqlite_api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]
    assert "seat-looked" not in [event["type"] for event in events]


async def test_the_moves_of_a_seat_are_listed_to_it_alone(sqlite_api):
    session, tokens = await opened(sqlite_api)
    path = f"/v1/sessions/{session['id']}/questions"
    own = (await sqlite_api.get(path, tokens[1])).json()["items"][0]
    assert own["choices_total"] == len(own["choices"]) == 7
    for token in (None, tokens[0], tokens[2]):
        other = (await sqlite_api.get(path, token)).json()["items"][0]
        assert (other["seat"], other["question"], other["choices"], other["choices_total"]) == (1, "act", [], 0)
        assert other["choices_seen_by"] == [1]
    assert "choices_seen_by" not in own
    assert (await sqlite_api.get(f"{path}?seat=1", tokens[0])).json()["items"][0] == own


async def test_a_stake_is_known_to_its_sender_until_both_cards_are_turned_up(sqlite_api):
    session, tokens = await opened(sqlite_api)
    move = await act(sqlite_api, session, tokens[1], kind="lay", place=0, stake=3)
    assert move["situation"]["stake"] == 3
    assert "for 3" in move["record"][0]["text"]
    other = (await sqlite_api.get(path_of(move), tokens[2])).json()
    assert other["situation"]["stake"] == UNKNOWN
    assert other["record"][0]["data"]["stake"] == UNKNOWN
    assert other["record"][0]["text"] == "Seat 1 lays a card."
    assert (await state(sqlite_api, session, tokens[2]))["stakes"][0] == UNKNOWN
    await act(sqlite_api, session, tokens[2], kind="lay", place=0, stake=1)
    for token in (None, tokens[2]):
        told = (await sqlite_api.get(path_of(move), token)).json()
        assert told["situation"]["stake"] == told["record"][0]["data"]["stake"] == 3
    types = [event["type"] for event in (await sqlite_api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]]
    assert "private-revealed" in types
    assert "seeds-revealed" not in types


async def test_a_hidden_question_is_put_to_its_seat_alone(sqlite_api):
    session, tokens = await opened(sqlite_api)
    move = await act(sqlite_api, session, tokens[1], kind="swap")
    assert len(move["pending"]["choices"]) == 3
    for token in (None, tokens[0], tokens[2]):
        pending = (await sqlite_api.get(path_of(move), token)).json()["pending"]
        assert (pending["choices"], pending["choices_total"], pending["context"]) == ([], 0, {})
        assert pending["choices_seen_by"] == [1]
    choice = move["pending"]["choices"][0]["choice"]
    done = (await sqlite_api.answer(move, tokens[1], choice=choice)).json()
    assert done["status"] == "resolved", done
    assert done["record"][0]["choice"] == choice
    other = (await sqlite_api.get(path_of(move), tokens[2])).json()
    assert other["record"][0]["choice"] == UNKNOWN
    assert "secret" in other["record"][0]["text"]


async def test_what_a_scout_rolls_and_sees_is_for_its_seat(sqlite_api):
    session, tokens = await opened(sqlite_api)
    await act(sqlite_api, session, tokens[1], kind="lay", place=0, stake=1)
    scout = await act(sqlite_api, session, tokens[2], kind="scout")
    roll, came = scout["record"][1:3]
    assert roll["faces"][0] in range(1, 7)
    assert len(came["data"]["cards"]) == (roll["faces"][0] >= 4)
    other = (await sqlite_api.get(path_of(scout), tokens[1])).json()
    assert other["record"][1]["faces"] == other["record"][2]["data"] == UNKNOWN
    rolls = (await sqlite_api.get(f"/v1/rolls?session_id={session['id']}", tokens[0])).json()["items"]
    assert rolls == []


async def test_a_redacted_log_verifies_and_so_does_the_whole_one_after_the_end(sqlite_api):
    session, tokens = await opened(sqlite_api)
    await act(sqlite_api, session, tokens[1], kind="lay", place=0, stake=2)
    for token in (None, tokens[0], tokens[1], tokens[2]):
        lines = await export(sqlite_api, session, token)
        report = verified(lines)
        assert report["result"] == "identical", report
        assert report["hidden"] > 0
        served = (await sqlite_api.get(f"/v1/sessions/{session['id']}/verification", token)).json()
        assert (served["result"], served["hidden"], served["dice"]) == (
            "identical",
            report["hidden"],
            "not-yet-revealed",
        )
    redacted = await export(sqlite_api, session)
    await play_out(sqlite_api, session, tokens)
    whole = await export(sqlite_api, session)
    report = verified(whole)
    assert (report["result"], report["hidden"], report["dice"], report["unproven"]) == ("identical", 0, "proven", [])
    late = redacted[:-1] + whole[len(redacted) - 1 :]  # an old copy that was followed to the end
    report = verified(late)
    assert (report["result"], report["hidden"], report["dice"]) == ("identical", 0, "proven")
    closed = (await sqlite_api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]
    assert UNKNOWN not in closed["deck"]


async def test_a_part_that_was_changed_is_found(sqlite_api):
    session, tokens = await opened(sqlite_api)
    lines = await export(sqlite_api, session, tokens[1])
    place = next(n for n, line in enumerate(lines) if json.loads(line)["private"][1:] and b"dealt" in line)
    part = json.loads(lines[place])["private"][0]["bytes"]
    from app.services.log.export import Unreadable

    lines[place] = lines[place].replace(json.dumps(part).encode(), b'"7"')
    with pytest.raises(Unreadable):
        verified(lines)


async def test_a_scouts_move_is_not_shown_to_others_before_the_end(sqlite_api):
    session, tokens = await opened(sqlite_api)
    await act(sqlite_api, session, tokens[1], kind="lay", place=0, stake=1)
    scout = await act(sqlite_api, session, tokens[2], kind="scout")
    report = verified(await export(sqlite_api, session, tokens[1]))
    assert [action["result"] for action in report["actions"]] == ["identical", "identical", "not-shown"]
    own = verified(await export(sqlite_api, session, tokens[2]))["actions"][2]["result"]
    assert own == ("not-shown" if scout["record"][2]["data"]["cards"] else "identical")  # it has read a hidden card
    await play_out(sqlite_api, session, tokens)
    assert verified(await export(sqlite_api, session, None))["result"] == "identical"
    rolls = (await sqlite_api.get(f"/v1/rolls?session_id={session['id']}", tokens[0])).json()["items"]
    assert [roll["faces"] for roll in rolls] == [scout["record"][1]["faces"]]


async def test_a_strike_alone_is_whole_to_its_host_and_redacted_to_others(sqlite_api):
    cards = [{"value": value} for value in (3, 9, 1)]
    strike = (await sqlite_api.post(f"{PATH}/attacks", {"situation": {"strength": 7, "cards": cards}})).json()
    assert strike["situation"]["cards"] == cards
    assert strike["outcome"]["after"]["cards"] == cards[1:]
    other = (await sqlite_api.get(path_of(strike))).json()
    assert other["situation"]["cards"] == [*cards[:2], UNKNOWN]
    assert other["outcome"]["after"]["cards"] == [cards[1], UNKNOWN]
    session = {"id": strike["session_id"]}
    report = verified(await export(sqlite_api, session))
    assert (report["result"], report["hidden"]) == ("identical", 2)
    token = strike["tokens"]["host"]
    assert verified(await export(sqlite_api, session, token))["hidden"] == 0
    listed = (await sqlite_api.get(f"/v1/actions?session_id={session['id']}", token)).json()["items"]
    assert listed[0]["situation"]["cards"] == [*cards[:2], UNKNOWN]
    assert (await sqlite_api.get(path_of(strike) + "?include=odds")).json()["odds"] is None
    luck = (await sqlite_api.get(f"/v1/actions/luck?session_id={session['id']}", token)).json()
    assert luck["items"] == []


async def test_a_series_reveals_its_cards_to_all_when_it_is_closed(sqlite_api):
    body = {"kind": "series", "seats": [{"name": "Anton"}, {"name": "Beatrix"}]}
    session = (await sqlite_api.post(f"{PATH}/sessions", body)).json()
    tokens = session["tokens"]
    cards = [{"value": value} for value in (9, 1)]
    sent = {"situation": {"strength": 7, "cards": cards}, "session_id": session["id"]}
    strike = (await sqlite_api.post(f"{PATH}/attacks", sent, tokens["seats"]["1"])).json()
    assert strike["situation"]["cards"] == cards
    for token, seen in (
        (tokens["host"], cards),
        (tokens["seats"]["2"], [cards[0], UNKNOWN]),
        (None, [cards[0], UNKNOWN]),
    ):
        assert (await sqlite_api.get(path_of(strike), token)).json()["situation"]["cards"] == seen
    await sqlite_api.post(f"/v1/sessions/{session['id']}/close", {}, tokens["host"])
    assert (await sqlite_api.get(path_of(strike))).json()["situation"]["cards"] == cards
    assert verified(await export(sqlite_api, session))["hidden"] == 0
