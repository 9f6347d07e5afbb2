"""Advice: the odds from any point of an attack, and what each choice there is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.domain.effort import Effort
from app.domain.odds import Distributions, distributions_of, enumerate_outcomes, mean, played_by
from app.domain.record import By, Origin, Record, Role, Seated, Source
from app.domain.resolution import answers_in
from app.domain.ruleset import Policies, Policy, Ruleset
from app.domain.table import ChoiceWanted, Question, RecordedAnswer, Table, nobody

AnyRuleset = Ruleset[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Priced:
    """A choice, and the distribution of every measure if it is made; empty where it leads to no attack."""

    choice: object
    distributions: Distributions


def odds_from(
    ruleset: AnyRuleset,
    situation: object,
    options: object,
    policies: Policies,
    so_far: Record,
    also: tuple[str, ...] = (),
    effort: Effort | None = None,
) -> Distributions:
    """The distribution of every measure from where a record stands, if the policies answer from there on.

    `also`: the names of further measures. `effort`: the work that may be taken. By the ruleset's own formula where it
    has one. Raises NotComputable; Diverged where the record is not the attack's.
    """
    ruleset = within(ruleset, effort)
    further = {name: ruleset.further.measures[name] for name in also} if ruleset.further else {}
    if further and ruleset.further and ruleset.further.odds is not None:
        return ruleset.further.odds(situation, options, policies, so_far, also)
    if not further and ruleset.odds is not None:
        return ruleset.odds(situation, options, policies, so_far)
    outcomes = enumerate_outcomes(ruleset.script, situation, options, played_by(policies), answers_in(so_far))
    return distributions_of(outcomes, {**ruleset.measures, **further})


def within(ruleset: AnyRuleset, effort: Effort | None) -> AnyRuleset:
    """The rulebook, whose odds take their work from an effort, if it can and there is one."""
    return ruleset if effort is None or ruleset.within is None else ruleset.within(ruleset, effort)


def with_choice(so_far: Record, wanted: ChoiceWanted[Any], choice: object) -> Record:
    """The record with an answer to the question that stands behind it."""
    return Record((*so_far.entries, wanted.answered(choice)), (*so_far.sources, Source(Origin.REQUEST)))


def compared_by(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The measures whose means tell which of several choices is best, the first that differs."""
    return ruleset.best_by or tuple(ruleset.measures)


def best_first(ruleset: AnyRuleset, role: Role, priced: Sequence[Priced]) -> list[Priced]:
    """Choices in the order of what they are worth to a role; those that lead to no attack last, equal ones as given."""
    signs = [1 if ruleset.better_for.get(name, Role.ATTACKER) is role else -1 for name in compared_by(ruleset)]

    def worth(one: Priced) -> tuple[Fraction, ...]:
        means = (mean(one.distributions[name]) for name in compared_by(ruleset))
        return tuple(-sign * value for sign, value in zip(signs, means, strict=True))

    attacks = sorted((one for one in priced if one.distributions), key=worth)
    return [*attacks, *(one for one in priced if not one.distributions)]


def what_matters(ruleset: AnyRuleset, situation: object) -> tuple[tuple[str, int], ...]:
    """What a sentence tells of the odds of a situation: measures, each with the value that it is at least."""
    if ruleset.matters is not None:
        return ruleset.matters(situation)
    return tuple((name, 1) for name in sorted(compared_by(ruleset), key=lambda name: name not in ruleset.yes_no))


def deciding_measure(ruleset: AnyRuleset, priced: Sequence[Priced]) -> str:
    """The measure by which the first of these choices is best: the first whose mean is not the same for all."""
    names, found = compared_by(ruleset), [one.distributions for one in priced if one.distributions]
    means = {name: dict.fromkeys(mean(distributions[name]) for distributions in found) for name in names}
    return next((name for name in names if len(means[name]) > 1), names[0])


def policies_by_role(ruleset: AnyRuleset, names: Mapping[str, str]) -> Policies:
    """The policies of both roles from their names."""
    return {role: ruleset.policies[names[role]] for role in Role}


@dataclass(frozen=True, slots=True)
class FoundAttack:
    """An attack inside a game: its situation, its seats, and what the record has of it."""

    situation: object
    seated: Seated
    so_far: Record


class AttackFinder(Table):
    """A table that remembers where in a game the last attack begins whose situation is told."""

    def __init__(self, answers: Sequence[RecordedAnswer], policy: Policy | None = None) -> None:
        """`policy`: answers until an attack is found; without it nobody does."""
        super().__init__(answers, None, nobody if policy is None else self._before)
        self._policy = policy
        self._found: tuple[object, Seated, int] | None = None

    def _before(self, question: Question[object], by: By) -> tuple[object, Source] | None:
        if self._policy is None or self._found is not None:
            return None
        return self._policy(question, by), Source(Origin.POLICY)

    def seated(self, attacker: int, defender: int, *, rule: str, situation: object = None) -> None:
        super().seated(attacker, defender, rule=rule, situation=situation)
        if situation is not None:
            self._found = situation, Seated(attacker, defender), len(self._entries)

    @property
    def attack(self) -> FoundAttack | None:
        """The attack as far as it has come; None where there is none."""
        if self._found is None:
            return None
        situation, seated, start = self._found
        return FoundAttack(situation, seated, Record(tuple(self._entries[start:]), tuple(self._sources[start:])))
