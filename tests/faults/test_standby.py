"""A synchronous standby takes over under load: nothing acknowledged is lost, and no process is started again."""

import asyncio
import signal

import psycopg
import pytest

from tests import postgres
from tests.faults.load import Load
from tests.servers import client
from tests.waiting import until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def standby(cluster):
    with postgres.cluster(primary=cluster) as standby, psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        connection.execute("SELECT pg_reload_conf()")
        state = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
        await until(lambda: connection.execute(state).fetchone())
        yield standby


def url_of(*clusters):
    """The URL that docs/performance.md shows for an instance with a standby."""
    hosts = "&".join(f"host=127.0.0.1:{cluster.port}" for cluster in clusters)
    return f"postgresql://postgres@/postgres?{hosts}&target_session_attrs=read-write"


async def test_a_standby_that_is_promoted_under_load_has_all_that_was_acknowledged(cluster, standby, nursery):
    server = await asyncio.to_thread(nursery.start, url_of(cluster, standby))
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        async with load.running():
            await load.more()
            await asyncio.to_thread(cluster.stop, signal.SIGQUIT)
            await load.trouble()
            assert (await http.get("/readyz")).status_code == 503
            with psycopg.connect(standby.url, autocommit=True) as connection:
                assert connection.execute("SELECT pg_promote(wait_seconds => 60)").fetchone() == (True,)
            await load.more()
        await load.check()
        assert (await http.get("/readyz")).status_code == 200
    assert (load.cut_off, server.poll()) == (0, None)
