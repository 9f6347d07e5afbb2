"""Which seat plays which role of an attack, and which seat made each entry of a record."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, cast

from app.domain.board import SEATED
from app.domain.players import OF_THE_SERVICE
from app.domain.record import ROLES, By, Entry, Noted, Origin, Role, Rolled, Seated, Source, seat_of
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.access import HOST, SERVICE, Sender, no_such_seat, require_seat
from app.services.rulebooks.registry import Rulebook

Seating = Mapping[str, int]
"""The number of the seat that plays each role, by role; empty where no seats play."""


def seating_for(session: Session, sent: Seating, sides: Mapping[Role, str], sender: Sender) -> dict[str, int]:
    """The seat of each role: as sent, else by the sides that the situation names, else the sender attacks.

    In a session with two seats the other seat gets the other role. Raises Problem seats-unclear (422) where this does
    not give two different seats.
    """
    numbers = [seat.seat for seat in session.seats]
    if not numbers and not sent:
        return {}
    for role, seat in sent.items():
        if seat not in numbers:
            raise no_such_seat(session, seat, "seats", role)
    seating = dict(sent) or by_sides(session, sides) or ({Role.ATTACKER.value: sender} if sender != HOST else {})
    if len(numbers) == 2 and len(seating) == 1:
        (role, seat), other = next(iter(seating.items())), sum(numbers)
        missing = Role.DEFENDER if role == Role.ATTACKER else Role.ATTACKER
        seating[missing.value] = other - seat
    if len(seating) < 2 or len(set(seating.values())) < 2:
        raise Problem("seats-unclear", at=("seats",))
    return seating


def by_sides(session: Session, sides: Mapping[Role, str]) -> dict[str, int]:
    """The seats of the named sides, by role; empty unless each side is played by exactly one seat."""
    by_role = {role.value: [seat.seat for seat in session.seats if seat.side == side] for role, side in sides.items()}
    return (
        {role: seats[0] for role, seats in by_role.items()}
        if all(len(seats) == 1 for seats in by_role.values())
        else {}
    )


def role_of(by: By) -> Literal["attacker", "defender"] | None:
    """The role that `by` is, as documents tell it; None for a seat, whose number stands beside it."""
    return cast(Literal["attacker", "defender"], by) if by in ROLES else None


def seat_for(by: By, seating: Seating) -> int | None:
    """The number of the seat that is or plays `by`; None where no seat does."""
    return seat_of(by, None) or seating.get(by)


def seats_of_entries(entries: list[Json], seating: Seating) -> list[int | None]:
    """For each stored entry, the seat that rolled or chose; None for a fact."""
    placed = zip(entries, stored_roles(entries, seating), strict=True)
    return [seat_for(entry["by"], roles) if "by" in entry else None for entry, roles in placed]


def stored_roles(entries: list[Json], seating: Seating) -> list[Seating]:
    """For each stored entry, the seats that play the roles there: in an attack of a game those noted before it."""
    roles, found = seating, []
    for entry in entries:
        if entry.get("fact") == SEATED:
            roles = entry["data"]
        found.append(roles)
    return found


def with_roles(entries: tuple[Entry, ...], seating: Seating) -> Iterator[tuple[Entry, Mapping[str, int]]]:
    """Each entry with the seats that play the roles at that point of the record."""
    roles: Mapping[str, int] = seating
    for entry in entries:
        if isinstance(entry, Noted) and isinstance(entry.fact, Seated):
            roles = {Role.ATTACKER.value: entry.fact.attacker, Role.DEFENDER.value: entry.fact.defender}
        yield entry, roles


def declares_for(book: Rulebook, session: Session, sender: Sender | None, seat: int | None) -> bool:
    """Whether the player of another seat makes the moves of this one: the service plays it and cannot see the table."""
    board = book.ruleset.board
    if board is None or board.at_table is None or sender not in [one.seat for one in session.seats]:
        return False
    return any(one.seat == seat and one.policy in OF_THE_SERVICE for one in session.seats)


def check_own_answers(seating: Seating, sender: Sender) -> Callable[[By], None]:
    """What raises Problem not-your-role (403) for a question that the sender may not answer, by who is asked."""

    def check(by: By) -> None:
        role = None if seat_of(by, None) else str(by)
        require_seat(sender, seat_for(by, seating), "answers", role=role)

    return check


def require_own(
    entries: tuple[Entry, ...], sources: tuple[Source | None, ...], start: int, seating: Seating, sender: Sender
) -> None:
    """Raise Problem not-your-role (403) where the sender, a seat, sent faces or a choice of another seat.

    Only entries from place `start` on are checked.
    """
    if sender in (HOST, SERVICE):
        return
    placed = list(with_roles(entries, seating))[start:]
    for (entry, roles), source in zip(placed, sources[start:], strict=True):
        if isinstance(entry, Noted) or source is None:
            continue
        sent = source.origin in (Origin.PHYSICAL, Origin.REQUEST, Origin.SEAT)
        if sent and seat_for(entry.by, roles) != sender:
            at = ("dice", "faces") if isinstance(entry, Rolled) else ("answers",)
            require_seat(sender, seat_for(entry.by, roles), *at, role=str(entry.by))
