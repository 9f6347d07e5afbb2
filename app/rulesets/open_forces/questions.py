"""The questions that an Open Forces attack asks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import ClassVar

from app.domain.errors import IllegalChoice
from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.open_forces.model import Row, SurplusFaces, Units


@dataclass(frozen=True, slots=True)
class ChooseUnits:
    """So many units (`count`) are to be chosen of those in `among`."""

    counted_by: ClassVar = "count"
    among: tuple[str, ...]
    """The ids of the units that may be chosen."""
    count: int
    """How many units are to be chosen."""


def _check_units(choice: Units, asked: ChooseUnits, rule: str) -> None:
    if len(choice.units) != asked.count:
        raise IllegalChoice("wrong-count", rule, expected=asked.count, sent=len(choice.units))
    if len(set(choice.units)) != len(choice.units):
        raise IllegalChoice("duplicate-unit", rule)
    for unit in choice.units:
        if unit not in asked.among:
            raise IllegalChoice("not-eligible", rule, unit=unit)


@dataclass(frozen=True, slots=True)
class SubgroupToChoose:
    """So many units (`count`) are to be chosen of those in `among`, one at least of those in `near`."""

    counted_by: ClassVar = "count"
    among: tuple[str, ...]
    """The ids of the units that may be chosen."""
    count: int
    """How many units are to be chosen."""
    near: tuple[str, ...]
    """The ids of those within range."""


@dataclass(frozen=True, slots=True)
class ChooseSubgroup(Question[Units]):
    """OF-23, OF-33: the attacker chooses the units that a splash attack hits; the nearest of them is within range."""

    asked: SubgroupToChoose

    def options(self) -> Iterator[Units]:
        """Lowest places in the group first."""
        for units in combinations(self.asked.among, self.asked.count):
            if self.is_near(units):
                yield Units(units)

    def is_near(self, units: tuple[str, ...]) -> bool:
        """OF-23: whether one of the units at least is within range."""
        return any(unit in self.asked.near for unit in units)

    def check(self, choice: Units) -> None:
        _check_units(choice, ChooseUnits(self.asked.among, self.asked.count), "OF-33")
        if not self.is_near(choice.units):
            raise IllegalChoice("out-of-range", "OF-33")

    def total(self) -> int:
        size, count = len(self.asked.among), self.asked.count
        return comb(size, count) - comb(size - len(self.asked.near), count)

    def context(self) -> SubgroupToChoose:
        return self.asked


@dataclass(frozen=True, slots=True)
class ChooseCasualties(Question[Units]):
    """OF-30: the units that are killed."""

    asked: ChooseUnits

    def options(self) -> Iterator[Units]:
        """Highest places in the group first."""
        for units in combinations(self.asked.among[::-1], self.asked.count):
            yield Units(units[::-1])

    def check(self, choice: Units) -> None:
        _check_units(choice, self.asked, "OF-30")

    def total(self) -> int:
        return comb(len(self.asked.among), self.asked.count)

    def context(self) -> ChooseUnits:
        return self.asked


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Both rolls, ascending, and how many dice are removed from the longer row."""

    counted_by: ClassVar = "count"
    defender: Row
    """The faces of the defender's dice, ascending."""
    attacker: Row
    """The faces of the attacker's dice, ascending."""
    count: int
    """How many dice are removed."""


@dataclass(frozen=True, slots=True)
class RemoveSurplusDice(Question[SurplusFaces]):
    """OF-27: the owner of the longer row takes surplus dice out of it."""

    owner: Role
    rolled: DiceRolled

    @property
    def row(self) -> Row:
        """The owner's roll, ascending."""
        return self.rolled.defender if self.owner is Role.DEFENDER else self.rolled.attacker

    def options(self) -> Iterator[SurplusFaces]:
        """The best first: it serves a defender to take out high dice, an attacker to take out low ones."""
        worst_first = self.row[::-1] if self.owner is Role.DEFENDER else self.row
        for faces in _distinct(worst_first, self.rolled.count):
            yield SurplusFaces(tuple(sorted(faces)))

    def check(self, choice: SurplusFaces) -> None:
        if len(choice.faces) != self.rolled.count:
            raise IllegalChoice("wrong-count", "OF-27", expected=self.rolled.count, sent=len(choice.faces))
        for face in (Counter(choice.faces) - Counter(self.row)).elements():
            raise IllegalChoice("face-not-rolled", "OF-27", face=face)

    def total(self) -> int:
        """How many different choices there are.

        It is the coefficient of x^count in the product of 1 + x + … + x^n over the n dice of each face.
        """
        ways = [1] + [0] * self.rolled.count
        for dice in Counter(self.row).values():
            ways = [sum(ways[max(0, taken - dice) : taken + 1]) for taken in range(len(ways))]
        return ways[-1]

    def context(self) -> DiceRolled:
        return self.rolled


def _distinct(row: Row, count: int) -> Iterator[Row]:
    """Every distinct multiset of `count` faces of `row`, the earlier faces of the row first."""
    if count == 0:
        yield ()
        return
    for place, face in enumerate(row[: len(row) - count + 1]):
        if place == 0 or face != row[place - 1]:
            for rest in _distinct(row[place + 1 :], count - 1):
                yield (face, *rest)
