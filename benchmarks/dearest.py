"""The dearest legal requests: for each route that reads or computes much, what costs the service most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import httpx

from app.rulesets.x_wing.cards.reading import MOST_PILOTS
from app.services.rulebooks.installed import find_rulebooks
from benchmarks.load import request

ATTACKS, AT_ONCE, ACTIONS_CLOSED = 3_008, 64, 48
"""Attacks of the long session, attacks that one request sends, and attacks of each session that is closed."""
FOLLOWERS = 500
"""How many follow a session that is busy."""
OPEN_FORCES, X_WING, CASTLE = (f"/v1/rulesets/{slug}" for slug in ("open-forces", "x-wing", "castle-rampage"))
EXACT = {"attacker": "exact", "defender": "exact"}


@dataclass(frozen=True)
class Dear:
    """What four connections send again and again."""

    asked: Sequence[bytes]
    """The requests; each connection begins at another one."""
    followed: bytes | None = None
    """A stream that FOLLOWERS follow meanwhile; None where nobody does."""


def get(path: str, accept: str = "") -> bytes:
    """A GET request as bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{accept}\r\n".encode()


class World:
    """A service that has much to read, and the requests that make it work hardest."""

    def __init__(self, port: int) -> None:
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120)
        self.series, self.token = self.opened(OPEN_FORCES)
        for start in range(0, ATTACKS, AT_ONCE):
            self.attack(OPEN_FORCES, [skirmish(2 + n % 29, 2 + n % 23) for n in range(start, start + AT_ONCE)])
        series, token = self.opened(X_WING)
        self.attack(X_WING, [dogfight(2 + n % 4, hull=2 + n // 4) for n in range(16)], series, token)
        self.closed = [self._closed(n) for n in range(4)]

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """The document that a POST answers."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = self._http.post(path, json=body, headers=headers)
        if response.is_error:
            raise RuntimeError(response.text)
        return response.json()

    def opened(self, path: str) -> tuple[str, str]:
        """The id of a new series, and its host's token."""
        session = self.post(f"{path}/sessions", {"kind": "series"})
        return session["id"], session["tokens"]["host"]

    def attack(self, path: str, situations: list[Any], series: str = "", token: str = "") -> None:
        """Attacks in a series, in one request."""
        attacks = [{"situation": each, "session_id": series or self.series} for each in situations]
        self.post(f"{path}/attacks/batch", {"attacks": attacks}, token or self.token)

    def _closed(self, n: int) -> str:
        series, token = self.opened(OPEN_FORCES)
        self.attack(OPEN_FORCES, [skirmish(20 + n, 2 + m % 29) for m in range(ACTIONS_CLOSED)], series, token)
        self.post(f"/v1/sessions/{series}/close", {}, token)
        return series

    def attacks(self, count: int = 4) -> list[bytes]:
        """Ordinary attacks, each in a series of its own."""
        found = []
        for _ in range(count):
            series, token = self.opened(OPEN_FORCES)
            found.append(request(f"{OPEN_FORCES}/attacks", {"situation": skirmish(5, 4), "session_id": series}, token))
        return found

    def cases(self) -> dict[str, Callable[[], Dear]]:
        """What to ask for, by the name of the case; it is made when it is needed."""
        session, wide = f"/v1/sessions/{self.series}", [{"path": "/attacker/units", "values": list(range(60, 72))}]
        grid = [*wide, {"path": "/defender/units", "values": list(range(60, 70))}]
        turns = [f"/v1/sessions/{id}/actions/{n}/odds?through=true" for id in self.closed for n in range(1, 13)]
        return {
            "actions as CSV": lambda: Dear([get("/v1/actions?format=csv")]),
            "rolls as CSV, compressed": lambda: Dear([get("/v1/rolls?format=csv", "Accept-Encoding: gzip\r\n")]),
            "actions as NDJSON": lambda: Dear([get("/v1/actions?format=ndjson")]),
            "pages of 200 actions": lambda: Dear([get("/v1/actions?limit=200")]),
            "luck of 10,000 actions": lambda: Dear([get("/v1/actions/luck?limit=10000")]),
            f"squads of {MOST_PILOTS} pilots": lambda: Dear([request(f"{X_WING}/squads", {"xws": squad(MOST_PILOTS)})]),
            "search of the catalogue": lambda: Dear([get(f"{X_WING}/catalogue?q=a")]),
            "X-Wing odds": lambda: Dear([request(f"{X_WING}/odds", priced(n)) for n in range(64)]),
            "64 X-Wing attacks that search": lambda: Dear(
                [
                    request(f"{X_WING}/attacks/batch", {"attacks": [priced(n) for n in range(m, m + AT_ONCE)]})
                    for m in range(0, 1024, AT_ONCE)
                ]
            ),
            "attacks on 118 cards": lambda: Dear([request(f"{CASTLE}/attacks", {"situation": siege(118)})]),
            "openings with 118 cards": lambda: Dear([request(f"{CASTLE}/sessions", {"kind": "game", "setup": deck()})]),
            "odds with a grid": lambda: Dear(
                [request(f"{OPEN_FORCES}/odds", {"situation": skirmish(60, 60), "grid": grid})]
            ),
            "odds through actions": lambda: Dear([get(path) for path in turns]),
            "turning points": lambda: Dear([get(f"/v1/sessions/{id}/turning-points") for id in self.closed]),
            "verification": lambda: Dear([get(f"{session}/verification")]),
            "an export": lambda: Dear([get(f"{session}/events?format=ndjson")]),
            "pages of a log with texts": lambda: Dear([get(f"{session}/events?texts=true&limit=200")]),
            f"attacks before {FOLLOWERS} followers": self._followed,
        }

    def _followed(self) -> Dear:
        series, token = self.opened(OPEN_FORCES)
        asked = request(f"{OPEN_FORCES}/attacks", {"situation": skirmish(5, 4), "session_id": series}, token)
        return Dear([asked], get(f"/v1/sessions/{series}/events?format=stream"))


def skirmish(attackers: int, defenders: int) -> Any:
    """A situation of Open Forces."""
    return {
        "attacker": {"units": attackers, "mode": {"atk": 1}},
        "defender": {"units": defenders, "mode": {"def": 1}},
    }


def dogfight(dice: int, *, hull: int) -> Any:
    """A situation of X-Wing in which both players have much to decide."""
    tokens = {"focus": 1, "evade": 1, "calculate": 1}
    force = {"capacity": 1, "active": 1}
    cards = ["zuckuss", "heroic", "juke", "firecontrolsystem"]
    red = {"id": "red", "agility": 2, "hull": 4, "upgrades": cards, "locks": ["blue"], "tokens": tokens, "force": force}
    blue = {"id": "blue", "agility": dice, "hull": hull, "upgrades": ["l337"], "tokens": tokens, "force": force}
    return {"attacker": red, "weapon": {"value": dice}, "defender": blue, "attack_range": 2}


def priced(n: int) -> Any:
    """A request about the n-th of many X-Wing attacks, each of which has to be searched by itself."""
    return {"situation": dogfight(3 + n % 4, hull=2 + n // 4 % 8), "policies": EXACT}


def squad(pilots: int) -> Any:
    """A list of so many pilots, in the spelling of squad builders."""
    upgrades = {"torpedo": ["protontorpedoes"], "astromech": ["r2astromech"], "talent": ["marksmanship"]}
    pilot = {"id": "wedgeantilles", "ship": "t65xwing", "upgrades": upgrades}
    return {"faction": "rebelalliance", "name": "many", "version": "2.0.0", "pilots": list(repeat(pilot, pilots))}


def siege(cards: int) -> Any:
    """A situation of Castle Rampage with so many cards."""
    book = find_rulebooks()[CASTLE.rpartition("/")[2]]
    shown = book.codec.situation.dump(book.ruleset.examples[0])
    strong = {**shown["gate"][0], "gate_defense": 1, "castle_defense": 1}
    return {**shown, "attack": {**shown["attack"], "value": 9}, "gate": [strong] * (cards - 1), "castle": [strong]}


def deck() -> Any:
    """The setup of a siege whose players know all its 118 cards."""
    return {"pool": [card(n) for n in range(118)]}


def card(n: int) -> Any:
    """A card of Castle Rampage."""
    return {"card": f"card-{n}", "gate_defense": 1 + n % 9, "castle_defense": 1 + n % 7}
