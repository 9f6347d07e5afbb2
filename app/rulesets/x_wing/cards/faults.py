"""What is wrong with a situation, before it is told as a refusal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.errors import Fact


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why an attack may not be made, and its rule; `place` is the path to the wrong value."""

    reason: str
    rule: str
    place: tuple[str | int, ...] = ()
    params: Mapping[str, Fact] = field(default_factory=dict)
