"""The refusals that follow from the cards of a setup."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import Setup
from app.rulesets.storm_over_stalingrad.model import Allocator


def cards_refused(setup: Setup) -> Iterator[IllegalSituation]:
    """SS-54, SS-55, SS-66: every card is there once, is played at one time, and hands have a size."""
    names = [card.id for card in setup.cards]
    for n, card in enumerate(setup.cards):
        if card.id in names[:n]:
            yield IllegalSituation("duplicate-card", "SS-55", "cards", n, "id", card=card.id)
        if reason := why_refused(card):
            yield IllegalSituation(reason, "SS-56", "cards", n, card=card.id)
    if setup.cards and not setup.hand_sizes:
        yield IllegalSituation("hand-sizes-missing", "SS-66", "hand_sizes")


def why_refused(card: TacticalCard) -> str | None:
    """SS-54, SS-56: why a card cannot be played as it says; None: it can."""
    acts = (card.card_fire is not None, card.move_then_fire)
    if card.timing is Timing.OWN_ACTION:
        if all(acts) or not (any(acts) or (card.changes_terrain and card.lasts)):
            return "card-one-action"
        if card.cancel_fire:
            return "card-not-in-action"
        needs_fire = card.attack_bonus != 0 or card.allocation_by is Allocator.FIRING_PLAYER
        return "card-without-fire" if card.builds and needs_fire else None
    if any(acts):
        return "card-action-in-fire"
    if card.timing is Timing.OWN_FIRE:
        if card.cancel_fire:
            return "card-cancels-own"
    elif card.allocation_by is Allocator.FIRING_PLAYER:
        return "card-gives-allocation"
    changes = (card.attack_bonus != 0, card.changes_terrain, card.cancel_fire)
    gives = card.allocation_by is Allocator.FIRING_PLAYER
    return None if any(changes) or gives else "card-without-effect"
