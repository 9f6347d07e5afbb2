"""A siege of Castle Rampage over HTTP: two phones, and neither receives a byte that it may not see."""

import pytest

from app.rulesets.castle_rampage import card as made
from tests.rulesets.castle_rampage.test_siege import sealed
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/castle-rampage"
SALT = "5a" * 16
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
SMALL = {"starting_seat": 1, "gate": 2, "castle": 1}


def card(name, gate, castle, **more):
    return {"card": name, "gate_defense": gate, "castle_defense": castle, **more}


LAID = {
    1: (("gate", card("anton-wall", 3, 1)), ("gate", card("anton-moat", 4, 2)), ("castle", card("anton-keep", 1, 5))),
    2: (
        ("gate", card("beatrix-wall", 2, 2)),
        ("gate", card("beatrix-moat", 6, 6)),
        ("castle", card("beatrix-keep", 3, 2)),
    ),
}


class Phone:
    """A player with the token of a seat, or a bystander without one, who keeps all that ever came."""

    def __init__(self, api, session, seat=None, token=None):
        self.api, self.id, self.seat, self.token, self.heard = api, session, seat, token, ""

    async def get(self, path):
        response = await self.api.get(f"/v1/sessions/{self.id}{path}", self.token)
        self.heard += response.text + str(dict(response.headers))
        return response

    async def move(self, **action):
        """Make a move with the newest `seen`, and keep the answer."""
        seen = (await self.get("")).json()["seq"]
        body = {"seen": seen, "move": action}
        response = await self.api.post(f"{PATH}/sessions/{self.id}/actions", body, self.token)
        self.heard += response.text
        return response

    async def look_around(self):
        """Read every route that tells of the game."""
        number = sum((await self.get("")).json()["actions"].values())
        for path in (
            "/state",
            "/questions",
            "/questions?include=odds",
            "/events",
            "/events?format=ndjson",
            "/events?texts=true",
            "/verification",
            "/actions",
            *(f"/actions/{n}{rest}" for n in range(1, number + 1) for rest in ("", "?include=odds", "/verification")),
        ):
            await self.get(path)


async def opened(api, **setup):
    body = {"kind": "game", "seats": TWO, "setup": {**SMALL, **setup}}
    session = (await api.post(f"{PATH}/sessions", body)).json()
    tokens = session["tokens"]["seats"]
    return [Phone(api, session["id"], seat, tokens[str(seat)]) for seat in (1, 2)], session


@thorough
@pytest.mark.parametrize("database_url", cases(["sqlite"], ["sqlite", "postgresql"]), indirect=True)
async def test_two_phones_play_a_siege_and_neither_receives_what_it_may_not_see(api):
    (anton, beatrix), session = await opened(api)
    bystander = Phone(api, session["id"], token=session["tokens"]["host"])
    everybody = (anton, beatrix, bystander)
    for phone in (anton, beatrix):
        for structure, laid in LAID[phone.seat]:
            made = await phone.move(kind="lay", structure=structure, card=laid)
            assert made.status_code == 201, made.text
            for each in everybody:
                await each.look_around()
    refused = await beatrix.move(kind="play-attack", value=9)
    assert (refused.status_code, refused.json()["reason"]) == (409, "not-your-turn")
    attack = (await anton.move(kind="play-attack", value=3, card="scheme")).json()
    steps = attack["outcome"]["attack"]["steps"]
    assert [(step["card"], step["result"]) for step in steps] == [
        ("beatrix-wall", "destroyed"),
        ("beatrix-moat", "repelled"),
    ]
    await beatrix.move(kind="turn-up", structure="gate", discard=False)
    await anton.move(kind="end-turn")
    for each in everybody:
        await each.look_around()
    for name in ("anton-wall", "anton-moat", "anton-keep"):
        assert name in anton.heard
        assert name not in beatrix.heard
        assert name not in bystander.heard
    assert "beatrix-keep" in beatrix.heard
    for phone in (anton, bystander):
        assert "beatrix-keep" not in phone.heard
        assert "beatrix-moat" in phone.heard
    state = (await anton.get("/state")).json()["state"]
    assert [laid["known"] for laid in state["players"][1]["gate"]] == [True]
    assert state["players"][1]["castle"] == [{"card": {"unknown": True}, "known": False, "seal": None}]
    won = (await beatrix.move(kind="play-attack", value=9)).json()
    assert won["outcome"]["next"] == "move"
    won = (await beatrix.move(kind="play-attack", value=5)).json()
    assert won["outcome"]["result"]["winners"] == [2]
    closed = (await anton.get("")).json()
    assert (closed["status"], closed["result"]["winner"]) == ("closed", 2)
    for each in everybody:
        verified = (await each.get("/verification")).json()
        assert verified["result"] == "identical", verified


async def test_the_server_of_a_sealed_siege_never_knows_a_card_before_it_is_shown(api):
    (anton, beatrix), _ = await opened(api, level="sealed")
    keep = made(2, 2)
    for phone in (anton, beatrix):
        for structure in ("gate", "gate", "castle"):
            laid = await phone.move(kind="lay", structure=structure, seal=sealed(keep))
            assert laid.status_code == 201, laid.text
    attack = (await anton.move(kind="play-attack", value=2)).json()
    assert (attack["status"], attack["pending"]["question"], attack["pending"]["seat"]) == ("pending", "show-card", 2)
    path = f"/v1/sessions/{anton.id}/actions/{attack['number']}/answers"
    false = {"card": card("2/2", 9, 2), "salt": SALT}
    told = (await api.post(path, {"seen": attack["pending"]["seen"], "choice": false}, beatrix.token)).json()
    assert [entry["fact"] for entry in told["record"] if entry["kind"] == "noted"][-1] == "seal-broken"
    assert (told["pending"]["question"], told["pending"]["context"]["tries_left"]) == ("show-card", 2)
    true = {"card": card("2/2", 2, 2), "salt": SALT}
    done = (await api.post(path, {"seen": told["pending"]["seen"], "choice": true}, beatrix.token)).json()
    assert (done["status"], done["outcome"]["attack"]["result"]) == ("resolved", "tied")
    unknown = {"seen": told["pending"]["seen"], "choice": {"card": card("x", 1, 1)}}
    assert (await api.post(path, unknown, beatrix.token)).status_code == 409


async def test_both_lay_all_their_cards_at_once_and_texts_call_cards_by_their_names(sqlite_api):
    body = {"kind": "game", "seats": TWO, "setup": SMALL}
    session = (await sqlite_api.post(f"{PATH}/sessions", body)).json()
    anton, beatrix = (Phone(sqlite_api, session["id"], seat, session["tokens"]["seats"][str(seat)]) for seat in (1, 2))
    for phone in (anton, beatrix):
        cards = [
            {"structure": structure, "card": {**one, "name": f"{one['card'].title()} 城壁"}}
            for structure, one in LAID[phone.seat]
        ]
        laid = await phone.move(kind="lay", cards=cards)
        assert laid.status_code == 201, laid.text
        await (beatrix if phone is anton else anton).look_around()
    assert "Beatrix-Wall 城壁" not in anton.heard
    assert "Anton-Wall 城壁" not in beatrix.heard
    attacked = (await anton.move(kind="play-attack", value=2, card="axe", name="Топор")).json()
    number = attacked["number"]
    told = (await beatrix.get(f"/actions/{number}?language=en")).text
    assert "Beatrix-Wall 城壁" in told
    assert "Топор" in told
    state = (await beatrix.get("/state")).json()["state"]
    assert {"card": "axe", "name": "Топор"} in state["names"]
    assert "Anton-Wall" not in beatrix.heard


async def test_cards_of_one_move_that_do_not_fit_are_told_each_with_its_place(sqlite_api):
    session = (await sqlite_api.post(f"{PATH}/sessions", {"kind": "game", "seats": TWO, "setup": SMALL})).json()
    anton = Phone(sqlite_api, session["id"], 1, session["tokens"]["seats"]["1"])
    cards = [{"structure": "castle", "card": card(f"c{n}", 1, 1)} for n in range(3)]
    refused = (await anton.move(kind="lay", cards=cards)).json()
    assert [one["pointer"] for one in refused["errors"]] == [f"/move/cards/{n}/structure" for n in (1, 2)]
