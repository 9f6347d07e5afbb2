"""Tallies: the dice of a pool as one whole number, because it does not matter which die shows a face.

A tally has four bits for each kind of die: how many show each face and were not rerolled, then how many show it and
were. So tallies of different dice are added, and dice are taken away by subtracting theirs.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from app.rulesets.x_wing.attack.dice import DIE_OF, may_act_on
from app.rulesets.x_wing.effects import XWingStep
from app.rulesets.x_wing.outcome import Dice, XWingDie
from app.rulesets.x_wing.terms import FACES_OF, Face, Pool

KINDS = 8
"""How many kinds of dice a tally counts: four faces, not rerolled and rerolled."""

FRESH = 0xFFFF
"""The part of a tally that counts dice that were not rerolled."""

MOST_COUNTED = 15
"""The most dice of one kind that a tally holds."""


def unit(pool: Pool, face: Face, *, rerolled: bool = False) -> int:
    """The tally of one die."""
    return 1 << 4 * (FACES_OF[pool].index(face) + 4 * rerolled)


def size(tally: int) -> int:
    """How many dice a tally counts."""
    pairs = (tally & 0x0F0F0F0F) + (tally >> 4 & 0x0F0F0F0F)
    return (pairs * 0x01010101 >> 24) & 0xFF


def count(tally: int, pool: Pool, face: Face) -> int:
    """How many dice show a face."""
    place = 4 * FACES_OF[pool].index(face)
    return (tally >> place & 15) + (tally >> place + 16 & 15)


def as_fresh(tally: int) -> int:
    """The dice without what was rerolled; the same once nothing can reroll them."""
    return (tally & FRESH) + (tally >> 16)


def tally_of(dice: Dice, pool: Pool) -> int:
    """The tally of the dice that are not canceled."""
    return sum(unit(pool, die.face, rerolled=die.rerolled) for die in dice if not die.canceled)


@lru_cache(maxsize=1 << 12)
def dice_of(tally: int, pool: Pool) -> Dice:
    """Dice with this tally, the least useful to their owner first."""
    return tuple(
        XWingDie(face, face, rerolled)
        for face, rerolled in product(FACES_OF[pool], (True, False))
        for _ in range(tally // unit(pool, face, rerolled=rerolled) & 15)
    )


@lru_cache(maxsize=256)
def throws(pool: Pool, dice: int) -> tuple[tuple[int, int], ...]:
    """Every throw of so many dice, with the number of ways to throw it, out of 8 for each die."""
    sides, found = DIE_OF[pool].faces, []
    for throw in combinations_with_replacement(FACES_OF[pool], dice):
        orders = factorial(dice) // prod(factorial(throw.count(face)) for face in FACES_OF[pool])
        ways = orders * prod(sides.count(face) for face in throw)
        found.append((ways, sum(unit(pool, face) for face in throw)))
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def mask_of(step: XWingStep, pool: Pool) -> int:
    """The kinds of dice on which a step can act, all bits of each set."""
    return sum(
        15 * unit(pool, face, rerolled=rerolled)
        for face, rerolled in product(FACES_OF[pool], (False, True))
        if may_act_on(step, face, rerolled=rerolled)
    )


@lru_cache(maxsize=1 << 14)
def takings(eligible: int, least: int, most: int, *, best_first: bool = False) -> tuple[tuple[int, int], ...]:
    """Every choice of `least` to `most` of the eligible dice, with its number of dice; the largest first.

    Among as many dice, the least useful to their owner are first, or with `best_first` the most useful.
    """
    counts = [eligible >> 4 * kind & 15 for kind in range(KINDS)]
    order = sorted(range(KINDS), key=lambda kind: (-(kind % 4) if best_first else kind % 4, kind < 4))
    found: list[tuple[int, int]] = [(0, 0)]
    for kind in order:
        found = [
            (taken + (n << 4 * kind), dice + n)
            for taken, dice in found
            for n in range(min(counts[kind], most - dice), -1, -1)
        ]
    return tuple(sorted([one for one in found if one[1] >= least], key=lambda one: -one[1]))


@lru_cache(maxsize=1 << 14)
def changed(taken: int, pool: Pool, to: Face) -> int:
    """The tally of the dice after all of them were changed to a face."""
    fresh = size(taken & FRESH)
    return fresh * unit(pool, to) + (size(taken) - fresh) * unit(pool, to, rerolled=True)
