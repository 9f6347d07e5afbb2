"""Turns: all who want long work done go on in turn, however much of it one of them wants."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

T = TypeVar("T")
WHO: ContextVar[str] = ContextVar("who", default="")
"""The address whose request is answered; empty for what the service does by itself."""


@dataclass(slots=True)
class Work:
    """Something that is done in one turn or in several."""

    asked_by: list[str] = field(default_factory=lambda: [WHO.get()])
    """The addresses that wait for it: it comes when it is the turn of one of them."""
    turn: asyncio.Future[None] | None = None
    """What it waits for, where it waits."""


class Turns:
    """A few threads, and a line for each address that waits for one: the lines are served one after the other."""

    def __init__(self, threads: int) -> None:
        self._free, self._threads = threads, CapacityLimiter(threads)
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(self, work: Work, call: Callable[..., T], *arguments: Any) -> T:
        """The result of a call on one of the threads, when it is the turn of `work`."""
        await self._come(work)
        try:
            return await to_thread.run_sync(call, *arguments, limiter=self._threads)
        finally:
            self._next()

    def join(self, work: Work) -> None:
        """Let the present address wait for work too that somebody else has begun."""
        if (address := WHO.get()) not in work.asked_by:
            work.asked_by.append(address)
            if work.turn is not None:
                self._lines.setdefault(address, deque()).append(work.turn)

    async def _come(self, work: Work) -> None:
        if self._free:
            self._free -= 1
            return
        turn = work.turn = asyncio.get_running_loop().create_future()
        for address in work.asked_by:
            self._lines.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had come already
                self._next()
            raise
        finally:
            work.turn = None

    def _next(self) -> None:
        while self._lines:
            address, line = self._lines.popitem(last=False)
            while line and line[0].done():
                line.popleft()  # nobody waits any more, or it came by another line
            if line:
                turn = line.popleft()
                if line:
                    self._lines[address] = line
                turn.set_result(None)
                return
        self._free += 1
