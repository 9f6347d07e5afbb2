"""Where the log of a session tells of an action."""

import sqlalchemy as sa

from app.persistence.queries.logged_events import events_for_action
from app.persistence.stored.rows import Session


def last_event_of(connection: sa.Connection, session: Session, number: int) -> int:
    """The number of the last event about an action, but for that which reveals its seed."""
    found = events_for_action(connection, session.id, number)
    return max(event.seq for event in found if event.action == number and event.type != "seeds-revealed")
