"""The types of a game of Open Forces: setup, options, state, moves and choices."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from app.domain.board import GameResult
from app.domain.casualties import UnitId
from app.rulesets.open_forces.model import (
    Count,
    Length,
    OpenForcesCover,
    OpenForcesOptions,
    OpenForcesOutcome,
    Stat,
    UnitIds,
)

HUNDREDTHS = 100
"""Positions are whole hundredths of the unit of length in which SPD and RNG are given."""

Name = Annotated[str, MinLen(1), MaxLen(60), Predicate(str.isprintable)]
Coordinate = Annotated[int, Ge(-1_000_000), Le(1_000_000)]
Radius = Annotated[int, Ge(0), Le(100_000)]
Value = Annotated[int, Ge(0), Le(1_000_000)]
Digit = Annotated[int, Ge(1), Le(6)]


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
    """The radius of a unit's base, in hundredths of the unit of length."""


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
    """Where its units stand. Either all groups have positions, or none."""


@dataclass(frozen=True, slots=True)
class OpenForcesArmy:
    """The army that one seat plays."""

    groups: Annotated[tuple[OpenForcesGroupSetup, ...], MinLen(1), MaxLen(50)]
    """The groups of the army."""
    team: Name | None = None
    """Armies of the same team are allies and are scored together."""


@dataclass(frozen=True, slots=True)
class OpenForcesObstacle:
    """Something round on the battlefield."""

    id: UnitId
    """The client's id of the obstacle."""
    at: OpenForcesPoint
    """Where its center is."""
    radius: Radius
    """Its radius, in hundredths of the unit of length."""
    blocks_sight: bool = True
    """Trees do; sandbags and other small cover do not."""
    def_: Stat = 0
    """The bonus to the DEF of a group that it covers."""
    crossed_by: Annotated[tuple[Name, ...], MaxLen(32)] = ()
    """The kinds of units that may cross it."""


@dataclass(frozen=True, slots=True)
class OpenForcesSetup:
    """The setup of a game: the data cards, an army for each seat in order, and the agreements of the players."""

    cards: Annotated[tuple[OpenForcesDataCard, ...], MinLen(1), MaxLen(100)]
    """The data cards of all unit types in the game."""
    armies: Annotated[tuple[OpenForcesArmy, ...], MinLen(2), MaxLen(8)]
    """The army of each seat, that of seat 1 first."""
    obstacles: Annotated[tuple[OpenForcesObstacle, ...], MaxLen(100)] = ()
    """What stands on the battlefield; for games with positions."""
    objective: Annotated[str, MinLen(1), MaxLen(300), Predicate(str.isprintable)] | None = None
    """An agreed objective in the players' words, beside the last army; its claimer wins once all others confirm it."""


class ShootOver(StrEnum):
    """Whether a kind must be smaller than the attacker or than the target to be shot over."""

    ATTACKER = "attacker"
    TARGET = "target"


class PassThrough(StrEnum):
    """Which groups of a smaller kind may be passed through."""

    ANY = "any"
    FRIENDLY_ONLY = "friendly-only"


class MovementPath(StrEnum):
    """Whether a movement is one straight line or several."""

    SINGLE_SEGMENT = "single-segment"
    POLYLINE = "polyline"


class TurnDirection(StrEnum):
    """The order in which seats give their commands."""

    ASCENDING = "ascending"
    DESCENDING = "descending"


@dataclass(frozen=True, slots=True)
class OpenForcesGameOptions(OpenForcesOptions):
    """Options for what the rulebook leaves open in a whole game, and house rules."""

    army_budget: Value | None = None
    """The most that an army may be worth; null: anything (OF-1)."""
    turn_direction: TurnDirection = TurnDirection.ASCENDING
    """The order of the seats (OF-11)."""
    allow_pass: bool = False
    """Whether a player may pass and give no more commands in the round (OF-10)."""
    movement_path: MovementPath = MovementPath.SINGLE_SEGMENT
    """One straight line, or a path of several (OF-18)."""
    pass_through_smaller: PassThrough = PassThrough.ANY
    """Which groups of a smaller kind may be passed through (OF-19)."""
    shoot_over: ShootOver = ShootOver.ATTACKER
    """Whether a kind must be smaller than the attacker or than the target to be shot over (OF-25)."""
    same_group_blocks_los: bool = False
    """Whether units of the attacking and of the attacked group hide each other (OF-24)."""
    friendly_fire: bool = False
    """Whether own and allied groups may be attacked (OF-22)."""
    stalemate_rounds: Annotated[int, Ge(1), Le(1000)] | None = 10
    """After how many rounds without a death in a row the game is a stalemate; null: never (OF-38)."""
    stalemate_by_agreement: bool = True
    """Whether all players together may declare a stalemate (OF-38)."""


@dataclass(frozen=True, slots=True)
class OpenForcesUnit:
    """A unit on the field."""

    id: str
    """The id of the unit."""
    at: OpenForcesPoint | None
    """Where it stands; null in a game without positions."""


@dataclass(frozen=True, slots=True)
class OpenForcesGroup:
    """A group on the field."""

    id: str
    """The id of the group."""
    seat: int
    """The number of the seat that plays it."""
    card: str
    """The id of its data card."""
    mode: int
    """The digit that its mode die shows, from 1 to 6."""
    ready: bool
    """Whether it may still be commanded in this round."""
    units: tuple[OpenForcesUnit, ...]
    """Its units that are left, in order."""


@dataclass(frozen=True, slots=True)
class OpenForcesPlayer:
    """A seat and its team."""

    seat: int
    """The number of the seat."""
    team: str | None
    """The name of its team; null where it plays for itself."""


@dataclass(frozen=True, slots=True)
class ObjectiveClaim:
    """A seat says that it has reached the agreed objective."""

    seat: int
    """The number of the seat that claims the objective."""
    confirmed_by: tuple[int, ...]
    """The seats that have confirmed the claim, in the order in which they did."""


@dataclass(frozen=True, slots=True)
class OpenForcesState:
    """A game as it stands."""

    players: tuple[OpenForcesPlayer, ...]
    """The seats with their teams, seat 1 first."""
    groups: tuple[OpenForcesGroup, ...]
    """The groups on the field."""
    cards: tuple[OpenForcesDataCard, ...]
    """The data cards of the game."""
    obstacles: tuple[OpenForcesObstacle, ...]
    """What stands on the battlefield."""
    objective: str | None
    """The agreed objective, in the players' words; null where there is none."""
    round: int = 0
    """The number of the round, from 1; 0 before the first."""
    quiet_rounds: int = 0
    """Rounds without a death in a row."""
    deaths: int = 0
    """Units killed in this round."""
    turn: int | None = None
    """The seat that gives the next command."""
    stalemate_offers: tuple[int, ...] = ()
    """The seats that have agreed to a stalemate."""
    claim: ObjectiveClaim | None = None
    """The claim of the objective that waits for the others; null where there is none."""
    result: GameResult | None = None
    """How the game ended; null while it goes on."""


@dataclass(frozen=True, slots=True)
class Command:
    """OF-10: command an own, ready group; the player is then asked for its mode, movement and attack, in this order."""

    varied_by: ClassVar = "kind"
    kind: Literal["command"]
    """The kind of move."""
    group: UnitId
    """The id of the group to command, one of the seat's own that is ready."""


@dataclass(frozen=True, slots=True)
class Pass:
    """OF-10: give no more commands in this round, where `allow_pass` lets a player."""

    varied_by: ClassVar = "kind"
    kind: Literal["pass"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class OfferStalemate:
    """OF-38: agree to a stalemate; the game ends as one once all players have agreed."""

    varied_by: ClassVar = "kind"
    kind: Literal["offer-stalemate"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class ClaimObjective:
    """OF-6: claim that the agreed objective is reached; all other players have to confirm it."""

    varied_by: ClassVar = "kind"
    kind: Literal["claim-objective"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class ConfirmObjective:
    """OF-6: confirm that the claimed objective is reached."""

    varied_by: ClassVar = "kind"
    kind: Literal["confirm-objective"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class DenyObjective:
    """OF-6: deny the claim, which ends it."""

    varied_by: ClassVar = "kind"
    kind: Literal["deny-objective"]
    """The kind of move."""


OpenForcesMove = Command | Pass | OfferStalemate | ClaimObjective | ConfirmObjective | DenyObjective


@dataclass(frozen=True, slots=True)
class ChosenMode:
    """OF-15: a mode of the group's data card."""

    mode: Digit
    """The digit of the mode, one that the card has."""


@dataclass(frozen=True, slots=True)
class Movement:
    """OF-17, OF-18: a movement: its length, or in a game that stores positions the legs of its path."""

    distance: Length = 0
    """How far the group moves, in a game without positions; 0: it stays."""
    path: Annotated[tuple[Points, ...], MaxLen(16)] = ()
    """In a game with positions: for each straight leg the new positions of the units, in the order of the group."""


@dataclass(frozen=True, slots=True)
class Target:
    """OF-20: a group to attack, or none; in a game without positions with what the players see on the table."""

    target: UnitId | None = None
    """The id of the group to attack; null: no attack."""
    distance: Length | None = None
    """The shortest distance between the groups, rounded up; null: the players agree that it is within range."""
    line_of_sight: bool = True
    """Whether every attacker sees every unit that is attacked."""
    visible: UnitIds | None = None
    """The target units that every attacker sees; null: all."""
    cover: Annotated[tuple[OpenForcesCover, ...], MaxLen(32)] = ()
    """The surroundings that protect the target; in a game without positions."""


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """OF-8: the die that a seat rolled for the first command."""

    seat: int
    """The number of the seat."""
    face: int
    """What its die shows, from 1 to 6."""


class Next(StrEnum):
    """What follows a move: another command, a new round, or the end of the game."""

    TURN = "turn"
    ROUND = "round"
    END = "end"


@dataclass(frozen=True, slots=True)
class OpenForcesTurn:
    """The outcome of a move."""

    varied_by: ClassVar = "next"
    round: int
    """The number of the round after the move."""
    turn: int | None
    """The seat that gives the next command."""
    next: Next
    """What follows the move."""
    attack: OpenForcesOutcome | None
    """The outcome of the attack of a command; null without one."""
    result: GameResult | None
    """How the game ended, if it has."""
