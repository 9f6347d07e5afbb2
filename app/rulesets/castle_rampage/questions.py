"""What only the attacker may decide."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.table import Question
from app.rulesets.castle_rampage.model import ChosenStructure, Structure


@dataclass(frozen=True, slots=True)
class ChooseTarget(Question[ChosenStructure]):
    """CR-14: what a digger attacks, where the option leaves it to the attacker and the gate still stands."""

    def options(self) -> Iterator[ChosenStructure]:
        """The castle first: that is what a digger is for."""
        yield ChosenStructure(Structure.CASTLE)
        yield ChosenStructure(Structure.GATE)

    def check(self, choice: ChosenStructure) -> None:
        """Either is legal."""
