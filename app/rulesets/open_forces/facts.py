"""The facts that an Open Forces attack notes."""

from dataclasses import dataclass
from typing import ClassVar

from app.domain.record import Role
from app.rulesets.open_forces.model import AttackKind, Pair, Row


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """OF-22: the kind of attack, and how many units of the target group it hits."""

    varied_by: ClassVar = "kind"
    kind: AttackKind
    """Whether the attack is conventional or a splash attack."""
    attackers: int
    """How many units attack."""
    target_group: int
    """How many units the target group has."""
    defenders: int
    """How many units of it are attacked: all, or as many as the splash hits."""


@dataclass(frozen=True, slots=True)
class RangeChecked:
    """OF-23: the target is within range."""

    varied_by: ClassVar = "agreed"
    distance: int | None
    """The distance to what is attacked, in the unit of `rng`."""
    rng: int | None
    """The range of the attack, from the data card."""
    agreed: bool = False
    """Whether a number is missing; only in records of version 1, later ones say so with `range-assumed`."""


@dataclass(frozen=True, slots=True)
class RangeAssumed:
    """OF-23: the target counts as within range, because distance or range was not sent."""

    distance: int | None
    """The distance that was sent, in the unit of `rng`; null where none was."""
    rng: int | None
    """The range of the attack, from the data card; null where it was not sent."""


@dataclass(frozen=True, slots=True)
class SightChecked:
    """OF-24: every attacking unit sees every unit that is attacked."""

    counted_by: ClassVar = "seen"
    seen: int
    """How many attacked units every attacker sees."""


@dataclass(frozen=True, slots=True)
class CoverChecked:
    """OF-35: whether half of the units touch a cover."""

    varied_by: ClassVar = "covered"
    def_: int
    """What the cover would add to DEF."""
    touching: int
    """How many units touch the cover."""
    size: int
    """How many units there are."""
    covered: bool
    """Whether the cover counts."""
    percent: int = 50
    """How many percent of the units must touch it."""


@dataclass(frozen=True, slots=True)
class SurroundingsSummed:
    """OF-36: the sum that the surroundings add to DEF."""

    def_: int
    """What all covers that count add to DEF."""


@dataclass(frozen=True, slots=True)
class SplashAttackSummed:
    """OF-32: the attack value of a group that attacks with splash."""

    atk_base: int
    """The first attack value of the card, which counts once."""
    atk: int
    """The second attack value of the card, which each unit adds."""
    attackers: int
    """How many units attack."""
    effective: int
    """The attack value of the group, which enters the threshold."""


@dataclass(frozen=True, slots=True)
class ThresholdSet:
    """OF-29: threshold = base + DEF + cover − ATK, within its limits."""

    base: int
    """The base value of the threshold: 7, unless an option says otherwise."""
    def_: int
    """The defense value of the mode of the target group."""
    cover: int
    """What the surroundings add to it."""
    atk: int
    """The attack value, which is subtracted."""
    raw: int
    """The threshold before its limits."""
    threshold: int
    """The threshold: the least sum of a pair that kills."""


@dataclass(frozen=True, slots=True)
class ThresholdLimited:
    """OF-31: the threshold was brought within its limits."""

    raw: int
    """The threshold before its limits."""
    threshold: int
    """The threshold within its limits."""


@dataclass(frozen=True, slots=True)
class SurplusRemoved:
    """OF-27: the longer row gave up its surplus dice."""

    owner: Role
    """The role whose row was longer."""
    faces: Row
    """The faces that were removed, ascending."""


@dataclass(frozen=True, slots=True)
class RowsLinedUp:
    """OF-28: the rows, side by side."""

    defender: Row
    """The dice of the defender that are compared, ascending."""
    attacker: Row
    """The dice of the attacker that are compared, ascending, as many as the defender has."""


@dataclass(frozen=True, slots=True)
class PairsCompared:
    """OF-30: which pairs reach the threshold."""

    counted_by: ClassVar = "kills"
    pairs: tuple[Pair, ...]
    """The pairs of dice, the lowest beside the lowest."""
    threshold: int
    """The least sum of a pair that kills."""
    kills: int
    """How many pairs kill, and so how many units die."""
