"""One event stream for several sessions: the events of each in order, and one position for all of them."""

import asyncio
import math
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import partial

import sqlalchemy as sa
from pydantic_core import to_json

from app.api.context import Context
from app.api.streams.stream import (
    BEGIN,
    COME_BACK,
    HEARTBEAT,
    RECHECK,
    RETRY,
    Listener,
    read_events,
)
from app.api.work.hub import ChangeSignal, Hub
from app.errors import Problem
from app.persistence.connecting.database import FAILURES
from app.persistence.queries.history import Reader
from app.persistence.queries.several import Newest
from app.services.access import Caller
from app.services.log.several import newest_of, sessions_followed
from app.services.log.stream_position import encode_position

FIND = 5.0
"""Seconds between two looks for sessions that have come since."""

END = ""
"""The name of a session that does not exist: its followers wake only when the service ends."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription: which sessions a caller follows, in which language, and whether with texts."""

    caller: Caller
    reader: Reader
    """The same caller as a reader of lists."""
    ids: tuple[str, ...]
    references: tuple[str, ...]
    language: str
    texts: bool

    @property
    def is_fixed(self) -> bool:
        """Whether no further session can come."""
        return bool(self.ids)

    def find(self, connection: sa.Connection) -> dict[str, Newest]:
        """Where the logs of all sessions end that are followed now. Raises what sessions_followed() raises."""
        return sessions_followed(connection, self.caller, self.reader, self.ids, self.references)


class SessionListener(ChangeSignal):
    """The signal of one session among several."""

    __slots__ = ("_session", "_several")

    def __init__(self, several: "SessionListeners", session: str) -> None:
        super().__init__()
        self._several, self._session = several, session

    def wake(self) -> None:
        """The session has changed."""
        self._several.changed[self._session] = None
        super().wake()
        self._several.signal.wake()


@dataclass(slots=True)
class SessionListeners:
    """The sessions that one follower listens to, and which of them have changed."""

    hub: Hub
    signal: ChangeSignal = field(default_factory=ChangeSignal)
    changed: dict[str, None] = field(default_factory=dict)
    parts: dict[str, ChangeSignal] = field(default_factory=dict)

    def join(self, session: str) -> None:
        """Listen to one more session."""
        if session not in self.parts:
            self.parts[session] = part = SessionListener(self, session)
            self.hub.join(session, part)

    def leave(self, session: str) -> None:
        """Listen to a session no longer."""
        if part := self.parts.pop(session, None):
            self.hub.leave(session, part)
            self.changed.pop(session, None)


@dataclass(frozen=True, slots=True)
class SessionUpdate:
    """What is new in one session."""

    frames: tuple[bytes, ...]
    newest: int
    questions: bytes | None
    """The frame with the questions after it; None where more events follow."""
    is_over: bool


async def stream_sessions(context: Context, subscription: Subscription, read: dict[str, int]) -> AsyncIterator[bytes]:
    """The events after those that were `read`, by session, then those that come, and sessions that come."""
    follower = Follower(context, subscription, read)
    try:
        async for sent in follower.stream():
            yield sent
    finally:
        follower.leave()


class Follower:
    """One who follows several sessions."""

    def __init__(self, context: Context, subscription: Subscription, read: dict[str, int]) -> None:
        self._context, self._subscription, self._read = context, subscription, read
        self._several = SessionListeners(context.hub)
        self._asked: dict[str, int] = {}
        self._over: dict[str, None] = {}
        self._clock = asyncio.get_running_loop().time
        self._search: asyncio.Future[dict[str, Newest]] | None = None
        self._find_at = 0.0

    def leave(self) -> None:
        """Listen to nothing any more."""
        if self._search is not None and not self._search.cancel() and not self._search.cancelled():
            self._search.exception()  # nobody else asks for it
        for session in list(self._several.parts):
            self._several.leave(session)

    async def stream(self) -> AsyncIterator[bytes]:
        """What is sent."""
        several, hub = self._several, self._context.hub
        several.join(END)
        yield BEGIN + point_of(self._read) + b"\n"  # who is cut off before the first event knows where it was
        spoken = self._clock()
        self._search = asyncio.ensure_future(self._context.read(self._subscription.find))
        await asyncio.wait([self._search])
        while not hub.is_closing:
            try:
                find_at = await self._find()
                for session in list(several.changed):
                    async for sent in self._news_of(session):
                        yield sent
                        spoken = self._clock()
            except Problem:
                return
            except FAILURES:  # the stream outlives them, and goes on where it was
                await several.signal.changed(RETRY)
                continue
            if self._subscription.is_fixed and len(self._over) == len(self._subscription.ids):
                return
            if not several.changed:
                await several.signal.changed(min(HEARTBEAT, max(0.1, find_at - self._clock())))
            if self._clock() - spoken >= HEARTBEAT:
                spoken = self._clock()
                yield b": still there\n\n"
        yield COME_BACK

    async def _find(self) -> float:
        """When it is looked again for sessions to follow: once in a while, and beside what is sent."""
        if self._search is not None and self._search.done():
            search, self._search = self._search, None
            self._find_at = self._clock() + (RECHECK if self._subscription.is_fixed else FIND)
            await self._follow(search.result())
        if self._search is None and self._clock() >= self._find_at:
            self._search = asyncio.create_task(self._look_for())
        return self._find_at if self._search is None else math.inf

    async def _look_for(self) -> dict[str, Newest]:
        """Look for the sessions that are followed now. All followers together take a tenth of the time at most."""
        try:
            async with self._context.hub.finding:
                began = self._clock()
                found = await self._context.read(self._subscription.find)
                await asyncio.sleep(9 * min(0.1, self._clock() - began))
            return found
        finally:
            self._several.signal.wake()

    async def _follow(self, found: dict[str, Newest]) -> None:
        """Listen to these sessions and to no others, and see in one look which have news."""
        several = self._several
        gone = several.parts.keys() - found.keys() - {END}
        for session in gone:
            several.leave(session)
        fresh = found.keys() - several.parts.keys()
        for session in fresh:
            several.join(session)
        ends = await self._context.read(partial(newest_of, ids=fresh)) if fresh else {}
        for session, newest in sorted(ends.items()):
            if newest.seq > self._read.get(session, 0):
                several.changed[session] = None
            elif newest.is_closed:
                self._over[session] = None

    async def _news_of(self, session: str) -> AsyncIterator[bytes]:
        """What is new in a session that has changed."""
        several, after = self._several, self._read.get(session, 0)
        several.changed.pop(session, None)
        if session == END:
            return
        subscription = self._subscription
        listener = Listener(session, subscription.caller, subscription.language, texts=subscription.texts)
        look = partial(news_in, context=self._context, listener=listener, after=after)
        try:
            news = await self._context.hub.read_shared(
                session, ("several", listener, after), partial(self._context.read_or_wait_for_turn, look)
            )
        except Problem as refused:
            if refused.code == "busy":
                several.changed[session] = None
                await asyncio.sleep(RETRY)
                return
            if refused.code == "token-invalid":
                raise
            several.leave(session)  # it became private, or was deleted
            return
        except FAILURES:
            several.changed[session] = None
            raise
        self._read[session] = news.newest
        if news.frames:
            *earlier, last = news.frames
            yield b"".join(earlier) + point_of(self._read) + last
        if news.questions is None:
            several.changed[session] = None
        elif self._asked.get(session) != hash(news.questions):
            self._asked[session] = hash(news.questions)
            yield news.questions
        if news.is_over:
            self._over[session] = None


def news_in(
    connection: sa.Connection, *, context: Context, listener: Listener, after: int, patiently: bool = True
) -> SessionUpdate:
    """The next events of one session, and the questions for the listener after the last of them."""
    read = read_events(connection, context=context, listener=listener, after=after, patiently=patiently)
    frames = tuple(frames_of(listener.session, [event.type for event in read.page], read.documents))
    if read.questions is None:
        return SessionUpdate(frames, read.newest, None, read.is_over)
    questions = {"session_id": listener.session, **read.questions}
    frame = b"event: question\ndata: " + to_json(questions) + b"\n\n"
    return SessionUpdate(frames, read.newest, frame, read.is_over)


def frames_of(session: str, types: list[str], documents: list[str]) -> Iterator[bytes]:
    """Events of a session as server-sent events, each with the id of its session."""
    for type, shown in zip(types, documents, strict=True):
        yield f'event: {type}\ndata: {{"session_id":"{session}",{shown[1:]}\n\n'.encode()


def point_of(read: dict[str, int]) -> bytes:
    """The line with which a client goes on where it was cut off; none before anything was read."""
    return f"id: {encode_position(read)}\n".encode() if read else b""


def is_read(ends: dict[str, Newest], read: dict[str, int]) -> bool:
    """Whether all these sessions are closed, and read to their ends."""
    return all(end.is_closed and read.get(session, 0) >= end.seq for session, end in ends.items())
