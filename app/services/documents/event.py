"""An event of a log as clients read it."""

from typing import Any

from typing_extensions import TypedDict

from app.persistence.rows import Event
from app.services.typed import document


@document
class EventShown(TypedDict):
    """An event, for reading; what is verified is the NDJSON export."""

    seq: int
    type: str
    hash: str
    event: dict[str, Any]


@document
class EventPage(TypedDict):
    """A page of a session's log."""

    items: list[EventShown]
    next: int | None
    """The `after` of the next page."""


def event_document(event: Event) -> str:
    """An event of a JSON page; its body is the stored one."""
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{event.body.decode()}}}'


def event_page(events: list[Event], last: int) -> bytes:
    """A page of a log whose newest event is number `last`; the bodies are the stored bytes."""
    items = ",".join(event_document(event) for event in events)
    following = str(events[-1].seq) if events and events[-1].seq < last else "null"
    return f'{{"items":[{items}],"next":{following}}}'.encode()
