"""The event stream of a session: every event in order, exactly once, together with the caller's open questions."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa
from fastapi.responses import StreamingResponse
from pydantic_core import to_json
from starlette.types import Receive, Scope, Send

from app.api.context import Context
from app.api.requests.addresses import SlotLimit, address_of
from app.errors import Problem
from app.persistence.connecting.database import FAILURES
from app.persistence.stored.rows import Event, Session
from app.services.access import HOST, Caller, sender_of
from app.services.documents.event import event_document
from app.services.documents.event_texts import events_with_texts
from app.services.documents.open_questions import open_questions, opened_in
from app.services.documents.question import Questions
from app.services.log.read import read_page
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session
from app.services.view_rights import ViewRights, view_rights_of

PAGE = 50
"""How many events are read at a time. A client that reads slowly keeps no more than these in memory."""

HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent: all that an idle follower costs."""

BEAT = 0.25
"""Seconds between two moments at which silent streams are looked after."""

RECHECK = 300.0
"""Seconds after which it is asked again whether a follower with a credential may still read a quiet session."""

RETRY = 2.0
"""Seconds after which a stream looks again, where the database has failed."""

BEGIN = b"retry: 1000\n"
"""How long who is cut off is to wait before coming back, in milliseconds."""

COME_BACK = BEGIN + b": this process stops, come back\n\n"
"""The end of a stream whose process is told to stop."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who listens to what; equal listeners are shown the same."""

    session: str
    caller: Caller
    language: str
    seat: int | None = None
    """As which seat the caller looks; None for its own."""
    texts: bool = False
    """Whether entries and outcomes are told in sentences too."""


class NewEvents(NamedTuple):
    """The next events of a session, and the open questions after the last of them."""

    page: list[Event]
    documents: list[str]
    """The document of each event, as the listener may see it."""
    newest: int
    """The number of the last event."""
    questions: Questions | None
    """None where more events follow."""
    is_over: bool
    """Whether the session is closed, and this is its end."""


@dataclass(frozen=True, slots=True)
class StreamUpdate:
    """What is new in a session, as it is sent; all who are at the same place are sent the same bytes."""

    frames: bytes
    newest: int
    """The last event of `frames`."""
    questions: bytes | None
    """The questions after it; None where more events follow."""
    is_over: bool


class EventStream(StreamingResponse):
    """The events as they are sent; an address follows only so many streams at a time: 429 too-many-requests."""

    def __init__(self, events: AsyncIterator[bytes], places: SlotLimit, language: str) -> None:
        """`language` is that of the questions among the events."""
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        headers |= {"Content-Language": language, "Vary": "Accept-Language"}
        super().__init__(events, headers=headers, media_type="text/event-stream")
        self._slots = places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if not self._slots.acquire(address):
            raise Problem("too-many-requests", reason="too-many-streams")
        scope.setdefault("state", {})["is_stream"] = True  # read by the connection
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._slots.release(address)


async def stream(context: Context, listener: Listener, after: int) -> AsyncIterator[bytes]:
    """The events after `after`, then those that come, until the session is closed or the service ends."""
    hub, clock = context.hub, asyncio.get_running_loop().time
    asked, spoken, seconds = None, clock(), RECHECK if listener.caller.token else math.inf
    yield BEGIN + b"\n"
    async with hub.listening(listener.session) as signal:
        while True:
            read = partial(
                context.read_or_wait_for_turn, partial(read_update, context=context, listener=listener, after=after)
            )
            try:
                seen = await none_on_outage(hub.read_shared(listener.session, (listener, after), read))
            except Problem:
                return
            if seen is not None:
                fresh = b"" if seen.questions in (None, asked) else seen.questions or b""
                asked, after = seen.questions or asked, seen.newest
                if sent := seen.frames + fresh:
                    yield sent
                    spoken = clock()
                if seen.questions is None:
                    continue
            if seen is not None and seen.is_over:
                return
            if hub.is_closing:
                yield COME_BACK
                return
            is_due, until = False, clock() + seconds
            while not is_due:
                is_changed = await signal.changed(wait_until_shared_tick(clock(), HEARTBEAT) if seen else RETRY)
                is_due = is_changed or seen is None or clock() >= until
                if clock() - spoken >= HEARTBEAT:
                    spoken = clock()
                    yield b": still there\n\n"


async def none_on_outage(looking: Awaitable[StreamUpdate]) -> StreamUpdate | None:
    """What is seen; None where the database fails, or is busy: the stream outlives that, and goes on where it was."""
    try:
        return await looking
    except FAILURES:
        return None
    except Problem as refused:
        if refused.code != "busy":
            raise
        return None


def wait_until_shared_tick(now: float, seconds: float) -> float:
    """At least so many seconds from now, but until a beat that many streams share: each turn of the loop costs too."""
    return math.ceil((now + seconds) / BEAT) * BEAT - now


def read_update(
    connection: sa.Connection, *, context: Context, listener: Listener, after: int, patiently: bool = True
) -> StreamUpdate:
    """The next events of a session, and the questions for the listener as they are after the last of them."""
    read = read_events(connection, context=context, listener=listener, after=after, patiently=patiently)
    frames = b"".join(frame(event, shown) for event, shown in zip(read.page, read.documents, strict=True))
    questions = None if read.questions is None else question_frame(read.questions)
    return StreamUpdate(frames, read.newest, questions, read.is_over)


def read_events(
    connection: sa.Connection, *, context: Context, listener: Listener, after: int, patiently: bool = True
) -> NewEvents:
    """What is new in a session for the listener after event `after`."""
    session = read_session(connection, listener.session, listener.caller)
    page = read_page(connection, listener.session, after, PAGE)
    book = rulebook_or_absent(context.books, session.ruleset)
    sight = view_rights_of(session, listener.caller, listener.seat)
    documents = shown_events(connection, book, session, page, listener, sight)
    newest = page[-1].seq if page else after
    if len(page) == PAGE:
        return NewEvents(page, documents, newest, None, is_over=False)
    questions = questions_for(connection, book, session, listener, sight, patiently=patiently)
    return NewEvents(page, documents, newest, questions, session.status == "closed")


def questions_for(
    connection: sa.Connection,
    book: Rulebook,
    session: Session,
    listener: Listener,
    sight: ViewRights,
    *,
    patiently: bool = True,
) -> Questions:
    """The open questions of a session; to a seat its own, and those that any seat may answer.

    Raises what opened_in() raises.
    """
    opened = opened_in(connection, book, session, patiently=patiently)
    document = open_questions(connection, opened, listener.language, sight)
    sender = sender_of(session, listener.caller)
    if sender not in (None, HOST):
        document["items"] = [item for item in document["items"] if item["seat"] in (None, sender)]
    return document


def shown_events(
    connection: sa.Connection,
    book: Rulebook,
    session: Session,
    page: list[Event],
    listener: Listener,
    sight: ViewRights,
) -> list[str]:
    """The documents of some events, with texts where the listener wants them."""
    if listener.texts:
        return events_with_texts(connection, book, session, page, listener.language, sight)
    return [event_document(event, sight) for event in page]


def frame(event: Event, shown: str) -> bytes:
    """An event of the log as a server-sent event."""
    return f"id: {event.seq}\nevent: {event.type}\ndata: {shown}\n\n".encode()


def question_frame(questions: Questions) -> bytes:
    """Open questions as an event of the stream."""
    return b"event: question\ndata: " + to_json(questions) + b"\n\n"
