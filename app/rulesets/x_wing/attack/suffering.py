"""What damage does to a ship, told in counts: play deals the shields and cards of it, the search counts on."""

from typing import NamedTuple

from app.rulesets.x_wing.attack.state import Due
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import DamageCard


def becomes_crit(ship: XWingShip, *, crit: bool) -> bool:
    """XW-56: whether a damage is crit damage: it was already, or the ship has a faceup Hull Breach."""
    return crit or ship.faceup(DamageCard.HULL_BREACH) > 0


class ShipCounts(NamedTuple):
    """A ship as counts; `left` is how many more damage cards destroy it."""

    shields: int
    left: int
    breached: bool
    """Whether a Hull Breach is faceup, so that all damage is crit damage."""
    leaks: int
    """How many Fuel Leaks are faceup."""


class Suffered(NamedTuple):
    """A ship after a damage event, the events that are due then, and whether a card is dealt faceup."""

    ship: ShipCounts
    due: tuple[Due, ...]
    is_faceup: bool = False


def counts_of(ship: XWingShip) -> ShipCounts:
    """The ship as counts."""
    breached, leaks = ship.faceup(DamageCard.HULL_BREACH) > 0, ship.faceup(DamageCard.FUEL_LEAK)
    return ShipCounts(ship.shields.active, ship.hull_left, breached, leaks)


def suffer_first(ship: ShipCounts, due: tuple[Due, ...], *, leaks_by_itself: bool) -> Suffered:
    """XW-56: the first event that is due; damage removes a shield or becomes a card, and crit damage sets off leaks.

    Fuel Leak is repaired, then the ship suffers one hit damage; that damage cannot set it off again.
    """
    first, rest = due[0], due[1:]
    shields, left, breached, leaks = ship
    if first is Due.DIRECT_HIT:
        return Suffered(ship, rest)
    if first is Due.LEAKS:
        return Suffered(ship, (Due.LEAK,) * leaks + rest)
    if first is Due.LEAK:
        return (
            Suffered(ShipCounts(shields, left, breached, leaks - 1), (Due.HIT, *rest))
            if leaks
            else Suffered(ship, rest)
        )
    is_crit = breached or first is Due.CRIT
    if is_crit and (leaks or leaks_by_itself):
        rest = ((Due.LEAKS,) if leaks_by_itself else (Due.LEAK,) * leaks) + rest
    if shields:
        return Suffered(ShipCounts(shields - 1, left, breached, leaks), rest)
    return Suffered(ShipCounts(shields, left - 1, breached, leaks), rest, is_crit)


def due_of_card(card: DamageCard | None) -> tuple[Due, ...]:
    """XW-56: the events that a card sets off when it comes to lie faceup."""
    return (Due.HIT, Due.DIRECT_HIT) if card is DamageCard.DIRECT_HIT else ()
