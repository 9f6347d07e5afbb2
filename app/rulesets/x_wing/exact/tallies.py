"""Tallies: the dice of a pool as one whole number, because it does not matter which die shows a face.

A tally has eight bits for each kind of die: how many show each face and were not rerolled, then how many show it and
were. So tallies of different dice are added, and dice are taken away by subtracting theirs.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

from app.domain.bounded_cache import bounded_cache
from app.rulesets.x_wing.attack.dice import DIE_OF, becomes, may_act_on
from app.rulesets.x_wing.attack.uses import Offer
from app.rulesets.x_wing.effects import XWingStep
from app.rulesets.x_wing.outcome import Dice, XWingDie
from app.rulesets.x_wing.terms import FACES_OF, Face, Pool

KINDS = 8
"""How many kinds of dice a tally counts: four faces, not rerolled and rerolled."""

BITS = 8
"""The bits of a tally for each kind."""

MANY = (1 << BITS) - 1
"""All bits of the first kind."""

REROLLED = 4 * BITS
"""Where the dice begin that were rerolled."""

FRESH = (1 << REROLLED) - 1
"""The part of a tally that counts dice that were not rerolled."""

EVERY = (1 << KINDS * BITS) - 1
"""All bits of every kind."""


ONES = EVERY // MANY
"""One die of every kind."""


def unit(pool: Pool, face: Face, *, rerolled: bool = False) -> int:
    """The tally of one die."""
    return 1 << BITS * (FACES_OF[pool].index(face) + 4 * rerolled)


def size(tally: int) -> int:
    """How many dice a tally counts."""
    return (tally * ONES >> (KINDS - 1) * BITS) & MANY


def count(tally: int, pool: Pool, face: Face) -> int:
    """How many dice show a face."""
    place = BITS * FACES_OF[pool].index(face)
    return (tally >> place & MANY) + (tally >> place + REROLLED & MANY)


def as_fresh(tally: int) -> int:
    """The dice without what was rerolled; the same once nothing can reroll them."""
    return (tally & FRESH) + (tally >> REROLLED)


def tally_of(dice: Dice, pool: Pool) -> int:
    """The tally of the dice that are not canceled."""
    return sum(unit(pool, die.face, rerolled=die.rerolled) for die in dice if not die.canceled)


@lru_cache(maxsize=1 << 12)
def dice_of(tally: int, pool: Pool) -> Dice:
    """Dice with this tally, the least useful to their owner first."""
    return tuple(
        XWingDie(face, face, rerolled)
        for face, rerolled in product(FACES_OF[pool], (True, False))
        for _ in range(tally // unit(pool, face, rerolled=rerolled) & MANY)
    )


@bounded_cache(4 << 20, 100)
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
        MANY * unit(pool, face, rerolled=rerolled)
        for face, rerolled in product(FACES_OF[pool], (False, True))
        if may_act_on(step, face, rerolled=rerolled)
    )


def eligible(offer: Offer, tally: int) -> int:
    """The dice of its pool that an offer can take."""
    if not offer.is_on_dice:
        return 0
    found = tally & mask_of(offer.step, offer.pool)
    return found if offer.most_focus is None else with_few_focus(found, offer.pool, offer.most_focus)


def with_few_focus(tally: int, pool: Pool, most: int) -> int:
    """The dice without further focus results; those that were not rerolled stay first."""
    for rerolled in (False, True):
        one = unit(pool, Face.FOCUS, rerolled=rerolled)
        found = tally // one & MANY
        tally -= max(0, found - most) * one
        most -= min(found, most)
    return tally


def first_dice(tally: int, most: int, *, best_first: bool = False) -> int:
    """At most so many of the dice: the least useful to their owner, or with `best_first` the most useful."""
    taken = 0
    for kind in order_of_kinds(best_first=best_first):
        n = min(tally >> BITS * kind & MANY, most)
        taken, most = taken + (n << BITS * kind), most - n
    return taken


def order_of_kinds(*, best_first: bool) -> list[int]:
    """The kinds of dice from the least useful, or from the most useful; of one face, rerolled dice come first."""
    return sorted(range(KINDS), key=lambda kind: (-(kind % 4) if best_first else kind % 4, kind < 4))


@bounded_cache(4 << 20, 100)
def takings(eligible: int, least: int, most: int, *, best_first: bool = False) -> tuple[tuple[int, int], ...]:
    """Every choice of `least` to `most` of the eligible dice, with its number of dice; the largest first.

    Among as many dice, the least useful to their owner are first, or with `best_first` the most useful.
    """
    counts = [eligible >> BITS * kind & MANY for kind in range(KINDS)]
    found: list[tuple[int, int]] = [(0, 0)]
    for kind in order_of_kinds(best_first=best_first):
        found = [
            (taken + (n << BITS * kind), dice + n)
            for taken, dice in found
            for n in range(min(counts[kind], most - dice), -1, -1)
        ]
    return tuple(sorted([one for one in found if one[1] >= least], key=lambda one: -one[1]))


@lru_cache(maxsize=1 << 8)
def mask_of_faces(pool: Pool, faces: tuple[Face, ...]) -> int:
    """The dice that show one of the faces, rerolled or not, all bits of each kind set."""
    return sum(
        MANY * unit(pool, face, rerolled=rerolled)
        for face, rerolled in product(FACES_OF[pool], (False, True))
        if face in faces
    )


class Applied(NamedTuple):
    """What a step makes of dice: the tally of those that lie, and how many are thrown, rerolled and others."""

    tally: int
    rerolled: int
    fresh: int


@lru_cache(maxsize=1 << 14)
def applied(step: XWingStep, pool: Pool, taken: int) -> Applied:
    """What a step makes of the dice with this tally."""
    tally, thrown = 0, [0, 0]
    for was, dice in ((False, size(taken & FRESH)), (True, size(taken >> REROLLED))):
        became = becomes(step, rerolled=was)
        if became.is_thrown:
            thrown[became.rerolled] += dice
        elif became.face is not None:
            tally += dice * unit(pool, became.face, rerolled=became.rerolled)
    return Applied(tally, thrown[True], thrown[False])
