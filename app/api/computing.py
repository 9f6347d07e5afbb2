"""Work that takes a while, beside the event loop: two at a time, with a queue that has an end."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from anyio import CapacityLimiter, to_thread

from app.errors import Problem

WAITING = 32
"""Jobs of a kind that may wait or run; another one is refused as `busy`."""

SLICE = 0.1
"""Seconds after which a job that can be interrupted lets the next one in the queue go on."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The end of a job, with what it returns."""

    value: T


class Jobs:
    """The jobs of one kind; several kinds may share their places."""

    def __init__(self, places: CapacityLimiter) -> None:
        self._places, self._count = places, 0
        self._shared: dict[Hashable, asyncio.Future[Any]] = {}

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do a job in one go; 503 busy."""
        with self._counted():
            return await to_thread.run_sync(work, *arguments, limiter=self._places)

    async def run_in_slices(self, job: Generator[None, None, T]) -> T:
        """Do a job that may be interrupted wherever it yields; each slice queues again; 503 busy."""
        with self._counted():
            while (done := await to_thread.run_sync(go_on, job, limiter=self._places)) is None:
                pass
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
    def _counted(self) -> Iterator[None]:
        if self._count >= WAITING:
            raise Problem("busy")
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1


def go_on(job: Generator[None, None, T]) -> Done[T] | None:
    """Go on with a job for SLICE seconds; None where it is not done then."""
    end = perf_counter() + SLICE
    while perf_counter() < end:
        try:
            next(job)
        except StopIteration as stopped:
            return Done(stopped.value)
    return None
