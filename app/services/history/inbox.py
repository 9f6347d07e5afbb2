"""What waits for a caller, over all sessions that are the caller's own."""

from time import monotonic
from typing import Any

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.domain.board import ACT
from app.persistence.queries.filters import Filters
from app.persistence.queries.history import SESSIONS, Reader, page, with_seats
from app.persistence.stored.rows import Kind, Session
from app.services.access import HOST, Caller, sender_of
from app.services.document_types import Uuid, document
from app.services.documents.open_questions import open_questions, opened_in
from app.services.documents.question import Question
from app.services.history.lists import PagePosition, ordered
from app.services.pages import Order
from app.services.play.seating import declares_for
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.view_rights import view_rights_of

AT_ONCE = 100
"""How many sessions a page looks through at most."""

SECONDS = 0.5
"""Seconds after which a page ends with the session that it is at: other requests wait for the same processor."""


@document
class InboxQuestion(TypedDict):
    """A question that waits for the caller, with its session."""

    session_id: Uuid
    """The id of the session."""
    ruleset: str
    """The slug of the session's ruleset."""
    kind: Kind
    """`single`: one attack alone; `series`: several attacks; `game`: a game whose board the server keeps."""
    reference: str | None
    """The client's own id for the session; null where none was sent."""
    question: Question
    """The question, as `GET /v1/sessions/{id}/questions` shows it."""


@document
class InboxPage(TypedDict):
    """A page of what waits for a caller."""

    items: list[InboxQuestion]
    """The questions, those of a session together."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


def inbox_page(
    connection: sa.Connection,
    books: Rulebooks,
    reader: Reader,
    caller: Caller,
    order: Order,
    cursor: str | None,
    limit: int,
    language: str,
    *,
    patiently: bool = True,
) -> InboxPage:
    """What waits for the caller, by the order of its sessions, and the cursor of the next page; 422 invalid-cursor.

    The questions of a session are never parted, so there may be more than `limit`. Raises what opened_in() raises.
    """
    filters = Filters(status=("open",), may_wait=True, oldest_first=order == "oldest")
    place, until = PagePosition(ordered("inbox", filters), SESSIONS, cursor), monotonic() + SECONDS
    rows, is_cut = page(connection, SESSIONS, filters, reader, place.after, AT_ONCE)
    items: list[InboxQuestion] = []
    looked = 0
    for session in with_seats(connection, rows):
        items += questions_in(connection, books, session, caller, language, patiently=patiently)
        looked += 1
        if len(items) >= limit or monotonic() > until:
            break
    return {"items": items, "next": place.cursor_after(rows[looked - 1]) if looked < len(rows) or is_cut else None}


def questions_in(
    connection: sa.Connection,
    books: Rulebooks,
    session: Session,
    caller: Caller,
    language: str,
    *,
    patiently: bool = True,
) -> list[InboxQuestion]:
    """What waits for the caller in one session: of a host, or of the API key that opened it, every open question."""
    book, sight = rulebook_or_absent(books, session.ruleset), view_rights_of(session, caller)
    opened = opened_in(connection, book, session, patiently=patiently)
    questions: list[Any] = open_questions(connection, opened, language, sight)["items"]
    about = {"session_id": session.id, "ruleset": session.ruleset, "kind": session.kind, "reference": session.reference}
    shown = (question for question in questions if is_for_sender(book, session, caller, question))
    return [InboxQuestion(**about, question=question) for question in shown]  # type: ignore[typeddict-item]


def is_for_sender(book: Rulebook, session: Session, caller: Caller, question: Any) -> bool:
    """Whether a question waits for the caller: of a host, or of the API key that opened the session, every one."""
    sender, seat = sender_of(session, caller), question["seat"]
    if sender in (None, HOST) or seat in (None, sender):
        return True
    return question.get("question") == ACT and declares_for(book, session, sender, seat)
