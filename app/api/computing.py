"""Work that takes a while, beside the event loop: two at a time, of different addresses, in a queue that has an end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from anyio import CapacityLimiter, Lock, to_thread

from app.api.addresses import counted_as
from app.api.middleware.sender import SENDER
from app.errors import Problem

WAITING = 32
"""Jobs of a kind that may wait or run; another one is refused as `busy`."""

OF_ONE = 24
"""Those of them that may be of one address."""

SLICE = 0.1
"""Seconds after which a job that can be interrupted lets the next one in the queue go on."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The end of a job, with what it returns."""

    value: T


class Workplaces:
    """Where jobs are done; one address has one of the places at a time, so that others need not wait for its jobs."""

    def __init__(self, places: int) -> None:
        self._places, self._turns, self._waiting = CapacityLimiter(places), dict[str, Lock](), Counter[str]()

    async def work(self, sender: str, work: Callable[..., T], *arguments: Any) -> T:
        """Do something for an address once it is its turn and there is a place."""
        async with self._turn(sender):
            return await to_thread.run_sync(work, *arguments, limiter=self._places)

    @asynccontextmanager
    async def _turn(self, sender: str) -> AsyncIterator[None]:
        self._waiting[sender] += 1
        try:
            async with self._turns.setdefault(sender, Lock()):
                yield
        finally:
            self._waiting[sender] -= 1
            if not self._waiting[sender]:
                del self._waiting[sender], self._turns[sender]


class Jobs:
    """The jobs of one kind; several kinds may share their places."""

    def __init__(self, places: Workplaces) -> None:
        self._places, self._count = places, Counter[str]()
        self._shared: dict[Hashable, asyncio.Future[Any]] = {}

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do a job in one go; 503 busy."""
        with self._counted() as sender:
            return await self._places.work(sender, work, *arguments)

    async def run_in_slices(self, job: Generator[None, None, T]) -> T:
        """Do a job that may be interrupted wherever it yields; each slice queues again; 503 busy."""
        with self._counted() as sender:
            done: Done[T] | None = None
            while done is None:
                done = await self._places.work(sender, go_on, job)
            return done.value

    async def shared(self, question: Hashable, begin: Callable[[], Awaitable[T]]) -> T:
        """The result of a job that `begin` starts; while one for an equal question waits or runs, that of that one.

        It goes on where somebody no longer waits for it. Raises what the job raises.
        """
        job: asyncio.Future[T] | None = self._shared.get(question)
        if job is None:
            job = self._shared[question] = asyncio.ensure_future(begin())
            job.add_done_callback(lambda done: self._end(question, done))
        return await asyncio.shield(job)

    def _end(self, question: Hashable, job: asyncio.Future[Any]) -> None:
        del self._shared[question]
        if not job.cancelled():
            job.exception()  # where nobody waits any more, asyncio is not to complain of it

    @contextmanager
    def _counted(self) -> Iterator[str]:
        sender = counted_as(SENDER.get())
        if self._count.total() >= WAITING or self._count[sender] >= OF_ONE:
            raise Problem("busy")
        self._count[sender] += 1
        try:
            yield sender
        finally:
            self._count[sender] -= 1
            if not self._count[sender]:
                del self._count[sender]


def go_on(job: Generator[None, None, T]) -> Done[T] | None:
    """Go on with a job for SLICE seconds; None where it is not done then."""
    end = perf_counter() + SLICE
    while perf_counter() < end:
        try:
            next(job)
        except StopIteration as stopped:
            return Done(stopped.value)
    return None
