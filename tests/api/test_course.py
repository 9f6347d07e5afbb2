"""How a closed game went: the course says what the boards after its actions say, and shows nothing before its end."""

from random import Random

import pytest

from tests.api.test_advice import RULES
from tests.api.test_games import TWO
from tests.thorough import seeds

pytestmark = pytest.mark.anyio
GAMES = {
    "open-forces": "sample-with-positions",
    "castle-rampage": "whole-sample",
    "x-wing": "ships",
    "storm-over-stalingrad": "sample",
}
STRUCTURES = {"de": {"Tor", "Burg"}, "fr": {"porte", "château"}, "ru": {"ворота", "замок"}}
ENDS = {"concede", "propose-end", "offer-stalemate"}


def armies(state, seat):
    """The army value of a seat in Open Forces, and the units of its groups, as its board says."""
    value = {card["id"]: card["army_value"] for card in state["cards"]}
    own = [group for group in state["groups"] if group["seat"] == seat]
    return sum(value[group["card"]] * len(group["units"]) for group in own), {
        group["id"]: len(group["units"]) for group in own
    }


def siege(state, seat):
    """The cards at the gate and in the castle of a seat."""
    player = state["players"][seat - 1]
    laid = {name: len(player[name]) for name in ("gate", "castle")}
    return sum(laid.values()), laid


def squad(state, seat):
    """The hull and the shields that the ships of a seat have left."""
    left = {}
    for held in (each for each in state["ships"] if each["seat"] == seat and not each["removed"]):
        ship = held["ship"]
        left[ship["id"]] = max(0, ship["hull"] - len(ship["damage_cards"]) + ship["shields"]["active"])
    return sum(left.values()), left


def objectives(state, seat):
    """How many objectives a seat has, and its units on the map."""
    side, wanted = state["sides"][seat - 1], state["objectives"]["areas"]
    held = sum(area["controller"] == side for area in state["areas"] if area["id"] in wanted)
    return held, {unit["id"]: 1 for area in state["areas"] for unit in area["units"] if unit["side"] == side}


ORACLES = {
    "open-forces": (armies, "round", "Army value left"),
    "castle-rampage": (siege, "turn", "Cards at the gate and in the castle"),
    "x-wing": (squad, "round", "Hull and shields left"),
    "storm-over-stalingrad": (objectives, "turn", "Objectives under control"),
}
"""For each rulebook: the number of a seat and what it has left, where its board has the round, and the English text."""


async def opened(api, slug):
    setup = (await api.get(f"{RULES}/{slug}")).json()["game"]["setups"][GAMES[slug]]
    body = {"kind": "game", "seats": TWO, "setup": setup}
    response = await api.post(f"{RULES}/{slug}/sessions", body)
    assert response.status_code == 201, response.text
    return response.json()


async def played(api, session, chance, moves):
    """A game after random moves and answers of both seats."""
    tokens = session["tokens"]["seats"]
    for _ in range(moves):
        asked = (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
        seat = str(asked[0]["seat"])
        own = (await api.get(f"/v1/sessions/{session['id']}/questions", tokens[seat])).json()["items"]
        question = next(one for one in own if one["seat"] == int(seat))
        choices = [one["choice"] for one in question["choices"] if one["choice"].get("kind") not in ENDS]
        if not choices:
            return
        to = question["answer"]
        sent = {"seen": question["seen"], to["member"]: chance.choice(choices)}
        response = await api.post(to["path"], sent, tokens[seat])
        assert response.status_code in (200, 201), response.text


async def ends_of(api, id):
    """The number of the last event of each action that counts, by the number of the action, in order."""
    ends, after = {}, 0
    while page := (await api.get(f"/v1/sessions/{id}/events?after={after}&limit=200")).json()["items"]:
        for each in page:
            if each["type"] in ("entries", "action-declared", "action-resolved"):
                ends[each["event"]["action"]] = each["seq"]
            elif each["type"] == "action-voided":
                del ends[each["event"]["action"]]
        after = page[-1]["seq"]
    return ends


@pytest.mark.parametrize("slug", GAMES)
async def test_a_course_says_what_the_boards_after_the_actions_say(sqlite_api, slug):
    oracle, round_in, text = ORACLES[slug]
    for seed in seeds(1, 8):
        session = await opened(sqlite_api, slug)
        await played(sqlite_api, session, Random(seed), 40)
        path = f"/v1/sessions/{session['id']}"
        closed = await sqlite_api.post(f"{path}/close", {"abandon": True}, session["tokens"]["host"])
        assert closed.status_code == 200, closed.text
        expected, most, boards = [], {}, {}
        for number, seq in (await ends_of(sqlite_api, session["id"])).items():
            boards[number] = board = (await sqlite_api.get(f"{path}/state?at={seq}")).json()["state"]
            of_seats = {seat: oracle(board, seat) for seat in (1, 2)}
            values = {str(seat): value for seat, (value, _) in of_seats.items()}
            expected.append({"action": number, "round": board[round_in], "values": values})
            for seat, (_, left) in of_seats.items():
                for id, count in left.items():
                    most[seat, id] = max(count, most.get((seat, id), 0))
        for _ in range(2):  # worked out, and kept
            course = (await sqlite_api.get(f"{path}/course")).json()
            assert course["text"] == text
            told = {point["action"]: point for point in course["points"]}
            assert [point for point in expected if point["action"] in told] == course["points"]
            assert {1, expected[-1]["action"]} <= told.keys()
            last = None
            for point in expected:
                if point["action"] in told:
                    last = point["values"]
                assert point["values"] == last  # what is left out changes nothing
            end = {seat: oracle(boards[expected[-1]["action"]], seat)[1] for seat in (1, 2)}
            left = {(one["seat"], one["id"]): (one["left"], one["of"]) for one in course["left"]}
            assert all(one["name"] for one in course["left"])
            assert left == {(seat, id): (end[seat].get(id, 0), of) for (seat, id), of in most.items() if of}


@pytest.mark.parametrize("language", ["de", "fr", "ru"])
async def test_a_course_says_what_its_number_is_in_the_language_of_the_caller(sqlite_api, language):
    said = set()
    for slug in GAMES:
        session = await opened(sqlite_api, slug)
        await played(sqlite_api, session, Random(1), 12)
        await sqlite_api.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, session["tokens"]["host"])
        answer = await sqlite_api.get(f"/v1/sessions/{session['id']}/course", **{"accept-language": language})
        assert answer.headers["content-language"] == language
        said.add(answer.json()["text"])
        if slug == "castle-rampage":
            names = {one["name"] for one in answer.json()["left"]}
            assert names == STRUCTURES[language]
    assert len(said) == len(GAMES)
    assert not said & {text for _, _, text in ORACLES.values()}


async def test_nothing_is_said_of_a_game_that_goes_on(sqlite_api):
    session = await opened(sqlite_api, "castle-rampage")
    for token in (session["tokens"]["host"], session["tokens"]["seats"]["1"], None):
        refused = await sqlite_api.get(f"/v1/sessions/{session['id']}/course", token)
        assert (refused.status_code, refused.json()["code"]) == (409, "not-shown")


async def test_a_series_has_no_course(sqlite_api):
    session = await sqlite_api.open()
    await sqlite_api.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
    refused = await sqlite_api.get(f"/v1/sessions/{session['id']}/course")
    assert (refused.status_code, refused.json()["code"], refused.json()["reason"]) == (404, "not-found", "no-board")


async def test_a_course_is_the_same_document_until_it_changes(sqlite_api):
    session = await opened(sqlite_api, "open-forces")
    path = f"/v1/sessions/{session['id']}"
    await sqlite_api.post(f"{path}/close", {}, session["tokens"]["host"])
    etag = (await sqlite_api.get(f"{path}/course")).headers["etag"]
    assert (await sqlite_api.get(f"{path}/course", **{"if-none-match": etag})).status_code == 304
