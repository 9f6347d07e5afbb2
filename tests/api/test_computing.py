"""Jobs beside the event loop: what one address asks for leaves a place to others."""

import asyncio
import threading

import pytest

from app.api.computing import OF_ONE, Jobs, Workplaces
from app.api.middleware.sender import SENDER
from app.errors import Problem

pytestmark = pytest.mark.anyio
LONG = 60.0
"""Seconds that nothing here takes."""


async def run_for(sender, jobs, work):
    SENDER.set(sender)
    return await jobs.run(work)


def slice_by_slice(work):
    yield
    return work()


async def slices_for(sender, jobs, work):
    SENDER.set(sender)
    return await jobs.run_in_slices(slice_by_slice(work))


async def test_however_much_one_address_asks_for_others_are_answered():
    going_on, places = threading.Event(), Workplaces(2)
    odds, replays = Jobs(places), Jobs(places)
    asked = [asyncio.create_task(run_for("192.0.2.1", odds, lambda: going_on.wait(LONG))) for _ in range(OF_ONE)]
    asked.append(asyncio.create_task(slices_for("192.0.2.1", replays, lambda: going_on.wait(LONG))))
    try:
        await asyncio.sleep(0)
        with pytest.raises(Problem) as refused:
            await run_for("192.0.2.1", odds, lambda: 1)
        assert refused.value.code == "busy"
        assert await asyncio.wait_for(run_for("192.0.2.2", odds, lambda: 2), LONG) == 2
        assert await asyncio.wait_for(slices_for("2001:db8::1", replays, lambda: 3), LONG) == 3
    finally:
        going_on.set()
    assert await asyncio.gather(*asked) == [True] * len(asked)
    assert await run_for("192.0.2.1", odds, lambda: 4) == 4
