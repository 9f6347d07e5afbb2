"""The types of a siege that the server holds: setup, options, state, moves and choices."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.board import GameResult
from app.domain.casualties import Spelled, UnitId
from app.domain.hidden import Private
from app.domain.record import NOBODY
from app.rulesets.castle_rampage.model import MOST_CARDS, Card, Options, Outcome, Stack, Strength, Structure


def is_hexadecimal(text: str) -> bool:
    """Whether `text` is of the digits 0 to 9 and a to f."""
    return all(digit in "0123456789abcdef" for digit in text)


Seal = Annotated[str, MinLen(64), MaxLen(64), Spelled(is_hexadecimal, "^[0-9a-f]{64}$")]
Salt = Annotated[str, MinLen(32), MaxLen(32), Spelled(is_hexadecimal, "^[0-9a-f]{32}$")]
HandCards = Annotated[int, Ge(1), Le(20)]

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
    """The setup of a siege; both players hold the cards of a real game in their hands."""

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
    """How many cards are in hand, as the players have declared."""
    in_play: tuple[UnitId, ...] = ()
    """The cards that stay in front of the player."""

    def stack(self, structure: Structure) -> tuple[LaidCard, ...]:
        """The cards of a structure, top first."""
        return self.gate if structure is Structure.GATE else self.castle


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
    """For odds: all cards of the game; empty where nobody told them."""
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

    def player(self, seat: int) -> Player:
        """What the player at a seat has."""
        return self.players[seat - 1]


@dataclass(frozen=True, slots=True)
class LayCard:
    """CR-3, CR-4, CR-6: lay a card face down under those of your own gate or castle."""

    varied_by: ClassVar = "kind"
    kind: Literal["lay"]
    """The kind of move."""
    structure: Structure
    """Where the card goes."""
    card: Private[Card] | None = None
    """What the card is; only you and the server know it. Null in a sealed siege."""
    seal: Seal | None = None
    """In a sealed siege the digest of the card, which you show when it is turned up; else null."""


@dataclass(frozen=True, slots=True)
class AttackMove:
    """CR-12: play a card with an attack value; the attack begins at once."""

    varied_by: ClassVar = "kind"
    kind: Literal["play-attack"]
    """The kind of move."""
    value: Strength
    """The attack value before the first card is revealed."""
    card: UnitId = "attack"
    """The client's id of the attack card."""
    bypasses_gate: bool = False
    """The digger attacks the castle while the gate stands."""
    survives_repel: bool = False
    """The veteran is not discarded when repelled."""
    in_play: bool = False
    """Whether the card lies in front of the player; else it is played from the hand."""


@dataclass(frozen=True, slots=True)
class DrawCards:
    """CR-5: declare that you have drawn cards."""

    varied_by: ClassVar = "kind"
    counted_by: ClassVar = "cards"
    kind: Literal["draw"]
    """The kind of move."""
    cards: HandCards
    """How many cards."""
    reshuffled: bool = False
    """Whether the discard pile was shuffled into the draw pile before."""


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """CR-7, CR-8: declare that you have put cards from your hand on the discard pile."""

    varied_by: ClassVar = "kind"
    kind: Literal["discard"]
    """The kind of move."""
    cards: Annotated[tuple[UnitId, ...], MinLen(1), MaxLen(20)]
    """The client's ids of the cards, in order."""


@dataclass(frozen=True, slots=True)
class TurnUpCard:
    """CR-21: turn up the top card of your own gate or castle, because a card other than an attack says so."""

    varied_by: ClassVar = "kind"
    kind: Literal["turn-up"]
    """The kind of move."""
    structure: Structure
    """The structure of the card."""
    discard: bool
    """Whether the card is then discarded; else it goes back face down."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """CR-7: end the turn; the other player is in turn."""

    varied_by: ClassVar = "kind"
    kind: Literal["end-turn"]
    """The kind of move."""


@dataclass(frozen=True, slots=True)
class Concede:
    """CR-25: give the game up; the other player wins."""

    varied_by: ClassVar = "kind"
    kind: Literal["concede"]
    """The kind of move."""


Move = LayCard | AttackMove | DrawCards | DiscardCards | TurnUpCard | EndTurn | Concede


@dataclass(frozen=True, slots=True)
class ShownCard:
    """CR-26: what a sealed card is, or that it is not shown."""

    card: Card | None = None
    """What the card is; null: it is not shown, and is destroyed as if it defended with 0."""
    salt: Salt | None = None
    """The salt with which the card was sealed; null where it is not shown."""


class Next(StrEnum):
    """What follows a move."""

    LAY = "lay"
    MOVE = "move"
    TURN = "turn"
    END = "end"


@dataclass(frozen=True, slots=True)
class Turn:
    """The outcome of a move."""

    varied_by: ClassVar = "next"
    turn: int
    """The number of the turn after the move; 0 before the first."""
    acting: int | None
    """The seat whose turn it is; null before the first turn and once the game has ended."""
    next: Next
    """What follows the move."""
    attack: Outcome | None
    """The outcome of the attack; null without one."""
    result: GameResult | None
    """How the game ended; null while it goes on."""
