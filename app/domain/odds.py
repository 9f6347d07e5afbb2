"""Exact odds: a script is run over every result of its dice, each with its probability."""

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Generic, TypeVar

from app.domain.bounded_cache import bounded_cache
from app.domain.dice import DiceSource, Die, Face, Faces
from app.domain.record import EVERYBODY, Audience, By, Origin, Role, Rolled, Source
from app.domain.resolution import Script
from app.domain.table import Awaiting, Players, Question, RecordedAnswer, RollWanted, Table, Wanted, nobody

A = TypeVar("A")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
T = TypeVar("T")
F = TypeVar("F")

Distribution = Mapping[int, Fraction]
"""The probability of each value, values ascending; the probabilities sum to 1."""

Distributions = Mapping[str, Distribution]
"""The distribution of each measure, by name."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """Rolls that lead to a point of a script, and the probability of that point."""

    rolls: tuple[Faces, ...]
    weight: Fraction


class _Merged(BaseException):
    """Stops a script at a checkpoint after the given rolls."""

    def __init__(self, state: Hashable) -> None:
        super().__init__(state)
        self.state = state


@bounded_cache(8 << 20, 400)
def throws(die: Die[Face], count: int) -> tuple[tuple[Faces, Fraction], ...]:
    """Every throw of `count` dice as a sorted multiset, with its probability."""
    faces = tuple(dict.fromkeys(die.faces))
    ways = {face: die.faces.count(face) for face in faces}
    total = len(die.faces) ** count
    return tuple(
        (throw, Fraction(_orders(throw) * prod(ways[face] for face in throw), total))
        for throw in combinations_with_replacement(faces, count)
    )


def _orders(throw: Faces) -> int:
    return factorial(len(throw)) // prod(factorial(throw.count(face)) for face in set(throw))


class _Rehearsal:
    """Dice that repeat given rolls, of which the first has the place `first`; further rolls have to be waited for."""

    source = DiceSource.SERVICE

    def __init__(self, rolls: tuple[Faces, ...], first: int) -> None:
        self._rolls, self._first = rolls, first

    def throw(self, die: Die[Face], count: int, *, index: int) -> Faces | None:  # noqa: ARG002
        place = index - self._first
        return self._rolls[place] if place < len(self._rolls) else None


Automatic = Callable[[Question[object], By], tuple[object, Source]]
"""Players who always answer."""


def played_by(policies: Mapping[Role, Callable[[Question[object], By], object]]) -> Automatic:
    """Players who answer as the policy of their role does."""
    return lambda question, by: (policies[Role(by)](question, by), Source(Origin.POLICY))


class _OddsTable(Table):
    """A table that notes nothing and stops at the first checkpoint after its `passed` ones."""

    def __init__(
        self,
        so_far: Sequence[RecordedAnswer],
        rolls: tuple[Faces, ...],
        players: Players,
        passed: int | None,
    ) -> None:
        first = sum(isinstance(answer, Rolled) for _, answer, _ in so_far)
        super().__init__(so_far, _Rehearsal(rolls, first), players)
        self._passed = passed

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        """Odds need no facts."""

    def checkpoint(self, state: Hashable) -> None:
        if self._passed is None:
            return
        if self._passed == 0:
            raise _Merged(state)
        self._passed -= 1


def enumerate_outcomes(
    script: Script[A, P, O],
    situation: A,
    options: P,
    players: Automatic,
    so_far: Sequence[RecordedAnswer] = (),
    *,
    merge: bool = True,
) -> Iterator[tuple[O, Fraction]]:
    """Every outcome of `script` with a probability; equal outcomes may come several times.

    `so_far`: what was rolled and chosen already; the probabilities are those from there. `merge=False` ignores the
    checkpoints: slow, and what tests compare the merged enumeration with. Raises Awaiting where `players` do not answer
    a question, Diverged where the script does not lead to what was rolled and chosen.
    """
    stage, passed = [Weighted((), Fraction(1))], 0
    while stage:
        merged: dict[Hashable, Weighted] = {}
        while stage:
            at = stage.pop()
            try:
                outcome = script(situation, options, _OddsTable(so_far, at.rolls, players, passed if merge else None))
            except Awaiting as stop:
                stage.extend(_branches(at, stop))
            except _Merged as reached:
                known = merged.get(reached.state)
                merged[reached.state] = (
                    Weighted(at.rolls, at.weight) if known is None else Weighted(known.rolls, known.weight + at.weight)
                )
            else:
                yield outcome, at.weight
        stage, passed = list(merged.values()), passed + 1


def _branches(at: Weighted, stop: Awaiting) -> list[Weighted]:
    if not isinstance(stop.wanted, RollWanted):
        raise stop
    return [
        Weighted((*at.rolls, faces), at.weight * chance) for faces, chance in throws(stop.wanted.die, stop.wanted.count)
    ]


@dataclass(frozen=True, slots=True)
class Steps(Generic[S]):
    """A script in steps: states with an equal `key` are continued as one."""

    start: S
    following: Callable[[S], Iterable[tuple[S, Fraction]]]
    """Every state after one step, with its probability."""
    stage: Callable[[S], int]
    """The number of the stage that a state has reached, from 0; it grows with every step."""
    last: int
    """The stage at which the script has ended."""
    key: Callable[[S], Hashable]


def enumerate_steps(steps: Steps[S]) -> Iterator[tuple[S, Fraction]]:
    """Every state at the end with its probability. Stage after stage, so that equal states meet before the next."""
    stages: list[dict[Hashable, tuple[S, Fraction]]] = [{} for _ in range(steps.last + 1)]
    stages[steps.stage(steps.start)][steps.key(steps.start)] = (steps.start, Fraction(1))
    for stage in stages[:-1]:
        while stage:
            state, weight = stage.pop(next(iter(stage)))
            for following, chance in steps.following(state):
                there, key = stages[steps.stage(following)], steps.key(following)
                known, so_far = there.get(key, (following, Fraction(0)))
                there[key] = (known, so_far + weight * chance)
    yield from stages[-1].values()


def after_record(
    step: Callable[[S, Table], S], start: S, is_over: Callable[[S], bool], so_far: Sequence[RecordedAnswer]
) -> tuple[S, Sequence[RecordedAnswer]]:
    """The state before the first step of a script that a record does not finish, and what the record has of this step.

    Raises Diverged where the steps do not lead to what was rolled and chosen.
    """
    state, left = start, so_far
    while not is_over(state):
        table = Table(left, None, nobody)
        try:
            following = step(state, table)
        except Awaiting:
            break
        state, left = following, left[len(left) - table.unread :]
    return state, left


def outcomes_of_step(
    step: Callable[[S, Table], S],
    state: S,
    players: Automatic,
    so_far: Sequence[RecordedAnswer] = (),
) -> Iterator[tuple[S, Fraction]]:
    """Every state after one step of a script from `state`, with its probability.

    `so_far`: what was rolled and chosen in it already.
    """
    stack = [Weighted((), Fraction(1))]
    while stack:
        at = stack.pop()
        try:
            following = step(state, _OddsTable(so_far, at.rolls, players, None))
        except Awaiting as stop:
            stack.extend(_branches(at, stop))
        else:
            yield following, at.weight


def far_as(
    step: Callable[[S, Table], S],
    state: S,
    rolls: tuple[Faces, ...],
    players: Players,
) -> S | Wanted:
    """The state after one step of a script with these rolls, or the roll or the choice that it waits for."""
    try:
        return step(state, _OddsTable((), rolls, players, None))
    except Awaiting as stop:
        return stop.wanted


def distributions_of(
    outcomes: Iterator[tuple[O, Fraction]], measures: Mapping[str, Callable[[O], int | bool | None]]
) -> Distributions:
    """The distribution of each measure over weighted outcomes."""
    sums: dict[str, dict[int, Fraction]] = {name: {} for name in measures}
    for outcome, weight in outcomes:
        for name, measure in measures.items():
            value = int(measure(outcome) or 0)
            sums[name][value] = sums[name].get(value, Fraction(0)) + weight
    return {name: dict(sorted(values.items())) for name, values in sums.items()}


def packed(counts: Iterable[int], bits: int) -> int:
    """The counts as one number, with so many bits for each, the first one lowest: all are added at once."""
    return sum(count << bits * n for n, count in enumerate(counts))


def unpacked(number: int, bits: int) -> list[int]:
    """The counts that were packed."""
    found = []
    while number:
        found.append(number & (1 << bits) - 1)
        number >>= bits
    return found


class Indivisible(Exception):
    """A whole number cannot be divided without a rest: all have to be multiplied by `by` from the first."""

    def __init__(self, by: int) -> None:
        super().__init__(by)
        self.by = by


def multiplied(compute: Callable[[int], F]) -> F:
    """What is computed with whole numbers that are multiplied by as much as it takes for each division on the way."""
    times = 1
    while True:
        try:
            return compute(times)
        except Indivisible as more:
            times *= more.by


class TooManyAtOnce(Exception):
    """What is computed of several things together takes too much memory; it is not raised of one thing alone."""


def in_parts(items: Sequence[T], most: int, compute: Callable[[Sequence[T]], F]) -> Iterator[F]:
    """What is computed of so many of the items at once, after others; of half as many from where it is too much."""
    first = 0
    while first < len(items):
        some = items[first : first + most]
        try:
            found = compute(some)
        except TooManyAtOnce:
            most = len(some) // 2
            continue
        yield found
        first += len(some)


def at_least(distribution: Distribution, value: int) -> Fraction:
    """The chance of a value or of a higher one."""
    return sum((chance for each, chance in distribution.items() if each >= value), Fraction(0))


def mean(distribution: Distribution) -> Fraction:
    """The expected value."""
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


def finished(job: Generator[None, None, F]) -> F:
    """What a job returns that may give way to others, where it is done in one go."""
    while True:
        try:
            next(job)
        except StopIteration as stopped:
            found: F = stopped.value
            return found
