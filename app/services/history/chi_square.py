"""How well faces that were thrown fit a fair die: Pearson's chi-square test."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.persistence.stored.codec import Json

ENOUGH = 5
"""How often each face must be expected, so that the statistic has about the distribution of a chi-square."""


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, Fraction]) -> Json:
    """Pearson's statistic, its degrees of freedom, and the probability `p` that a fair die gives this value or more.

    `p` is None where a face is expected fewer than five times, because the distribution of the statistic is then
    another one, and where the die has only one face.
    """
    total = sum(counts.values())
    statistic = sum(
        (Fraction(counts.get(face, 0)) - total * chance) ** 2 / (total * chance) for face, chance in expected.items()
    )
    freedom = len(expected) - 1
    is_enough = freedom > 0 and all(total * chance >= ENOUGH for chance in expected.values())
    return {
        "chi_square": round(float(statistic), 6),
        "degrees_of_freedom": freedom,
        "p": round(upper_gamma(freedom / 2, float(statistic) / 2), 6) if is_enough else None,
    }


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(a, x), where `a` is a multiple of 1/2.

    Its closed form: Q(1/2, x) = erfc(√x), Q(1, x) = e^-x, and Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1).
    """
    at, value = (0.5, math.erfc(math.sqrt(x))) if a % 1 else (1.0, math.exp(-x))
    while at < a:
        value += math.exp(at * math.log(x) - x - math.lgamma(at + 1)) if x else 0.0
        at += 1
    return min(1.0, value)
