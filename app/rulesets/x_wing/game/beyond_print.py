"""Where a squad has more than the cards of today allow: slots, dots of limited cards, factions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.domain.completion import Note
from app.domain.errors import Fact, IllegalSituation
from app.rulesets.x_wing.cards.printed import OTHER_NAMES
from app.rulesets.x_wing.cards.squad_limits import too_few_slots, too_many_limited
from app.rulesets.x_wing.cards.text_list import factions_of

Place = tuple[str | int, ...]


class Fielded(NamedTuple):
    """A ship of a squad by its cards."""

    place: Place
    pilot: str | None
    upgrades: tuple[str, ...]


class Beyond(NamedTuple):
    """What is beyond print."""

    code: str
    ship: int
    """The place of the ship in the squad, from 0."""
    told: Mapping[str, Fact]
    words: tuple[str, ...]
    """Those of `told` that are words of the rulebook."""


def beyond(ships: Sequence[Fielded]) -> Iterator[Beyond]:
    """Upgrades for which a ship has no slots, and limited cards that the squad has too often."""
    squad = [(ship.pilot, ship.upgrades) for ship in ships]
    for few in too_few_slots(squad):
        told: Mapping[str, Fact] = {"slot": few.slot, "needed": few.needed, "there": few.there}
        yield Beyond("too-few-slots", few.ship, told, ("slot",))
    for many in too_many_limited(squad):
        told = {"card": many.card, "found": many.found, "most": many.most}
        yield Beyond("too-many-limited", many.ship, told, ("card",))


def beyond_print(ships: Sequence[Fielded]) -> Iterator[IllegalSituation]:
    """XW-79: all that is beyond print, where it is agreed that nothing may be."""
    for code, ship, told, _words in beyond(ships):
        place = ships[ship].place
        at = (*(("ship",) if place[0] == "ships" else ()), "upgrades") if code == "too-few-slots" else ()
        yield IllegalSituation(code, "XW-79", *place, *at, **told)


def squad_notes(fleet: object, n: int) -> Iterator[Note]:
    """XW-72: all that is beyond print in the squad at place `n` as JSON, for those who play against it."""
    ships = tuple(fielded(fleet)) if isinstance(fleet, Mapping) else ()
    for code, ship, told, words in beyond(ships):
        at, pilot, _upgrades = ships[ship]
        yield Note(code, "XW-72", ("squads", n, *at), {"ship": f"pilot:{pilot or ''}", **told}, ("ship", *words))
    yield from faction_notes(ships, n)


def faction_notes(ships: Sequence[Fielded], n: int) -> Iterator[Note]:
    """XW-72: the factions of the squad at place `n` by the cards of its pilots: each beside that of the first."""
    factions = factions_of(ship.pilot for ship in ships if ship.pilot is not None)
    for other in factions[1:]:
        told: Mapping[str, Fact] = {"squad": n + 1, "faction": factions[0], "other": other}
        yield Note("several-factions", "XW-72", ("squads", n), told, ("faction", "other"))


def fielded(fleet: Mapping[object, object]) -> Iterator[Fielded]:
    """The ships of a squad as JSON; beside ships its list does not count."""
    ships, xws = _maps(fleet.get("ships")), fleet.get("xws")
    for n, entry in ships:
        ship = entry.get("ship")
        if isinstance(ship, Mapping):
            yield Fielded(("ships", n, "ship"), _text(ship.get("pilot")), _texts(ship.get("upgrades")))
    for n, pilot in _maps(xws.get("pilots")) if isinstance(xws, Mapping) and not ships else ():
        id, upgrades = _text(pilot.get("id")) or _text(pilot.get("name")) or "", pilot.get("upgrades")
        slots = upgrades.values() if isinstance(upgrades, Mapping) else ()
        yield Fielded(("xws", "pilots", n), OTHER_NAMES.get(id, id), tuple(id for ids in slots for id in _texts(ids)))


def _maps(sent: object) -> list[tuple[int, Mapping[object, object]]]:
    return [(n, one) for n, one in enumerate(sent if isinstance(sent, list) else ()) if isinstance(one, Mapping)]


def _text(sent: object) -> str | None:
    return sent if isinstance(sent, str) else None


def _texts(sent: object) -> tuple[str, ...]:
    return tuple(one for one in sent if isinstance(one, str)) if isinstance(sent, list | tuple) else ()
