"""Several attacks on the same defender, one after the other, each with what the earlier ones have left."""

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar, cast

from app.domain.advice import odds_from, within
from app.domain.effort import Effort
from app.domain.errors import IllegalSituation, LimitExceeded
from app.domain.odds import Distributions, enumerate_outcomes, played_by
from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import FollowUps, Left, Policies, Ruleset, Values

A = TypeVar("A")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741


class Horizon(StrEnum):
    """What a policy that searches plays for: each attack for itself, or the series for all of them together."""

    ATTACK = "attack"
    SERIES = "series"


Sums = tuple[int, ...]
"""The values of all measures so far: numbers added up, yes-or-no true once it was."""


@dataclass(slots=True)
class _Standing:
    """What is left of the defender, and in how many ways each state of the measures comes with it."""

    left: Left
    sums: dict[Sums, int]


def odds_of_several(
    ruleset: Ruleset[A, P, O],
    attacks: Sequence[A],
    options: P,
    policies: Policies,
    so_far: Record = Record(),
    effort: Effort | None = None,
    horizon: Horizon = Horizon.ATTACK,
) -> Generator[None, None, Distributions]:
    """The distribution of every measure over several attacks; the defender of the first one stands in all of them.

    `so_far`: what was rolled and chosen in the first attack already; in all others the policies choose. `effort`: the
    work that may be taken. `horizon`: whether policies that search know of the other attacks. All are priced before the
    first one is computed. An attack that the rules refuse on what is left does not happen. Yields before each attack on
    a defender in another state. Raises NotComputable; Diverged where the record is not the first attack's.
    """
    ruleset = within(ruleset, effort)
    price_each(ruleset, attacks, options)
    going = follow_ups_of(ruleset)
    together = going.in_series(attacks, options, policies, so_far) if horizon is Horizon.SERIES else None
    together = together or going.several(attacks, options, policies, so_far)
    job = _one_by_one(ruleset, attacks, options, policies, so_far) if together is None else together
    told = yield from job
    return {**told, **{total: told[name] for total, name in going.totals.items()}}


def price_each(ruleset: Ruleset[A, P, O], attacks: Sequence[A], options: P) -> None:
    """Price each attack that the rules do not refuse on the defender as it is sent. Raises NotComputable."""
    for attack in attacks:
        try:
            ruleset.prepare(attack, options)
        except IllegalSituation:
            continue
        ruleset.price(attack, options)


class AfterAttacks:
    """The next attack after so many is computed within: where it is too much, LimitExceeded says how many are not."""

    def __init__(self, attacks: int) -> None:
        self._attacks = attacks

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, LimitExceeded) and error.first is None:
            error.first = self._attacks


def _one_by_one(
    ruleset: Ruleset[A, P, O], attacks: Sequence[A], options: P, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions]:
    going = follow_ups_of(ruleset)
    names, start = tuple(ruleset.measures), {name: getattr(attacks[0], name) for name in going.defender}
    standing: dict[Hashable, _Standing] = {repr(start): _Standing(start, {(0,) * len(names): 1})}
    once = [name in ruleset.yes_no for name in names]
    in_all = 1
    for n, attack in enumerate(attacks[:-1], 1):
        record, found = so_far if n == 1 else Record(), list[tuple[_Standing, list[tuple[Left, Sums, Fraction]]]]()
        for one in standing.values():
            yield
            here = with_defender(going, attack, one.left, options)
            with AfterAttacks(n - 1):
                found.append((one, list(_outcomes(ruleset, here, options, policies, record, attacks[n:]))))
        parts = lcm(*(chance.denominator for _, outcomes in found for _, _, chance in outcomes))
        standing, in_all = _followed(found, parts, once), in_all * parts
    shown: dict[str, dict[int, int]] = {name: {} for name in names}
    ended = list[tuple[_Standing, Distributions]]()
    for one in standing.values():
        yield
        last = with_defender(going, attacks[-1], one.left, options)
        with AfterAttacks(len(attacks) - 1):
            ended.append((one, _last(ruleset, last, options, policies)))
    parts = lcm(*(chance.denominator for _, last in ended for chances in last.values() for chance in chances.values()))
    for one, chances_of in ended:
        _add_last(shown, one.sums, chances_of, parts, ruleset.yes_no)
    return {
        name: {value: Fraction(ways[value], in_all * parts) for value in sorted(ways)} for name, ways in shown.items()
    }


def _followed(
    found: Sequence[tuple[_Standing, Sequence[tuple[Left, Sums, Fraction]]]], parts: int, once: Sequence[bool]
) -> dict[Hashable, _Standing]:
    """What stands after an attack on each of what stood before; chances are counted in so many parts of one.

    Whole numbers are added much faster than fractions whose denominators have hundreds of digits.
    """
    following: dict[Hashable, _Standing] = {}
    for one, outcomes in found:
        for left, gained, chance in outcomes:
            there = following.setdefault(repr(left), _Standing(left, {}))
            ways = chance.numerator * (parts // chance.denominator)
            for sums, weight in one.sums.items():
                added = tuple(_added(*each) for each in zip(sums, gained, once, strict=True))
                there.sums[added] = there.sums.get(added, 0) + weight * ways
    return following


def follow_ups_of(ruleset: Ruleset[A, P, O]) -> FollowUps[A, P, O]:
    """How the rulebook continues with a further attack. Raises LookupError if it has no follow-ups."""
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
    going = follow_ups_of(ruleset)
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
    going = follow_ups_of(ruleset)

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
    shown: dict[str, dict[int, int]], sums: Mapping[Sums, int], last: Distributions, parts: int, once: tuple[str, ...]
) -> None:
    """Add the last attack on one state of the defender, on which it depends alone, in so many parts of one."""
    for place, (name, ways) in enumerate(shown.items()):
        for more, chance in last[name].items():
            part = chance.numerator * (parts // chance.denominator)
            for values, weight in sums.items():
                value = _added(values[place], more, name in once)
                ways[value] = ways.get(value, 0) + weight * part
