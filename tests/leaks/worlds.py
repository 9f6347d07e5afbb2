"""Worlds: games in pairs, in which what those who ask may see is the same, and what is hidden from them is another."""

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from math import inf
from random import Random
from uuid import UUID

from app.api.middleware import metrics
from app.api.streams import multi_session, stream
from app.delivery import deliverer
from app.domain.fairness import ProvableDice
from app.logs import BufferedLog
from app.services.actions import dice
from app.services.instance.personal import delete_session
from app.services.keys import create_key
from app.services.sessions import open as opening
from app.services.webhooks import messages
from tests.api.test_watched import Written
from tests.api.test_webhooks import Receiver
from tests.conftest import serving
from tests.leaks.sockets import ask

SESSION = "01a20157-5b1e-7069-be8d-04f1faee2e37"
LATER, FIRST = SESSION[:-4], int(SESSION[-4:], 16)
"""What the ids of all sessions begin with, and how the first ends."""
AT = "2026-11-22T01:02:03.004Z"
SEATS = [{"name": "Anton"}, {"name": "Beatrix"}]


@dataclass(frozen=True)
class Dealt(ProvableDice):
    """Dice of the service, but for the order of shuffles, which is told: by the place of the roll."""

    orders: dict[int, list[int]] = field(default_factory=dict)

    def shuffle(self, size, *, index):
        return tuple(self.orders.get(index) or super().shuffle(size, index=index))


class Kept(Written, logging.Handler):
    """What the service logs: the lines of requests, and what else it tells."""

    def __init__(self):
        Written.__init__(self)
        logging.Handler.__init__(self)

    def emit(self, record):
        self.write(self.format(record).encode() + b"\n")


@dataclass
class Service:
    """A service in which worlds are played one after the other, with those who ask in each of them."""

    api: object
    patch: object
    receiver: Receiver
    log: Kept
    tokens: dict = field(default_factory=dict)
    """Of API keys and players, who are the same in all worlds; None: nobody."""
    hook: str = ""
    asked: dict = field(default_factory=dict)
    """By method and template of each route that was asked, the names of the parameters that were."""

    async def ask(self, method, path, token=None, body=None, **headers):
        """What a request is answered, at a socket."""
        return await ask(self.api.app, method, path, token, body, **headers)

    async def settle(self):
        """Let those come who ask in each world."""
        database = self.api.app.state.context.database
        for name in ("key", "other-key"):
            self.tokens[name] = create_key(database, name)[1]
        for name in ("player", "other-player"):
            made = await self.ask("POST", "/v1/players", body={"name": name})
            self.tokens[name] = made.json()["token"]
        made = await self.ask("POST", "/v1/webhooks", self.tokens["key"], {"url": self.receiver.url})
        self.hook = made.json()["id"]
        await self.ask(
            "POST", "/v1/rulesets/face-down/attacks", self.tokens["key"], {"situation": {"strength": 1, "cards": []}}
        )
        await self.deliver()  # from now on this process is the one that delivers

    async def deliver(self):
        """Let messages be made of what is new, and sent."""
        deliverer = self.api.app.state.deliverer
        await deliverer.look()
        while lanes := list(deliverer.lanes.values()):
            await asyncio.gather(*lanes)
            await deliverer.look()

    def world(self, common, secret, slug):
        """A world before its game is opened: ids, clock and seeds are the same in each."""
        drawn, told = [], count(1)

        def draw():
            drawn.append(f"{LATER}{FIRST + len(drawn):04x}")
            return drawn[-1]

        self.patch.setattr(opening, "uuid7", draw)
        self.patch.setattr(messages, "uuid7", lambda: UUID(int=next(told)))
        self.patch.setattr(opening, "draw_seed", lambda: bytes(32))
        self.patch.setattr(self.api.app.state.context.writer, "clock", lambda: AT)
        self.receiver.taken.clear()
        self.api.app.state.requests.flush()
        self.log.text = b""
        return World(self, common, secret, slug, {**self.tokens, "nobody": None}, drawn)


@asynccontextmanager
async def service(url, patch):
    """A service for worlds: its streams are quiet at once, its log is kept, and messages come when they are wanted."""
    log, init = Kept(), BufferedLog.__init__
    patch.setattr(BufferedLog, "__init__", lambda self, kind: init(self, kind, log))
    patch.setattr(BufferedLog, "start", lambda self: None)  # its thread would write at any time
    for module in (stream, multi_session):
        patch.setattr(module, "HEARTBEAT", 0.0)
    patch.setattr(stream, "BEAT", 0.001)
    patch.setattr(metrics, "PENDING", 0.0)  # what is counted once a minute would differ by when
    patch.setattr(deliverer.Deliverer, "start", lambda self: None)  # messages leave where deliver() has them leave
    patch.setattr(deliverer, "TIDYING", inf)
    patch.setattr(deliverer, "IN_A_LANE", 1)  # else it depends on when which is sent first, and stored with which
    patch.setattr(deliverer, "now", lambda: datetime.fromisoformat(AT))
    logging.getLogger("app").addHandler(log)
    told = {"log_level": "debug", "log_format": "json", "metrics": True, "webhooks_to_private_networks": True}
    async with Receiver() as receiver, serving(url, **told) as api:
        made = Service(api, patch, receiver, log)
        await made.settle()
        try:
            yield made
        finally:
            logging.getLogger("app").removeHandler(log)


@dataclass
class World:
    """A game at a service; `secret` draws what is hidden, `common` all else."""

    service: Service
    common: Random
    secret: Random
    slug: str
    tokens: dict
    drawn: list
    """The ids of sessions, the first that of the game."""
    sent: list = field(default_factory=list)
    """What was sent with an Idempotency-Key: by whom, the path, the body, and the key."""
    before: bytes = b""
    """The metrics before the game was opened."""
    delivers: bool = False
    """Whether messages are sent after each move, and not only at the end."""
    has_player: bool = False
    """Whether a player takes seat 2."""
    seq: int = 0
    """The number of the newest event, once somebody has looked."""
    last: int = 0
    """The number of the newest action, likewise."""

    async def get(self, path, who=None):
        return await self.service.ask("GET", path, self.tokens[who or "nobody"])

    async def post(self, path, body, who=None):
        """What a seat is answered; it sends a key, with which others may try the same."""
        key = f"key-of-{who}-{len(self.sent):08}"
        self.sent.append((who, path, body, key))
        made = await self.service.ask("POST", path, self.tokens[who or "nobody"], body, idempotency_key=key)
        if self.delivers:
            await self.service.deliver()
        return made

    async def open(self, setup=None, orders=(), seats=SEATS, by="key", hidden_dice=(), **rest):
        """Open the game, with these orders of its decks; a series without a setup.

        `hidden_dice`: the numbers of actions whose dice are another in each world.
        """
        dealt, hidden = dict(enumerate(orders)), {number: self.secret.randbytes(32) for number in hidden_dice}

        def dice_of(_session, number, _seed):
            return Dealt(hidden.get(number, bytes([number]) * 32), dealt if number == 1 else {})

        self.service.patch.setattr(dice, "provable_dice", dice_of)
        self.before = (await self.get("/metrics")).body
        kind = {"kind": "series"} if setup is None else {"kind": "game", "setup": setup}
        visibility = self.common.choice(("public", "public", "unlisted"))
        body = {**kind, "seats": seats, "visibility": visibility, **rest}
        made = await self.post(f"/v1/rulesets/{self.slug}/sessions", body, by)
        assert made.status == 201, made.text
        tokens = made.json()["tokens"]
        self.tokens |= {**tokens["seats"], "host": tokens["host"]}
        if self.has_player:
            await self.take(2, "player")

    async def take(self, seat, player):
        """Let a player take a seat: its token is another one then, and the player's is one too."""
        made = await self.post(f"/v1/sessions/{SESSION}/seats/{seat}/claims", {}, "host")
        used = await self.post("/v1/claims", {"claim": made.json()["claim"]}, player)
        assert used.status == 200, used.text
        self.tokens[str(seat)] = used.json()["token"]

    async def look(self):
        """The number of the newest event; it and that of the newest action are kept while the session is there."""
        found = await self.get(f"/v1/sessions/{SESSION}", "host")
        if found.status == 200:
            self.seq, self.last = found.json()["seq"], sum(found.json()["actions"].values())
        return self.seq

    async def send(self, seat, replaces=None, **action):
        """What a seat is answered to a move."""
        body = {"seen": await self.look(), "move": action, **({"replaces": replaces} if replaces else {})}
        return await self.post(f"/v1/rulesets/{self.slug}/sessions/{SESSION}/actions", body, str(seat))

    async def act(self, seat, **action):
        """A move that is legal."""
        made = await self.send(seat, **action)
        assert made.status == 201, made.text
        return made.json()

    async def answer(self, seat, number, **answer):
        """An answer that is legal."""
        made = await self.post(f"/v1/sessions/{SESSION}/actions/{number}/answers", answer, str(seat))
        assert made.status == 200, made.text
        return made.json()

    async def void(self, number):
        """What the host is answered who takes an action back."""
        return await self.post(f"/v1/sessions/{SESSION}/actions/{number}/void", {}, "host")

    async def asked(self, who):
        """The open questions as somebody sees them."""
        found = await self.get(f"/v1/sessions/{SESSION}/questions", str(who))
        return found.json()["items"]

    def end(self):
        """Delete the game, and what was opened since."""
        database = self.service.api.app.state.context.database
        for id in self.drawn:
            delete_session(database, id)
