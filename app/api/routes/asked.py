"""The open questions of a session, and `include=questions`: what changes a session answers with those of its sender."""

import logging
from typing import Any

import sqlalchemy as sa
from fastapi import Request
from fastapi.exceptions import RequestValidationError

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.services.access import HOST, Caller, sender_of
from app.services.documents.open_questions import Opened, open_questions, opened_in
from app.services.documents.question import Question, Questions
from app.services.play.seating import declares_for
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session
from app.services.view_rights import ViewRights, view_rights_of

log = logging.getLogger(__name__)

MOST = 50
"""How many questions are shown with what was changed."""
SHOWS_QUESTIONS: dict[str, Any] = {
    "parameters": [
        {
            "name": "include",
            "in": "query",
            "required": False,
            "description": "`questions`: also show the questions that the caller can answer now.",
            "schema": {"enum": ["questions"], "type": "string"},
        }
    ]
}
"""What the document says of an operation that takes `include=questions`."""


async def questions_in(
    context: Context, id: str, caller: Caller, language: str, seat: int | None = None
) -> tuple[Opened, Questions, ViewRights]:
    """The open questions of a session as a caller may see them, or with the eyes of a seat."""

    def read(connection: sa.Connection, *, patiently: bool) -> tuple[Opened, Questions, ViewRights]:
        session = read_session(connection, id, caller)
        sight = view_rights_of(session, caller, seat)
        book = rulebook_or_absent(context.books, session.ruleset)
        opened = opened_in(connection, book, session, patiently=patiently)
        return opened, open_questions(connection, opened, language, sight), sight

    return await context.read_or_wait_for_turn(read)


def wants_questions(request: Request) -> bool:
    """Whether the query asks for questions. Raises RequestValidationError where it asks for anything else."""
    if not request.scope["query_string"]:
        return False
    sent = request.query_params.get("include")
    if sent not in (None, "questions"):
        wrong = {"type": "literal_error", "loc": ("query", "include"), "ctx": {"expected": "'questions'"}}
        raise RequestValidationError([{**wrong, "input": sent, "msg": ""}])
    return sent is not None


async def with_questions(
    context: Context, request: Request, id: str, document: Json, caller: Caller | None = None
) -> Json:
    """The document of what was changed, with the questions that the caller, or else the sender, can answer now.

    Without them where they cannot be read at once: what was changed is written, and no refusal may say otherwise.
    """
    caller = caller or caller_of(request)
    try:
        opened, found, _ = await questions_in(context, id, caller, language_of(request, context))
    except Problem as refused:
        log.info("questions are left out: %s", refused.code)
        return document
    return {**document, "questions": [each for each in found["items"] if may_answer(opened, caller, each)][:MOST]}


def may_answer(opened: Opened, caller: Caller, question: Question) -> bool:
    """Whether a caller can answer a question: the host all, a seat its own, and those of seats that see no table."""
    asked: Any = question
    sender = sender_of(opened.session, caller)
    is_own = sender is not None and asked["seat"] == sender
    return sender == HOST or is_own or declares_for(opened.book, opened.session, sender, asked["seat"])
