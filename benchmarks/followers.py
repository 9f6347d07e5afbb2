"""Idle followers: what thousands of quiet streams cost the server, and what they cost those who read beside them."""

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

FOLLOWERS, SESSIONS, SECONDS, READS = 5_000, 500, 40, 300


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
    server = subprocess.Popen(command, env=environment)
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


async def follow(port: int, session: str) -> asyncio.StreamWriter:
    """A stream whose first event has come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /v1/sessions/{session}/events?format=stream HTTP/1.1\r\nHost: umpire\r\n\r\n".encode())
    await reader.readuntil(b"session-opened")
    return writer


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
