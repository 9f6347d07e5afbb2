"""The situation, options, outcome and choices of a fire action in Storm Over Stalingrad."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.casualties import ASCII, UnitId
from app.domain.visible import Name

AreaId = Annotated[str, MinLen(1), MaxLen(100), ASCII]
Strength = Annotated[int, Ge(0), Le(99)]


class Side(StrEnum):
    """The two armies."""

    SOVIET = "soviet"
    GERMAN = "german"

    @property
    def enemy(self) -> "Side":
        """The other army."""
        return Side.GERMAN if self is Side.SOVIET else Side.SOVIET


SIDES = tuple(Side)


class UnitState(StrEnum):
    """Which side of its counter a unit shows."""

    FRESH = "fresh"
    SPENT = "spent"


class Allocator(StrEnum):
    """Who distributes the damage points (SS-22, SS-29)."""

    OWNER = "owner"
    FIRING_PLAYER = "firing-player"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the map."""

    id: UnitId
    """The client's id of the unit, unique in the situation."""
    side: Side
    """The side that plays the unit."""
    state: UnitState
    """Which side of its counter it shows."""
    firepower: Strength
    """Firepower of its fresh side."""
    defense_fresh: Strength
    """Defense value of its fresh side, from 0 to 99."""
    defense_spent: Strength
    """Defense value of its spent side, from 0 to 99."""
    division: Name | None = None
    """The German division it belongs to."""
    independent: bool = False
    """Whether it may be activated together with any division."""
    value: Annotated[int, Ge(0), Le(1000)] | None = None
    """How bad its loss is for a policy; null: firepower plus fresh defense value."""
    name: Name | None = None
    """The name that texts use; null: the id."""
    movement: Strength | None = None
    """In a game, how much it may spend on entering areas in one impulse, as its counter says; null: the option
    `movement_factor`."""

    @property
    def defense(self) -> int:
        """The defense value of the side it shows (SS-13)."""
        return self.defense_fresh if self.state is UnitState.FRESH else self.defense_spent

    @property
    def worth(self) -> int:
        """What its loss costs a policy."""
        return self.firepower + self.defense_fresh if self.value is None else self.value

    @property
    def is_fresh(self) -> bool:
        """Whether it shows its fresh side."""
        return self.state is UnitState.FRESH

    def is_like(self, other: "Unit") -> bool:
        """Whether it differs from another unit by its id alone."""
        return replace(self, id=other.id) == other


@dataclass(frozen=True, slots=True)
class MapPoint:
    """A point of the map, in thousandths of its width and of its height."""

    x: Annotated[int, Ge(0), Le(1000)]
    """How far it is from the left edge."""
    y: Annotated[int, Ge(0), Le(1000)]
    """How far it is from the upper edge."""


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the map with the units in it."""

    id: AreaId
    """The client's id of the area, unique in the situation."""
    terrain_defense: Strength
    """What its terrain adds to the defense of the side that controls it, from 0 to 99."""
    controller: Side
    """The side that controls it."""
    adjacent: Annotated[tuple[AreaId, ...], MaxLen(32)]
    """Its neighbors; an area that is named on one side is a neighbor on both."""
    terrain_multiplier: Annotated[int, Ge(0), Le(9)] = 1
    """The factor by which a card multiplies the terrain: 2 for rubble."""
    terrain_bonus: Annotated[int, Ge(-99), Le(99)] = 0
    """What a card adds to the terrain after that; together it is 0 at the least."""
    ferry: bool = False
    """Whether it is a ferry area, which matters with the option `ferry_rules` only."""
    fire_markers: Annotated[tuple[Side, ...], MaxLen(2)] = ()
    """The sides that have a fire marker in it."""
    units: Annotated[tuple[Unit, ...], MaxLen(400)] = ()
    """The units in it, of both sides."""
    name: Name | None = None
    """The name that players use."""
    middle: MapPoint | None = None
    """Where its middle is, for boards: no rule uses it. Null in any area: all are drawn where their neighbors fit."""

    @property
    def terrain(self) -> int:
        """What the terrain adds to the defense, with the cards that change it (SS-56)."""
        return max(0, self.terrain_defense * self.terrain_multiplier + self.terrain_bonus)

    def of(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side in the area, by id."""
        return tuple(sorted([unit for unit in self.units if unit.side is side], key=lambda unit: unit.id))

    def count(self, side: Side) -> int:
        """How many units of a side are in the area."""
        units = 0
        for unit in self.units:
            units += unit.side is side
        return units


@dataclass(frozen=True, slots=True)
class CardFire:
    """Fire by a card instead of units."""

    firepower: Strength
    """The firepower of the card, from 0 to 99."""


@dataclass(frozen=True, slots=True)
class Fire:
    """Units of one area fire at the enemies in their own area or in an adjacent one."""

    firing_side: Side
    """The side that fires."""
    target_area: AreaId
    """The id of the area at which it fires: its own or an adjacent one."""
    areas: Annotated[tuple[Area, ...], MinLen(1), MaxLen(32)]
    """The firing area, the target area, and every area that the target area names in `adjacent`."""
    firing_area: AreaId | None = None
    """Null only with `card_fire`."""
    firers: Annotated[tuple[UnitId, ...], MaxLen(100)] = ()
    """The units that fire, by id."""
    attack_bonus: Annotated[int, Ge(-99), Le(99)] = 0
    """The bonus from cards to the attack points."""
    card_fire: CardFire | None = None
    """The card that fires; null: units fire."""
    allocation_by: Allocator = Allocator.OWNER
    """Who distributes the damage points: the owner of the targets, or by a card the player who fires."""
    cancel_fire: bool = False
    """Whether a card cancels the fire: no dice, no damage."""
    moved: Annotated[tuple[UnitId, ...], MaxLen(100)] = ()
    """The units that have moved in this impulse, by id; they fire only with `move_then_fire`."""
    move_then_fire: bool = False
    """Whether a card lets units move and fire in one impulse."""


class OverflowMode(StrEnum):
    """Whether a full area may be entered in a retreat."""

    CONTINUE = "continue"
    AVOID_FULL = "avoid-full"


class RetreatOrder(StrEnum):
    """Who orders the retreats where an area may overflow."""

    OWNER = "owner"
    UNIT_ID = "unit-id"


class ActivationRestriction(StrEnum):
    """Which units may fire together."""

    NONE = "none"
    GERMAN_DIVISION = "german-division"


class WhyIgnored(StrEnum):
    """Why terrain does not protect."""

    SAME_AREA = "same-area"
    NOT_IN_CONTROL = "not-in-control"
    FIRE_MARKER = "fire-marker"


@dataclass(frozen=True, slots=True)
class Options:
    """Options for what the rulebook leaves open, and house rules."""

    activation_restriction: ActivationRestriction = ActivationRestriction.NONE
    """Whether German firers must be of one division, independent units aside (SS-8)."""
    ferry_rules: bool = False
    """Whether ferry areas are safe from German fire and closed to retreats (SS-10, SS-43)."""
    overflow_mode: OverflowMode = OverflowMode.CONTINUE
    """Whether a full area may be entered while one with room is legal (SS-39)."""
    retreat_order: RetreatOrder = RetreatOrder.OWNER
    """Who orders the retreats where an area may overflow (SS-39)."""
    allow_lethal_retreat: bool = True
    """Whether a retreat may be chosen for a unit that cannot go anywhere (SS-38)."""
    firing_player_must_maximize: bool = True
    """Whether the firing player, too, must apply as many points as possible (SS-30)."""
    allow_zero_firepower: bool = False
    """Whether units without firepower may join a fire group (SS-3)."""
    marker_on_same_area_fire: bool = False
    """Whether fire within an area leaves a fire marker (SS-48)."""
    cancelled_fire_counts: bool = True
    """Whether a fire that a card cancels still spends its firers and leaves its fire marker (SS-56)."""
    terrain_ignore_conditions: Annotated[tuple[WhyIgnored, ...], MaxLen(3)] = tuple(WhyIgnored)
    """The reasons that make terrain not protect; another choice than all three is a house rule (SS-18)."""
    stacking_limit: Annotated[int, Ge(1), Le(20)] = 10
    """Units of a side that an area holds; another number than 10 is a house rule (SS-39)."""


@dataclass(frozen=True, slots=True)
class Points:
    """Damage points by unit; units that are not named take none."""

    points: Annotated[Mapping[UnitId, Annotated[int, Ge(-(2**31)), Le(2**31)]], MaxLen(400)]
    """The damage points of each unit, by its id."""

    def __hash__(self) -> int:
        """The same for equal points, in whatever order they are given."""
        return hash(tuple(sorted(self.points.items())))


@dataclass(frozen=True, slots=True)
class RetreatStep:
    """One unit goes to one area."""

    unit: UnitId
    """The id of the unit that retreats."""
    to: AreaId
    """The id of the adjacent area that it enters."""


@dataclass(frozen=True, slots=True)
class Retreated:
    """A unit that retreated, with every area that it entered."""

    unit: str
    """The id of the unit."""
    path: tuple[str, ...]
    """The ids of the areas that it entered, in order."""


@dataclass(frozen=True, slots=True)
class ControlChange:
    """An area that came under another side's control."""

    area: str
    """The id of the area."""
    to: Side
    """The side that controls it now."""


@dataclass(frozen=True, slots=True)
class FireMarker:
    """A fire marker that was placed."""

    area: str
    """The id of the area that the marker lies in."""
    side: Side
    """The side whose marker it is."""


@dataclass(frozen=True, slots=True)
class After:
    """The part of the situation that the fire changed."""

    areas: tuple[Area, ...]
    """The areas that changed, in the form in which a client sends them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a fire action."""

    counted_by: ClassVar = "damage_points"
    attack_points: int
    """Dice, firepower and bonus together."""
    defense_points: int
    """The best defense value among the targets, and the terrain that counts."""
    terrain_ignored_because: tuple[WhyIgnored, ...]
    """Every reason why the terrain did not protect; empty where it did."""
    damage_points: int
    """By how many points the attack exceeded the defense, from 0."""
    excess_points: int
    """Damage points that could not be applied."""
    points: Mapping[str, int]
    """Damage points by unit."""
    flipped: tuple[str, ...]
    """The ids of the units that took damage by turning to their spent side and are still there."""
    eliminated: tuple[str, ...]
    """The ids of the units that are out of the game."""
    retreated: tuple[Retreated, ...]
    """The units that retreated, in the order in which they did."""
    control_changes: tuple[ControlChange, ...]
    """The areas that changed sides, in order."""
    fire_marker: FireMarker | None
    """The fire marker that was placed; null where none was."""
    spent_firers: tuple[str, ...]
    """The ids of the units that fired and are spent now."""
    after: After
    """What the fire changed, ready to be sent again."""
    area_cleared: bool | None = None
    """Whether the target area has no unit left of those that were fired at. Null in older records."""
