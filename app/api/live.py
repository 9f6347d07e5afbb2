"""Live: who waits for a session to change is woken after the commit."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

POLL = 2.0
"""Seconds after which whoever waits looks for himself: another process may have written."""


class Hub:
    """Wakes those who wait for a session. What it tells is a hint; the log is the truth."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closing = False

    def open(self) -> None:
        """Begin to listen; runs on the loop that serves."""
        self._loop, self.is_closing = asyncio.get_running_loop(), False

    def close(self) -> None:
        """Wake everybody for the last time; may be called from any thread, or a signal."""
        self.is_closing = True
        self._soon(list(self._waiting))

    def tell(self, sessions: set[str]) -> None:
        """Wake those who wait for these sessions; may be called from any thread."""
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
        """An event that is set whenever the session has changed; who clears it looks at the log next."""
        event = asyncio.Event()
        self._waiting[session].add(event)
        try:
            yield event
        finally:
            self._waiting[session].discard(event)
            if not self._waiting[session]:
                del self._waiting[session]


async def changed(event: asyncio.Event, seconds: float) -> None:
    """Wait for a change, but no longer than that, nor than POLL."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), min(seconds, POLL))
    event.clear()
