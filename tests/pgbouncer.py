"""PgBouncer before PostgreSQL, in transaction mode."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.postgres import ACCOUNT, takes_connections
from tests.servers import free_port
from tests.waiting import wait_until


@contextmanager
def pooler(folder: Path, url: str) -> Iterator[str]:
    """The URL of the same database behind a PgBouncer; the test is skipped where none is installed."""
    program = shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip("NOT TESTED, PgBouncer: it is not installed (Debian: apt-get install pgbouncer)")
    there, port = httpx.URL(url), free_port()
    settings = {
        "listen_addr": "127.0.0.1",
        "listen_port": port,
        "unix_socket_dir": "",
        "auth_type": "any",
        "pool_mode": "transaction",
        "ignore_startup_parameters": "extra_float_digits",
    }
    file = folder / "pgbouncer.ini"
    lines = [f"{name} = {value}" for name, value in settings.items()]
    database = there.path.strip("/")
    target = f"{database} = host={there.host} port={there.port} user={there.username} dbname={database}"
    file.write_text("\n".join(["[databases]", target, "[pgbouncer]", *lines, ""]))
    for part in (file, *file.parents):
        if ACCOUNT and part.owner() == "root" and part != Path("/"):
            part.chmod(part.stat().st_mode | 0o055)
    behind = str(there.copy_with(port=port))
    with subprocess.Popen([program, "-q", file], cwd="/", **ACCOUNT) as process:
        try:
            wait_until(lambda: takes_connections(behind) or process.poll() is not None, "PgBouncer did not start")
            assert process.poll() is None, "PgBouncer stopped"
            yield behind
        finally:
            process.terminate()
