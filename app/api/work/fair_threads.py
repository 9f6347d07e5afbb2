"""Worker threads with one queue for each client address, served round robin."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.types import Receive, Scope

from app.api.requests.addresses import address_of

T = TypeVar("T")
CURRENT_SCOPE: ContextVar[Scope | None] = ContextVar("asked", default=None)
"""The ASGI scope of the current request; None for work of the service itself."""
CURRENT_RECEIVE: ContextVar[Receive | None] = ContextVar("heard", default=None)
"""The ASGI `receive` of the current request; None if a disconnect does not matter."""


def client_address() -> str:
    """The address of the client whose request is running; empty for work of the service itself."""
    scope = CURRENT_SCOPE.get()
    return address_of(scope) if scope else ""


RECENT = 2.0
"""Seconds for which others count as working after a request has asked for work."""


class Asked:
    """Remembers when a request last asked for work: work that nobody waits for comes after it."""

    def __init__(self) -> None:
        self._at: float | None = None

    def note(self) -> None:
        """Work begins; it counts where a request asks for it."""
        if CURRENT_SCOPE.get() is not None:
            self._at = monotonic()

    def is_recent(self) -> bool:
        """Whether a request has just asked for work."""
        return self._at is not None and monotonic() - self._at < RECENT


@dataclass(slots=True)
class QueuedWork:
    """A job in the queue, done in one turn or in several."""

    asked_by: list[str] = field(default_factory=lambda: [client_address()])
    """The addresses that wait for it: it comes when it is the turn of one of them."""
    turn: asyncio.Future[str] | None = None
    """What it waits for, where it waits: the address whose turn it is then."""


class FairThreadPool:
    """A few threads, and a queue for each address that waits for one; the queues are served round robin.

    An address uses one thread at a time, so long work of one leaves the other threads to others.
    """

    def __init__(self, threads: int, asked: Asked | None = None) -> None:
        """`asked` is told of all work."""
        self._asked = asked or Asked()
        self._threads, self._at_work = CapacityLimiter(threads), set[str]()
        self._lines: OrderedDict[str, deque[asyncio.Future[str]]] = OrderedDict()

    async def run(self, work: QueuedWork, call: Callable[..., T], *arguments: Any, patience: float | None = None) -> T:
        """The result of a call on one of the threads, when it is the turn of `work`.

        Raises TimeoutError where that does not come within `patience` seconds.
        """
        self._asked.note()
        async with asyncio.timeout(patience):
            address = await self._come(work)
        try:
            return await to_thread.run_sync(call, *arguments, limiter=self._threads)
        finally:
            self._leave(address)

    @asynccontextmanager
    async def place(self, work: QueuedWork) -> AsyncIterator[None]:
        """One of the places, when it is the turn of `work`, for what is done elsewhere; of an address one at a time."""
        address = await self._come(work)
        try:
            yield
        finally:
            self._leave(address)

    def drop(self, work: QueuedWork) -> None:
        """Begin or go on with `work` no more: nobody waits for it. What is on a thread just now comes to its end."""
        work.asked_by.clear()
        if work.turn is not None:
            work.turn.cancel()

    def join(self, work: QueuedWork) -> None:
        """Let the present address wait for work too that somebody else has begun."""
        if (address := client_address()) not in work.asked_by:
            work.asked_by.append(address)
            if work.turn is not None:
                self._lines.setdefault(address, deque()).append(work.turn)
                self._serve()

    async def _come(self, work: QueuedWork) -> str:
        """Wait for the turn of `work`; the address whose turn it is."""
        if not work.asked_by:
            raise asyncio.CancelledError
        turn: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        work.turn = turn
        for address in work.asked_by:
            self._lines.setdefault(address, deque()).append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had come already
                self._leave(turn.result())
            raise
        finally:
            work.turn = None

    def _leave(self, address: str) -> None:
        self._at_work.discard(address)
        self._serve()

    def _serve(self) -> None:
        for address in list(self._lines):
            if len(self._at_work) >= self._threads.total_tokens:
                return
            if address not in self._at_work:
                self._serve_one_of(address)

    def _serve_one_of(self, address: str) -> None:
        line = self._lines.pop(address)
        while line and line[0].done():
            line.popleft()  # nobody waits any more, or it came by another line
        if line:
            self._at_work.add(address)
            line.popleft().set_result(address)
        if line:
            self._lines[address] = line  # behind all others
