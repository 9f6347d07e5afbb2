"""Real server processes, forked by a nursery that has imported the service once: they are up at once."""

import gc
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import import_module

import httpx

from tests.waiting import LONG, PATIENT, wait_until

HASTY = {"app.server:DRAIN_SECONDS": 0.1}
"""What a server that is told to stop waits for, where no balancer looks at it."""


class Process:
    """A process of the nursery."""

    def __init__(self, nursery: "Nursery", pid: int) -> None:
        self.pid, self._nursery = pid, nursery
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        if self._code is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, whether or not it runs, and wait until it is gone."""
        if self.poll() is None:
            self.send_signal(signal.SIGKILL)
            self.wait()

    def poll(self) -> int | None:
        """How it ended, if it did; a signal's number is negative."""
        if self._code is None:
            self._code = self._nursery.ask({"wait": self.pid, "seconds": 0})
        return self._code

    def wait(self, seconds: float = LONG) -> int:
        """How it ended."""
        if self._code is None:
            self._code = self._nursery.ask({"wait": self.pid, "seconds": seconds})
        assert self._code is not None, f"the process still runs after {seconds} s"
        return self._code


class Server(Process):
    """A server, with its port."""

    port: int


class Nursery:
    """A process that forks others, each of which runs `umpire` with some arguments."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process, self._lock = process, threading.Lock()

    def ask(self, question: object) -> object:
        with self._lock:
            print(json.dumps(question), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())

    def run(self, url: str, *arguments: str, times: int = 1, **constants: object) -> list[Process]:
        """Start `umpire` so many times at once on a database.

        `constants` are `module:NAME` with other values, or in capitals variables of the environment; unless they say
        otherwise, the process has the time that a slow machine takes.
        """
        pids = self.ask({"run": arguments, "url": url, "times": times, "constants": {**PATIENT, **HASTY, **constants}})
        return [Process(self, pid) for pid in pids]

    def clear(self) -> None:
        """Kill what still runs."""
        self.ask({"clear": True})

    def start(self, url: str, port: int | None = None, **constants: object) -> Server:
        """A server that is ready."""
        port = port or free_port()
        pid = self.run(url, "serve", "--port", str(port), **constants)[0].pid
        server = Server(self, pid)
        server.port = port
        wait_until(lambda: is_ready(port) or server.poll() is not None, "the server did not start")
        assert server.poll() is None, "the server stopped"
        return server


FIRST, EACH = 12_000, 1_000
"""The first port for servers, and how many each worker has: below those that systems give to connections."""
_next = itertools.count(os.getpid())


def free_port() -> int:
    """A port that stays free until a server takes it: no connection and no other worker gets it meanwhile."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 20
    for number in itertools.islice(_next, EACH):
        port = FIRST + worker * EACH + number % EACH
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    raise RuntimeError("no port is free")


def is_ready(port: int, host: str = "127.0.0.1") -> bool:
    try:
        with socket.create_connection((host, port), timeout=LONG) as connection:
            connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: umpire\r\nConnection: close\r\n\r\n")
            return connection.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


@asynccontextmanager
async def client(port: int):
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=LONG) as http:
        yield http


def environment_for(url: str) -> dict[str, str]:
    return {**os.environ, "UMPIRE_DATABASE_URL": url, "UMPIRE_LOG_LEVEL": "warning"}


@contextmanager
def nursery(**variables: str) -> Iterator[Nursery]:
    """A nursery that lives as long as the context, and its processes with it; with these variables of the environment."""
    environment, pipe = {**environment_for("sqlite:///never-made.db"), **variables}, subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "tests.servers"], env=environment, stdin=pipe, stdout=pipe, text=True
    ) as process:
        try:
            yield Nursery(process)
        finally:
            process.stdin.close()


def tend() -> None:
    """What the nursery does: fork and wait, as it is asked to."""
    from app.main import create_app

    create_app()  # what the first one takes, the forked ones need not do again
    gc.collect()
    gc.freeze()
    living: set[int] = set()
    for line in sys.stdin:
        question = json.loads(line)
        answer: object = None
        if "run" in question:
            living.update(answer := fork_all(question))
        elif "wait" in question:
            answer = ended(question["wait"], question["seconds"])
            living -= {question["wait"]} if answer is not None else set()
        else:
            end(living)
        print(json.dumps(answer), flush=True)
    end(living)


def end(living: set[int]) -> None:
    """Kill what still runs."""
    for pid in living:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    living.clear()


def fork_all(question: dict) -> list[int]:
    """All run once the last is there."""
    gate, opener = os.pipe()
    pids = []
    for _ in range(question["times"]):
        if (pid := os.fork()) == 0:
            os.close(opener)
            os.read(gate, 1)
            become(question)
        pids.append(pid)
    os.close(opener)
    os.close(gate)
    return pids


def become(question: dict) -> None:
    """Run `umpire`, as if it had been started on its own."""
    from app.cli import main

    code: object = 70
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(2, 1)
        os.environ["UMPIRE_DATABASE_URL"] = question["url"]
        for name, value in question["constants"].items():
            module, _, constant = name.partition(":")
            if constant:
                setattr(import_module(module), constant, value)
            else:
                os.environ[name] = str(value)
        code = main(question["run"])
    except SystemExit as left:
        code = left.code or 0
    finally:
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def ended(pid: int, seconds: float) -> int | None:
    """How a process ended, if it did in this time."""
    deadline = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            return None
        time.sleep(0.01)


if __name__ == "__main__":
    tend()
