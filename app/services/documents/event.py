"""The documents of events: one event of a log, and a page of them."""

from functools import cache
from types import GenericAlias
from typing import Any

from app.persistence.rows import Event
from app.services.documents.logged import BODIES, OtherLoggedEvent
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


def event_document(event: Event) -> str:
    """An event as JSON text, which contains the stored body unchanged."""
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{event.body.decode()}}}'


def event_page(events: list[Event], last: int) -> bytes:
    """A page of a log as JSON, with the stored bodies unchanged. `last`: the number of the newest event of the log."""
    items = ",".join(event_document(event) for event in events)
    following = str(events[-1].seq) if events and events[-1].seq < last else "null"
    return f'{{"items":[{items}],"next":{following}}}'.encode()
