"""One of two processes behind a balancer is killed, or told to stop, under load: the other goes on, and nothing is lost."""

import asyncio
import signal

import pytest

from tests.faults.load import CLIENTS, Load
from tests.haproxy import balancer
from tests.servers import client, free_port
from tests.thorough import only_thorough

pytestmark = pytest.mark.anyio
PATIENT_TO_LEAVE = {"app.server:DRAIN_SECONDS": 10.0}
"""A busy balancer may take long to ask twice."""


async def test_the_other_process_goes_on_where_one_is_killed(postgres_url, nursery, tmp_path):
    ports = free_port(), free_port()
    killed, other = [await asyncio.to_thread(nursery.start, postgres_url, port) for port in ports]
    with balancer(tmp_path, ports) as proxy:
        async with client(proxy.port) as http:
            for name in "ab":
                await proxy.put_back(name)
            load = Load(http)
            await load.open()
            async with load.running():
                await load.more()
                killed.kill()
                await load.more(4 * CLIENTS)
            await load.check()
    assert other.poll() is None


@only_thorough("starts three servers")
async def test_a_process_told_to_stop_sends_its_clients_elsewhere_before_it_goes(postgres_url, nursery, tmp_path):
    """The operator tells the balancer nothing: it finds out from `/readyz`, in the time that the process leaves it."""
    ports = free_port(), free_port()
    leaving, other = [await asyncio.to_thread(nursery.start, postgres_url, port, **PATIENT_TO_LEAVE) for port in ports]
    with balancer(tmp_path, ports) as proxy:
        async with client(proxy.port) as http:
            for name in "ab":
                await proxy.put_back(name)
            load = Load(http)
            await load.open()
            async with load.running():
                await load.more()
                leaving.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(leaving.wait) == 0
                await load.more(4 * CLIENTS)
            await load.check()
    assert (load.cut_off, load.refused, other.poll()) == (0, 0, None)
