"""Casualties: the one fact that all rulebooks share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import MaxLen, MinLen, Predicate

from app.domain.record import Role


def is_printable_ascii(text: str) -> bool:
    """Whether `text` is printable ASCII."""
    return text.isascii() and text.isprintable()


@dataclass(frozen=True, slots=True)
class Spelled(Predicate):
    """A predicate on texts with the regular expression that says the same to clients."""

    pattern: str

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        return {**handler(schema), "pattern": self.pattern}


ASCII = Spelled(is_printable_ascii, "^[ -~]{1,100}$")
UnitId = Annotated[str, MinLen(1), MaxLen(100), ASCII]
"""The client's own id of a unit."""

Detail = Mapping[str, int | str | tuple[str, ...]]


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
    """Whose unit it is."""
    unit: str
    """The client's id of the unit."""
    fate: Fate
    lost: bool
    """Whether the unit is out of the game; only these count as losses."""
    name: str | None = None
    side: str | None = None
    detail: Detail = field(default_factory=dict)
    """What the rulebook adds: cause, dice, path."""
