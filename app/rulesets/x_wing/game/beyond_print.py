"""Where a squad has more than the cards of today allow: slots, dots of limited cards, factions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.domain.completion import Note
from app.domain.errors import Fact, IllegalSituation
from app.rulesets.x_wing.cards.squad_limits import too_few_slots, too_many_limited
from app.rulesets.x_wing.cards.squad_ships import ListedCard, ListedShip
from app.rulesets.x_wing.cards.text_list import factions_of

Place = tuple[str | int, ...]


class Fielded(NamedTuple):
    """A ship of a squad by its cards."""

    place: Place
    pilot: ListedCard
    """Its pilot; the id is empty where it has none."""
    upgrades: tuple[ListedCard, ...]
    points: int | None = None
    """What its list says that it costs."""


class Beyond(NamedTuple):
    """What is beyond print."""

    code: str
    pilot: str
    """The id of the pilot of the ship that has it."""
    place: Place
    """The upgrades of the ship, or the card that is too many."""
    told: Mapping[str, Fact]
    words: tuple[str, ...]
    """Those of `told` that are words of the rulebook."""


def beyond(ships: Sequence[Fielded]) -> Iterator[Beyond]:
    """Upgrades for which a ship has no slots, and limited cards that the squad has too often."""
    squad = [(ship.pilot.id or None, tuple(card.id for card in ship.upgrades)) for ship in ships]
    for few in too_few_slots(squad):
        ship = ships[few.ship]
        told: Mapping[str, Fact] = {"slot": few.slot, "needed": few.needed, "there": few.there}
        place = (*ship.place, *ship.pilot.place[:-1], "upgrades")
        yield Beyond("too-few-slots", ship.pilot.id, place, told, ("slot",))
    for many in too_many_limited(squad):
        ship = ships[many.ship]
        told = {"card": many.card, "found": many.found, "most": many.most}
        place = (*ship.place, *(ship.pilot, *ship.upgrades)[many.nth].place)
        yield Beyond("too-many-limited", ship.pilot.id, place, told, ("card",))


def beyond_print(ships: Sequence[Fielded]) -> Iterator[IllegalSituation]:
    """XW-79: all that is beyond print, where it is agreed that nothing may be."""
    for code, _pilot, place, told, _words in beyond(ships):
        yield IllegalSituation(code, "XW-79", *place, **told)


def squad_notes(fleet: object, n: int) -> Iterator[Note]:
    """XW-72: all that is beyond print in the squad at place `n` as JSON, for those who play against it."""
    ships = tuple(fielded(fleet)) if isinstance(fleet, Mapping) else ()
    for code, pilot, place, told, words in beyond(ships):
        yield Note(code, "XW-72", ("squads", n, *place), {"ship": f"pilot:{pilot}", **told}, ("ship", *words))
    yield from faction_notes(ships, n)


def faction_notes(ships: Sequence[Fielded], n: int) -> Iterator[Note]:
    """XW-72: the factions of the squad at place `n` by the cards of its pilots: each beside that of the first."""
    factions = factions_of(ship.pilot.id for ship in ships if ship.pilot.id)
    for other in factions[1:]:
        told: Mapping[str, Fact] = {"squad": n + 1, "faction": factions[0], "other": other}
        yield Note("several-factions", "XW-72", ("squads", n), told, ("faction", "other"))


def fielded(fleet: Mapping[object, object]) -> Iterator[Fielded]:
    """The ships of a squad as JSON; beside ships its list does not count."""
    ships, xws = _maps(fleet.get("ships")), fleet.get("xws")
    for n, entry in ships:
        ship = entry.get("ship")
        if isinstance(ship, Mapping):
            pilot, upgrades = ship.get("pilot"), ship.get("upgrades")
            cards = upgrades if isinstance(upgrades, list | tuple) else ()
            yield fielded_ship(n, pilot if isinstance(pilot, str) else "", cards)
    for n, pilot in _maps(xws.get("pilots")) if isinstance(xws, Mapping) and not ships else ():
        yield fielded_in_list(n, ListedShip(n, pilot))


def fielded_ship(n: int, pilot: str, upgrades: Sequence[object], points: int | None = None) -> Fielded:
    """The ship at place `n` of a squad that is sent as ships."""
    cards = (ListedCard(("ship", "upgrades", m), id) for m, id in enumerate(upgrades) if isinstance(id, str))
    return Fielded(("ships", n), ListedCard(("ship", "pilot"), pilot), tuple(cards), points)


def fielded_in_list(n: int, ship: ListedShip, points: int | None = None) -> Fielded:
    """The ship at place `n` of a list."""
    return Fielded(("xws", "pilots", n), ship.sent_pilot, tuple(ship.sent_upgrades()), points)


def _maps(sent: object) -> list[tuple[int, Mapping[str, object]]]:
    return [(n, one) for n, one in enumerate(sent if isinstance(sent, list) else ()) if isinstance(one, Mapping)]
