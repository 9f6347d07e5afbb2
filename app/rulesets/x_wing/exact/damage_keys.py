"""Keys of a ship's damage: what has to be told apart of it, by counts, by cards, or by cards in their order."""

from collections.abc import Hashable
from dataclasses import replace

from app.rulesets.x_wing.attack.deck import CARD_WITHOUT_EFFECT
from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.attack.suffering import counts_of
from app.rulesets.x_wing.model import XWingShipDamageCard
from app.rulesets.x_wing.terms import DamageCard


def damage_key(state: State) -> Hashable:
    """What the defender has suffered, has still to suffer and may draw, as far as its destruction depends on it."""
    ship, dealt = state.defender, state.dealt
    due = (state.due, state.due_role) if state.due else None
    damage = (state.is_skipped, state.attack_hits, state.pending, due, dealt.hit, dealt.crit, dealt.prevented)
    counts = counts_of(ship)
    return (damage, counts.breached) if ship.is_destroyed and not state.due else (damage, counts, state.deck)


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
