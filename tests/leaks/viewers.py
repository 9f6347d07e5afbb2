"""Those who ask: a viewer hears every byte that it is answered, and what it draws is the same in both worlds."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from urllib.parse import parse_qsl

from tests.leaks.castles import card
from tests.leaks.games import MADE, Game
from tests.leaks.persons import NAMES, SEED
from tests.leaks.worlds import AT, SESSION, World

LAYS = [{"kind": "lay", "structure": structure, "card": card(Random(1), "ogre")} for structure in ("gate", "castle")]
HELD = [
    *({"kind": "lay-card", "structure": "gate", "card": name} for name in ("sample-wall", "sample-rider", "nothing")),
    *({"kind": "play-card", "card": name} for name in ("sample-wall", "sample-footman", "sample-ram", "nothing")),
    {"kind": "end-turn"},
]
MOVES = {
    "face-down": [{"kind": "lay", "place": 7, "stake": 1}, {"kind": "lay", "place": 0, "stake": 5}],
    "castle-rampage": [
        *LAYS,
        *HELD,
        {"kind": "turn-up", "structure": "gate", "discard": False},
        {"kind": "draw", "cards": 20},
        {"kind": "lay", "structure": "gate", "seal": "0" * 64},
    ],
    "storm-over-stalingrad": [
        {"kind": "play-card", "card": name, "target": "station"}
        for name in ("barrage", "volley", "assault", "rubble", "nothing")
    ],
    "open-forces": [{"kind": "nothing"}],
}
"""What is tried by ruleset; some is refused, and nothing of it shows what is hidden."""
CHOICES = {
    "face-down": [{"value": value} for value in (1, 5, 9)],
    "castle-rampage": [{"card": None}, {"structure": "gate"}, {"card": "sample-wall"}],
    "storm-over-stalingrad": [
        *({"card": name} for name in ("barrage", "shortage", "observer", "rubble", "cellars", None)),
    ],
    "open-forces": [{"units": 1}],
}
"""The answers that are tried."""
WORDS = {
    "reference": ["attack-0", "alone", "a*", "league/*", "discord:*", *(f"league/{name}" for name in NAMES)],
    "player": ["Anton", "Beatrix", "me", *NAMES],
    "side": ["german", "soviet", "attacker"],
    "unit": ["ogre", "troll", "trolltroll", "known-0", "sample-wall", "rifles-1", "1"],
    "time": [AT, "2026-11-22", "2026-11-23"],
    "session_kind": ["single", "series", "game"],
    "label": ["recorded", "committed", "mixed", "physical"],
    "role": ["attacker", "defender"],
    "language": ["en", "de", "fr", "ru"],
}
"""The values of filters; among them are those that a hidden thing may have."""
LOOK = re.compile(r"[?&]seat=(\d)")


@dataclass
class Viewer:
    """Somebody who asks about the session of a world; `random` draws the same in both worlds."""

    world: World
    game: Game
    name: str
    random: Random
    few: int = 5
    """In how many ways of all it asks, where there are many."""
    around: Callable[[], AbstractContextManager[object]] = nullcontext
    """What measures each ask."""
    heard: list[tuple[str, bytes]] = field(default_factory=list)
    """What was asked, and every byte that came."""
    measured: list[object] = field(default_factory=list)
    """What came of measuring each ask."""

    async def ask(self, method, path, body=None, **headers):
        """The answer to a request, which is heard."""
        world = self.world
        with self.around() as measured:
            answer = await world.service.ask(method, path, world.tokens[self.name], body, **headers)
        what = " ".join([method, path, *headers, str(body or "")])
        self.measured.append((what, measured))
        self.hears(what, answer.raw)
        assert answer.status < 500, (path, answer.text)
        route = answer.route.replace(f"/rulesets/{world.slug}/", "/rulesets/{slug}/")
        asked = {name for name, _ in parse_qsl(path.partition("?")[2])} | {name.replace("_", "-") for name in headers}
        world.service.asked.setdefault(f"{method} {route}", set()).update(asked)
        return answer

    async def get(self, path, **headers):
        return await self.ask("GET", path, **headers)

    async def post(self, path, body, **headers):
        return await self.ask("POST", path, body, **headers)

    def hears(self, what, some):
        """What comes in another way than as an answer."""
        self.heard.append((what, some))

    def may_ask(self, end):
        """The host may look as the seat that knows it, and that is logged; nobody asks how a pair answers then."""
        seat = LOOK.search(end)
        return self.name != "host" or seat is None or seat[1] != self.game.owner

    def places(self, path):
        """A path as often as there are numbers and seats to fill in."""
        numbers = sorted({1, self.world.last}) if "{number}" in path else [0]
        for number in numbers:
            for seat in (1, 2) if "{seat}" in path else (0,):
                yield self.filled(path, number=number, seat=seat)

    def filled(self, text, **values):
        """A text in which names in braces are filled in, with words that the viewer guesses."""
        known = {"id": self.world.service.hook if "/webhooks/" in text else SESSION, "slug": self.world.slug}
        words = {name: self.random.choice(words) for name, words in WORDS.items()}
        return text.format(**known, **words, **values)

    def some(self, of):
        """A few of them, in their order."""
        return [of[n] for n in sorted(self.random.sample(range(len(of)), min(self.few, len(of))))]

    @property
    def move(self):
        """A move to try."""
        return self.random.choice(MOVES[self.world.slug])

    @property
    def choice(self):
        """An answer to try."""
        return self.random.choice(CHOICES[self.world.slug])

    @property
    def attack(self):
        """The situation of an attack to try."""
        made = MADE.get(self.world.slug)
        return made(self.random, self.random) if made else SEED if self.world.slug == "open-forces" else {}
