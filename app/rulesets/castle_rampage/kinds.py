"""What an attack can tell of the cards that it meets: equal cards are of one kind."""

from dataclasses import replace

from app.rulesets.castle_rampage.effects import ON_THE_SIEGE
from app.rulesets.castle_rampage.model import NO_EFFECT, Attack, Card, EffectKind, Structure
from app.rulesets.castle_rampage.siege import defense_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE

THAT_GO_ON = (EffectKind.CHANGE_REMAINING_ATTACK, EffectKind.DESTROY_TOP_OF)
"""Effects after which an attack may continue."""


def changes_siege(card: Card) -> bool:
    """CR-20: whether the card changes what an attack destroys."""
    return card.purple and card.effect.effect in ON_THE_SIEGE


def goes_on(card: Card) -> bool:
    """CR-20: whether the card has an effect after which the attack may continue."""
    return card.purple and card.effect.effect in THAT_GO_ON


def merged(situation: Attack, *further: Attack) -> Attack:
    """CR-15, CR-20: the situation with a pool in which cards are equal that none of these attacks can tell apart.

    A name does not matter, nor an effect on hands, nor the value for a structure in which every card is known, nor by
    how much a card is too strong.
    """
    there = (*situation.gate, *situation.castle, *situation.pool)
    strongest = max(each.attack.value for each in (situation, *further))
    too_strong = strongest + sum(max(0, raised_by(card)) for card in there) + 1
    at_gate, in_castle = (any(card.unknown for card in stack) for stack in (situation.gate, situation.castle))

    def seen(card: Card) -> Card:
        gate, castle = (min(defense_of(card, where), too_strong) for where in (GATE, CASTLE))
        special = changes_siege(card)
        return Card(
            gate_defense=gate if at_gate else castle,
            castle_defense=castle if in_castle or not at_gate else gate,
            purple=special,
            effect=card.effect if special else NO_EFFECT,
        )

    return replace(situation, pool=tuple(map(seen, situation.pool)))


def raised_by(card: Card) -> int:
    """CR-20: by how much the card raises the attack that destroys it; less than 0 lowers it."""
    return (card.effect.amount or 0) if card.purple and changes(card) else 0


def changes(card: Card) -> bool:
    """CR-20: whether the card's amount changes the strength of the attack."""
    return card.effect.effect is EffectKind.CHANGE_REMAINING_ATTACK


def is_raised(situation: Attack) -> bool:
    """CR-20: whether a card may raise the attack that destroys it."""
    return any(raised_by(card) > 0 for card in (*situation.gate, *situation.castle, *situation.pool))


def highest(situation: Attack) -> int:
    """CR-20: a strength that the attack never exceeds: each card that raises it must be destroyed before."""
    cards = (*situation.gate, *situation.castle, *situation.pool)
    return situation.attack.value + sum(max(0, raised_by(card) - weakest(card)) for card in cards)


def weakest(card: Card) -> int:
    """The defense of a card in the structure in which it is weaker."""
    return min(defense_of(card, structure) for structure in Structure)
