"""The facts that a game of Storm Over Stalingrad notes beside those of its fires; the state follows from them."""

from dataclasses import dataclass
from typing import ClassVar

from app.domain.board import GameResult
from app.domain.hidden import Private
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard
from app.rulesets.storm_over_stalingrad.model import Side


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """SS-58: a turn begins."""

    turn: int
    """The number of the turn, from 1."""


@dataclass(frozen=True, slots=True)
class ImpulseBegan:
    """SS-59: a seat has the impulse."""

    seat: int
    """The number of the seat."""
    side: Side
    """The side that it plays."""


@dataclass(frozen=True, slots=True)
class AreaActivated:
    """SS-59: a side activates units of one area in its impulse."""

    side: Side
    """The side whose units act."""
    area: str
    """The id of the area."""


@dataclass(frozen=True, slots=True)
class ImpulsePassed:
    """SS-61: a side lets its impulse pass."""

    side: Side
    """The side that passes."""


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """SS-60: units have moved to another area and are spent."""

    units: tuple[str, ...]
    """The ids of the units."""
    origin: str
    """The id of the area that they left."""
    to: str
    """The id of the area that they entered."""


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """SS-66: a side's cards are shuffled; nobody sees their order."""

    seat: int
    """The number of the seat."""
    cards: tuple[Private[TacticalCard], ...]
    """The cards, the next one first."""


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """SS-66: a side draws cards, which only it sees."""

    seat: int
    """The number of the seat."""
    cards: tuple[Private[TacticalCard], ...]
    """The cards."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """SS-55: a side plays a card; it is discarded."""

    seat: int
    """The number of the seat."""
    card: TacticalCard
    """The card."""


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """SS-67: a side discards cards that it has not played."""

    seat: int
    """The number of the seat."""
    cards: tuple[TacticalCard, ...]
    """The cards."""


@dataclass(frozen=True, slots=True)
class CardActed:
    """SS-54: a card is the whole impulse of a side."""

    side: Side
    """The side that acts."""
    card: str
    """The id of the card."""


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """SS-56: units have moved by a card and fire from where they are now."""

    units: tuple[str, ...]
    """The ids of the units."""
    origin: str
    """The id of the area that they left."""
    to: str
    """The id of the area that they entered."""


@dataclass(frozen=True, slots=True)
class TerrainKept:
    """SS-56: a card has changed the terrain of an area for the rest of the game."""

    area: str
    """The id of the area."""
    terrain_multiplier: int
    """The factor of its terrain from now on."""
    terrain_bonus: int
    """What is added to its terrain from now on."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """SS-52: a turn ends: all units are fresh, and all fire markers are removed."""

    turn: int
    """The number of the turn."""


@dataclass(frozen=True, slots=True)
class UnitWithdrawn:
    """SS-63: a unit leaves the map as set up; it is not lost."""

    unit: str
    """The id of the unit."""


@dataclass(frozen=True, slots=True)
class UnitArrived:
    """SS-63: a unit enters the map as set up."""

    unit: str
    """The id of the unit."""
    area: str
    """The id of the area that it enters."""


@dataclass(frozen=True, slots=True)
class UnitDelayed:
    """SS-63: a unit cannot enter now and waits for the next turn."""

    unit: str
    """The id of the unit."""
    area: str
    """The id of the area, which has no room or is held by the enemy."""


@dataclass(frozen=True, slots=True)
class UnitHeldBack:
    """SS-63: a unit can enter none of the areas that it may choose from, and waits for the next turn."""

    unit: str
    """The id of the unit."""
    areas: tuple[str, ...]
    """The ids of the areas, each of which has no room or is held by the enemy."""


@dataclass(frozen=True, slots=True)
class ObjectivesCounted:
    """SS-64: after the last turn the objectives are counted."""

    side: Side
    """The side that needs them."""
    held: int
    """How many of them it controls."""
    needed: int
    """How many it needs."""


@dataclass(frozen=True, slots=True)
class EndProposed:
    """SS-65: a seat proposes to end the game."""

    seat: int
    """The number of the seat."""
    winner: Side | None
    """The side that wins then; null: a draw."""


@dataclass(frozen=True, slots=True)
class EndAnswered:
    """SS-65: the other seat agrees to the proposed end, or declines it."""

    varied_by: ClassVar = "agreed"
    seat: int
    """The number of the seat that answers."""
    agreed: bool
    """Whether it agrees."""


@dataclass(frozen=True, slots=True)
class Conceded:
    """SS-65: a seat gives the game up."""

    seat: int
    """The number of the seat."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """SS-64, SS-65: the game is over."""

    varied_by: ClassVar = "is_won"
    reason: str
    """Why the game ended, as a word that does not change."""
    is_won: bool
    """Whether a side has won; else it is a draw."""
    winner: Side | None
    """The side that has won; null for a draw."""
    soviet: int
    """The score of the Soviet side."""
    german: int
    """The score of the German side."""
    result: GameResult
    """The winner and the scores."""
