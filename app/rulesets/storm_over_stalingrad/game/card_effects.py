"""What tactical cards change in a fire (SS-56)."""

from dataclasses import replace

from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard
from app.rulesets.storm_over_stalingrad.model import Allocator, Area, Fire

MOST_FACTOR, MOST_POINTS = 9, 99
"""The largest factor and bonus that a situation may have."""


def with_card(fire: Fire, card: TacticalCard) -> Fire:
    """SS-56: the fire as a card changes it: attack points, terrain of the target area, who distributes, canceled."""
    areas = tuple(altered(area, card) if area.id == fire.target_area else area for area in fire.areas)
    gives = card.allocation_by is Allocator.FIRING_PLAYER
    return replace(
        fire,
        areas=areas,
        attack_bonus=limited(fire.attack_bonus + card.attack_bonus),
        allocation_by=card.allocation_by if gives else fire.allocation_by,
        cancel_fire=fire.cancel_fire or card.cancel_fire,
    )


def altered(area: Area, card: TacticalCard) -> Area:
    """SS-56: the area with its terrain changed by a card, after others that were played before."""
    factor = min(MOST_FACTOR, area.terrain_multiplier * card.terrain_multiplier)
    return replace(area, terrain_multiplier=factor, terrain_bonus=limited(area.terrain_bonus + card.terrain_bonus))


def limited(points: int) -> int:
    """Points within what a situation may have."""
    return max(-MOST_POINTS, min(MOST_POINTS, points))
