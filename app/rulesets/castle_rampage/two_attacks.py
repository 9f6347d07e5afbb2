"""Two attacks one after the other on ordinary cards: counts the sets of cards by what they sum to in each attack.

No card moves between the attacks, so what was seen makes no difference to how far the second one gets.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from fractions import Fraction
from math import comb, factorial, perm, prod
from typing import NamedTuple

from app.rulesets.castle_rampage.fronts import Ended
from app.rulesets.castle_rampage.kinds import changes_siege, weakest
from app.rulesets.castle_rampage.model import Attack, Card, Structure
from app.rulesets.castle_rampage.siege import defense_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE

BYTES_IN_A_STEP = 1_000
"""How many bytes of sums are added in a step of work, about."""


class Met(NamedTuple):
    """How many unknown cards two attacks meet in each structure, the first attack first."""

    gate: int
    castle: int
    more_gate: int
    more_castle: int


Cells = dict[Met, int]
"""For so many cards the number of sets by both sums; one integer holds all numbers."""
Grown = tuple[tuple[Met, tuple[tuple[int, Met], ...]], ...]
"""Numbers of cards, most first, each with those of which one is smaller by one, and the place of that one."""
Moves = tuple[tuple[int, int], ...]
"""For each place of Met the sums to which a card can be added, and by how many bits it moves them."""


class TwoAttacks:
    """The cards that two attacks meet in the same order: those of the gate first, unless the castle is attacked."""

    def __init__(self, situation: Attack, target: Structure, strengths: tuple[int, int]) -> None:
        """The pool of the situation has equal cards where attacks cannot tell them apart."""
        self.first, self.second = strengths
        self.at_gate = len(situation.gate) if target is GATE else 0
        self.row = tuple((GATE, card) for card in situation.gate[: self.at_gate])
        self.row += tuple((CASTLE, card) for card in situation.castle)
        self.kinds, self.size = Counter(situation.pool), len(situation.pool)
        most = Counter(where for where, card in self.row if card.unknown)
        self._bits = self.size.bit_length() * sum(most.values()) + 2
        self._most = most[GATE], most[CASTLE]
        self._wide = self._bits * (self.second + 1)

    @property
    def work(self) -> int:
        """The steps of work that it takes."""
        size = self._wide * (self.first + 1) // 8
        return how_many_shapes(*self._most) * (self.size + len(self.kinds)) * (1 + size // BYTES_IN_A_STEP)

    def ends(self) -> Generator[None, None, dict[Ended, Fraction]]:
        """CR-15 … CR-19, CR-23: every end of both attacks with its chance; yields so that others have their turn."""
        grown = tuple((met, smaller(met)) for met in shapes(*self._most))
        cells = yield from self._counted(grown)
        rests = {card: self._without(cells, card, grown) for card in self.kinds}
        found: dict[int, Fraction] = {}
        for n in range(len(self.row) + 1):
            chances = [self._chance(cells, rests, n, more) for more in range(len(self.row) - n + 1)]
            for more, chance in enumerate(chances):
                further = chances[more + 1] if more + 1 < len(chances) else Fraction(0)
                found[n + more] = found.get(n + more, Fraction(0)) + chance - further
        return {self._end(gone): chance for gone, chance in found.items() if chance}

    def _end(self, gone: int) -> Ended:
        gate = min(gone, self.at_gate)
        return Ended(gate, gone - gate, castle_fell=gone == len(self.row))

    def _chance(self, cells: Cells, rests: dict[Card, Cells], n: int, more: int) -> Fraction:
        """The chance that the first attack destroys exactly `n` cards, and the second one at least `more`."""
        reached = self._reached(cells, n, n, more, 0, self.size)
        if n == len(self.row):
            return reached
        where, card = self.row[n]
        if not card.unknown:
            return reached - self._reached(cells, n, n + 1, more - 1, defense_of(card, where), self.size)
        beyond = sum(
            (
                copies * self._reached(rests[kind], n, n + 1, more - 1, defense_of(kind, where), self.size - 1)
                for kind, copies in self.kinds.items()
            ),
            Fraction(0),
        )
        return reached - beyond / self.size

    def _reached(self, cells: Cells, n: int, start: int, more: int, defense: int, size: int) -> Fraction:
        """The chance that the first `n` cards and one of `defense` are no stronger than the first attack, and that
        one and `more` cards from `start` on no stronger than the second one, or any where `more` is less than 0.
        """
        before, after = self.row[:n], self.row[start : start + max(0, more)]
        first = self.first - defense - known(before)
        second = self.second - (0 if more < 0 else defense + known(after))
        met = Met(*unknown(before), *unknown(after))
        kept = cells.get(met, 0) & self._up_to(first, second)
        sets = kept % ((1 << self._bits) - 1)
        return Fraction(sets * prod(map(factorial, met)), perm(size, sum(met)))

    def _counted(self, grown: Grown) -> Generator[None, None, Cells]:
        """Card by card: each is left out, or met at one of the structures by one of the attacks."""
        cells: Cells = {Met(0, 0, 0, 0): 1}
        for kind, copies in self.kinds.items():
            moves = self._moves(kind)
            yield
            for _ in range(copies):
                for met, smaller_ones in grown:
                    more = with_card(cells, smaller_ones, moves)
                    if more:
                        cells[met] = cells.get(met, 0) + more
        return cells

    def _without(self, cells: Cells, card: Card, grown: Grown) -> Cells:
        """The sets in which one card of the pool is not: each set has the card or has not."""
        rest: Cells = {}
        moves = self._moves(card)
        for met, smaller_ones in reversed(grown):
            ways = cells.get(met, 0)
            if ways:
                rest[met] = ways - with_card(rest, smaller_ones, moves)
        return rest

    def _moves(self, card: Card) -> Moves:
        """What the card does to the sums."""
        found = list[tuple[int, int]]()
        for where in (GATE, CASTLE):
            defense = defense_of(card, where)
            found.append((self._up_to(self.first - defense, self.second), self._wide * defense))
        for where in (GATE, CASTLE):
            defense = defense_of(card, where)
            found.append((self._up_to(self.first, self.second - defense), self._bits * defense))
        return tuple(found)

    def _up_to(self, first: int, second: int) -> int:
        """A mask of the sums that are no more than these."""
        if first < 0 or second < 0:
            return 0
        row = (1 << self._bits * (second + 1)) - 1
        return sum(row << self._wide * each for each in range(first + 1))


def with_card(cells: Cells, smaller_ones: tuple[tuple[int, Met], ...], moves: Moves) -> int:
    """The sets of so many cards that are one of the smaller sets and the card."""
    ways = 0
    for place, met in smaller_ones:
        if met in cells:
            room, bits = moves[place]
            ways += (cells[met] & room) << bits
    return ways


def smaller(met: Met) -> tuple[tuple[int, Met], ...]:
    """The numbers of cards of which one is smaller by one, each with its place."""
    return tuple((n, Met._make((*met[:n], many - 1, *met[n + 1 :]))) for n, many in enumerate(met) if many)


def shapes(gate: int, castle: int) -> Iterator[Met]:
    """How many cards both attacks may meet, most first; no attack meets the gate once the castle lies open."""
    found = (
        Met(g, c, more_g, more_c)
        for g in range(gate + 1)
        for more_g in range(gate - g + 1)
        for c in range(castle + 1 if not more_g else 1)
        for more_c in range(castle - c + 1)
    )
    return iter(sorted(found, key=sum, reverse=True))


def how_many_shapes(gate: int, castle: int) -> int:
    """How many there are, without a list of them."""
    return comb(gate + 1, 2) * (castle + 1) + (gate + 1) * comb(castle + 2, 2)


def known(row: tuple[tuple[Structure, Card], ...]) -> int:
    """What the known cards of these sum to."""
    return sum(defense_of(card, where) for where, card in row if not card.unknown)


def unknown(row: tuple[tuple[Structure, Card], ...]) -> tuple[int, int]:
    """How many unknown cards these are at the gate and in the castle."""
    met = Counter(where for where, card in row if card.unknown)
    return met[GATE], met[CASTLE]


def is_plain(situation: Attack) -> bool:
    """Whether there are only cards that defend with something and change no attack, and a castle of them."""
    cards = (*situation.gate, *situation.castle, *situation.pool)
    return bool(situation.castle) and not any(
        changes_siege(card) or (not card.unknown and not weakest(card)) for card in cards
    )
