"""Followers: what an event costs the server for each of them, and what thousands of quiet streams cost."""

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from benchmarks.report import Row

FOLLOWERS, SESSIONS, SECONDS, READS = 5_000, 500, 40, 300
CROWD, ATTACKS = 1_000, 20
"""How many follow one session, and how many attacks they see."""


def main() -> None:
    """Measure and print: with no follower, then with all of them."""
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ.get("UMPIRE_BENCHMARK_URL", f"sqlite:///{folder}/umpire.db")
        server, port = started(url)
        try:
            asyncio.run(measure(port, server.pid))
        finally:
            server.terminate()
            server.wait()


def started(url: str) -> tuple[subprocess.Popen[bytes], int]:
    """A server of its own process, ready, with its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    limits = {"UMPIRE_STREAMS_PER_ADDRESS": "0", "UMPIRE_CONNECTIONS_PER_ADDRESS": "0"}
    environment = {**os.environ, "UMPIRE_DATABASE_URL": url, "UMPIRE_LOG_LEVEL": "warning", **limits}
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port)]
    if url.startswith("postgresql"):
        subprocess.run([sys.executable, "-m", "app.cli", "migrate"], env=environment, check=True)
    server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return server, port


async def measure(port: int, pid: int) -> None:
    """The server's share of a core while nothing happens, and the times of reads, without followers and with them."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        opening = "/v1/rulesets/open-forces/sessions"
        sessions = [(await http.post(opening, json={"kind": "series"})).json()["id"] for _ in range(SESSIONS)]
        without = await read_times(http, sessions)
        idle = await share_of_a_core(pid)
        print(f"no follower: {idle:.3f} of a core, reads {told(without)}")
        connections = [await follow(port, sessions[n % SESSIONS]) for n in range(FOLLOWERS)]
        await asyncio.sleep(5)
        busy = await share_of_a_core(pid)
        beside = await read_times(http, sessions)
        print(f"{FOLLOWERS} followers: {busy:.3f} of a core, reads {told(beside)}")
        print(f"reads beside them take {statistics.median(beside) / statistics.median(without):.2f} times as long")
        for writer in connections:
            writer.close()


def table(folder: Path) -> list[Row]:
    """The row of a crowd that follows one session, on SQLite."""
    server, port = started(f"sqlite:///{folder}/followed.db")
    try:
        alone, _ = asyncio.run(seen_by(port, server.pid, 0))
        together, events = asyncio.run(seen_by(port, server.pid, CROWD))
    finally:
        server.terminate()
        server.wait()
    each = (together - alone) / events / CROWD * 1e6
    scale = f"{each:.1f} µs CPU an event and follower"
    return [Row(f"{CROWD:,} followers of a session: CPU with them / without", [together / alone], scale, digits=1)]


async def seen_by(port: int, pid: int, followers: int) -> tuple[float, int]:
    """The CPU seconds of some attacks until all followers have seen them, and how many events they are."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        path = "/v1/rulesets/open-forces"
        series = (await http.post(f"{path}/sessions", json={"kind": "series"})).json()
        situation = (await http.get(path)).json()["examples"][0]
        streams = [await opened(port, series["id"]) for _ in range(followers)]
        used, host = cpu_of(pid), {"Authorization": f"Bearer {series['tokens']['host']}"}
        for _ in range(ATTACKS):
            attack = {"situation": situation, "session_id": series["id"]}
            (await http.post(f"{path}/attacks", json=attack, headers=host)).raise_for_status()
        last = (await http.get(f"/v1/sessions/{series['id']}")).json()["seq"]
        await asyncio.gather(*(reader.readuntil(f"id: {last}\n".encode()) for reader, _ in streams))
        used = cpu_of(pid) - used
        for _, writer in streams:
            writer.close()
        return used, last - 1


async def opened(port: int, session: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream whose first event has come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    writer.write(f"GET /v1/sessions/{session}/events?format=stream HTTP/1.1\r\nHost: umpire\r\n\r\n".encode())
    await reader.readuntil(b"session-opened")
    return reader, writer


async def follow(port: int, session: str) -> asyncio.StreamWriter:
    """A stream whose first event has come."""
    return (await opened(port, session))[1]


async def read_times(http: httpx.AsyncClient, sessions: list[str]) -> list[float]:
    """Seconds of some reads, one after the other."""
    times = []
    for n in range(READS):
        began = time.perf_counter()
        (await http.get(f"/v1/sessions/{sessions[n % len(sessions)]}")).raise_for_status()
        times.append(time.perf_counter() - began)
    return times


async def share_of_a_core(pid: int) -> float:
    """CPU seconds a second that a process takes for a while."""
    began, used = time.perf_counter(), cpu_of(pid)
    await asyncio.sleep(SECONDS)
    return (cpu_of(pid) - used) / (time.perf_counter() - began)


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(times: list[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    return f"{statistics.median(times) * 1000:.1f} ms (99 %: {statistics.quantiles(times, n=100)[98] * 1000:.1f} ms)"


if __name__ == "__main__":
    main()
