"""The disk is full: requests are refused and leave nothing, and are taken again once there is space."""

import resource
from pathlib import Path

import pytest

from tests.faults import SCALE
from tests.faults.load import Load
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
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
            await load.more()
        await load.check()
    assert (load.cut_off, server.poll()) == (0, None)
