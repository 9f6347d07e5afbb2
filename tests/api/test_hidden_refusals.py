"""What is hidden is not told by a refusal, by a proposal, by an answer sent along, or by taking a move back."""

import pytest

from tests.api.test_hidden import act, opened
from tests.api.test_siege import TWO, Phone, card
from tests.api.test_siege import opened as besieged
from tests.client import path_of

pytestmark = pytest.mark.anyio
STALINGRAD, CASTLE = "/v1/rulesets/storm-over-stalingrad", "/v1/rulesets/castle-rampage"


async def with_cards(api, **rest):
    """A game with cards in hand: the session, and the cards of both hands by seat."""
    setup = (await api.get(STALINGRAD)).json()["game"]["setups"]["sample-with-cards"]
    body = {"kind": "game", "seats": TWO, "setup": setup, **rest}
    session = (await api.post(f"{STALINGRAD}/sessions", body)).json()
    hands = {}
    for seat in (1, 2):
        token = session["tokens"]["seats"][str(seat)]
        state = (await api.get(f"/v1/sessions/{session['id']}/state", token)).json()["state"]
        hands[seat] = [held["id"] for held in state["cards"][seat - 1]["hand"]]
    return session, hands


async def asked(api, session, seat):
    """The question for a seat."""
    items = (await api.get(f"/v1/sessions/{session['id']}/questions", session["tokens"]["seats"][str(seat)])).json()
    return next(item for item in items["items"] if item["seat"] == seat)


async def fire(api, session, token, *answers):
    """The answer to a fire of seat 1 with these answers sent along."""
    question = await asked(api, session, 1)
    move = next(one["choice"] for one in question["choices"] if one["choice"]["kind"] == "fire")
    sent = [{"question": name, "choice": choice} for name, choice in answers]
    body = {"seen": question["seen"], "move": move, "answers": sent}
    return await api.post(f"{STALINGRAD}/sessions/{session['id']}/actions", body, token)


async def firers(api, session):
    """The first units that may fire, which a move of its own asks for."""
    made = (await fire(api, session, session["tokens"]["seats"]["1"])).json()
    await api.post(path_of(made) + "/void", {}, session["tokens"]["host"])
    return made["pending"]["choices"][0]["choice"]


async def test_an_answer_for_another_seat_is_refused_before_it_is_looked_at(sqlite_api):
    api = sqlite_api
    session, hands = await with_cards(api)
    own, units = session["tokens"]["seats"]["1"], await firers(api, session)
    told = set()
    for name in ("rubble", "cellars", "volley", "rockets", "nothing"):
        known = [("choose-firers", units), ("choose-fire-card", {"card": None})]
        refused = await fire(api, session, own, *known, ("choose-fire-card", {"card": name}))
        told.add(str({**refused.json(), "request_id": None}))
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-role"), (name, hands)
    assert len(told) == 1


async def test_what_the_host_tries_for_a_seat_is_logged_as_a_look_though_it_is_refused(sqlite_api):
    session, _ = await with_cards(sqlite_api)
    host, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}"

    async def looks():
        items = (await sqlite_api.get(f"{path}/events?limit=200", host)).json()["items"]
        return [item["event"]["seat"] for item in items if item["type"] == "seat-looked"]

    question = await asked(sqlite_api, session, 1)
    guess = {"seen": question["seen"], "move": {"kind": "play-card", "card": "barrage", "target": "nowhere"}}
    for _ in range(2):
        refused = await sqlite_api.post(f"{STALINGRAD}/sessions/{session['id']}/actions", guess, host)
        assert (refused.status_code, await looks()) == (409, [1])
    tried = await fire(sqlite_api, session, host, ("choose-fire-card", {"card": "rubble"}))
    assert (tried.status_code, await looks()) == (422, [1, 2])


async def test_who_answers_for_a_seat_is_logged_as_a_look_and_seats_are_not(sqlite_api):
    session, tokens = await opened(sqlite_api)
    move = await act(sqlite_api, session, tokens[1], kind="swap")
    choice = move["pending"]["choices"][0]["choice"]
    done = await sqlite_api.answer(move, tokens[0], choice=choice)
    assert done.status_code == 200, done.text
    items = (await sqlite_api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]
    types = [(item["type"], item["event"].get("seat")) for item in items]
    assert [one for one in types if one[0] == "seat-looked"] == [("seat-looked", 1)]
    assert types.index(("seat-looked", 1)) < len(types) - 2


async def test_an_answer_that_did_not_apply_is_told_to_its_sender_alone(sqlite_api):
    api = sqlite_api
    setup = (await api.get(STALINGRAD)).json()["game"]["setups"]["sample-with-cards"]
    setup["cards"] = [one for one in setup["cards"] if one["side"] == "german"]
    session = (await api.post(f"{STALINGRAD}/sessions", {"kind": "game", "seats": TWO, "setup": setup})).json()
    one, two = (session["tokens"]["seats"][seat] for seat in "12")
    units, card = await firers(api, session), {"card": "observer"}
    made = await fire(
        api, session, one, ("choose-firers", units), *[("choose-fire-card", {"card": None})], ("choose-fire-card", card)
    )
    assert made.status_code == 201, made.text
    for token, told in ((one, card), (two, {"unknown": True}), (session["tokens"]["host"], {"unknown": True})):
        items = (await api.get(f"/v1/sessions/{session['id']}/events?limit=200", token)).json()["items"]
        unused = [answer for item in items for answer in item["event"].get("unused_answers", ())]
        assert unused == [{"question": "choose-fire-card", "choice": told}]


async def test_the_same_hidden_answer_sent_again_changes_nothing(sqlite_api):
    session, tokens = await opened(sqlite_api)
    move = await act(sqlite_api, session, tokens[1], kind="swap")
    first, other = (one["choice"] for one in move["pending"]["choices"][:2])
    done = await sqlite_api.answer(move, tokens[1], choice=first)
    again = await sqlite_api.answer(move, tokens[1], choice=first)
    assert (again.status_code, again.json()) == (200, done.json())
    assert (await sqlite_api.answer(move, tokens[1], choice=other)).status_code == 409
    for token in (tokens[0], tokens[2]):  # who may not see it learns nothing by sending it
        told = {
            (await sqlite_api.answer(move, token, choice=one)).text.split("request_id")[0] for one in (first, other)
        }
        assert len(told) == 1


@pytest.fixture
async def proposed(sqlite_api):
    """A siege in which Anton has laid a card and proposes another one in its place."""
    (anton, beatrix), session = await besieged(sqlite_api)
    laid = (await anton.move(kind="lay", structure="gate", card=card("anton-wall", 3, 1))).json()
    seen = (await anton.get("")).json()["seq"]
    action = {"kind": "lay", "structure": "gate", "card": card("anton-moat", 4, 2)}
    body = {"seen": seen, "move": action, "replaces": laid["number"]}
    answer = await sqlite_api.post(f"{CASTLE}/sessions/{session['id']}/actions", body, anton.token)
    assert answer.status_code == 202, answer.text
    bystander = Phone(sqlite_api, session["id"], token=session["tokens"]["host"])
    return anton, beatrix, bystander, body


async def test_what_a_seat_proposes_in_place_of_its_move_is_told_to_nobody_else(proposed):
    anton, beatrix, bystander, body = proposed
    for phone in (beatrix, bystander):
        await phone.look_around()
    question = (await beatrix.get("/questions")).json()["items"][-1]
    assert (question["question"], question["context"]["replacement"]["move"]) == ("assent", {"kind": "lay"})
    agreed = await beatrix.api.post(
        f"/v1/sessions/{beatrix.id}/actions/{body['replaces']}/answers", {"agree": True}, beatrix.token
    )
    beatrix.heard += agreed.text
    assert agreed.status_code == 200, agreed.text
    for phone in (anton, beatrix, bystander):
        await phone.look_around()
        assert ("anton-moat" in phone.heard) == (phone is anton)
    gate = (await anton.get("/state")).json()["state"]["players"][0]["gate"]
    assert len(gate) == 1
    assert (await anton.get("/actions/3")).json()["situation"]["card"]["card"] == "anton-moat"


async def test_a_choice_that_is_sent_along_with_what_a_seat_proposes_is_told_to_nobody_else(sqlite_api):
    session, tokens = await opened(sqlite_api)
    laid = await act(sqlite_api, session, tokens[1], kind="lay", place=0, stake=1)
    path = f"/v1/sessions/{session['id']}"
    secret = {"question": "choose-back", "choice": {"value": 6}}
    seen = (await sqlite_api.get(path)).json()["seq"]
    body = {"seen": seen, "move": {"kind": "swap"}, "replaces": laid["number"], "answers": [secret]}
    proposed = await sqlite_api.post(f"/v1/rulesets/face-down/sessions/{session['id']}/actions", body, tokens[1])
    assert (proposed.status_code, proposed.json()["proposal"]["replacement"]["move"]) == (202, {"kind": "swap"})
    for token in (tokens[2], tokens[0], None):
        for where in (path, path_of(laid), f"{path}/questions", f"{path}/events", f"{path}/events?format=ndjson"):
            assert "choose-back" not in (await sqlite_api.get(where, token)).text


async def test_whoever_guesses_what_another_proposes_is_told_as_if_it_were_wrong(proposed):
    _, beatrix, _, body = proposed
    told = set()
    for name in ("anton-moat", "anton-wall"):
        guess = {**body, "move": {**body["move"], "card": card(name, 4, 2)}}
        answer = await beatrix.api.post(f"{CASTLE}/sessions/{beatrix.id}/actions", guess, beatrix.token)
        told.add((answer.status_code, answer.json().get("status"), answer.json().get("code")))
    assert len(told) == 1
    assert (await beatrix.get("/actions/2")).json()["status"] == "resolved"


async def test_a_move_that_turned_up_a_card_is_not_taken_back(sqlite_api):
    (anton, beatrix), session = await besieged(sqlite_api, gate=1)
    for phone in (anton, beatrix):
        for structure in ("gate", "castle"):
            last = await phone.move(kind="lay", structure=structure, card=card(f"{phone.seat}-{structure}", 3, 3))
    path, host = f"/v1/sessions/{session['id']}/actions", session["tokens"]["host"]
    number = last.json()["number"]
    assert (await sqlite_api.post(f"{path}/{number}/void", {}, anton.token)).status_code == 202
    attack = (await anton.move(kind="play-attack", value=2)).json()
    assert attack["outcome"]["attack"]["result"] == "repelled"
    for token in (host, anton.token):
        refused = await sqlite_api.post(f"{path}/{attack['number']}/void", {}, token)
        assert (refused.status_code, refused.json()["reason"]) == (409, "hidden-shown")
    body = {"seen": (await anton.get("")).json()["seq"], "move": {"kind": "end-turn"}, "replaces": attack["number"]}
    refused = await sqlite_api.post(f"{CASTLE}/sessions/{session['id']}/actions", body, host)
    assert (refused.status_code, refused.json()["reason"]) == (409, "hidden-shown")
    again = (await anton.move(kind="play-attack", value=1)).json()  # the card is known now, and nothing else is shown
    voided = await sqlite_api.post(f"{path}/{again['number']}/void", {}, host)
    assert (voided.status_code, voided.json()["status"]) == (200, "void")


async def test_a_move_that_showed_a_seat_something_is_not_taken_back(sqlite_api):
    session, tokens = await opened(sqlite_api)
    swap = await act(sqlite_api, session, tokens[1], kind="swap")
    refused = await sqlite_api.post(path_of(swap) + "/void", {}, tokens[0])
    assert (refused.status_code, refused.json()["reason"]) == (409, "hidden-shown")  # seat 1 has seen the next card
    choice = swap["pending"]["choices"][0]["choice"]
    await sqlite_api.answer(swap, tokens[1], choice=choice)
    assert (await sqlite_api.post(path_of(swap) + "/void", {}, tokens[0])).json()["reason"] == "hidden-shown"
    laid = await act(sqlite_api, session, tokens[1], kind="lay", place=0, stake=1)
    assert (await sqlite_api.post(path_of(laid) + "/void", {}, tokens[0])).status_code == 200


async def test_a_game_that_shuffles_needs_the_dice_of_the_service(sqlite_api):
    setups = (await sqlite_api.get(STALINGRAD)).json()["game"]["setups"]
    body = {"kind": "game", "seats": TWO, "dice": {"source": "physical"}}
    refused = await sqlite_api.post(f"{STALINGRAD}/sessions", {**body, "setup": setups["sample-with-cards"]})
    assert (refused.status_code, refused.json()["reason"]) == (422, "service-shuffles")
    assert (await sqlite_api.post(f"{STALINGRAD}/sessions", {**body, "setup": setups["sample"]})).status_code == 201
