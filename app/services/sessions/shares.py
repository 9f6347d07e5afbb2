"""What the seats of a session contribute to its dice, before the first action."""

from app.domain.fairness import shared_entropy
from app.errors import Problem
from app.persistence.stored.rows import Session, raw_id
from app.services.events.asked import asked_of_seats


def check_entropy(session: Session) -> None:
    """Raise Problem entropy-open (409) while seats have to contribute to the dice, before the first action."""
    if asked := asked_of_seats(session):
        raise Problem("entropy-open", params={"seats": list(asked)})


def entropy_of(session: Session) -> bytes:
    """E: the hash of what the seats have revealed; without any, a constant of the session."""
    revealed = session.entropy["revealed"] if session.entropy else {}
    return shared_entropy(raw_id(session.id), {int(seat): bytes.fromhex(given) for seat, given in revealed.items()})
