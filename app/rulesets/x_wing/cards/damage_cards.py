"""The cards of the damage deck: how many there are of each, and which the rules apply."""

from app.rulesets.x_wing.terms import DamageCard

COPIES = dict.fromkeys(DamageCard, 2) | {DamageCard.FUEL_LEAK: 4, DamageCard.DIRECT_HIT: 5}
"""The number of copies of each card in a deck of 33."""

APPLIED = (
    DamageCard.PANICKED_PILOT,
    DamageCard.BLINDED_PILOT,
    DamageCard.CONSOLE_FIRE,
    DamageCard.WEAPONS_FAILURE,
    DamageCard.HULL_BREACH,
    DamageCard.STRUCTURAL_DAMAGE,
    DamageCard.DISABLED_POWER_REGULATOR,
    DamageCard.FUEL_LEAK,
    DamageCard.DIRECT_HIT,
)
"""The cards that do something in an attack or before a ship engages; the others are about moves and actions."""
