"""The types of a game of Storm Over Stalingrad: setup, options, state, moves and choices."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.board import Concede, GameResult, Pass
from app.domain.casualties import UnitId
from app.rulesets.storm_over_stalingrad.game.cards import NO_CARDS, HandSize, SideCards, TacticalCard
from app.rulesets.storm_over_stalingrad.model import Area, AreaId, Options, Outcome, Side, Unit

TurnNumber = Annotated[int, Ge(1), Le(100)]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that enters the map later."""

    turn: Annotated[int, Ge(2), Le(100)]
    """The turn at whose beginning it enters; it waits where the area has no room or is held by the enemy."""
    area: AreaId
    """The id of the area that it enters."""
    unit: Unit
    """The unit, with an id that no other unit has."""
    or_areas: Annotated[tuple[AreaId, ...], MaxLen(31)] = ()
    """The ids of further areas that it may enter instead; its side chooses among those that are open."""

    @property
    def areas(self) -> tuple[AreaId, ...]:
        """The ids of all areas that it may enter."""
        return (self.area, *self.or_areas)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A unit that leaves the map without being lost."""

    turn: TurnNumber
    """The turn at whose end it leaves."""
    unit: UnitId
    """The id of the unit."""


@dataclass(frozen=True, slots=True)
class Objectives:
    """What decides the game after its last turn."""

    side: Side
    """The side that needs the areas."""
    areas: Annotated[tuple[AreaId, ...], MinLen(1), MaxLen(32)]
    """The ids of the areas that count."""
    needed: Annotated[int, Ge(1), Le(32)]
    """How many of them the side has to control; with fewer its enemy wins."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a game: the map with its units, the side of each seat, and what comes later."""

    areas: Annotated[tuple[Area, ...], MinLen(2), MaxLen(32)]
    """The whole map, each area with its units."""
    sides: tuple[Side, Side] = (Side.GERMAN, Side.SOVIET)
    """The side that each seat plays, that of seat 1 first."""
    arrivals: Annotated[tuple[Arrival, ...], MaxLen(400)] = ()
    """The units that enter the map later."""
    withdrawals: Annotated[tuple[Withdrawal, ...], MaxLen(400)] = ()
    """The units that leave the map again."""
    objectives: Objectives | None = None
    """What decides the game; null: the players agree, or it is a draw."""
    cards: Annotated[tuple[TacticalCard, ...], MaxLen(110)] = ()
    """The tactical cards of both sides; empty: a game without cards."""
    hand_sizes: Annotated[tuple[HandSize, ...], MaxLen(100)] = ()
    """With cards, to how many each side draws at the beginning of each turn; the last holds for all later turns."""


class EntryCost(StrEnum):
    """What makes it cost one more to enter an area."""

    NOTHING = "nothing"
    ENEMY_UNITS = "enemy-units"
    ENEMY_CONTROL = "enemy-control"


@dataclass(frozen=True, slots=True)
class GameOptions(Options):
    """Options for what the rulebook leaves open in a whole game, and house rules."""

    first_side: Side = Side.GERMAN
    """The side that has the first impulse of each turn (SS-58)."""
    turns: TurnNumber = 6
    """After how many turns the game ends (SS-64)."""
    movement_factor: Annotated[int, Ge(1), Le(9)] = 2
    """How much a unit without its own `movement` may spend on entering areas in one impulse; each costs 1 (SS-60)."""
    entry_cost: EntryCost = EntryCost.ENEMY_UNITS
    """What makes it cost one more to enter an area (SS-60)."""
    control_in_passing: bool = False
    """Whether an area without enemy units comes under control of units that only pass through it (SS-44)."""
    discards: bool = False
    """Whether each side may discard cards from its hand when a turn ends (SS-67)."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A seat proposes to end the game."""

    seat: int
    """The number of the seat that proposes it."""
    winner: Side | None
    """The side that wins then; null: a draw."""


@dataclass(frozen=True, slots=True)
class State:
    """A game as it stands."""

    areas: tuple[Area, ...]
    """The areas of the map with their units."""
    sides: tuple[Side, Side]
    """The side of each seat, that of seat 1 first."""
    arrivals: tuple[Arrival, ...]
    """The units that are still to enter the map."""
    withdrawals: tuple[Withdrawal, ...]
    """The units that are still to leave the map."""
    objectives: Objectives | None
    """What decides the game; null where there are none."""
    turn: int = 0
    """The number of the turn, from 1; 0 before the first."""
    acting: int | None = None
    """The seat that has the impulse; null once the game has ended."""
    passes: int = 0
    """How many impulses in a row were passed, in this turn."""
    losses: tuple[Unit, ...] = ()
    """The units that were eliminated, in order."""
    proposal: Proposal | None = None
    """The proposal that waits for the other seat; null where there is none."""
    has_proposed: bool = False
    """Whether the end was already proposed in this impulse."""
    cards: tuple[SideCards, SideCards] = NO_CARDS
    """The cards of each seat, those of seat 1 first."""
    hand_sizes: tuple[int, ...] = ()
    """To how many cards each side draws, turn by turn; the last holds for all later turns."""
    result: GameResult | None = None
    """How the game ended; null while it goes on."""


@dataclass(frozen=True, slots=True)
class FireMove:
    """SS-59: units of one area fire at their own area or an adjacent one; the player then chooses which units."""

    varied_by: ClassVar = "kind"
    kind: Literal["fire"]
    """The kind of move."""
    area: AreaId
    """The id of the area whose units fire."""
    target: AreaId
    """The id of the area at which they fire."""


@dataclass(frozen=True, slots=True)
class MoveMove:
    """SS-60: units of one area move; the player then chooses which units go where."""

    varied_by: ClassVar = "kind"
    kind: Literal["move"]
    """The kind of move."""
    area: AreaId
    """The id of the area whose units move."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """SS-54: play a card instead of firing or moving; it fires itself, or units move and fire by it."""

    varied_by: ClassVar = "kind"
    kind: Literal["play-card"]
    """The kind of move."""
    card: UnitId
    """The id of the card, which is in hand."""
    target: AreaId
    """The id of the area that is fired at."""
    area: AreaId | None = None
    """The id of the area whose units move and fire; null where the card fires."""
    to: AreaId | None = None
    """The id of the adjacent area to which they move; null where the card fires."""


@dataclass(frozen=True, slots=True)
class ChangeTerrain:
    """SS-54, SS-56: play a card that changes the terrain of an area for the rest of the game, as the whole impulse."""

    varied_by: ClassVar = "kind"
    kind: Literal["change-terrain"]
    """The kind of move."""
    card: UnitId
    """The id of the card, which is in hand."""
    area: AreaId
    """The id of the area whose terrain it changes."""


@dataclass(frozen=True, slots=True)
class ProposeEnd:
    """SS-65: propose to end the game with a winner, or as a draw; the other seat has to agree."""

    varied_by: ClassVar = "kind"
    kind: Literal["propose-end"]
    """The kind of move."""
    winner: Side | None = None
    """The side that wins then; null: a draw."""


@dataclass(frozen=True, slots=True)
class AgreeEnd:
    """SS-65: agree to the proposed end."""

    varied_by: ClassVar = "kind"
    kind: Literal["agree-end"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class DeclineEnd:
    """SS-65: decline the proposed end; the game goes on."""

    varied_by: ClassVar = "kind"
    kind: Literal["decline-end"]
    """The kind of move."""


Move = FireMove | MoveMove | PlayCard | ChangeTerrain | Pass | ProposeEnd | AgreeEnd | DeclineEnd | Concede


@dataclass(frozen=True, slots=True)
class Firers:
    """SS-4: the units that fire."""

    units: Annotated[tuple[UnitId, ...], MaxLen(100)]
    """The ids of the units, at least one."""


@dataclass(frozen=True, slots=True)
class Movers:
    """SS-60: units that move together to one area, or nobody more."""

    units: Annotated[tuple[UnitId, ...], MaxLen(100)] = ()
    """The ids of the units; empty, once some have moved: the others stay."""
    to: AreaId | None = None
    """The id of the area to which they move; null where nobody does."""


@dataclass(frozen=True, slots=True)
class Way:
    """SS-44, SS-60: through which areas units go."""

    through: Annotated[tuple[AreaId, ...], MaxLen(32)] = ()
    """The ids of the areas between the one that they leave and the one that they enter, in order."""


@dataclass(frozen=True, slots=True)
class ArrivalArea:
    """SS-63: where a unit enters the map."""

    area: AreaId
    """The id of the area."""


class Next(StrEnum):
    """What follows a move: an answer or an impulse, a new turn, or the end of the game, won by a side or as a draw."""

    IMPULSE = "impulse"
    TURN = "turn"
    WON = "won"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Turn:
    """The outcome of a move."""

    varied_by: ClassVar = "next"
    turn: int
    """The number of the turn after the move."""
    acting: int | None
    """The seat that has the impulse; null once the game has ended."""
    side: Side | None
    """The side of that seat; once the game has ended the side that has won, null for a draw."""
    next: Next
    """What follows the move."""
    fire: Outcome | None
    """The outcome of the fire; null without one."""
    result: GameResult | None
    """How the game ended; null while it goes on."""
