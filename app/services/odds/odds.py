"""Exact odds of a situation: by the rulebook's own formula where it has one, else by listing every outcome."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from app.domain.errors import LimitExceeded, NotComputable
from app.domain.odds import Distributions, distributions_of, enumerate_outcomes, mean
from app.domain.record import By, Origin, Role, Source
from app.domain.table import Question
from app.errors import Problem
from app.services.play.players import ASK
from app.services.rulebooks.registry import Rulebook
from app.services.typed import document


@document
class Probability(TypedDict):
    """A value with its exact probability."""

    value: int
    """The value of the measure."""
    probability: str
    """The probability as a fraction in lowest terms, such as `5/36`."""
    decimal: float
    """The probability, rounded to six decimal places."""


@document
class Mean(TypedDict):
    """An expected value."""

    exact: str
    """The expected value as a fraction in lowest terms, or as a whole number."""
    decimal: float
    """The expected value, rounded to six decimal places."""


@document
class OddsDocument(TypedDict):
    """The exact odds of a situation."""

    ruleset: str
    """The slug of the ruleset."""
    policies: dict[str, str]
    """The policy that answers for each role."""
    distributions: dict[str, list[Probability]]
    """The possible values with their probabilities, for each measure of the ruleset."""
    means: dict[str, Mean]
    """The expected value of each measure."""


def odds_document(book: Rulebook, situation: Any, options: Any, policies: Mapping[str, str]) -> OddsDocument:
    """The distribution and the mean of each measure, if these policies answer.

    Raises Problem not-computable or limit-exceeded (422).
    """
    if ASK in policies.values():
        raise Problem("not-computable", at=("policies",), reason="policy-asks")
    try:
        computed = distributions(book, situation, options, policies)
    except NotComputable as refused:
        code = "limit-exceeded" if isinstance(refused, LimitExceeded) else "not-computable"
        raise Problem(
            code, reason=refused.reason, rule=refused.rule, params=refused.params, ruleset=book.slug
        ) from refused
    return {
        "ruleset": book.slug,
        "policies": dict(policies),
        "distributions": {
            name: [
                {"value": value, "probability": str(chance), "decimal": round(float(chance), 6)}
                for value, chance in distribution.items()
            ]
            for name, distribution in computed.items()
        },
        "means": {
            name: {"exact": str(mean(distribution)), "decimal": round(float(mean(distribution)), 6)}
            for name, distribution in computed.items()
        },
    }


def distributions(book: Rulebook, situation: Any, options: Any, policies: Mapping[str, str]) -> Distributions:
    """The distribution of each measure, by name. Raises NotComputable."""
    ruleset = book.ruleset
    ruleset.price(situation, options)
    if ruleset.odds is not None:
        exact: Distributions = ruleset.odds(
            situation, options, {role: ruleset.policies[policies[role]] for role in Role}
        )
        return exact

    def players(question: Question[object], by: By) -> tuple[object, Source]:
        return ruleset.policies[policies[by]](question, by), Source(Origin.POLICY, policies[by])

    return distributions_of(enumerate_outcomes(ruleset.script, situation, options, players), ruleset.measures)
