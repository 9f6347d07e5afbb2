"""How long an answer takes tells no secret: what differs between two secrets is no more than between equal requests."""

import gc
from collections import defaultdict
from contextlib import contextmanager
from random import Random
from time import perf_counter

import pytest

from tests.leaks.channels import CHANNELS
from tests.leaks.extremes import least, most
from tests.leaks.games import GAMES, SHORT
from tests.leaks.ranks import p_value
from tests.leaks.viewers import Viewer
from tests.leaks.worlds import service
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
PAIRS = 100
OVERWHELMING = 1e-4
"""So improbable is what counts as found, and it has to be found twice: of all asks together once in 100,000 runs by
chance. A difference of half of what the times vary by is found.
"""
WORLDS = {"least": least, "least again": least, "most": most}
TIMED = (
    *("/questions", "/state", "/events", "/verification", "/actions/{number}", "/answers", "/sessions/{id}/actions"),
    *("GET /v1/actions", "/void", "retries with a used key", "GET /v1/sessions"),
)
"""What the names of the channels end with that are measured: those that read what is hidden, or refuse because of it."""


@contextmanager
def seconds():
    """A list that has, afterwards, how long it took."""
    took = []
    began = perf_counter()
    yield took
    took.append(perf_counter() - began)


async def timed(served, game, secret):
    """How long each ask took in a new world, by its channel and its place."""
    world = served.world(Random(game.shape), secret, game.slug)
    await game.play(world)
    await world.look()
    found = {}
    for channel in CHANNELS:
        if channel.name.endswith(TIMED):
            viewer = Viewer(world, game, game.viewers[0], Random(channel.name), few=2, around=seconds)
            await channel.ask(viewer, channel.path)
            found |= {(channel.name, place): took[0] for place, (_, took) in enumerate(viewer.measured)}
    world.end()
    return found


async def suspects(served, game):
    """The asks whose time tells the least secret from the most, and does not tell two equal ones apart."""
    draw = Random(0)
    times = {name: defaultdict(list) for name in WORLDS}
    gc.collect()
    for _ in range(PAIRS):
        for name in draw.sample(list(WORLDS), len(WORLDS)):
            for ask, took in (await timed(served, game, WORLDS[name]())).items():
                times[name][ask].append(took)
    one, again, other = times.values()
    assert one.keys() == again.keys() == other.keys()
    return {
        ask: p for ask in one if (p := p_value(one[ask], other[ask])) < OVERWHELMING <= p_value(one[ask], again[ask])
    }


@thorough
@pytest.mark.parametrize("name", cases((), SHORT))  # fewer pairs would find nothing
async def test_the_time_of_an_answer_tells_no_secret(sqlite_url, monkeypatch, alone, name):
    game = GAMES[name]
    async with service(sqlite_url, monkeypatch) as served:
        await timed(served, game, least())  # what is made once is made now
        found = await suspects(served, game)
        if found:
            again = await suspects(served, game)
            assert found.keys() & again.keys() == set(), {ask: (found[ask], again[ask]) for ask in found.keys() & again}
