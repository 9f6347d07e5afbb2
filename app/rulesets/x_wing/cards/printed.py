"""What is printed on ships, pilots and upgrades, read from the tables in `data` when it is asked for."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from app.rulesets.x_wing.cards.data.abilities import ABILITIES
from app.rulesets.x_wing.cards.data.pilots import PILOTS
from app.rulesets.x_wing.cards.data.ships import SHIPS
from app.rulesets.x_wing.cards.data.translated_names import FRENCH, GERMAN
from app.rulesets.x_wing.cards.data.upgrades import UPGRADES
from app.rulesets.x_wing.effects import CostKind
from app.rulesets.x_wing.model import Requirement, Size, WeaponKind, XWingWeapon
from app.rulesets.x_wing.terms import Arc

Weapons = tuple[tuple[Arc, int], ...]
"""The primary weapons of a ship: the arc and the attack value of each."""


class Numbers(NamedTuple):
    """The numbers of a ship."""

    agility: int
    hull: int
    shields: int
    weapons: Weapons = ()


class PrintedShip(NamedTuple):
    """A type of ship."""

    id: str
    name: str
    size: Size
    numbers: Numbers


class PrintedPilot(NamedTuple):
    """The card of a pilot with its ship."""

    id: str
    name: str
    ship: str
    faction: str
    initiative: int
    charges: int
    force: int
    ship_ability: str
    """The id of the ability that its ship has; empty if it has none."""
    loadout: tuple[str, ...]
    """The upgrades that always come with the card."""
    own_numbers: Numbers | None
    """The numbers of the ship where the card has others than the ship's type."""

    @property
    def numbers(self) -> Numbers:
        """The numbers of the ship."""
        return self.own_numbers or printed_ship(self.ship).numbers


class PrintedUpgrade(NamedTuple):
    """The card of an upgrade."""

    id: str
    name: str
    slots: tuple[str, ...]
    charges: int
    force: int
    adds: tuple[str, ...]
    """What it changes in the numbers of its ship, such as `hull +1`."""
    weapon: XWingWeapon | None


def _rows(table: str) -> Mapping[str, str]:
    return {row.partition("|")[0]: row for row in table.split("\n") if row}


SHIP_ROWS, PILOT_ROWS, UPGRADE_ROWS = _rows(SHIPS), _rows(PILOTS), _rows(UPGRADES)
TRANSLATED: Mapping[str, Mapping[str, str]] = {
    language: {english: own for english, _, own in (row.partition("|") for row in table.split("\n") if row)}
    for language, table in (("de", GERMAN), ("fr", FRENCH))
}
"""What cards are called in other languages by their English names, by the code of the language."""
SHIP_ABILITIES: Mapping[str, str] = {
    id: name for id, _, name in (row.partition("|") for row in ABILITIES.split("\n") if row)
}
"""The name of every ship ability, by its id."""


OTHER_NAMES: Mapping[str, str] = {"bobafett-separatistalliance": "bobafett-firesprayclasspatrolcraft"}
"""Ids of pilots in lists that were stored before lists were read as `reading` does."""


def names_of(english: str) -> Mapping[str, str]:
    """What a card is called in other languages, by the code of the language, where that differs."""
    return {language: names[english] for language, names in TRANSLATED.items() if english in names}


def _columns(row: str, count: int) -> list[str]:
    found = row.split("|")
    return found + [""] * (count - len(found))


def _limit(counted: str) -> int:
    """How many charges `2+1` says: two, of which one recovers each round."""
    return int(counted.partition("+")[0].partition("-")[0] or 0)


def _recovered(counted: str) -> int:
    """How many charges `2+1` says recover each round: one; below 0 where they are lost."""
    recovered, lost = counted.partition("+")[2], counted.partition("-")[2]
    return int(recovered or 0) - int(lost or 0)


def recovering(pilot: str | None, upgrades: tuple[str, ...]) -> Mapping[str, int]:
    """How many charges each card of a ship recovers each round: `pilot` for the ship card, and `force` for its Force.

    Of several recurring Force charges only the most count.
    """
    rows = [("pilot", _columns(PILOT_ROWS[pilot], 10)[5:7])] if pilot in PILOT_ROWS and pilot is not None else []
    rows += [(id, _columns(UPGRADE_ROWS[id], 7)[3:5]) for id in upgrades if id in UPGRADE_ROWS]
    found = {key: _recovered(charges) for key, (charges, _) in rows if _recovered(charges)}
    return {**found, "force": max((_recovered(force) for _, (_, force) in rows), default=0)}


def _weapons(text: str) -> Weapons:
    pairs = [weapon.split() for weapon in text.split(", ") if weapon]
    return tuple((Arc(arc), int(value)) for arc, value in pairs)


def _numbers(values: str, weapons: str) -> Numbers:
    agility, hull, shields = map(int, values.split())
    return Numbers(agility, hull, shields, _weapons(weapons))


@cache
def printed_ship(id: str) -> PrintedShip:
    """The type of ship with this id. Raises KeyError."""
    _, name, size, values, weapons = _columns(SHIP_ROWS[id], 5)
    return PrintedShip(id, name, Size(size), _numbers(values, weapons))


def printed_pilot(id: str) -> PrintedPilot:
    """The card of the pilot with this id. Raises KeyError."""
    _, name, ship, faction, initiative, charges, force, ability, loadout, own = _columns(PILOT_ROWS[id], 10)
    values, _, weapons = own.partition("; ")
    return PrintedPilot(
        id,
        name,
        ship,
        faction,
        int(initiative),
        _limit(charges),
        _limit(force),
        ability,
        tuple(loadout.split()),
        _numbers(values, weapons) if own else None,
    )


def chassis_of(pilot: str | None) -> str | None:
    """The id of the type of ship that a pilot flies; None where the pilot is not known."""
    return printed_pilot(pilot).ship if pilot is not None and pilot in PILOT_ROWS else None


def initiative_of(pilot: str | None) -> int | None:
    """The initiative on the card of a pilot; None where the pilot is not known."""
    return printed_pilot(pilot).initiative if pilot is not None and pilot in PILOT_ROWS else None


def printed_upgrade(id: str) -> PrintedUpgrade:
    """The card of the upgrade with this id. Raises KeyError."""
    _, name, slots, charges, force, adds, weapon = _columns(UPGRADE_ROWS[id], 7)
    changes = tuple(adds.split(", ")) if adds else ()
    return PrintedUpgrade(
        id,
        name,
        tuple(slots.split()),
        _limit(charges),
        _limit(force),
        changes,
        weapon_of(id, weapon) if weapon else None,
    )


def weapon_of(id: str, text: str) -> XWingWeapon | None:
    """The weapon of an upgrade, with all its numbers; None where it reaches beyond range 3, as huge ships' do."""
    arc, value, ranges, *rest = text.split()
    shortest, longest = map(int, ranges.split("-"))
    if longest > 3:
        return None
    worded = dict(pairwise(rest))
    costs = ((kind, int(worded.get(kind.value, 0))) for kind in (CostKind.CHARGE, CostKind.FORCE))
    return XWingWeapon(
        upgrade=id,
        arc=Arc(arc),
        value=int(value),
        min_range=shortest,
        max_range=longest,
        kind=WeaponKind.SPECIAL,
        ordnance="ordnance" in rest,
        requires=Requirement(worded["needs"]) if "needs" in worded else None,
        cost={kind: amount for kind, amount in costs if amount},
    )
