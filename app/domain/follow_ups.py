"""Several attacks on the same defender, one after the other, each with what the earlier ones have left."""

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from app.domain.advice import odds_from
from app.domain.errors import IllegalSituation
from app.domain.odds import Distributions, enumerate_outcomes, played_by
from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import FollowUps, Left, Policies, Ruleset, Values

A = TypeVar("A")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

Sums = tuple[int, ...]
"""The values of all measures so far: numbers added up, yes-or-no true once it was."""


@dataclass(slots=True)
class _Standing:
    """What is left of the defender, and the probability of each state of the measures with it."""

    left: Left
    sums: dict[Sums, Fraction]


def odds_of_several(
    ruleset: Ruleset[A, P, O], attacks: Sequence[A], options: P, policies: Policies, so_far: Record = Record()
) -> Generator[None, None, Distributions]:
    """The distribution of every measure over several attacks; the defender of the first one stands in all of them.

    `so_far`: what was rolled and chosen in the first attack already; in all others the policies choose.
    An attack that the rules refuse on what is left does not happen. Yields before each attack on a defender in another
    state. Raises NotComputable; Diverged where the record is not the first attack's.
    """
    going = going_on(ruleset)
    names, start = tuple(ruleset.measures), {name: getattr(attacks[0], name) for name in going.defender}
    standing: dict[Hashable, _Standing] = {repr(start): _Standing(start, {(0,) * len(names): Fraction(1)})}
    once = [name in ruleset.yes_no for name in names]
    for n, attack in enumerate(attacks[:-1], 1):
        following: dict[Hashable, _Standing] = {}
        record = so_far if n == 1 else Record()
        for one in standing.values():
            yield
            here = with_defender(going, attack, one.left, options)
            for left, gained, chance in _outcomes(ruleset, here, options, policies, record, attacks[n:]):
                there = following.setdefault(repr(left), _Standing(left, {}))
                for sums, weight in one.sums.items():
                    added = tuple(_added(*each) for each in zip(sums, gained, once, strict=True))
                    there.sums[added] = there.sums.get(added, Fraction(0)) + weight * chance
        standing = following
    shown: dict[str, dict[int, Fraction]] = {name: {} for name in names}
    for one in standing.values():
        yield
        last = with_defender(going, attacks[-1], one.left, options)
        _add_last(shown, one.sums, _last(ruleset, last, options, policies), ruleset.yes_no)
    shown |= {total: shown[name] for total, name in going.totals.items()}
    return {name: dict(sorted(chances.items())) for name, chances in shown.items()}


def going_on(ruleset: Ruleset[A, P, O]) -> FollowUps[A, P, O]:
    """How the rulebook goes on to a further attack. Raises LookupError where it does not say."""
    if ruleset.then is None:
        raise LookupError(f"{ruleset.slug} has no follow-ups")
    return ruleset.then


def with_defender(going: FollowUps[A, P, O], attack: A, left: Left, options: P) -> A:
    """An attack on what is left of the defender."""
    return going.go_on(attack, left, options) if going.go_on else cast(A, replace(cast(Any, attack), **left))


def _outcomes(
    ruleset: Ruleset[A, P, O], attack: A, options: P, policies: Policies, so_far: Record, further: Sequence[A]
) -> Iterator[tuple[Left, Sums, Fraction]]:
    """What may be left after an attack, with the measures and the probability; nothing changes if it is refused."""
    going = going_on(ruleset)
    try:
        ruleset.prepare(attack, options)
    except IllegalSituation:
        yield {name: getattr(attack, name) for name in going.defender}, (0,) * len(ruleset.measures), Fraction(1)
        return
    ruleset.price(attack, options)
    found = (going.outcomes or plain_outcomes(ruleset))(attack, options, policies, so_far, further)
    for values, left, chance in found:
        yield left, tuple(int(values[name] or 0) for name in ruleset.measures), chance


def plain_outcomes(
    ruleset: Ruleset[A, P, O],
) -> Callable[[A, P, Policies, Record, Sequence[A]], Iterator[tuple[Values, Left, Fraction]]]:
    """Every outcome of an attack by the enumeration of the script."""
    going = going_on(ruleset)

    def outcomes(
        attack: A, options: P, policies: Policies, so_far: Record, _further: Sequence[A]
    ) -> Iterator[tuple[Values, Left, Fraction]]:
        players, answers = played_by(policies), answers_in(so_far)
        for outcome, chance in enumerate_outcomes(ruleset.script, attack, options, players, answers):
            values = {name: measure(outcome) for name, measure in ruleset.measures.items()}
            yield values, going.left(attack, outcome), chance

    return outcomes


def _added(total: int, more: int, is_once: bool) -> int:
    """A measure of several attacks with one more: numbers add up, yes-or-no is true once it was."""
    return max(total, more) if is_once else total + more


def _last(ruleset: Ruleset[A, P, O], attack: A, options: P, policies: Policies) -> Distributions:
    """The odds of the last attack, after which nobody asks what is left."""
    try:
        ruleset.prepare(attack, options)
    except IllegalSituation:
        return {name: {0: Fraction(1)} for name in ruleset.measures}
    ruleset.price(attack, options)
    return odds_from(ruleset, attack, options, policies, Record())


def _add_last(
    shown: dict[str, dict[int, Fraction]], sums: Mapping[Sums, Fraction], last: Distributions, once: tuple[str, ...]
) -> None:
    """Add the last attack on one state of the defender, on which it depends alone, to the distributions."""
    for place, (name, chances) in enumerate(shown.items()):
        for values, weight in sums.items():
            for more, chance in last[name].items():
                value = _added(values[place], more, name in once)
                chances[value] = chances.get(value, Fraction(0)) + weight * chance
