"""What the seats of a game bring to its setup themselves, before the first action."""

from app.errors import Problem
from app.persistence.stored.rows import Session
from app.services.events.asked import asked_to_bring

BRING = "bring-list"
"""The name of the question to a seat."""


def brings(session: Session, seat: int) -> bool:
    """Whether a seat brings a list of its own."""
    return str(seat) in (session.bring or {"limits": {}})["limits"]


def are_shown(session: Session) -> bool:
    """Whether the lists that seats have brought are shown: in the same moment the game has begun."""
    return session.last_number > 0


def check_lists(session: Session) -> None:
    """Raise Problem lists-open (409) while seats have to bring their lists, before the first action."""
    if asked := asked_to_bring(session):
        raise Problem("lists-open", params={"seats": asked})
