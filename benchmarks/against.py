"""The service as it is beside the services of other commits: CPU of a durable attack, rates, start, memory, pauses."""

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebook
from benchmarks.load import CORES, Server, cpu_of, free_port, keep_off_servers, load, warm
from benchmarks.report import spread
from benchmarks.storing import MANY, Effort, books, matches
from tests import postgres

HERE = Path(__file__).parents[1]
STARTS = 5
SERVE = """
import gc, os, signal, sys, time
from app.cli import main
began, longest = 0.0, 0.0

def seen(phase, _info):
    global began, longest
    if phase == "start":
        began = time.perf_counter()
    else:
        longest = max(longest, time.perf_counter() - began)

def told(_signal, _frame):
    if seen in gc.callbacks:
        with open(sys.argv[2], "w") as file:
            file.write(f"{longest}\\n")
    else:
        gc.callbacks.append(seen)

signal.signal(signal.SIGUSR1, told)
sys.exit(main(["serve", "--port", sys.argv[1]]))
"""
"""`umpire serve`; the first SIGUSR1 has it watch the garbage collection, the second has it write the longest pause."""


@dataclass(frozen=True)
class Comparison:
    """What was measured: its ratio to each of the other commits, slice by slice, and the scale."""

    what: str
    ratios: tuple[list[float], ...]
    scale: str

    def cells(self) -> list[str]:
        """The cells of its line in a table."""
        return [self.what, *(map(spread, self.ratios) if self.ratios else ["–"]), self.scale]


def checkout(commit: str, folder: Path) -> Path:
    """The files of a commit in a folder of their own. Raises CalledProcessError where there is no such commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=HERE, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder / commit, filter="data")
    return folder / commit


@contextmanager
def served(code: Path, url: str, pauses: Path) -> Iterator[Server]:
    """`umpire serve` of the code in a folder, as an operator starts it, once it answers."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), str(pauses)],
        cwd=code,
        env=environment(code, url),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.sched_setaffinity(process.pid, CORES[:1])
    try:
        wait_until_it_answers(port)
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def environment(code: Path, url: str) -> dict[str, str]:
    """The environment of a process that runs the code in a folder."""
    return {**os.environ, "PYTHONPATH": str(code), "UMPIRE_DATABASE_URL": url}


def wait_until_it_answers(port: int) -> None:
    """Wait for the first answer of a server. Raises OSError after 60 seconds."""
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def migrated(code: Path, url: str) -> str:
    """A database that the code in a folder has prepared."""
    command = [sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main(['migrate']))"]
    subprocess.run(command, cwd=code, env=environment(code, url), check=True, capture_output=True)
    return url


def under_load(
    sides: Sequence[Server], what: str, book: Rulebook, effort: Effort, clients: int, *, by_rate: bool = False
) -> Comparison:
    """CPU of an attack, or attacks a second, on each side in turn."""
    asked = [matches(side, book, clients, situation=example(side, book.slug)) for side in sides]
    for side, requests in zip(sides, asked, strict=True):
        warm([side], requests, clients, effort.seconds)
    found: list[list[float]] = [[] for _ in sides]
    for n in range(effort.slices):
        turns = list(zip(sides, asked, found, strict=True))
        for side, requests, values in turns if n % 2 else reversed(turns):
            part = load([side], requests, clients, effort.seconds)
            values.append(part.rate if by_rate else part.cpu)
    unit = "/s" if by_rate else " µs"
    return compared(what, found, ", ".join(f"{median(values):,.0f}{unit}" for values in found))


def example(side: Server, slug: str) -> Json:
    """The first example of a ruleset as this server knows it: fields have been renamed."""
    with urllib.request.urlopen(f"http://127.0.0.1:{side.port}/v1/rulesets/{slug}") as answer:
        found: Json = json.load(answer)["examples"][0]
    return found


def compared(what: str, found: Sequence[Sequence[float]], scale: str) -> Comparison:
    """The values of this code, the first, divided by those of the others, one by one."""
    own, *others = found
    return Comparison(what, tuple([a / b for a, b in zip(own, other, strict=True)] for other in others), scale)


def starting(codes: Sequence[Path], folder: Path) -> list[Comparison]:
    """CPU seconds from the start to the first answer, on a database that is there, and memory then."""
    cpu: list[list[float]] = [[] for _ in codes]
    rest: list[list[float]] = [[] for _ in codes]
    for _ in range(STARTS + 1):
        for n, code in enumerate(codes):
            with served(code, f"sqlite:///{folder}/start-{n}.db", folder / "unwatched") as side:
                cpu[n].append(cpu_of(side.pid))
                rest[n].append(memory(side))
    shown = ", ".join(f"{median(values[1:]):.2f} s" for values in cpu)
    held = ", ".join(f"{median(values[1:]):.0f} MiB" for values in rest)
    return [
        compared("start to the first answer: CPU", [values[1:] for values in cpu], shown),
        compared("memory at rest", [values[1:] for values in rest], held),
    ]


def memory(side: Server) -> float:
    """Resident memory in MiB."""
    status = Path(f"/proc/{side.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def on_database(codes: Sequence[Path], engine: str, urls: Sequence[str], effort: Effort) -> Iterator[Comparison]:
    """Every rulebook with many clients, the first with one, and the longest pause meanwhile."""
    pauses = [effort.folder / f"pauses-{engine}-{n}" for n in range(len(codes))]
    with ExitStack() as stack:
        sides = [
            stack.enter_context(served(code, migrated(code, url), pause))
            for code, url, pause in zip(codes, urls, pauses, strict=True)
        ]
        first = next(books())[1]
        yield under_load(sides, f"{engine}, 1 client: attacks a second", first, effort, 1, by_rate=True)
        for side in sides:
            os.kill(side.pid, signal.SIGUSR1)
        for slug, book in books():
            what = f"{engine}, {slug}, {MANY} clients: CPU of an attack"
            try:
                yield under_load(sides, what, book, effort, MANY)
            except RuntimeError as refused:  # another commit cannot do it
                yield Comparison(what, (), str(refused)[:80])
        longest = [[pause_of(side, pause)] for side, pause in zip(sides, pauses, strict=True)]
    shown = ", ".join(f"{values[0] * 1e3:.1f} ms" for values in longest)
    yield compared(f"{engine}, {MANY} clients: longest pause for garbage", longest, shown)


def pause_of(side: Server, file: Path) -> float:
    """The longest pause in seconds that a server has seen. Raises FileNotFoundError where it does not tell."""
    os.kill(side.pid, signal.SIGUSR1)
    for _ in range(100):
        if file.exists() and (told := file.read_text()).endswith("\n"):
            return max(float(told), 1e-6)
        time.sleep(0.05)
    raise FileNotFoundError(file)


def table(commits: Sequence[str], effort: Effort) -> Iterator[Comparison]:
    """Everything that is compared."""
    keep_off_servers()
    codes = [HERE, *(checkout(commit, effort.folder) for commit in commits)]
    names = [f"against{n}" for n in range(len(codes))]
    yield from on_database(codes, "SQLite", [f"sqlite:///{effort.folder}/{name}.db" for name in names], effort)
    with postgres.server(durable=True) as url:
        databases = [postgres.create_database(url, name) for name in names]
        yield from on_database(codes, "PostgreSQL", databases, effort)
    yield from starting(codes, effort.folder)
