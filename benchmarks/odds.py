"""Exact odds: our own formulas compared with icepool's evaluation of the same dice pools."""

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import median
from typing import Any

import icepool  # type: ignore[import-untyped]

from app.domain.record import Role
from app.rulesets.open_forces.odds import kills
from app.rulesets.x_wing.model import XWingAttack, XWingShip, XWingTokens, XWingWeapon
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.players.policies import POLICIES
from benchmarks.report import FEWEST, Goal, Row

THRESHOLD = 7
SIZES = ((3, 2), (10, 10), (20, 30), (100, 100))
"""Dice of the attacker and of the defender."""
COMPUTING = ("app.rulesets.open_forces.odds", *(f"app.rulesets.x_wing.{part}" for part in ("attack", "exact", "odds")))
"""How the names of the modules begin that compute odds."""


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


def timed(function: Callable[[], Any], times: int, *, cold: bool = True) -> list[float]:
    """The seconds that calls take: with `cold` each without what earlier ones have cached, else with it."""
    took = []
    function()
    for _ in range(times):
        if cold:
            forget()
        began = time.perf_counter()
        function()
        took.append(time.perf_counter() - began)
    return took


def forget() -> None:
    """Empty the caches of all modules that compute odds; what a service reads at its start stays."""
    for name, module in list(sys.modules.items()):
        if name.startswith(COMPUTING):
            for known in vars(module).values():
                if hasattr(known, "cache_clear"):
                    known.cache_clear()


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


def x_wing_rows() -> list[Row]:
    """X-Wing: odds with hits, crits, damage cards and decisions, beside icepool's odds of damage alone."""
    situation, policies = six_against_six(), dict.fromkeys(Role, POLICIES["exact"])

    def own() -> Any:
        return exact_odds(situation, AMG_1_4_5, policies)

    def with_cards() -> Any:
        return exact_odds(five_cards(), AMG_1_4_5, policies)

    if own()["damage"] != damage_by_icepool():
        raise RuntimeError("the steps and icepool disagree")
    theirs, cold, again, cards = (
        timed(damage_by_icepool, FEWEST),
        timed(own, FEWEST),
        timed(own, FEWEST, cold=False),
        timed(with_cards, FEWEST),
    )
    return [
        compared("x-wing odds 4 against 3 with five cards, cold / 6 against 6, cold", cards, cold),
        compared("x-wing odds 6 against 6, cold / icepool, damage alone", cold, theirs),
        compared("x-wing odds 6 against 6, again / icepool, damage alone", again, theirs),
    ]


def table() -> list[Row]:
    """All rows about odds. Each says whether it was timed cold, or again with what was remembered."""
    rows = x_wing_rows()
    found = {size: timed(partial(kills, *size, THRESHOLD), FEWEST) for size in SIZES}
    again = timed(partial(kills, *SIZES[1], THRESHOLD), FEWEST, cold=False)
    for size, times, goal in ((SIZES[0], FEWEST, None), (SIZES[2], 1, Goal(at_least=10_000))):
        if by_icepool(*size) != kills(*size, THRESHOLD):
            raise RuntimeError("the closed form and icepool disagree")
        theirs = timed(partial(by_icepool, *size), times)
        ratio = [median(theirs) / median(found[size])]
        rows.append(Row(f"open-forces odds {size}, cold: icepool / own", ratio, in_microseconds(found[size]), goal, 0))
    rows += [
        compared(
            "open-forces odds (100, 100), cold / (10, 10), cold", found[SIZES[3]], found[SIZES[1]], Goal(at_most=15)
        ),
        compared("open-forces odds (10, 10), again / cold", again, found[SIZES[1]], digits=4),
    ]
    return rows


def compared(what: str, some: list[float], others: list[float], goal: Goal | None = None, *, digits: int = 2) -> Row:
    """A row of how many times as long some calls take as others, by their medians."""
    return Row(what, [median(some) / median(others)], in_microseconds(some), goal, digits)


def in_microseconds(seconds: list[float]) -> str:
    """The median of seconds, and of how many."""
    return f"{median(seconds) * 1e6:,.0f} µs, {len(seconds)} calls"
