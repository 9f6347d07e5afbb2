"""Turns: all who want long work done go on in turn, however much of it one of them wants."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.types import Receive, Scope

from app.api.reading.addresses import address_of

T = TypeVar("T")
ASKED: ContextVar[Scope | None] = ContextVar("asked", default=None)
"""The request that is answered; None for what the service does by itself."""
HEARD: ContextVar[Receive | None] = ContextVar("heard", default=None)
"""How the client is heard whose request is answered; None where it does not matter whether it is still there."""


def who() -> str:
    """The address whose request is answered; empty for what the service does by itself."""
    scope = ASKED.get()
    return address_of(scope) if scope else ""


RECENT = 2.0
"""Seconds for which others count as working after a request has asked for work."""


class Asked:
    """Whether requests have work done, before which stands what nobody waits for."""

    def __init__(self) -> None:
        self._at: float | None = None

    def note(self) -> None:
        """Work begins; it counts where a request asks for it."""
        if ASKED.get() is not None:
            self._at = monotonic()

    def is_recent(self) -> bool:
        """Whether a request has just asked for work."""
        return self._at is not None and monotonic() - self._at < RECENT


@dataclass(slots=True)
class Work:
    """Something that is done in one turn or in several."""

    asked_by: list[str] = field(default_factory=lambda: [who()])
    """The addresses that wait for it: it comes when it is the turn of one of them."""
    turn: asyncio.Future[str] | None = None
    """What it waits for, where it waits: the address whose turn it is then."""


class Turns:
    """A few threads, and a line for each address that waits for one: the lines are served one after the other.

    An address has one of the threads at a time, so that work of seconds leaves the others to the others.
    """

    def __init__(self, threads: int, asked: Asked | None = None) -> None:
        """`asked` is told of all work."""
        self._asked = asked or Asked()
        self._threads, self._at_work = CapacityLimiter(threads), set[str]()
        self._lines: OrderedDict[str, deque[asyncio.Future[str]]] = OrderedDict()

    async def run(self, work: Work, call: Callable[..., T], *arguments: Any, patience: float | None = None) -> T:
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

    def drop(self, work: Work) -> None:
        """Begin or go on with `work` no more: nobody waits for it. What is on a thread just now comes to its end."""
        work.asked_by.clear()
        if work.turn is not None:
            work.turn.cancel()

    def join(self, work: Work) -> None:
        """Let the present address wait for work too that somebody else has begun."""
        if (address := who()) not in work.asked_by:
            work.asked_by.append(address)
            if work.turn is not None:
                self._lines.setdefault(address, deque()).append(work.turn)
                self._serve()

    async def _come(self, work: Work) -> str:
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
