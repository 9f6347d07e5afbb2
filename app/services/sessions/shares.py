"""What the seats of a session contribute to its dice, before the first action."""

from app.domain.fairness import shared_entropy
from app.errors import Problem
from app.persistence.stored.rows import Session, raw_id

COMMIT, REVEAL = "commit-entropy", "reveal-entropy"
"""The names of the questions to a seat."""


def is_waived(session: Session, seat: int) -> bool:
    """Whether the host, or all other seats, have agreed to go on without the entropy of a seat."""
    by = (session.entropy or {})["waived"].get(str(seat), [])
    others = [{"seat": other.seat} for other in session.seats if other.seat != seat]
    return "host" in by or (bool(others) and all(other in by for other in others))


def asked_of_seats(session: Session) -> dict[int, str]:
    """The question that is open for each seat; empty where all have contributed, or nobody was asked to.

    First every seat commits itself, and only then they reveal, so that none can choose by what another gave.
    """
    given = session.entropy
    if given is None:
        return {}
    waiting = [seat.seat for seat in session.seats if not is_waived(session, seat.seat)]
    if silent := [seat for seat in waiting if str(seat) not in given["committed"]]:
        return dict.fromkeys(silent, COMMIT)
    return {seat: REVEAL for seat in waiting if str(seat) not in given["revealed"]}


def check_entropy(session: Session) -> None:
    """Raise Problem entropy-open (409) while seats have to contribute to the dice, before the first action."""
    if asked := asked_of_seats(session):
        raise Problem("entropy-open", params={"seats": list(asked)})


def entropy_of(session: Session) -> bytes:
    """E: the hash of what the seats have revealed; without any, a constant of the session."""
    revealed = session.entropy["revealed"] if session.entropy else {}
    return shared_entropy(raw_id(session.id), {int(seat): bytes.fromhex(given) for seat, given in revealed.items()})
