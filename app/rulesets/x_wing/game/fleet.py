"""Squads as they enter the game: the ships of a list or of a setup, each with an id of its own."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.rulesets.x_wing.attack.deck import full_deck, known_cards, without_cards
from app.rulesets.x_wing.cards.squad_ships import ListedShip, free_id
from app.rulesets.x_wing.cards.squads import XWingSquad, squad_in
from app.rulesets.x_wing.game.model import XWingGameShip, XWingPlayer, XWingState
from app.rulesets.x_wing.game.setup import XWingFleet, XWingGameOptions, XWingListedPilot, XWingSetup
from app.rulesets.x_wing.terms import DamageCard


def set_up(setup: XWingSetup, _options: XWingGameOptions) -> XWingState:
    """XW-59: both squads with their damage decks; nothing has happened."""
    ships = entering_ships(setup)
    return XWingState(
        players=tuple(
            XWingPlayer(seat, fleet.xws.name if fleet.xws else None, cards_without_place(ships, seat))
            for seat, fleet in enumerate(setup.squads, 1)
        ),
        ships=ships,
        first_player=setup.first_player,
    )


def entering_ships(setup: XWingSetup) -> tuple[XWingGameShip, ...]:
    """XW-1: the ships of both squads as they enter the game, each with an id of its own."""
    ships: list[XWingGameShip] = []
    for seat, fleet in enumerate(setup.squads, 1):
        for entering in ships_of(seat, fleet):
            taken = [other.ship.id for other in ships]
            ships.append(replace(entering, ship=replace(entering.ship, id=free_id(entering.ship.id, taken))))
    return tuple(ships)


def cards_without_place(ships: tuple[XWingGameShip, ...], seat: int) -> tuple[DamageCard, ...]:
    """XW-59: the 33 cards of a seat's deck but those that are known to lie on its ships."""
    on_ships = [card for held in ships if held.seat == seat for card in known_cards(held.ship.damage_cards)]
    return without_cards(full_deck(), tuple(on_ships))


def ships_of(seat: int, fleet: XWingFleet) -> Iterator[XWingGameShip]:
    """The ships of a squad in their order, else those of its list; a listed one whose pilot and ship are not known is
    left out.
    """
    for pilot in fleet.xws.pilots if fleet.xws is not None and not fleet.ships else ():
        for found in squad_of(pilot).ships:
            points = 1 if pilot.points is None else pilot.points
            yield XWingGameShip(seat, found.ship, found.weapons, found.initiative or 0, points)
    for sent in fleet.ships:
        yield XWingGameShip(seat, sent.ship, sent.weapons, sent.initiative, sent.points)


def squad_of(pilot: XWingListedPilot) -> XWingSquad:
    """The squad that one ship of a list is."""
    return squad_in({}, [listed_ship(pilot)])


def listed_ship(pilot: XWingListedPilot) -> ListedShip:
    """A ship of a list, as lists are read."""
    told = {"id": pilot.id, "name": pilot.name, "ship": pilot.ship}
    sent: Mapping[str, object] = {name: value for name, value in told.items() if value is not None}
    upgrades = {slot: list(ids) for slot, ids in (pilot.upgrades or {}).items()}
    return ListedShip(0, {**sent, "upgrades": upgrades})
