"""What players are told of a setup before they play it: its ships, and the cards that they apply themselves."""

from collections.abc import Iterator
from dataclasses import replace

from app.domain.completion import Note, Said
from app.rulesets.x_wing.cards.registry import card_of, is_known
from app.rulesets.x_wing.game.fleet import entering_ships
from app.rulesets.x_wing.game.setup import XWingFleetShip, XWingSetup
from app.rulesets.x_wing.model import XWingShip


def whole(setup: XWingSetup) -> XWingSetup:
    """XW-1: the setup with the ships of its lists, which stay beside them as they were sent."""
    entering = entering_ships(setup)
    return replace(
        setup,
        squads=tuple(
            replace(
                fleet,
                ships=tuple(
                    XWingFleetShip(held.ship, held.weapons, held.initiative, held.points)
                    for held in entering
                    if held.seat == seat
                ),
            )
            for seat, fleet in enumerate(setup.squads, 1)
        ),
    )


def said(setup: XWingSetup) -> Iterator[Said]:
    """XW-1: how many ships each squad has that is there, and what they are worth together."""
    for seat, fleet in enumerate(setup.squads, 1):
        if not fleet.ships:
            continue
        points = sum(sent.points for sent in fleet.ships)
        yield Said("squad", {"squad": seat, "ships": len(fleet.ships), "points": points})


def notes(setup: XWingSetup) -> Iterator[Note]:
    """XW-72: the cards, each once, of which the rules apply nothing or not all, or which are not known."""
    told: set[str] = set()
    for n, fleet in enumerate(setup.squads):
        for m, sent in enumerate(fleet.ships):
            for key in cards_of(sent.ship):
                code = code_of(key)
                if code is not None and key not in told:
                    told.add(key)
                    params = {"ship": sent.ship.id, "card": key}
                    yield Note(code, "XW-72", ("squads", n, "ships", m, "ship"), params, ("card",))


def cards_of(ship: XWingShip) -> Iterator[str]:
    """The keys of a ship's cards."""
    if ship.pilot is not None:
        yield f"pilot:{ship.pilot}"
    yield from (f"upgrade:{id}" for id in ship.upgrades)


def code_of(key: str) -> str | None:
    """What is told of a card; None where the rules apply all of it, or it says nothing about attacks."""
    if not is_known(key):
        return "card-not-known"
    return "card-by-hand" if card_of(key).by_hand is not None else None
