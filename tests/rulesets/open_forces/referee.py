"""A referee of the battlefield that shares no code with the rules: fractions, and every move on a small grid."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product


@dataclass(frozen=True)
class Round:
    """A disc: its center and its radius."""

    x: int
    y: int
    r: int


def gap_squared(a, b, x, y):
    """The square of the shortest distance from (x, y) to the straight line from a to b, as a fraction."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    if dx == dy == 0:
        return Fraction((x - ax) ** 2 + (y - ay) ** 2)
    share = min(Fraction(1), max(Fraction(0), Fraction((x - ax) * dx + (y - ay) * dy, dx * dx + dy * dy)))
    return (ax + share * dx - x) ** 2 + (ay + share * dy - y) ** 2


def meets(a, b, disc, *, wider=0):
    """Whether a point that goes from a to b comes nearer to the center of a disc than its radius."""
    return gap_squared(a, b, disc.x, disc.y) < (disc.r + wider) ** 2


def is_seen(a, b, blockers):
    """Whether nothing stands between a and b."""
    return not any(meets(a, b, disc) for disc in blockers)


def is_free(places, vector, base, walls, others):
    """Whether bases of one size may go along a vector: through no wall and no other base."""
    dx, dy = vector
    return not any(
        meets((x, y), (x + dx, y + dy), disc, wider=base) for (x, y), disc in product(places, (*walls, *others))
    )


def vectors(spd, step):
    """Every vector of the grid that is no longer than `spd`, the shortest first."""
    cells = range(-(spd // step), spd // step + 1)
    grid = [(x * step, y * step) for x, y in product(cells, cells)]
    return sorted((v for v in grid if v[0] ** 2 + v[1] ** 2 <= spd**2), key=lambda v: v[0] ** 2 + v[1] ** 2)


def is_roomy(vector, good, step):
    """Whether a vector is good with all its neighbors on the grid."""
    near = product((-step, 0, step), repeat=2)
    return all((vector[0] + dx, vector[1] + dy) in good for dx, dy in near)


def moved(places, vector):
    """The places after a move."""
    return [(x + vector[0], y + vector[1]) for x, y in places]


def in_range(ours, theirs, reach):
    """Whether the nearest two centers are at most `reach` apart."""
    return min((x - u) ** 2 + (y - v) ** 2 for (x, y), (u, v) in product(ours, theirs)) <= reach**2


def all_see_all(ours, theirs, blockers):
    """Whether nothing stands between any of ours and any of theirs."""
    return all(is_seen(a, b, blockers) for a, b in product(ours, theirs))


def is_hidden(ours, theirs, blockers):
    """Whether none of ours is seen by all of theirs."""
    return not any(all(is_seen(b, a, blockers) for b in theirs) for a in ours)
