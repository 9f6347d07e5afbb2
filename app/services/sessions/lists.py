"""What the seats of a game bring to its setup themselves, before the first action."""

from app.errors import Problem
from app.persistence.stored.rows import Session

BRING = "bring-list"
"""The name of the question to a seat."""


def brings(session: Session, seat: int) -> bool:
    """Whether a seat brings a list of its own."""
    return str(seat) in (session.bring or {"limits": {}})["limits"]


def are_shown(session: Session) -> bool:
    """Whether the lists that seats have brought are shown: in the same moment the game has begun."""
    return session.last_number > 0


def asked_to_bring(session: Session) -> list[int]:
    """The seats that have yet to bring a list, in order; none where all have, or none brings one."""
    given = session.bring
    if given is None or session.status == "closed":
        return []
    return [int(seat) for seat in given["limits"] if int(seat) not in given["brought"]]


def check_lists(session: Session) -> None:
    """Raise Problem lists-open (409) while seats have to bring their lists, before the first action."""
    if asked := asked_to_bring(session):
        raise Problem("lists-open", params={"seats": asked})
