"""Two phones at real sockets: a siege to its end, and a turn against the service; each keeps every byte it receives."""

import json
import re
from contextlib import AsyncExitStack

import pytest

from tests.api.phone import CHUNK, exported, phones
from tests.servers import client
from tests.waiting import until

pytestmark = pytest.mark.anyio
CASTLE, STALINGRAD = "/v1/rulesets/castle-rampage", "/v1/rulesets/storm-over-stalingrad"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


@pytest.fixture
def port(sqlite_url, nursery):
    return nursery.start(sqlite_url).port


LAID = {
    1: (("gate", "anton-wall", 31, 41), ("gate", "anton-moat", 32, 42), ("castle", "anton-keep", 33, 43)),
    2: (("gate", "beatrix-wall", 21, 51), ("gate", "beatrix-moat", 62, 52), ("castle", "beatrix-keep", 23, 53)),
}
"""Of each seat the structure, the name and both values of its cards; no value is used twice."""
CARDS = {name: (seat, values) for seat, laid in LAID.items() for _, name, *values in (*laid,)}
CELLAR = ("castle", "beatrix-cellar", 24, 54)
CARDS["beatrix-cellar"] = (2, [24, 54])


def card(name, gate, castle):
    return {"card": name, "gate_defense": gate, "castle_defense": castle}


class Secrets:
    """The cards that are face down, and where in what each phone heard a card was turned up."""

    def __init__(self, *everybody):
        self.everybody, self.hidden, self.until = everybody, dict.fromkeys(CARDS), {}

    def check(self):
        """Nobody but its owner has heard the name or a value of a card that lies face down."""
        for phone in self.everybody:
            heard = phone.heard
            for name in self.hidden:
                seat, values = CARDS[name]
                if seat != phone.seat:
                    assert name.encode() not in heard, (phone.seat, name)
                    told = "|".join(map(str, values))
                    assert not re.search(rf'defense"?:? ?"?({told})\b'.encode(), heard), (phone.seat, name)

    def turn_up(self, *names):
        """From now on everybody may hear of these cards."""
        self.check()
        for name in names:
            del self.hidden[name]
            self.until[name] = {phone: len(phone.raw) for phone in self.everybody}

    def check_salts(self, log):
        """No salt of a card that was face down has reached a phone before; the whole log tells them at the end."""
        found = [part for line in log[:-1] for part in line["private"]]
        for name, marks in self.until.items():
            salts = [part["salt"].encode() for part in found if f'"{name}"' in part["bytes"]]
            assert salts
            for phone in self.everybody:
                early = CHUNK.sub(b"", bytes(phone.raw[: marks[phone]]))
                assert CARDS[name][0] == phone.seat or not any(salt in early for salt in salts)


async def test_two_phones_play_a_siege_and_neither_receives_a_byte_that_it_may_not_see(port, tmp_path, capsys):
    setup = {"starting_seat": 1, "gate": 2, "castle": 1}
    body = {"kind": "game", "seats": TWO, "setup": setup, "visibility": "public"}
    async with AsyncExitStack() as stack:
        anton, beatrix, bystander = everybody = await phones(stack, port, CASTLE, body)
        secrets = Secrets(*everybody)

        async def play(phone, **action):
            status, made = await phone.move(CASTLE, **action)
            assert status == 201, made
            return made

        for phone in (anton, beatrix):
            for structure, *laid in LAID[phone.seat]:
                last = await play(phone, kind="lay", structure=structure, card=card(*laid))
        for phone in everybody:
            await phone.look_around(last["number"])
        assert (await beatrix.move(CASTLE, kind="play-attack", value=9))[0] == 409
        secrets.turn_up("beatrix-wall", "beatrix-moat")
        repelled = await play(anton, kind="play-attack", value=30)
        assert [step["card"] for step in repelled["outcome"]["attack"]["steps"]] == ["beatrix-wall", "beatrix-moat"]
        await play(anton, kind="end-turn")
        await play(beatrix, kind="lay", structure=CELLAR[0], card=card(*CELLAR[1:]))
        secrets.turn_up("anton-wall", "anton-moat")
        assert (await play(beatrix, kind="play-attack", value=63))["outcome"]["attack"]["destroyed"] == 2
        for phone in everybody:
            await phone.look_around(repelled["number"])
        await play(beatrix, kind="draw", cards=2)
        secrets.turn_up("anton-keep", "beatrix-keep", "beatrix-cellar")
        won = await play(beatrix, kind="play-attack", value=44)
        assert (won["outcome"]["result"]["winners"], (await anton.get(f"/v1/sessions/{anton.id}"))["status"]) == (
            [2],
            "closed",
        )
    log = await exported(bystander, tmp_path / "siege.ndjson")
    secrets.check_salts(log)
    assert all(name.encode() in phone.heard for name in CARDS for phone in everybody)
    assert "identical" in capsys.readouterr().out


async def test_one_person_plays_a_turn_against_the_service_whose_hand_stays_hidden(port, tmp_path, capsys):
    """The person fires while it can, passes, and discards its hand; afterwards the log proves both decks."""
    async with client(port) as http:
        setup = (await http.get(STALINGRAD)).json()["game"]["setups"]["sample-with-cards"]
    body = {"kind": "game", "seats": TWO, "setup": setup, "policies": {"2": "first-legal"}, "visibility": "public"}
    body["options"] = {"discards": True}
    async with AsyncExitStack() as stack:
        person, _, bystander = everybody = await phones(stack, port, STALINGRAD, body)
        while (state := (await person.get(f"/v1/sessions/{person.id}/state"))["state"])["turn"] == 1:
            await answer(person, ("fire", "pass"))
        hands = state["cards"]
        assert (all("id" in one for one in hands[0]["hand"]), len(hands[0]["discarded"])) == (True, 2)
        for phone in everybody:
            assert (await phone.get(f"/v1/sessions/{phone.id}/verification"))["result"] == "identical"
        assert hands[1]["hand"] == [{"unknown": True}] * len(hands[1]["hand"])
        await person.look_around(2)
        early = {phone: phone.heard for phone in everybody}
        while (await person.get(f"/v1/sessions/{person.id}"))["status"] == "open":
            await answer(person, ("concede",))
    log = await exported(bystander, tmp_path / "turn.ndjson")
    assert "proven" in capsys.readouterr().out
    shuffles = [entry for entry in entries_in(log) if entry.get("die") == "shuffle"]
    assert [sorted(told(log, entry["faces"])) for entry in shuffles] == [[0, 1, 2, 3]] * 2
    secret = [part["salt"].encode() for part in hidden_from(log, 1)]
    assert len(secret) > 6
    assert not any(salt in early[person] + early[bystander] for salt in secret)


async def answer(phone, kinds):
    """Move, or answer what a move asks; of moves the first of these kinds."""
    asked = await its_turn(phone)
    choices = [one["choice"] for one in asked["choices"]]
    if asked["question"] == "act":
        status, made = await phone.move(STALINGRAD, **next(one for one in choices if one["kind"] in kinds))
    else:
        path = f"/v1/sessions/{phone.id}/actions/{asked['action']}/answers"
        choice = choices[-1] if asked["question"] == "choose-discards" else choices[0]
        status, made = await phone.send("POST", path, {"seen": asked["seen"], "choice": choice})
    assert status in (200, 201), made


async def its_turn(phone):
    """The question for the phone, once there is one."""

    async def asked():
        items = (await phone.get(f"/v1/sessions/{phone.id}/questions"))["items"]
        return next((item for item in items if item["seat"] == phone.seat), None)

    return await until(asked)


def entries_in(log):
    """The entries of all records in an export."""
    bodies = [json.loads(line["body"]) for line in log[:-1]]
    return [entry for body in bodies if body["type"] == "entries" for entry in body["entries"]]


def told(log, part):
    """A private part, as the whole log has it."""
    parts = {one["digest"]: one for line in log[:-1] for one in line["private"]}
    return json.loads(parts[part["private"]]["bytes"])


def hidden_from(log, seat):
    """The private parts of a game's decks, and of the other hand, that no move has turned up."""
    bodies = [json.loads(line["body"]) for line in log[:-1]]
    shown = [
        one["digest"]
        for body in bodies
        if body["type"] == "private-revealed" and body["action"]
        for one in body["parts"]
    ]
    facts = [entry for entry in entries_in(log) if entry.get("fact") in ("deck-shuffled", "cards-drawn")]
    others = [fact["data"] for fact in facts if fact["fact"] == "deck-shuffled" or fact["data"]["seat"] != seat]
    digests = [card["private"] for data in others for card in data["cards"]]
    parts = [one for line in log[:-1] for one in line["private"]]
    return [one for one in parts if one["digest"] in digests and one["digest"] not in shown]
