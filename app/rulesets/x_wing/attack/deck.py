"""The damage deck: 33 cards, drawn without replacement (XW-59)."""

from functools import lru_cache

from app.domain.dice import Die
from app.rulesets.x_wing.model import DamageCard, XWingDamageCard

COPIES = {DamageCard.FUEL_LEAK: 4, DamageCard.DIRECT_HIT: 5}
"""How many copies there are of the cards that are not there twice."""

EFFECTIVE_CARDS = (DamageCard.HULL_BREACH, DamageCard.FUEL_LEAK, DamageCard.DIRECT_HIT)
"""The cards whose texts change what damage does in this attack; in odds the others are one."""

EFFECTIVE_WHEN_EXPOSED = (*EFFECTIVE_CARDS, DamageCard.PANICKED_PILOT)
"""The same where cards may be turned up again: also the card that is turned down at once."""

CARD_WITHOUT_EFFECT = DamageCard.WOUNDED_PILOT


@lru_cache(maxsize=1)
def full_deck() -> tuple[DamageCard, ...]:
    """All 33 cards."""
    return tuple(card for card in DamageCard for _ in range(COPIES.get(card, 2)))


def known_cards(held: tuple[XWingDamageCard, ...]) -> tuple[DamageCard, ...]:
    """The cards on a ship whose names are known."""
    return tuple(card.card for card in held if card.card is not None)


def without_cards(deck: tuple[DamageCard, ...], gone: tuple[DamageCard, ...]) -> tuple[DamageCard, ...]:
    """The deck without one copy of each card that is `gone`; what is not in it changes nothing."""
    left = list(deck)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def simplified_deck(
    deck: tuple[DamageCard, ...], effective: tuple[DamageCard, ...] = EFFECTIVE_CARDS
) -> tuple[DamageCard, ...]:
    """The deck with the cards that do not change what damage does made one."""
    return tuple([card if card in effective else CARD_WITHOUT_EFFECT for card in deck])


@lru_cache(maxsize=512)
def deck_die(deck: tuple[DamageCard, ...]) -> Die:
    """The deck as a die with a face for each card; an empty deck is shuffled anew."""
    return Die("damage-card", tuple(card.value for card in deck or full_deck()))
