"""The damage deck (XW-59): 33 cards, drawn without replacement."""

from functools import lru_cache
from math import gcd

from app.domain.dice import Die
from app.rulesets.x_wing.cards.damage_cards import COPIES
from app.rulesets.x_wing.model import XWingShipDamageCard
from app.rulesets.x_wing.terms import DamageCard

EFFECTIVE_CARDS = (DamageCard.HULL_BREACH, DamageCard.FUEL_LEAK, DamageCard.DIRECT_HIT)
"""The cards whose texts change the damage of this attack; exact odds treat all others as one card."""

EFFECTIVE_WHEN_EXPOSED = (*EFFECTIVE_CARDS, DamageCard.PANICKED_PILOT)
"""The same where an ability may turn cards faceup; Panicked Pilot is turned facedown at once, so it counts too."""

CARD_WITHOUT_EFFECT = DamageCard.WOUNDED_PILOT


@lru_cache(maxsize=1)
def full_deck() -> tuple[DamageCard, ...]:
    """All 33 cards, in a fixed order."""
    return tuple(card for card in DamageCard for _ in range(COPIES[card]))


def known_cards(held: tuple[XWingShipDamageCard, ...]) -> tuple[DamageCard, ...]:
    """The cards on a ship whose names are known."""
    return tuple([card.card for card in held if card.card is not None])


def newly_known(
    before: tuple[XWingShipDamageCard, ...], after: tuple[XWingShipDamageCard, ...]
) -> tuple[DamageCard, ...]:
    """The cards whose names are known of a ship after a change, and were not before; each comes from the deck."""
    return without_cards(known_cards(after), known_cards(before))


def without_cards(deck: tuple[DamageCard, ...], gone: tuple[DamageCard, ...]) -> tuple[DamageCard, ...]:
    """The deck without one copy of each card in `gone`; cards that are not in the deck are ignored."""
    if not gone:
        return deck
    left = list(deck)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def simplified_deck(
    deck: tuple[DamageCard, ...], effective: tuple[DamageCard, ...] = EFFECTIVE_CARDS
) -> tuple[DamageCard, ...]:
    """The deck with every card that is not in `effective` replaced by the same card without effect, in order."""
    return tuple(sorted([card if card in effective else CARD_WITHOUT_EFFECT for card in deck]))


@lru_cache(maxsize=512)
def deck_die(deck: tuple[DamageCard, ...]) -> Die[DamageCard]:
    """The deck as a die with one face for each card; for an empty deck, all 33 cards."""
    return Die("damage-card", deck or full_deck())


@lru_cache(maxsize=512)
def exposed_die(facedown: tuple[DamageCard | None, ...], deck: tuple[DamageCard, ...]) -> Die[DamageCard]:
    """XW-60: the facedown cards of a ship as a die, each as likely as the others; an unknown one is any of the deck."""
    unknown = facedown.count(None)
    shared = gcd(len(deck), unknown)
    named = [card for card in facedown if card is not None for _ in range(len(deck) // shared)]
    return Die("damage-card", (*named, *[card for card in deck for _ in range(unknown // shared)]))
