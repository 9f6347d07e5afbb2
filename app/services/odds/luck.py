"""The luck of one action: where its outcome lies in its exact distributions."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pydantic_core import from_json, to_json
from typing_extensions import TypedDict

from app.domain.errors import NotComputable
from app.domain.odds import Distribution, Distributions, mean
from app.persistence.codec import ATTACK, Json
from app.services.odds.odds import Mean, distributions
from app.services.play.players import ASK
from app.services.rulebooks.registry import Rulebook
from app.services.typed import document


@document
class PlaceShown(TypedDict):
    """Where a value lies in its exact distribution."""

    value: int
    probability: str
    at_most: str
    at_least: str
    expected: Mean


@document
class ActionOdds(TypedDict):
    """Where an outcome lies in its exact distributions."""

    policies: dict[str, str]
    measures: dict[str, PlaceShown]


@dataclass(frozen=True, slots=True)
class PlaceInOdds:
    """Where a value lies in its distribution."""

    value: int
    distribution: Distribution

    @property
    def document(self) -> PlaceShown:
        """The value, how probable it was, and what was to be expected."""
        exact, at_most, at_least = (
            sum((chance for value, chance in self.distribution.items() if holds(value)), Fraction(0))
            for holds in (self.value.__eq__, self.value.__ge__, self.value.__le__)
        )
        expected = mean(self.distribution)
        return {
            "value": self.value,
            "probability": str(exact),
            "at_most": str(at_most),
            "at_least": str(at_least),
            "expected": {"exact": str(expected), "decimal": round(float(expected), 6)},
        }


def automatic_policies(book: Rulebook, policies: Mapping[str, str]) -> dict[str, str]:
    """The policies of an attack, the default one where players were asked."""
    return {role: book.ruleset.policy_name("default") if name == ASK else name for role, name in policies.items()}


def action_odds(book: Rulebook, action: Any) -> ActionOdds | None:
    """Where the outcome of a resolved attack lies; None where there are no odds of it."""
    if action.kind != ATTACK or action.outcome is None:
        return None
    policies = automatic_policies(book, action.policies)
    found = places_in_odds(book, action.situation, action.options, policies, action.outcome)
    if found is None:
        return None
    return {"policies": policies, "measures": {name: lot.document for name, lot in found.items()}}


def places_in_odds(
    book: Rulebook, situation: Json, options: Json, policies: Mapping[str, str], outcome: Json
) -> dict[str, PlaceInOdds] | None:
    """Where each measure of an outcome lies; None where its odds cost too much or can no longer be read."""
    try:
        known = known_odds(book, *(to_json(part, inf_nan_mode="null") for part in (situation, options, policies)))
        told = book.codec.outcome.load(outcome)
    except (NotComputable, LookupError, ValueError, TypeError):
        return None
    measures = book.ruleset.measures
    return {name: PlaceInOdds(int(measures[name](told)), distribution) for name, distribution in known.items()}


@lru_cache(maxsize=1024)
def known_odds(book: Rulebook, situation: bytes, options: bytes, policies: bytes) -> Distributions:
    """The odds of a stored situation. Raises NotComputable."""
    codec = book.codec
    loaded = codec.situation.load(from_json(situation)), codec.options.load(from_json(options))
    return distributions(book, *loaded, from_json(policies))
