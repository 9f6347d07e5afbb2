"""The documents of events: one event of a log, and a page of them."""

from typing import Any

from typing_extensions import TypedDict

from app.persistence.rows import Event
from app.services.typed import document


@document
class EventShown(TypedDict):
    """An event of a session's log. To verify a log, use its NDJSON export."""

    seq: int
    """The number of the event in the log, from 1."""
    type: str
    """The type of the event, such as `action-declared`."""
    hash: str
    """The hash of this event and of all events before it, in hex."""
    event: dict[str, Any]
    """The body of the event. Its keys depend on the type."""


@document
class EventPage(TypedDict):
    """A page of a session's log."""

    items: list[EventShown]
    """The events, oldest first."""
    next: int | None
    """The value of `after` for the next page; null on the last page."""


def event_document(event: Event) -> str:
    """An event as JSON text, which contains the stored body unchanged."""
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{event.body.decode()}}}'


def event_page(events: list[Event], last: int) -> bytes:
    """A page of a log as JSON, with the stored bodies unchanged. `last`: the number of the newest event of the log."""
    items = ",".join(event_document(event) for event in events)
    following = str(events[-1].seq) if events and events[-1].seq < last else "null"
    return f'{{"items":[{items}],"next":{following}}}'.encode()
