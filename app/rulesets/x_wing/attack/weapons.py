"""The weapon of an attack as cards and arcs make it, and what the cards of a ship say about its attacks."""

from collections.abc import Iterator
from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import AfterFriend, EarlyAttack, OwnBonus
from app.rulesets.x_wing.cards.card import Card, Trait
from app.rulesets.x_wing.cards.registry import card_of, slots_of
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.model import Side, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import TURRETS, Arc


def keys_of(ship: XWingShip) -> Iterator[str]:
    """XW-72: the cards of a ship, and what helps it by name: those that only help friends are not its own."""
    own = ([f"pilot:{ship.pilot}"] if ship.pilot else []) + [f"upgrade:{upgrade}" for upgrade in ship.upgrades]
    yield from (key for key in own if not card_of(key).has(Trait.ONLY_FOR_FRIENDS))
    yield from (sent for sent in ship.effects if isinstance(sent, str))


def cards_of(ship: XWingShip) -> Iterator[Card]:
    """XW-72: what the cards of a ship and of its friends say, without those whose condition does not hold."""
    unmet = unmet_of(ship)
    yield from (card_of(key) for key in keys_of(ship) if key not in unmet)


def after_friend_of(ship: XWingShip) -> list[AfterFriend]:
    """XW-64: the bonus attacks that the cards of a ship grant it after a friend has defended."""
    return [card.after_friend for card in cards_of(ship) if card.after_friend is not None]


def own_bonuses_of(ship: XWingShip) -> list[OwnBonus]:
    """XW-64: the bonus attacks that the cards of a ship grant it at moments of their own."""
    return [card.own_bonus for card in cards_of(ship) if card.own_bonus is not None]


def early_attacks_of(ship: XWingShip) -> list[EarlyAttack]:
    """XW-64: the bonus attacks that the cards of a ship grant it at initiatives of their own."""
    return [card.early_attack for card in cards_of(ship) if card.early_attack is not None]


def docked_weapons(ship: XWingShip) -> tuple[XWingWeapon, ...]:
    """XW-72: the primary weapon in the rear arc that a docked ship gives, with the value that `effects` tell."""
    values = [
        sent.number
        for sent in ship.effects
        if isinstance(sent, XWingCount) and card_of(sent.counts).has(Trait.DOCKED_WEAPON)
    ]
    return tuple(XWingWeapon(arc=Arc.REAR, value=value) for value in values if value)


def unmet_of(ship: XWingShip) -> tuple[str, ...]:
    """XW-72: the cards that do nothing now: their condition does not hold, as `effects` say, or a side is not up."""
    unmet = [
        sent.counts
        for sent in ship.effects
        if isinstance(sent, XWingCount) and not sent.number and card_of(sent.counts).has(Trait.AT_TABLE)
    ]
    turned = [card for card, side in ship.sides.items() if (side is Side.OPEN) != card_of(card).has(Trait.WORKS_OPEN)]
    return (*unmet, *turned)


def has_trait(ship: XWingShip, trait: Trait) -> bool:
    """Whether a card of the ship, or one that helps it, has a trait."""
    return any(trait in card.traits for card in cards_of(ship))


def is_of_kind(weapon: XWingWeapon, kind: str | None) -> bool:
    """Whether a weapon is primary or special, or an upgrade of a slot, as `kind` says."""
    return kind == weapon.kind or kind in slots_of(weapon.upgrade)


def weapon_with_numbers(weapon: XWingWeapon, ship: XWingShip) -> XWingWeapon:
    """XW-5, XW-8: the weapon as it is on a ship: one of an upgrade with the numbers of its card, and in its turret."""
    printed = card_of(f"upgrade:{weapon.upgrade}").weapon or weapon
    cards = tuple(cards_of(ship))
    if any(is_of_kind(printed, slot) for slot in MISSILES) and any(card.has(Trait.WIDER_RANGE) for card in cards):
        nearer, farther = max(0, printed.min_range - 1), min(3, printed.max_range + 1)
        printed = replace(printed, min_range=nearer, max_range=farther)
    is_turned = printed.arc is Arc.FRONT and any(is_of_kind(printed, card.turns) for card in cards if card.turns)
    return replace(printed, arc=Arc.SINGLE_TURRET) if is_turned else printed


MISSILES = ("torpedo", "missile")


def weapon_aimed(situation: XWingAttack) -> XWingWeapon:
    """XW-8: the weapon of an attack; backwards, where a card lets it and the target is in the rear arc alone."""
    weapon = weapon_with_numbers(situation.weapon, situation.attacker)
    if weapon.arc is not Arc.FRONT or Arc.FRONT in situation.defender_in_arcs:
        return weapon
    for card in cards_of(situation.attacker):
        if Arc.REAR in situation.defender_in_arcs and any(is_of_kind(weapon, kind) for kind in card.backwards):
            most = min(weapon.max_range, card.backwards_at_most)
            least = weapon.min_range if card.backwards_at_most == 3 else 1
            return replace(weapon, arc=Arc.REAR, min_range=least, max_range=most)
    return weapon


def firing_arcs(weapons: tuple[XWingWeapon, ...], *, is_whole: bool = True) -> tuple[Arc, ...]:
    """XW-8: the arcs of primary weapons and of turrets; where not all weapons are known, the front arc and turrets."""
    printed = [card_of(f"upgrade:{weapon.upgrade}").weapon or weapon for weapon in weapons]
    found = [one.arc for one in printed if one.upgrade is None or one.arc in TURRETS]
    found += [] if is_whole else [Arc.FRONT, *TURRETS]
    has_turret = any(arc in TURRETS for arc in found)
    return tuple(arc for arc in Arc if arc in found or (has_turret and arc in TURRETS))


def charges_of(weapon: XWingWeapon) -> str:
    """The key, among a ship's charges, of the charges that a weapon costs."""
    return weapon.upgrade or "weapon"
