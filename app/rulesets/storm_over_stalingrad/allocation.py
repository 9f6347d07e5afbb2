"""Ways to distribute damage points: which are legal, how many there are, and which is best (SS-24 … SS-30)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby

Vector = tuple[int, ...]
"""Points for each target, in the order of their ids."""

Score = tuple[int, ...]
"""What a policy minimizes, compared from left to right."""

FLIP, FLIP_AND_RETREAT, ELIMINATE_FRESH = 1, 2, 3
RETREAT, ELIMINATE_SPENT = 1, 2


@dataclass(frozen=True, slots=True)
class Target:
    """A unit that may take points, with all that matters to their distribution and to policies."""

    unit: str
    is_fresh: bool
    firepower: int
    worth: int
    kind: tuple[str | int | bool | None, ...]
    """Units of one kind are interchangeable."""
    allowed: tuple[int, ...]
    """The points it may take, ascending (SS-24)."""

    @property
    def most(self) -> int:
        """The most points it can take (SS-25)."""
        return 3 if self.is_fresh else 2

    def flips(self, points: int) -> bool:
        """Whether it is flipped (SS-24)."""
        return self.is_fresh and points in (FLIP, FLIP_AND_RETREAT)

    def retreats(self, points: int) -> bool:
        """Whether it has to retreat (SS-24)."""
        return points == (FLIP_AND_RETREAT if self.is_fresh else RETREAT)

    def is_eliminated(self, points: int) -> bool:
        """Whether the points eliminate it (SS-24)."""
        return points == self.most


def reachable(choices: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """For each place, the sums that the choices from this place on can make, ascending."""
    sums: list[tuple[int, ...]] = [(0,)]
    for allowed in reversed(choices):
        sums.append(distinct(k + rest for k in allowed for rest in sums[-1]))
    return sums[::-1]


def distinct(numbers: Iterable[int]) -> tuple[int, ...]:
    """Each number once, ascending."""
    return tuple(sorted(dict.fromkeys(numbers)))


def kinds(targets: tuple[Target, ...]) -> list[list[int]]:
    """The places (from 0) of the targets, those of interchangeable ones together."""
    places = sorted(range(len(targets)), key=lambda place: (repr(targets[place].kind), place))
    return [list(group) for _, group in groupby(places, key=lambda place: targets[place].kind)]


def spreads(size: int, allowed: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way to give `size` interchangeable units points, the earlier units no fewer than the later."""
    return list(combinations_with_replacement(allowed[::-1], size))


def merged_vectors(targets: tuple[Target, ...], points: int) -> Iterator[Vector]:
    """Every allocation of exactly `points`, interchangeable units merged, lazily and without dead ends."""
    groups = kinds(targets)
    choices = [spreads(len(group), targets[group[0]].allowed) for group in groups]
    left = reachable([distinct(map(sum, options)) for options in choices])

    def fill(place: int, points: int, vector: Vector) -> Iterator[Vector]:
        if place == len(groups):
            yield vector
            return
        for spread in choices[place]:
            rest = points - sum(spread)
            if rest in left[place + 1]:
                given = dict(zip(groups[place], spread, strict=True))
                yield from fill(place + 1, rest, tuple(given.get(n, k) for n, k in enumerate(vector)))

    if points in left[0]:
        yield from fill(0, points, (0,) * len(targets))


def product_coefficient(factors: list[dict[int, int]], exponent: int) -> int:
    """The coefficient of x^exponent in a product of polynomials."""
    ways = {0: 1}
    for factor in factors:
        product: dict[int, int] = {}
        for a, n in ways.items():
            for b, m in factor.items():
                product[a + b] = product.get(a + b, 0) + n * m
        ways = product
    return ways.get(exponent, 0)


def merged_count(targets: tuple[Target, ...], points: int) -> int:
    """How many allocations there are, interchangeable units merged."""
    factors = []
    for group in kinds(targets):
        factor: dict[int, int] = {}
        for spread in spreads(len(group), targets[group[0]].allowed):
            factor[sum(spread)] = factor.get(sum(spread), 0) + 1
        factors.append(factor)
    return product_coefficient(factors, points)


def labelled_count(targets: tuple[Target, ...], points: int) -> int:
    """How many allocations there are, each unit for itself."""
    return product_coefficient([dict.fromkeys(target.allowed, 1) for target in targets], points)


def best_vector(targets: tuple[Target, ...], points: int, score: Callable[[Target, int], Score]) -> Vector:
    """The allocation of `points` with the least score, summed over the units; of equal ones the greatest vector.

    Exact: the best for the last units and every number of points, then one unit more.
    """
    best: dict[int, tuple[Score, Vector]] = {0: ((), ())}
    for target in reversed(targets):
        found: dict[int, tuple[Score, Vector]] = {}
        for rest, (cost, vector) in best.items():
            for k in target.allowed:
                own = score(target, k)
                total = tuple(a + b for a, b in zip(own, cost or (0,) * len(own), strict=True))
                known = found.get(rest + k)
                if known is None or total < known[0] or (total == known[0] and (k, *vector) > known[1]):
                    found[rest + k] = (total, (k, *vector))
        best = found
    return best[points][1]
