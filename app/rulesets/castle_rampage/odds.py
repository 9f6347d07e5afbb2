"""The exact odds of a Castle Rampage attack on cards that may be unknown."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import cast

from app.domain.errors import LimitExceeded
from app.domain.odds import Distribution, Distributions, distributions_of
from app.domain.record import EVERYBODY, Audience, Role
from app.domain.ruleset import Policies
from app.domain.table import Question, Table, nobody
from app.rulesets.castle_rampage.effects import ON_THE_ATTACK, ON_THE_SIEGE
from app.rulesets.castle_rampage.model import (
    MOST_CARDS,
    CastleAttack,
    CastleCard,
    CastleOptions,
    CastleOutcome,
    ChosenStructure,
    DiggerTarget,
    Result,
    Structure,
)
from app.rulesets.castle_rampage.questions import ChooseTarget
from app.rulesets.castle_rampage.rules import compare, end
from app.rulesets.castle_rampage.siege import Siege, begun, defense_of

MOST_STATES = 20_000
"""Sets of unknown cards that an attack with effects may meet."""

MEASURES = {
    "destroyed": lambda outcome: outcome.destroyed,
    "gate_cleared": lambda outcome: not outcome.after.gate,
    "castle_fallen": lambda outcome: outcome.result is Result.CASTLE_FALLEN,
}


def price(situation: CastleAttack, _options: CastleOptions) -> None:
    """Raise LimitExceeded where effects make the order of too many unknown cards matter."""
    unknown = sum(card.unknown for card in (*situation.gate, *situation.castle))
    if unknown and has_effects(situation):
        states = sets_met(situation, unknown)
        if states > MOST_STATES:
            raise LimitExceeded("too-many-unknown", "CR-20", limit=MOST_STATES, states=states)


def sets_met(situation: CastleAttack, unknown: int) -> int:
    """How many different sets of unknown cards an attack may leave behind it, at the most."""
    raised = sum(max(0, card.effect.amount or 0) for card in situation.pool if card.effect.effect in ON_THE_ATTACK)
    strength = min(situation.attack.value + raised, 99 * MOST_CARDS)
    sets = {(0, 0): 1}
    for kind in dict.fromkeys(situation.pool):
        weakest = min(defense_of(kind, structure) for structure in Structure)
        following: dict[tuple[int, int], int] = {}
        for (size, spent), ways in sets.items():
            for taken in range(min(situation.pool.count(kind), unknown - size) + 1):
                at = (size + taken, spent + taken * weakest)
                if at[1] <= strength:
                    following[at] = following.get(at, 0) + ways
        sets = following
    return sum(sets.values())


def most_met(situation: CastleAttack) -> int:
    """How many unknown cards an attack can meet at the most."""
    values = sorted(min(card.gate_defense or 0, card.castle_defense or 0) for card in situation.pool)
    met = spent = 0
    while met < len(values) and spent < situation.attack.value:
        spent += values[met]
        met += 1
    return met


def has_effects(situation: CastleAttack) -> bool:
    """CR-20: whether a card may change what the attack destroys."""
    cards = (*situation.gate, *situation.castle, *situation.pool)
    return any(card.purple and card.effect.effect in ON_THE_SIEGE for card in cards)


def odds(situation: CastleAttack, options: CastleOptions, policies: Policies) -> Distributions:
    """How many cards fall, whether the gate is cleared, whether the castle falls (CR-12 … CR-24)."""
    target = Structure.CASTLE if situation.attack.bypasses_gate else Structure.GATE
    if target is Structure.CASTLE and situation.gate and options.digger_target is DiggerTarget.ATTACKER_CHOICE:
        chosen = policies[Role.ATTACKER](cast(Question[object], ChooseTarget()), Role.ATTACKER)
        target = cast(ChosenStructure, chosen).structure
    if has_effects(situation):
        return enumerated(situation, options, target)
    return counted(situation, situation.gate if target is Structure.GATE else ())


class Unheard(Table):
    """A table that nobody listens to."""

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        """In odds nothing is noted."""


def enumerated(situation: CastleAttack, options: CastleOptions, target: Structure) -> Distributions:
    """Card by card, by the rules themselves: sieges that stand alike go on as one."""
    start = begun(situation, options, target, Unheard((), None, nobody))
    going: dict[Hashable, tuple[Siege, Fraction]] = {start.state(): (start, Fraction(1))}
    ended: list[tuple[CastleOutcome, Fraction]] = []
    while going:
        following: dict[Hashable, tuple[Siege, Fraction]] = {}
        for siege, weight in going.values():
            for revealed, chance in reveals(siege):
                compare(revealed)
                if revealed.is_over:
                    ended.append((end(situation, revealed), weight * chance))
                else:
                    _, known = following.get(revealed.state(), (None, Fraction(0)))
                    following[revealed.state()] = revealed, known + weight * chance
        going = following
    return distributions_of(iter(ended), MEASURES)


def reveals(siege: Siege) -> Iterator[tuple[Siege, Fraction]]:
    """CR-15: the siege with its top card revealed, for each card that it may be."""
    if not siege.stacks[siege.structure][0].unknown:
        yield siege, Fraction(1)
        return
    total = sum(siege.unseen)
    for kind, count in enumerate(siege.unseen):
        if count:
            yield siege.with_top(kind), Fraction(count, total)


def counted(situation: CastleAttack, gate: tuple[CastleCard, ...]) -> Distributions:
    """Without effects only sums matter: card j falls if the cards before it sum to less than the attack, and those
    with it to no more. Among unknown cards, the sets of each sum are counted instead of their orders.
    """
    stacks = (*((card, Structure.GATE) for card in gate), *((card, Structure.CASTLE) for card in situation.castle))
    falls = [Fraction(1), *chances_to_fall(situation, stacks), Fraction(0)]
    destroyed = {n: falls[n] - falls[n + 1] for n in range(len(stacks) + 1) if falls[n] != falls[n + 1]}
    cleared = Fraction(not situation.gate) if not gate else falls[len(gate)]
    return {"destroyed": destroyed, "gate_cleared": yes_or_no(cleared), "castle_fallen": yes_or_no(falls[len(stacks)])}


def yes_or_no(chance: Fraction) -> Distribution:
    """A distribution of 0 and 1."""
    return {value: weight for value, weight in ((0, 1 - chance), (1, chance)) if weight}


@dataclass(frozen=True, slots=True)
class Met:
    """The cards met so far: how many unknown ones in each structure, and the sum of the known."""

    gate: int = 0
    castle: int = 0
    known: int = 0


def chances_to_fall(situation: CastleAttack, stacks: tuple[tuple[CastleCard, Structure], ...]) -> Iterator[Fraction]:
    """For each card in the order of the attack, the chance that it falls (CR-17, CR-18)."""
    attack, before = situation.attack.value, Met()
    most = most_unknown(situation, stacks)
    sets = Sets(situation.pool, most, attack)
    for card, structure in stacks:
        met = meet(before, card, structure)
        if met.known > attack:
            yield Fraction(0)
        else:
            yield sets.at_most(met, attack) - stopped_before(situation, sets, before, card, structure)
        before = met


def most_unknown(situation: CastleAttack, stacks: tuple[tuple[CastleCard, Structure], ...]) -> tuple[int, int]:
    """How many unknown cards of each structure an attack can meet."""
    reach = most_met(situation) if situation.pool else 0
    unknown = [structure for card, structure in stacks if card.unknown]
    met = unknown[:reach]
    return met.count(Structure.GATE), met.count(Structure.CASTLE)


def meet(before: Met, card: CastleCard, structure: Structure) -> Met:
    """The cards met with one more."""
    if not card.unknown:
        return Met(before.gate, before.castle, before.known + defense_of(card, structure))
    at_gate = structure is Structure.GATE
    return Met(before.gate + at_gate, before.castle + (not at_gate), before.known)


def stopped_before(
    situation: CastleAttack, sets: "Sets", before: Met, card: CastleCard, structure: Structure
) -> Fraction:
    """CR-17: the chance that the attack was used up exactly before a card that defends with nothing."""
    attack = situation.attack.value
    if not card.unknown:
        return sets.exactly(before, attack) if defense_of(card, structure) == 0 else Fraction(0)
    weak = [kind for kind in situation.pool if defense_of(kind, structure) == 0]
    left = len(situation.pool) - before.gate - before.castle
    chance = Fraction(0)
    for kind in dict.fromkeys(weak):
        pool = list(situation.pool)
        pool.remove(kind)
        ways = Sets(tuple(pool), (sets.gate, sets.castle), attack).ways(before, attack - before.known)
        chance += Fraction(ways * weak.count(kind), sets.total(before) * left)
    return chance


class Sets:
    """How many sets of unknown cards, some at the gate and some in the castle, have each sum of defense.

    For each number of cards there, a polynomial in the sum, its coefficients side by side in one integer.
    """

    def __init__(self, pool: tuple[CastleCard, ...], most: tuple[int, int], attack: int) -> None:
        self.size, (self.gate, self.castle) = len(pool), most
        widest = comb(self.size, min(self.gate, self.size // 2)) * comb(self.size, min(self.castle, self.size // 2))
        self.bits = widest.bit_length()
        mask = (1 << self.bits * (attack + 1)) - 1
        table = [[0] * (self.castle + 1) for _ in range(self.gate + 1)]
        table[0][0] = 1
        for n, card in enumerate(pool, 1):
            at_gate, in_castle = (self.bits * defense_of(card, structure) for structure in Structure)
            for g in range(min(self.gate, n), -1, -1):
                row, above = table[g], table[g - 1]
                for c in range(min(self.castle, n - g), -1, -1):
                    ways = row[c]
                    if g:
                        ways += above[c] << at_gate
                    if c:
                        ways += row[c - 1] << in_castle
                    row[c] = ways & mask
        self._table = table

    def reaches(self, met: Met) -> bool:
        """Whether that many unknown cards can be met at all."""
        return met.gate <= self.gate and met.castle <= self.castle

    def total(self, met: Met) -> int:
        """All sets of that many cards."""
        return comb(self.size, met.gate) * comb(self.size - met.gate, met.castle)

    def ways(self, met: Met, defense: int) -> int:
        """The sets whose defense sums to exactly that."""
        if defense < 0 or not self.reaches(met):
            return 0
        return (self._table[met.gate][met.castle] >> self.bits * defense) & ((1 << self.bits) - 1)

    def exactly(self, met: Met, attack: int) -> Fraction:
        """The chance that the cards met use up the attack exactly."""
        return Fraction(self.ways(met, attack - met.known), self.total(met))

    def at_most(self, met: Met, attack: int) -> Fraction:
        """The chance that the cards met do not exceed the attack."""
        if not self.reaches(met):
            return Fraction(0)
        left = self._table[met.gate][met.castle] & ((1 << self.bits * (attack - met.known + 1)) - 1)
        total = 0
        while left:
            total += left & ((1 << self.bits) - 1)
            left >>= self.bits
        return Fraction(total, self.total(met))
