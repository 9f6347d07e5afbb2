"""What stands on the battlefield, as shapes, and what a straight line or a place has to do with them.

A shape is a disc, a straight wall with round ends, or an area with straight sides. A line is blocked by what it cuts,
not by what it touches. All numbers are whole, so every answer is exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from app.rulesets.open_forces.game.setup import OpenForcesObstacle, OpenForcesPoint, OpenForcesRectangle, Points
from app.rulesets.open_forces.game.vectors import squared

Shape = tuple[Points, int]
"""Its corners, and how far it reaches around them: one corner is a disc, two are a wall, more are an area."""

Box = tuple[int, int, int, int]
"""The least and the greatest x, the least and the greatest y."""

Shaped = tuple[str, Shape, Box]
"""A shape with the id of what it is and the box in which it lies."""

Shapes = tuple[Shaped, ...]
"""Several of them."""

Side = tuple[OpenForcesPoint, OpenForcesPoint]
"""The ends of a straight side."""


def disc(center: OpenForcesPoint, radius: int) -> Shape:
    """A circle."""
    return (center,), radius


def shape_of(thing: OpenForcesObstacle, wider: int = 0) -> Shape:
    """The shape of an obstacle, wider on all sides by the base of a unit."""
    return (thing.at, *thing.corners), thing.radius + wider


def corners_of(obstacles: Iterable[OpenForcesObstacle]) -> int:
    """How many corners obstacles have together; a round one counts as one."""
    return sum(1 + len(thing.corners) for thing in obstacles)


def sides_of(corners: Points) -> tuple[Side, ...]:
    """The sides of a wall, which has one, or of an area; a disc has none."""
    pairs = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
    return pairs if len(corners) > 2 else pairs[: len(corners) - 1]


def cuts(a: OpenForcesPoint, b: OpenForcesPoint, shape: Shape) -> bool:
    """Whether the straight line from `a` to `b` passes through a shape."""
    corners, radius = shape
    if len(corners) == 1:
        return passes(a, b, corners[0], radius)
    left, right, bottom, top = widened(box_of((a, b)), radius)
    close = [
        (p, q)
        for p, q in sides_of(corners)
        if (left <= p.x or left <= q.x)
        and (p.x <= right or q.x <= right)
        and (bottom <= p.y or bottom <= q.y)
        and (p.y <= top or q.y <= top)
    ]
    return any(cuts_side(a, b, side, radius) for side in close) or goes_inside(corners, a, b, close)


def cuts_side(a: OpenForcesPoint, b: OpenForcesPoint, side: Side, radius: int) -> bool:
    """Whether the straight line from `a` to `b` crosses a side, or comes nearer to it than `radius`."""
    p, q = side
    if turn(a, b, p) * turn(a, b, q) < 0 and turn(p, q, a) * turn(p, q, b) < 0:
        return True
    near_ends = passes(a, b, p, radius) or passes(a, b, q, radius)
    return near_ends or passes(p, q, a, radius) or passes(p, q, b, radius)


def passes(a: OpenForcesPoint, b: OpenForcesPoint, place: OpenForcesPoint, radius: int) -> bool:
    """Whether the straight line from `a` to `b` comes nearer to a place than `radius`."""
    along = (b.x - a.x) * (place.x - a.x) + (b.y - a.y) * (place.y - a.y)
    length = squared(a, b)
    if along <= 0:
        return squared(a, place) < radius**2
    if along >= length:
        return squared(b, place) < radius**2
    return turn(a, b, place) ** 2 < radius**2 * length


def turn(a: OpenForcesPoint, b: OpenForcesPoint, place: OpenForcesPoint) -> int:
    """Above 0 where a place lies to the left of the way from `a` to `b`, below 0 to the right."""
    return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)


def goes_inside(corners: Points, a: OpenForcesPoint, b: OpenForcesPoint, close: Iterable[Side]) -> bool:
    """Whether a line that crosses no side of an area goes inside of it: from corner to corner, or all the way.

    Between the corners that lie on the line all of it is inside, outside or on a side, so its middle there tells.
    """
    if len(corners) < 3:
        return False
    met = [p for side in close for p in side if is_on((a, b), p)]
    stops = sorted((a, *met, b), key=lambda at: (at.x, at.y))
    return any(contains(corners, one, other) for one, other in pairwise(stops))


def is_on(side: Side, place: OpenForcesPoint) -> bool:
    """Whether a place lies on a side."""
    p, q = side
    between = (p.x - place.x) * (q.x - place.x) + (p.y - place.y) * (q.y - place.y)
    return between <= 0 and turn(p, q, place) == 0


def contains(corners: Points, one: OpenForcesPoint, other: OpenForcesPoint) -> bool:
    """Whether the middle between two places is in an area, not only at its edge.

    Then a line from there to the right crosses its sides an odd number of times. All is doubled to stay whole.
    """
    crossed, x, y = 0, one.x + other.x, one.y + other.y
    for p, q in sides_of(corners):
        lies = (q.x - p.x) * (y - 2 * p.y) - (q.y - p.y) * (x - 2 * p.x)
        if lies == 0 and (2 * p.x - x) * (2 * q.x - x) + (2 * p.y - y) * (2 * q.y - y) <= 0:
            return False
        if (2 * p.y > y) != (2 * q.y > y):
            crossed += (lies > 0) == (p.y < q.y)
    return crossed % 2 == 1


def is_within(place: OpenForcesPoint, shape: Shape) -> bool:
    """Whether a place is in a shape, not only at its edge."""
    return cuts(place, place, shape)


def boxed(shapes: Iterable[tuple[str, Shape]]) -> Shapes:
    """Shapes with their boxes."""
    return tuple((id, shape, widened(box_of(shape[0]), shape[1])) for id, shape in shapes)


def near(shapes: Shapes, places: Sequence[OpenForcesPoint]) -> Shapes:
    """Those of the shapes that a straight line between any of the places can meet at all."""
    left, right, bottom, top = box_of(places)
    return tuple(
        [
            found
            for found in shapes
            if left < found[2][1] and found[2][0] < right and bottom < found[2][3] and found[2][2] < top
        ]
    )


def sides(shapes: Shapes) -> int:
    """How many discs and sides shapes have together."""
    return sum([len(shape[0]) for _, shape, _ in shapes])


def first_cut(a: OpenForcesPoint, b: OpenForcesPoint, shapes: Iterable[Shaped]) -> Shaped | None:
    """The first of the shapes through which the straight line from `a` to `b` passes; None: it passes through none."""
    left, right = (a.x, b.x) if a.x < b.x else (b.x, a.x)
    bottom, top = (a.y, b.y) if a.y < b.y else (b.y, a.y)
    for shaped in shapes:
        _, shape, (first, last, low, high) = shaped
        if left <= last and first <= right and bottom <= high and low <= top and cuts(a, b, shape):
            return shaped
    return None


def containing(place: OpenForcesPoint, shapes: Shapes) -> Iterator[str]:
    """The ids of the shapes in which a place is, not only at their edge."""
    for id, shape, (first, last, low, high) in shapes:
        if first <= place.x <= last and low <= place.y <= high and is_within(place, shape):
            yield id


def is_seen(place: OpenForcesPoint, eyes: Sequence[OpenForcesPoint], shapes: Shapes) -> bool:
    """Whether no straight line from one of the eyes to a place passes through one of the shapes.

    The boxes of the shapes and of all the lines may touch, other than in `near`: `cuts` alone decides about each line.
    """
    left, right, bottom, top = box_of([place, *eyes])
    close = [
        found
        for found in shapes
        if left <= found[2][1] and found[2][0] <= right and bottom <= found[2][3] and found[2][2] <= top
    ]
    return not any(first_cut(eye, place, close) for eye in eyes)


def widened(box: Box, by: int) -> Box:
    """A box that reaches further on all sides."""
    return box[0] - by, box[1] + by, box[2] - by, box[3] + by


def box_of(places: Sequence[OpenForcesPoint]) -> Box:
    """The box in which places lie."""
    xs, ys = [at.x for at in places], [at.y for at in places]
    return min(xs), max(xs), min(ys), max(ys)


def box_of_rectangle(one: OpenForcesRectangle) -> Box:
    """The box of a zone or of the battlefield."""
    return one.at.x, one.at.x + one.width, one.at.y, one.at.y + one.height


def over_edge(bounds: Box, at: OpenForcesPoint, base: int) -> int:
    """How far a base reaches out of bounds, in hundredths; 0 or less: it does not."""
    left, right, low, high = bounds
    return max(left + base - at.x, at.x + base - right, low + base - at.y, at.y + base - high)
