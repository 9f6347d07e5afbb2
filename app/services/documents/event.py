"""The documents of events: one event of a log, and a page of them."""

from functools import cache
from types import GenericAlias
from typing import Any

from pydantic_core import to_json

from app.persistence.queries.logged_events import body_of
from app.persistence.stored.parts import is_sealed
from app.persistence.stored.rows import Event
from app.services.documents.logged import BODIES, OtherLoggedEvent
from app.services.sight import Sight
from app.services.typed import described, members_of, one_of_these, shown_model


def event_shown(name: str, body: Any) -> Any:
    """An event of the type that its body tells."""
    kind = members_of(body)["type"]
    return shown_model(
        name,
        body.__doc__,
        {
            "seq": described(int, "The number of the event in the log, from 1."),
            "type": kind,
            "hash": described(str, "The hash of this event and of all events before it, in hex."),
            "event": described(body, "The body of the event, as it is hashed."),
        },
    )


EVENT = "An event of a session's log. To verify a log, use its NDJSON export."


@cache
def event_page_shown() -> Any:
    """A page of a session's log."""
    events = (event_shown(f"{body.__name__}Event", body) for body in BODIES)
    event = one_of_these("EventShown", "type", EVENT, *events, event_shown("OtherEvent", OtherLoggedEvent))
    members = {
        "items": described(GenericAlias(list, (event,)), "The events, oldest first."),
        "next": described(int | None, "The value of `after` for the next page; null on the last page."),
    }
    return shown_model("EventPage", "A page of a session's log.", members)


def event_document(event: Event, sight: Sight, told: bytes | None = None) -> str:
    """An event as JSON text: the stored body with the private parts that a caller may see, or another one."""
    body = event.body if told is None else told
    if told is None and is_sealed(body):
        body = to_json(sight.of(body_of(event)))
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{body.decode()}}}'


def event_page(events: list[Event], documents: list[str], last: int) -> bytes:
    """A page of a log as JSON, from the documents of its events. `last`: the number of the newest event of the log."""
    items = ",".join(documents)
    following = str(events[-1].seq) if events and events[-1].seq < last else "null"
    return f'{{"items":[{items}],"next":{following}}}'.encode()
