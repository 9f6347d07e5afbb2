"""Messages to webhooks, made of what is new in a session."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json
from uuid_utils import uuid7

from app.persistence.queries import logged_events, store, webhooks
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Action, Event, Session
from app.services.documents.event_texts import event_documents
from app.services.documents.open_questions import open_questions, opened_in
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.view_rights import public_view_rights

AT_ONCE = 20
"""Of how many sessions the news are made into messages at a time."""

OF_EVENTS, QUESTION, TEST = ("action-resolved", "session-closed"), "question-opened", "test"
"""The types of messages: those about events, which have the same type, about questions, and for a test."""

OF_QUESTION = ("action", "seen", "kind", "question", "die", "count", "by", "seat", "answer", "rule", "text")
"""What a message tells of a question."""


def messages_of_news(
    connection: sa.Connection, books: Rulebooks, now: Callable[[], str], after: str
) -> tuple[list[Json], list[Json]]:
    """The news of some sessions, those behind the session `after` first, and the messages to be made of them.

    `now` says the time once the news are read: no message is older than what it tells.
    """
    told = webhooks.outbox_rows(connection, after, AT_ONCE)
    at = now()
    sessions = store.sessions_by_id(connection, [row["session_id"] for row in told])
    of_owner = {owner: webhooks.of_owner(connection, owner) for owner in sorted({row["owner"] for row in told})}
    hooks_of: dict[str, list[Json]] = {}
    for row in told:
        session = sessions.get(row["session_id"])
        if session and (hooks := [hook for hook in of_owner[row["owner"]] if is_about(hook, session)]):
            hooks_of[session.id] = hooks
    news = read_news(connection, hooks_of)
    made: list[Json] = []
    for id, hooks in hooks_of.items():
        book = rulebook_or_absent(books, sessions[id].ruleset)
        made += messages_of(connection, book, sessions[id], news[id], hooks, at)
    return told, made


@dataclass(frozen=True, slots=True)
class News:
    """The events of a session of which messages are made, and the actions that they are about, by number."""

    events: list[Event]
    actions: dict[int, Action]


def read_news(connection: sa.Connection, sessions: Iterable[str]) -> dict[str, News]:
    """The news of some sessions, read together."""
    ids = sorted(sessions)
    if not ids:
        return {}
    events = webhooks.events_of_news(connection, ids, OF_EVENTS)
    actions = webhooks.actions_of_news(connection, ids, OF_EVENTS)
    return {id: News(events.get(id, []), actions.get(id, {})) for id in ids}


def is_about(hook: Json, session: Session) -> bool:
    """Whether a webhook is to be told of a session."""
    if not hook["active"]:
        return False
    if hook["rulesets"] and session.ruleset not in hook["rulesets"]:
        return False
    wanted, has = hook["reference"], session.reference or ""
    if wanted is None:
        return True
    return has.startswith(wanted[:-1]) if wanted.endswith("*") else bool(has == wanted)


@dataclass(frozen=True, slots=True)
class MessageContent:
    """The content of a message, which is the same for every webhook."""

    type: str
    about: str
    """What tells it from all others of its session."""
    at: str
    """When it happened, in UTC."""
    data: Json


def messages_of(
    connection: sa.Connection, book: Rulebook, session: Session, news: News, hooks: list[Json], at: str
) -> list[Json]:
    """The messages to some webhooks about one session."""
    wanted = {type for hook in hooks for type in hook["events"]}
    asked_at = newest_at(connection, session, at) if QUESTION in wanted else at
    made: list[Json] = []
    for language in sorted({hook["language"] for hook in hooks}):
        told = [event_content(event, shown) for event, shown in worded(book, session, news, language)]
        if QUESTION in wanted:
            told += question_contents(connection, book, session, language, asked_at)
        for hook in hooks:
            if hook["language"] == language:
                made += [message(hook, session, one, at) for one in told if one.type in hook["events"]]
    return made


def worded(book: Rulebook, session: Session, news: News, language: str) -> Iterator[tuple[Event, str]]:
    """Events, each with its document, in which outcomes have texts."""
    shown = event_documents(book, session, news.events, news.actions, language, public_view_rights(session))
    return zip(news.events, shown, strict=True)


def newest_at(connection: sa.Connection, session: Session, at: str) -> str:
    """When the newest event of a session happened; `at` where it has none."""
    newest = logged_events.events_after(connection, session.id, session.seq - 1, 1)
    return str(from_json(newest[0].body)["at"]) if newest else at


def event_content(event: Event, shown: str) -> MessageContent:
    """The content of a message about an event."""
    body = from_json(shown)["event"]
    if event.type == "action-resolved":
        data = {"action": body["action"], "seq": event.seq, "text": body.get("text")}
    else:
        data = {"seq": event.seq, "result": body["result"], "reason": body["reason"]}
    return MessageContent(event.type, f"event {event.seq}", body["at"], data)


def question_contents(
    connection: sa.Connection, book: Rulebook, session: Session, language: str, at: str
) -> list[MessageContent]:
    """The contents of the messages about the questions that are open now."""
    asked: list[Any] = open_questions(
        connection, opened_in(connection, book, session), language, public_view_rights(session)
    )["items"]
    return [
        MessageContent(QUESTION, identity(question), at, {"question": question_summary(question)}) for question in asked
    ]


def question_summary(question: Json) -> Json:
    """A question without its context and its choices, which only one seat may see."""
    return {name: question[name] for name in OF_QUESTION if name in question}


def identity(question: Json) -> str:
    """What tells a question from all others of its session; that of a proposal stays while the log grows."""
    if question.get("question") == "assent":
        return f"assent {question['seat']} {to_json(question['context']).decode()}"
    parts = (question.get("action"), question["seen"], question["seat"], question["by"], question.get("question"))
    return f"question {to_json(parts).decode()}"


def message_of_test(hook: Json, id: str, at: str) -> Json:
    """The row of a message that tests a webhook; it stands in the place of a session of its own."""
    return row_of(hook, MessageContent(TEST, id, at, {"webhook": hook["id"]}), id, hook["id"], at)


def message(hook: Json, session: Session, told: MessageContent, at: str) -> Json:
    """The row of a message."""
    whose = {"session_id": session.id, "ruleset": session.ruleset, "kind": session.kind, "reference": session.reference}
    return row_of(hook, replace(told, data={**whose, **told.data}), f"msg_{uuid7().hex}", session.id, at)


def row_of(hook: Json, told: MessageContent, id: str, session: str, at: str) -> Json:
    """The row of a message with this id, in the order of the messages about a session."""
    return {
        "id": id,
        "webhook": hook["id"],
        "about": sha256(f"{session} {told.about}".encode()).digest(),
        "type": told.type,
        "session_id": session,
        "body": to_json({"type": told.type, "timestamp": told.at, "data": told.data}),
        "created_at": at,
        "next_at": at,
        "attempts": 0,
    }
