"""Rows of results: what was timed, its ratio, whether the goal holds, and the scale."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

HEADS = ("what", "ratio", "goal", "scale")
FEWEST = 30
"""Of fewer answers nothing is said."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a ratio should be: at least, or at most, so much."""

    at_least: float | None = None
    at_most: float | None = None

    def __str__(self) -> str:
        return f"≥ {self.at_least:,}" if self.at_least is not None else f"≤ {self.at_most:,}"

    def holds(self, value: float) -> bool:
        """Whether a value reaches it."""
        is_enough = self.at_least is None or value >= self.at_least
        return is_enough and (self.at_most is None or value <= self.at_most)


def judged(value: float, goal: Goal | None) -> str:
    """The goal of a value, and whether it holds; a dash without one."""
    if goal is None:
        return "–"
    return f"{goal}: holds" if goal.holds(value) else f"{goal}: **missed**"


def spread(ratios: Sequence[float], digits: int = 2) -> str:
    """The median, with minimum and maximum where there are several."""
    shown = f"{median(ratios):,.{digits}f}"
    return f"{shown} [{min(ratios):,.{digits}f}–{max(ratios):,.{digits}f}]" if len(ratios) > 1 else shown


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the results: the ratios of its slices, or one."""

    what: str
    ratios: Sequence[float]
    scale: str = ""
    goal: Goal | None = None
    digits: int = 2

    @property
    def ratio(self) -> str:
        """The median of the ratios, as it is shown."""
        return f"{median(self.ratios):,.{self.digits}f}"

    def cells(self) -> Sequence[str]:
        """The cells of its line in a table."""
        return [self.what, spread(self.ratios, self.digits), judged(median(self.ratios), self.goal), self.scale]


def lined(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    cells = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(row)} |".replace(" --- ", "---") for row in cells]
