"""Ways to distribute damage points: which are legal, how many there are, and in which order a policy likes them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
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

    @property
    def looks(self) -> tuple[bool, int, int]:
        """All that policies look at."""
        return self.is_fresh, self.firepower, self.worth

    @property
    def most(self) -> int:
        """The most points it can take (SS-25)."""
        return ELIMINATE_FRESH if self.is_fresh else ELIMINATE_SPENT

    def flips(self, points: int) -> bool:
        """Whether it is flipped (SS-24)."""
        return self.is_fresh and points in (FLIP, FLIP_AND_RETREAT)

    def retreats(self, points: int) -> bool:
        """Whether it has to retreat (SS-24)."""
        return points == (FLIP_AND_RETREAT if self.is_fresh else RETREAT)

    def is_eliminated(self, points: int) -> bool:
        """Whether the points eliminate it (SS-24)."""
        return points == self.most


Losses = Callable[[Target, int, bool], Score]
"""The cost of `points` on a target; the flag says that it has to retreat and finds no place."""

Prices = list[list[list[tuple[int, int, int]]]]
"""For each target, and by how many others retreat: points, the cost of them in one number, how many retreat then."""

Least = list[dict[tuple[int, int], int]]
"""For each place, and one beyond: the least cost by how many retreat already and how many points are left."""

PART = 32
"""The bits of a part of a score in one number; the sums of parts are far smaller."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The targets of a fire, by id, and how many of them find a place if they retreat."""

    targets: tuple[Target, ...]
    room: int
    """How many units find a place; of more that retreat the last by id are lost (SS-38, SS-39)."""
    may_be_lethal: bool = True
    """Whether more units may retreat than find a place."""

    @property
    def capacity(self) -> int:
        """The most points that all targets together can take (SS-26)."""
        return sum([target.most for target in self.targets])

    def menu(self, target: Target, gone: int) -> Iterator[tuple[int, bool, int]]:
        """What a target may take once `gone` others retreat: points, whether it is lost so, and how many retreat then.

        Once no place is left, further units are not counted.
        """
        is_full, most_gone = gone >= self.room, self.most_gone
        for points in range(target.most + 1):
            retreats = target.retreats(points)
            is_lost = retreats and is_full
            if self.may_be_lethal or not is_lost:
                yield points, is_lost, min(gone + retreats, most_gone)

    @property
    def most_gone(self) -> int:
        """How many retreats have to be counted: none where all targets find a place."""
        return self.room if self.room < len(self.targets) else 0

    def labelled_count(self, points: int) -> int:
        """How many allocations of exactly `points` there are, each unit for itself."""
        return self._count([[(target, (k,)) for k in range(target.most + 1)] for target in self.targets], points)

    def merged_count(self, points: int) -> int:
        """How many there are, interchangeable units merged."""
        groups = [[self.targets[place] for place in group] for group in kinds(self.targets)]
        return self._count([[(group[0], spread) for spread in spreads(group)] for group in groups], points)

    def _count(self, factors: list[list[tuple[Target, Vector]]], points: int) -> int:
        """The ways to choose one vector of each factor that sum to `points`, with no more retreats than allowed."""
        ways = {(0, 0): 1}
        for factor in factors:
            product: dict[tuple[int, int], int] = {}
            each = [(sum(vector), self._retreats(target, vector)) for target, vector in factor]
            for (spent, gone), n in ways.items():
                for more, retreats in each:
                    at = spent + more, gone + retreats
                    if at[0] <= points and (self.may_be_lethal or at[1] <= self.room):
                        product[at] = product.get(at, 0) + n
            ways = product
        return sum([n for (spent, _), n in ways.items() if spent == points])

    def _retreats(self, target: Target, vector: Vector) -> int:
        return 0 if self.may_be_lethal else sum([target.retreats(k) for k in vector])

    def vectors(self, points: int, losses: Losses, *, sign: int = 1, merged: bool = False) -> Iterator[Vector]:
        """Every allocation of exactly `points`, the one with the least losses first, the greatest vector of equal ones.

        `sign` -1 begins with the most losses. `merged`: interchangeable units take points in the order of their ids.
        Lazy: what is left to lose is known exactly for every number of points and retreats, so nothing is listed twice.
        """
        prices = self._prices(losses, sign)
        least = self._least(points, prices)
        twins = [next((n for n in range(at - 1, -1, -1) if self.targets[n].kind == target.kind), None)
                 for at, target in enumerate(self.targets)]  # fmt: skip
        queue: list[tuple[int, Vector, int, int, int]] = []

        def put(vector: Vector, cost: int, gone: int, left: int) -> None:
            rest = least[len(vector)].get((gone, left))
            if rest is not None:
                heappush(queue, (cost + rest, tuple([-k for k in vector]), cost, gone, left))

        put((), 0, 0, points)
        while queue:
            _, negative, cost, gone, left = heappop(queue)
            vector = tuple([-k for k in negative])
            if len(vector) == len(self.targets):
                yield vector
                continue
            at, twin = len(vector), twins[len(vector)] if merged else None
            for k, own, after in prices[at][gone]:
                if twin is None or k <= vector[twin]:
                    put((*vector, k), cost + own, after, left - k)

    def first_vectors(self, most: int, losses: Losses, *, sign: int = 1) -> tuple[Vector | None, ...]:
        """For 0 … `most` points, the allocation that `vectors` lists first; None where there is none."""
        prices = self._prices(losses, sign)
        least = self._least(most, prices)
        return tuple([first_vector(points, prices, least) for points in range(most + 1)])

    def _prices(self, losses: Losses, sign: int) -> Prices:
        """What a target may take, and the losses of it; alike targets are priced once."""
        known: dict[tuple[bool, int, int], list[list[tuple[int, int, int]]]] = {}
        for target in self.targets:
            if target.looks not in known:
                known[target.looks] = [
                    [(k, sign * in_one(losses(target, k, is_lost)), after) for k, is_lost, after in menu]
                    for menu in (self.menu(target, gone) for gone in range(self.most_gone + 1))
                ]
        return [known[target.looks] for target in self.targets]

    def _least(self, most: int, prices: Prices) -> Least:
        """For each place, by units gone and points left to `most`, the least losses of the targets from it on."""
        least: Least = [dict.fromkeys(((gone, 0) for gone in range(self.most_gone + 1)), 0)]
        for menus in reversed(prices):
            here: dict[tuple[int, int], int] = {}
            for gone, menu in enumerate(menus):
                for k, own, after in menu:
                    for left in range(most - k + 1):
                        rest = least[-1].get((after, left))
                        if rest is not None:
                            total, at = own + rest, (gone, left + k)
                            here[at] = min(here.get(at, total), total)
            least.append(here)
        return least[::-1]


def first_vector(points: int, prices: Prices, least: Least) -> Vector | None:
    """The greatest vector of those with the least losses, where these are known from each place on."""
    if (0, points) not in least[0]:
        return None
    vector, gone, left = [], 0, points
    for menus, here, rest in zip(prices, least[:-1], least[1:], strict=True):
        best = here[gone, left]
        k, gone = max((k, after) for k, own, after in menus[gone] if rest.get((after, left - k)) == best - own)
        vector.append(k)
        left -= k
    return tuple(vector)


def in_one(score: Score) -> int:
    """A score as one number: sums of such numbers are compared as the sums of the scores are."""
    number = 0
    for part in score:
        number = (number << PART) + part
    return number


def kinds(targets: tuple[Target, ...]) -> list[list[int]]:
    """The places (from 0) of the targets, those of interchangeable ones together."""
    places = sorted(range(len(targets)), key=lambda place: (repr(targets[place].kind), place))
    return [list(group) for _, group in groupby(places, key=lambda place: targets[place].kind)]


def spreads(group: list[Target]) -> list[Vector]:
    """Every way to give interchangeable units points, the earlier units no fewer than the later."""
    return list(combinations_with_replacement(range(group[0].most, -1, -1), len(group)))
