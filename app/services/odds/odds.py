"""Exact odds of a situation: by the rulebook's own formula where it has one, else by listing every outcome."""

import math
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from typing_extensions import TypedDict

from app.domain.advice import odds_from, policies_by_role
from app.domain.effort import Effort
from app.domain.errors import LimitExceeded, NotComputable
from app.domain.odds import Distributions, at_least, mean
from app.domain.record import Record
from app.errors import Problem
from app.services.document_types import document
from app.services.play.players import automatic
from app.services.rulebooks.registry import Rulebook


@document
class Probability(TypedDict):
    """A value with its exact probability."""

    value: int
    """The value of the measure."""
    probability: str
    """The probability as a fraction in lowest terms, such as `5/36`."""
    decimal: float
    """The probability, rounded to six decimal places; below 0.000001 to six significant digits. 0.0 is impossible, and
    1.0 is certain."""
    at_least: "Mean"
    """The probability of this value or a higher one."""


@document
class Mean(TypedDict):
    """An exact number: an expected value, or a probability."""

    exact: str
    """The number as a fraction in lowest terms, such as `5/36`, or as a whole number."""
    decimal: float
    """The number, rounded to six decimal places. A probability below 0.000001 has six significant digits, and only an
    impossible one is 0.0 and a certain one 1.0."""


def shown_number(number: Fraction) -> Mean:
    """An exact number as clients read it."""
    return {"exact": str(number), "decimal": rounded(number)}


def rounded(number: Fraction) -> float:
    """A number rounded to six decimal places."""
    return round(float(number), 6)


def shown_chance(chance: Fraction) -> Mean:
    """A probability as clients read it."""
    return {"exact": str(chance), "decimal": decimal_of(chance)}


def decimal_of(chance: Fraction) -> float:
    """A probability, rounded to six decimal places; one so near to 0 or to 1 that it would be lost is told in full.

    Below 0.000001 it has six significant digits. Only what is impossible is 0.0, and only what is certain is 1.0.
    """
    if chance in (0, 1):
        return float(chance)
    if chance < SMALL:
        return max(float(f"{float(chance):.6g}"), sys.float_info.min)
    if 1 - chance < SMALL:
        return min(1 - float(f"{float(1 - chance):.6g}"), math.nextafter(1.0, 0.0))
    return round(float(chance), 6)


SMALL = Fraction(1, 1_000_000)
"""Below this a probability has no six decimal places."""


def shown_distributions(distributions: Distributions) -> dict[str, list[Probability]]:
    """Distributions as clients read them."""
    shown: dict[str, list[Probability]] = {}
    for name, distribution in distributions.items():
        reached, values = Fraction(0), list[Probability]()
        for value, chance in sorted(distribution.items(), reverse=True):
            reached += chance
            values.append(
                {
                    "value": value,
                    "probability": str(chance),
                    "decimal": decimal_of(chance),
                    "at_least": shown_chance(reached),
                }
            )
        shown[name] = values[::-1]
    return shown


def shown_means(distributions: Distributions) -> dict[str, Mean]:
    """The expected values of distributions as clients read them."""
    return {name: shown_number(mean(distribution)) for name, distribution in distributions.items()}


def shown_chances(book: Rulebook, distributions: Distributions) -> dict[str, Mean]:
    """The chance of each measure that is yes-or-no, as clients read it."""
    yes_no = (name for name in distributions if name in book.ruleset.yes_no)
    return {name: shown_chance(at_least(distributions[name], 1)) for name in yes_no}


def automatic_policies(book: Rulebook, policies: Mapping[str, str]) -> dict[str, str]:
    """The policies of an attack by role, with the default policy in place of `ask` and of players of the service."""
    return {role: automatic(book.ruleset, name) for role, name in policies.items()}


def refused_odds(book: Rulebook, refused: NotComputable) -> Problem:
    """The Problem for odds that a rulebook refuses: not-computable or limit-exceeded (422)."""
    code = "limit-exceeded" if isinstance(refused, LimitExceeded) else "not-computable"
    params = refused.params
    extra = params if isinstance(refused, LimitExceeded) else None
    return Problem(code, reason=refused.reason, rule=refused.rule, params=params, extra=extra, ruleset=book.slug)


NOTHING = Record()
"""The record of an attack that has not begun."""


def distributions(
    book: Rulebook,
    situation: Any,
    options: Any,
    policies: Mapping[str, str],
    so_far: Record = NOTHING,
    also: tuple[str, ...] = (),
    effort: Effort | None = None,
) -> Distributions:
    """The distribution of each measure, and of further ones, from where a record stands. Raises NotComputable."""
    book.ruleset.price(situation, options)
    roles = policies_by_role(book.ruleset, policies)
    return odds_from(book.ruleset, situation, options, roles, so_far, also, effort)
