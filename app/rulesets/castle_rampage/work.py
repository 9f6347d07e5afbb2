"""How much work the odds of attacks on unknown cards take, counted before it is done."""

from collections import Counter

from app.rulesets.castle_rampage.kinds import changes_siege, goes_on, highest, is_raised, raised_by, weakest
from app.rulesets.castle_rampage.model import Attack, Card, Structure
from app.rulesets.castle_rampage.sets import reach
from app.rulesets.castle_rampage.siege import defense_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE

MOST_SETS = 40_000
"""The most sets of unknown cards that attacks may meet where they are computed card by card."""

MOST_REVEALS = 250_000
"""The most cards that may be revealed in all, as often as something tells attacks in progress apart."""

MOST_STRENGTH = 300
"""The highest strength of an attack whose sums are counted."""

Counts = dict[tuple[int, int, int], int]
"""How many sets there are of so many cards at the gate and in the castle that take so much of the attack."""


def is_countable(situation: Attack) -> bool:
    """Whether sums of ordinary cards may be counted, beside few enough sets of cards with effects."""
    return highest(situation) <= MOST_STRENGTH and reveals(situation) <= MOST_REVEALS


def reveals(situation: Attack) -> int:
    """What is counted against MOST_REVEALS."""
    fronts = fronts_met(situation) + cards_after_raises(situation)
    return fronts * (len(set(filter(changes_siege, situation.pool))) + 1)


def sums_counted(situation: Attack) -> int:
    """How many sums of ordinary cards are counted; where the attack is raised, for each number at each structure."""
    ordinary = tuple(card for card in situation.pool if not changes_siege(card))
    strength, met = highest(situation), min(len(ordinary), unknown_cards(situation))
    if not is_raised(situation):
        return len(ordinary) * met * strength
    most = reach(ordinary, strength)
    at_gate, in_castle = (sum(card.unknown for card in stack) for stack in (situation.gate, situation.castle))
    return len(ordinary) * (min(at_gate, most) + 1) * (min(in_castle, most) + 1) * 8


def unknown_cards(situation: Attack) -> int:
    """How many cards of both structures nobody has seen."""
    return sum(card.unknown for card in (*situation.gate, *situation.castle))


def fronts_met(situation: Attack) -> int:
    """CR-15: how many attacks in progress something may tell apart: the cards with effects that were met, and how many
    others; no more than needed to know that they are too many.
    """
    at_gate, in_castle = (sum(card.unknown for card in stack) for stack in (situation.gate, situation.castle))
    ordinary = tuple(card for card in situation.pool if not changes_siege(card))
    least = {where: min((defense_of(card, where) for card in ordinary), default=0) for where in Structure}
    strength, fronts = highest(situation), 0
    for (gate, castle, spent), sets in special_met(situation, (at_gate, in_castle), strength).items():
        if not castle:
            fronts += sets * standing(at_gate - gate, strength - spent, least[GATE])
        before = max(0, at_gate - 2 * gate) * least[GATE] if not situation.attack.bypasses_gate else 0
        fronts += sets * standing(in_castle - castle, strength - spent - before, least[CASTLE])
    return fronts


def standing(most: int, strength: int, least: int) -> int:
    """How many numbers of cards, from 0 to `most`, so strong an attack can meet and go on, each of `least` or more."""
    if strength <= 0:
        return 0
    return most + 1 if not least else min(most + 1, -(-strength // least))


def special_met(situation: Attack, most: tuple[int, int], strength: int) -> Counts:
    """CR-20: how many sets of cards with an effect after which an attack goes on it may have met, at the most so many
    at the gate and in the castle; no more than needed to know that they are too many.
    """
    met: Counts = {(0, 0, 0): 1}
    for card, copies in Counter(filter(goes_on, situation.pool)).items():
        following: Counts = {}
        for (gate, castle, spent), sets in met.items():
            for more in range(min(copies, most[0] - gate) + 1):
                for others in range(min(copies - more, most[1] - castle) + 1):
                    taken = spent + more * cost(card, GATE) + others * cost(card, CASTLE)
                    if taken >= strength:
                        break
                    at = gate + more, castle + others, taken
                    following[at] = following.get(at, 0) + sets
        met = following
        if sum(met.values()) > MOST_REVEALS:
            break
    return met


def cost(card: Card, structure: Structure) -> int:
    """CR-18, CR-20: by how much an attack is weaker that has destroyed the card; 0 where it is stronger."""
    return max(0, defense_of(card, structure) - raised_by(card))


def cards_after_raises(situation: Attack) -> int:
    """CR-20: in how many ways ordinary cards can be met only because a card has raised the attack, or two cards have;
    no more than needed to know that they are too many.
    """
    if not is_raised(situation):
        return 0
    raises = sorted(max(0, raised_by(card)) for card in (*situation.gate, *situation.castle, *situation.pool))
    ordinary = (card for card in situation.pool if not changes_siege(card))
    return sum(sets_of(Counter(ordinary), unknown_cards(situation), sum(raises[-2:])).values())


def sets_met(situation: Attack, cards: tuple[Card, ...], strength: int) -> int:
    """How many different sets of unknown cards attacks of so much strength may leave behind them, at the most; no more
    than needed to know that they are too many.
    """
    cards_there = (*situation.gate, *situation.castle, *situation.pool)
    strength += sum(max(0, raised_by(card)) for card in cards_there)
    return sum(sets_of(Counter(cards), unknown_cards(situation), strength).values())


def sets_of(cards: Counter[Card], most: int, strength: int) -> dict[tuple[int, int], int]:
    """How many sets there are of at most so many cards, by their number and by what they take of the attack."""
    found = {(0, 0): 1}
    for card, copies in cards.items():
        taken = weakest(card) + max(0, -raised_by(card))
        following: dict[tuple[int, int], int] = {}
        for (size, spent), sets in found.items():
            for more in range(min(copies, most - size) + 1):
                at = (size + more, spent + more * taken)
                if at[1] <= strength:
                    following[at] = following.get(at, 0) + sets
        found = following
        if sum(found.values()) > max(MOST_SETS, MOST_REVEALS):
            break
    return found
