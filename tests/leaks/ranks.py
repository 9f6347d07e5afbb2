"""The rank test of Mann and Whitney: whether one of two samples tends to be larger than the other."""

from collections.abc import Sequence
from itertools import groupby
from math import erfc, sqrt


def ranks_of(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, before = [0.0] * len(values), 0
    for _, group in groupby(order, key=values.__getitem__):
        equal = list(group)
        for place in equal:
            ranks[place] = before + (len(equal) + 1) / 2
        before += len(equal)
    return ranks


def p_value(one: Sequence[float], other: Sequence[float]) -> float:
    """How probable it is that samples of one and the same kind differ so much or more, to either side.

    By the normal approximation with its correction for ties, which is good from some ten values on.
    """
    all_, n, m = [*one, *other], len(one), len(other)
    u = sum(ranks_of(all_)[:n]) - n * (n + 1) / 2
    ties = sum(size**3 - size for size in (len(list(group)) for _, group in groupby(sorted(all_))))
    variance = n * m / 12 * ((n + m + 1) - ties / ((n + m) * (n + m - 1)))
    return erfc(abs(u - n * m / 2) / sqrt(2 * variance)) if variance else 1.0
