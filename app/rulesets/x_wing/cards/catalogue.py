"""The catalogue: every card with its numbers, what it does in an attack, and the names of cards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.domain.catalogue import Catalogue, Does, Entry
from app.rulesets.x_wing.cards.bonus_attacks import XWingBonus
from app.rulesets.x_wing.cards.card import Reason
from app.rulesets.x_wing.cards.damage_cards import APPLIED, COPIES
from app.rulesets.x_wing.cards.printed import (
    PILOT_ROWS,
    SHIP_ABILITIES,
    SHIP_ROWS,
    UPGRADE_ROWS,
    Weapons,
    names_of,
    printed_pilot,
    printed_ship,
    printed_upgrade,
)
from app.rulesets.x_wing.cards.registry import CONDITION_NAMES, card_of
from app.rulesets.x_wing.cards.squad_limits import NOTHING, pilot_limits, upgrade_limits
from app.rulesets.x_wing.effects import XWingEffect
from app.rulesets.x_wing.model import Size, XWingWeapon
from app.rulesets.x_wing.terms import DamageCard

KINDS = ("pilot", "ship", "ship-ability", "upgrade", "weapon", "condition", "damage-card")


@dataclass(frozen=True, slots=True)
class XWingCard:
    """What is printed on a card, as far as it is numbers, and what it does in an attack, as data."""

    key: str | None
    """The name in a ship's `effects`, such as `upgrade:juke`; null for a type of ship and a damage card."""
    effects: tuple[XWingEffect, ...] = ()
    """What the rules apply."""
    at_table: bool = False
    """Whether it has a condition or a count that only the table knows."""
    for_friends: bool = False
    """Whether it can help friends."""
    bonus: XWingBonus | None = None
    """How the bonus attack is bound that it grants; null where it grants none."""
    turns: str | None = None
    """The kind of weapons, `primary` or a slot, whose front arc counts as the ship's single turret arc."""
    ship: str | None = None
    """Of a pilot: the id of its ship."""
    faction: str | None = None
    """Of a pilot: the id of its faction."""
    initiative: int | None = None
    """Of a pilot: its initiative."""
    size: Size | None = None
    """Of a ship: the size of its base."""
    agility: int | None = None
    """Of a ship: its agility."""
    hull: int | None = None
    """Of a ship: its hull."""
    shields: int | None = None
    """Of a ship: its shields."""
    weapons: tuple[XWingWeapon, ...] = ()
    """The primary weapons of a ship; the weapon of an upgrade, with all its numbers."""
    ship_ability: str | None = None
    """Of a pilot: the id of the ship's ability."""
    slots: tuple[str, ...] = ()
    """Of a pilot: the slots of its ship. Of an upgrade: the slots that it takes."""
    limited: int = 0
    """How many cards of its name a squad may have, by the dots before it; 0: any number."""
    gives_slots: tuple[str, ...] = ()
    """Of an upgrade: the slots that it gives to its ship, or with a minus takes from it."""
    loadout: tuple[str, ...] = ()
    """Of a pilot: the upgrades that always come with it."""
    charges: int = 0
    """How many charges it has."""
    force: int = 0
    """Its Force capacity."""
    adds: tuple[str, ...] = ()
    """Of an upgrade: what it changes in the numbers of its ship, such as `hull +1`."""
    copies: int | None = None
    """Of a damage card: how many a deck has."""


def entries() -> Iterator[Entry[XWingCard]]:
    """Every card: pilots, ships, their abilities, upgrades and weapons, conditions, damage cards, each by id."""
    yield from map(pilot_entry, sorted(PILOT_ROWS))
    yield from map(ship_entry, sorted(SHIP_ROWS))
    yield from map(ability_entry, SHIP_ABILITIES)
    yield from sorted(map(upgrade_entry, UPGRADE_ROWS), key=lambda entry: (entry.kind, entry.id))
    yield from map(condition_entry, CONDITION_NAMES)
    yield from map(damage_card_entry, DamageCard)


def said(key: str) -> XWingCard:
    """What a card says, without what is printed on it."""
    card = card_of(key)
    return XWingCard(key, card.effects, card.is_at_table, card.helps_friends, bonus=card.bonus, turns=card.turns)


def entry_of(kind: str, id: str, name: str, card: XWingCard) -> Entry[XWingCard]:
    """An entry with what its card does."""
    reason = card_of(card.key or "").by_hand
    applied = card_of(card.key or "").is_applied or kind in ("ship", "weapon")
    left = Does.NOT_PLAYED if reason is Reason.HUGE_SHIPS else Does.BY_HAND
    does = Does.EFFECTS if applied else left if reason is not None else Does.NOTHING
    return Entry(kind, id, name, does, card, reason.value if reason is not None else None, names_of(name))


def pilot_entry(id: str) -> Entry[XWingCard]:
    """The entry of a pilot, with the numbers of the ship."""
    pilot, key = printed_pilot(id), f"pilot:{id}"
    numbers = pilot.numbers
    card = replace(
        said(key),
        ship=pilot.ship,
        faction=pilot.faction,
        initiative=pilot.initiative,
        size=printed_ship(pilot.ship).size,
        agility=numbers.agility,
        hull=numbers.hull,
        shields=numbers.shields,
        weapons=primary_weapons(numbers.weapons),
        ship_ability=pilot.ship_ability or None,
        slots=pilot_limits()[id].slots,
        limited=pilot_limits()[id].limited,
        loadout=pilot.loadout,
        charges=pilot.charges,
        force=pilot.force,
    )
    return entry_of("pilot", id, pilot.name, card)


def ship_entry(id: str) -> Entry[XWingCard]:
    """The entry of a type of ship."""
    ship = printed_ship(id)
    numbers = ship.numbers
    card = XWingCard(
        None,
        size=ship.size,
        agility=numbers.agility,
        hull=numbers.hull,
        shields=numbers.shields,
        weapons=primary_weapons(numbers.weapons),
    )
    return entry_of("ship", id, ship.name, card)


def ability_entry(id: str) -> Entry[XWingCard]:
    """The entry of an ability that all ships of a type have."""
    return entry_of("ship-ability", id, SHIP_ABILITIES[id], said(f"ship:{id}"))


def condition_entry(id: str) -> Entry[XWingCard]:
    """The entry of a condition card."""
    return entry_of("condition", id, CONDITION_NAMES[id], said(f"condition:{id}"))


def damage_card_entry(card: DamageCard) -> Entry[XWingCard]:
    """The entry of a card of the damage deck."""
    does = Does.EFFECTS if card in APPLIED else Does.NOTHING
    name = card.value.replace("-", " ").title()
    return Entry("damage-card", card.value, name, does, XWingCard(None, copies=COPIES[card]))


def upgrade_entry(id: str) -> Entry[XWingCard]:
    """The entry of an upgrade; of the kind `weapon` if it is one."""
    upgrade, key = printed_upgrade(id), f"upgrade:{id}"
    weapon = card_of(key).weapon
    card = replace(
        said(key),
        weapons=(weapon,) if weapon is not None else (),
        slots=upgrade.slots,
        limited=upgrade_limits().get(id, NOTHING).limited,
        gives_slots=upgrade_limits().get(id, NOTHING).slots,
        charges=upgrade.charges,
        force=upgrade.force,
        adds=upgrade.adds,
    )
    return entry_of("upgrade" if weapon is None else "weapon", id, upgrade.name, card)


def primary_weapons(weapons: Weapons) -> tuple[XWingWeapon, ...]:
    """Primary weapons as a situation takes them."""
    return tuple(XWingWeapon(arc=arc, value=value) for arc, value in weapons)


NAMES = {"condition": CONDITION_NAMES, "ship": SHIP_ABILITIES}
"""The names of what has no card of its own among pilots and upgrades, by the kind in its key."""


def name_of(word: str) -> str | None:
    """The name of a pilot, an upgrade, a ship ability or a condition by its key; None for any other word."""
    kind, _, id = word.partition(":")
    if kind in NAMES:
        return NAMES[kind].get(id)
    rows = {"pilot": PILOT_ROWS, "upgrade": UPGRADE_ROWS}.get(kind, {})
    return rows[id].split("|")[1] if id in rows else None


CATALOGUE = Catalogue(KINDS, XWingCard, entries, name_of)
