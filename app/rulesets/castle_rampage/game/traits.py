"""What a card of the catalogue is and does, as a list of traits that texts and clients tell."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.rulesets.castle_rampage.game.actions import LayHeldCard, Move, PlayCard
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard, PlayedEffect, PlayedEffectKind
from app.rulesets.castle_rampage.game.model import State
from app.rulesets.castle_rampage.model import Effect, EffectKind, Structure


class TraitKind(StrEnum):
    """A trait of a card. Those that begin with `destroyed` are what happens when an attack destroys it (CR-20)."""

    DEFENDS = "defends"
    DEFENDS_GATE = "defends-gate"
    DEFENDS_CASTLE = "defends-castle"
    ATTACKS = "attacks"
    ATTACKS_FOR_UNITS = "attacks-for-units"
    RAISED_BY_UNIT = "raised-by-unit"
    COSTS = "costs"
    IS_UNIT = "is-unit"
    BYPASSES_GATE = "bypasses-gate"
    SURVIVES_REPEL = "survives-repel"
    STAYS = "stays"
    DRAWS = "draws"
    SEES_HAND = "sees-hand"
    DISCARDS_TOP_OF_GATE = "discards-top-of-gate"
    DISCARDS_TOP_OF_CASTLE = "discards-top-of-castle"
    DISCARDS_PERMANENT = "discards-permanent"
    PURPLE = "purple"
    DESTROYED_ENDS_ATTACK = "destroyed-ends-attack"
    DESTROYED_DESTROYS_ATTACK_CARD = "destroyed-destroys-attack-card"
    DESTROYED_CHANGES_ATTACK = "destroyed-changes-attack"
    DESTROYED_TOP_OF_GATE = "destroyed-top-of-gate"
    DESTROYED_TOP_OF_CASTLE = "destroyed-top-of-castle"
    DESTROYED_ATTACKER_DISCARDS = "destroyed-attacker-discards"
    DESTROYED_ATTACKER_LOSES = "destroyed-attacker-loses"
    DESTROYED_DEFENDER_DRAWS = "destroyed-defender-draws"
    DESTROYED_DEFENDER_TAKES = "destroyed-defender-takes"
    DESTROYED_DEFENDER_SEES_HAND = "destroyed-defender-sees-hand"
    DESTROYED_ATTACKER_DRAWS = "destroyed-attacker-draws"
    DESTROYED_PERMANENT = "destroyed-permanent"


PLAYED = {
    PlayedEffectKind.DRAW: TraitKind.DRAWS,
    PlayedEffectKind.LOOK_AT_HAND: TraitKind.SEES_HAND,
    PlayedEffectKind.DISCARD_PERMANENT: TraitKind.DISCARDS_PERMANENT,
}
"""What the effects of played cards are as traits, but for those about a structure."""

DESTROYED = {
    EffectKind.END_ATTACK: TraitKind.DESTROYED_ENDS_ATTACK,
    EffectKind.DESTROY_ATTACK_CARD: TraitKind.DESTROYED_DESTROYS_ATTACK_CARD,
    EffectKind.CHANGE_REMAINING_ATTACK: TraitKind.DESTROYED_CHANGES_ATTACK,
    EffectKind.ATTACKER_DISCARDS_HAND: TraitKind.DESTROYED_ATTACKER_DISCARDS,
    EffectKind.DEFENDER_DRAWS: TraitKind.DESTROYED_DEFENDER_DRAWS,
    EffectKind.DEFENDER_TAKES_CARD: TraitKind.DESTROYED_DEFENDER_TAKES,
    EffectKind.LOOK_AT_HAND: TraitKind.DESTROYED_DEFENDER_SEES_HAND,
    EffectKind.DRAW: TraitKind.DESTROYED_ATTACKER_DRAWS,
    EffectKind.DISCARD_PERMANENT: TraitKind.DESTROYED_PERMANENT,
}
"""What the effects of destroyed cards are as traits, but for those about a structure."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing that a card is or does."""

    trait: TraitKind
    """What it is."""
    amount: int | None = None
    """Its number: a value, or how many cards; null where it has none."""
    symbols: tuple[str, ...] = ()
    """The symbols of units that it is about."""


@dataclass(frozen=True, slots=True)
class CardTold:
    """What the card of a choice is and does, as far as it matters for the choice."""

    traits: tuple[Trait, ...]
    """Its traits: values, what it costs, what it does."""


def traits_of(kind: CatalogueCard) -> tuple[Trait, ...]:
    """CR-7 … CR-20: all that a card is and does: in gate and castle, when it is played, when it is destroyed."""
    gate = Trait(TraitKind.DEFENDS_GATE, kind.gate_defense)
    castle = Trait(TraitKind.DEFENDS_CASTLE, kind.castle_defense)
    unit = (Trait(TraitKind.IS_UNIT, symbols=kind.units),) if kind.units else ()
    return (gate, castle, *unit, *when_played(kind), *when_destroyed_of(kind))


def when_laid(kind: CatalogueCard, structure: Structure) -> tuple[Trait, ...]:
    """CR-15, CR-20: what a card is and does in a structure."""
    defense = kind.gate_defense if structure is Structure.GATE else kind.castle_defense
    return (Trait(TraitKind.DEFENDS, defense), *when_destroyed_of(kind))


def when_played(kind: CatalogueCard) -> Iterator[Trait]:
    """CR-7 … CR-12: what a card costs and does when it is played."""
    if kind.attack is not None:
        yield Trait(TraitKind.ATTACKS, kind.attack)
    if (scheme := kind.scheme) is not None:
        yield Trait(TraitKind.ATTACKS_FOR_UNITS, scheme.attack, scheme.units)
        if scheme.bonus is not None:
            yield Trait(TraitKind.RAISED_BY_UNIT, scheme.bonus_attack, (scheme.bonus,))
    if kind.cost:
        yield Trait(TraitKind.COSTS, kind.cost)
    for has, trait in (
        (kind.bypasses_gate, TraitKind.BYPASSES_GATE),
        (kind.survives_repel, TraitKind.SURVIVES_REPEL),
        (kind.permanent, TraitKind.STAYS),
    ):
        if has:
            yield Trait(trait)
    yield from map(played, kind.when_played)


def played(effect: PlayedEffect) -> Trait:
    """CR-7: one thing that a card does when it is played."""
    if effect.effect is PlayedEffectKind.DESTROY_TOP_OF:
        is_castle = effect.structure is Structure.CASTLE
        return Trait(TraitKind.DISCARDS_TOP_OF_CASTLE if is_castle else TraitKind.DISCARDS_TOP_OF_GATE)
    return Trait(PLAYED[effect.effect], effect.amount)


def when_destroyed_of(kind: CatalogueCard) -> tuple[Trait, ...]:
    """CR-20: what happens when an attack destroys a card of the catalogue."""
    return when_destroyed(kind.when_destroyed, purple=kind.purple, at_random=kind.at_random)


def when_destroyed(effect: Effect, *, purple: bool, at_random: bool = False) -> tuple[Trait, ...]:
    """CR-20: whether a card is purple, and what happens when an attack destroys it."""
    color = (Trait(TraitKind.PURPLE),) if purple else ()
    if effect.effect is EffectKind.NONE:
        return color
    if effect.effect is EffectKind.DESTROY_TOP_OF:
        is_castle = effect.structure is Structure.CASTLE
        return (*color, Trait(TraitKind.DESTROYED_TOP_OF_CASTLE if is_castle else TraitKind.DESTROYED_TOP_OF_GATE))
    trait = TraitKind.DESTROYED_ATTACKER_LOSES if at_random else DESTROYED[effect.effect]
    return (*color, Trait(trait, effect.amount))


def card_details(kinds: tuple[CatalogueCard, ...], card: str | None) -> CardTold | None:
    """All that a card is and does; None where it is not in the catalogue."""
    return next((CardTold(traits_of(kind)) for kind in kinds if kind.card == card), None)


def leads_to(state: State, move: Move) -> CardTold | None:
    """What the card of a move in a whole game is and does there; None for other moves."""
    if state.whole is None or not isinstance(move, LayHeldCard | PlayCard):
        return None
    if isinstance(move, PlayCard):
        kind = state.whole.find(move.card)
        return CardTold(tuple(when_played(kind))) if kind is not None else None
    kind = state.whole.find(move.card.value) if move.card.is_known else None
    return CardTold(when_laid(kind, move.structure)) if kind is not None else None
