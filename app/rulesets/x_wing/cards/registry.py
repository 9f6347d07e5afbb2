"""The cards whose effects are known: every one a few lines of data, with the facts of the card and no text."""

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
"""Abilities that help a friend: in force where they are named among its effects, and paid for elsewhere."""

ONLY_FOR_OTHER_SHIPS = (
    "pilot:biggsdarklighter",
    "upgrade:selfless",
    "upgrade:seventhfleetgunner",
    "upgrade:emperorpalpatine",
)
"""Those of them that help other ships only, never the one that has them."""

CHARGED_TO_WEAPON = ("upgrade:saturationsalvo",)
"""Upgrades whose charges are those of the weapon that attacks."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is known: what it does, and its weapon if it is one."""

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
    """The known card, of those with a prefix, whose name differs least from `sent`, if by a third at most."""
    names = [key.removeprefix(prefix) for key in CARDS if key.startswith(prefix)]
    nearest = min(names, key=lambda name: edit_distance(sent, name))
    return nearest if 3 * edit_distance(sent, nearest) <= len(sent) else None


def edit_distance(one: str, other: str) -> int:
    """How many letters must be inserted, removed or replaced to make one of the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        before, row[0] = row[0], n
        for m, known in enumerate(other, 1):
            before, row[m] = row[m], min(before + (letter != known), row[m] + 1, row[m - 1] + 1)
    return row[-1]
