"""Events with their sentences: one for each entry, and one for the outcome of an action."""

from copy import copy

import sqlalchemy as sa
from pydantic_core import to_json

from app.persistence.queries import store
from app.persistence.queries.logged_events import body_of
from app.persistence.stored.rows import Action, Event, Session
from app.services.actions.state import seen_session
from app.services.documents.action import summary
from app.services.documents.event import event_document
from app.services.documents.wording import entry_text, named_in
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import ViewRights

TYPES_WITH_TEXTS = ("entries", "action-resolved")
"""The types of events that have texts."""


def events_with_texts(
    connection: sa.Connection, book: Rulebook, session: Session, events: list[Event], language: str, sight: ViewRights
) -> list[str]:
    """Events as JSON text, as a caller may see them. Bodies that have texts are no longer the bytes that are hashed."""
    numbers = {event.action for event in events if event.type in TYPES_WITH_TEXTS and event.action is not None}
    actions = store.actions_of(connection, session.id, numbers) if numbers else {}
    return event_documents(book, session, events, actions, language, sight)


def event_documents(
    book: Rulebook, session: Session, events: list[Event], actions: dict[int, Action], language: str, sight: ViewRights
) -> list[str]:
    """Events as JSON text, as a caller may see them, where their actions have been read, by number."""
    return [
        event_document(event, sight, body_with_texts(book, session, actions[event.action], event, language, sight))
        if event.type in TYPES_WITH_TEXTS and event.action in actions
        else event_document(event, sight)
        for event in events
    ]


def body_with_texts(
    book: Rulebook, session: Session, action: Action, event: Event, language: str, sight: ViewRights
) -> bytes:
    """The body of an event about an action with its texts."""
    body = sight.of(body_of(event))
    texts = named_in(book.texts(language), seen_session(session, sight), sight.of(action.situation))
    if event.type == "entries":
        body["entries"] = [{**entry, "text": entry_text(book, entry, texts)} for entry in body["entries"]]
    else:
        resolved = copy(action)
        resolved.outcome, resolved.status = body["outcome"], "resolved"
        body["text"] = summary(book, resolved, texts)
    return to_json(body)
