"""The formation of a group: base to base, in a convex shape (OF-3)."""

from itertools import combinations
from math import isqrt

from app.rulesets.open_forces.game.battlefield import TOUCH, is_within, place_of
from app.rulesets.open_forces.game.model import OpenForcesGroup
from app.rulesets.open_forces.game.setup import OpenForcesPoint, Points
from app.rulesets.open_forces.game.vectors import squared


def is_formation(places: Points, base: int) -> bool:
    """OF-3: whether units with bases of this radius stand base to base in a convex shape."""
    return is_linked(places, base) and is_convex(places, base)


def is_linked(places: Points, base: int) -> bool:
    """OF-3: whether one comes from each unit to each other one from base to base."""
    linked, left = list(places[:1]), list(places[1:])
    for at in linked:
        beside = [other for other in left if is_within(other, (at, 2 * base + TOUCH))]
        linked += beside
        left = [other for other in left if other not in beside]
    return not left


def is_convex(places: Points, base: int) -> bool:
    """OF-3: whether no straight line from unit to unit leaves the group by more than the gap in a square of four."""
    reach = 2 * (base + TOUCH) ** 2
    return all(is_over(a, b, places, reach) for a, b in combinations(places, 2))


def is_over(a: OpenForcesPoint, b: OpenForcesPoint, places: Points, reach: int) -> bool:
    """Whether each point between `a` and `b` has one of the places in reach; `reach` is the square of the distance.

    Along the line each place has a stretch in reach. The stretches, in order, must leave no gap.
    """
    length = squared(a, b)
    stretches = []
    for at in places:
        along = (b.x - a.x) * (at.x - a.x) + (b.y - a.y) * (at.y - a.y)
        half = along**2 - length * (squared(a, at) - reach)
        if half >= 0:
            stretches.append((along - isqrt(half), along + isqrt(half)))
    end = 0
    for first, last in sorted(stretches):
        if first > end:
            break
        end = max(end, last)
    return end >= length


def closed_up(before: OpenForcesGroup, after: OpenForcesGroup, base: int) -> Points | None:
    """OF-3: where the units that are left stand once they have closed up; None where they need not, or cannot.

    They take places where the group stood; the place of the last unit that can leave its own is given up first.
    """
    stand = tuple(place_of(unit) for unit in after.units)
    if not stand or is_formation(stand, base):
        return None
    kept = [place_of(unit) for unit in before.units]
    while len(kept) > len(stand):
        loose = [at for stays in (False, True) for at in reversed(kept) if (at in stand) is stays]
        rest = ([at for at in kept if at != gone] for gone in loose)
        found = next((some for some in rest if is_formation(tuple(some), base)), None)
        if found is None:
            return None
        kept = found
    free = [at for at in kept if at not in stand]
    return tuple(at if at in kept else free.pop(0) for at in stand)
