"""Which seat plays which role in an attack, and which seat made each entry of a record."""

from collections.abc import Iterator, Mapping

from app.domain.board import SEATED
from app.domain.record import By, Entry, Noted, Origin, Role, Rolled, Seated, Source, seat_of
from app.errors import Problem
from app.persistence.codec import Json
from app.persistence.rows import Session
from app.services.access import HOST, Sender

Seating = Mapping[str, int]
"""The seat that plays a role, by role; empty where no seats play."""


def seating_for(session: Session, sent: Seating, sides: Mapping[Role, str], sender: Sender) -> dict[str, int]:
    """Who attacks and who defends: as sent, else by the sides that are named, else the sender and the other of two.

    422 seats-unclear.
    """
    numbers = [seat.seat for seat in session.seats]
    if not numbers and not sent:
        return {}
    for role, seat in sent.items():
        if seat not in numbers:
            raise Problem("seats-unclear", at=("seats", role))
    found = dict(sent) or by_sides(session, sides) or ({Role.ATTACKER.value: sender} if sender != HOST else {})
    if len(numbers) == 2 and len(found) == 1:
        (role, seat), other = next(iter(found.items())), sum(numbers)
        missing = Role.DEFENDER if role == Role.ATTACKER else Role.ATTACKER
        found[missing.value] = other - seat
    if len(found) < 2 or len(set(found.values())) < 2:
        raise Problem("seats-unclear", at=("seats",))
    return found


def by_sides(session: Session, sides: Mapping[Role, str]) -> dict[str, int]:
    """The seats that have the named sides, where each side is played by exactly one."""
    found = {role.value: [seat.seat for seat in session.seats if seat.side == side] for role, side in sides.items()}
    return {role: seats[0] for role, seats in found.items()} if all(len(seats) == 1 for seats in found.values()) else {}


def seat_for(by: By, seating: Seating) -> int | None:
    """The seat behind `by`."""
    return seat_of(by, None) or seating.get(by)


def seats_of_entries(entries: list[Json], seating: Seating) -> Iterator[int | None]:
    """For each stored entry the seat that rolled or chose; inside a game's attack, by the roles noted before."""
    roles = dict(seating)
    for entry in entries:
        if entry.get("fact") == SEATED:
            roles = dict(entry["data"])
        yield seat_for(entry["by"], roles) if "by" in entry else None


def with_roles(entries: tuple[Entry, ...], seating: Seating) -> Iterator[tuple[Entry, Mapping[str, int]]]:
    """Each entry with the roles that hold there."""
    roles: Mapping[str, int] = seating
    for entry in entries:
        if isinstance(entry, Noted) and isinstance(entry.fact, Seated):
            roles = {Role.ATTACKER.value: entry.fact.attacker, Role.DEFENDER.value: entry.fact.defender}
        yield entry, roles


def require_own(
    entries: tuple[Entry, ...], sources: tuple[Source | None, ...], start: int, seating: Seating, sender: Sender
) -> None:
    """Raise 403 not-your-role where a seat sent faces or choices for another one, from entry `start` on."""
    if sender == HOST:
        return
    placed = list(with_roles(entries, seating))[start:]
    for (entry, roles), source in zip(placed, sources[start:], strict=True):
        if isinstance(entry, Noted) or source is None:
            continue
        sent = source.origin in (Origin.PHYSICAL, Origin.REQUEST, Origin.SEAT)
        if sent and seat_for(entry.by, roles) != sender:
            at = ("dice", "faces") if isinstance(entry, Rolled) else ("answers",)
            raise Problem("not-your-role", at=at)
