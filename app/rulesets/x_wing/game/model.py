"""The types of an engagement that the server holds: setup, options, state and moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.board import GameResult
from app.domain.casualties import UnitId
from app.rulesets.x_wing.effects import EffectName, XWingCount, XWingEffect
from app.rulesets.x_wing.model import (
    CardId,
    DamageCard,
    Obstacle,
    Range,
    Stack,
    XWingShip,
    XWingTokens,
    XWingWeapon,
)
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.terms import Arc, Face, Token

Initiative = Annotated[int, Ge(0), Le(8)]
Text = Annotated[str, MaxLen(200)]
Damage = Annotated[int, Ge(0), Le(20)]

LENIENT: Mapping[str, object] = {"extra": "ignore", "strict": True}
"""How a list of a squad builder is read: what is not needed is ignored."""


class PlayerOrder(StrEnum):
    """How the first player is found (XW-76)."""

    ROLL_EACH_ROUND = "roll-each-round"
    FIXED = "fixed"


class Reference(StrEnum):
    """Whose initiative tells how long a destroyed ship stays (XW-67)."""

    ATTACKER = "attacker"
    ENGAGED_SHIP = "engaged-ship"


class HalfPoints(StrEnum):
    """Whether a ship that has lost half of its shields and hull counts half, and how that is rounded (XW-77)."""

    NONE = "none"
    ROUNDED_DOWN = "rounded-down"
    ROUNDED_UP = "rounded-up"


@dataclass(frozen=True, slots=True)
class XWingGameOptions(XWingOptions):
    """The rules of the attack and of the engagements around it in which versions of the rules reference differ."""

    player_order: PlayerOrder = PlayerOrder.ROLL_EACH_ROUND
    """Whether the first player is rolled in each round, or is one for the whole game (XW-76)."""
    simultaneous_fire_reference: Reference = Reference.ATTACKER
    """Whose initiative step a destroyed ship outlasts: that of the attacker, or of the ship that engages (XW-67)."""
    half_points: HalfPoints = HalfPoints.NONE
    """Whether damaged ships count half in the score, and how that is rounded (XW-77)."""
    rounds: Annotated[int, Ge(1), Le(100)] | None = 12
    """After how many rounds the score decides; null: only once a squad has no ship left (XW-77)."""


@dataclass(frozen=True, slots=True)
class XWingListedPilot:
    """A ship in an XWS list; other members of builders are ignored."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = LENIENT
    id: Text | None = None
    """The XWS id of the pilot; some builders send it as `name` only."""
    name: Text | None = None
    """The id of the pilot, where there is no `id`."""
    ship: Text | None = None
    """The XWS id of the ship."""
    points: Annotated[int, Ge(0), Le(1000)] | None = None
    """What the ship is worth in the score; null: 1."""
    upgrades: Annotated[Mapping[Text, Annotated[tuple[Text, ...], MaxLen(20)]], MaxLen(40)] | None = None
    """The XWS ids of its upgrades by slot."""


@dataclass(frozen=True, slots=True)
class XWingList:
    """A squad as a squad builder exports it (XWS); other members of builders are ignored."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = LENIENT
    pilots: Annotated[tuple[XWingListedPilot, ...], MinLen(1), MaxLen(30)]
    """The ships of the squad."""
    name: Text | None = None
    """The name of the squad."""
    faction: Text | None = None
    """The XWS id of its faction."""


@dataclass(frozen=True, slots=True)
class XWingFleetShip:
    """A ship as it enters the game; a squad's answer has name, initiative, ship and weapons in this form."""

    ship: XWingShip
    """The ship, as a situation takes it; its id is unique in the game."""
    weapons: Annotated[tuple[XWingWeapon, ...], MaxLen(20)]
    """The weapons with which it may attack."""
    initiative: Initiative = 0
    """The initiative of its pilot, from 0 to 8."""
    points: Annotated[int, Ge(0), Le(1000)] = 1
    """What it is worth in the score."""
    name: Annotated[str, MaxLen(60)] | None = None
    """The name of the pilot; texts use the name of the ship."""


@dataclass(frozen=True, slots=True)
class XWingFleet:
    """The squad of one seat: a list of a squad builder, or its ships."""

    xws: XWingList | None = None
    """The squad as a squad builder exports it; ids that a ship before has already get a number."""
    ships: Annotated[tuple[XWingFleetShip, ...], MaxLen(30)] = ()
    """The ships of the squad, where there is no list."""


@dataclass(frozen=True, slots=True)
class XWingSetup:
    """The setup of a game: the squads of seat 1 and seat 2."""

    squads: Annotated[tuple[XWingFleet, ...], MinLen(2), MaxLen(2)]
    """The squad of each seat, that of seat 1 first."""
    first_player: Annotated[int, Ge(1), Le(2)] | None = None
    """The seat that is first player for the whole game, where the option `player_order` is `fixed`; else null."""


class Phase(StrEnum):
    """A part of a round. What the players do in the first two is declared as far as attacks depend on it."""

    PLANNING = "planning"
    ACTIVATION = "activation"
    ENGAGEMENT = "engagement"
    END = "end"


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


@dataclass(frozen=True, slots=True)
class XWingPlayer:
    """A seat, its squad and its damage deck."""

    seat: int
    """The number of the seat."""
    squad: str | None
    """The name of its squad."""
    deck: tuple[DamageCard, ...]
    """The cards of its damage deck of which nobody knows where they are: in the deck, or facedown on a ship."""


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


@dataclass(frozen=True, slots=True)
class XWingDeclaredShip:
    """What came of maneuvers, actions and the table for one ship; null: as before."""

    id: UnitId
    """The id of the ship, one of the seat's own."""
    tokens: XWingTokens | None = None
    """All tokens that it has now."""
    locks: Annotated[tuple[UnitId, ...], MaxLen(4)] | None = None
    """The ids of what it has a lock on now."""
    force: Stack | None = None
    """How many of its Force charges are active now."""
    shields: Annotated[int, Ge(0), Le(20)] | None = None
    """How many of its shields are active now."""
    charges: Annotated[Mapping[CardId, Stack], MaxLen(40)] | None = None
    """The active charges that have changed, by card."""
    effects: Annotated[tuple[EffectName | XWingEffect | XWingCount, ...], MaxLen(32)] | None = None
    """All friends' abilities in force now, and what cards count at the table."""
    repaired: Annotated[int, Ge(0), Le(20)] = 0
    """How many damage cards it repairs: faceup ones are turned down, then facedown ones discarded."""
    hits: Damage = 0
    """How much hit damage it suffers at the table, of obstacles or devices."""
    crits: Damage = 0
    """How much crit damage it suffers at the table, after the hit damage."""
    fled: bool = False
    """Whether it has left the play area and is out of the game."""


@dataclass(frozen=True, slots=True)
class XWingDeclaredAttack:
    """An attack as it is declared: weapon, target, and what is measured at the table."""

    target: UnitId
    """The id of the ship that is attacked, one of the enemy's."""
    weapon: XWingWeapon
    """The weapon, one of the ship's own."""
    attack_range: Range
    """The attack range that was measured, from 0 to 3."""
    obstructed: bool = False
    """Whether an obstacle obstructs the attack; ships and devices do not count."""
    defender_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = (Arc.FRONT,)
    """The arcs of the attacker in which the target is."""
    attacker_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = ()
    """The arcs of the target in which the attacker is."""
    ignores_obstacles: bool = False
    """Whether obstacles give the target no die against this attacker."""
    touching: bool = False
    """Whether the two ships touch."""
    at_obstacle: Obstacle | None = None
    """An obstacle at range 0 of the attacker."""


@dataclass(frozen=True, slots=True)
class Declare:
    """What came of maneuvers, actions and the table: tokens, locks, charges, damage of obstacles, friends in range."""

    varied_by: ClassVar = "kind"
    kind: Literal["declare"]
    """The kind of move."""
    ships: Annotated[tuple[XWingDeclaredShip, ...], MinLen(1), MaxLen(30)]
    """The ships that have changed."""


@dataclass(frozen=True, slots=True)
class Engage:
    """XW-66: an own ship engages and may attack once."""

    varied_by: ClassVar = "kind"
    kind: Literal["engage"]
    """The kind of move."""
    ship: UnitId
    """The id of the ship, an own one whose initiative it is."""
    attack: XWingDeclaredAttack | None = None
    """Its attack; null: it engages without one."""


@dataclass(frozen=True, slots=True)
class XWingKept:
    """Tokens that stay on a ship in the End Phase, because a card says so."""

    ship: UnitId
    """The id of the ship, one of the seat's own."""
    token: Token
    """The kind of token, a green or an orange one."""
    amount: Annotated[int, Ge(1), Le(10)]
    """How many stay."""


@dataclass(frozen=True, slots=True)
class EndPhase:
    """The seat has done all that it does in the phase; once both seats have, it ends."""

    varied_by: ClassVar = "kind"
    kind: Literal["end-phase"]
    """The kind of move."""
    keeps: Annotated[tuple[XWingKept, ...], MaxLen(60)] = ()
    """In the End Phase, the green and orange tokens that stay because a card says so; all others go (XW-71)."""


@dataclass(frozen=True, slots=True)
class Concede:
    """The seat gives the game up; the other one wins."""

    varied_by: ClassVar = "kind"
    kind: Literal["concede"]
    """The kind of move."""


XWingMove = Declare | Engage | EndPhase | Concede


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
