"""Old attacks are deleted while the service is under load: nobody is refused, and nothing else is lost."""

import asyncio

import pytest
import sqlalchemy as sa

from app.persistence.connecting.database import open_database
from app.persistence.stored import tables
from tests.client import ATTACKS, SEED
from tests.faults import SCALE
from tests.faults.load import Load
from tests.servers import client
from tests.thorough import thorough

pytestmark = pytest.mark.anyio
OLD = 100 * SCALE


@thorough
async def test_pruning_under_load_refuses_and_loses_nothing(database_url, nursery):
    server = nursery.start(database_url)
    async with client(server.port) as http:
        for _ in range(OLD // 50):
            answers = await asyncio.gather(*(http.post(ATTACKS, json={"situation": SEED}) for _ in range(50)))
            assert {answer.status_code for answer in answers} == {201}
        database = open_database(database_url)
        with database.writer.begin() as connection:
            connection.execute(sa.update(tables.sessions).values(created_at="2020-01-01T00:00:00.000Z"))
            connection.execute(sa.update(tables.actions).values(resolved_at="2020-01-01T00:00:00.000Z"))
        load = Load(http)
        await load.open()
        async with load.running():
            await load.more()
            pruning = nursery.run(
                database_url, "prune", **{"UMPIRE_KEEP_SINGLE_DAYS": 30, "app.services.instance.retention:AT_ONCE": 20}
            )
            assert await asyncio.to_thread(pruning[0].wait) == 0
            await load.more()
        await load.check()
        assert (load.refused, load.cut_off) == (0, 0)
        with database.reader.connect() as connection:
            left = connection.execute(sa.select(tables.sessions.c.kind)).scalars().all()
        database.dispose()
    assert left == ["series"]
