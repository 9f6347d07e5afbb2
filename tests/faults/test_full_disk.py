"""The disk is full: requests are refused and leave nothing, and are taken again once there is space."""

import asyncio
import resource
from pathlib import Path

import pytest

from tests.faults import SCALE
from tests.faults.load import Load, check_busy, readiness_is
from tests.servers import client
from tests.thorough import thorough

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits the files of another process"),
]


@thorough
async def test_a_full_disk_under_load_loses_and_doubles_nothing(tmp_path, sqlite_url, nursery):
    server = nursery.start(sqlite_url)
    log = Path(f"{tmp_path}/umpire.db-wal")
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        async with load.running():
            for _ in range(2 * SCALE):
                await load.more()
                _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log.stat().st_size + 1000, most))
                await load.trouble()
                assert (await http.get(f"/v1/sessions/{load.session}")).status_code == 200
                assert (await http.get("/readyz")).status_code == 503
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
            await load.more()
        assert (await http.get("/readyz")).status_code == 200
        await load.check()
    assert (load.cut_off, server.poll()) == (0, None)


async def test_a_disk_with_space_again_is_found_out_without_a_request(tmp_path, sqlite_url, nursery):
    server = nursery.start(sqlite_url, **{"app.persistence.writing.writer:PROBE": 0.1})
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
        for _ in range(50):
            check_busy(await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"}))
        await asyncio.sleep(0.5)
        assert (await http.get("/readyz")).status_code == 503
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        await readiness_is(http, 200)


async def test_a_disk_that_fills_while_nobody_writes_is_found_out_by_asking_for_readiness(sqlite_url, nursery):
    server = nursery.start(
        sqlite_url, **{"app.persistence.writing.writer:QUIET": 0.1, "app.persistence.writing.writer:PROBE": 0.1}
    )
    async with client(server.port) as http:
        assert (await http.get("/readyz")).status_code == 200
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
        await readiness_is(http, 503)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        await readiness_is(http, 200)
