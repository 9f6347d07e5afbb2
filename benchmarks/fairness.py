"""What an ordinary client feels beside somebody who asks for the dearest that is allowed.

`python -m benchmarks.fairness` measures on SQLite and on PostgreSQL: one client attacks, and four connections of
another process do their dearest. Slices of that alternate with slices in which the four send plain attacks, so that
whatever else the machine does meets both alike. Both come from addresses of their own; with `--hall` they share one.
A slice lasts until both sides have had their share of 30 answers: of fewer nothing is said.
"""

import argparse
import asyncio
import multiprocessing as mp
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from multiprocessing.process import BaseProcess
from statistics import median, quantiles
from typing import Any

from benchmarks.dearest import FOLLOWERS, Dear, World
from benchmarks.followers import cpu_of, started
from benchmarks.load import CORES, keep_off_servers
from benchmarks.report import FEWEST, Goal, judged, lined, spread
from benchmarks.storing import database
from tests import postgres

CONNECTIONS = 4
QUIET, PATIENCE = 0.1, 30.0
"""The share of a core below which the server has come to rest, and the seconds that it may take to get there."""
LONGEST = 120.0
"""Seconds after which a slice ends though too little was answered."""
MEDIAN, LATE = Goal(at_most=1.5), Goal(at_most=3)
"""How many times as long an attack of another client may take, in the median and at the 95th percentile."""
SPAWN = mp.get_context("spawn")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Felt:
    """What a client felt, slice by slice: seconds of each of its attacks; and what the others were answered."""

    slices: list[list[float]] = field(default_factory=list)
    answered: int = 0
    refused: int = 0

    def every(self) -> list[float]:
        """The seconds of all its attacks."""
        return [each for part in self.slices for each in part]


def main() -> None:
    """Measure and print a row for each case."""
    parser = argparse.ArgumentParser(prog="benchmarks.fairness", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each slice")
    parser.add_argument("--slices", type=int, default=3, help="of each case, and of plain attacks beside them")
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), help="on this database alone")
    parser.add_argument("--hall", action="store_true", help="all come from one address")
    given = parser.parse_args()
    keep_off_servers()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        if given.on != "postgresql":
            measure("SQLite", f"sqlite:///{folder}/", given)
        if given.on != "sqlite":
            with postgres.server(durable=True) as url:
                measure("PostgreSQL", url, given)


def measure(kind: str, url: str, given: argparse.Namespace) -> None:
    """Measure all cases on a database of one kind, and print them."""
    server, port = started(database(url))
    os.sched_setaffinity(server.pid, CORES[:1])
    try:
        world = World(port)
        own, *plain = world.attacks(1 + CONNECTIONS)
        side = "127.0.0.1" if given.hall else "127.0.0.2"
        felt(port, server.pid, Dear(plain), own, side, 1.0)
        heads = (f"{kind}, beside", "median", "goal", "95 %", "goal", "ms of the median, plain", "answered, refused")
        print("", *lined(heads, []), sep="\n")
        for name, make in world.cases().items():
            if given.only in name:
                beside, usual, dear = Felt(), Felt(), make()
                share = -(-FEWEST // given.slices)
                for _ in range(given.slices):
                    for found, what in ((usual, Dear(plain)), (beside, dear)):
                        times, answered, refused = felt(port, server.pid, what, own, side, given.seconds, share)
                        found.slices.append(times)
                        found.answered += answered
                        found.refused += refused
                print(f"| {name} | {' | '.join(cells(beside, usual))} |", flush=True)
    finally:
        server.terminate()
        server.wait()


def cells(beside: Felt, usual: Felt) -> Sequence[str]:
    """The cells of a row: ratios of medians slice by slice, that of the 95th percentiles, and what is behind them.

    Nothing is said of fewer than 30 answers, or attacks of the client.
    """
    counted = f"{beside.answered}, {beside.refused}"
    if min(beside.answered, len(beside.every()), len(usual.every())) < FEWEST:
        return ["not measured: too few answers", "–", "–", "–", "–", counted]
    ratios = [median(one) / median(other) for one, other in zip(beside.slices, usual.slices, strict=True)]
    late, usually = (quantiles(each.every(), n=20)[18] for each in (beside, usual))
    scale = f"{median(beside.every()) * 1e3:.1f}, {median(usual.every()) * 1e3:.1f}"
    much = late / usually
    return [spread(ratios), judged(median(ratios), MEDIAN), f"{much:.2f}", judged(much, LATE), scale, counted]


def felt(
    port: int, pid: int, dear: Dear, own: bytes, side: str, seconds: float, share: int = 0
) -> tuple[list[float], int, int]:
    """The seconds of an ordinary client's attacks beside others, and what those were answered.

    It goes on until both have had `share` answers, or LONGEST has passed.
    """
    with pressed(port, dear) as counts:
        times = asyncio.run(attack(port, own, side, seconds, lambda: counts[0] >= share, share))
        answered, refused = counts
    rest(pid)
    return times, answered, refused


async def attack(
    port: int, own: bytes, side: str, seconds: float, is_answered: Callable[[], bool], share: int
) -> list[float]:
    """The seconds of attacks that one client sends, each a little after the answer to the one before."""
    streams = await asyncio.open_connection("127.0.0.1", port, local_addr=(side, 0))
    times: list[float] = []
    begun = time.perf_counter()
    while (took := time.perf_counter() - begun) < seconds or (
        took < LONGEST and not (is_answered() and len(times) >= share)
    ):
        began = time.perf_counter()
        if await answer(streams, own) != b"201":
            raise RuntimeError("an ordinary attack was refused")
        times.append(time.perf_counter() - began)
        await asyncio.sleep(0.005)
    streams[1].close()
    return times


def rest(pid: int) -> None:
    """Wait until the server has done what it was still asked for."""
    until = time.monotonic() + PATIENCE
    share = 1.0
    while share > QUIET and time.monotonic() < until:
        used, began = cpu_of(pid), time.monotonic()
        time.sleep(0.2)
        share = (cpu_of(pid) - used) / (time.monotonic() - began)


@contextmanager
def pressed(port: int, dear: Dear) -> Iterator[Any]:
    """A process of its own sends dear requests meanwhile; it counts what is answered and what is refused."""
    counts, begun = SPAWN.Array("L", 2), SPAWN.Event()
    process: BaseProcess = SPAWN.Process(target=press, args=(port, dear, counts, begun), daemon=True)
    process.start()
    try:
        if not begun.wait(PATIENCE):
            raise RuntimeError("the others did not begin")
        time.sleep(0.3)
        yield counts
    finally:
        process.kill()
        process.join()


def press(port: int, dear: Dear, counts: Any, begun: Any) -> None:
    """Send dear requests for ever, on some connections."""
    asyncio.run(_press(port, dear, counts, begun))


async def _press(port: int, dear: Dear, counts: Any, begun: Any) -> None:
    async def one(streams: Streams, asked: Sequence[bytes]) -> None:
        for each in cycle(asked):
            is_answered = (await answer(streams, each)).startswith(b"2")
            counts[0 if is_answered else 1] += 1

    async def follow(streams: Streams) -> None:
        while await streams[0].read(2**16):
            pass

    async with asyncio.TaskGroup() as group:
        for _ in range(FOLLOWERS if dear.followed else 0):
            streams = await asyncio.open_connection("127.0.0.1", port)
            streams[1].write(dear.followed or b"")
            group.create_task(follow(streams))
        for n in range(CONNECTIONS):
            start = n * len(dear.asked) // CONNECTIONS if len(dear.asked) > 1 else 0
            asked = list(islice(cycle(dear.asked), start, start + len(dear.asked)))
            group.create_task(one(await asyncio.open_connection("127.0.0.1", port), asked))
        begun.set()


async def answer(streams: Streams, asked: bytes) -> bytes:
    """The status of the answer to a request, whose body is read to its end."""
    reader, writer = streams
    writer.write(asked)
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = head.split(b" ", 2)[1]
        if status != b"100":
            break
    if b"transfer-encoding: chunked" in head:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    else:
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
    return status


if __name__ == "__main__":
    main()
