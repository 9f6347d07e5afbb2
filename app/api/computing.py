"""Work that takes a while, beside the event loop: two at a time, with a queue that has an end."""

from collections.abc import Callable, Generator, Iterator
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
