"""The luck of many actions: what came against what was expected, and how the dice fell."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from typing_extensions import TypedDict

from app.domain.odds import mean
from app.persistence.codec import ATTACK, Json
from app.services.odds.luck import PlaceInOdds, automatic_policies, places_in_odds
from app.services.odds.odds import Mean
from app.services.rulebooks.registry import Rulebooks
from app.services.typed import document


@document
class Deviation(TypedDict):
    """What came of some attacks against what was to be expected."""

    ruleset: str
    dice: Literal["service", "physical"]
    measure: str
    attacks: int
    actual: int
    expected: Mean
    standard_error: float
    deviations: float | None
    """By how many standard errors they differ."""


@document
class FaceCounts(TypedDict):
    """How often each face of a die fell."""

    ruleset: str
    source: Literal["service", "physical"]
    die: str
    faces: dict[str, int]
    chi_square: float
    degrees_of_freedom: int
    p: float | None
    """The chance of a fair die to fit as badly or worse."""


@document
class LuckShown(TypedDict):
    """The luck of some attacks."""

    measures: list[Deviation]
    dice: list[FaceCounts]
    without_odds: int
    """Attacks whose odds cost too much."""
    next: str | None


@dataclass(slots=True)
class Tally:
    """What came of several attacks, and what was to be expected."""

    attacks: int = 0
    actual: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def add(self, lot: PlaceInOdds) -> None:
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

    books: Rulebooks
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
        policies = automatic_policies(book, row["policies"])
        found = places_in_odds(book, row["situation"], row["options"], policies, row["outcome"])
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
