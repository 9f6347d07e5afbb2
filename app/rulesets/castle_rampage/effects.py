"""The effects of purple cards that an attack destroys."""

from app.rulesets.castle_rampage import facts
from app.rulesets.castle_rampage.model import Card, EffectKind, PurpleOnLastCard, Structure
from app.rulesets.castle_rampage.siege import Siege, defense_of, name_of

ON_THE_ATTACK = (EffectKind.END_ATTACK, EffectKind.DESTROY_ATTACK_CARD, EffectKind.CHANGE_REMAINING_ATTACK)
"""Effects on the attack itself; they change nothing once the attack is over."""

ON_THE_SIEGE = (*ON_THE_ATTACK, EffectKind.DESTROY_TOP_OF)
"""Effects on what an attack destroys; all others are about the players' hands."""


def purple_destroyed(siege: Siege, card: Card, *, is_last: bool) -> None:
    """CR-20, CR-21: the effect of a card happens after the card is discarded and before the next reveal."""
    effect = card.effect
    told = facts.PurpleDestroyed(name_of(card), effect.effect, effect.amount, effect.structure)
    siege.table.note(told, rule="CR-20")
    if effect.effect is EffectKind.NONE:
        return
    if is_last and siege.options.purple_on_last_castle_card is PurpleOnLastCard.IGNORED:
        siege.table.note(facts.EffectIgnored(name_of(card), effect.effect), rule="CR-23")
    elif siege.is_over and effect.effect in ON_THE_ATTACK:
        siege.table.note(facts.EffectIgnored(name_of(card), effect.effect), rule="CR-17")
    elif effect.effect in ON_THE_SIEGE:
        change_siege(siege, card)
    elif siege.about_hands is not None:
        siege.about_hands(card)
    else:
        siege.table.note(facts.EffectLeftToTable(effect.effect, effect.amount), rule="CR-20")


def change_siege(siege: Siege, card: Card) -> None:
    """CR-20: apply an effect on the attack; an attack with no strength left is over."""
    match card.effect.effect:
        case EffectKind.CHANGE_REMAINING_ATTACK:
            siege.remaining = max(0, siege.remaining + (card.effect.amount or 0))
            siege.is_over = siege.remaining == 0
        case EffectKind.DESTROY_TOP_OF:
            destroy_top_of(siege, card.effect.structure or Structure.GATE)
        case _:
            siege.is_over = True


def destroy_top_of(siege: Siege, structure: Structure) -> None:
    """CR-20, CR-21: discard the top card of a structure; the attack did not destroy it, so it has no effect."""
    if siege.stacks[structure]:
        top = siege.turned_up(structure)
        defense = 0 if top.unknown else defense_of(top, structure)
        siege.destroy_top(structure, "CR-20", "effect", defense, siege.remaining)
