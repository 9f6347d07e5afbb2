"""Load: clients on open connections, each of which sends its next attack when the one before is answered."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
"""The cores of the machine. The servers have the first one alone; load and databases use the others."""


@dataclass(frozen=True)
class Slice:
    """The result of one slice of load."""

    rate: float
    """Responses in a second."""
    cpu: float
    """CPU time of the servers for one response, in microseconds."""


@dataclass(frozen=True)
class Server:
    """A server process that is measured."""

    port: int
    pid: int


def keep_off_servers() -> None:
    """Keep this process, and all that it starts from now on, away from the core of the servers."""
    os.sched_setaffinity(0, CORES[1:] or CORES)


@contextmanager
def server(kind: str, url: str, cores: Sequence[int] = CORES[:1]) -> Iterator[Server]:
    """A server process of a kind: `store`, `slow`, `discard` or `bare`, or `reference` or `floor` to compare with."""
    port = free_port()
    module = f"benchmarks.{kind if kind in ('reference', 'floor') else 'server'}"
    process = subprocess.Popen([sys.executable, "-m", module, kind, str(port), url], stderr=subprocess.DEVNULL)
    os.sched_setaffinity(process.pid, cores)
    try:
        wait_for(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def request(path: str, body: Any, token: str | None = None) -> bytes:
    """A POST request as bytes."""
    content = json.dumps(body).encode()
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{bearer}"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


def wait_for(port: int) -> None:
    """Wait until a server accepts connections on this port. Raises ConnectionRefusedError after 20 seconds."""
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
    """CPU seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def load(servers: Sequence[Server], asked: Sequence[bytes], clients: int, seconds: float) -> Slice:
    """Measure one slice of load. Each client sends its own request; the clients are spread over the servers.

    Raises RuntimeError where a request is refused.
    """
    return asyncio.run(_load(servers, asked, clients, seconds))


def warm(servers: Sequence[Server], asked: Sequence[bytes], clients: int, seconds: float) -> None:
    """Send one request alone, which works out what the others of its kind need, then load that is not measured."""
    for server in servers:
        one_by_one(server.port, asked[0], 1)
    load(servers, asked, clients, seconds)


async def _load(servers: Sequence[Server], asked: Sequence[bytes], clients: int, seconds: float) -> Slice:
    ports = [servers[n % len(servers)].port for n in range(clients)]
    streams = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for port in ports))
    before, began = sum(cpu_of(server.pid) for server in servers), time.perf_counter()
    sent = zip(streams, asked, strict=False)
    answered = sum(await asyncio.gather(*(_client(*stream, body, began + seconds) for stream, body in sent)))
    took = time.perf_counter() - began
    cpu = sum(cpu_of(server.pid) for server in servers) - before
    return Slice(answered / took, cpu / answered * 1e6)


async def _client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: bytes, until: float) -> int:
    answered = 0
    while time.perf_counter() < until:
        await exchange(reader, writer, asked)
        answered += 1
    writer.close()
    return answered


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: bytes) -> bytes:
    """Send one request and return the body of its response. Raises RuntimeError where it is refused."""
    writer.write(asked)
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    body = await reader.readexactly(int(length))
    if not head.startswith(b"HTTP/1.1 20"):
        raise RuntimeError(body.decode())
    return body


def one_by_one(port: int, asked: bytes, times: int) -> list[float]:
    """The seconds that each request takes, if the same request is sent `times` times in sequence."""

    async def run() -> list[float]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        took = []
        for _ in range(times):
            began = time.perf_counter()
            await exchange(reader, writer, asked)
            took.append(time.perf_counter() - began)
        writer.close()
        return took

    return asyncio.run(run())


def opened(port: int, path: str) -> dict[str, Any]:
    """The document of a new series."""

    async def run() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = await exchange(reader, writer, request(path, {"kind": "series"}))
        writer.close()
        return body

    session: dict[str, Any] = json.loads(asyncio.run(run()))
    return session


def fsyncs(folder: Path, seconds: float) -> float:
    """How many times in a second the disk can append 4 KiB and make them durable."""
    block, count = bytes(4096), 0
    file = os.open(folder / "fsync", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        os.write(file, block)
        os.fsync(file)
        count += 1
    os.close(file)
    return count / (time.perf_counter() - began)
