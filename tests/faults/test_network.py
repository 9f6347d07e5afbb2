"""The network between the service and PostgreSQL: what is cut or falls silent is answered 503 in time, and heals."""

import asyncio

import httpx
import pytest

from tests.faults import SCALE
from tests.faults.load import CLIENTS, Load, asked, readiness_is
from tests.faults.proxy import Proxy
from tests.follower import Follower
from tests.servers import client
from tests.thorough import thorough
from tests.waiting import until

pytestmark = pytest.mark.anyio

QUICK = {
    "app.persistence.connecting.postgresql:CONNECT": 2,
    "app.persistence.connecting.postgresql:STATEMENT": 1,
    "app.persistence.connecting.postgresql:SILENCE": 1.0,
    "app.persistence.connecting.postgresql:ABANDONED": 1,
    "app.persistence.connecting.postgresql:QUEUE": 1.0,
    "app.persistence.writing.writer:PATIENCE": 1.0,
}
"""The service's limits, shortened."""

BOUND = 60.0
"""Seconds in which every request is answered, on a machine that is busy with other things."""


@pytest.fixture
async def proxy(postgres_url):
    async with Proxy(httpx.URL(postgres_url).port) as proxy:
        yield proxy


@pytest.fixture
async def server(proxy, postgres_url, nursery):
    url = str(httpx.URL(postgres_url).copy_with(port=proxy.port))
    return await asyncio.to_thread(nursery.start, url, **QUICK)


@thorough
async def test_connections_cut_under_load_lose_and_double_nothing(proxy, server):
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        async with load.running():
            for n in range(100 * SCALE):
                await load.more(CLIENTS)
                if n >= 5 * SCALE and load.refused >= CLIENTS:
                    break
                proxy.reset()
        await load.check()
    assert (load.cut_off, server.poll()) == (0, None)
    assert load.refused >= CLIENTS
    assert load.slowest < BOUND


@pytest.mark.parametrize("moment", ["anywhere", "FOR UPDATE", "COMMIT"])
async def test_a_database_that_falls_silent_is_waited_for_no_longer_than_told(proxy, server, moment):
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        follower = Follower(server.port, load.session)
        following = asyncio.create_task(follower.follow())
        await until(lambda: follower.connections)
        async with load.running():
            if moment == "anywhere":
                await load.more()
                proxy.fall_silent()
            else:
                proxy.fall_silent(after=moment.encode())
            await load.trouble(1)
            assert (await http.get("/healthz")).status_code == 200
            if moment == "anywhere":
                await readiness_is(http, 503)
            proxy.recover()
            await load.more()
        await load.check()
        host = {"Authorization": f"Bearer {load.token}"}
        await asked(http, "POST", f"/v1/sessions/{load.session}/close", headers=host)
        await asyncio.wait_for(following, BOUND)
        assert follower.connections == 1
        assert [event["seq"] for event in follower.events] == list(range(1, len(follower.events) + 1))
    assert (load.cut_off, server.poll()) == (0, None)
    assert load.slowest < BOUND
