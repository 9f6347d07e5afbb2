"""Chance that always has the least, or the most: of two worlds one has then whatever is smallest, and one the largest."""

from random import Random

MOST = 1 - 1e-9


class Extreme(Random):
    """Chance that has the same part of whatever is possible each time."""

    def __init__(self, part: float) -> None:
        super().__init__(part)
        self._part = part

    def random(self) -> float:
        return self._part


def least() -> Random:
    """Always the first, and the smallest."""
    return Extreme(0.0)


def most() -> Random:
    """Always the last, and the largest."""
    return Extreme(MOST)
