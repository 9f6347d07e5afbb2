"""The questions of a fire action: which units take the damage, and where units retreat to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from app.domain.errors import IllegalChoice
from app.domain.table import Question
from app.rulesets.storm_over_stalingrad.allocation import Losses, Stack, Vector
from app.rulesets.storm_over_stalingrad.losses import min_loss
from app.rulesets.storm_over_stalingrad.model import Points, RetreatStep, UnitState


@dataclass(frozen=True, slots=True)
class TargetShown:
    """A unit that may take points: its state, the most it can take, and where it could retreat to now."""

    unit: str
    """The id of the unit."""
    state: UnitState
    """Which side of its counter it shows."""
    most: int
    """The most points that it can take."""
    retreats_to: tuple[str, ...]
    """The ids of the areas that it could retreat to now."""


@dataclass(frozen=True, slots=True)
class DamageShown:
    """The damage, and the units that may take it."""

    counted_by: ClassVar = "must_apply"
    damage_points: int
    """All damage points of the fire."""
    must_apply: int
    """How many of them must be distributed."""
    units: tuple[TargetShown, ...]
    """The units that may take them, by id."""
    labelled_total: int
    """How many ways there are, with every unit counted as different."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of an allocation, by unit; `lethal` are the retreats that end nowhere."""

    flips: tuple[str, ...]
    """The ids of the units that turn to their spent side."""
    retreats: tuple[str, ...]
    """The ids of the units that retreat."""
    eliminates: tuple[str, ...]
    """The ids of the units that are eliminated."""
    lethal: tuple[str, ...]
    """The ids of the units that find no place, where the units retreat by id, each to the area that is listed first."""


@dataclass(frozen=True, slots=True)
class AllocateDamage(Question[Points]):
    """SS-22, SS-25, SS-26: how `must_apply` points are distributed; the targets are in the order of their ids."""

    damage_points: int
    must_apply: int
    least: int
    """The fewest points that are legal; fewer than `must_apply` only where points may be left unused (SS-30)."""
    stack: Stack
    retreats_to: tuple[str, ...]
    """The areas that the targets could retreat to; without any, a retreat is lethal (SS-38)."""
    by_firing_player: bool

    def options(self) -> Iterator[Points]:
        """All points first, and the best for the default policy before worse ones.

        Of interchangeable units the lowest ids take the most, and other ways are not listed.
        """
        for points in range(self.must_apply, self.least - 1, -1):
            for vector in self.stack.vectors(points, min_loss, sign=self.sign, merged=True):
                yield self.choice_of(vector)

    @property
    def sign(self) -> int:
        """Whether losses are sought or avoided: the firing player seeks them (SS-29)."""
        return -1 if self.by_firing_player else 1

    def best(self, losses: Losses) -> Points:
        """The choice that a policy takes (SS-29, SS-30)."""
        vector = self.stack.first_vectors(self.must_apply, losses, sign=self.sign)[-1]
        assert vector is not None
        return self.choice_of(vector)

    def check(self, choice: Points) -> None:
        by_unit = {target.unit: target for target in self.stack.targets}
        for unit, points in choice.points.items():
            if unit not in by_unit:
                raise IllegalChoice("not-a-target", "SS-23", unit=unit)
            if not 0 <= points <= by_unit[unit].most:
                raise IllegalChoice("bad-points", "SS-25", unit=unit, points=points, most=by_unit[unit].most)
        total = sum(choice.points.values())
        if total > self.must_apply:
            raise IllegalChoice("too-many-points", "SS-26", points=total, must_apply=self.must_apply)
        if total < self.least:
            rule = "SS-30" if self.by_firing_player else "SS-26"
            raise IllegalChoice("must-apply-maximum", rule, points=total, must_apply=self.must_apply)
        if not self.stack.may_be_lethal and (lethal := self.leads_to(choice).lethal):
            raise IllegalChoice("lethal-retreat", "SS-38", unit=lethal[0])

    def forced(self) -> Points | None:
        """The only allocation; None where interchangeable units leave a choice to their owner."""
        return next(self.options()) if self.labelled_total == 1 else None

    @property
    def labelled_total(self) -> int:
        """How many ways there are, with every unit counted as different."""
        return sum(map(self.stack.labelled_count, range(self.least, self.must_apply + 1)))

    def total(self) -> int:
        return sum(map(self.stack.merged_count, range(self.least, self.must_apply + 1)))

    def context(self) -> DamageShown:
        shown = tuple(
            TargetShown(
                target.unit,
                UnitState.FRESH if target.is_fresh else UnitState.SPENT,
                target.most,
                self.retreats_to,
            )
            for target in self.stack.targets
        )
        return DamageShown(self.damage_points, self.must_apply, shown, self.labelled_total)

    def leads_to(self, choice: Points) -> Effects:
        given = [(target, choice.points.get(target.unit, 0)) for target in self.stack.targets]
        retreats = tuple(target.unit for target, k in given if target.retreats(k))
        return Effects(
            flips=tuple(target.unit for target, k in given if target.flips(k)),
            retreats=retreats,
            eliminates=tuple(target.unit for target, k in given if target.is_eliminated(k)),
            lethal=retreats[self.stack.room :],
        )

    def choice_of(self, vector: Vector) -> Points:
        """The choice that gives each target its points."""
        given = zip(self.stack.targets, vector, strict=True)
        return Points({target.unit: points for target, points in given if points})


@dataclass(frozen=True, slots=True)
class AreaBeside:
    """An area beside the retreating unit, and why it may not be entered; null: it may."""

    area: str
    """The id of the area."""
    enemies: int
    """How many enemy units are in it."""
    friends: int
    """How many units of the same side are in it."""
    forbidden: str | None
    """Why it may not be entered, as a word that does not change; null: it may."""
    rule: str | None
    """The rule that forbids it."""


@dataclass(frozen=True, slots=True)
class RetreatShown:
    """The unit that retreats next, its area, and the areas around."""

    unit: str
    """The id of the unit."""
    origin: str
    """The id of the area that it leaves."""
    waiting: tuple[str, ...]
    """The units that still have to retreat; any of them may go where an area may overflow."""
    areas: tuple[AreaBeside, ...]
    """The areas around, with what is in them."""


@dataclass(frozen=True, slots=True)
class Retreat(Question[RetreatStep]):
    """SS-35, SS-37: where the next unit retreats to; `units` are those that may be named, the next first."""

    units: tuple[str, ...]
    allowed: tuple[str, ...]
    shown: RetreatShown

    def options(self) -> Iterator[RetreatStep]:
        """The next unit first; to the fewest friends, then by area."""
        for unit in self.units:
            for area in self.allowed:
                yield RetreatStep(unit, area)

    def check(self, choice: RetreatStep) -> None:
        if choice.unit not in self.units:
            raise IllegalChoice("retreat-mismatch", "SS-24", unit=choice.unit)
        if choice.to in self.allowed:
            return
        area = next((area for area in self.shown.areas if area.area == choice.to), None)
        if area is None:
            raise IllegalChoice("retreat-not-adjacent", "SS-33", area=choice.to)
        raise IllegalChoice(area.forbidden or "retreat-priority", area.rule or "SS-35", area=choice.to)

    def total(self) -> int:
        return len(self.units) * len(self.allowed)

    def context(self) -> RetreatShown:
        return self.shown
