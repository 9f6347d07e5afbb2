"""What players are told of a setup before they play it: its ships, how its lists were read, the cards that they apply
themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.domain.completion import Note, Said
from app.rulesets.x_wing.cards.printed import PILOT_ROWS
from app.rulesets.x_wing.cards.registry import card_of, is_known
from app.rulesets.x_wing.cards.squad_ships import ListedShip
from app.rulesets.x_wing.game.fleet import entering_ships
from app.rulesets.x_wing.game.setup import XWingFleetShip, XWingSetup
from app.rulesets.x_wing.model import XWingShip

Place = tuple[str | int, ...]


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


def list_notes(fleet: object, n: int) -> Iterator[Note]:
    """XW-1, XW-72: what was read as another card in the list of the squad at place `n` as JSON, and what is not known.

    A list stays beside the ships that it became, which lack what is not known.
    """
    xws = fleet.get("xws") if isinstance(fleet, Mapping) else None
    if not isinstance(xws, Mapping):
        return
    place: Place = ("squads", n, "xws")
    for m, read in _maps(xws.get("read_as")):
        text, card = read.get("text"), read.get("card")
        if isinstance(text, str) and isinstance(card, str) and is_known(card):
            told = {"card": card, "key": card}
            yield Note("read-as", "XW-1", (*place, "read_as", m), {"text": text, **told}, ("card",))
    for m, pilot in _maps(xws.get("pilots")):
        yield from not_known(ListedShip(m, pilot), (*place, "pilots", m))


def not_known(ship: ListedShip, place: Place) -> Iterator[Note]:
    """XW-72: each card of a listed ship that is not known."""
    pilot, printed = ship.pilot[:100], ship.printed()
    called = f"pilot:{pilot}" if pilot in PILOT_ROWS else printed.name if printed is not None else pilot
    for card, _nearest in ship.unknown():
        yield Note("card-not-known", "XW-72", (*place, *card.place), {"ship": called, "card": card.id}, ("ship",))


def _maps(sent: object) -> list[tuple[int, Mapping[str, object]]]:
    return [(n, one) for n, one in enumerate(sent if isinstance(sent, list) else ()) if isinstance(one, Mapping)]
