"""The luck of many attacks: their results compared with the expected ones, and how often each face was rolled."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from app.domain.odds import mean
from app.domain.record import Role
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.rows import Session
from app.services.document_types import document
from app.services.history.action_luck import ActionLuck
from app.services.history.chi_square import chi_square
from app.services.history.persons import NOBODY, Person, Persons
from app.services.odds.luck import PlaceInOdds, places_in_odds
from app.services.odds.odds import Mean, automatic_policies
from app.services.rulebooks.registry import Rulebooks


@document
class MeasuredLuck(TypedDict):
    """The sum of a measure over some attacks, compared with the expected sum."""

    player: NotRequired[str | None]
    """With `group_by=player`: who had the role, as lists show it; null where no seat had it."""
    name: NotRequired[str | None]
    """With `group_by=player`: the name of the player; null where there is none."""
    ruleset: str
    """The slug of the ruleset."""
    dice: Literal["service", "physical"]
    """Who threw the dice of these attacks."""
    role: Literal["attacker", "defender"] | None
    """`attacker`: the attacks that the players of `player` made; `defender`: those that they suffered; null without
    `player` and `group_by`."""
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
    """How many standard errors the actual sum is away from the expected one; null where only one sum was possible. With
    `player` or `group_by`, plus is good for the player; without, plus is more than expected."""


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
    """The probability that a fair die fits as badly or worse; null where a face is expected fewer than five times, and
    where the die has only one face."""


@document
class LuckShown(TypedDict):
    """The luck of some attacks."""

    items: list[MeasuredLuck]
    """The results, for each ruleset, kind of dice, role and measure."""
    dice: list[FaceCounts]
    """The faces, for each ruleset, kind of dice and die; with `player`, only what the players themselves threw."""
    without_odds: int
    """How many attacks are missing in `items`: no odds could be computed for them, or their session keeps them."""
    next: str | None
    """The value of `cursor` with which the count goes on; null where nothing is left."""


@dataclass(frozen=True, slots=True)
class LuckRows:
    """Resolved actions with what their luck is counted from, as rows."""

    actions: list[Json]
    rolls: list[Json]
    chosen: set[tuple[str, int]]
    """The session and the number of each action in which a player made a choice."""
    seats: Mapping[str, set[int]] | None
    """The seats of those whose luck it is, by session; None where it is everybody's."""
    sessions: Mapping[str, Session] = field(default_factory=dict)
    """The sessions of the actions, by id."""
    persons: Persons | None = None
    """Who sits where, if luck is counted by person."""

    @property
    def in_games(self) -> list[Json]:
        """The moves whose attacks have odds that everybody may see: not of open games that hide something."""
        return [row for row in self.actions if row["kind"] not in (ATTACK, OPENING) and not self.is_secret(row)]

    def is_secret(self, action: Json) -> bool:
        """Whether the odds of an action are for later: the session says so, or hides something until its end."""
        session = self.sessions[action["session_id"]]
        return session.keeps_odds or (session.hides and session.is_game and session.status != "closed")

    def has_attack(self, action: Json) -> bool:
        """Whether somebody rolled in the role of an attack in an action."""
        key = action["session_id"], action["number"]
        return any((roll["session_id"], roll["action"]) == key and roll["role"] in tuple(Role) for roll in self.rolls)

    def roles_in(self, action: Json) -> tuple[str, ...]:
        """The roles that those whose luck it is had in an action; one without a name where it is everybody's."""
        if self.seats is None:
            return ("",)
        own = self.seats.get(action["session_id"], set())
        return tuple(role.value for role in Role if action["seats"].get(role.value) in own)

    def parts_in(self, action: Json) -> list[tuple[str, Person]]:
        """The roles and the persons whose luck an action is: of each role its own, where it is counted by person."""
        if self.persons is None:
            return [(role, NOBODY) for role in self.roles_in(action)]
        own = self.roles_in(action) if self.seats is not None else tuple(role.value for role in Role)
        seats, id = action["seats"], action["session_id"]
        return [(role, self.persons(id, seats.get(role))) for role in own]

    def is_theirs(self, roll: Json) -> bool:
        """Whether those whose luck it is threw this roll."""
        return self.seats is None or roll["seat"] in self.seats.get(roll["session_id"], set())


@dataclass(slots=True)
class Tally:
    """The sum of a measure over several attacks, with the expected sum and its variance."""

    attacks: int = 0
    actual: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    choices: bool = False
    """Whether a player made a choice in one of the attacks."""

    def add(self, place: PlaceInOdds, *, choices: bool) -> None:
        """Add the value of one more attack."""
        expected = mean(place.distribution)
        self.attacks += 1
        self.actual += place.value
        self.expected += expected
        self.variance += sum((value**2 * p for value, p in place.distribution.items()), Fraction(0)) - expected**2
        self.choices |= choices

    def document(self, sign: int) -> Json:
        """The sums, and how many standard errors lie between them, times `sign`."""
        error = math.sqrt(self.variance)
        gap = sign * float(self.actual - self.expected)
        return {
            "choices": self.choices,
            "attacks": self.attacks,
            "actual": self.actual,
            "expected": {"exact": str(self.expected), "decimal": round(float(self.expected), 6)},
            "standard_error": round(error, 6),
            "deviation": round(gap / error, 3) if error else None,
        }


@dataclass(frozen=True, slots=True)
class Kind:
    """What is added up together."""

    ruleset: str
    dice: str
    role: str
    """The role that the players had; empty where nobody's luck in particular is told."""
    measure: str
    player: str | None = None
    """The person, where luck is counted by person and one sat there."""

    @property
    def order(self) -> tuple[str, ...]:
        """What kinds are sorted by."""
        return self.ruleset, self.dice, self.role, self.measure, self.player or ""


@dataclass(slots=True)
class Luck:
    """Several attacks and their rolls. Service dice and physical dice are counted apart."""

    books: Rulebooks
    by_person: bool = False
    """Whether it is counted by person."""
    tallies: dict[Kind, Tally] = field(default_factory=dict)
    """The sums."""
    names: dict[str | None, str | None] = field(default_factory=dict)
    """The name of each person; empty where luck is not counted by person."""
    faces: dict[tuple[str, str, str], Counter[Any]] = field(default_factory=dict)
    """How often each face was rolled, by ruleset, kind of dice and die."""
    without_odds: int = 0

    def add(self, played: LuckRows, in_games: Mapping[tuple[str, int], ActionLuck]) -> None:
        """Count resolved actions and their rolls; `in_games` has the attacks in moves, by session and number."""
        for row in played.actions:
            if row["kind"] == OPENING:
                continue
            key = row["session_id"], row["number"]
            luck = in_games.get(key)
            seated = row if luck is None or luck.attack is None else {**row, "seats": luck.attack.seats}
            parts = played.parts_in(seated)
            if not parts:
                continue
            if played.is_secret(row):
                self.without_odds += row["kind"] == ATTACK or played.has_attack(row)
            elif row["kind"] == ATTACK:
                self.add_attack(row, parts, choices=key in played.chosen)
            elif luck is not None and luck.attack is not None:
                self.add_places(row, parts, luck.attack.places, choices=luck.choices)
        for row in played.rolls:
            if played.is_theirs(row):
                counts = self.faces.setdefault((row["ruleset"], row["source"], row["die"]), Counter())
                counts.update(row["faces"])

    def add_attack(self, row: Json, parts: list[tuple[str, Person]], *, choices: bool) -> None:
        """Count a resolved attack, if it is one of an installed rulebook, for each of the roles and persons."""
        book = self.books.get(row["ruleset"])
        if row["outcome"] is None or book is None:
            return
        policies = automatic_policies(book, row["policies"])
        places = places_in_odds(book, row["situation"], row["options"], policies, row["outcome"])
        self.add_places(row, parts, places, choices=choices)

    def add_places(
        self, row: Json, parts: list[tuple[str, Person]], places: Mapping[str, PlaceInOdds] | None, *, choices: bool
    ) -> None:
        """Count an attack whose place in its odds is known, if it is."""
        if places is None:
            self.without_odds += 1
            return
        for role, person in parts:
            if self.by_person:
                self.names.setdefault(person.player, person.name)
            for name, place in places.items():
                kind = Kind(row["ruleset"], row["dice"], role, name, person.player)
                self.tallies.setdefault(kind, Tally()).add(place, choices=choices)

    @property
    def document(self) -> Json:
        """Everything that was counted."""
        return {
            "items": [self.told(kind, self.tallies[kind]) for kind in sorted(self.tallies, key=lambda one: one.order)],
            "dice": [
                {"ruleset": slug, "source": source, "die": die, **self.fit(slug, die, counts)}
                for (slug, source, die), counts in sorted(self.faces.items())
            ],
            "without_odds": self.without_odds,
        }

    def told(self, kind: Kind, tally: Tally) -> Json:
        """The sum of a measure, and for whom it is good."""
        gainer: str = self.books[kind.ruleset].ruleset.better_for.get(kind.measure, Role.ATTACKER)
        sign = 1 if kind.role in ("", gainer) else -1
        place = {"ruleset": kind.ruleset, "dice": kind.dice, "role": kind.role or None, "measure": kind.measure}
        who = {"player": kind.player, "name": self.names.get(kind.player)} if self.by_person else {}
        return {**who, **place, "better_for": gainer, **tally.document(sign)}

    def fit(self, slug: str, die: str, counts: Mapping[Any, int]) -> Json:
        """How often each face of a die was rolled, and how well this fits a fair die."""
        known = self.books[slug].codec.dice.get(die) if slug in self.books else None
        faces = known.faces if known else tuple(counts)
        expected = {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}
        return {"faces": {str(face): counts.get(face, 0) for face in expected}, **chi_square(counts, expected)}
