"""The documents of events: one event of a log, and a page of them."""

from functools import cache
from types import GenericAlias
from typing import Any, NotRequired

from pydantic_core import to_json

from app.persistence.queries.logged_events import body_of
from app.persistence.stored.parts import is_sealed
from app.persistence.stored.rows import Event
from app.services.document_types import described, document, one_of_these, shown_model
from app.services.events.bodies import LoggedFields, body_shown
from app.services.events.event import EVENTS
from app.services.pages import Order, cursor_of, invalid_cursor, parts_of
from app.services.view_rights import ViewRights


@document
class OtherLoggedEvent(LoggedFields):
    """The body of an event of a type that came later."""

    type: str
    """The type of the event."""
    action: NotRequired[int]
    """The number of the action that the event is about; absent if it is about none."""


EVENT = "The body of an event, as it is hashed. To verify a log, use its NDJSON export."


@cache
def event_page_shown() -> Any:
    """A page of a session's log."""
    bodies = [body_shown(kind) for kind in EVENTS.values()]
    members = {
        "seq": described(int, "The number of the event in the log, from 1."),
        "type": described(str, "The type of the event, as in its body."),
        "hash": described(str, "The hash of this event and of all events before it, in hex."),
        "event": described(one_of_these("LoggedEvent", "type", EVENT, *bodies, OtherLoggedEvent), "The event itself."),
    }
    event = shown_model("EventShown", "An event of a session's log.", members)
    page = {
        "items": described(GenericAlias(list, (event,)), "The events, oldest first."),
        "next": described(str | None, "The value of `cursor` for the next page; null on the last page."),
    }
    return shown_model("EventPage", "A page of a session's log.", page)


def event_document(event: Event, sight: ViewRights, told: bytes | None = None) -> str:
    """An event as JSON text: the stored body with the private parts that a caller may see, or another one."""
    body = event.body if told is None else told
    if told is None and is_sealed(body):
        body = to_json(sight.of(body_of(event)))
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{body.decode()}}}'


LOGS: dict[Order, str] = {"oldest": "events", "newest": "events newest"}
"""The name of a session's log in the cursors of its pages, by their order."""


def after_page(order: Order, cursor: str) -> int:
    """The number of the event before the page, in its order, that begins at a cursor; 422 invalid-cursor."""
    name, seq = parts_of(cursor, str, int)
    if name != LOGS[order] or not 0 < seq <= 2**53:
        raise invalid_cursor()
    return int(seq)


def event_page(events: list[Event], documents: list[str], order: Order, last: int) -> bytes:
    """A page of a log as JSON, from the documents of its events. `last`: the number of the last event in this order."""
    items = ",".join(documents)
    following = f'"{cursor_of(LOGS[order], events[-1].seq)}"' if events and events[-1].seq != last else "null"
    return f'{{"items":[{items}],"next":{following}}}'.encode()
