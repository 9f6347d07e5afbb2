"""Wakes requests that wait for a session to change, after the commit of the change."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

POLL = 2.0
"""Seconds after which a waiting request reads the log itself, because another process may have written."""


class Hub:
    """Wakes the requests that wait for a session. It only gives hints; the waiting request reads the log."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closing = False

    def open(self) -> None:
        """Begin to work; called on the event loop of the server."""
        self._loop, self.is_closing = asyncio.get_running_loop(), False

    def close(self) -> None:
        """Wake all waiting requests for the last time. Any thread may call this, and a signal handler too."""
        self.is_closing = True
        self._soon(list(self._waiting))

    def tell(self, sessions: set[str]) -> None:
        """Wake the requests that wait for these sessions. Any thread may call this."""
        if sessions and self._waiting:
            self._soon(list(sessions))

    def _soon(self, sessions: list[str]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake, sessions)

    def _wake(self, sessions: list[str]) -> None:
        for session in sessions:
            for event in self._waiting.get(session, ()):
                event.set()

    @asynccontextmanager
    async def listening(self, session: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever the session has changed. After clearing it, the request must read the log."""
        event = asyncio.Event()
        self._waiting[session].add(event)
        try:
            yield event
        finally:
            self._waiting[session].discard(event)
            if not self._waiting[session]:
                del self._waiting[session]


async def changed(event: asyncio.Event, seconds: float) -> None:
    """Wait for the event, at most `seconds` and at most POLL, then clear it."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), min(seconds, POLL))
    event.clear()
