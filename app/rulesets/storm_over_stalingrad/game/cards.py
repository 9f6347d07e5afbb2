"""Tactical cards as data: when they may be played, what they change, and where they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le

from app.domain.casualties import UnitId
from app.domain.hidden import Private
from app.domain.visible import Name
from app.rulesets.storm_over_stalingrad.model import Allocator, CardFire, Side

HandSize = Annotated[int, Ge(0), Le(20)]
Points = Annotated[int, Ge(-99), Le(99)]


class Timing(StrEnum):
    """When a card may be played (SS-54)."""

    OWN_ACTION = "own-action"
    OWN_FIRE = "own-fire"
    ENEMY_FIRE = "enemy-fire"


@dataclass(frozen=True, slots=True)
class TacticalCard:
    """A card that a side may hold, and what it changes (SS-56)."""

    id: UnitId
    """The client's id of the card, unique in the game."""
    side: Side
    """The side whose deck it belongs to."""
    timing: Timing
    """`own-action`: instead of units, in an impulse of its own; `own-fire`, `enemy-fire`: before the roll of a fire."""
    name: Name | None = None
    """The name that texts use; null: the id."""
    card_fire: CardFire | None = None
    """The card fires, without units; for `own-action`."""
    move_then_fire: bool = False
    """Units of one area move to an adjacent one and fire from there; for `own-action`."""
    attack_bonus: Points = 0
    """What it adds to the attack points of the fire."""
    terrain_multiplier: Annotated[int, Ge(0), Le(9)] = 1
    """The factor by which it multiplies the terrain of the target area."""
    terrain_bonus: Points = 0
    """What it adds to the terrain of the target area after that."""
    lasts: bool = False
    """Whether the terrain stays changed for the rest of the game; else only for this fire. With the timing `own-action`
    and without a fire, the card does just that, to any area."""
    cancel_fire: bool = False
    """Whether it cancels the fire; for `enemy-fire`."""
    allocation_by: Allocator = Allocator.OWNER
    """Who distributes the damage points; the firing player for `own-fire` and `own-action` only."""

    @property
    def builds(self) -> bool:
        """Whether it is an action of its own that changes terrain and fires nothing (SS-56)."""
        acts = self.card_fire is not None or self.move_then_fire
        return self.timing is Timing.OWN_ACTION and not acts

    @property
    def changes_terrain(self) -> bool:
        """Whether it changes the terrain of the target area."""
        return (self.terrain_multiplier, self.terrain_bonus) != (1, 0)

    def is_like(self, other: "TacticalCard") -> bool:
        """Whether it differs from another card by its id alone."""
        return replace(self, id=other.id) == other


def once_each(cards: Sequence[TacticalCard]) -> list[TacticalCard]:
    """The cards without further copies of one."""
    return [card for n, card in enumerate(cards) if not any(map(card.is_like, cards[:n]))]


@dataclass(frozen=True, slots=True)
class SideCards:
    """The cards of a side."""

    deck: tuple[Private[TacticalCard], ...] = ()
    """The cards that are still to be drawn, the next one first; nobody sees them."""
    hand: tuple[Private[TacticalCard], ...] = ()
    """The cards in hand, which only their side sees."""
    discarded: tuple[TacticalCard, ...] = ()
    """The cards that were played or discarded, in order."""


NO_CARDS = (SideCards(), SideCards())
"""The cards of a game without cards."""
