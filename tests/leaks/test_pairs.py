"""Two games that differ only in what somebody may not see tell this one the same bytes, through every channel."""

import re
from random import Random

import pytest

from tests.leaks.channels import CHANNELS
from tests.leaks.extremes import least, most
from tests.leaks.games import GAMES, SHORT
from tests.leaks.viewers import Viewer
from tests.leaks.worlds import SESSION, service
from tests.thorough import cases, seeds, thorough

pytestmark = pytest.mark.anyio
NAMES = re.compile(rb"um[a-z]_[A-Za-z0-9_-]{43}|[0-9a-f]{32,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""What is drawn anew in each game: tokens, digests, salts, ids, and the hashes that follow from them."""
PARTS = 3
"""Into how many parts the channels are cut; each pair is asked one of them, in turn."""


def secrets(seed):
    """What draws the hidden things of a pair: now and then the least that is possible, and the most."""
    return (least(), most()) if seed % 4 == 0 else (Random(f"{seed} one"), Random(f"{seed} other"))


async def played(service, game, seed, secret):
    """A world in which the game was played; which secret it is does not change what the others may see."""
    world = service.world(Random(seed), secret, game.slug)
    world.delivers, world.has_player = seed % PARTS == 1, seed % 2 == 1
    await game.play(world)
    await world.look()
    return world


def wanted(game, random):
    """Every channel with those who ask it, in order: who has most to do with what is hidden, and others."""
    for channel in CHANNELS:
        if channel.name in game.left_out:
            continue
        first, *others = game.viewers
        whose = channel.viewers or (first, *random.sample(others, cases(1, len(others))))
        for name in whose:
            if channel.viewers is None or name in game.viewers:
                yield channel, name


async def heard(world, game, seed):
    """All that is heard in this part: by which channel, by whom, what was asked, and every byte."""
    for place, (channel, name) in enumerate(list(wanted(game, Random(seed)))):
        if place % PARTS == seed % PARTS or channel.viewers:
            viewer = Viewer(world, game, name, Random(f"{seed} {channel.name} {name}"), few=cases(2, 5))
            await channel.ask(viewer, channel.path)
            for what, some in viewer.heard:
                yield f"{channel.name} as {name}: {what}".encode() + b"\n" + some


def plainly(all_heard):
    """The same with tokens, digests, ids, hashes and heads by the order of their first appearance."""
    names = {}
    for one in all_heard:
        yield NAMES.sub(lambda found: names.setdefault(found[0], b"#%d" % len(names)), one)


def difference(one, other):
    """Where two answers begin to differ, with what was asked."""
    at = next(
        (n for n, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]), min(len(one), len(other))
    )
    return one[:200], one[max(0, at - 100) : at + 200], other[max(0, at - 100) : at + 200]


async def pair(served, game, seed):
    """What two worlds of a pair tell, and their logs as the owner of what is hidden reads them."""
    found, logs = [], []
    for secret in secrets(seed):
        world = await played(served, game, seed, secret)
        if game.owner:
            log = await world.get(f"/v1/sessions/{SESSION}/events?format=ndjson", game.owner)
            logs.append(NAMES.sub(b"", log.body) if game.is_in_log else log.body)
        found.append(list(plainly([each async for each in heard(world, game, seed)])))
        world.end()
    return found, logs


def differing(one, other):
    """What a pair tells differently; at the end, how much more one of the two tells."""
    more = [] if len(one) == len(other) else [(len(one), len(other))]
    return [difference(*both) for both in zip(one, other, strict=False) if both[0] != both[1]] + more


@thorough
@pytest.mark.parametrize("name", cases(SHORT, tuple(GAMES)))
async def test_a_seat_is_told_the_same_whatever_it_may_not_see(sqlite_url, monkeypatch, alone, name):
    """A pair that differs is played once more: what depends on when it was asked is no secret, and differs elsewhere."""
    game, differ = GAMES[name], 0
    first = list(GAMES).index(name) % PARTS  # a plain run asks each part of some game
    async with service(sqlite_url, monkeypatch) as served:
        for seed in [first + seed for seed in seeds(1, 6)]:
            found, logs = await pair(served, game, seed)
            if differing(*found):
                again, _ = await pair(served, game, seed)
                assert not differing(*again), f"pair {seed}"
            differ += len({*logs}) > 1
    assert not game.owner or differ > cases(1, 6) / 4
