"""How far an attack gets among unknown cards: cards with an effect are distinguished, ordinary ones only counted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from app.rulesets.castle_rampage.effects import ON_THE_SIEGE
from app.rulesets.castle_rampage.model import (
    NO_EFFECT,
    Attack,
    Card,
    EffectKind,
    Options,
    PurpleOnLastCard,
    Structure,
)
from app.rulesets.castle_rampage.sets import Sets, reach
from app.rulesets.castle_rampage.siege import defense_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE

THAT_GO_ON = (EffectKind.CHANGE_REMAINING_ATTACK, EffectKind.DESTROY_TOP_OF)
"""Effects after which an attack may continue."""


@dataclass(frozen=True, slots=True)
class Front:
    """An attack in progress. It stands while the ordinary unknown cards it has met sum to less than its strength."""

    strength: int
    """The attack value minus all that is known to be subtracted from it."""
    unseen: tuple[int, ...]
    """How many unknown cards of each kind with an effect have not been met, in the order of `Ground.kinds`."""
    gate_gone: int = 0
    castle_gone: int = 0
    gate_met: int = 0
    """How many ordinary unknown cards it has met at the gate."""
    castle_met: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """How attacks have ended: how many cards are gone, and whether the castle has fallen."""

    gate_gone: int
    castle_gone: int
    castle_fell: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card that may be on top (None: any ordinary unknown one), its chance, and the front after it is compared."""

    card: Card | None
    chance: Fraction
    beyond: Front


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


class Ground:
    """The cards that an attack may meet: stacks, unknown cards with effects by kind, ordinary unknown cards."""

    def __init__(self, situation: Attack, options: Options, target: Structure) -> None:
        self.options, self.target, self.attack = options, target, situation.attack.value
        self.stacks = {GATE: situation.gate, CASTLE: situation.castle}
        special = Counter(filter(changes_siege, situation.pool))
        self.kinds, self.unseen = tuple(special), tuple(special.values())
        self.ordinary = tuple(card for card in situation.pool if not changes_siege(card))
        cards = (*situation.gate, *situation.castle, *situation.pool)
        self.sets = self._sets(skipped=2 * sum(map(goes_on, cards)))

    def _sets(self, skipped: int) -> Sets:
        """The sets of ordinary cards; up to `skipped` unknown cards at the gate are not ordinary, or are discarded."""
        gate = sum(card.unknown for card in self.stacks[GATE]) if self.target is GATE else 0
        castle, most = sum(card.unknown for card in self.stacks[CASTLE]), reach(self.ordinary, self.attack)
        fewest = max(0, gate - skipped)
        return Sets(self.ordinary, (min(gate, most), max(0, min(castle, most - fewest))), fewest, self.attack)

    def structure(self, front: Front) -> Structure:
        """CR-13, CR-19: the structure that is attacked now."""
        return GATE if self.target is GATE and front.gate_gone < len(self.stacks[GATE]) else CASTLE

    def reveals(self, front: Front) -> Iterator[Revealed]:
        """CR-15: every card that may be on top, with its chance."""
        where = self.structure(front)
        card = self.stacks[where][front.gate_gone if where is GATE else front.castle_gone]
        if not card.unknown:
            yield Revealed(card, Fraction(1), weaker(front, defense_of(card, where)))
            return
        ordinary = self.sets.size - front.gate_met - front.castle_met
        total = ordinary + sum(front.unseen)
        if ordinary:
            yield Revealed(None, Fraction(ordinary, total), one_more(front, where))
        for n, (kind, count) in enumerate(zip(self.kinds, front.unseen, strict=True)):
            if count:
                unseen = (*front.unseen[:n], count - 1, *front.unseen[n + 1 :])
                beyond = replace(weaker(front, defense_of(kind, where)), unseen=unseen)
                yield Revealed(kind, Fraction(count, total), beyond)

    def stands(self, front: Front) -> Fraction:
        """The chance that the attack has strength left."""
        return self.sets.below(front.gate_met, front.castle_met, front.strength)

    def ties(self, front: Front, revealed: Revealed) -> Fraction:
        """CR-17: the chance that this card, and no card before it, uses up the attack exactly."""
        beyond, card, where = revealed.beyond, revealed.card, self.structure(front)
        spent = self.sets.exactly(beyond.gate_met, beyond.castle_met, beyond.strength)
        if card is None:
            return spent - self.sets.exactly_before_nothing(front.gate_met, front.castle_met, where, front.strength)
        return spent if defense_of(card, where) else Fraction(0)

    def gone(self, front: Front, revealed: Revealed) -> Front:
        """CR-18, CR-20, CR-21, CR-23: the front without the card, and without the top card that its effect discards."""
        where, card = self.structure(front), revealed.card
        beyond = discarded(revealed.beyond, where)
        is_last = where is CASTLE and beyond.castle_gone == len(self.stacks[CASTLE])
        ignored = is_last and self.options.purple_on_last_castle_card is PurpleOnLastCard.IGNORED
        if card is None or not card.purple or card.effect.effect is not EffectKind.DESTROY_TOP_OF or ignored:
            return beyond
        other = card.effect.structure or GATE
        left = len(self.stacks[other]) - (beyond.gate_gone if other is GATE else beyond.castle_gone)
        return discarded(beyond, other) if left else beyond

    def ended(self, front: Front, *, by_attack: bool) -> Ended:
        """CR-23: the attack ends here; a castle without cards has fallen."""
        fell = self.is_emptied(front) and (by_attack or self.options.castle_loss_any_cause)
        return Ended(front.gate_gone, front.castle_gone, fell)

    def is_emptied(self, front: Front) -> bool:
        """CR-23: whether the castle has lost its last card in this attack."""
        return 0 < front.castle_gone == len(self.stacks[CASTLE])

    def follows(self, front: Front) -> Iterator[tuple[Front | Ended, Fraction]]:
        """CR-15 … CR-23: what one reveal may lead to. The chance of a front leaves out the chance that it stands."""
        repelled = self.stands(front)
        if self.structure(front) is CASTLE and not self.stacks[CASTLE]:
            yield Ended(front.gate_gone, 0, castle_fell=True), repelled
            return
        for revealed in self.reveals(front):
            overcome, tied = self.stands(revealed.beyond), self.ties(front, revealed)
            repelled -= revealed.chance * (overcome + tied)
            for after, chance in self.beyond(front, revealed, overcome, tied):
                yield after, revealed.chance * chance
        yield Ended(front.gate_gone, front.castle_gone), repelled

    def beyond(
        self, front: Front, revealed: Revealed, overcome: Fraction, tied: Fraction
    ) -> Iterator[tuple[Front | Ended, Fraction]]:
        """CR-17, CR-18, CR-20: what follows a destroyed card; after a tie an effect on the attack changes nothing."""
        after = self.gone(front, revealed)
        over = self.ended(after, by_attack=self.was_last(front))
        yield over, tied
        if self.is_emptied(after):
            yield over, overcome
            return
        card = revealed.card
        if card is not None and changes_siege(card) and not goes_on(card):
            yield over, overcome
            return
        on = after if card is None or not card.purple else weaker(after, -(card.effect.amount or 0) * changes(card))
        standing = self.stands(on)
        yield over, overcome - standing
        if standing:
            yield on, Fraction(1)

    def was_last(self, front: Front) -> bool:
        """CR-23: whether the card on top is the last of the castle."""
        return self.structure(front) is CASTLE and front.castle_gone + 1 == len(self.stacks[CASTLE])


def changes(card: Card) -> bool:
    """CR-20: whether the card's amount changes the strength of the attack."""
    return card.effect.effect is EffectKind.CHANGE_REMAINING_ATTACK


def weaker(front: Front, defense: int) -> Front:
    """CR-18: the front with `amount` subtracted from the attack."""
    return replace(front, strength=front.strength - defense)


def one_more(front: Front, where: Structure) -> Front:
    """The front with one more ordinary unknown card met and gone."""
    if where is GATE:
        return replace(front, gate_met=front.gate_met + 1)
    return replace(front, castle_met=front.castle_met + 1)


def discarded(front: Front, where: Structure) -> Front:
    """The front with the top card of a structure gone."""
    if where is GATE:
        return replace(front, gate_gone=front.gate_gone + 1)
    return replace(front, castle_gone=front.castle_gone + 1)


def ends(ground: Ground) -> dict[Ended, Fraction]:
    """Every end of the attack with its chance; equal fronts are continued as one."""
    ended: dict[Ended, Fraction] = {}
    going = {Front(ground.attack, ground.unseen): Fraction(1)}
    while going:
        following: dict[Front, Fraction] = {}
        for front, weight in going.items():
            for after, chance in ground.follows(front):
                if isinstance(after, Ended):
                    ended[after] = ended.get(after, Fraction(0)) + weight * chance
                else:
                    following[after] = following.get(after, Fraction(0)) + weight * chance
        going = following
    return ended
