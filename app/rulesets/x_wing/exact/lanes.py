"""Lanes: whole numbers side by side in one number, so that all of them are added, multiplied or compared at once."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import cast

from app.domain.odds import Indivisible
from app.domain.record import Role
from app.rulesets.x_wing.attack.state import ATTACKER
from app.rulesets.x_wing.exact.worth import Worth, mean_of

Choice = int | tuple[int, ...]
"""Which of several is chosen: in every lane the same, or by lane."""

SPARE = 48
"""The bits that a lane has beside those of its largest number: sums over throws are that much larger at most."""


class Lanes:
    """So many whole numbers in one, each with the same number of bits.

    A number may be negative: each is kept as its distance from a number that is less than all of them.
    """

    def __init__(self, count: int, bits: int) -> None:
        """`bits`: those of the largest number, whatever its sign."""
        self.count, self._bytes = count, (bits + SPARE + 2) // 8 + 1
        self._width = 8 * self._bytes
        self._ones = int.from_bytes((1).to_bytes(self._bytes, "little") * count, "little")
        self._signs = self._ones << self._width - 1
        self._least = 1 << bits
        self._rests: dict[int, int] = {}

    @property
    def bytes(self) -> int:
        """How many bytes the numbers take together."""
        return self._bytes * self.count

    @cached_property
    def zero(self) -> int:
        """0 in every lane."""
        return self.packed([0] * self.count)

    def packed(self, numbers: Iterable[int]) -> int:
        """The numbers, one in each lane."""
        size, least = self._bytes, self._least
        return int.from_bytes(b"".join([(number + least).to_bytes(size, "little") for number in numbers]), "little")

    def unpacked(self, packed: int) -> list[int]:
        """The number in each lane."""
        size, every = self._bytes, packed.to_bytes(self.bytes, "little")
        return [
            int.from_bytes(every[start : start + size], "little") - self._least for start in range(0, len(every), size)
        ]

    def shared(self, total: int, dice: int) -> int:
        """In every lane the total over every throw of so many dice, divided by the number of throws.

        Raises Indivisible.
        """
        rests = self._rests.get(dice)
        if rests is None:
            rests = self._rests[dice] = self._ones * ((1 << 3 * dice) - 1)
        if total & rests:
            raise Indivisible(1 << 3 * dice)
        return total >> 3 * dice

    def mean_of(self, worths: Sequence[tuple[Fraction, Worth]]) -> Worth:
        """In every lane the mean of worths, each with its chance. Raises Indivisible."""
        chances = [chance for chance, _ in worths]
        parts = [zip(*map(self.unpacked, map(as_whole, worth)), strict=True) for _, worth in worths]
        means = [
            mean_of([(chance, Worth(*of_lane)) for chance, of_lane in zip(chances, lane, strict=True)])
            for lane in zip(*parts, strict=True)
        ]
        return Worth(*(self.packed(map(as_whole, numbers)) for numbers in zip(*means, strict=True)))

    def best(self, worths: Sequence[Worth], role: Role) -> tuple[Worth, Choice]:
        """In every lane the first of the worths that is best for a role, and its place among them."""
        signs, attacks, chosen = self._signs, role is ATTACKER, 0
        pairs = cast(Sequence[tuple[int, int]], worths)
        attack, defense = pairs[0]
        by_lane: list[int] | None = None
        for n in range(1, len(worths)):
            new_attack, new_defense = pairs[n]
            less, more = (attack, new_attack) if attacks else (new_defense, defense)
            better = signs ^ ((less | signs) - more & signs)
            if not better:
                continue
            if better == signs:
                attack, defense, chosen, by_lane = new_attack, new_defense, n, None
                continue
            lanes = better - (better >> self._width - 1)
            attack ^= (attack ^ new_attack) & lanes
            defense ^= (defense ^ new_defense) & lanes
            by_lane = by_lane or [chosen] * self.count
            for lane, is_better in enumerate(better.to_bytes(self.bytes, "little")[self._bytes - 1 :: self._bytes]):
                if is_better:
                    by_lane[lane] = n
        return Worth(attack, defense), tuple(by_lane) if by_lane else chosen


class Weights:
    """Weights side by side in one number, none negative."""

    def __init__(self, count: int, bits: int) -> None:
        self._bytes, self._count = bits // 8 + 1, count
        self._ones = int.from_bytes((1).to_bytes(self._bytes, "little") * count, "little")
        self._rests: dict[int, int] = {}

    def of_lane(self, lane: int, weight: int) -> int:
        """A weight in one lane."""
        return weight << 8 * self._bytes * lane

    def unpacked(self, packed: int) -> list[int]:
        """The weight in each lane."""
        size, every = self._bytes, packed.to_bytes(self._bytes * self._count, "little")
        return [int.from_bytes(every[start : start + size], "little") for start in range(0, len(every), size)]

    def among(self, lanes: Sequence[bool]) -> int:
        """All bits of these lanes."""
        every, none = b"\xff" * self._bytes, bytes(self._bytes)
        return int.from_bytes(b"".join([every if is_in else none for is_in in lanes]), "little")

    def divided(self, packed: int, by: int) -> int:
        """The weights, divided by a power of two. Raises Indivisible."""
        rests = self._rests.get(by)
        if rests is None:
            rests = self._rests[by] = self._ones * (by - 1)
        if packed & rests:
            raise Indivisible(by)
        return packed >> by.bit_length() - 1

    def times(self, packed: int, chance: Fraction) -> int:
        """The weights times a chance. Raises Indivisible."""
        ways, by = chance.numerator, chance.denominator
        if by & by - 1:
            every = self.unpacked(packed)
            if any(weight % by for weight in every):
                raise Indivisible(by)
            return sum(self.of_lane(lane, weight // by * ways) for lane, weight in enumerate(every))
        return self.divided(packed, by) * ways


def as_whole(number: int | Fraction) -> int:
    """A number that is whole. Raises Indivisible."""
    if number.denominator != 1:
        raise Indivisible(number.denominator)
    return number.numerator
