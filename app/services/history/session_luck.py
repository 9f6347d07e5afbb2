"""The luck of a closed session: of each seat in the attacks that it made and suffered, and in each kind of roll."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from typing_extensions import TypedDict

from app.domain.record import Role
from app.services.document_types import document
from app.services.history.action_luck import ActionLuck
from app.services.history.luck import Tally
from app.services.odds.odds import Mean, shown_number
from app.services.rulebooks.registry import Rulebook

EVERY_ROLE = tuple(role.value for role in Role)


@document
class SeatLuck(TypedDict):
    """The sum of a measure over the attacks that a seat made or suffered, compared with the expected sum."""

    seat: int | None
    """The number of the seat; null where no seat had the role."""
    role: Literal["attacker", "defender"]
    """`attacker`: the attacks that it made; `defender`: those that it suffered."""
    measure: str
    """The name of the measure."""
    better_for: Literal["attacker", "defender"]
    """Whose luck it is if the measure is large."""
    choices: bool
    """Whether a player made a choice in one of these attacks, so that skill is in the result too: what is expected is
    what the default policy would have got."""
    attacks: int
    """How many attacks were added up."""
    actual: int
    """The sum of the values that the attacks had."""
    expected: Mean
    """The expected sum."""
    standard_error: float
    """The standard deviation of the sum, rounded to six decimal places."""
    deviation: float | None
    """How many standard errors the actual sum is away from the expected one; positive is good for the seat. Null where
    only one sum was possible."""


@document
class FaceLuck(TypedDict):
    """How often a face was rolled, compared with a fair die."""

    face: str
    """The face."""
    actual: int
    """How often it was rolled."""
    expected: Mean
    """How often it was to be expected."""
    standard_error: float
    """The standard deviation of that, rounded to six decimal places."""


@document
class SumLuck(TypedDict):
    """The sum of faces that are numbers, compared with a fair die."""

    actual: int
    """The sum of all dice."""
    expected: Mean
    """The expected sum."""
    standard_error: float
    """The standard deviation of the sum, rounded to six decimal places."""


@document
class RollLuck(TypedDict):
    """The dice of one kind of roll that a seat threw."""

    seat: int | None
    """The number of the seat that threw; null where no seat did."""
    by: Literal["attacker", "defender"] | None
    """The role in which it threw; null outside of an attack."""
    rule: str
    """The id of the rule by which was rolled."""
    die: str
    """The name of the die."""
    source: Literal["service", "physical"]
    """Who threw the dice: `service` or `physical`, which means people."""
    count: int
    """How many dice were thrown."""
    faces: list[FaceLuck]
    """Each face of the die, in order."""
    sum: SumLuck | None
    """The sum of the faces; null where they are no numbers."""


@document
class SessionLuck(TypedDict):
    """The luck of a closed session, as far as it can be computed."""

    attacks: list[SeatLuck]
    """The attacks, for each seat, role and measure."""
    rolls: list[RollLuck]
    """The dice, for each seat and kind of roll."""
    without_odds: int
    """How many attacks are missing in `attacks`, because their odds cannot be computed."""
    unseen: int
    """How many rolls are missing in `rolls`, because not everybody saw them; shuffles of cards are no rolls."""


Attacks = tuple[int, str, str]
"""A seat, 0 where there is none; its role; a measure."""
Rolls = tuple[int, str, str, str, str]
"""A seat, 0 where there is none; the role, empty outside of an attack; the rule; the die; who threw."""


@dataclass(slots=True)
class Counted:
    """The actions of a session, added up."""

    book: Rulebook
    tallies: dict[Attacks, Tally] = field(default_factory=dict)
    faces: dict[Rolls, Counter[Any]] = field(default_factory=dict)
    without_odds: int = 0
    unseen: int = 0

    def add(self, luck: ActionLuck) -> None:
        """Add the luck of one more action."""
        self.unseen += luck.unseen
        for row in luck.rolls:
            by = row["role"] if row["role"] in EVERY_ROLE else ""
            thrown = (row["seat"] or 0, by, row["rule"], row["die"], row["source"])
            self.faces.setdefault(thrown, Counter()).update(row["faces"])
        if luck.attack is None:
            return
        if luck.attack.places is None:
            self.without_odds += 1
            return
        for role in EVERY_ROLE:
            for name, place in luck.attack.places.items():
                kind = (luck.attack.seats.get(role, 0), role, name)
                self.tallies.setdefault(kind, Tally()).add(place, choices=luck.choices)

    @property
    def document(self) -> SessionLuck:
        """Everything that was counted, seat 1 first."""
        return {
            "attacks": [self.told(kind, self.tallies[kind]) for kind in sorted(self.tallies)],
            "rolls": [self.thrown(kind, self.faces[kind]) for kind in sorted(self.faces)],
            "without_odds": self.without_odds,
            "unseen": self.unseen,
        }

    def told(self, kind: Attacks, tally: Tally) -> SeatLuck:
        """The sum of a measure for a seat."""
        seat, role, name = kind
        gainer = self.book.ruleset.better_for.get(name, Role.ATTACKER)
        sums = tally.document(1 if role == gainer else -1)
        told: Any = {"seat": seat or None, "role": role, "measure": name, "better_for": gainer, **sums}
        return told  # type: ignore[no-any-return]

    def thrown(self, kind: Rolls, counts: Mapping[Any, int]) -> RollLuck:
        """The faces of a kind of roll, compared with a fair die."""
        seat, by, rule, die, source = kind
        known = self.book.codec.dice.get(die)
        faces = known.faces if known else tuple(counts)
        count = sum(counts.values())
        chances = {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}
        told: Any = {
            "seat": seat or None,
            "by": by or None,
            "rule": rule,
            "die": die,
            "source": source,
            "count": count,
            "faces": [
                {
                    "face": str(face),
                    "actual": counts.get(face, 0),
                    "expected": shown_number(count * chance),
                    "standard_error": round(math.sqrt(count * chance * (1 - chance)), 6),
                }
                for face, chance in chances.items()
            ],
            "sum": sum_of(counts, chances, count) if all(isinstance(face, int) for face in chances) else None,
        }
        return told  # type: ignore[no-any-return]


def sum_of(counts: Mapping[Any, int], chances: Mapping[Any, Fraction], count: int) -> SumLuck:
    """The sum of dice whose faces are numbers, with its mean and its standard deviation."""
    mean = sum((face * chance for face, chance in chances.items()), Fraction(0))
    square = sum((face**2 * chance for face, chance in chances.items()), Fraction(0))
    actual = sum(face * times for face, times in counts.items())
    return {
        "actual": actual,
        "expected": shown_number(count * mean),
        "standard_error": round(math.sqrt(count * (square - mean**2)), 6),
    }


def counted(book: Rulebook, lucks: Iterable[ActionLuck]) -> SessionLuck:
    """The luck of a session from that of its actions."""
    all_in_all = Counted(book)
    for luck in lucks:
        all_in_all.add(luck)
    return all_in_all.document
