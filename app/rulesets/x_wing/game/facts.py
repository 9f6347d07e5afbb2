"""The facts that a game of X-Wing notes; the state follows from them."""

from dataclasses import dataclass
from typing import ClassVar

from app.domain.board import GameResult
from app.rulesets.x_wing.game.model import Phase, PlayerRoll, Until, XWingDefended, XWingPlayer
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.terms import Arc


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """XW-66: no ship has engaged."""

    round: int
    """The number of the round, from 1."""
    phase: Phase
    """Its first phase: where the first player is not rolled, dials need no phase of their own."""


@dataclass(frozen=True, slots=True)
class FirstPlayerRolled:
    """XW-76: most crits, then most focus results, then most hits; equal rolls are rolled again."""

    varied_by: ClassVar = "tied"
    rolls: tuple[PlayerRoll, ...]
    """The dice of each seat."""
    first: int | None
    """The seat that is first player; null where the rolls are equal."""
    tied: bool
    """Whether the rolls are equal."""


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """A seat has done all that it does in the phase."""

    varied_by: ClassVar = "phase"
    seat: int
    """The number of the seat."""
    phase: Phase
    """The phase."""


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase begins."""

    varied_by: ClassVar = "phase"
    phase: Phase
    """The phase."""


@dataclass(frozen=True, slots=True)
class ShipsDeclared:
    """A seat declares the result of maneuvers, actions and the table."""

    seat: int
    """The number of the seat."""
    units: tuple[str, ...]
    """The ids of the ships."""
    ships: tuple[XWingShip, ...]
    """The ships as they are now."""


@dataclass(frozen=True, slots=True)
class InitiativeChanged:
    """XW-66: a ship engages at another initiative than that of its pilot."""

    varied_by: ClassVar = "until"
    unit: str
    """The id of the ship."""
    initiative: int
    """The initiative."""
    until: Until
    """Whether it counts until the end of the phase or of the round."""


@dataclass(frozen=True, slots=True)
class MissionPointsTold:
    """XW-77: a seat tells the points that it has scored in the scenario."""

    seat: int
    """The number of the seat."""
    points: int
    """All of them so far."""


@dataclass(frozen=True, slots=True)
class ShipEngaged:
    """XW-66: a ship engages."""

    varied_by: ClassVar = "attacks"
    seat: int
    """The number of the seat that plays it."""
    unit: str
    """The id of the ship."""
    initiative: int
    """Its initiative."""
    attacks: bool
    """Whether it attacks."""


@dataclass(frozen=True, slots=True)
class ShipsChanged:
    """XW-59: what is left after damage or an attack: the ships, and the cards that may still be in the decks."""

    units: tuple[str, ...]
    """The ids of the ships."""
    ships: tuple[XWingShip, ...]
    """The ships as they are now."""
    players: tuple[XWingPlayer, ...]
    """The players whose decks have changed, with their decks as they are now."""


@dataclass(frozen=True, slots=True)
class ShipDoomed:
    """XW-67: a destroyed ship stays until all ships of an initiative have engaged."""

    unit: str
    """The id of the ship."""
    stays_until: int
    """The initiative after whose engagements it is removed."""


@dataclass(frozen=True, slots=True)
class ShipRemoved:
    """XW-70: a ship is out of the game; its tokens go, and so do the locks by it and on it."""

    varied_by: ClassVar = "fled"
    unit: str
    """The id of the ship."""
    seat: int
    """The number of the seat that played it."""
    fled: bool
    """Whether it left the play area."""


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """XW-59: no card is left in a damage deck, so the cards that no ship in play has are shuffled."""

    seat: int
    """The number of the seat whose deck it is."""


@dataclass(frozen=True, slots=True)
class ShipsTidied:
    """XW-71: green and orange tokens go, and recurring charges recover."""

    units: tuple[str, ...]
    """The ids of the ships."""
    ships: tuple[XWingShip, ...]
    """The ships as they are now."""


@dataclass(frozen=True, slots=True)
class GameConceded:
    """XW-77: a seat gives the game up."""

    seat: int
    """The number of the seat."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """XW-77: the game is over."""

    varied_by: ClassVar = "reason"
    reason: str
    """Why the game ended, as a word that does not change."""
    result: GameResult
    """The winners and the scores."""


@dataclass(frozen=True, slots=True)
class ArcUsed:
    """XW-72: because of a card a ship attacks from this arc no more in the round."""

    unit: str
    """The id of the ship."""
    arc: Arc
    """The arc."""


@dataclass(frozen=True, slots=True)
class DisarmDue:
    """XW-72: because of a card a ship gains a disarm token at the start of the next Planning Phase."""

    unit: str
    """The id of the ship."""


@dataclass(frozen=True, slots=True)
class FriendDefended:
    """XW-64: after this attack a friend of the defender may make a bonus attack."""

    defended: XWingDefended
    """The attack."""
