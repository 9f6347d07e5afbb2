"""Keys of parts of a state: odds merge two states if the parts that still matter have equal keys."""

from collections.abc import Hashable
from dataclasses import replace

from app.domain.record import Role
from app.rulesets.x_wing.attack.deck import CARD_WITHOUT_EFFECT
from app.rulesets.x_wing.attack.dice import count_faces
from app.rulesets.x_wing.attack.state import DEFENDER, State
from app.rulesets.x_wing.model import DamageCard, XWingShipDamageCard
from app.rulesets.x_wing.outcome import Dice
from app.rulesets.x_wing.terms import Face


def possessions_key(state: State, role: Role) -> Hashable:
    """What abilities may depend on besides dice; the damage of the defender is left to its own key."""
    ship = state.ship(role)
    has = ship.tokens, ship.force.active, ship.locks, frozenset(ship.charges.items())
    return has if role is DEFENDER else (has, ship.shields.active, ship.damage_cards, state.attacker_deck)


def damage_key(state: State) -> Hashable:
    """What the defender has suffered, has still to suffer and may draw, as far as its destruction depends on it."""
    ship, dealt = state.defender, state.dealt
    damage = (
        state.is_skipped,
        state.attack_hits,
        state.pending,
        state.due,
        state.due_role,
        dealt.hit,
        dealt.crit,
        dealt.prevented,
    )
    breached, leaks = ship.faceup(DamageCard.HULL_BREACH) > 0, ship.faceup(DamageCard.FUEL_LEAK)
    if ship.is_destroyed:
        return damage, breached
    return damage, breached, leaks, ship.shields.active, len(ship.damage_cards), state.deck


def damage_key_by_card(state: State) -> Hashable:
    """The same with the name of every damage card that is known."""
    cards = state.defender.damage_cards
    up = tuple(sorted([held.card or "" for held in cards if held.faceup]))
    down = tuple([held.card for held in cards if held.card is not None and not held.faceup])
    return damage_key(state), up, down, state.deck


def damage_key_in_order(state: State) -> Hashable:
    """The same with the damage cards in their order."""
    return damage_key(state), state.defender.damage_cards, state.deck


def simplified_wreck(state: State) -> State:
    """The state with everything removed that no longer matters once the defender is destroyed."""
    ship = state.defender
    breach = XWingShipDamageCard(DamageCard.HULL_BREACH, ship.faceup(DamageCard.HULL_BREACH) > 0)
    cards = ((breach,) if breach.faceup else ()) + (XWingShipDamageCard(),) * ship.hull
    return state._replace(deck=DECK_WITHOUT_EFFECT, defender=replace(ship, damage_cards=cards[: ship.hull]))


DECK_WITHOUT_EFFECT = (CARD_WITHOUT_EFFECT,) * 33
"""A deck whose cards change nothing."""


def results_key(state: State) -> tuple[int, int]:
    """The numbers of hits and crits that are not canceled."""
    return count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)


def dice_key(dice: Dice) -> Hashable:
    """The dice in sorted order."""
    return tuple(sorted([(die.face, die.rerolled, die.canceled) for die in dice]))


def usages_in(marks: tuple[str, ...], windows: frozenset[str]) -> Hashable:
    """The keys of abilities used or declined in some windows."""
    return frozenset([name for name in marks if name.partition("/")[0] in windows]) if marks else None
