"""Exact odds: our own formulas compared with icepool's evaluation of the same dice pools."""

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import icepool  # type: ignore[import-untyped]

from app.domain.record import Role
from app.rulesets.open_forces.odds import kills
from app.rulesets.x_wing.model import XWingAttack, XWingShip, XWingTokens, XWingWeapon
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.players.policies import POLICIES

THRESHOLD = 7


class Kills(icepool.MultisetEvaluator):  # type: ignore[misc]
    """Counts kills: pairs of two sorted pools of `size` dice whose sum reaches the threshold.

    The defense dice are given as threshold − face. The number of kills is the highest number that both pools allow for
    any face v: attack dice of v or more, defense dice of v or less. The state contains the attack dice seen so far, the
    defense dice above v, and the highest number so far.
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
    """The distribution of kills, computed by icepool from pools of d6."""
    size = min(attackers, defenders)
    mirrored = icepool.d6.map(lambda face: THRESHOLD - face)
    found = Kills(size)(icepool.d6.pool(attackers).highest(size), mirrored.pool(defenders).highest(size))
    return {int(value): found.probability(value) for value in found.outcomes() if found.probability(value)}


def timed(function: Callable[[], Any], repeat: int) -> float:
    """Seconds that a call takes: the median of `repeat` calls."""
    took = []
    for _ in range(repeat):
        began = time.perf_counter()
        function()
        took.append(time.perf_counter() - began)
    return sorted(took)[repeat // 2]


BLANK, FOCUS, HIT = 0, 1, 2
RED = icepool.Die({BLANK: 2, FOCUS: 2, HIT: 4})
GREEN = icepool.Die({BLANK: 3, FOCUS: 2, HIT: 3})
"""X-Wing's dice as a player with a focus token uses them."""


def six_against_six() -> XWingAttack:
    """Six red dice with lock and focus against six green dice with focus and evade."""
    attacker = XWingShip("red-5", 2, 4, tokens=XWingTokens(focus=1), locks=("black-2",))
    defender = XWingShip("black-2", 6, 40, tokens=XWingTokens(focus=1, evade=1))
    return XWingAttack(attacker, XWingWeapon(value=6), defender, attack_range=2)


def damage_by_icepool() -> dict[int, Fraction]:
    """The damage of this attack without crits.

    Blanks are rerolled once, focus results count, and one die without a result becomes an evade.
    """
    hits = 6 @ RED.reroll([BLANK], depth=1).map(lambda face: int(face != BLANK))
    evades = (6 @ GREEN.map(lambda face: int(face != BLANK))).map(lambda count: min(6, count + 1))
    damage = icepool.map(lambda hit, evade: max(0, hit - evade), hits, evades)
    return {int(value): damage.probability(value) for value in damage.outcomes()}


def forget() -> None:
    """Empty all caches of X-Wing that earlier computations have filled."""
    for module in (module for name, module in sys.modules.items() if name.startswith("app.rulesets.x_wing")):
        for known in vars(module).values():
            if hasattr(known, "cache_clear"):
                known.cache_clear()


def five_cards() -> XWingAttack:
    """Four red dice against three green, with five cards and with tokens on both ships."""
    attacker = XWingShip(
        "red-5",
        2,
        4,
        upgrades=("zuckuss", "heroic", "juke", "firecontrolsystem"),
        tokens=XWingTokens(focus=1, evade=1),
        locks=("black-2",),
    )
    defender = XWingShip("black-2", 3, 40, upgrades=("l337",), tokens=XWingTokens(focus=1, evade=1))
    return XWingAttack(attacker, XWingWeapon(value=4), defender, attack_range=2)


def x_wing_rows() -> list[tuple[str, str, str]]:
    """X-Wing: odds with hits, crits, damage cards and decisions, compared with icepool's odds of damage alone."""
    situation, policies = six_against_six(), dict.fromkeys(Role, POLICIES["exact"])

    def own() -> Any:
        return exact_odds(situation, AMG_1_4_5, policies)

    def first() -> Any:
        forget()
        return own()

    if own()["damage"] != damage_by_icepool():
        raise RuntimeError("the steps and icepool disagree")
    theirs, cold, warm = timed(damage_by_icepool, 21), timed(first, 11), timed(own, 11)

    def with_cards() -> Any:
        forget()
        return exact_odds(five_cards(), AMG_1_4_5, policies)

    cards = timed(with_cards, 5)
    return [
        (
            "x-wing odds 4 against 3 with five cards, first time / 6 against 6",
            f"{cards / cold:.1f}",
            f"{cards * 1e3:.0f} ms",
        ),
        ("x-wing odds 6 against 6, first time / icepool, damage alone", f"{cold / theirs:.1f}", f"{cold * 1e3:.0f} ms"),
        ("x-wing odds 6 against 6, again / icepool, damage alone", f"{warm / theirs:.1f}", f"{warm * 1e3:.0f} ms"),
    ]


def table() -> list[tuple[str, str, str]]:
    """The rows of the table: what was measured, the ratio, the scale."""
    rows = x_wing_rows()
    small = timed(lambda: kills(3, 2, THRESHOLD), 101)
    for attackers, defenders, own, peer in ((3, 2, 101, 11), (20, 30, 51, 1)):
        if by_icepool(attackers, defenders) != kills(attackers, defenders, THRESHOLD):
            raise RuntimeError("the closed form and icepool disagree")
        mine = timed(partial(kills, attackers, defenders, THRESHOLD), own)
        theirs = timed(partial(by_icepool, attackers, defenders), peer)
        rows.append(
            (f"odds ({attackers}, {defenders}): icepool / own", f"{theirs / mine:,.0f}", f"{mine * 1e6:.0f} µs")
        )
    large = timed(lambda: kills(100, 100, THRESHOLD), 51)
    rows.append(
        ("odds (100, 100) / odds (3, 2); icepool: not feasible", f"{large / small:.1f}", f"{large * 1e6:.0f} µs")
    )
    return rows
