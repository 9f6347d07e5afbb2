"""The facts that a fire action notes."""

from dataclasses import dataclass
from typing import ClassVar

from app.rulesets.storm_over_stalingrad.model import Side, WhyIgnored


@dataclass(frozen=True, slots=True)
class FireDeclared:
    """SS-4 … SS-7: which units fire, from which area at which, and the enemy units that are targets there."""

    varied_by: ClassVar = "by_card"
    side: Side
    """The side that fires."""
    firing_area: str | None
    """The id of the area from which it fires; null for fire by a card alone."""
    target_area: str
    """The id of the area at which it fires."""
    firers: tuple[str, ...]
    """The ids of the units that fire."""
    targets: tuple[str, ...]
    """The ids of the enemy units in the target area."""
    by_card: bool
    """Whether a card fires."""


@dataclass(frozen=True, slots=True)
class FireCancelled:
    """SS-56: a card cancels the fire."""

    side: Side
    """The side whose fire is cancelled."""


@dataclass(frozen=True, slots=True)
class UnusualUnitSent:
    """SS-13: a unit's spent side is stronger than its fresh side; perhaps a mistake, but it is used as sent."""

    unit: str
    """The id of the unit."""


@dataclass(frozen=True, slots=True)
class AttackPointsSummed:
    """SS-12: the sum of dice, firepower and the bonus from cards."""

    dice: int
    """The sum of the two dice, from 2 to 12."""
    firepower: int
    """The firepower of all units that fire, or of the card."""
    bonus: int
    """The bonus from cards; it may be negative."""
    points: int
    """The attack points: dice, firepower and bonus."""


@dataclass(frozen=True, slots=True)
class BestDefenseFound:
    """SS-13: the single target unit with the highest defense value."""

    unit: str
    """The id of the unit; the first by id of equal ones."""
    defense: int
    """Its defense value on the side that it shows."""


@dataclass(frozen=True, slots=True)
class TerrainIgnored:
    """SS-15, SS-16, SS-17: one reason why terrain does not protect."""

    varied_by: ClassVar = "because"
    because: WhyIgnored
    """The reason."""
    terrain: int
    """What the terrain would add, with the cards that change it."""


@dataclass(frozen=True, slots=True)
class TerrainChanged:
    """SS-56: cards change the terrain of the target area, whether it counts or not."""

    area: str
    """The id of the area."""
    printed: int
    """The printed value of its terrain."""
    multiplier: int
    """The factor by which cards multiply it."""
    bonus: int
    """What cards add after that; it may be negative."""
    terrain: int
    """The value that results, from 0."""


@dataclass(frozen=True, slots=True)
class DefensePointsSummed:
    """SS-14: the best defense value and the terrain that counts."""

    base: int
    """The best defense value among the targets."""
    terrain: int
    """What the terrain adds; 0 where it is ignored."""
    points: int
    """The defense points: both together."""


@dataclass(frozen=True, slots=True)
class DamagePointsCounted:
    """SS-20: by how much the attack points exceed the defense points."""

    counted_by: ClassVar = "damage"
    attack: int
    """The attack points."""
    defense: int
    """The defense points."""
    damage: int
    """The damage points, from 0."""


@dataclass(frozen=True, slots=True)
class DamageLimited:
    """SS-26, SS-27: how many points the targets can take, how many must be applied, and how many are ignored."""

    capacity: int
    """The most points that the targets can take."""
    must_apply: int
    """How many points must be distributed."""
    excess: int
    """How many points are ignored."""


@dataclass(frozen=True, slots=True)
class UnitRetreats:
    """SS-33: a unit retreats to an adjacent area."""

    unit: str
    """The id of the unit."""
    origin: str
    """The id of the area that it leaves."""
    to: str
    """The id of the area that it enters."""


@dataclass(frozen=True, slots=True)
class AreaOverflowed:
    """SS-39: the area holds too many units of the side, so the unit retreats further."""

    unit: str
    """The id of the unit that has to go on."""
    area: str
    """The id of the area that is full."""


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """SS-44, SS-46: an area that holds units of only one side comes under the control of that side."""

    area: str
    """The id of the area."""
    to: Side
    """The side that controls it now."""


@dataclass(frozen=True, slots=True)
class FireMarkerPlaced:
    """SS-47: fire at an adjacent area leaves a fire marker in the firing area."""

    area: str
    """The id of the area that the marker lies in."""
    side: Side
    """The side that fired, whose marker it is."""


@dataclass(frozen=True, slots=True)
class FirersSpent:
    """SS-50: the units that fired are spent."""

    units: tuple[str, ...]
    """The ids of the units."""
