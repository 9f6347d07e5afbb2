"""The question that a Castle Rampage attack asks."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.table import Question
from app.rulesets.castle_rampage.model import ChosenStructure, Structure


@dataclass(frozen=True, slots=True)
class ChooseTarget(Question[ChosenStructure]):
    """CR-14: which structure a digger attacks, if an option lets the attacker choose and the gate still stands."""

    def options(self) -> Iterator[ChosenStructure]:
        """The castle first, as a digger is meant to bypass the gate."""
        yield ChosenStructure(Structure.CASTLE)
        yield ChosenStructure(Structure.GATE)

    def check(self, choice: ChosenStructure) -> None:
        """Both structures are legal."""
