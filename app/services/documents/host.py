"""What the host of a session has looked at and done alone, as the log of the session tells it."""

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.persistence.queries.logged_events import body_of, events_of_types
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Session
from app.services.access import voices
from app.services.document_types import document
from app.services.events.action import ActionVoided
from app.services.events.seats import SeatLooked
from app.services.events.session import CloseDeclined, CloseProposed, SessionClosed

TOLD = (SeatLooked.type, ActionVoided.type, CloseProposed.type, CloseDeclined.type, SessionClosed.type)
ALL = 2**53


@document
class HostShown(TypedDict):
    """Views and acts of the host alone; the host may be a player as well."""

    looked_at: list[int]
    """The numbers of the seats for which the host has viewed hidden information, or has moved. From then on the host
    may see it, so further views are not counted."""
    voided: list[int]
    """The numbers of the actions that the host has voided without the seats."""
    closed: bool
    """Whether the host alone has closed the session, with its result."""


def host_document(connection: sa.Connection, session: Session) -> HostShown:
    """What the host of a session has looked at and done alone."""
    shown = HostShown(looked_at=[], voided=[], closed=False)
    agreed: dict[int, tuple[object, bool]] = {}
    for event in events_of_types(connection, session.id, TOLD, ALL):
        body = body_of(event)
        match event.type:
            case SeatLooked.type:
                shown["looked_at"].append(body["seat"])
            case ActionVoided.type if body["by"] == "host" and event.action is not None:
                shown["voided"].append(event.action)
            case CloseProposed.type:
                agreed[body["seat"]] = unwrap_private(body["result"]), body["abandon"]
            case CloseDeclined.type:
                agreed = {}
            case SessionClosed.type if body["reason"] != "finished":
                wanted = unwrap_private(body["result"]), body["reason"] == "abandoned"
                is_by_all = bool(session.seats) and all(agreed.get(seat) == wanted for seat in voices(session))
                shown["closed"] = not is_by_all
    return shown
