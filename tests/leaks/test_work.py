"""Two games that differ only in what somebody may not see cost the same work, whoever asks: so time cannot tell it."""

import asyncio
from random import Random

import pytest

from tests.leaks.channels import CHANNELS
from tests.leaks.extremes import least, most
from tests.leaks.games import GAMES
from tests.leaks.viewers import Viewer
from tests.leaks.work import Work
from tests.leaks.worlds import service
from tests.thorough import cases, only_thorough, thorough

ALL = tuple(name for name in GAMES if name != "a private session")
"""A session that is there is looked up, and one that is not cannot be."""


async def worked(served, work, game, seed, secret, viewer):
    """What each ask took in a world: the channel, what was asked, and the calls."""
    world = served.world(Random(seed), secret, game.slug)
    await game.play(world)
    await world.look()
    for channel in CHANNELS:
        if channel.viewers is None:
            random = Random(f"{seed} {channel.name}")
            asking = Viewer(world, game, viewer, random, few=cases(2, 5), around=work.counted)
            await channel.ask(asking, channel.path)
            for what, calls in asking.measured:
                yield channel.name, what, calls
    world.end()


async def differences(url, patch, game, viewer):
    """The asks of some shapes of a game whose work differs between its extremes, twice, with the calls that do."""
    work, found = Work(), []
    with work.listening():
        async with service(url, patch) as served:
            for seed in (game.shape or 0, *cases((), (100,))):
                await each(served, work, game, seed, least(), viewer)  # after the first all texts are ready
                once, twice = [
                    [await each(served, work, game, seed, secret, viewer) for secret in (least(), most())]
                    for _ in range(2)
                ]
                known = {(channel, what) for channel, what, _ in differing(*once)}
                found += [one for one in differing(*twice) if one[:2] in known]
    return found


async def each(served, work, game, seed, secret, viewer):
    """What each ask took in a world."""
    return [one async for one in worked(served, work, game, seed, secret, viewer)]


def differing(one_world, other_world):
    """The asks whose work differs between two worlds, with the calls that do."""
    found = []
    for (channel, what, one), (_, _, other) in zip(one_world, other_world, strict=True):
        more = {call: (one[call], other[call]) for call in one | other if one[call] != other[call]}
        found += [(channel, what, more)] if more else []
    return found


@thorough
@pytest.mark.parametrize("name", cases((), ALL))
def test_an_answer_takes_the_same_work_whatever_is_hidden(sqlite_url, monkeypatch, alone, name):
    game = GAMES[name]
    assert asyncio.run(differences(sqlite_url, monkeypatch, game, game.viewers[0])) == []


@only_thorough("counts every call twice")
def test_the_work_tells_the_owner_of_a_hand_which_hand_it_is(sqlite_url, monkeypatch, alone):
    found = asyncio.run(differences(sqlite_url, monkeypatch, GAMES["stalingrad"], "1"))
    assert "POST /v1/sessions/{id}/actions" in {channel for channel, *_ in found}
