"""Wrong codes: how many an address and all together may try, so that nobody finds a seat by guessing."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from app.errors import Problem

WINDOW = 600.0
"""Seconds in which wrong codes are counted."""
OF_ADDRESS = 20
OF_ALL = 300


class WrongCodes:
    """Counts the wrong codes of the last ten minutes, by address. Each process counts by itself.

    That is enough: there are 18^8 codes, 11 billion. Who has all 300 tries of each of four processes for twelve hours
    makes 86,400 of them, and meets one of 200 codes that are good all the while with 0.16 %.
    """

    def __init__(self) -> None:
        self._tried: deque[tuple[float, str]] = deque()

    @contextmanager
    def trying(self, address: str) -> Iterator[None]:
        """Within it a code is tried: it counts as wrong from the beginning, unless it turns out not to be.

        Raises Problem too-many-requests (429) where there were too many, whatever the code.
        """
        now = monotonic()
        while self._tried and self._tried[0][0] <= now - WINDOW:
            self._tried.popleft()
        own = [at for at, other in self._tried if other == address]
        if len(own) >= OF_ADDRESS or len(self._tried) >= OF_ALL:
            first = own[0] if len(own) >= OF_ADDRESS else self._tried[0][0]
            raise Problem(
                "too-many-requests", reason="codes-rest", params={"wait": max(1, round(first + WINDOW - now))}
            )
        tried = now, address
        self._tried.append(tried)
        try:
            yield
        except Problem as refused:
            if refused.code != "claim-gone":
                self._forget(tried)
            raise
        self._forget(tried)

    def _forget(self, tried: tuple[float, str]) -> None:
        if tried in self._tried:
            self._tried.remove(tried)
