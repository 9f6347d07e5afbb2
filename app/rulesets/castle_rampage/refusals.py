"""The refusals of Castle Rampage that follow from the situation alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation, raise_all
from app.rulesets.castle_rampage.model import (
    MOST_CARDS,
    Attack,
    Card,
    EffectKind,
    Options,
    Structure,
)

WITH_AMOUNT = (
    EffectKind.CHANGE_REMAINING_ATTACK,
    EffectKind.ATTACKER_DISCARDS_HAND,
    EffectKind.DEFENDER_DRAWS,
    EffectKind.DRAW,
)


def prepare(situation: Attack, options: Options) -> None:
    """Raise IllegalSituation unless the attack may be resolved, or its odds computed."""
    raise_all(refusals(situation, options))


def refusals(situation: Attack, options: Options) -> Iterator[IllegalSituation]:
    """Every reason why an attack is refused."""
    if not situation.castle and options.castle_loss_any_cause:
        yield IllegalSituation("castle-empty", "CR-23", "castle")
    stacks = (("gate", situation.gate), ("castle", situation.castle), ("pool", situation.pool))
    for name, stack in stacks:
        for place, card in enumerate(stack):
            yield from card_refused(card, name, place)
    yield from count_refused(situation)


def card_refused(card: Card, stack: str, place: int) -> Iterator[IllegalSituation]:
    """CR-15, CR-20: a known card has a name and both values; an unknown card has nothing, and is not in the pool."""
    told = {"card": card.card, "gate_defense": card.gate_defense, "castle_defense": card.castle_defense}
    if card.unknown:
        if stack == "pool":
            yield IllegalSituation("unknown-in-pool", "CR-15", stack, place)
        if any(one is not None for one in told.values()) or card.purple or card.effect.effect is not EffectKind.NONE:
            yield IllegalSituation("unknown-with-values", "CR-15", stack, place)
        return
    for field, value in told.items():
        if value is None:
            yield IllegalSituation("missing-value", "CR-15", stack, place, field, field=field)
    yield from effect_refused(card, stack, place)


def effect_refused(card: Card, stack: str, place: int) -> Iterator[IllegalSituation]:
    """CR-20: an effect belongs to a purple card, and has an amount or a structure exactly where its kind needs one."""
    effect, at = card.effect, (stack, place, "effect")
    if effect.effect is not EffectKind.NONE and not card.purple:
        yield IllegalSituation("effect-not-purple", "CR-20", *at)
    if (effect.amount is not None) != (effect.effect in WITH_AMOUNT):
        yield IllegalSituation("effect-amount", "CR-20", *at, "amount", effect=effect.effect)
    is_count = effect.amount is not None and effect.effect is not EffectKind.CHANGE_REMAINING_ATTACK
    if is_count and (effect.amount or 0) < 1:
        yield IllegalSituation("effect-amount", "CR-20", *at, "amount", effect=effect.effect)
    if (effect.structure is not None) != (effect.effect is EffectKind.DESTROY_TOP_OF):
        yield IllegalSituation("effect-structure", "CR-20", *at, "structure", effect=effect.effect)


def count_refused(situation: Attack) -> Iterator[IllegalSituation]:
    """CR-1, CR-15: the game has 118 cards, and the unknown ones are among those of the pool."""
    known = [card for stack in (situation.gate, situation.castle) for card in stack if not card.unknown]
    unknown = len(situation.gate) + len(situation.castle) - len(known)
    if len(known) + max(unknown, len(situation.pool)) > MOST_CARDS:
        yield IllegalSituation("too-many-cards", "CR-1", Structure.GATE.value, most=MOST_CARDS)
    if unknown > len(situation.pool):
        yield IllegalSituation("pool-too-small", "CR-15", "pool", unknown=unknown, pool=len(situation.pool))
