"""What the host of a session has looked at and done alone, as the log of the session tells it."""

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.persistence.queries.logged_events import body_of, events_of_types
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Session
from app.services.access import voices
from app.services.document_types import document
from app.services.events.action import ActionVoided, DeadlinePassed
from app.services.events.asked import NOBODY_BRINGS
from app.services.events.seats import SeatLooked
from app.services.events.session import CloseDeclined, CloseProposed, SessionClosed

TOLD = (
    *(SeatLooked.type, ActionVoided.type, DeadlinePassed.type),
    *(CloseProposed.type, CloseDeclined.type, SessionClosed.type),
)
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
    """Whether the host alone has closed the session, with its result; false where the time of a player was over, or a
    list was refused or not brought."""


def host_document(connection: sa.Connection, session: Session) -> HostShown:
    """What the host of a session has looked at and done alone."""
    shown = HostShown(looked_at=[], voided=[], closed=False)
    agreed: dict[int, tuple[object, bool]] = {}
    is_without_list = False
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
            case DeadlinePassed.type:
                is_without_list = body["policy"] == NOBODY_BRINGS
            case SessionClosed.type if body["reason"] in ("closed", "abandoned"):
                wanted = unwrap_private(body["result"]), body["reason"] == "abandoned"
                is_by_all = bool(session.seats) and all(agreed.get(seat) == wanted for seat in voices(session))
                is_refused = session.bring is not None and session.bring["refused"] is not None
                shown["closed"] = session.host_token is not None and not (is_by_all or is_refused or is_without_list)
    return shown
