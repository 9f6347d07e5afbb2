"""Castles in pairs: attacks alone and in series, sieges, sealed sieges, and whole games."""

from dataclasses import replace

from app.rulesets.castle_rampage.game.seals import seal_of
from app.rulesets.castle_rampage.model import Card, Effect, EffectKind
from tests.leaks.worlds import SESSION


def shuffled(random, items):
    """The same items in another order."""
    return random.sample(items, len(items))


def card(random, name, least=1):
    """A made-up card."""
    return {"card": name, "gate_defense": random.randint(least, 9), "castle_defense": random.randint(least, 9)}


def hidden_card(random):
    """A card whose every part may differ, its length too."""
    purple = random.random() < 0.3
    effect = {"effect": {"effect": "end-attack"}} if purple else {}
    name = random.choice(["ogre", "troll", "dwarf", "wall", "cat"]) * random.randint(1, 3)
    called = {"name": random.choice(["Ogre", "Великан", "known-1", "巨人" * 9])} if random.random() < 0.5 else {}
    return card(random, name, 0) | {"purple": purple, **effect, **called}


def assault(common, secret):
    """An assault that turns up the same in both games; what lies below may be anything."""
    known = [card(common, f"known-{n}") for n in range(common.randint(1, 3))]
    gate = [*known, *(hidden_card(secret) for _ in range(common.randint(0, 2)))]
    value = common.randint(1, sum(one["gate_defense"] for one in known))
    castle = [hidden_card(secret) for _ in range(common.randint(1, 2))]
    return {"attack": {"value": value}, "gate": gate, "castle": castle}


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
        structure = "gate" if place < gate else "castle"
        last = await world.act(seat, kind="lay", structure=structure, card=one)
        lays.pop(0)
        if seat == 1 and place >= len(known) and any(todo) and common.random() < 0.15:
            await lay_another(world, last)
            return
    if common.random() < 0.5:
        await world.act(1, kind="lay", structure="castle", card=hidden_card(secret))
    await world.act(1, kind="play-attack", value=common.randint(1, sum(one["gate_defense"] for one in own[:gate])))
    await world.act(1, kind="end-turn")
    if known and common.random() < 0.7:
        await world.act(2, kind="play-attack", value=common.randint(1, sum(one["gate_defense"] for one in known)))


async def lay_another(world, laid):
    """Seat 1 wants to have laid another card: the host takes it back, or seat 2 is asked, and may agree."""
    way, structure, number = world.common.random(), laid["situation"]["structure"], laid["number"]
    move = {"kind": "lay", "structure": structure, "card": hidden_card(world.secret)}
    if way < 0.4:
        assert (await world.void(number)).status == 200
        await world.act(1, **move)
        return
    assert (await world.send(1, number, **move)).status == 202
    if way < 0.7:
        await world.answer(2, number, agree=True)


async def sealed(world):
    """A sealed siege: the service has digests; seat 2 has a card of seat 1 shown that is the same in both games."""
    common, secret = world.common, world.secret
    gate, castle = common.randint(1, 3), common.randint(1, 2)
    setup = {"starting_seat": 2, "gate": gate, "castle": castle, "level": "sealed"}
    await world.open(setup)
    top, salt = Card("known", common.randint(1, 9), common.randint(1, 9)), common.randbytes(16).hex()
    structures = ["gate"] * gate + ["castle"] * castle
    for place, structure in enumerate(structures):
        seal = seal_of(top, salt) if place == 0 else seal_of(sealed_card(secret), secret.randbytes(16).hex())
        await world.act(1, kind="lay", structure=structure, seal=seal)
    for structure in structures:
        own = seal_of(sealed_card(common), common.randbytes(16).hex())
        await world.act(2, kind="lay", structure=structure, seal=own)
    if common.random() < 0.3:
        return
    attack = await world.act(2, kind="play-attack", value=common.randint(1, top.gate_defense))
    if common.random() < 0.7:
        shown = {"card": "known", "gate_defense": top.gate_defense, "castle_defense": top.castle_defense}
        choice = {"card": shown, "salt": salt}
        await world.answer(1, attack["number"], seen=attack["pending"]["seen"], choice=choice)


def sealed_card(random):
    """A made-up card as the rules take it."""
    made = Card(random.choice(["ogre", "troll"]) * random.randint(1, 3), random.randint(0, 9), random.randint(0, 9))
    purple = random.random() < 0.3
    return replace(made, purple=True, effect=Effect(EffectKind.END_ATTACK)) if purple else made


async def whole(world):
    """Both are dealt cards and lay them; seat 2 attacks a card that is the same in both games, with cards of its own."""
    common, secret = world.common, world.secret
    setups = (await world.get(f"/v1/rulesets/{world.slug}")).json()["game"]["setups"]
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
            laid = (mine if first == made == 0 else shuffled(secret, mine))[0] if seat == 1 else common.choice(own)
            (mine if seat == 1 else own).remove(laid)
            await world.act(seat, kind="lay-card", structure=where, card=laid)
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
                choice = common.choice(asked["choices"])["choice"]
                await world.answer(2, asked["action"], seen=asked["seen"], choice=choice)


def dealt_order(names, kinds, common, secret):
    """An order of the draw pile: what seat 2 is dealt and draws is the same, and the first card of seat 1, a wall."""
    plain = shuffled(common, [n for n, name in enumerate(names) if not kinds[name]["purple"]])
    wall = next(n for n in plain if names[n] == "sample-wall")
    plain.remove(wall)
    own, rest = plain[:20], shuffled(secret, plain[20:])
    hidden = shuffled(secret, [*rest[10:], *(n for n, name in enumerate(names) if kinds[name]["purple"])])
    return [wall, *rest[:4], *own[:5], *rest[4:9], *own[5:10], rest[9], *own[10:], *hidden]


async def attacks(world, made=assault):
    """Seat 1 attacks cards that are hidden but for those that are turned up, and may propose another attack."""
    common = world.common
    await world.open()

    async def attack(**rest):
        body = {"situation": made(common, world.secret), "session_id": SESSION, **rest}
        return await world.post(f"/v1/rulesets/{world.slug}/attacks", body, "1")

    for n in range(common.randint(1, 3)):
        assert (await attack(reference=f"attack-{n}")).status == 201
    if common.random() < 0.6:
        assert (await attack(replaces=1)).status == 202
        if common.random() < 0.5:
            await world.answer(2, 1, agree=True)


async def alone(world, made=assault):
    """Somebody attacks in a session of its own; who opened it is its host, and the only one who sees what lies there."""
    body = {"situation": made(world.common, world.secret), "reference": "alone"}
    answer = await world.post(f"/v1/rulesets/{world.slug}/attacks", body)
    assert answer.status == 201, answer.text
    world.tokens |= {"host": answer.json()["tokens"]["host"], "1": None, "2": None}
