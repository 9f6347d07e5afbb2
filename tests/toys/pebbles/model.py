"""What clients send and get in Pebbles."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Ge, Le

Count = Annotated[int, Ge(0), Le(99)]


@dataclass(frozen=True, slots=True)
class PebblesAttack:
    """A grab at the heap."""

    pebbles: Annotated[int, Ge(1), Le(99)]
    """How many pebbles lie in the heap."""
    dice: Annotated[int, Ge(1), Le(9)] = 3
    """How many dice the attacker throws."""
    covers: Count = 1
    """How often the defender may still cover the heap."""


@dataclass(frozen=True, slots=True)
class PebblesOptions:
    """What the rulebook leaves open."""

    needed: Annotated[int, Ge(2), Le(6)] = 4
    """The lowest face that grabs a pebble."""


@dataclass(frozen=True, slots=True)
class PebblesOutcome:
    """What a grab brings."""

    counted_by: ClassVar = "grabbed"
    grabbed: int
    """How many pebbles the attacker takes."""
    left: int
    """How many pebbles are left in the heap."""


@dataclass(frozen=True, slots=True)
class HeapCovered:
    """PB-2: the defender has covered the heap."""


@dataclass(frozen=True, slots=True)
class PebblesGrabbed:
    """PB-1, PB-2: the attacker has taken pebbles."""

    varied_by: ClassVar = "covered"
    counted_by: ClassVar = "grabbed"
    grabbed: int
    """How many pebbles were taken."""
    covered: bool
    """Whether the heap was covered."""
