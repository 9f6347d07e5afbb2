"""Webhooks: how long after its event a message arrives, and how many arrive in a second, beside bare POST requests."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from typing import Any

import httpcore
import httpx

from benchmarks.followers import cpu_of, started

ALONE, PAUSE = 60, 0.05
"""How many events are timed on an idle service, and the seconds between them."""
SESSIONS, CLIENTS, ATTACKS, LIST = 32, 16, 512, 48
"""Series, clients that attack in them, how many attacks each load has, and how many one request of the backlog has."""
SLICES = 3
BOOKS = "/v1/rulesets"
SERVICE, PHYSICAL = {"source": "service"}, {"source": "physical"}


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ.get("UMPIRE_BENCHMARK_URL", f"sqlite:///{folder}/umpire.db")
        os.environ |= {"UMPIRE_WEBHOOKS_TO_PRIVATE_NETWORKS": "true", "UMPIRE_SESSIONS_PER_DAY": "0"}
        server, port = started(url)
        try:
            asyncio.run(measure(port, server.pid, key_of(url, "told"), key_of(url, "untold")))
        finally:
            server.terminate()
            server.wait()


def key_of(url: str, name: str) -> str:
    """A new API key."""
    command = [sys.executable, "-m", "app.cli", "keys", "create", name]
    environment = {**os.environ, "UMPIRE_DATABASE_URL": url}
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return next(word for word in shown.split() if word.startswith("umk_"))


class Receiver(asyncio.Protocol):
    """One connection of a receiver, which answers 204 to whatever it is sent."""

    def __init__(self, taken: "Taken") -> None:
        self._taken, self._got = taken, b""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._got += data
        while (end := self._got.find(b"\r\n\r\n")) >= 0:
            head = self._got[:end].lower()
            whole = end + 4 + int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            if len(self._got) < whole:
                return
            self._taken.add(self._got[end + 4 : whole])
            self._got = self._got[whole:]
            self._transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")


class Taken:
    """What a receiver was sent, each with its time."""

    def __init__(self) -> None:
        self.all: list[tuple[float, bytes]] = []
        self._came = asyncio.Event()

    def add(self, body: bytes) -> None:
        self.all.append((time.time(), body))
        self._came.set()

    async def until(self, count: int) -> None:
        """Wait until so many have come. Raises TimeoutError after two minutes."""
        async with asyncio.timeout(120):
            while len(self.all) < count:
                self._came.clear()
                await self._came.wait()

    def delays(self) -> list[float]:
        """The seconds from each event to the arrival of its message."""
        return [at - datetime.fromisoformat(json.loads(body)["timestamp"]).timestamp() for at, body in self.all]

    async def rate(self, count: int, since: float, before: int = 0) -> float:
        """Messages in a second, until so many have come; `before` had come at the start. Checks their order."""
        await self.until(count)
        self.require_order()
        return (count - before) / (self.all[-1][0] - since)

    def require_order(self) -> None:
        """Raises AssertionError where messages of a session came in another order than its actions."""
        last: dict[str, int] = {}
        for _, body in self.all:
            data = json.loads(body)["data"]
            assert data["action"] == last.get(data["session_id"], 0) + 1, data
            last[data["session_id"]] = data["action"]


async def measure(port: int, pid: int, told: str, untold: str) -> None:
    """Print the delays on an idle service, then the rates."""
    taken = Taken()
    server = await asyncio.get_running_loop().create_server(lambda: Receiver(taken), "127.0.0.1", 0)
    target = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/told"
    limits = httpx.Limits(max_connections=CLIENTS)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=120, limits=limits) as http:
        await hooked(http, told, target)
        for slug, dice, what in (
            ("open-forces", SERVICE, "an attack is resolved"),
            ("x-wing", PHYSICAL, "a question opens"),
        ):
            taken.all.clear()
            delays, answers = await alone(http, told, slug, dice, taken)
            bare = await bare_times(target, taken.all[-1][1])
            ratio = statistics.median(delays) / statistics.median(bare)
            print(f"{slug}, {what}: {shown(delays)} to the message, {shown(answers)} to the answer; ratio {ratio:.1f}")
            print(f"a bare POST: {shown(bare)}")
        await hooked(http, told, target, ["action-resolved"])
        for _ in range(SLICES):
            without, _ = await loaded(http, untold, None)
            rate, arrived = await loaded(http, told, taken)
            backlog, cpu = await drained(http, pid, told, taken)
            posts = await bare_rate(target, taken.all[-1][1])
            print(f"{rate:.0f} attacks a second and {arrived:.0f} messages, without a webhook {without:.0f} attacks; "
                  f"a backlog of {SESSIONS * LIST:,}: {backlog:.0f} a second, {cpu:.0f} µs CPU each; "
                  f"bare POST requests {posts:.0f} a second, ratio {backlog / posts:.2f}")  # fmt: skip
    server.close()


async def hooked(http: httpx.AsyncClient, key: str, url: str, events: list[str] | None = None) -> None:
    """Have the key's events told to one receiver, and to no other any more."""
    head = bearer(key)
    for hook in (await http.get("/v1/webhooks", headers=head)).json()["items"]:
        await http.delete(f"/v1/webhooks/{hook['id']}", headers=head)
    body = {"url": url} | ({"events": events} if events else {})
    (await http.post("/v1/webhooks", json=body, headers=head)).raise_for_status()


async def alone(
    http: httpx.AsyncClient, key: str, slug: str, dice: Any, taken: Taken
) -> tuple[list[float], list[float]]:
    """From events that come one after the other, each in a series of its own: seconds to the message and to the answer.

    The answer comes when the event is committed; what the message takes longer is its own.
    """
    situation, answered = await example(http, slug), []
    for number, series in enumerate(await opened(http, key, slug, dice, ALONE), 1):
        await attack(http, slug, series, situation)
        answered.append(time.time())
        await taken.until(number)
        await asyncio.sleep(PAUSE)
    delays = taken.delays()
    came = [at for at, _ in taken.all]
    return delays, [delay - (at - then) for delay, at, then in zip(delays, came, answered, strict=True)]


async def loaded(http: httpx.AsyncClient, key: str, taken: Taken | None) -> tuple[float, float]:
    """Attacks answered in a second, by clients that send one after the other, and messages that arrive in one."""
    rows, situation = await opened(http, key, "open-forces", SERVICE, SESSIONS), await example(http, "open-forces")
    began, waiting = time.time(), iter(range(ATTACKS))

    async def client() -> None:
        for n in waiting:
            await attack(http, "open-forces", rows[n % SESSIONS], situation)

    if taken:
        taken.all.clear()
    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    rate = ATTACKS / (time.time() - began)
    return rate, await taken.rate(ATTACKS, began) if taken else 0.0


async def drained(http: httpx.AsyncClient, pid: int, key: str, taken: Taken) -> tuple[float, float]:
    """Messages that arrive in a second where lists of attacks have made many at once, and CPU µs of the server each."""
    rows, situation = await opened(http, key, "open-forces", SERVICE, SESSIONS), await example(http, "open-forces")
    taken.all.clear()
    for series in rows:
        head = bearer(series["tokens"]["host"])
        body = {"attacks": [{"session_id": series["id"], "situation": situation}] * LIST, "all_or_nothing": True}
        (await http.post(f"{BOOKS}/open-forces/attacks/batch", json=body, headers=head)).raise_for_status()
    before, began, used = len(taken.all), time.time(), cpu_of(pid)
    rate = await taken.rate(SESSIONS * LIST, began, before)
    return rate, (cpu_of(pid) - used) / (SESSIONS * LIST - before) * 1e6


async def opened(http: httpx.AsyncClient, key: str, slug: str, dice: Any, count: int) -> list[Any]:
    """New series of an API key."""
    body = {"kind": "series", "dice": dice}
    asked = [http.post(f"{BOOKS}/{slug}/sessions", json=body, headers=bearer(key)) for _ in range(count)]
    return [response.raise_for_status().json() for response in await asyncio.gather(*asked)]


async def example(http: httpx.AsyncClient, slug: str) -> Any:
    """The first example of a situation of a ruleset."""
    return (await http.get(f"{BOOKS}/{slug}")).json()["examples"][0]


async def attack(http: httpx.AsyncClient, slug: str, series: Any, situation: Any) -> None:
    """Attack in a series."""
    body = {"session_id": series["id"], "situation": situation}
    head = bearer(series["tokens"]["host"])
    (await http.post(f"{BOOKS}/{slug}/attacks", json=body, headers=head)).raise_for_status()


async def bare_times(target: str, body: bytes) -> list[float]:
    """The seconds of bare requests with the same body, each on a connection of its own."""
    times = []
    for _ in range(ALONE):
        began = time.perf_counter()
        async with httpcore.AsyncConnectionPool() as pool:
            await pool.request("POST", target, content=body)
        times.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE)
    return times


async def bare_rate(target: str, body: bytes) -> float:
    """Bare requests in a second, one after the other on one connection."""
    began = time.perf_counter()
    async with httpcore.AsyncConnectionPool() as pool:
        for _ in range(ATTACKS):
            await pool.request("POST", target, content=body)
    return ATTACKS / (time.perf_counter() - began)


def bearer(token: str) -> dict[str, str]:
    """The header with a token."""
    return {"Authorization": f"Bearer {token}"}


def shown(times: list[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    return f"{statistics.median(times) * 1000:.1f} ms (95 %: {statistics.quantiles(times, n=20)[18] * 1000:.1f} ms)"


if __name__ == "__main__":
    main()
