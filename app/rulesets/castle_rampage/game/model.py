"""The types of a siege or a whole game that the server holds: setup, options and state."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.board import GameResult
from app.domain.casualties import UnitId
from app.domain.hidden import Private
from app.domain.record import NOBODY
from app.domain.visible import Name, Spelled
from app.rulesets.castle_rampage.game.catalogue import WholeGame
from app.rulesets.castle_rampage.model import MOST_CARDS, Card, Options, Stack, Structure


def is_hexadecimal(text: str) -> bool:
    """Whether `text` is of the digits 0 to 9 and a to f."""
    return all(digit in "0123456789abcdef" for digit in text)


Seal = Annotated[str, MinLen(64), MaxLen(64), Spelled(is_hexadecimal, "^[0-9a-f]{64}$")]

SEALED_CARD: Private[Card] = Private(None, NOBODY)
"""A card that only its owner knows."""


class Level(StrEnum):
    """Who knows the cards that lie face down."""

    SIEGE = "siege"
    SEALED = "sealed"


class ReinforceTiming(StrEnum):
    """When in a turn a card may be laid."""

    BEFORE_PLAY = "before-play"
    ANY_TIME = "any-time"


class Phase(StrEnum):
    """What the players do."""

    LAY = "lay"
    TURNS = "turns"


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a siege, in which both players hold the cards of a real game; or of a whole game, with `whole`."""

    level: Level = Level.SIEGE
    """`siege`: the server knows each card that is laid; `sealed`: it knows a digest until the owner shows the card."""
    starting_seat: Annotated[int, Ge(1), Le(2)] | None = None
    """The seat that has the first turn; null: by lot."""
    gate: Annotated[int, Ge(0), Le(20)] = 4
    """How many cards each player lays at the gate before the first turn."""
    castle: Annotated[int, Ge(1), Le(20)] = 4
    """How many cards each player lays in the castle before the first turn."""
    hand: Annotated[int, Ge(0), Le(MOST_CARDS)] = 2
    """How many cards each player has in hand before the first turn."""
    pool: Stack = ()
    """For odds: all cards of the game, where the players know them; empty: there are no odds."""
    whole: WholeGame | None = None
    """The cards of a whole game, which the service shuffles and deals; null: a siege. With it send no other field than
    `starting_seat`.
    """


@dataclass(frozen=True, slots=True)
class GameOptions(Options):
    """Options for what the rulebook leaves open in a siege."""

    reinforce_timing: ReinforceTiming = ReinforceTiming.BEFORE_PLAY
    """Whether a player lays a card only before the first attack of the turn (CR-6)."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that lies face down in a structure."""

    card: Private[Card]
    """What it is; nobody looks at a card that lies face down, so it is unknown unless both players have seen it."""
    known: bool = False
    """Whether both players have seen it, because it was turned up and went back."""
    seal: Seal | None = None
    """The digest of a sealed card; null for others."""


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has on the table and in hand."""

    gate: tuple[LaidCard, ...] = ()
    """The cards of the gate, top first."""
    castle: tuple[LaidCard, ...] = ()
    """The cards of the castle, top first."""
    hand: int = 0
    """How many cards are in hand; in a siege, as the players have declared."""
    in_play: tuple[UnitId, ...] = ()
    """The cards that stay in front of the player."""
    held: tuple[Private[UnitId], ...] = ()
    """In a whole game the cards in hand, which only the player sees; empty in a siege."""
    aside: tuple[Private[UnitId], ...] = ()
    """The card of the first deal that the player has set aside until the first turn."""

    def stack(self, structure: Structure) -> tuple[LaidCard, ...]:
        """The cards of a structure, top first."""
        return self.gate if structure is Structure.GATE else self.castle


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card that both players have seen, with its name."""

    card: UnitId
    """The client's id of the card."""
    name: Name
    """What the players call it."""


@dataclass(frozen=True, slots=True)
class State:
    """A siege as it stands."""

    level: Level
    """Who knows the cards that lie face down."""
    gate: int
    """How many cards each player lays at the gate before the first turn."""
    castle: int
    """How many cards each player lays in the castle before the first turn."""
    pool: tuple[Card, ...]
    """For odds: all cards of the game; empty where nobody sent them."""
    players: tuple[Player, Player]
    """What each player has, that of seat 1 first."""
    phase: Phase = Phase.LAY
    """Whether the players still lay their first cards, or take turns."""
    starting_seat: int | None = None
    """The seat that has the first turn; null before the game begins."""
    turn: int = 0
    """The number of the turn, from 1; 0 before the first."""
    acting: int | None = None
    """The seat whose turn it is; null before the first turn and once the game has ended."""
    attacks: int = 0
    """How many attacks were made in this turn."""
    has_drawn: bool = False
    """Whether the player in turn has drawn cards in this turn."""
    has_reinforced: bool = False
    """Whether the player in turn has laid a card in this turn."""
    discarded: tuple[str, ...] = ()
    """The cards on the discard pile, the latest last; a card that nobody named is empty."""
    attacker: int | None = None
    """The seat that made the latest attack; null before the first."""
    result: GameResult | None = None
    """How the game ended; null while it goes on."""
    whole: WholeGame | None = None
    """The cards of a whole game, and what the sources do not say; null in a siege."""
    deck: tuple[Private[UnitId], ...] = ()
    """The draw pile of a whole game, the next card first; nobody sees it."""
    deals: int = 0
    """How often both players of a whole game were dealt cards, twice in all."""
    plays: int = 0
    """How many cards that do not attack were played in this turn of a whole game."""
    names: tuple[NamedCard, ...] = ()
    """The names of the cards of a siege that both players have seen, and that have one."""

    def player(self, seat: int) -> Player:
        """What the player at a seat has."""
        return self.players[seat - 1]
