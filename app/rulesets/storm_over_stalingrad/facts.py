"""What a fire action notes, step by step."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.storm_over_stalingrad.model import Side, WhyIgnored


@dataclass(frozen=True, slots=True)
class FireDeclared:
    """SS-4 … SS-7: who fires from where at what, and every enemy unit there that is a target."""

    varied_by: ClassVar = "by_card"
    side: Side
    firing_area: str | None
    target_area: str
    firers: tuple[str, ...]
    targets: tuple[str, ...]
    by_card: bool


@dataclass(frozen=True, slots=True)
class UnusualUnitSent:
    """SS-13: a unit whose spent side is stronger than its fresh side; perhaps a slip, but taken as sent."""

    unit: str


@dataclass(frozen=True, slots=True)
class AttackPointsSummed:
    """SS-12: dice, firepower and what cards add."""

    dice: int
    firepower: int
    bonus: int
    points: int


@dataclass(frozen=True, slots=True)
class BestDefenseFound:
    """SS-13: the single target unit with the highest defense value."""

    unit: str
    defense: int


@dataclass(frozen=True, slots=True)
class TerrainIgnored:
    """SS-15, SS-16, SS-17: one reason why terrain does not protect."""

    varied_by: ClassVar = "because"
    because: WhyIgnored


@dataclass(frozen=True, slots=True)
class DefensePointsSummed:
    """SS-14: the best defense value and the terrain that counts."""

    base: int
    terrain: int
    points: int


@dataclass(frozen=True, slots=True)
class DamagePointsCounted:
    """SS-20: what the attack points exceed the defense points by."""

    counted_by: ClassVar = "damage"
    attack: int
    defense: int
    damage: int


@dataclass(frozen=True, slots=True)
class DamageLimited:
    """SS-26, SS-27: how much the targets can take, what must be applied and what is ignored."""

    capacity: int
    must_apply: int
    excess: int


@dataclass(frozen=True, slots=True)
class UnitRetreats:
    """SS-33: a unit goes to an adjacent area."""

    unit: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class AreaOverflowed:
    """SS-39: the area holds too many units of the side, so the unit goes on."""

    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """SS-44, SS-46: an area with units of one side only comes under its control."""

    area: str
    to: Side


@dataclass(frozen=True, slots=True)
class FireMarkerPlaced:
    """SS-47: fire at an adjacent area leaves a marker in the area of the firers."""

    area: str
    side: Side


@dataclass(frozen=True, slots=True)
class FirersSpent:
    """SS-50: those that fired are spent."""

    units: tuple[str, ...]
