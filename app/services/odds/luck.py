"""The luck of one action: how probable its outcome was, by the exact odds."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pydantic_core import from_json, to_json
from typing_extensions import TypedDict

from app.domain.errors import NotComputable
from app.domain.odds import Distribution, Distributions, mean
from app.domain.resolution import Resolved, answered, answers_in
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, Json
from app.persistence.stored.private import holds_unknown
from app.services.odds.odds import Mean, automatic_policies, distributions
from app.services.odds.of_actions import Stored, attack_in, by_default, loaded
from app.services.play.covered import uncovered
from app.services.rulebooks.registry import Rulebook
from app.services.typed import document


@document
class PlaceShown(TypedDict):
    """A value of an outcome, with its place in the exact odds. Probabilities are fractions in lowest terms."""

    value: int
    """The value that the attack had."""
    probability: str
    """The probability of exactly this value, such as `5/36`."""
    at_most: str
    """The probability of this value or a lower one."""
    at_least: str
    """The probability of this value or a higher one."""
    expected: Mean
    """The expected value."""


@document
class ActionOdds(TypedDict):
    """How probable the outcome of an attack was."""

    policies: dict[str, str]
    """The policy by role for which the odds are computed; the default policy where a player was asked."""
    measures: dict[str, PlaceShown]
    """The value and its place in the odds, for each measure of the ruleset."""


@dataclass(frozen=True, slots=True)
class PlaceInOdds:
    """A value, and the distribution in which it lies."""

    value: int
    distribution: Distribution

    @property
    def document(self) -> PlaceShown:
        """The value, its probability, and the expected value."""
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


def action_odds(book: Rulebook, action: Any) -> ActionOdds | None:
    """How probable the outcome of a resolved attack was; None where no odds can be computed for it."""
    if action.kind != ATTACK or action.outcome is None:
        return None
    policies = automatic_policies(book, action.policies)
    places = places_in_odds(book, action.situation, action.options, policies, action.outcome)
    if places is None:
        return None
    return {"policies": policies, "measures": {name: place.document for name, place in places.items()}}


def odds_in_game(book: Rulebook, stored: Stored) -> Generator[None, None, ActionOdds | None]:
    """How probable the outcome of the attack in an action of a game was; None where there is none, or no odds of it."""
    if stored.action.status != "resolved":
        return None
    try:
        call, record = yield from loaded(book, stored, None)
        found = attack_in(call, record)[0]
        if found is None:
            return None
        policies = by_default(book)
        known = distributions(book, found.situation, call[2], policies)
        end = answered(book.ruleset.script, found.situation, call[2], answers_in(found.so_far))
    except (NotComputable, Problem):
        return None
    if not isinstance(end, Resolved):
        return None
    places = places_of(book, end.outcome, known)
    return {"policies": policies, "measures": {name: place.document for name, place in places.items()}}


def places_in_odds(
    book: Rulebook, situation: Json, options: Json, policies: Mapping[str, str], outcome: Json
) -> dict[str, PlaceInOdds] | None:
    """The place of each measure of an outcome in its odds.

    None where the odds would take too long, or where the rulebook can no longer read the stored values.
    """
    if book.ruleset.hides and holds_unknown(situation):
        return None
    situation, outcome = uncovered(book, situation), uncovered(book, outcome)
    try:
        known = known_odds(book, *(to_json(part, inf_nan_mode="null") for part in (situation, options, policies)))
        loaded = book.codec.outcome.load(outcome)
    except (NotComputable, LookupError, ValueError, TypeError):
        return None
    return places_of(book, loaded, known)


def places_of(book: Rulebook, outcome: Any, known: Distributions) -> dict[str, PlaceInOdds]:
    """The place of each measure that an outcome tells."""
    values = {name: book.ruleset.measures[name](outcome) for name in known}
    return {name: PlaceInOdds(int(value), known[name]) for name, value in values.items() if value is not None}


@lru_cache(maxsize=1024)
def known_odds(book: Rulebook, situation: bytes, options: bytes, policies: bytes) -> Distributions:
    """The odds of a stored situation; the last 1,024 results are kept in memory. Raises NotComputable."""
    codec = book.codec
    loaded = codec.situation.load(from_json(situation)), codec.options.load(from_json(options))
    return distributions(book, *loaded, from_json(policies))
