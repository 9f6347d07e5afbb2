"""How far an attack gets among unknown cards: cards with an effect are distinguished, ordinary ones only counted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import perm
from typing import NamedTuple

from app.rulesets.castle_rampage.kinds import changes_siege, goes_on, highest, is_raised, raised_by
from app.rulesets.castle_rampage.model import Attack, Card, EffectKind, Options, PurpleOnLastCard, Structure
from app.rulesets.castle_rampage.sets import Sets, reach
from app.rulesets.castle_rampage.siege import defense_of
from app.rulesets.castle_rampage.sums import Sum, Sums

GATE, CASTLE = Structure.GATE, Structure.CASTLE

BITS = 7
"""Of the number of cards of a kind: there are 118 at the most."""
MOST_OF_A_KIND = (1 << BITS) - 1
"""The highest number of so many BITS."""


class Front(NamedTuple):
    """An attack in progress. It stands while the ordinary unknown cards it has met sum to less than its strength."""

    strength: int
    """The attack value minus all that is known to be subtracted from it."""
    unseen: int
    """How many unknown cards of each kind with an effect have not been met, BITS for each."""
    gate_gone: int = 0
    castle_gone: int = 0
    gate_met: int = 0
    """How many ordinary unknown cards it has met at the gate."""
    castle_met: int = 0
    seen: int = 0
    """How many unknown cards it has met."""
    held: tuple[Sum, ...] = ()
    """CR-20: before each card that raised it, it stood by this sum; only those that are not certain by now."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How attacks have ended: how many cards are gone, and whether the castle has fallen."""

    gate_gone: int
    castle_gone: int
    castle_fell: bool = False


class Revealed(NamedTuple):
    """A card that may be on top, and the front after it is compared."""

    card: Card | None
    """None: any ordinary unknown one."""
    copies: int
    """How many such cards may lie there; ordinary ones are counted with the sums of cards."""
    beyond: Front


def shifted(kinds: Counter[Card], where: Structure) -> tuple[tuple[int, Card, int], ...]:
    """The cards of each kind: where a front counts those that are unseen, the card, its defense in a structure."""
    return tuple((BITS * kind, card, defense_of(card, where)) for kind, card in enumerate(kinds))


def seen_in_castle(card: Card) -> Card:
    """The card without its value at the gate."""
    return replace(card, gate_defense=0)


class Ground:
    """The cards that an attack may meet: stacks, unknown cards with effects by kind, ordinary unknown cards."""

    def __init__(self, situation: Attack, options: Options, target: Structure) -> None:
        self.options, self.target, self.attack = options, target, situation.attack.value
        self.stacks = {GATE: situation.gate, CASTLE: situation.castle}
        special = Counter(filter(changes_siege, situation.pool))
        in_castle = Counter[Card]()
        for card, copies in special.items():
            in_castle[seen_in_castle(card)] += copies
        self._kinds = {GATE: shifted(special, GATE), CASTLE: shifted(in_castle, CASTLE)}
        self._merged = tuple(list(in_castle).index(seen_in_castle(card)) * BITS for card in special)
        self.unseen = sum(copies << BITS * kind for kind, copies in enumerate(special.values()))
        ordinary = tuple(card for card in situation.pool if not changes_siege(card))
        cards = (*situation.gate, *situation.castle, *situation.pool)
        skipped = len(cards) if is_raised(situation) else 2 * sum(map(goes_on, cards))
        self.sums = Sums(self._sets(ordinary, highest(situation), skipped), ordinary)
        unknown = sum(card.unknown for card in (*situation.gate, *situation.castle))
        size = len(situation.pool)
        self.ways = perm(size, unknown)
        """In how many ways cards of the pool may lie face down."""
        self._rest = tuple(perm(size - seen, unknown - seen) for seen in range(unknown + 1))

    def _sets(self, ordinary: tuple[Card, ...], strength: int, skipped: int) -> Sets:
        """The sets of ordinary cards; up to `skipped` unknown cards at the gate are not ordinary, or are discarded."""
        gate = sum(card.unknown for card in self.stacks[GATE]) if self.target is GATE else 0
        castle, most = sum(card.unknown for card in self.stacks[CASTLE]), reach(ordinary, strength)
        fewest = max(0, gate - skipped)
        return Sets(ordinary, (min(gate, most), max(0, min(castle, most - fewest))), fewest, strength)

    def start(self) -> Front:
        """CR-12 … CR-14: the attack before its first card."""
        return self._entered(Front(self.attack, self.unseen), GATE)

    def _entered(self, front: Front, before: Structure) -> Front:
        """The front with equal cards counted together that nothing tells apart in the castle, once it lies open."""
        if before is CASTLE or self.structure(front) is GATE:
            return front
        unseen = 0
        for kind, shift in enumerate(self._merged):
            unseen += (front.unseen >> BITS * kind & MOST_OF_A_KIND) << shift
        return Front(front.strength, unseen, *front[2:])

    def structure(self, front: Front) -> Structure:
        """CR-13, CR-19: the structure that is attacked now."""
        return GATE if self.target is GATE and front.gate_gone < len(self.stacks[GATE]) else CASTLE

    def reveals(self, front: Front) -> Iterator[Revealed]:
        """CR-15: every card that may be on top."""
        where = self.structure(front)
        card = self.stacks[where][front.gate_gone if where is GATE else front.castle_gone]
        if not card.unknown:
            yield Revealed(card, 1, weaker(front, defense_of(card, where)))
            return
        yield Revealed(None, 1, one_more(front, where))
        for shift, special, defense in self._kinds[where]:
            copies = front.unseen >> shift & MOST_OF_A_KIND
            if copies and defense <= front.strength:
                met = front.unseen - (1 << shift), *front[2:6], front.seen + 1, front.held
                yield Revealed(special, copies, Front(front.strength - defense, *met))

    def stands(self, front: Front) -> int:
        """The ways in which the attack has strength left."""
        return self.sums.ways((*front.held, Sum(front.gate_met, front.castle_met, 0, front.strength)))

    def ties(self, front: Front, revealed: Revealed) -> int:
        """CR-17: the ways in which this card, and no card before it, uses up the attack exactly."""
        beyond, card, where = revealed.beyond, revealed.card, self.structure(front)
        if card is not None and not defense_of(card, where):
            return 0
        spent = self.sums.ways((*front.held, exactly(beyond)))
        return spent if card else spent - self.sums.ways((*front.held, exactly(front)), nothing=where)

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

    def follows(self, front: Front) -> Iterator[tuple[Front | Ended, int]]:
        """CR-15 … CR-23: what one reveal may lead to. The ways to a front leave out those in which it stands."""
        repelled = self.stands(front) * self._rest[front.seen]
        if self.structure(front) is CASTLE and not self.stacks[CASTLE]:
            yield Ended(front.gate_gone, 0, castle_fell=True), repelled
            return
        for revealed in self.reveals(front):
            overcome, tied = self.stands(revealed.beyond), self.ties(front, revealed)
            if overcome or tied:
                repelled -= revealed.copies * (overcome + tied) * self._rest[revealed.beyond.seen]
                for after, ways in self.beyond(front, revealed, overcome, tied):
                    yield after, revealed.copies * ways
        yield Ended(front.gate_gone, front.castle_gone), repelled

    def beyond(self, front: Front, revealed: Revealed, overcome: int, tied: int) -> Iterator[tuple[Front | Ended, int]]:
        """CR-17, CR-18, CR-20: what follows a destroyed card; after a tie an effect on the attack changes nothing."""
        after, rest = self.gone(front, revealed), self._rest[revealed.beyond.seen]
        over, card = self.ended(after, by_attack=self.was_last(front)), revealed.card
        if self.is_emptied(after) or (card is not None and changes_siege(card) and not goes_on(card)):
            yield over, (tied + overcome) * rest
            return
        amount = 0 if card is None else raised_by(card)
        on = self._entered(self.changed(after, amount), self.structure(front))
        standing = self.stands(on) if amount < 0 else overcome
        yield over, (tied + overcome - standing) * rest
        if standing:
            yield on, 1

    def changed(self, front: Front, amount: int) -> Front:
        """CR-20: the front whose strength changes by so much: it has stood before, so far as that is not certain."""
        held, strength = front.held, front.strength + amount
        if amount > 0:
            held = (*held, Sum(front.gate_met, front.castle_met, 0, front.strength))
        if held:
            held = self.sums.binding(held, Sum(front.gate_met, front.castle_met, 0, strength))
        return Front(strength, *front[1:-1], held)

    def was_last(self, front: Front) -> bool:
        """CR-23: whether the card on top is the last of the castle."""
        return self.structure(front) is CASTLE and front.castle_gone + 1 == len(self.stacks[CASTLE])


def exactly(front: Front) -> Sum:
    """The sum of the ordinary cards met that is exactly the strength."""
    return Sum(front.gate_met, front.castle_met, front.strength, front.strength + 1)


def weaker(front: Front, defense: int) -> Front:
    """CR-18: the front with `defense` subtracted from the attack."""
    return Front(front.strength - defense, *front[1:])


def one_more(front: Front, where: Structure) -> Front:
    """The front with one more ordinary unknown card met."""
    at_gate, gone = where is GATE, (front.gate_gone, front.castle_gone)
    met = front.gate_met + at_gate, front.castle_met + (not at_gate)
    return Front(front.strength, front.unseen, *gone, *met, front.seen + 1, front.held)


def discarded(front: Front, where: Structure) -> Front:
    """The front with the top card of a structure gone."""
    at_gate = where is GATE
    gone = front.gate_gone + at_gate, front.castle_gone + (not at_gate)
    met = front.gate_met, front.castle_met
    return Front(front.strength, front.unseen, *gone, *met, front.seen, front.held)


def ends(ground: Ground) -> dict[Ended, Fraction]:
    """Every end of the attack with its chance; equal fronts are continued as one."""
    ended: dict[Ended, int] = {}
    going = {ground.start(): 1}
    while going:
        following: dict[Front, int] = {}
        for front, weight in going.items():
            for after, ways in ground.follows(front):
                if isinstance(after, Ended):
                    ended[after] = ended.get(after, 0) + weight * ways
                else:
                    following[after] = following.get(after, 0) + weight * ways
        going = following
    return {end: Fraction(ways, ground.ways) for end, ways in ended.items()}
