"""What opens a game of Open Forces: data cards, armies and the battlefield."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.casualties import UnitId
from app.domain.visible import Name, OneLine
from app.rulesets.open_forces.model import Count, Length, Stat, UnitIds

HUNDREDTHS = 100
"""Positions are whole hundredths of the unit of length in which SPD and RNG are given."""

FARTHEST = 1_000_000
"""The greatest coordinate; the least is as far in the other direction."""

Coordinate = Annotated[int, Ge(-FARTHEST), Le(FARTHEST)]
Radius = Annotated[int, Ge(0), Le(100_000)]
Value = Annotated[int, Ge(0), Le(1_000_000)]
Names = Annotated[tuple[Name, ...], MaxLen(32)]
Digit = Annotated[int, Ge(1), Le(6)]
Side = Annotated[int, Ge(100), Le(FARTHEST)]


@dataclass(frozen=True, slots=True)
class OpenForcesMode:
    """A mode of a data card. "ATK 2 / 1" is `atk` 1 with `atk_base` 2."""

    mode: Digit
    """Its digit, which the mode die shows."""
    spd: Length
    """Speed: how far the group may move."""
    def_: Stat
    """Defense value."""
    atk: Stat | None = None
    """Attack value; null: a group in this mode cannot attack."""
    atk_base: Stat | None = None
    """The first of two attack values."""
    spl: Count = 0
    """Splash; 0 is a conventional attack."""
    rng: Length | None = None
    """Range; null: the players agree on it."""
    needs_line_of_sight: bool = True
    """Whether the attackers must see what they attack."""
    may_shoot_over: Names = ()
    """What they may shoot over beside what the rules allow: kinds of units, ids or kinds of obstacles."""
    name: Name | None = None
    """The name of the mode, for texts; null: its digit alone."""


@dataclass(frozen=True, slots=True)
class OpenForcesDataCard:
    """The data card of a unit type."""

    id: UnitId
    """The client's id of the card, which groups name."""
    modes: Annotated[tuple[OpenForcesMode, ...], MinLen(1), MaxLen(6)]
    """The modes between which a group may change, each with another digit."""
    name: Name | None = None
    """The name of the unit type, for texts."""
    unit_kind: Name | None = None
    """The kind of unit, such as infantry; friendly groups of the same kind may pass through each other."""
    size_class: Annotated[int, Ge(0), Le(100)] = 1
    """The size of its kind; smaller kinds can be shot over and passed through."""
    army_value: Value = 1
    """The value of one unit."""
    max_group_size: Annotated[int, Ge(1), Le(100)] = 100
    """The most units that a group of this card may have."""
    base: Radius = 0
    """The radius of a unit's base, in hundredths of the unit of length; needed in a game with positions."""
    may_cross: Names = ()
    """What its units may cross beside what the rules allow: kinds of units, ids or kinds of obstacles."""


@dataclass(frozen=True, slots=True)
class OpenForcesPoint:
    """A place on the battlefield, in hundredths of the unit of length."""

    x: Coordinate
    """The first coordinate, in hundredths of the unit of length."""
    y: Coordinate
    """The second coordinate, in hundredths of the unit of length."""


Points = Annotated[tuple[OpenForcesPoint, ...], MaxLen(100)]


@dataclass(frozen=True, slots=True)
class OpenForcesGroupSetup:
    """A group as it enters the game."""

    id: UnitId
    """The client's id of the group, unique in the game."""
    card: UnitId
    """The id of its data card."""
    units: Count
    """How many units the group has."""
    unit_ids: UnitIds = ()
    """The client's ids of the units; without them they are the group's id with "-1" … "-n"."""
    mode: Digit = 1
    """The digit that its mode die shows at the start."""
    positions: Points = ()
    """Where its units stand. All groups have positions or none; with `placement: in-turn` some may."""
    name: Name | None = None
    """The name of the group, for texts."""


@dataclass(frozen=True, slots=True)
class OpenForcesArmy:
    """The army that one seat plays."""

    groups: Annotated[tuple[OpenForcesGroupSetup, ...], MinLen(1), MaxLen(50)]
    """The groups of the army."""
    team: Name | None = None
    """Armies of the same team are allies and are scored together."""


@dataclass(frozen=True, slots=True)
class OpenForcesObstacle:
    """Something on the battlefield: round; with one further corner a straight wall; with several an area."""

    id: UnitId
    """The client's id of the obstacle."""
    at: OpenForcesPoint
    """Where its center is; of a wall one end, of an area a corner."""
    radius: Radius
    """Its radius, in hundredths of the unit of length; of a wall half its thickness, of an area what surrounds it."""
    corners: Annotated[tuple[OpenForcesPoint, ...], MaxLen(20)] = ()
    """The other end of a wall, or the further corners of an area, in order; none: it is round."""
    kind: Name | None = None
    """What it is, such as wood; data cards may say what their units do with it."""
    blocks_sight: bool = True
    """Trees do; sandbags and other small cover do not."""
    def_: Stat = 0
    """The bonus to the DEF of a group that it covers."""
    crossed_by: Annotated[tuple[Name, ...], MaxLen(32)] = ()
    """The kinds of units that may cross it."""
    name: Name | None = None
    """The name of the obstacle, for texts; null: it is called as its kind."""


@dataclass(frozen=True, slots=True)
class OpenForcesRectangle:
    """A part of the plane: the battlefield, or the zone in which an army is placed."""

    at: OpenForcesPoint
    """Its corner with the least coordinates."""
    width: Side
    """How far it reaches from there in the first coordinate, in hundredths of the unit of length."""
    height: Side
    """How far it reaches from there in the second coordinate, in hundredths of the unit of length."""


Zones = Annotated[tuple[OpenForcesRectangle | None, ...], MaxLen(8)]


class Placement(StrEnum):
    """How groups come to where they begin."""

    SETUP = "setup"
    IN_TURN = "in-turn"


@dataclass(frozen=True, slots=True)
class OpenForcesSetup:
    """The setup of a game: the data cards, an army for each seat in order, and the agreements of the players."""

    cards: Annotated[tuple[OpenForcesDataCard, ...], MinLen(1), MaxLen(100)]
    """The data cards of all unit types in the game."""
    armies: Annotated[tuple[OpenForcesArmy, ...], MinLen(2), MaxLen(8)]
    """The army of each seat, that of seat 1 first."""
    obstacles: Annotated[tuple[OpenForcesObstacle, ...], MaxLen(100)] = ()
    """What stands on the battlefield; for games with positions."""
    objective: Annotated[OneLine, MinLen(1), MaxLen(300)] | None = None
    """An agreed objective in the players' words, beside the last army; its claimer wins once all others confirm it."""
    placement: Placement = Placement.SETUP
    """Whether groups stand where the setup says, or their players place those without positions in turn (OF-4)."""
    battlefield: OpenForcesRectangle | None = None
    """The ground on which units stand and move; null: it has no edge. For games with positions."""
    zones: Zones = ()
    """Where the groups of each army are placed in turn, that of seat 1 first; null or absent: anywhere."""
