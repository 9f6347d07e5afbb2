"""The moves of a siege and of a whole game, and what comes of them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.board import Concede, GameResult
from app.domain.casualties import UnitId
from app.domain.hidden import Private
from app.domain.visible import Name, Spelled
from app.rulesets.castle_rampage.game.model import Seal, is_hexadecimal
from app.rulesets.castle_rampage.model import Card, Outcome, Strength, Structure

Salt = Annotated[str, MinLen(32), MaxLen(32), Spelled(is_hexadecimal, "^[0-9a-f]{32}$")]
HandCards = Annotated[int, Ge(1), Le(20)]


@dataclass(frozen=True, slots=True)
class CardToLay:
    """CR-3, CR-4: one of several cards that are laid in one move, and where it goes."""

    structure: Structure
    """Where the card goes."""
    card: Private[Card] | None = None
    """What the card is; only you and the server know it. Null in a sealed siege."""
    seal: Seal | None = None
    """In a sealed siege the digest of the card, which you show when it is turned up; else null."""


@dataclass(frozen=True, slots=True)
class LayCard:
    """CR-3, CR-4, CR-6: lay a card face down under those of your own gate or castle; or several, in order, before the
    first turn.
    """

    varied_by: ClassVar = "kind"
    kind: Literal["lay"]
    """The kind of move."""
    structure: Structure | None = None
    """Where the card goes; null where several are laid."""
    card: Private[Card] | None = None
    """What the card is; only you and the server know it. Null in a sealed siege, and where several are laid."""
    seal: Seal | None = None
    """In a sealed siege the digest of the card, which you show when it is turned up; else null."""
    cards: Annotated[tuple[CardToLay, ...], MaxLen(40)] = ()
    """Several cards, each laid under those before it; empty where the fields beside it are about one."""

    @property
    def laid(self) -> tuple[CardToLay, ...]:
        """The cards in their order; none where a single one has no structure."""
        if self.cards or self.structure is None:
            return self.cards
        return (CardToLay(self.structure, self.card, self.seal),)


@dataclass(frozen=True, slots=True)
class LayHeldCard:
    """CR-3, CR-4, CR-6: in a whole game, lay a card of your hand face down under those of your gate or castle."""

    varied_by: ClassVar = "kind"
    kind: Literal["lay-card"]
    """The kind of move."""
    structure: Structure
    """Where the card goes."""
    card: Private[UnitId]
    """The id of the card; the other player does not see it."""


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
    name: Name | None = None
    """What the players call the card, for texts; null: its id."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """CR-7, CR-12: in a whole game, play a card; the player then chooses its cost, and an attack begins at once."""

    varied_by: ClassVar = "kind"
    kind: Literal["play-card"]
    """The kind of move."""
    card: UnitId
    """The id of the card."""
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


Move = LayCard | LayHeldCard | AttackMove | PlayCard | DrawCards | DiscardCards | TurnUpCard | EndTurn | Concede


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
