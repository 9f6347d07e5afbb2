"""The largest bodies that are wrong everywhere: for how long others wait meanwhile, and how much memory they take.

`python -m benchmarks.wrong_bodies [WORD …]` sends those of each operation whose path has one of the words, or of all.
"""

import asyncio
import gc
import re
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import httpx

from app.api.requests.strict import LONG
from benchmarks.followers import started
from tests.hostile.test_bounds import MEDIA_TYPE, PATHS, bodies, collections, filled

STRANGE = b'{"a":"%b"}' % (b"x" * LONG)
EACH = 0.002
"""Seconds between two looks at /healthz."""


async def longest_wait(http: httpx.AsyncClient, done: asyncio.Event) -> float:
    """The longest time in which /healthz answered until it is done, in milliseconds."""
    longest = 0.0
    while not done.is_set():
        began = time.perf_counter()
        await http.get("/healthz")
        longest = max(longest, time.perf_counter() - began)
        await asyncio.sleep(EACH)
    return 1000 * longest


def peak(pid: int) -> float:
    """The most memory that a process has had since its mark was taken back, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


async def send(http: httpx.AsyncClient, pid: int, method: str, path: str, body: str) -> tuple[float, float, float]:
    """What one body costs: the wait of others and its own in milliseconds, and memory in MB."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    before, done = peak(pid), asyncio.Event()
    waiting = asyncio.create_task(longest_wait(http, done))
    began = time.perf_counter()
    await http.request(method, path, content=body.encode(), headers=MEDIA_TYPE)
    own = 1000 * (time.perf_counter() - began)
    done.set()
    return await waiting, own, peak(pid) - before


async def main(port: int, pid: int, words: list[str]) -> None:
    """Print what the dearest body of each operation costs."""
    gc.disable()  # a collection in this process would count as a wait
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        worst: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
        for method, path, schema, size in bodies():  # type: ignore[no-untyped-call]
            if words and not any(word in path for word in words):
                continue
            where = re.sub(r"{(\w+)}", lambda name: PATHS[name[1]], path)
            await http.request(method, where, content=STRANGE, headers=MEDIA_TYPE)  # what reads it is made once
            for around, part in collections(schema):  # type: ignore[no-untyped-call]
                for body in filled(around, part, size):  # type: ignore[no-untyped-call]
                    worst[path].append(await send(http, pid, method, where, body))
            others, own, memory = (max(each) for each in zip(*worst[path], strict=True))
            print(f"{path}: others wait {others:.0f} ms, it takes {own:.0f} ms and {memory:.0f} MB", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        server, port = started(f"sqlite:///{folder}/wrong.db")
        try:
            asyncio.run(main(port, server.pid, sys.argv[1:]))
        finally:
            server.terminate()
            server.wait()
