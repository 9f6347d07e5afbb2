"""A further try of what failed: shortly after it, and later each time until something works."""

import asyncio
from collections.abc import Callable

SHORTEST = 0.05
"""Seconds before the first further try; before each one after it twice as many."""


class Retry:
    """The next further try, of which there is one at a time."""

    def __init__(self, begin: Callable[[], object]) -> None:
        """`begin` is called on the event loop when it is time."""
        self._begin, self._wait = begin, SHORTEST
        self._timer: asyncio.TimerHandle | None = None

    def failed(self, longest: float) -> None:
        """Something failed: it is tried again, after `longest` seconds at most."""
        if self._timer is None:
            self._wait = min(self._wait, longest)
            self._timer = asyncio.get_running_loop().call_later(self._wait, self._run)
            self._wait *= 2

    def worked(self) -> None:
        """Something worked: the next failure is tried again shortly."""
        self._wait = SHORTEST

    def close(self) -> None:
        """Try nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _run(self) -> None:
        self._timer = None
        self._begin()
