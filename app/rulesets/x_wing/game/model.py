"""The state of an engagement that the server holds, and whose turn it is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Le

from app.domain.board import GameResult
from app.rulesets.x_wing.attack.weapons import docked_weapons
from app.rulesets.x_wing.model import XWingShip, XWingWeapon
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.terms import Arc, DamageCard, Face

Initiative = Annotated[int, Ge(0), Le(8)]


class Phase(StrEnum):
    """A part of a round. What the players do in the first two is declared as far as attacks depend on it."""

    PLANNING = "planning"
    ACTIVATION = "activation"
    ENGAGEMENT = "engagement"
    END = "end"


class Until(StrEnum):
    """How long an initiative counts that is not that of the pilot."""

    PHASE = "phase"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class XWingInitiative:
    """An initiative that counts for a while instead of that of the pilot (XW-66)."""

    value: Initiative
    """The initiative, from 0 to 8."""
    until: Until = Until.ROUND
    """Whether it counts until the end of the phase or of the round."""
    after: int | None = None
    """If it was raised above the initiative that engages now: that initiative, at which the ship engages last."""


@dataclass(frozen=True, slots=True)
class XWingGameShip:
    """A ship of the game as it stands."""

    seat: int
    """The number of the seat that plays it."""
    ship: XWingShip
    """The ship, in the form of a situation."""
    weapons: tuple[XWingWeapon, ...]
    """The weapons with which it may attack."""
    initiative: int
    """The initiative of its pilot."""
    points: int
    """What it is worth in the score."""
    engaged: bool = False
    """Whether it has engaged in this round."""
    stays_until: int | None = None
    """Of a destroyed ship, the initiative after whose engagements it is removed; null while it is not destroyed."""
    removed: bool = False
    """Whether it is out of the game."""
    changed: XWingInitiative | None = None
    """The initiative that counts instead of that of its pilot; null: its pilot's."""
    arcs_used: tuple[Arc, ...] = ()
    """The arcs from which it attacks no more in this round, because of a card."""
    is_disarm_due: bool = False
    """Whether it gains a disarm token at the start of the next Planning Phase, because of a card."""

    @property
    def arms(self) -> tuple[XWingWeapon, ...]:
        """XW-5: the weapons with which it may attack now, that of a docked ship among them."""
        return (*self.weapons, *docked_weapons(self.ship))

    @property
    def step(self) -> int:
        """XW-66: the initiative at which it engages."""
        if self.changed is None:
            return self.initiative
        return self.changed.value if self.changed.after is None else self.changed.after

    @property
    def is_last(self) -> bool:
        """XW-66: whether it engages after all other ships of that initiative."""
        return self.changed is not None and self.changed.after is not None


@dataclass(frozen=True, slots=True)
class XWingPlayer:
    """A seat, its squad and its damage deck."""

    seat: int
    """The number of the seat."""
    squad: str | None
    """The name of its squad."""
    deck: tuple[DamageCard, ...]
    """The cards of its damage deck that may be in the deck or facedown on a ship."""
    mission_points: int = 0
    """The points that it has scored in the scenario, as it has declared."""


@dataclass(frozen=True, slots=True)
class XWingDefended:
    """An attack after which a friend of the defender may make a bonus attack (XW-64)."""

    attacker: str
    """The id of the ship that has attacked."""
    defender: str
    """The id of the ship that has defended."""
    cards: int
    """How many damage cards it was dealt."""


@dataclass(frozen=True, slots=True)
class XWingState:
    """A game as it stands."""

    players: tuple[XWingPlayer, ...]
    """The seats, seat 1 first."""
    ships: tuple[XWingGameShip, ...]
    """All ships, those of seat 1 first; removed ones too."""
    first_player: int | None
    """The seat that is first player; null before it is rolled."""
    round: int = 0
    """The number of the round, from 1; 0 before the first."""
    phase: Phase = Phase.PLANNING
    """The phase of the round."""
    ended: tuple[int, ...] = ()
    """The seats that have ended the phase."""
    result: GameResult | None = None
    """How the game ended; null while it goes on."""
    defended: XWingDefended | None = None
    """The attack after which a friend of the defender may make a bonus attack, until the next ship engages; null:
    there is none."""


@dataclass(frozen=True, slots=True)
class PlayerRoll:
    """XW-76: the attack dice that a seat rolled for the first player."""

    seat: int
    """The number of the seat."""
    faces: tuple[Face, ...]
    """What its three dice show."""


class Next(StrEnum):
    """What follows a move: another one, a new phase, a new round, or the end of the game."""

    MOVE = "move"
    PHASE = "phase"
    ROUND = "round"
    END = "end"


@dataclass(frozen=True, slots=True)
class XWingTurn:
    """The outcome of a move."""

    varied_by: ClassVar = "next"
    round: int
    """The number of the round after the move."""
    phase: Phase
    """The phase after the move."""
    turn: int | None
    """The seat whose ship engages next; null outside the Engagement Phase."""
    next: Next
    """What follows the move."""
    attack: XWingOutcome | None
    """The outcome of the attack; null without one."""
    result: GameResult | None
    """How the game ended, if it has."""
