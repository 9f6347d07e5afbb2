"""Work that takes a while, beside the event loop: in turn, with a queue for each address that has an end."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from app.api.turns import Turns, Work, who
from app.errors import Problem

WAITING, OF_ALL = 32, 1024
"""Jobs of a kind that may wait or run, of an address and of all; another one is refused as `busy`.

An address that has none yet is never refused.
"""

SLICE = 0.1
"""Seconds after which a job that can be interrupted lets the next one in the queue go on."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The end of a job, with what it returns."""

    value: T


class Jobs:
    """The jobs of one kind; several kinds may share their turns."""

    def __init__(self, turns: Turns) -> None:
        self._turns, self._counts = turns, Counter[str]()
        self._shared: dict[Hashable, tuple[Work, asyncio.Future[Any]]] = {}

    async def run(self, call: Callable[..., T], *arguments: Any, work: Work | None = None) -> T:
        """Do a job in one go; 503 busy."""
        with self._counted():
            return await self._turns.run(work or Work(), call, *arguments)

    async def run_in_slices(self, job: Generator[None, None, T], work: Work | None = None) -> T:
        """Do a job that may be interrupted wherever it yields; each slice waits for its turn; 503 busy."""
        work = work or Work()
        with self._counted():
            done: Done[T] | None = None
            while done is None:
                done = await self._turns.run(work, go_on, job)
            return done.value

    async def shared(self, question: Hashable, begin: Callable[[Work], Awaitable[T]]) -> T:
        """The result of a job that `begin` starts; while one for an equal question waits or runs, that of that one.

        It comes when it is the turn of anybody who waits for it, and goes on where somebody no longer does. Raises what
        the job raises.
        """
        if question in self._shared:
            work, job = self._shared[question]
            self._turns.join(work)
        else:
            work = Work()
            job = asyncio.ensure_future(begin(work))
            self._shared[question] = work, job
            job.add_done_callback(lambda done: self._end(question, done))
        found: T = await asyncio.shield(job)
        return found

    def _end(self, question: Hashable, job: asyncio.Future[Any]) -> None:
        del self._shared[question]
        if not job.cancelled():
            job.exception()  # where nobody waits any more, asyncio is not to complain of it

    @contextmanager
    def _counted(self) -> Iterator[None]:
        address = who()
        own = self._counts[address]
        if own >= WAITING or (own and self._counts.total() >= OF_ALL):
            raise Problem("busy")
        self._counts[address] += 1
        try:
            yield
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]


def go_on(job: Generator[None, None, T]) -> Done[T] | None:
    """Go on with a job for SLICE seconds; None where it is not done then."""
    end = perf_counter() + SLICE
    while perf_counter() < end:
        try:
            next(job)
        except StopIteration as stopped:
            return Done(stopped.value)
    return None
