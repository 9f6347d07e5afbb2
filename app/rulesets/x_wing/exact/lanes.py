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


class SideBySide:
    """So many whole numbers in one, none of them negative, each with the same number of bytes."""

    def __init__(self, count: int, size: int) -> None:
        """`size`: the bytes of each."""
        self.count, self._size = count, size
        self._ones = int.from_bytes((1).to_bytes(size, "little") * count, "little")
        self._rests: dict[int, int] = {}

    @property
    def bytes(self) -> int:
        """How many bytes the numbers take together."""
        return self._size * self.count

    def unpacked(self, packed: int) -> list[int]:
        """The number in each lane."""
        size, every = self._size, packed.to_bytes(self.bytes, "little")
        return [int.from_bytes(every[start : start + size], "little") for start in range(0, len(every), size)]

    def halved(self, packed: int, times: int) -> int:
        """The numbers, each halved so many times. Raises Indivisible."""
        rests = self._rests.get(times)
        if rests is None:
            rests = self._rests[times] = self._ones * ((1 << times) - 1)
        if packed & rests:
            raise Indivisible(1 << times)
        return packed >> times


class Lanes(SideBySide):
    """So many whole numbers in one, each with the same number of bytes.

    A number may be negative: each is kept as its distance from a number that is less than all of them.
    """

    def __init__(self, count: int, bits: int) -> None:
        """`bits`: those of the largest number, whatever its sign."""
        super().__init__(count, size_for(bits))
        self._width = 8 * self._size
        self._signs = self._ones << self._width - 1
        self._least = 1 << bits

    @cached_property
    def zero(self) -> int:
        """0 in every lane."""
        return self.packed([0] * self.count)

    def packed(self, numbers: Iterable[int]) -> int:
        """The numbers, one in each lane."""
        size, least = self._size, self._least
        return int.from_bytes(b"".join([(number + least).to_bytes(size, "little") for number in numbers]), "little")

    def unpacked(self, packed: int) -> list[int]:
        """The number in each lane."""
        return [number - self._least for number in super().unpacked(packed)]

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
            for lane, is_better in enumerate(better.to_bytes(self.bytes, "little")[self._size - 1 :: self._size]):
                if is_better:
                    by_lane[lane] = n
        return Worth(attack, defense), tuple(by_lane) if by_lane else chosen


class Weights(SideBySide):
    """Weights side by side in one number, none negative."""

    def __init__(self, count: int, bits: int) -> None:
        """`bits`: those of the largest weight."""
        super().__init__(count, bits // 8 + 1)

    def of_lane(self, lane: int, weight: int) -> int:
        """A weight in one lane."""
        return weight << 8 * self._size * lane

    def among(self, lanes: Sequence[bool]) -> int:
        """All bits of these lanes."""
        every, none = b"\xff" * self._size, bytes(self._size)
        return int.from_bytes(b"".join([every if is_in else none for is_in in lanes]), "little")

    def times(self, packed: int, chance: Fraction) -> int:
        """The weights times a chance. Raises Indivisible."""
        ways, by = chance.numerator, chance.denominator
        if by & by - 1:
            every = self.unpacked(packed)
            if any(weight % by for weight in every):
                raise Indivisible(by)
            return sum(self.of_lane(lane, weight // by * ways) for lane, weight in enumerate(every))
        return self.halved(packed, by.bit_length() - 1) * ways


def as_whole(number: int | Fraction) -> int:
    """A number that is whole. Raises Indivisible."""
    if number.denominator != 1:
        raise Indivisible(number.denominator)
    return number.numerator


def size_for(bits: int) -> int:
    """The bytes that a lane takes whose largest number has so many bits."""
    return (bits + SPARE + 2) // 8 + 1
