"""The facts that a whole game notes beside those of a siege; the hands and the draw pile follow from them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.domain.hidden import Private
from app.rulesets.castle_rampage.game.catalogue import PlayedEffectKind
from app.rulesets.castle_rampage.model import Structure


class Shuffled(StrEnum):
    """Why the draw pile is shuffled."""

    START = "start"
    PURPLE = "purple"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class DrawPileShuffled:
    """CR-2, CR-5: the draw pile is shuffled, after the start with the discard pile; nobody sees the order."""

    varied_by: ClassVar = "why"
    why: Shuffled
    """At the start, after the deal with the purple cards, or when the draw pile was empty."""
    size: int
    """How many cards it has now."""
    cards: tuple[Private[str], ...]
    """The cards, the next one first."""


@dataclass(frozen=True, slots=True)
class PurpleReplaced:
    """CR-2: a purple card is dealt; it is put away, and another one dealt for it."""

    seat: int
    """The number of the seat that gets the other one."""
    card: str
    """The id of the purple card."""


@dataclass(frozen=True, slots=True)
class HandDealt:
    """CR-2, CR-3: a player is dealt five cards; what was kept of the cards before is set aside."""

    seat: int
    """The number of the seat."""
    deal: int
    """Which deal it is: 1 or 2."""
    cards: tuple[Private[str], ...]
    """The cards, for the player alone."""


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """CR-5: a player draws cards from the draw pile."""

    counted_by: ClassVar = "drawn"
    seat: int
    """The number of the seat."""
    drawn: int
    """How many cards."""
    cards: tuple[Private[str], ...]
    """The cards, for the player alone."""


@dataclass(frozen=True, slots=True)
class HeldCardLaid:
    """CR-3, CR-4, CR-6: a player has laid a card of the hand face down, under those of the structure."""

    seat: int
    """The number of the seat."""
    structure: Structure
    """The structure in which the card lies now."""
    cards: int
    """How many cards the structure has now."""
    card: Private[str]
    """The id of the card, for the player alone."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """CR-7: a player plays a card that does not attack."""

    seat: int
    """The number of the seat."""
    card: str
    """The id of the card."""


@dataclass(frozen=True, slots=True)
class CardTookEffect:
    """CR-7: what happens because a card was played."""

    varied_by: ClassVar = "effect"
    card: str
    """The id of the card."""
    effect: PlayedEffectKind
    """What happens."""
    amount: int | None
    """How many cards are drawn; null where none are."""
    structure: Structure | None
    """The structure of the other player that loses its top card; null where none does."""


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """CR-7, CR-9: where a card goes that was played and did not attack."""

    varied_by: ClassVar = "permanent"
    seat: int
    """The number of the seat that has played it."""
    card: str
    """The id of the card."""
    permanent: bool
    """Whether it stays in front of the player; else it is discarded."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """CR-20: a player shows the hand to the other one."""

    seat: int
    """The number of the seat whose hand it is."""
    cards: tuple[Private[str], ...]
    """The cards, by their ids, for both players."""


@dataclass(frozen=True, slots=True)
class CardTaken:
    """CR-20: a player takes a card from the hand of the other one, at random."""

    seat: int
    """The number of the seat that loses the card."""
    taker: int
    """The number of the seat that takes it."""
    card: Private[str]
    """The card, for both players."""


@dataclass(frozen=True, slots=True)
class PermanentDiscarded:
    """CR-9, CR-20: a card that lies in front of a player is discarded."""

    seat: int
    """The number of the seat in front of which it lay."""
    card: str
    """The id of the card."""
