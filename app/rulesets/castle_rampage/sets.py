"""Counts the sets of unknown cards, some at the gate and some in the castle, by their sum of defense."""

from copy import copy
from math import comb, factorial

from app.rulesets.castle_rampage.model import Card, Structure
from app.rulesets.castle_rampage.siege import defense_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE

Cells = list[list[int]]
"""For each number of cards at the gate and in the castle a polynomial in the sum; one integer holds its coefficients.

The sum is what exceeds the weakest cards: so the polynomials stay short.
"""


class Sets:
    """The sets of ordinary cards from a pool, at most `most` at the gate and in the castle, up to a sum of `attack`.

    Nobody asks for cards in the castle beside fewer than `fewest` at the gate.
    """

    def __init__(self, pool: tuple[Card, ...], most: tuple[int, int], fewest: int, attack: int) -> None:
        self.size, self.most, self.fewest, self.attack = len(pool), most, fewest, attack
        self._pool = sorted(pool, key=lambda card: defense_of(card, GATE))
        self._weakest = {where: min((defense_of(card, where) for card in pool), default=0) for where in Structure}
        self._reach = reach(pool, attack)
        widest = max(1, self.size) * comb(self.size, min(most[0], self.size // 2))
        self._bits = (widest * comb(self.size, min(most[1], self.size // 2))).bit_length()
        self._masks = [(1 << self._bits * (length + 1)) - 1 for length in range(attack + 1)]
        self._sums: dict[tuple[int, int], list[int]] = {}
        self._cells = self._empty(*most)
        self._cells[0][0] = 1
        self._stopped = {GATE: self._empty(most[0], 0), CASTLE: self._empty(*most)}
        self._count()

    def _empty(self, gate: int, castle: int) -> Cells:
        return [[0] * (castle + 1) for _ in range(gate + 1)]

    def _count(self) -> None:
        """Card by card, the weakest at the gate first: each is left out, or put at the gate, or put in the castle.

        Beside each set stand those with one more card, of no defense, that an exhausted attack no longer reveals.
        """
        stopping = [where for where in Structure if any(defense_of(card, where) == 0 for card in self._pool)]
        for n, card in enumerate(self._pool, 1):
            for where in stopping:
                self._add(self._stopped[where], card, n)
                if defense_of(card, where) == 0:
                    self._mark(self._stopped[where])
            self._add(self._cells, card, n)

    def _mark(self, stopped: Cells) -> None:
        for row, counted in zip(stopped, self._cells, strict=True):
            for c in range(len(row)):
                row[c] += counted[c]

    def _add(self, cells: Cells, card: Card, n: int) -> None:
        """Put card `n` (from 1) of the pool into every set, except into sets that cannot grow to one that is needed."""
        more = {where: defense_of(card, where) - self._weakest[where] for where in Structure}
        at_gate, in_castle = self._bits * more[GATE], self._bits * more[CASTLE]
        for g in range(min(len(cells) - 1, n), -1, -1):
            row, above, short = cells[g], cells[g - 1], max(0, self.fewest - g)
            most = min(len(row) - 1, n - g, self._reach - g) if short <= self.size - n else 0
            for c in range(most, -1, -1):
                room = self._room(g + short, c) - short * more[GATE] if c else self._room(g, 0)
                ways = row[c]
                if g:
                    ways += above[c] << at_gate
                if c:
                    ways += row[c - 1] << in_castle
                row[c] = ways & self._masks[room] if room >= 0 else 0

    def _room(self, gate: int, castle: int) -> int:
        """By how much the sum of so many cards may exceed that of the weakest ones."""
        return self.attack - gate * self._weakest[GATE] - castle * self._weakest[CASTLE]

    def _ways(self, cells: Cells, gate: int, castle: int, defense: int) -> int:
        excess = defense - self.attack + self._room(gate, castle)
        if excess < 0 or gate > self.most[0] or castle > self.most[1]:
            return 0
        return ((cells[gate][castle] >> self._bits * excess) & self._masks[0]) * self._orders(gate, castle)

    def _orders(self, gate: int, castle: int) -> int:
        return factorial(gate) * factorial(castle)

    def below(self, gate: int, castle: int, defense: int) -> int:
        """The ways to lay so many that sum to less than `defense`."""
        excess = defense - self.attack + self._room(gate, castle)
        if excess <= 0 or gate > self.most[0] or castle > self.most[1]:
            return 0
        return self._summed(gate, castle)[excess - 1] * self._orders(gate, castle)

    def exactly_before_nothing(self, gate: int, castle: int, structure: Structure, defense: int) -> int:
        """The ways to lay so many that sum to exactly `defense`, and next in `structure` one that defends with 0."""
        return self._ways(self._stopped[structure], gate, castle, defense)

    def least(self, gate: int, castle: int) -> int:
        """No more than so many cards sum to at the least."""
        return gate * self._weakest[GATE] + castle * self._weakest[CASTLE]

    def without(self, card: Card) -> "Sets":
        """The sets in which one card of the pool is not, where `fewest` is 0: each set has the card or has not."""
        rest = copy(self)
        rest.size, rest._sums, rest._cells = self.size - 1, {}, self._empty(*self.most)
        at_gate, in_castle = (self._bits * (defense_of(card, at) - self._weakest[at]) for at in (GATE, CASTLE))
        for g, row in enumerate(self._cells):
            for c, ways in enumerate(row):
                if not ways:
                    continue
                with_card = rest._cells[g - 1][c] << at_gate if g else 0
                with_card += rest._cells[g][c - 1] << in_castle if c else 0
                rest._cells[g][c] = ways - (with_card & self._masks[self._room(g, c)])
        return rest

    def _summed(self, gate: int, castle: int) -> list[int]:
        """The numbers of sets whose sum exceeds that of the weakest cards by at most 0, 1, …"""
        if (gate, castle) not in self._sums:
            cell, sums = self._cells[gate][castle], [0]
            for excess in range(self._room(gate, castle) + 1):
                sums.append(sums[-1] + ((cell >> self._bits * excess) & self._masks[0]))
            self._sums[gate, castle] = sums[1:]
        return self._sums[gate, castle]


def reach(pool: tuple[Card, ...], attack: int) -> int:
    """How many cards of a pool an attack can meet at the most."""
    values = sorted(min(defense_of(card, where) for where in Structure) for card in pool)
    met = spent = 0
    while met < len(values) and spent < attack:
        spent += values[met]
        met += 1
    return met
