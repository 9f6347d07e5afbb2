"""The event stream of a session: every event in order, exactly once, together with the caller's open questions."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import sqlalchemy as sa
from pydantic_core import to_json

from app.api.context import Context
from app.api.live import changed
from app.errors import Problem
from app.persistence.database import FAILURES
from app.persistence.rows import Event, Session
from app.services.access import HOST, Caller, sender_of
from app.services.documents.event import event_document
from app.services.documents.question import Questions, open_questions
from app.services.log.read import read_page
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session

PAGE = 50
"""How many events are read at a time. A client that reads slowly keeps no more than these in memory."""

HEARTBEAT = 15.0
"""Seconds without an event after which a comment is sent, so that the connection stays open."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Which session a stream is about, and for whom."""

    session: str
    caller: Caller
    language: str


async def stream(context: Context, listener: Listener, after: int) -> AsyncIterator[bytes]:
    """The events after number `after`, then each new event, until the session is closed or the service stops.

    Whenever the open questions of the caller change, they are sent too.
    """
    sent_questions: Questions | None = None
    clock = asyncio.get_running_loop().time
    spoken = clock()
    yield b"retry: 1000\n\n"
    async with context.hub.listening(listener.session) as woken:
        while True:
            try:
                session, page, questions = await context.read(lambda c, at=after: next_events(c, context, listener, at))  # type: ignore[misc]
            except Problem:
                return
            except FAILURES:  # the stream does not end with such a failure; it continues where it was
                page, questions, is_over = [], sent_questions, False
            else:
                is_over = session.status == "closed"
            for event in page:
                yield frame(event)
                after = event.seq
            if questions is not None and questions != sent_questions:
                sent_questions = questions
                yield b"event: question\ndata: " + to_json(questions) + b"\n\n"
            spoken = clock() if page else spoken
            if len(page) == PAGE:
                continue
            if is_over or context.hub.is_closing:
                return
            await changed(woken, HEARTBEAT)
            if clock() - spoken >= HEARTBEAT:
                spoken = clock()
                yield b": still there\n\n"


def next_events(
    connection: sa.Connection, context: Context, listener: Listener, after: int
) -> tuple[Session, list[Event], Questions | None]:
    """The session, its next events, and the questions for the caller as they are after the last of these events.

    None in place of the questions where more events follow.
    """
    session = read_session(connection, listener.session, listener.caller)
    page = read_page(connection, listener.session, after, PAGE)
    if len(page) == PAGE:
        return session, page, None
    document = open_questions(
        connection, rulebook_or_absent(context.books, session.ruleset), session, listener.language
    )
    sender = sender_of(session, listener.caller)
    if sender not in (None, HOST):
        document = {"items": [item for item in document["items"] if item["seat"] in (None, sender)]}
    return session, page, document


def frame(event: Event) -> bytes:
    """An event of the log as a server-sent event."""
    return f"id: {event.seq}\nevent: {event.type}\ndata: {event_document(event)}\n\n".encode()
