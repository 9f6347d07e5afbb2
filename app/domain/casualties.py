"""Casualties: the fact that all rulebooks share, so that the losses of all games can be counted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import MaxLen, MinLen

from app.domain.record import Role
from app.domain.visible import Spelled


def is_printable_ascii(text: str) -> bool:
    """Whether `text` is printable ASCII."""
    return text.isascii() and text.isprintable()


ASCII = Spelled(is_printable_ascii, "^[ -~]{1,100}$")
UnitId = Annotated[str, MinLen(1), MaxLen(100), ASCII]
"""The client's own id of a unit."""

Detail = Mapping[str, int | str | tuple[str, ...]]
"""Further words and numbers by name; texts reach them as `{{detail.name}}`."""


class Fate(StrEnum):
    """What became of a unit."""

    KILLED = "killed"
    DESTROYED = "destroyed"
    DAMAGED = "damaged"
    FLIPPED = "flipped"
    RETREATED = "retreated"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class Casualty:
    """What an attack did to one unit."""

    varied_by: ClassVar = "fate"
    role: Role
    """The role of the player who owns the unit."""
    unit: str
    """The client's id of the unit."""
    fate: Fate
    """What became of the unit."""
    lost: bool
    """Whether the unit is out of the game; only then it counts as a loss."""
    name: str | None = None
    """The unit's name for people; None: they read the id."""
    side: str | None = None
    """The side of the unit's owner, at most 64 characters; None where the rulebook has no sides."""
    detail: Detail = field(default_factory=dict)
    """What the rulebook adds, such as cause, dice and path."""
