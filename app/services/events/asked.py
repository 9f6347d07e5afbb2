"""What the seats of a session have yet to give before its first action, and who answers for them."""

from app.domain.players import ASK
from app.domain.record import seat_name
from app.persistence.stored.rows import Session

COMMIT, REVEAL = "commit-entropy", "reveal-entropy"
"""The names of the questions to a seat."""
RESERVE, NOBODY_BRINGS = "reserve", "none"
"""What the event of a passed deadline says answers for a list: that in reserve, or nothing."""


def is_waived(session: Session, seat: int) -> bool:
    """Whether the host, or all other seats, have agreed to go on without the entropy of a seat."""
    by = (session.entropy or {})["waived"].get(str(seat), [])
    others = [{"seat": other.seat} for other in session.seats if other.seat != seat]
    return "host" in by or (bool(others) and all(other in by for other in others))


def asked_of_seats(session: Session) -> dict[int, str]:
    """The question about entropy that is open for each seat; empty where all have given theirs, or none is asked.

    First every seat commits itself, and only then they reveal, so that none can choose by what another gave.
    """
    given = session.entropy
    if given is None:
        return {}
    waiting = [seat.seat for seat in session.seats if not is_waived(session, seat.seat)]
    if silent := [seat for seat in waiting if str(seat) not in given["committed"]]:
        return dict.fromkeys(silent, COMMIT)
    return {seat: REVEAL for seat in waiting if str(seat) not in given["revealed"]}


def asked_to_bring(session: Session) -> list[int]:
    """The seats that have yet to bring a list, in order; none where all have, or none brings one."""
    given = session.bring
    if given is None or session.status == "closed":
        return []
    return [int(seat) for seat in given["limits"] if int(seat) not in given["brought"]]


def policies_of_seats(session: Session) -> dict[str, str]:
    """The name of the policy that answers for each seat of a game, or `ask`; by the name of the seat."""
    return {seat_name(seat.seat): seat.policy or ASK for seat in session.seats}
