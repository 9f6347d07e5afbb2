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
    attackers: int
    target_group: int
    defenders: int


@dataclass(frozen=True, slots=True)
class RangeChecked:
    """OF-23: the target is within range. `agreed`: the players say so, because distance or range is not given."""

    varied_by: ClassVar = "agreed"
    distance: int | None
    rng: int | None
    agreed: bool


@dataclass(frozen=True, slots=True)
class SightChecked:
    """OF-24: every attacking unit sees every unit that is attacked."""

    counted_by: ClassVar = "seen"
    seen: int


@dataclass(frozen=True, slots=True)
class CoverChecked:
    """OF-35: whether half of the units touch a cover."""

    varied_by: ClassVar = "covered"
    def_: int
    touching: int
    size: int
    covered: bool


@dataclass(frozen=True, slots=True)
class SurroundingsSummed:
    """OF-36: the sum that the surroundings add to DEF."""

    def_: int


@dataclass(frozen=True, slots=True)
class SplashAttackSummed:
    """OF-32: the attack value of a group that attacks with splash."""

    atk_base: int
    atk: int
    attackers: int
    effective: int


@dataclass(frozen=True, slots=True)
class ThresholdSet:
    """OF-29: threshold = base + DEF + cover − ATK, within its limits."""

    base: int
    def_: int
    cover: int
    atk: int
    raw: int
    threshold: int


@dataclass(frozen=True, slots=True)
class ThresholdLimited:
    """OF-31: the threshold was brought within its limits."""

    raw: int
    threshold: int


@dataclass(frozen=True, slots=True)
class SurplusRemoved:
    """OF-27: the longer row gave up its surplus dice."""

    owner: Role
    faces: Row


@dataclass(frozen=True, slots=True)
class RowsLinedUp:
    """OF-28: the rows, side by side."""

    defender: Row
    attacker: Row


@dataclass(frozen=True, slots=True)
class PairsCompared:
    """OF-30: which pairs reach the threshold."""

    counted_by: ClassVar = "kills"
    pairs: tuple[Pair, ...]
    threshold: int
    kills: int
