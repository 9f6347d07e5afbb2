"""The options of a game of Open Forces."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le

from app.rulesets.open_forces.game.setup import Value
from app.rulesets.open_forces.model import OpenForcesOptions


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


class Declarations(StrEnum):
    """Whether the defender is asked about what the attacker declares, in a game without positions."""

    ATTACKER = "attacker"
    CONFIRMED = "confirmed"


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
    declarations: Declarations = Declarations.ATTACKER
    """Whether the attacker alone declares distance, sight and cover, or the defender has to accept them (OF-24)."""
    enforce_formation: bool = False
    """Whether a group must stand base to base in a convex shape; in a game with positions (OF-3)."""
    stalemate_rounds: Annotated[int, Ge(1), Le(1000)] | None = 10
    """After how many rounds without a death in a row the game is a stalemate; null: never (OF-38)."""
    stalemate_by_agreement: bool = True
    """Whether all players together may declare a stalemate (OF-38)."""
