"""The facts that a siege notes beside those of its attacks; the state follows from them."""

from dataclasses import dataclass
from typing import ClassVar

from app.domain.board import GameResult
from app.domain.hidden import Private
from app.domain.visible import Name
from app.rulesets.castle_rampage.game.model import Seal
from app.rulesets.castle_rampage.model import Card, Structure


@dataclass(frozen=True, slots=True)
class StartingSeatChosen:
    """CR-1: which seat has the first turn."""

    seat: int
    """The number of the seat."""


@dataclass(frozen=True, slots=True)
class CardLaid:
    """CR-3, CR-4, CR-6: a player has laid a card face down, under those of the structure."""

    varied_by: ClassVar = "structure"
    seat: int
    """The number of the seat."""
    structure: Structure
    """The structure in which the card lies now."""
    cards: int
    """How many cards the structure has now."""
    card: Private[Card] | None
    """What the card is, for its owner alone; null for a sealed card."""
    seal: Seal | None
    """The digest of a sealed card; null for others."""


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """CR-5: a player's turn begins."""

    turn: int
    """The number of the turn, from 1."""
    seat: int
    """The seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """CR-5: a player declares that cards were drawn."""

    counted_by: ClassVar = "cards"
    seat: int
    """The number of the seat."""
    cards: int
    """How many cards."""
    hand: int
    """How many cards the player has in hand now."""
    reshuffled: bool
    """Whether the discard pile was shuffled into the draw pile before."""


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """CR-8: a player declares that cards from the hand were discarded."""

    seat: int
    """The number of the seat."""
    cards: tuple[str, ...]
    """The client's ids of the cards."""
    hand: int
    """How many cards the player has in hand now."""


@dataclass(frozen=True, slots=True)
class AttackCardPlayed:
    """CR-12: a player attacks with a card from the hand, or with one that lies in front of the player."""

    varied_by: ClassVar = "in_play"
    seat: int
    """The number of the seat."""
    card: str
    """The client's id of the card."""
    in_play: bool
    """Whether the card lay in front of the player."""
    name: Name | None = None
    """What the players call the card; null: its id."""


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """CR-4, CR-15: a card is turned up, and both players see it."""

    varied_by: ClassVar = "structure"
    seat: int
    """The number of the seat in whose structure it lies."""
    structure: Structure
    """The structure in which it lies on top."""
    card: Card
    """What the card is."""


@dataclass(frozen=True, slots=True)
class TopReturned:
    """CR-4: a card that was turned up goes back face down, and both players know it."""

    varied_by: ClassVar = "structure"
    seat: int
    """The number of the seat."""
    structure: Structure
    """The structure on which it lies."""


@dataclass(frozen=True, slots=True)
class TopDiscarded:
    """CR-21: the top card of a structure is discarded without an attack, so it has no effect."""

    varied_by: ClassVar = "structure"
    seat: int
    """The number of the seat."""
    structure: Structure
    """The structure in which it lay."""
    card: str
    """The client's id of the card; empty for one that was not shown."""


@dataclass(frozen=True, slots=True)
class SealBroken:
    """CR-26: a player has shown a card that is not the one that was sealed."""

    seat: int
    """The number of the seat."""
    structure: Structure
    """The structure in which the card lies."""
    tries_left: int
    """How often the player may still show a card."""


@dataclass(frozen=True, slots=True)
class CardNotShown:
    """CR-26: a sealed card is not shown; it is destroyed as if it defended with 0."""

    seat: int
    """The number of the seat."""
    structure: Structure
    """The structure in which the card lies."""


@dataclass(frozen=True, slots=True)
class Conceded:
    """CR-25: a player gives the game up."""

    seat: int
    """The number of the seat."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """CR-23, CR-25: the game is over."""

    reason: str
    """Why the game ended, as a word that does not change."""
    winner: int
    """The seat that has won."""
    result: GameResult
    """The winner, and the cards that each seat has left at gate and castle."""
