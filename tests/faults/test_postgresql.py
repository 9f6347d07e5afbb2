"""PostgreSQL is restarted, or dies, and comes back: nothing acknowledged is lost, and the service goes on by itself."""

import asyncio
import signal

import pytest

from tests.faults import SCALE
from tests.faults.load import Load
from tests.servers import client
from tests.thorough import thorough

pytestmark = pytest.mark.anyio


@thorough
async def test_a_database_that_is_restarted_or_dies_under_load_loses_and_doubles_nothing(cluster, nursery):
    server = nursery.start(cluster.url)
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        async with load.running():
            for how in [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL] * SCALE:  # a restart, and two ways to die
                await load.more()
                await asyncio.to_thread(cluster.stop, how)
                await load.trouble()
                assert (await http.get("/readyz")).status_code == 503
                await asyncio.to_thread(cluster.start)
            await load.more()
        await load.check()
        assert (await http.get("/readyz")).status_code == 200
    assert (load.cut_off, server.poll()) == (0, None)
