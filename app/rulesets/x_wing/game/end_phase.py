"""XW-71, the End Phase: green and orange tokens are removed, recurring charges and Force recover."""

from dataclasses import replace

from app.rulesets.x_wing.cards.printed import recovering
from app.rulesets.x_wing.cards.registry import limit_of_charges
from app.rulesets.x_wing.game.move_types import XWingKept
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import GREEN_TOKENS, ORANGE_TOKENS

GOING_TOKENS = (*GREEN_TOKENS, *ORANGE_TOKENS)
"""The tokens that go in the End Phase: the green and the orange ones."""


def after_end_phase(ship: XWingShip, keeps: tuple[XWingKept, ...]) -> XWingShip:
    """XW-71: the ship at the end of a round, but for the tokens that it keeps."""
    for token in GOING_TOKENS:
        kept = sum(keep.amount for keep in keeps if keep.ship == ship.id and keep.token is token)
        ship = ship.with_tokens(token, min(kept, ship.tokens.count(token)) - ship.tokens.count(token))
    by_card = recovering(ship.pilot, ship.upgrades)
    charges = dict(ship.charges)
    for key in charges:
        most = max(charges[key], limit_of_charges(ship.pilot, key))
        charges[key] = max(0, min(most, charges[key] + by_card.get(key, 0)))
    force = replace(ship.force, active=min(ship.force.capacity, ship.force.active + (by_card["force"] or 1)))
    return replace(ship, charges=charges, force=force, bonus_attack_used=False)
