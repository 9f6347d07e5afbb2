"""The service as it is, compared with the service of another commit: CPU of a durable attack, rates, start, pauses."""

import io
import os
import signal
import socket
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from app.services.rulebooks.registry import Rulebook
from benchmarks.load import CORES, Server, cpu_of, keep_off_servers, load, wait_for
from benchmarks.storing import MANY, Effort, Row, books, matches, spread
from tests import postgres

HERE = Path(__file__).parents[1]
STARTS = 5
SERVE = "import sys; from app.cli import main; sys.exit(main(['serve', '--port', sys.argv[1]]))"


def checkout(commit: str, folder: Path) -> Path:
    """The files of a commit in a folder of their own. Raises CalledProcessError where there is no such commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=HERE, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder / "other", filter="data")
    return folder / "other"


@contextmanager
def served(code: Path, url: str, **settings: str) -> Iterator[Server]:
    """`umpire serve` of the code in a folder, on a database of its own, as an operator starts it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(code), "UMPIRE_DATABASE_URL": url, **settings}
    command = [sys.executable, "-c", SERVE, str(port)]
    process = subprocess.Popen(command, cwd=code, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    os.sched_setaffinity(process.pid, CORES[:1])
    try:
        wait_for(port)
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def migrated(code: Path, url: str) -> None:
    """Prepare a database as the code in a folder does it."""
    environment = {**os.environ, "PYTHONPATH": str(code), "UMPIRE_DATABASE_URL": url}
    command = [sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main(['migrate']))"]
    subprocess.run(command, cwd=code, env=environment, check=True, capture_output=True)


def compared(one: Server, other: Server, book: Rulebook, effort: Effort, clients: int) -> tuple[list[float], ...]:
    """Slice by slice the ratios of CPU an attack and of rates, and the CPU and the rate of `one`."""
    asked = {side: matches(side, book, clients) for side in (one, other)}
    for side in (one, other):
        load([side], asked[side], clients, effort.seconds)
    cpus, rates, cpu, rate = [], [], [], []
    for n in range(effort.slices):
        order = (one, other) if n % 2 else (other, one)
        found = {side: load([side], asked[side], clients, effort.seconds) for side in order}
        cpus.append(found[one].cpu / found[other].cpu)
        rates.append(found[one].rate / found[other].rate)
        cpu.append(found[one].cpu)
        rate.append(found[one].rate)
    return cpus, rates, cpu, rate


def starting(code: Path, folder: Path) -> list[float]:
    """CPU seconds from the start to the first accepted connection, on a database that is there."""
    took = []
    for _ in range(STARTS + 1):
        with served(code, f"sqlite:///{folder}/start-{code.name}.db") as side:
            took.append(cpu_of(side.pid))
    return took[1:]


def memory(side: Server) -> int:
    """Resident memory in MiB."""
    status = Path(f"/proc/{side.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def table(commit: str, effort: Effort, only: set[str]) -> list[Row]:
    """The rows of the table: what was measured, the ratio, the scale."""
    keep_off_servers()
    other, rows = checkout(commit, effort.folder), []
    with ExitStack() as stack:
        urls = {"SQLite": lambda name: f"sqlite:///{effort.folder}/{name}.db"}
        if "postgresql" in only:
            url = stack.enter_context(postgres.server())
            urls["PostgreSQL"] = lambda name: postgres.create_database(url, name)
        for engine, url_of in urls.items():
            sides = []
            for code, name in ((HERE, "now"), (other, "then")):
                migrated(code, url := url_of(f"against_{name}"))
                sides.append(stack.enter_context(served(code, url)))
            for slug, book in books():
                if only & {"cpu", slug}:
                    cpus, _, cpu, rate = compared(*sides, book, effort, MANY)
                    scale = f"{median(cpu):.0f} µs, {median(rate):,.0f}/s"
                    rows.append((f"{engine}, {slug}, {MANY} clients: CPU of an attack", spread(cpus), scale))
                    print(rows[-1], flush=True)
            if "one" in only:
                _, rates, _, rate = compared(*sides, next(iter(dict(books()).values())), effort, 1)
                rows.append((f"{engine}, one client: attacks a second", spread(rates), f"{median(rate):,.0f}/s"))
                print(rows[-1], flush=True)
            rows.append((f"{engine}: memory after it", f"{memory(sides[0]) / memory(sides[1]):.2f}", ""))
    if "start" in only:
        both = zip(starting(HERE, effort.folder), starting(other, effort.folder), strict=True)
        began = [one / two for one, two in both]
        rows.append(("start to ready: CPU", spread(began), ""))
        print(rows[-1], flush=True)
    return rows


if __name__ == "__main__":
    import tempfile

    began = time.time()
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        table(sys.argv[1], Effort(int(sys.argv[2]), float(sys.argv[3]), Path(place)), set(sys.argv[4].split(",")))
    print(f"{time.time() - began:.0f} s")
