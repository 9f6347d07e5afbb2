"""A slip is taken back at once, where the table was opened so: nothing is learned by it, and no die comes back."""

import random
import re

import pytest

from tests import thorough
from tests.api.test_games import act, open_game, questions, state

pytestmark = pytest.mark.anyio
TABLES = [
    ("open-forces", "sample"),
    ("open-forces", "sample-with-positions"),
    ("castle-rampage", "siege"),
    ("castle-rampage", "whole-sample"),
    ("storm-over-stalingrad", "sample"),
    ("storm-over-stalingrad", "sample-with-cards"),
    ("x-wing", "ships"),
]
STEPS = thorough.cases(16, 120)


class Table:
    """A game whose players take back what they can, and what each of them saw of it."""

    def __init__(self, api, session):
        self.api, self.id, self.book = api, session["id"], session["ruleset"]
        self.tokens = session["tokens"]["seats"]
        self.taken_back = self.refused = 0

    async def seen(self, seat):
        """The board as a seat sees it."""
        shown = await self.api.get(f"/v1/sessions/{self.id}/state", self.tokens[str(seat)])
        return shown.json()["state"]

    async def asked(self):
        """What a seat is asked, with the choices that it sees."""
        items = (await self.api.get(f"/v1/sessions/{self.id}/questions")).json()["items"]
        return [one for one in items if one["question"] != "assent"]

    async def plays(self, question, chance):
        """A seat moves or answers; the number of the action, None where this choice needs more than its list."""
        token = self.tokens[str(question["seat"])]
        own = (await self.api.get(f"/v1/sessions/{self.id}/questions", token)).json()["items"]
        one = next(each for each in own if (each["seat"], each["question"]) == (question["seat"], question["question"]))
        listed = [choice["choice"] for choice in one["choices"]]
        choices = [choice for choice in listed if choice.get("kind") not in ("concede", "agree-end", "propose-end")]
        if not choices:
            return None
        body = {"seen": one["seen"]}
        if one["question"] == "act":
            path = f"/v1/rulesets/{self.book}/sessions/{self.id}/actions"
            made = await self.api.post(path, body | {"move": chance.choice(choices)}, token)
        else:
            path = f"/v1/sessions/{self.id}/actions/{one['action']}/answers"
            made = await self.api.post(path, body | {"choice": chance.choice(choices)}, token)
        return made.json()["number"] if made.is_success else None

    async def log(self, after):
        found = await self.api.get(f"/v1/sessions/{self.id}/events?after={after}&limit=200")
        return [item["event"] for item in found.json()["items"]]


def known(board):
    """The ids and names that somebody reads on a board."""
    return sorted(re.findall(r"'(?:card|id|name)': '([^']+)'", str(board)))


def is_without_consequence(events, seat):
    """Whether a move's events, as everybody reads them, have no die and nothing of anybody else."""
    entries = [entry for event in events if event["type"] == "entries" for entry in event["entries"]]
    senders = [event["sent_by"] for event in events if "sent_by" in event]
    return (
        all(sender == {"seat": seat} for sender in senders)
        and not any(entry["kind"] == "rolled" or entry.get("source") == "policy" for entry in entries)
        and not any(event["type"] in ("private-revealed", "deadline-passed") for event in events)
    )


@pytest.mark.thorough
@pytest.mark.parametrize("seed", thorough.seeds(1, 10))
@pytest.mark.parametrize(("slug", "setup"), TABLES)
async def test_taking_back_gives_no_information_and_no_die_back(sqlite_api, slug, setup, seed):
    chance, path = random.Random(seed), f"/v1/rulesets/{slug}"
    made = (await sqlite_api.get(path)).json()["game"]["setups"][setup]
    body = {"kind": "game", "seats": [{}, {}], "setup": made, "host": False, "take_back": "free"}
    table = Table(sqlite_api, (await sqlite_api.post(f"{path}/sessions", body)).json())
    before, began = {}, {}
    for _ in range(STEPS):
        items = await table.asked()
        if not items:
            break
        question, seq = chance.choice(items), (await sqlite_api.get(f"/v1/sessions/{table.id}")).json()["seq"]
        boards = {seat: await table.seen(seat) for seat in (1, 2)}
        number = await table.plays(question, chance)
        if number is None:
            continue
        before.setdefault(number, boards)
        began.setdefault(number, (seq, question["seat"]))
        seq, mover = began[number]
        seat, events = chance.choice([mover, mover, 3 - mover]), await table.log(seq)
        after = {each: await table.seen(each) for each in (1, 2)}
        void = await sqlite_api.post(f"/v1/sessions/{table.id}/actions/{number}/void", {}, table.tokens[str(seat)])
        if void.status_code == 200 and void.json()["status"] == "void":
            table.taken_back += 1
            assert (seat, is_without_consequence(events, seat)) == (mover, True), events
            assert {each: await table.seen(each) for each in (1, 2)} == before[number]
            for each, board in after.items():
                assert set(known(board)) <= set(known(before[number][each])), (each, question)
            last = (await table.log(seq))[-1] if slug != "castle-rampage" else None
            assert last is None or last["type"] in ("action-voided", "seeds-revealed")
        elif void.status_code == 202:
            table.refused += 1
            answers = f"/v1/sessions/{table.id}/actions/{number}/answers"
            await sqlite_api.post(answers, {"agree": False}, table.tokens[str(3 - seat)])
    assert table.refused or table.taken_back
    verified = (await sqlite_api.get(f"/v1/sessions/{table.id}/verification", table.tokens["1"])).json()
    assert verified["result"] in ("identical", "not-shown")


async def moves(api, session, kind="command"):
    """Whoever is to move makes the first move of a kind; the seat and the action."""
    asked = (await questions(api, session))[0]
    move = next(one["choice"] for one in asked["choices"] if one["choice"]["kind"] == kind)
    made = await act(api, session, session["tokens"]["seats"][str(asked["seat"])], move, asked["seen"])
    assert made.status_code == 201, made.text
    return asked["seat"], made.json()


async def takes_back(api, session, seat, number, **body):
    path = f"/v1/sessions/{session['id']}/actions/{number}/void"
    return await api.post(path, body, session["tokens"]["seats"][str(seat)])


async def test_a_seat_takes_its_own_slip_back_at_once_and_the_log_says_who_did(sqlite_api):
    session = await open_game(sqlite_api, host=False, take_back="free")
    assert session["take_back"] == "free"
    before = await state(sqlite_api, session)
    seat, slip = await moves(sqlite_api, session)
    done = await takes_back(sqlite_api, session, seat, slip["number"], reason="the wrong group")
    assert (done.status_code, done.json()["status"]) == (200, "void")
    assert (await state(sqlite_api, session))["state"] == before["state"]
    events = (await sqlite_api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]
    (voided,) = [item["event"] for item in events if item["type"] == "action-voided"]
    assert (voided["by"], voided["reason"], voided["replaced_by"]) == ({"seat": seat}, "the wrong group", None)
    assert (await moves(sqlite_api, session))[1]["number"] == slip["number"] + 1


async def test_a_slip_is_replaced_at_once_by_the_right_move(sqlite_api):
    session = await open_game(sqlite_api, host=False, take_back="free")
    asked = (await questions(sqlite_api, session))[0]
    seat, slip = await moves(sqlite_api, session)
    right = asked["choices"][1]["choice"]
    token = session["tokens"]["seats"][str(seat)]
    made = await act(sqlite_api, session, token, right, replaces=slip["number"])
    assert (made.status_code, made.json()["number"]) == (201, slip["number"] + 1)


async def test_the_others_agree_where_the_table_was_not_opened_so_or_by_another_seat(sqlite_api):
    session = await open_game(sqlite_api, host=False)
    assert session["take_back"] == "assent"
    seat, slip = await moves(sqlite_api, session)
    assert (await takes_back(sqlite_api, session, seat, slip["number"])).status_code == 202
    free = await open_game(sqlite_api, host=False, take_back="free")
    seat, slip = await moves(sqlite_api, free)
    assert (await takes_back(sqlite_api, free, 3 - seat, slip["number"])).status_code == 202


async def test_a_fourth_slip_in_a_row_is_proposed_to_the_others(sqlite_api):
    session = await open_game(sqlite_api, host=False, take_back="free")
    for _ in range(3):
        seat, slip = await moves(sqlite_api, session)
        assert (await takes_back(sqlite_api, session, seat, slip["number"])).status_code == 200
    seat, slip = await moves(sqlite_api, session)
    assert (await takes_back(sqlite_api, session, seat, slip["number"])).status_code == 202


async def of_stalingrad(api, **more):
    """A game of impulses, which the sides have in turn."""
    path = "/v1/rulesets/storm-over-stalingrad"
    made = (await api.get(path)).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": [{}, {}], "setup": made, "host": False, "take_back": "free", **more}
    return Table(api, (await api.post(f"{path}/sessions", body)).json())


async def tries(table, number, seat):
    """What a seat is answered that takes an action back."""
    path = f"/v1/sessions/{table.id}/actions/{number}/void"
    return (await table.api.post(path, {}, table.tokens[str(seat)])).status_code


async def test_what_was_rolled_is_not_taken_back_without_the_others(sqlite_api):
    table, chance = await of_stalingrad(sqlite_api), random.Random(1)
    for _ in range(60):
        number = await table.plays((await table.asked())[0], chance)
        action = (await sqlite_api.get(f"/v1/sessions/{table.id}/actions/{number}")).json()
        if any(entry["kind"] == "rolled" for entry in action["record"]):
            break
    assert "rolled" in [entry["kind"] for entry in action["record"]]
    assert await tries(table, number, action["seats"]["actor"]) == 202


async def test_a_move_stays_once_another_seat_has_moved_or_answered_in_it(sqlite_api):
    table, chance, moved, found = await of_stalingrad(sqlite_api), random.Random(2), {}, set()
    for _ in range(80):
        question = (await table.asked())[0]
        number = await table.plays(question, chance)
        mover = moved.setdefault(number, question["seat"])
        if question["seat"] != mover:
            assert await tries(table, number, mover) == 202
            await sqlite_api.post(
                f"/v1/sessions/{table.id}/actions/{number}/answers", {"agree": False}, table.tokens[str(3 - mover)]
            )
            found.add("answered")
        elif number - 1 in moved and moved[number - 1] != mover:
            assert await tries(table, number - 1, moved[number - 1]) == 409
            found.add("moved")
        if len(found) == 2:
            break
    assert found == {"answered", "moved"}
