"""Games in pairs: what seat 2 may see is the same in both, and what seat 1 holds is another."""

from dataclasses import dataclass, field
from random import Random

from app.domain.fairness import ProvableDice
from app.services.actions import dice
from app.services.keys import create_key
from app.services.sessions import open as opening

SESSION = "01a20157-5b1e-7069-be8d-04f1faee2e37"
AT = "2026-11-22T01:02:03.004Z"
SEATS = [{"name": "Anton"}, {"name": "Beatrix"}]


@dataclass(frozen=True)
class Dealt(ProvableDice):
    """Dice of the service, but for the order of shuffles, which is told: by the place of the roll."""

    orders: dict[int, list[int]] = field(default_factory=dict)

    def shuffle(self, size, *, index):
        return tuple(self.orders.get(index) or super().shuffle(size, index=index))


@dataclass
class World:
    """A game over HTTP; `secret` draws what seat 2 may not see, `common` all else."""

    api: object
    common: Random
    secret: Random
    key: str
    slug: str = ""
    tokens: dict = field(default_factory=dict)
    others: tuple = ()
    """Who beside seat 2 may not see it either; in a series the host may."""

    async def open(self, setup=None, orders=()):
        """Open the game, with these orders of its decks; a series without a setup."""
        dealt = dict(enumerate(orders))
        self.patched(lambda _session, number, _seed: Dealt(bytes([number]) * 32, dealt if number == 1 else {}))
        self.others = ("nobody", "key") if setup is None else ("nobody", "key", "host")
        kind = {"kind": "series"} if setup is None else {"kind": "game", "setup": setup}
        body = {**kind, "seats": SEATS, "visibility": "public"}
        made = await self.api.post(f"/v1/rulesets/{self.slug}/sessions", body, self.key)
        assert made.status_code == 201, made.text
        tokens = made.json()["tokens"]
        self.tokens = {**tokens["seats"], "host": tokens["host"], "key": self.key, "nobody": None}

    async def seq(self):
        return (await self.api.get(f"/v1/sessions/{SESSION}")).json()["seq"]

    async def send(self, seat, replaces=None, **action):
        """What a seat is answered to a move."""
        body = {"seen": await self.seq(), "action": action, **({"replaces": replaces} if replaces else {})}
        return await self.api.post(f"/v1/rulesets/{self.slug}/sessions/{SESSION}/actions", body, self.tokens[str(seat)])

    async def act(self, seat, **action):
        """A move that is legal."""
        made = await self.send(seat, **action)
        assert made.status_code == 201, made.text
        return made.json()

    async def asked(self, seat):
        """The open questions as somebody sees them."""
        found = await self.api.get(f"/v1/sessions/{SESSION}/questions", self.tokens[str(seat)])
        return found.json()["items"]


def world_of(api, monkeypatch, key, slug, common, secret):
    """A world before its game is opened: ids, clock and seeds are the same in each."""
    monkeypatch.setattr(opening, "uuid7", lambda: SESSION)
    monkeypatch.setattr(opening, "draw_seed", lambda: bytes(32))
    monkeypatch.setattr(api.app.state.context.writer, "_clock", lambda: AT)
    world = World(api, common, secret, key, slug)
    world.patched = lambda made: monkeypatch.setattr(dice, "provable_dice", made)
    return world


def key_for(api):
    """An API key that opens sessions."""
    return create_key(api.app.state.context.database, "club")[1]


def shuffled(random, items):
    """The same items in another order."""
    return random.sample(items, len(items))


async def face_down(world):
    """Seat 1 swaps a card, perhaps, and lays one, whose card and stake nobody knows."""
    common, secret = world.common, world.secret
    places = shuffled(common, range(8))
    own, others = places[:2], shuffled(secret, places[2:])
    await world.open({"cards": [1, 2, 3, 4, 5, 6, 7, 8], "hand": 2}, [[*others[:2], *own, *others[2:]]])
    if common.random() < 0.7:
        action = await world.act(1, kind="swap")
        if common.random() < 0.3:
            return
        choice = secret.choice(action["pending"]["choices"])["choice"]
        assert (await world.api.answer(action, world.tokens["1"], choice=choice)).status_code == 200
    laid = await world.act(1, kind="lay", place=common.randrange(2), stake=secret.randint(1, 3))
    if common.random() < 0.5:
        again = await world.send(1, laid["number"], kind="lay", place=0, stake=secret.randint(1, 3))
        assert again.status_code == 202, again.text


def strike(common, secret):
    """A strike at cards of which the first are turned up and the same in both."""
    first = [common.randint(1, 9) for _ in range(common.randint(1, 3))]
    cards = [*first, *(secret.randint(1, 9) for _ in range(common.randint(1, 3)))]
    return {"strength": common.randint(1, sum(first)), "cards": [{"value": value} for value in cards]}


def assault(common, secret):
    """An assault of which the same is true; what lies below the cards that are turned up may be anything."""
    known = [card(common, f"known-{n}") for n in range(common.randint(1, 3))]
    gate = [*known, *(hidden_card(secret) for _ in range(common.randint(0, 2)))]
    value = common.randint(1, sum(one["gate_defense"] for one in known))
    castle = [hidden_card(secret) for _ in range(common.randint(1, 2))]
    return {"attack": {"value": value}, "gate": gate, "castle": castle}


async def attacks(world):
    """Seat 1 attacks cards that are hidden but for those that are turned up, and may propose another attack."""
    common = world.common
    await world.open()

    async def attack(**rest):
        situation = MADE[world.slug](common, world.secret)
        body = {"situation": situation, "session_id": SESSION, **rest}
        return await world.api.post(f"/v1/rulesets/{world.slug}/attacks", body, world.tokens["1"])

    for n in range(common.randint(1, 3)):
        assert (await attack(reference=f"attack-{n}")).status_code == 201
    if common.random() < 0.6:
        assert (await attack(replaces=1)).status_code == 202
        if common.random() < 0.5:
            path = f"/v1/sessions/{SESSION}/actions/1/answers"
            assert (await world.api.post(path, {"agree": True}, world.tokens["2"])).status_code == 200


def card(random, name, least=1):
    """A made-up card."""
    return {"card": name, "gate_defense": random.randint(least, 9), "castle_defense": random.randint(least, 9)}


def hidden_card(random):
    """A card whose every part may differ, its length too."""
    purple = random.random() < 0.3
    effect = {"effect": {"effect": "end-attack"}} if purple else {}
    name = random.choice(["ogre", "troll", "dwarf", "wall", "cat"]) * random.randint(1, 3)
    return card(random, name, 0) | {"purple": purple, **effect}


async def siege(world):
    """Each lays; seat 1 attacks cards that are the same in both games, and seat 2 those that it turns up in both."""
    common, secret = world.common, world.secret
    gate, castle = common.randint(1, 3), common.randint(1, 2)
    known = [card(common, f"known-{n}") for n in range(common.randint(0, gate))]
    own = [card(common, f"own-{n}") for n in range(gate + castle)]
    await world.open({"starting_seat": 1, "gate": gate, "castle": castle})
    first = [*known, *(hidden_card(secret) for _ in range(gate + castle - len(known)))]
    todo = [(1, one) for one in first], [(2, one) for one in own]
    while any(todo):
        lays = common.choice([one for one in todo if one])
        seat, one = lays[0]
        place = gate + castle - len(lays)
        last = await world.act(seat, kind="lay", structure="gate" if place < gate else "castle", card=one)
        lays.pop(0)
        if seat == 1 and place >= len(known) and any(todo) and common.random() < 0.15:
            body = {"kind": "lay", "structure": last["situation"]["structure"], "card": hidden_card(secret)}
            assert (await world.send(1, last["number"], **body)).status_code == 202
            return
    if common.random() < 0.5:
        await world.act(1, kind="lay", structure="castle", card=hidden_card(secret))
    await world.act(1, kind="play-attack", value=common.randint(1, sum(one["gate_defense"] for one in own[:gate])))
    await world.act(1, kind="end-turn")
    if known and common.random() < 0.7:
        await world.act(2, kind="play-attack", value=common.randint(1, sum(one["gate_defense"] for one in known)))


async def whole(world):
    """Both are dealt cards and lay them; seat 2 attacks a card that is the same in both games, with cards of its own."""
    common, secret = world.common, world.secret
    setups = (await world.api.get(f"/v1/rulesets/{world.slug}")).json()["game"]["setups"]
    setup = {**setups["whole-sample"], "starting_seat": 1}
    kinds = {kind["card"]: kind for kind in setup["whole"]["cards"]}
    names = [name for name, kind in kinds.items() for _ in range(kind["copies"])]
    order = dealt_order(names, kinds, common, secret)
    await world.open(setup, [order])
    deck = [names[at] for at in order]
    steps, made, kept = common.choice((common.randint(1, 15), 99)), 0, []
    for first in (0, 10):
        mine, own = deck[first : first + 5], deck[first + 5 : first + 10]
        places = [(seat, where) for seat in (1, 2) for where in ("gate", "gate", "castle", "castle")]
        for seat, where in places if first == 0 else shuffled(common, places):
            card = (mine if first == made == 0 else shuffled(secret, mine))[0] if seat == 1 else common.choice(own)
            (mine if seat == 1 else own).remove(card)
            await world.act(seat, kind="lay-card", structure=where, card=card)
            made += 1
            if made == steps:
                return
        kept += mine
    if common.random() < 0.5:
        await world.act(1, kind="lay-card", structure="castle", card=secret.choice([*kept, deck[20]]))
    await world.act(1, kind="end-turn")
    weak = [name for name, kind in kinds.items() if 0 < (kind["attack"] or 0) < 5 and not kind["bypasses_gate"]]
    (asked,) = await world.asked(2)
    plays = [one["choice"] for one in asked["choices"] if one["choice"].get("card") in weak]
    plays = [choice for choice in plays if choice["kind"] == "play-card"]
    if plays:
        await world.act(2, **common.choice(plays))
        for asked in await world.asked(2):
            if asked["question"] == "discard-from-hand" and common.random() < 0.6:
                path = f"/v1/sessions/{SESSION}/actions/{asked['action']}/answers"
                body = {"seen": asked["seen"], "choice": common.choice(asked["choices"])["choice"]}
                assert (await world.api.post(path, body, world.tokens["2"])).status_code == 200


def dealt_order(names, kinds, common, secret):
    """An order of the draw pile: what seat 2 is dealt and draws is the same, and the first card of seat 1, a wall."""
    plain = shuffled(common, [n for n, name in enumerate(names) if not kinds[name]["purple"]])
    wall = next(n for n in plain if names[n] == "sample-wall")
    plain.remove(wall)
    own, rest = plain[:20], shuffled(secret, plain[20:])
    hidden = shuffled(secret, [*rest[10:], *(n for n, name in enumerate(names) if kinds[name]["purple"])])
    return [wall, *rest[:4], *own[:5], *rest[4:9], *own[5:10], rest[9], *own[10:], *hidden]


async def stalingrad(world):
    """Both play what they may, but seat 1 no card; the game stops anywhere in the first turn, or where that is all."""
    common, secret = world.common, world.secret
    setups = (await world.api.get(f"/v1/rulesets/{world.slug}")).json()["game"]["setups"]
    mine = shuffled(common, range(4))
    orders = [shuffled(secret, range(4)), [*mine[:2], *shuffled(secret, mine[2:])]]
    await world.open(setups["sample-with-cards"], orders)
    steps, ends_before_move = common.randint(1, 9), common.random() < 0.6
    for step in range(20):
        (asked,) = await world.asked("nobody")
        if step >= steps and (not ends_before_move or (asked["seat"], asked["question"]) == (2, "act")):
            return  # often where seat 2 may fire, and send answers along that are not for it
        seat = asked["seat"]
        (asked,) = await world.asked(seat)
        choices = [one["choice"] for one in asked["choices"] if may_choose(one["choice"], seat)]
        if not choices:
            return
        choice = common.choice(choices[:6])
        if asked["question"] == "act":
            await world.act(seat, **choice)
        else:
            path = f"/v1/sessions/{SESSION}/actions/{asked['action']}/answers"
            body = {"seen": asked["seen"], "choice": choice}
            done = await world.api.post(path, body, world.tokens[str(seat)])
            assert done.status_code == 200, done.text


def may_choose(choice, seat):
    """Whether a game of a pair goes on with this choice: seat 1 shows no card, and the turn does not end."""
    return choice.get("kind") not in ("pass", "propose-end", "concede") and (seat == 2 or not choice.get("card"))


GAMES = {
    "cards": ("face-down", face_down),
    "strikes": ("face-down", attacks),
    "assaults": ("castle-rampage", attacks),
    "siege": ("castle-rampage", siege),
    "whole": ("castle-rampage", whole),
    "stalingrad": ("storm-over-stalingrad", stalingrad),
}
"""What is played in pairs: the slug of the ruleset, and how."""
MADE = {"face-down": strike, "castle-rampage": assault}
"""How attacks are made up, by the slug of the ruleset."""

LAYS = [{"kind": "lay", "structure": structure, "card": card(Random(1), "ogre")} for structure in ("gate", "castle")]
HELD = [
    *({"kind": "lay-card", "structure": "gate", "card": name} for name in ("sample-wall", "sample-rider", "nothing")),
    *({"kind": "play-card", "card": name} for name in ("sample-wall", "sample-footman", "sample-ram", "nothing")),
    {"kind": "end-turn"},
]
GUESSES = {
    "face-down": (
        [{"kind": "lay", "place": 7, "stake": 1}, {"kind": "lay", "place": 0, "stake": 5}],
        [{"value": value} for value in (1, 5, 9)],
    ),
    "castle-rampage": (
        [*LAYS, {"kind": "turn-up", "structure": "gate", "discard": False}, {"kind": "draw", "cards": 20}, *HELD],
        [{"card": None}, {"structure": "gate"}, {"card": "sample-wall"}],
    ),
    "storm-over-stalingrad": (
        [
            {"kind": "play-card", "card": name, "target": "station"}
            for name in ("barrage", "volley", "assault", "rubble", "nothing")
        ],
        [{"card": name} for name in ("barrage", "shortage", "observer", "rubble", "cellars")] + [{"card": None}],
    ),
}
"""What seat 2 tries by ruleset: moves, and answers to questions; some are refused, and none shows what is hidden."""
