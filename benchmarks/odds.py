"""Exact odds in closed form against icepool's evaluation of the same pools."""

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool

from app.rulesets.open_forces.odds import kills

THRESHOLD = 7


class Kills(icepool.MultisetEvaluator):  # type: ignore[misc, type-arg]
    """Pairs of two sorted pools of `size` dice whose sum reaches the threshold.

    The defense comes as threshold − face. Kills are the most that, for any face v, both pools allow: attack dice of v
    or more, defense dice of v or less. The state holds the first, all that is above v of the second, and the best yet.
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def initial_state(self, order: icepool.Order, *_: Any) -> tuple[int, int, int]:
        if order is not icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return (0, 0, 0)

    def next_state(self, state: Any, _order: Any, _outcome: int, attack: int, defense: int) -> tuple[int, int, int]:
        reaching, above, best = state
        reaching += attack
        return (reaching, above + defense, max(best, min(reaching, self.size - above)))

    def final_outcome(self, state: Any, *_: Any) -> int:
        return int(state[2])


def by_icepool(attackers: int, defenders: int) -> dict[int, Fraction]:
    """The distribution of kills, from pools of d6."""
    size = min(attackers, defenders)
    mirrored = icepool.d6.map(lambda face: THRESHOLD - face)
    found = Kills(size)(icepool.d6.pool(attackers).highest(size), mirrored.pool(defenders).highest(size))
    return {int(value): found.probability(value) for value in found.outcomes() if found.probability(value)}


def timed(function: Callable[[], Any], repeat: int) -> float:
    """Seconds that a call takes, the median of `repeat`."""
    took = []
    for _ in range(repeat):
        began = time.perf_counter()
        function()
        took.append(time.perf_counter() - began)
    return sorted(took)[repeat // 2]


def table() -> list[tuple[str, str, str]]:
    """Rows: what was measured, ratio, scale."""
    rows = []
    small = timed(lambda: kills(3, 2, THRESHOLD), 101)
    for attackers, defenders, own, peer in ((3, 2, 101, 11), (20, 30, 51, 1)):
        if by_icepool(attackers, defenders) != kills(attackers, defenders, THRESHOLD):
            raise RuntimeError("the closed form and icepool disagree")
        mine = timed(lambda a=attackers, d=defenders: kills(a, d, THRESHOLD), own)
        theirs = timed(lambda a=attackers, d=defenders: by_icepool(a, d), peer)
        rows.append(
            (f"odds ({attackers}, {defenders}): icepool / own", f"{theirs / mine:,.0f}", f"{mine * 1e6:.0f} µs")
        )
    large = timed(lambda: kills(100, 100, THRESHOLD), 51)
    rows.append(
        ("odds (100, 100) / odds (3, 2); icepool: not feasible", f"{large / small:.1f}", f"{large * 1e6:.0f} µs")
    )
    return rows
