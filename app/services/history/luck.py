"""The luck of many attacks: their results compared with the expected ones, and how often each face was rolled."""

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
    """The sum of a measure over some attacks, compared with the expected sum."""

    ruleset: str
    """The slug of the ruleset."""
    dice: Literal["service", "physical"]
    """Who threw the dice of these attacks."""
    measure: str
    """The name of the measure."""
    attacks: int
    """How many attacks were added up."""
    actual: int
    """The sum of the values that the attacks had."""
    expected: Mean
    """The expected sum."""
    standard_error: float
    """The standard deviation of the sum, rounded to six decimal places."""
    deviations: float | None
    """How many standard errors the actual sum is above the expected one, negative if below; null where only one sum was
    possible."""


@document
class FaceCounts(TypedDict):
    """How often each face of a die was rolled."""

    ruleset: str
    """The slug of the ruleset."""
    source: Literal["service", "physical"]
    """Who threw: `service` or `physical`, which means people."""
    die: str
    """The name of the die."""
    faces: dict[str, int]
    """How often each face was rolled, by face."""
    chi_square: float
    """Pearson's chi-square statistic for a fair die, rounded to six decimal places."""
    degrees_of_freedom: int
    """The degrees of freedom: the number of different faces minus one."""
    p: float | None
    """The probability that a fair die fits as badly or worse; null where the die has only one face."""


@document
class LuckShown(TypedDict):
    """The luck of some attacks."""

    measures: list[Deviation]
    """The results, for each ruleset, kind of dice and measure."""
    dice: list[FaceCounts]
    """The faces, for each ruleset, kind of dice and die."""
    without_odds: int
    """How many attacks are missing in `measures`, because no odds could be computed for them."""
    next: str | None
    """The value of `cursor` with which the count goes on; null where nothing is left."""


@dataclass(slots=True)
class Tally:
    """The sum of a measure over several attacks, with the expected sum and its variance."""

    attacks: int = 0
    actual: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def add(self, place: PlaceInOdds) -> None:
        """Add the value of one more attack."""
        expected = mean(place.distribution)
        self.attacks += 1
        self.actual += place.value
        self.expected += expected
        self.variance += sum((value**2 * p for value, p in place.distribution.items()), Fraction(0)) - expected**2

    @property
    def document(self) -> Json:
        """The sums, and how many standard errors lie between them."""
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
    """Several attacks and their rolls. Service dice and physical dice are counted apart."""

    books: Rulebooks
    tallies: dict[tuple[str, str, str], Tally] = field(default_factory=dict)
    """The sums, by ruleset, kind of dice and measure."""
    faces: dict[tuple[str, str, str], Counter[Any]] = field(default_factory=dict)
    """How often each face was rolled, by ruleset, kind of dice and die."""
    without_odds: int = 0

    def add(self, attacks: Iterable[Json], rolls: Iterable[Json]) -> None:
        """Count resolved actions and their rolls, both as rows."""
        for row in attacks:
            self.add_action(row)
        for row in rolls:
            self.add_roll(row)

    def add_action(self, row: Json) -> None:
        """Count a resolved action, if it is an attack of an installed rulebook."""
        book = self.books.get(row["ruleset"])
        if row["kind"] != ATTACK or row["outcome"] is None or book is None:
            return
        policies = automatic_policies(book, row["policies"])
        places = places_in_odds(book, row["situation"], row["options"], policies, row["outcome"])
        if places is None:
            self.without_odds += 1
            return
        for name, place in places.items():
            self.tallies.setdefault((row["ruleset"], row["dice"], name), Tally()).add(place)

    def add_roll(self, row: Json) -> None:
        """Count the faces of a roll."""
        counts = self.faces.setdefault((row["ruleset"], row["source"], row["die"]), Counter())
        counts.update(row["faces"])

    @property
    def document(self) -> Json:
        """Everything that was counted."""
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
        """How often each face of a die was rolled, and how well this fits a fair die."""
        known = self.books[slug].codec.dice.get(die) if slug in self.books else None
        faces = known.faces if known else tuple(counts)
        expected = {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}
        return {"faces": {str(face): counts.get(face, 0) for face in expected}, **chi_square(counts, expected)}


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, Fraction]) -> Json:
    """Pearson's statistic, its degrees of freedom, and the probability that a fair die gives this value or more."""
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
    """The regularized upper incomplete gamma function, where `a` is a multiple of 1/2.

    It is computed upwards from its value at 1/2 or at 1.
    """
    at, value = (0.5, math.erfc(math.sqrt(x))) if a % 1 else (1.0, math.exp(-x))
    while at < a:
        value += math.exp(at * math.log(x) - x - math.lgamma(at + 1)) if x else 0.0
        at += 1
    return min(1.0, value)
