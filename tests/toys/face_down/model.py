"""What clients send and get in a strike."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen

from umpire.rulebook.v1 import Private

Value = Annotated[int, Ge(1), Le(9)]


@dataclass(frozen=True, slots=True)
class FaceDownCard:
    """A card that lies face down."""

    value: Value
    """How strong it is."""


@dataclass(frozen=True, slots=True)
class FaceDownAttack:
    """A strike at a row of cards."""

    strength: Annotated[int, Ge(1), Le(99)]
    """How strong the strike is."""
    cards: Annotated[tuple[Private[FaceDownCard], ...], MaxLen(20)]
    """The cards, the first on top."""


@dataclass(frozen=True, slots=True)
class FaceDownOptions:
    """What the rulebook leaves open."""

    stakes: Annotated[int, Ge(1), Le(5)] = 3
    """The highest stake."""


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """FD-1: a card is turned up."""

    value: int
    """How strong it is."""
    beaten: bool
    """Whether the strike beats it."""


@dataclass(frozen=True, slots=True)
class FaceDownAfter:
    """What a strike leaves."""

    cards: tuple[Private[FaceDownCard], ...]
    """The cards that are left."""


@dataclass(frozen=True, slots=True)
class FaceDownOutcome:
    """What came of a strike."""

    counted_by: ClassVar = "turned"
    turned: int
    """How many cards were turned up."""
    after: FaceDownAfter
    """What is left."""
