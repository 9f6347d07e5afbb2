"""The registry of all cards: what each card that a situation can name says, by its key like `pilot:rey`."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from app.domain.nearest import nearest
from app.rulesets.x_wing.cards.card import Card, Reason, Texts
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, SHIP_ABILITIES, UPGRADE_ROWS, printed_pilot, printed_upgrade
from app.rulesets.x_wing.cards.texts import (
    conditions,
    crew,
    equipment,
    huge_ships,
    nothing,
    pilots_dark,
    pilots_light,
    pilots_others,
    ships,
    talents,
    weapons,
)
from app.rulesets.x_wing.effects import with_id

ALL: tuple[tuple[str, Texts], ...] = (
    ("pilot", pilots_light.LIGHT),
    ("pilot", pilots_dark.DARK),
    ("pilot", pilots_others.OTHERS),
    ("pilot", nothing.PILOTS),
    ("ship", ships.SHIPS),
    ("upgrade", talents.TALENTS),
    ("upgrade", crew.CREW),
    ("upgrade", equipment.EQUIPMENT),
    ("upgrade", weapons.WEAPONS),
    ("upgrade", huge_ships.HUGE_SHIPS),
    ("upgrade", nothing.UPGRADES),
    ("condition", conditions.CONDITIONS),
)
SAID: Mapping[str, Card] = {
    f"{kind}:{xws}": card for kind, texts in ALL for ids, card in texts.items() for xws in ids.split()
}
"""What every card says, by its key; the ids of effects are still empty, and weapons are still in `data`."""
NO_EFFECT = Card()
"""A card that is not known."""


@cache
def _card(key: str) -> Card:
    said, (kind, _, xws) = SAID[key], key.partition(":")
    is_here = kind == "upgrade" and said.by_hand is not Reason.HUGE_SHIPS
    weapon = printed_upgrade(xws).weapon if is_here else None
    effects, in_bonus = (
        tuple(with_id(effect, key + effect.id) for effect in found) for found in (said.effects, said.in_bonus)
    )
    return replace(said, effects=effects, in_bonus=in_bonus, weapon=weapon)


def card_of(key: str) -> Card:
    """What a card says; nothing where it is not known."""
    return _card(key) if key in SAID else NO_EFFECT


def is_known(key: str) -> bool:
    """Whether the card exists, whatever it says."""
    return key in SAID


CONDITION_NAMES: Mapping[str, str] = {
    key.partition(":")[2]: card.name for key, card in sorted(SAID.items()) if key.startswith("condition:")
}
"""The name of every condition card, by its XWS id."""
IDS: Mapping[str, Mapping[str, object]] = {
    "pilot": PILOT_ROWS,
    "upgrade": UPGRADE_ROWS,
    "ship": SHIP_ABILITIES,
    "condition": CONDITION_NAMES,
}
"""The ids of each kind of card."""


MOST_CHARGES = 10
"""The limit of the charges of cards that are not known."""


def limit_of_charges(pilot: str | None, key: str) -> int:
    """The most charges that a card can have: of the ship card under `pilot`, of an upgrade under its id."""
    if key == "pilot" and pilot in PILOT_ROWS and pilot is not None:
        return printed_pilot(pilot).charges
    return printed_upgrade(key).charges if key in UPGRADE_ROWS else MOST_CHARGES


@cache
def slots_of(upgrade: str | None) -> tuple[str, ...]:
    """The slots that an upgrade takes, such as `torpedo`; none for a primary weapon."""
    return printed_upgrade(upgrade).slots if upgrade in UPGRADE_ROWS and upgrade is not None else ()


SIMILAR = 75
"""How similar two names of cards must be, in percent: among a thousand, some are always a little similar."""


def suggestion(sent: str, prefix: str = "") -> str | None:
    """The known name that is most similar to `sent`, or None if none is.

    Only cards whose key starts with `prefix` are compared, and the name is returned without it.
    """
    return nearest(sent, _names(prefix), SIMILAR)


@cache
def _names(prefix: str) -> tuple[str, ...]:
    """The known names: of one kind without their prefix, or all with it."""
    kinds = [kind for kind in IDS if prefix in ("", f"{kind}:")]
    return tuple(xws if prefix else f"{kind}:{xws}" for kind in kinds for xws in IDS[kind])
