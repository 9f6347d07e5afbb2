"""The refusals of a game that follow from its setup and options alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalOption, IllegalSituation, raise_all
from app.domain.nearest import nearest
from app.rulesets.x_wing.attack.refusals import faults_in
from app.rulesets.x_wing.cards.faults import Fault
from app.rulesets.x_wing.cards.printed import SHIP_ROWS
from app.rulesets.x_wing.cards.refusals import effect_faults
from app.rulesets.x_wing.cards.registry import SIMILAR
from app.rulesets.x_wing.cards.squads import crowded
from app.rulesets.x_wing.game.fleet import listed_ship
from app.rulesets.x_wing.game.setup import PlayerOrder, XWingFleet, XWingGameOptions, XWingListedPilot, XWingSetup
from app.rulesets.x_wing.model import XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.options import UnknownCards

Place = tuple[str | int, ...]


def prepare(setup: XWingSetup, options: XWingGameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation or IllegalOption unless the game may begin (XW-1, XW-66, XW-72, XW-76)."""
    raise_all(refusals(setup, options, seats))


def refusals(setup: XWingSetup, options: XWingGameOptions, seats: tuple[int, ...]) -> Iterator[IllegalSituation]:
    """Every reason why a setup is refused."""
    if len(seats) != len(setup.squads):
        yield IllegalSituation("squad-for-each-seat", "XW-66", "squads", seats=len(seats))
    yield from order_refused(setup.first_player, options)
    taken: tuple[str, ...] = ()
    for n, fleet in enumerate(setup.squads):
        yield from fleet_refused(fleet, options, ("squads", n), taken)
        taken = (*taken, *(sent.ship.id for sent in fleet.ships))


def order_refused(first_player: int | None, options: XWingGameOptions) -> Iterator[IllegalSituation]:
    """XW-76: the setup says who is first player where the options leave that to it, and only there."""
    is_fixed = options.player_order is PlayerOrder.FIXED
    if is_fixed and first_player is None:
        yield IllegalSituation("no-first-player", "XW-76", "first_player")
    if not is_fixed and first_player is not None:
        yield IllegalOption("first-player-rolled", "XW-76", "player_order")


def fleet_refused(
    fleet: XWingFleet, options: XWingGameOptions, place: Place, taken: tuple[str, ...]
) -> Iterator[IllegalSituation]:
    """XW-1: a squad is a list or ships, each known, with an id of its own and possible as it is."""
    if fleet.xws is None and not fleet.ships:
        yield IllegalSituation("list-or-ships", "XW-1", *place)
    for n, pilot in enumerate(fleet.xws.pilots if fleet.xws is not None and not fleet.ships else ()):
        yield from pilot_refused(pilot, options, (*place, "xws", "pilots", n))
    for n, sent in enumerate(fleet.ships):
        before = (*taken, *(other.ship.id for other in fleet.ships[:n]))
        if sent.ship.id in before:
            yield IllegalSituation("duplicate-ship", "XW-1", *place, "ships", n, "ship", "id", ship=sent.ship.id)
        for fault in ship_faults(sent.ship, options):
            yield IllegalSituation(
                fault.reason, fault.rule, *place, "ships", n, "ship", *fault.place[1:], **fault.params
            )


def pilot_refused(pilot: XWingListedPilot, options: XWingGameOptions, place: Place) -> Iterator[IllegalSituation]:
    """XW-1, XW-72: too many upgrades; a ship or cards of a list that are not known, where they are not to be noted."""
    if (refused := crowded(sum(len(ids) for ids in (pilot.upgrades or {}).values()), *place)) is not None:
        yield refused
        return
    listed, refuses = listed_ship(pilot), options.unknown_cards is UnknownCards.REFUSE
    if refuses and pilot.ship is not None and pilot.ship not in SHIP_ROWS:
        similar = nearest(pilot.ship, SHIP_ROWS, SIMILAR)
        yield IllegalSituation("unknown-ship-type", "XW-72", *place, "ship", ship=pilot.ship, nearest=similar)
    for (at, id), similar in listed.unknown() if refuses or listed.printed() is None else ():
        yield IllegalSituation("unknown-card", "XW-72", *place, *at, card=id, nearest=similar)


def ship_faults(ship: XWingShip, options: XWingGameOptions) -> Iterator[Fault]:
    """XW-1, XW-12, XW-56, XW-72: what is wrong with a ship by itself."""
    other = XWingShip("-" if ship.id != "-" else "--", 0, 1)
    attack = XWingAttack(ship, XWingWeapon(value=0), other, 1)
    if ship.is_destroyed:
        yield Fault("invalid-stat", "XW-58", ("attacker", "damage_cards"))
    yield from (
        fault
        for fault in faults_in(attack, options)
        if fault.place[:1] == ("attacker",) and fault.reason != "cannot-attack"
    )


def effects_refused(ship: XWingShip) -> Iterator[Fault]:
    """XW-72: what is wrong with the effects that are declared for a ship."""
    return effect_faults("attacker", ship)
