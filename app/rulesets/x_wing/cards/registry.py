"""The registry of all cards: what each card that a situation can name does, by its key like `pilot:rey`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from app.domain.nearest import nearest
from app.rulesets.x_wing.cards.conditions import CONDITION_NAMES, CONDITIONS
from app.rulesets.x_wing.cards.left_out import LEFT_OUT, Reason
from app.rulesets.x_wing.cards.pilots import PILOTS
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS, printed_pilot, printed_upgrade
from app.rulesets.x_wing.cards.ships import SHIP_ABILITIES, SHIPS
from app.rulesets.x_wing.cards.upgrades import UPGRADES
from app.rulesets.x_wing.cards.weapons import BONUS_WEAPONS, WEAPONS
from app.rulesets.x_wing.effects import XWingEffect, with_id
from app.rulesets.x_wing.model import XWingWeapon

CHARGED_TO_WEAPON = ("upgrade:saturationsalvo", "upgrade:munitionsfailsafe")
"""Upgrades that spend and recover the charges of the weapon that attacks."""


@dataclass(frozen=True, slots=True)
class Card:
    """A known card: its effects, and its weapon if it has one."""

    effects: tuple[XWingEffect, ...] = ()
    weapon: XWingWeapon | None = None
    is_bonus: bool = False
    """Whether an attack with the weapon is a bonus attack (XW-64)."""


NO_EFFECT = Card()
"""A card without an effect that the rules apply."""


KNOWN = (
    ("pilot", PILOTS),
    ("ship", SHIPS),
    ("upgrade", UPGRADES),
    ("upgrade", WEAPONS),
    ("condition", CONDITIONS),
)
EFFECTS: Mapping[str, tuple[XWingEffect, ...]] = {
    f"{kind}:{xws}": effects for kind, known in KNOWN for names, effects in known.items() for xws in names.split()
}
"""The effects of every card that has some, or a weapon, by its key; their ids are still empty."""


@cache
def _card(key: str) -> Card:
    effects, xws = tuple(with_id(effect, key) for effect in EFFECTS[key]), key.partition(":")[2]
    is_weapon = key.startswith("upgrade:") and xws in WEAPONS
    return Card(effects, printed_upgrade(xws).weapon if is_weapon else None, xws in BONUS_WEAPONS)


class Cards(Mapping[str, Card]):
    """The cards that have effects or a weapon, each made when it is first asked for."""

    def __getitem__(self, key: str) -> Card:
        return _card(key)

    def __contains__(self, key: object) -> bool:
        return key in EFFECTS

    def __iter__(self) -> Iterator[str]:
        return iter(EFFECTS)

    def __len__(self) -> int:
        return len(EFFECTS)


CARDS = Cards()


def card_of(key: str) -> Card:
    """What a card does; nothing if it is known to do nothing, if the players apply it, or if it is not known."""
    return _card(key) if key in EFFECTS else NO_EFFECT


def is_known(key: str) -> bool:
    """Whether the card exists, whatever it does."""
    kind, _, xws = key.partition(":")
    return key in EFFECTS or xws in IDS.get(kind, ())


IDS: Mapping[str, Mapping[str, object]] = {
    "pilot": PILOT_ROWS,
    "upgrade": UPGRADE_ROWS,
    "ship": SHIP_ABILITIES,
    "condition": CONDITION_NAMES,
}
"""The ids of each kind of card."""


def reason_left_out(key: str) -> Reason | None:
    """Why the players apply the card, or a part of it, themselves; None if they need not."""
    return LEFT_OUT_BY_KEY.get(key)


LEFT_OUT_BY_KEY: Mapping[str, Reason] = {
    f"{kind}:{xws}": reason
    for kind, by_reason in LEFT_OUT.items()
    for reason, ids in by_reason.items()
    for xws in ids.split()
}


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
