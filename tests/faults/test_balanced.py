"""One of two processes behind a balancer is killed under load: the other goes on, and nothing is lost or doubled."""

import asyncio

import pytest

from tests.faults.load import CLIENTS, Load
from tests.haproxy import balancer
from tests.servers import client, free_port

pytestmark = pytest.mark.anyio


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
