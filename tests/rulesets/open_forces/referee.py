"""A referee of the battlefield that shares no code with the rules: fractions, and every move on a small grid."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product


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


def is_between(a, b, p, q):
    """Whether the straight lines from a to b and from p to q cross at an inner place of both, by solving for it."""
    (ax, ay), (bx, by), (px, py), (qx, qy) = a, b, p, q
    slant = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
    if slant == 0:
        return False
    share = Fraction((px - ax) * (qy - py) - (py - ay) * (qx - px), slant)
    other = Fraction((px - ax) * (by - ay) - (py - ay) * (bx - ax), slant)
    return 0 < share < 1 and 0 < other < 1


def meets_wall(a, b, p, q, thickness):
    """Whether the way from a to b comes nearer to the wall from p to q than half its thickness, or crosses it."""
    gaps = [gap_squared(a, b, *p), gap_squared(a, b, *q), gap_squared(p, q, *a), gap_squared(p, q, *b)]
    return is_between(a, b, p, q) or min(gaps) < thickness**2


def meets_area(a, b, corners, around):
    """Whether the way from a to b passes through the inside of an area, or comes nearer to it than `around`."""
    edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    if any(meets_wall(a, b, p, q, around) for p, q in edges):
        return True
    (ax, ay), (bx, by) = a, b
    shares = sorted({Fraction(0), Fraction(1), *(share_along(a, b, corner) for corner in corners)})
    middles = [(one + other) / 2 for one, other in pairwise(shares)]
    return any(is_inside((ax + share * (bx - ax), ay + share * (by - ay)), edges) for share in middles)


def share_along(a, b, place):
    """Where on the way from a to b a place is nearest, from 0 to 1."""
    (dx, dy), (x, y) = (b[0] - a[0], b[1] - a[1]), (place[0] - a[0], place[1] - a[1])
    return min(Fraction(1), max(Fraction(0), Fraction(x * dx + y * dy, dx * dx + dy * dy or 1)))


def is_inside(place, edges):
    """Whether a place is inside of edges and on none: a ray that is too slanted to meet a corner meets an odd number.

    The ray goes far beyond the small grid on which the corners are.
    """
    if any(gap_squared(p, q, *place) == 0 for p, q in edges):
        return False
    end = place[0] + 1000, place[1] + Fraction(1, 1000)
    return sum(is_between(place, end, p, q) for p, q in edges) % 2 == 1
