"""A long mixed load: `python -m benchmarks.soak HOURS` prints every five minutes how the service holds up.

A server of its own process serves players who attack, play games to their end, answer questions, follow, hand seats
over, read lists, ask for odds and verify; some read slowly or go away amid their request. At the end everything is
exported and taken in elsewhere, which verifies every log. It exits with 1 where anything was lost, failed, or grew more
than it may.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx
import sqlalchemy as sa

from app.services.play.scripts import board_of
from app.services.rulebooks.installed import find_rulebooks
from benchmarks.followers import started
from tests import postgres

WORKERS = 12
"""How many do something at a time, each a client with a connection of its own."""
PAUSE = 0.25
"""Seconds, on average, between two things that a client does."""
SETTLED, MOST_GROWTH, MOST_SLOWER = 900, 1.05, 1.3
"""Seconds after which memory has to rest, within what of its size then, and how much slower answers may become."""
LONGEST = 60
"""Moves after which a game is given up, where chance does not end it sooner."""
SLOW, GONE = 20.0, 0.02
"""Seconds that a slow reader takes for a stream, and after which an impatient client leaves."""

Doing = Callable[["Client"], Awaitable[None]]


@dataclass
class Counts:
    """What was seen since the last line, and in all."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    actions: int = 0
    lost: int = 0
    faults: Counter[str] = field(default_factory=Counter)


class Client:
    """One who plays and reads, with a random source of its own."""

    def __init__(self, port: int, seed: int, counts: Counts) -> None:
        self.random, self.counts = Random(seed), counts
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.sessions: list[tuple[str, str, str]] = []
        """The slug, the id and the host's token of sessions that it opened lately."""

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The document of an answer; None where it was refused. Its status and its time are counted."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        began = time.perf_counter()
        response = await self.http.request(method, path, json=body, headers=headers)
        self.counts.times.append(time.perf_counter() - began)
        self.counts.statuses[response.status_code] += 1
        if response.status_code >= 500 and response.status_code != 503:
            self.counts.faults[f"{method} {path.partition('?')[0]}: {response.status_code}"] += 1
        is_json = response.headers.get("content-type", "").startswith("application/json")
        return response.json() if response.is_success and is_json else None

    async def opened(self, slug: str, kind: str) -> tuple[str, str, str] | None:
        """A new session; None where there is none to be had."""
        body: dict[str, Any] = {"kind": kind, "seats": [{"name": "Anton"}, {"name": "Beatrix"}]}
        if kind == "game":
            body["setup"] = self.random.choice(SETUPS[slug])
        found = await self.ask("POST", f"/v1/rulesets/{slug}/sessions", body)
        if found is None:
            return None
        self.sessions = [*self.sessions[-9:], (slug, found["id"], found["tokens"]["host"])]
        return self.sessions[-1]


async def attack(client: Client) -> None:
    """An attack of its own, or several in a series."""
    slug = client.random.choice(list(EXAMPLES))
    session = await client.opened(slug, "series") if client.random.random() < 0.5 else None
    for _ in range(4 if session else 1):
        place = {"session_id": session[1], "seats": {"attacker": 1, "defender": 2}} if session else {}
        body = {"situation": client.random.choice(EXAMPLES[slug]), **place}
        if await client.ask("POST", f"/v1/rulesets/{slug}/attacks", body, session[2] if session else None):
            client.counts.actions += 1
    if session and client.random.random() < 0.5:
        await client.ask("POST", f"/v1/sessions/{session[1]}/close", {}, session[2])


async def game(client: Client) -> None:
    """A game: its first listed moves, or any of them, until it ends or has lasted long enough."""
    session = await client.opened(client.random.choice(list(SETUPS)), "game")
    if session is None:
        return
    slug, id, token = session
    for _ in range(LONGEST):
        asked = await client.ask("GET", f"/v1/sessions/{id}/questions?limit=1", token=token)
        question = next(iter(asked["items"]), None) if asked else None
        if question is None or not question["choices"]:
            break
        choice = client.random.choice(question["choices"])["choice"]
        if question["question"] == "act":
            path, body = f"/v1/rulesets/{slug}/sessions/{id}/actions", {"move": choice}
        else:
            path, body = f"/v1/sessions/{id}/actions/{question['action']}/answers", {"choice": choice}
        if await client.ask("POST", path, {"seen": question["seen"], **body}, token):
            client.counts.actions += question["question"] == "act"
    await client.ask("POST", f"/v1/sessions/{id}/close", {"abandon": True}, token)


async def read(client: Client) -> None:
    """A list, a log, a board, or luck."""
    session = client.random.choice(client.sessions or [("", "", "")])
    lists = ["actions?limit=50", "rolls?format=csv", "casualties", "sessions", "actions/luck", "questions"]
    paths = [f"/v1/{name}" for name in lists]
    ends = ["", "/events?texts=true", "/verification", "/questions"] if session[1] else []
    paths += [f"/v1/sessions/{session[1]}{end}" for end in ends]
    await client.ask("GET", client.random.choice(paths), token=session[2] or None)


async def price(client: Client) -> None:
    """Odds of an example, with what could be changed."""
    slug = client.random.choice(list(EXAMPLES))
    body = {"situation": client.random.choice(EXAMPLES[slug]), "variants": "offered"}
    await client.ask("POST", f"/v1/rulesets/{slug}/odds", body)


async def hand_over(client: Client) -> None:
    """A seat is handed over, and taken by another."""
    if session := await client.opened(client.random.choice(list(EXAMPLES)), "series"):
        _, id, token = session
        claim = await client.ask("POST", f"/v1/sessions/{id}/seats/1/claims", {}, token)
        if claim is None or await client.ask("POST", "/v1/claims", {"claim": claim["claim"]}) is None:
            client.counts.faults["a claim was not honoured"] += 1


async def check_again(client: Client) -> None:
    """What was acknowledged is still there."""
    if client.sessions:
        _, id, token = client.random.choice(client.sessions)
        client.counts.lost += await client.ask("GET", f"/v1/sessions/{id}", token=token) is None


async def follow_slowly(client: Client) -> None:
    """A stream that is hardly read."""
    if client.sessions:
        _, id, token = client.random.choice(client.sessions)
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        stream = client.http.stream("GET", f"/v1/sessions/{id}/events", headers=headers)
        with suppress(TimeoutError, httpx.HTTPError):
            async with asyncio.timeout(SLOW), stream as response:
                async for _ in response.aiter_raw(64):
                    await asyncio.sleep(1)


async def go_away(client: Client) -> None:
    """A request whose client does not wait for the answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GONE):
            await price(client)


SHARES: dict[Doing, int] = {
    attack: 30, game: 6, read: 30, price: 10, hand_over: 5, check_again: 10, follow_slowly: 4, go_away: 5,
}  # fmt: skip
"""What clients do, and how often."""
BOOKS = find_rulebooks()
EXAMPLES = {slug: [book.codec.situation.dump(each) for each in book.ruleset.examples] for slug, book in BOOKS.items()}
SETUPS = {
    slug: [shapes.setup.dump(each) for each in (board.setups or {}).values()]
    for slug, book in BOOKS.items()
    if book.ruleset.board is not None and book.ruleset.board.setups
    for board, shapes in [board_of(book)]
}


def main() -> int:
    """Run the load, print the table, verify; 0 where nothing was lost and nothing grew."""
    parser = argparse.ArgumentParser(prog="benchmarks.soak", description=__doc__)
    parser.add_argument("hours", type=float)
    parser.add_argument("--every", type=float, default=300, help="seconds between two lines")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        if given.on == "sqlite":
            return soak(f"sqlite:///{folder}/umpire.db", given, Path(folder))
        with postgres.server(durable=True) as url:
            return soak(f"{url}/postgres", given, Path(folder))


def soak(url: str, given: argparse.Namespace, folder: Path) -> int:
    """Run the load on a database, then verify everything in it."""
    os.environ["UMPIRE_METRICS"] = "true"
    server, port = started(url)
    try:
        lines, counts = asyncio.run(load(port, server.pid, url, given))
    finally:
        server.terminate()
        server.wait()
    is_proven = verified(url, folder)
    faults = [*judged(lines), *(f"{what}: {n} times" for what, n in counts.faults.items())]
    faults += [f"{counts.lost} sessions were lost"] if counts.lost else []
    faults += [] if is_proven else ["what was stored does not verify"]
    print("\n".join(faults) or "nothing was lost, nothing failed, nothing grew")
    return 1 if faults else 0


async def load(port: int, pid: int, url: str, given: argparse.Namespace) -> tuple[list[dict[str, float]], Counts]:
    """Let all clients play until the time is over. Returns the lines, and what was counted in all."""
    whole, lines = Counts(), []
    until, began = time.monotonic() + given.hours * 3600, time.monotonic()
    window = Counts()

    async def work(n: int) -> None:
        client, round_ = Client(port, n, window), 0
        while time.monotonic() < until:
            client.counts, round_ = window, round_ + 1
            doing = client.random.choices(list(SHARES), list(SHARES.values()))[0]
            try:
                await doing(client)
            except httpx.HTTPError as failure:
                window.faults[f"{doing.__name__}: {type(failure).__name__}"] += 1
            if client.random.random() < 0.01:  # a client starts anew, with other connections
                await client.http.aclose()
                client = Client(port, n * 1_000_003 + round_, window)
            await asyncio.sleep(client.random.expovariate(1 / PAUSE))
        await client.http.aclose()

    print("| minutes | MiB | descriptors | waiting | median, 95 %, 99 % in ms | bytes an action | 503 | 5xx, lost |")
    print("|---|---|---|---|---|---|---|---|")
    async with asyncio.TaskGroup() as group:
        workers = [group.create_task(work(n)) for n in range(WORKERS)]
        while any(not worker.done() for worker in workers):
            await asyncio.wait(workers, timeout=min(given.every, max(1.0, until - time.monotonic())))
            seen, window = window, Counts()
            whole.actions += seen.actions
            whole.lost += seen.lost
            whole.faults += seen.faults
            if seen.times:
                lines.append(await line(port, pid, url, time.monotonic() - began, seen, whole))
    return lines, whole


async def line(port: int, pid: int, url: str, seconds: float, seen: Counts, whole: Counts) -> dict[str, float]:
    """What the service takes now, and what its clients felt since the line before; printed as a row."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        metrics = (await http.get("/metrics")).text
    waiting = sum(float(row.split()[-1]) for row in metrics.splitlines() if row.startswith("umpire_jobs_waiting"))
    cuts = quantiles([*seen.times, *seen.times[:1]], n=100)
    found = {
        "seconds": seconds,
        "memory": memory_of(pid),
        "descriptors": float(len(os.listdir(f"/proc/{pid}/fd"))),
        "median": cuts[49] * 1e3,
        "late": cuts[94] * 1e3,
        "size": size_of(url) / max(1, whole.actions),
    }
    failed = sum(n for status, n in seen.statuses.items() if status >= 500 and status != 503)
    print(
        f"| {seconds / 60:.0f} | {found['memory']:.0f} | {found['descriptors']:.0f} | {waiting:.0f} "
        f"| {found['median']:.1f}, {found['late']:.1f}, {cuts[98] * 1e3:.1f} | {found['size']:,.0f} "
        f"| {seen.statuses[503]} | {failed}, {seen.lost} |",
        flush=True,
    )
    return found


def judged(lines: list[dict[str, float]]) -> list[str]:
    """What grew more than it may: memory after it has settled, and the 95th percentile against the first line."""
    settled = [each for each in lines if each["seconds"] >= SETTLED]
    faults = []
    if settled and settled[-1]["memory"] > MOST_GROWTH * settled[0]["memory"]:
        faults.append(f"memory grew from {settled[0]['memory']:.0f} to {settled[-1]['memory']:.0f} MiB")
    if lines and lines[-1]["late"] > MOST_SLOWER * lines[0]["late"]:
        faults.append(f"the 95th percentile grew from {lines[0]['late']:.1f} to {lines[-1]['late']:.1f} ms")
    return faults


def memory_of(pid: int) -> float:
    """The MiB that a process and its children hold."""
    kept: dict[int, tuple[int, int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(OSError):
                status = dict(row.split(":", 1) for row in Path(f"/proc/{entry}/status").read_text().splitlines())
                kept[int(entry)] = int(status["PPid"]), int(status.get("VmRSS", "0 kB").split()[0])
    children: dict[int, list[int]] = defaultdict(list)
    for child, (parent, _) in kept.items():
        children[parent].append(child)
    family, total = [pid], 0
    while family:
        one = family.pop()
        total += kept.get(one, (0, 0))[1]
        family += children[one]
    return total / 1024


def size_of(url: str) -> int:
    """The bytes of a database on the disk."""
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        return sum(os.path.getsize(path + end) for end in ("", "-wal") if os.path.exists(path + end))
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        size: int = connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one()
    engine.dispose()
    return size


def verified(url: str, folder: Path) -> bool:
    """Whether everything that was stored verifies: it is exported, and taken in elsewhere, which checks each log."""
    command, whole = [sys.executable, "-m", "app.cli"], str(folder / "everything.ndjson")
    there = f"sqlite:///{folder}/there.db"
    for what, of in ((["export", "--all", whole], url), (["migrate"], there), (["import", whole], there)):
        done = subprocess.run([*command, *what], env={**os.environ, "UMPIRE_DATABASE_URL": of}, capture_output=True)
        if done.returncode:
            print(done.stderr.decode())
            return False
    print(done.stdout.decode().strip())
    return True


if __name__ == "__main__":
    sys.exit(main())
