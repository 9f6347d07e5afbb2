"""Work that takes a while, beside the event loop: in turn, with a queue for each address that has an end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from app.api.work.fair_threads import FairThreadPool, QueuedWork, client_address
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


@dataclass(slots=True)
class Shared:
    """A job whose result several may wait for."""

    work: QueuedWork
    job: asyncio.Future[Any]
    waiting: int = 0
    """How many wait for it."""


class Jobs:
    """The jobs of one kind; several kinds may share their turns."""

    def __init__(self, turns: FairThreadPool, begun: int | None = None) -> None:
        """`begun`: how many jobs in slices may have begun and not ended, for requests; None for any number.

        Each holds what it has worked out so far in memory.
        """
        self.turns, self._counts = turns, Counter[str]()
        self._begun = None if begun is None else FairThreadPool(begun)
        self._shared: dict[Hashable, Shared] = {}

    async def run(self, call: Callable[..., T], *arguments: Any, work: QueuedWork | None = None) -> T:
        """Do a job in one go; 503 busy."""
        with self._counted():
            return await self.turns.run(work or QueuedWork(), call, *arguments)

    async def run_in_slices(self, job: Generator[None, None, T], work: QueuedWork | None = None) -> T:
        """Do a job that may be interrupted wherever it yields; each slice waits for its turn; 503 busy."""
        with self._counted():
            return await self._begun_in_slices(job, work or QueuedWork())

    async def each_in_slices(self, jobs: Iterable[Generator[None, None, T]]) -> AsyncIterator[T]:
        """What each of several jobs returns, done one after the other as they are asked for; 503 busy at the first."""
        with self._counted():
            for job in jobs:
                yield await self._begun_in_slices(job, QueuedWork())

    async def _begun_in_slices(self, job: Generator[None, None, T], work: QueuedWork) -> T:
        if self._begun is None or not client_address():
            return await self._in_slices(job, work)
        async with self._begun.place(QueuedWork()):
            return await self._in_slices(job, work)

    async def _in_slices(self, job: Generator[None, None, T], work: QueuedWork) -> T:
        done: Done[T] | None = None
        while done is None:
            done = await self.turns.run(work, run_slice, job)
        return done.value

    async def shared(self, question: Hashable, begin: Callable[[QueuedWork], Awaitable[T]]) -> T:
        """The result of a job that `begin` starts; while one for an equal question waits or runs, that of that one.

        It comes when it is the turn of anybody who waits for it, and goes on until nobody does any more. Raises what
        the job raises.
        """
        if (shared := self._shared.get(question)) is not None:
            self.turns.join(shared.work)
        else:
            work = QueuedWork()
            shared = self._shared[question] = Shared(work, asyncio.ensure_future(begin(work)))
            shared.job.add_done_callback(lambda _done: self._end(question, shared))
        shared.waiting += 1
        try:
            found: T = await asyncio.shield(shared.job)
        finally:
            shared.waiting -= 1
            if not shared.waiting and not shared.job.done():
                self._end(question, shared)
                self.turns.drop(shared.work)
        return found

    def _end(self, question: Hashable, shared: "Shared") -> None:
        """From now on nobody joins a job."""
        if self._shared.get(question) is shared:
            del self._shared[question]
        if shared.job.done() and not shared.job.cancelled():
            shared.job.exception()  # where nobody waits any more, asyncio is not to complain of it

    @contextmanager
    def _counted(self) -> Iterator[None]:
        address = client_address()
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


def run_slice(job: Generator[None, None, T]) -> Done[T] | None:
    """Go on with a job for SLICE seconds; None where it is not done then."""
    end = perf_counter() + SLICE
    while perf_counter() < end:
        try:
            next(job)
        except StopIteration as stopped:
            return Done(stopped.value)
    return None
