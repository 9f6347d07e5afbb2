"""The facts that a fire action notes."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.storm_over_stalingrad.model import Side, WhyIgnored


@dataclass(frozen=True, slots=True)
class FireDeclared:
    """SS-4 … SS-7: which units fire, from which area at which, and the enemy units that are targets there."""

    varied_by: ClassVar = "by_card"
    side: Side
    firing_area: str | None
    target_area: str
    firers: tuple[str, ...]
    targets: tuple[str, ...]
    by_card: bool


@dataclass(frozen=True, slots=True)
class UnusualUnitSent:
    """SS-13: a unit's spent side is stronger than its fresh side; perhaps a mistake, but it is used as sent."""

    unit: str


@dataclass(frozen=True, slots=True)
class AttackPointsSummed:
    """SS-12: the sum of dice, firepower and the bonus from cards."""

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
    """SS-20: by how much the attack points exceed the defense points."""

    counted_by: ClassVar = "damage"
    attack: int
    defense: int
    damage: int


@dataclass(frozen=True, slots=True)
class DamageLimited:
    """SS-26, SS-27: how many points the targets can take, how many must be applied, and how many are ignored."""

    capacity: int
    must_apply: int
    excess: int


@dataclass(frozen=True, slots=True)
class UnitRetreats:
    """SS-33: a unit retreats to an adjacent area."""

    unit: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class AreaOverflowed:
    """SS-39: the area holds too many units of the side, so the unit retreats further."""

    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """SS-44, SS-46: an area that holds units of only one side comes under the control of that side."""

    area: str
    to: Side


@dataclass(frozen=True, slots=True)
class FireMarkerPlaced:
    """SS-47: fire at an adjacent area leaves a fire marker in the firing area."""

    area: str
    side: Side


@dataclass(frozen=True, slots=True)
class FirersSpent:
    """SS-50: the units that fired are spent."""

    units: tuple[str, ...]
