"""The registry of all cards: CARDS holds every card that a situation can name, by its key like `pilot:rey`."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rulesets.x_wing.cards.pilots import PILOTS, SHIPS
from app.rulesets.x_wing.cards.upgrades import UPGRADES
from app.rulesets.x_wing.cards.weapons import WEAPONS, Weapon
from app.rulesets.x_wing.effects import XWingEffect, with_id
from app.rulesets.x_wing.model import XWingWeapon

FRIENDLY_ABILITIES = (
    "pilot:howlrunner",
    "pilot:serissu",
    "pilot:biggsdarklighter",
    "pilot:idenversio",
    "upgrade:selfless",
    "upgrade:seventhfleetgunner",
    "upgrade:emperorpalpatine",
)
"""Abilities that help friends: a ship's effects name them while they are in force, and the friend pays."""

ONLY_FOR_OTHER_SHIPS = (
    "pilot:biggsdarklighter",
    "upgrade:selfless",
    "upgrade:seventhfleetgunner",
    "upgrade:emperorpalpatine",
)
"""Those of the friendly abilities that help other ships only, never the ship that has the card."""

CHARGED_TO_WEAPON = ("upgrade:saturationsalvo",)
"""Upgrades whose cost is paid with the charges of the weapon that attacks."""


@dataclass(frozen=True, slots=True)
class Card:
    """A known card: its effects, and its weapon if it has one."""

    effects: tuple[XWingEffect, ...]
    weapon: XWingWeapon | None = None
    is_bonus: bool = False
    """Whether an attack with the weapon is a bonus attack (XW-64)."""


def _all_cards() -> Mapping[str, Card]:
    cards: dict[str, Card] = {}
    for kind, known in (("pilot", PILOTS), ("ship", SHIPS), ("upgrade", UPGRADES)):
        for xws, effects in known.items():
            key = f"{kind}:{xws}"
            cards[key] = Card(tuple(with_id(effect, key) for effect in effects))
    for xws, weapon in WEAPONS.items():
        cards[f"upgrade:{xws}"] = _weapon_card(f"upgrade:{xws}", xws, weapon)
    return cards


def _weapon_card(key: str, xws: str, weapon: Weapon) -> Card:
    return Card(tuple(with_id(effect, key) for effect in weapon.effects), weapon.as_sent(xws), weapon.is_bonus)


CARDS = _all_cards()


def suggestion(sent: str, prefix: str = "") -> str | None:
    """The known name that is most similar to `sent`, or None if more than a third of its letters differ.

    Only cards whose key starts with `prefix` are compared, and the name is returned without it.
    """
    names = [key.removeprefix(prefix) for key in CARDS if key.startswith(prefix)]
    nearest = min(names, key=lambda name: edit_distance(sent, name))
    return nearest if 3 * edit_distance(sent, nearest) <= len(sent) else None


def edit_distance(one: str, other: str) -> int:
    """The number of letters to insert, remove or replace to turn `one` into `other` (Levenshtein distance)."""
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        before, row[0] = row[0], n
        for m, known in enumerate(other, 1):
            before, row[m] = row[m], min(before + (letter != known), row[m] + 1, row[m - 1] + 1)
    return row[-1]
