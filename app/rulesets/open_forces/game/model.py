"""The types of a game of Open Forces as it goes on: state, moves and choices."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from annotated_types import MaxLen

from app.domain.board import GameResult, Pass
from app.domain.casualties import UnitId
from app.rulesets.open_forces.game.setup import (
    Digit,
    OpenForcesDataCard,
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesRectangle,
    Points,
    Zones,
)
from app.rulesets.open_forces.model import Length, OpenForcesCover, OpenForcesOutcome, UnitIds


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
    name: str | None = None
    """The name that texts use; null: the id."""


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
    """The seat that places the next group or gives the next command."""
    stalemate_offers: tuple[int, ...] = ()
    """The seats that have agreed to a stalemate."""
    claim: ObjectiveClaim | None = None
    """The claim of the objective that waits for the others; null where there is none."""
    result: GameResult | None = None
    """How the game ended; null while it goes on."""
    fallen: tuple[OpenForcesGroup, ...] = ()
    """The groups that are destroyed, in the order in which they were."""
    to_place: tuple[OpenForcesGroup, ...] = ()
    """The groups that their players have yet to place on the battlefield, before the first round."""
    battlefield: OpenForcesRectangle | None = None
    """The ground on which units stand and move; null: it has no edge."""
    zones: Zones = ()
    """Where the groups of each army are placed in turn, that of seat 1 first; null or absent: anywhere."""


@dataclass(frozen=True, slots=True)
class Place:
    """OF-4: place an own group on the battlefield; the player then chooses where."""

    varied_by: ClassVar = "kind"
    kind: Literal["place"]
    """The kind of move."""
    group: UnitId
    """The id of the group to place, one of the seat's own that is not on the field yet."""


@dataclass(frozen=True, slots=True)
class Command:
    """OF-10: command an own, ready group; the player then chooses its mode, movement and attack, in this order."""

    varied_by: ClassVar = "kind"
    kind: Literal["command"]
    """The kind of move."""
    group: UnitId
    """The id of the group to command, one of the seat's own that is ready."""


@dataclass(frozen=True, slots=True)
class OfferStalemate:
    """OF-38: offer a stalemate, or agree to one; the game ends as one once all players have agreed.

    An offer stands until all have agreed or one declines.
    """

    varied_by: ClassVar = "kind"
    kind: Literal["offer-stalemate"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class DeclineStalemate:
    """OF-38: decline a stalemate that is offered, or take the own offer back; the offer ends."""

    varied_by: ClassVar = "kind"
    kind: Literal["decline-stalemate"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class ClaimObjective:
    """OF-6: claim that the agreed objective is reached; all other players have to confirm it.

    A claim stands until all have confirmed it or one denies it.
    """

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
    """OF-6: deny the claim, or take the own claim back; the claim ends."""

    varied_by: ClassVar = "kind"
    kind: Literal["deny-objective"]
    """The kind of move."""


OpenForcesMove = (
    Place | Command | Pass | OfferStalemate | DeclineStalemate | ClaimObjective | ConfirmObjective | DenyObjective
)


@dataclass(frozen=True, slots=True)
class Places:
    """OF-4: where the units of a group are placed."""

    positions: Points
    """The position of each unit, in the order of the group, in hundredths of the unit of length."""


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
class DefenderSays:
    """OF-24, OF-35: what the defender says to what the attacker declares, in a game without positions."""

    accepted: bool
    """Whether the defender accepts distance and sight; if not, its group is not attacked."""
    cover: Annotated[tuple[OpenForcesCover, ...], MaxLen(32)] | None = None
    """The surroundings that protect the group, as the defender sees them; null: as the attacker declares them."""


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """OF-8: the die that a seat rolled for the first command."""

    seat: int
    """The number of the seat."""
    face: int
    """What its die shows, from 1 to 6."""


class Next(StrEnum):
    """What follows a move: another group to place, another command, a new round, or the end of the game."""

    PLACE = "place"
    TURN = "turn"
    ROUND = "round"
    END = "end"


@dataclass(frozen=True, slots=True)
class SideTotal:
    """OF-39: the army values that a team, or a player without one, has left."""

    team: str | None
    """The name of the team; null for a player without one."""
    seats: tuple[int, ...]
    """The seats of the side, ascending."""
    army_value: int
    """The sum of the army values of all its units."""


@dataclass(frozen=True, slots=True)
class OpenForcesTurn:
    """The outcome of a move."""

    varied_by: ClassVar = "next"
    round: int
    """The number of the round after the move."""
    turn: int | None
    """The seat that places the next group or gives the next command."""
    next: Next
    """What follows the move."""
    attack: OpenForcesOutcome | None
    """The outcome of the attack of a command; null without one."""
    result: GameResult | None
    """How the game ended, if it has."""
    totals: tuple[SideTotal, ...] = ()
    """What each team or player has left at the end of the game; empty while it goes on."""
