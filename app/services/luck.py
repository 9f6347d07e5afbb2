"""Luck: where outcomes lie in their exact distributions, and how dice fell, the service's and people's apart."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pydantic_core import from_json, to_json

from app.domain.errors import NotComputable
from app.domain.odds import Distribution, Distributions, mean
from app.persistence.codec import ATTACK, Json
from app.services.catalogue import Catalogues, Rulebook
from app.services.odds import distributions
from app.services.players import ASK


@dataclass(frozen=True, slots=True)
class Lot:
    """Where a value lies in its distribution."""

    value: int
    distribution: Distribution

    @property
    def document(self) -> Json:
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


def policies_for(book: Rulebook, policies: Mapping[str, str]) -> dict[str, str]:
    """The policies of an attack, the default one where players were asked."""
    return {role: book.ruleset.policy_name("default") if name == ASK else name for role, name in policies.items()}


def action_odds(book: Rulebook, action: Any) -> Json | None:
    """Where the outcome of a resolved attack lies; None where there are no odds of it."""
    if action.kind != ATTACK or action.outcome is None:
        return None
    policies = policies_for(book, action.policies)
    found = lots(book, action.situation, action.options, policies, action.outcome)
    if found is None:
        return None
    return {"policies": policies, "measures": {name: lot.document for name, lot in found.items()}}


def lots(
    book: Rulebook, situation: Json, options: Json, policies: Mapping[str, str], outcome: Json
) -> dict[str, Lot] | None:
    """Where each measure of an outcome lies; None where its odds cost too much or can no longer be read."""
    try:
        known = known_odds(book, *(to_json(part, inf_nan_mode="null") for part in (situation, options, policies)))
        told = book.codec.outcome.load(outcome)
    except (NotComputable, LookupError, ValueError, TypeError):
        return None
    measures = book.ruleset.measures
    return {name: Lot(int(measures[name](told)), distribution) for name, distribution in known.items()}


@lru_cache(maxsize=1024)
def known_odds(book: Rulebook, situation: bytes, options: bytes, policies: bytes) -> Distributions:
    """The odds of a stored situation. Raises NotComputable."""
    codec = book.codec
    loaded = codec.situation.load(from_json(situation)), codec.options.load(from_json(options))
    return distributions(book, *loaded, from_json(policies))


@dataclass(slots=True)
class Tally:
    """What came of several attacks, and what was to be expected."""

    attacks: int = 0
    actual: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def add(self, lot: Lot) -> None:
        """Count one more attack."""
        expected = mean(lot.distribution)
        self.attacks += 1
        self.actual += lot.value
        self.expected += expected
        self.variance += sum((value**2 * p for value, p in lot.distribution.items()), Fraction(0)) - expected**2

    @property
    def document(self) -> Json:
        """The sums, and by how many standard errors they differ."""
        error = math.sqrt(self.variance)
        gap = float(self.actual - self.expected)
        return {
            "attacks": self.attacks,
            "actual": self.actual,
            "expected": {"exact": str(self.expected), "decimal": round(float(self.expected), 6)},
            "standard_error": round(error, 6),
            "deviations": round(gap / error, 3) if error else None,
        }


@dataclass(slots=True)
class Luck:
    """Several attacks and their rolls, those with the service's dice and those with people's apart."""

    books: Catalogues
    tallies: dict[tuple[str, str, str], Tally] = field(default_factory=dict)
    faces: dict[tuple[str, str, str], Counter[Any]] = field(default_factory=dict)
    without_odds: int = 0

    def add(self, attacks: Iterable[Json], rolls: Iterable[Json]) -> None:
        """Count resolved actions and their rolls."""
        for row in attacks:
            self.add_action(row)
        for row in rolls:
            self.add_roll(row)

    def add_action(self, row: Json) -> None:
        """Count a resolved attack."""
        book = self.books.get(row["ruleset"])
        if row["kind"] != ATTACK or row["outcome"] is None or book is None:
            return
        policies = policies_for(book, row["policies"])
        found = lots(book, row["situation"], row["options"], policies, row["outcome"])
        if found is None:
            self.without_odds += 1
            return
        for name, lot in found.items():
            self.tallies.setdefault((row["ruleset"], row["dice"], name), Tally()).add(lot)

    def add_roll(self, row: Json) -> None:
        """Count the faces of a roll."""
        counts = self.faces.setdefault((row["ruleset"], row["source"], row["die"]), Counter())
        counts.update(row["faces"])

    @property
    def document(self) -> Json:
        """Everything counted."""
        return {
            "measures": [
                {"ruleset": slug, "dice": dice, "measure": name, **tally.document}
                for (slug, dice, name), tally in sorted(self.tallies.items())
            ],
            "dice": [
                {"ruleset": slug, "source": source, "die": die, **self.fit(slug, die, counts)}
                for (slug, source, die), counts in sorted(self.faces.items())
            ],
            "without_odds": self.without_odds,
        }

    def fit(self, slug: str, die: str, counts: Mapping[Any, int]) -> Json:
        """How often each face fell, and how well that fits the die."""
        known = self.books[slug].codec.dice.get(die) if slug in self.books else None
        faces = known.faces if known else tuple(counts)
        expected = {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}
        return {"faces": {str(face): counts.get(face, 0) for face in expected}, **chi_square(counts, expected)}


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, Fraction]) -> Json:
    """Pearson's statistic, its degrees of freedom, and the chance of one as great or greater from a fair die."""
    total = sum(counts.values())
    statistic = sum(
        (Fraction(counts.get(face, 0)) - total * chance) ** 2 / (total * chance) for face, chance in expected.items()
    )
    freedom = len(expected) - 1
    return {
        "chi_square": round(float(statistic), 6),
        "degrees_of_freedom": freedom,
        "p": round(upper_gamma(freedom / 2, float(statistic) / 2), 6) if freedom else None,
    }


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function, for halves: from its value at 1/2 or 1 upwards."""
    at, value = (0.5, math.erfc(math.sqrt(x))) if a % 1 else (1.0, math.exp(-x))
    while at < a:
        value += math.exp(at * math.log(x) - x - math.lgamma(at + 1)) if x else 0.0
        at += 1
    return min(1.0, value)
