"""The facts of a game; what not everybody may see in them stands in private parts."""

from dataclasses import dataclass

from face_down.model import FaceDownCard
from umpire.rulebook.v1 import Private


@dataclass(frozen=True, slots=True)
class Shuffled:
    """FD-2: the deck is shuffled; nobody sees a card of it."""

    deck: tuple[Private[FaceDownCard], ...]
    """The cards, the next one first."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """FD-2: a seat gets its hand, which only it may see."""

    seat: int
    """The number of the seat."""
    cards: tuple[Private[FaceDownCard], ...]
    """Its cards."""


@dataclass(frozen=True, slots=True)
class CardLaid:
    """FD-3: a seat has laid a card of its hand face down, with a stake."""

    seat: int
    """The number of the seat."""
    place: int
    """The place of the card in the hand, from 0."""
    stake: Private[int]
    """How many points it is about."""


@dataclass(frozen=True, slots=True)
class PairTurnedUp:
    """FD-3: both cards are turned up, with their stakes."""

    cards: tuple[FaceDownCard, ...]
    """The card of each seat."""
    stakes: tuple[int, ...]
    """The stake of each seat."""
    points: tuple[int, ...]
    """The points of each seat after it."""


@dataclass(frozen=True, slots=True)
class ScoutSent:
    """FD-4: a seat has sent its scout."""

    seat: int
    """The number of the seat."""


@dataclass(frozen=True, slots=True)
class ScoutCame:
    """FD-4: what the scout of a seat tells, to this seat alone."""

    cards: tuple[FaceDownCard, ...]
    """The card that it has seen; none where it has seen nothing."""


@dataclass(frozen=True, slots=True)
class HandSwapped:
    """FD-5: a seat has drawn a card and put one back."""

    seat: int
    """The number of the seat."""
    hand: tuple[Private[FaceDownCard], ...]
    """Its cards now."""
    back: Private[FaceDownCard]
    """The card that is the last of the deck now."""
