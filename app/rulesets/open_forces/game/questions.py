"""The question for the mode of a group that is commanded."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.errors import IllegalChoice
from app.domain.table import Question
from app.rulesets.open_forces.game.model import ChosenMode


@dataclass(frozen=True, slots=True)
class ModeContext:
    """The group and its modes."""

    group: str
    """The id of the group."""
    current: int
    """The digit that its mode die shows now."""
    modes: tuple[int, ...]
    """The digits of the modes that its data card has."""


@dataclass(frozen=True, slots=True)
class ChooseMode(Question[ChosenMode]):
    """OF-15: the mode that a group takes, one of those on its data card."""

    asked: ModeContext

    def options(self) -> Iterator[ChosenMode]:
        """The current mode first."""
        yield ChosenMode(self.asked.current)
        yield from (ChosenMode(mode) for mode in self.asked.modes if mode != self.asked.current)

    def check(self, choice: ChosenMode) -> None:
        if choice.mode not in self.asked.modes:
            raise IllegalChoice("mode-not-on-card", "OF-15", mode=choice.mode)

    def context(self) -> ModeContext:
        return self.asked
