"""PgBouncer in transaction mode: each transaction on any connection, and no notifications."""

import asyncio

import pytest

from app.persistence.connecting.database import open_database
from tests.faults.load import PATIENCE, Load
from tests.follower import Follower
from tests.pgbouncer import pooler
from tests.servers import client
from tests.thorough import only_thorough
from tests.waiting import until

pytestmark = pytest.mark.anyio


@only_thorough("starts four servers")
async def test_two_processes_behind_pgbouncer_write_all_and_tell_each_others_followers(tmp_path, postgres_url, nursery):
    with pooler(tmp_path, postgres_url) as url:
        one, other = [await asyncio.to_thread(nursery.start, url) for _ in range(2)]
        async with client(one.port) as http:
            load = Load(http)
            await load.open()
            follower = Follower(other.port, load.session)
            following = asyncio.create_task(follower.follow())
            await until(lambda: follower.connections)
            async with load.running():
                for _ in range(5):
                    await load.more()
            await load.check()
            await http.post(f"/v1/sessions/{load.session}/close", headers={"Authorization": f"Bearer {load.token}"})
            await asyncio.wait_for(following, PATIENCE)
        assert [event["seq"] for event in follower.events] == list(range(1, len(follower.events) + 1))
        assert (load.cut_off, load.refused, one.poll(), other.poll()) == (0, 0, None, None)


def shown(engine, *names):
    """The settings of PostgreSQL within a transaction."""
    with engine.begin() as connection:
        return [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in names]


def test_limits_hold_behind_pgbouncer_and_stay_with_the_transaction(tmp_path, postgres_url):
    with pooler(tmp_path, postgres_url) as url:
        database = open_database(url)
        limits = ("statement_timeout", "idle_in_transaction_session_timeout")
        assert shown(database.reader, limits[0], "transaction_read_only") == ["10s", "on"]
        assert shown(database.writer, *limits, "transaction_read_only") == ["10s", "15s", "off"]
        assert shown(database.unhurried(), *limits) == ["0", "0"]
        database.dispose()
