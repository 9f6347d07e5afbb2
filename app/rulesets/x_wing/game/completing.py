"""The setup of a game as a client sends it: known pilots fill what is left out of its ships."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from app.domain.completion import Completion, Note, Sent
from app.domain.errors import raise_all
from app.rulesets.x_wing.cards.completing import MAY_LACK, card_of_ship, completed_ship, pilot_missed, ship_notes
from app.rulesets.x_wing.cards.reading import read_list
from app.rulesets.x_wing.game.beyond_print import squad_notes
from app.rulesets.x_wing.game.setup import XWingFleetShip
from app.rulesets.x_wing.game.telling import list_notes


def completed_setup(sent: Sent) -> Sent:
    """XW-1, XW-72: the setup with whole ships, and with lists of squad builders as they are read.

    Raises IllegalSituation for each pilot that is not known and would have to say what is left out, and for ids of a
    list that can mean several cards.
    """
    squads = sent.get("squads")
    if not isinstance(squads, list):
        return sent
    raise_all(fault for place, entry in entries_in(squads) for fault in pilot_missed(entry.get("ship"), *place, "ship"))
    return {**sent, "squads": [completed_fleet(fleet, "squads", n) for n, fleet in enumerate(squads)]}


def completed_fleet(sent: object, *place: str | int) -> object:
    """XW-1, XW-72: a squad with whole ships; without ships, its list with known ids."""
    if not isinstance(sent, Mapping):
        return sent
    ships, xws = sent.get("ships"), sent.get("xws")
    if isinstance(xws, Mapping) and not ships:
        return {**sent, "xws": completed_xws(xws, *place, "xws")}
    if not isinstance(ships, list):
        return sent
    return {**sent, "ships": [completed_entry(ship, *place, "ships", n) for n, ship in enumerate(ships)]}


def completed_xws(sent: Sent, *place: str | int) -> Sent:
    """XW-1: a list with known ids, and in `read_as` those that were sent for them."""
    whole, read_as = read_list(sent, *place)
    before = sent.get("read_as")
    return (
        {**whole, "read_as": [*(before if isinstance(before, list) else ()), *map(asdict, read_as)]}
        if read_as
        else sent
    )


def completed_list(sent: Sent) -> Sent:
    """XW-72: a squad that a seat brings, with whole ships."""
    whole = completed_fleet(sent)
    return whole if isinstance(whole, Mapping) else sent


def completed_limits(sent: Sent) -> Sent:
    """XW-72: what such a squad has to keep to, with whole ships of the reserve."""
    return {**sent, "reserve": completed_fleet(sent["reserve"], "reserve")} if "reserve" in sent else sent


def completed_entry(sent: object, *place: str | int) -> object:
    """XW-72: a ship as it enters the game, with the weapons and the initiative of its pilot's card."""
    ship = sent.get("ship") if isinstance(sent, Mapping) else None
    if not isinstance(sent, Mapping) or not isinstance(ship, Mapping):
        return sent
    whole, card = {**sent, "ship": completed_ship(ship, *place, "ship")}, card_of_ship(ship)
    if card is None:
        return whole
    return {"weapons": [asdict(weapon) for weapon in card.weapons], "initiative": card.initiative or 0, **whole}


def setup_notes(whole: Sent) -> Iterator[Note]:
    """XW-1, XW-72: where ships of a setup differ from the cards of their pilots, which squads are beyond print, and how
    lists were read.
    """
    squads = whole.get("squads")
    for place, entry in entries_in(squads if isinstance(squads, list) else []):
        yield from ship_notes(entry.get("ship"), *place, "ship")
    for n, fleet in enumerate(squads if isinstance(squads, list) else ()):
        yield from squad_notes(fleet, n)
        yield from list_notes(fleet, n)


def entries_in(squads: list[object]) -> Iterator[tuple[tuple[str | int, ...], Sent]]:
    """The ships of squads as they enter the game, each with its place in the setup."""
    for n, fleet in enumerate(squads):
        ships = fleet.get("ships") if isinstance(fleet, Mapping) else None
        for m, entry in enumerate(ships if isinstance(ships, list) else ()):
            if isinstance(entry, Mapping):
                yield ("squads", n, "ships", m), entry


SETUPS = Completion(completed_setup, {**MAY_LACK, XWingFleetShip: ("weapons",)}, setup_notes)
"""How the setup of a game becomes whole."""

LISTS = Completion(completed_list, {})
"""How a squad that a seat brings becomes whole."""

LIMITS = Completion(completed_limits, {})
"""How the limits of such a squad become whole."""
