"""What a tactical card is and does, as a list of traits that texts and clients tell (SS-54, SS-56)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import ChangeTerrain, Move, PlayCard, State
from app.rulesets.storm_over_stalingrad.model import Allocator


class TraitKind(StrEnum):
    """A trait of a tactical card: first when it is played, then what it does."""

    AS_OWN_ACTION = "as-own-action"
    IN_OWN_FIRE = "in-own-fire"
    IN_ENEMY_FIRE = "in-enemy-fire"
    FIRES = "fires"
    MOVES_THEN_FIRES = "moves-then-fires"
    ADDS_ATTACK_POINTS = "adds-attack-points"
    MULTIPLIES_TERRAIN = "multiplies-terrain"
    ADDS_TERRAIN = "adds-terrain"
    LASTS = "lasts"
    CANCELS_FIRE = "cancels-fire"
    DEALS_DAMAGE = "deals-damage"


TIMES = {
    Timing.OWN_ACTION: TraitKind.AS_OWN_ACTION,
    Timing.OWN_FIRE: TraitKind.IN_OWN_FIRE,
    Timing.ENEMY_FIRE: TraitKind.IN_ENEMY_FIRE,
}
"""When a card is played, as a trait."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing that a card is or does."""

    trait: TraitKind
    """What it is."""
    amount: int | None = None
    """Its number; null where it has none."""


@dataclass(frozen=True, slots=True)
class CardTold:
    """What the card of a choice is and does."""

    traits: tuple[Trait, ...]
    """Its traits, in order."""


def traits_of(card: TacticalCard) -> tuple[Trait, ...]:
    """SS-54, SS-56: when a card is played, and what it does."""
    return (Trait(TIMES[card.timing]), *does(card))


def does(card: TacticalCard) -> Iterator[Trait]:
    """SS-56: what a card does when it is played."""
    if card.card_fire is not None:
        yield Trait(TraitKind.FIRES, card.card_fire.firepower)
    if card.move_then_fire:
        yield Trait(TraitKind.MOVES_THEN_FIRES)
    if card.attack_bonus:
        yield Trait(TraitKind.ADDS_ATTACK_POINTS, card.attack_bonus)
    if card.terrain_multiplier != 1:
        yield Trait(TraitKind.MULTIPLIES_TERRAIN, card.terrain_multiplier)
    if card.terrain_bonus:
        yield Trait(TraitKind.ADDS_TERRAIN, card.terrain_bonus)
    if card.lasts and card.changes_terrain:
        yield Trait(TraitKind.LASTS)
    if card.cancel_fire:
        yield Trait(TraitKind.CANCELS_FIRE)
    if card.allocation_by is Allocator.FIRING_PLAYER:
        yield Trait(TraitKind.DEALS_DAMAGE)


def leads_to(state: State, move: Move) -> CardTold | None:
    """What the card of a move does; None for moves without a card."""
    if not isinstance(move, PlayCard | ChangeTerrain):
        return None
    hands = (part.value for own in state.cards for part in own.hand if part.is_known)
    return next((CardTold(tuple(does(card))) for card in hands if card.id == move.card), None)
