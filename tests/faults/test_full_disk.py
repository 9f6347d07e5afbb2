"""The disk is full: requests are refused and leave nothing, and are taken again once there is space."""

import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.client import ATTACKS, SEED, path_of
from tests.conftest import serving
from tests.faults import SCALE
from tests.faults.load import Load, check_busy, readiness_is
from tests.servers import client
from tests.thorough import thorough

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits the files of another process"),
]


MEGABYTE = 2**20


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 32 megabytes; the test is skipped where this account may not mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={32 * MEGABYTE}", "umpire-test", folder]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("NOT TESTED, a disk that fills up: only root may mount a small one, where the system lets it")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def leave(disk, megabytes):
    """Fill a disk with something else until so much is left."""
    with (disk / "filler").open("ab") as filler:
        filler.write(bytes(shutil.disk_usage(disk).free - int(megabytes * MEGABYTE)))


async def test_a_disk_that_fills_is_told_before_a_write_is_refused_and_all_goes_on_once_there_is_space(
    small_disk, nursery
):
    server = nursery.start(
        f"sqlite:///{small_disk}/umpire.db",
        UMPIRE_FREE_MEGABYTES=8,
        **{"app.persistence.writing.writer:PROBE": 0.1},
    )
    async with client(server.port) as http:
        made = (await http.post(ATTACKS, json={"situation": SEED})).json()
        leave(small_disk, 7.5)
        told = await http.get("/readyz")
        assert (told.status_code, told.json()["reason"]) == (503, "disk-nearly-full")
        assert (await http.post(ATTACKS, json={"situation": SEED})).status_code == 201
        leave(small_disk, 0)
        while (refused := await http.post(ATTACKS, json={"situation": SEED})).status_code == 201:
            pass
        check_busy(refused)
        assert refused.json()["reason"] == "disk-full"
        assert (await http.get("/readyz")).json() == {"status": "unavailable", "reason": "disk-full"}
        assert (await http.get(path_of(made))).json()["outcome"] == made["outcome"]
        (small_disk / "filler").unlink()
        await readiness_is(http, 200)
        assert (await http.post(ATTACKS, json={"situation": SEED})).status_code == 201


@pytest.mark.parametrize(("megabytes", "status"), [(10**9, 503), (0, 200)])
async def test_how_much_space_is_enough_is_a_setting(sqlite_url, megabytes, status):
    async with serving(sqlite_url, free_megabytes=megabytes) as api:
        assert (await api.get("/readyz")).status_code == status
        assert (await api.attack()).status_code == 201


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
        path = f"/v1/sessions/{load.session}"
        known = {"If-None-Match": (await http.get(path)).headers["etag"]}
        assert (await http.get(f"{path}?wait=1", headers=known)).status_code == 304  # meanwhile it tries ten times
        assert (await http.get("/readyz")).status_code == 503
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        await readiness_is(http, 200)


async def test_what_is_answered_without_writing_does_not_make_a_full_disk_ready(sqlite_url, nursery):
    server = nursery.start(sqlite_url, **{"app.persistence.writing.writer:PROBE": 3600.0})
    async with client(server.port) as http:
        key = {"Idempotency-Key": "an-attack-before-the-disk-is-full"}
        made = await http.post(ATTACKS, json={"situation": SEED}, headers=key)
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
        check_busy(await http.post(ATTACKS, json={"situation": SEED}))
        again = await http.post(ATTACKS, json={"situation": SEED}, headers=key)
        assert (again.status_code, again.json()) == (200, made.json())
        assert (await http.get("/readyz")).status_code == 503


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
