"""Keys of a ship's damage: what has to be told apart of it, by counts, by cards, or by cards in their order."""

from collections.abc import Hashable
from dataclasses import replace

from app.rulesets.x_wing.attack.deck import CARD_WITHOUT_EFFECT, EFFECTIVE_CARDS
from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.attack.suffering import counts_of
from app.rulesets.x_wing.model import XWingShipDamageCard
from app.rulesets.x_wing.terms import PILOT_CARDS, DamageCard


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


def damage_key_by_trait(state: State) -> Hashable:
    """The same with all damage cards of a destroyed ship, too, in any order."""
    cards = tuple(sorted([(held.faceup, held.card or "") for held in state.defender.damage_cards]))
    return damage_key(state), cards, state.deck


def with_traits(state: State) -> State:
    """The state in which one card with the same trait stands for each that changes no damage."""
    ship = state.defender
    cards = tuple([replace(held, card=held.card and BY_TRAIT[held.card]) for held in ship.damage_cards])
    deck = tuple(sorted([BY_TRAIT[card] for card in state.deck]))
    return state._replace(deck=deck, defender=replace(ship, damage_cards=cards))


BY_TRAIT = {
    card: card
    if card in EFFECTIVE_CARDS
    else DamageCard.WOUNDED_PILOT
    if card in PILOT_CARDS
    else DamageCard.CONSOLE_FIRE
    for card in DamageCard
}
"""The card that stands for each."""


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
