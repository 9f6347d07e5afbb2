"""Wakes the followers of a session after each commit, and lets equal followers share one read."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

POLL = 2.0
"""Seconds between looks for what other processes have written: their hints can be lost."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class ChangeSignal:
    """Lets one follower of a session wait for its next change."""

    __slots__ = ("_event", "_is_changed")

    def __init__(self) -> None:
        self._event, self._is_changed = asyncio.Event(), False

    def wake(self) -> None:
        """The session has changed."""
        self._is_changed = True
        self._event.set()

    async def changed(self, seconds: float) -> bool:
        """Wait for a change, but no longer than that; whether there was one since the last time."""
        timer = asyncio.get_running_loop().call_later(seconds, self._event.set)
        try:
            await self._event.wait()
        finally:
            timer.cancel()
        is_changed, self._is_changed = self._is_changed, False
        self._event.clear()
        return is_changed


class Followed:
    """A session that is followed: who waits for it, who looks at it just now, and its newest event as last polled."""

    __slots__ = ("looks", "seq", "signals")

    def __init__(self) -> None:
        self.signals: set[ChangeSignal] = set()
        self.looks: dict[Hashable, asyncio.Future[Any]] = {}
        self.seq: int | None = None

    def wake(self) -> None:
        """Wake all; a look that has begun may have missed the change, so nobody joins it any more."""
        self.looks.clear()
        for signal in self.signals:
            signal.wake()


class Hub:
    """Wakes the followers of a session. What it tells is a hint; the log is the truth."""

    def __init__(self) -> None:
        self._followed: dict[str, Followed] = {}
        self._looks: set[asyncio.Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closing = False
        self.finding = asyncio.Lock()
        """Held by one at a time who looks for sessions to follow."""

    def open(self) -> None:
        """Begin to work; called on the event loop of the server."""
        self._loop, self.is_closing = asyncio.get_running_loop(), False

    def close(self) -> None:
        """Wake all waiting requests for the last time. Any thread may call this, and a signal handler too."""
        self.is_closing = True
        self._soon(list(self._followed))

    def notify(self, sessions: set[str]) -> None:
        """Wake those who follow these sessions; may be called from any thread."""
        if sessions and self._followed:
            self._soon(list(sessions))

    def _soon(self, sessions: list[str]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake, sessions)

    def _wake(self, sessions: list[str]) -> None:
        for session in sessions:
            if followed := self._followed.get(session):
                followed.wake()

    def followers(self, session: str) -> int:
        """How many hear of a session now."""
        followed = self._followed.get(session)
        return len(followed.signals) if followed else 0

    @property
    def is_looking(self) -> bool:
        """Whether anybody looks at a session just now."""
        return bool(self._looks)

    @asynccontextmanager
    async def listening(self, session: str) -> AsyncIterator[ChangeSignal]:
        """A signal of the changes of a session; the first read comes after it is registered."""
        self.join(session, signal := ChangeSignal())
        try:
            yield signal
        finally:
            self.leave(session, signal)

    def join(self, session: str, signal: ChangeSignal) -> None:
        """Register a signal for the changes of a session."""
        self._followed.setdefault(session, Followed()).signals.add(signal)

    def leave(self, session: str, signal: ChangeSignal) -> None:
        """Remove a signal of a session."""
        if followed := self._followed.get(session):
            followed.signals.discard(signal)
            if not followed.signals:
                del self._followed[session]

    async def read_shared(self, session: str, what: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        """What `read` finds; those who look for the same at once, while they listen, read once.

        Joining a look that has begun is safe: whoever joins it listens already, and a change that the look has missed
        wakes him afterwards.
        """
        followed = self._followed[session]
        found: asyncio.Future[T] | None = followed.looks.get(what)
        if found is None:
            found = followed.looks[what] = asyncio.ensure_future(read())
            self._looks.add(found)
            found.add_done_callback(lambda done: self._end(followed, what, done))
        return await asyncio.shield(found)

    def _end(self, followed: Followed, what: Hashable, done: asyncio.Future[Any]) -> None:
        self._looks.discard(done)
        if followed.looks.get(what) is done:
            del followed.looks[what]
        if not done.cancelled():
            done.exception()  # where all who looked are gone, nobody else asks for it

    async def wait_for_reads(self) -> None:
        """Wait for the looks that have begun: they read the database, also where nobody waits for them any more."""
        await asyncio.gather(*self._looks, return_exceptions=True)

    async def poll(self, newest: Callable[[list[str]], Awaitable[Mapping[str, int]]]) -> None:
        """For ever, wake the followers of sessions that have changed; `newest` finds the newest event of each."""
        while True:
            await asyncio.sleep(POLL)
            try:
                found = await newest(list(self._followed)) if self._followed else {}
            except Exception as failure:
                log.debug("followed sessions cannot be looked at now: %s", failure)
                continue
            for session, seq in found.items():
                followed = self._followed.get(session)
                if followed is not None and followed.seq != seq:
                    followed.seq = seq
                    followed.wake()
