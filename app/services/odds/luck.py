"""The luck of one action: how probable its outcome was, by the exact odds."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any

from pydantic_core import from_json, to_json
from typing_extensions import TypedDict

from app.domain.advice import FoundAttack
from app.domain.errors import NotComputable
from app.domain.hidden import NotShown
from app.domain.odds import Distribution, Distributions, mean
from app.domain.record import Role
from app.domain.resolution import Resolved, answered, answers_in
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, Json
from app.persistence.stored.private import holds_unknown
from app.services.document_types import document
from app.services.odds.odds import Mean, automatic_policies, distributions
from app.services.odds.of_actions import StoredAction, attack_in, by_default, loaded
from app.services.play.face_down import restore_face_down
from app.services.recent import LruCache
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import FULL_VIEW


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
    """The policy by role for which the odds are computed; the default policy where a player decided."""
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


def odds_in_game(book: Rulebook, stored: StoredAction) -> Generator[None, None, ActionOdds | None]:
    """How probable the outcome of the attack in an action of a game was; None where there is none, or no odds of it."""
    found = yield from attack_in_game(book, stored)
    if found is None or found.places is None:
        return None
    return {"policies": by_default(book), "measures": {name: place.document for name, place in found.places.items()}}


@dataclass(frozen=True, slots=True)
class AttackInGame:
    """The attack in a resolved action of a game."""

    seats: Mapping[str, int]
    """The seat of each role."""
    began: int
    """How many entries of the record stand before it."""
    places: dict[str, PlaceInOdds] | None
    """The place of each measure in its odds; None where there are no odds."""


def attack_in_game(book: Rulebook, stored: StoredAction) -> Generator[None, None, AttackInGame | None]:
    """The attack in an action of a game, with its place in the odds; None where there is none, or nobody can tell."""
    if stored.action.status != "resolved":
        return None
    try:
        call, record = yield from loaded(book, stored, None)
        found = attack_in(call, record)[0]
    except Problem:
        return None
    if found is None:
        return None
    seats = {Role.ATTACKER.value: found.seated.attacker, Role.DEFENDER.value: found.seated.defender}
    began = len(record.entries) - len(found.so_far.entries)
    try:
        known = distributions(book, found.situation, call[2], by_default(book))
        outcome = outcome_of(book, stored.action, found, call[2])
    except (NotComputable, NotShown, Problem):
        return AttackInGame(seats, began, None)
    return AttackInGame(seats, began, None if outcome is None else places_of(book, outcome, known))


def outcome_of(book: Rulebook, action: Any, found: FoundAttack, options: Any) -> Any:
    """The outcome of the attack in an action of a game; None where nobody can tell.

    Where the attack alone would turn up what lies face down on the board, it is that in the outcome of the action.
    """
    try:
        end = answered(book.ruleset.script, found.situation, options, answers_in(found.so_far))
    except NotShown:
        return stored_outcome(book, action.kind, FULL_VIEW.of(action.outcome))
    return end.outcome if isinstance(end, Resolved) else None


def stored_outcome(book: Rulebook, kind: str, outcome: Json) -> Any:
    """The outcome of the attack that an action of this kind is, or that is in its outcome; None where there is none.

    Raises what loading raises.
    """
    told = book.codec.outcome_of(kind).load(outcome)
    inner = [] if kind == ATTACK else [getattr(told, part.name) for part in fields(told)]
    return next((part for part in (told, *inner) if isinstance(part, book.ruleset.outcome)), None)


def places_in_odds(
    book: Rulebook, situation: Json, options: Json, policies: Mapping[str, str], outcome: Json
) -> dict[str, PlaceInOdds] | None:
    """The place of each measure of an outcome in its odds.

    None where the odds would take too long, or where the rulebook can no longer read the stored values.
    """
    if book.ruleset.hides and holds_unknown(situation):
        return None
    situation, outcome = restore_face_down(book, situation), restore_face_down(book, outcome)
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


KNOWN = LruCache[Distributions]("odds", 8 << 20)
"""The odds of stored situations that were asked for last."""


def known_odds(book: Rulebook, situation: bytes, options: bytes, policies: bytes) -> Distributions:
    """The odds of a stored situation, which are kept for a while. Raises NotComputable."""
    key = sha256(b"\0".join((book.slug.encode(), situation, options, policies))).digest()
    if (known := KNOWN.get(key)) is not None:
        return known
    codec = book.codec
    loaded = codec.situation.load(from_json(situation)), codec.options.load(from_json(options))
    found = distributions(book, *loaded, from_json(policies))
    KNOWN.put(key, found, bytes_of(found))
    return found


def bytes_of(found: Distributions) -> int:
    """About how much memory distributions take."""
    return sum(
        200 + (chance.numerator.bit_length() + chance.denominator.bit_length()) // 7
        for chances in found.values()
        for chance in chances.values()
    )
