"""Load: clients on keep-alive sockets, each sending its next attack when the last is answered."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BODY = json.dumps(
    {
        "situation": {
            "attacker": {"units": 5, "mode": {"atk": 1}},
            "defender": {"units": 4, "mode": {"def": 1}},
            "cover": [{"def": 2, "touching": 2}],
        }
    }
).encode()
REQUEST = (
    b"POST /v1/rulesets/open-forces/attacks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
)
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Slice:
    """What one slice of load measured: answers a second, and CPU microseconds of the server an answer."""

    rate: float
    cpu: float


@contextmanager
def server(kind: str, folder: Path) -> Iterator[tuple[int, int]]:
    """A server process; its port and its process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "benchmarks.server", kind, str(port), f"sqlite:///{folder}/{kind}.db"]
    process = subprocess.Popen(command)
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def load(port: int, pid: int, clients: int, seconds: float) -> Slice:
    """One slice of load; every answer must be 201."""
    before, began = cpu_of(pid), time.perf_counter()
    answered = asyncio.run(_load(port, clients, seconds))
    took = time.perf_counter() - began
    return Slice(answered / took, (cpu_of(pid) - before) / answered * 1e6)


async def _load(port: int, clients: int, seconds: float) -> int:
    until = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(_client(port, until) for _ in range(clients))))


async def _client(port: int, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answered = 0
    while time.perf_counter() < until:
        writer.write(REQUEST)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 201"):
            raise RuntimeError(head.decode())
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        answered += 1
    writer.close()
    return answered


def fsyncs(folder: Path, seconds: float) -> float:
    """Appends of 4 KiB a second that the disk makes durable one by one."""
    block, count = bytes(4096), 0
    file = os.open(folder / "fsync", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        os.write(file, block)
        os.fsync(file)
        count += 1
    os.close(file)
    return count / (time.perf_counter() - began)
