"""Room on the battlefield: what units would stand upon or in, and where open ground is."""

from collections.abc import Iterable, Iterator
from itertools import product
from math import isqrt

from app.rulesets.open_forces.game.battlefield import may_cross
from app.rulesets.open_forces.game.setup import (
    FARTHEST,
    OpenForcesDataCard,
    OpenForcesObstacle,
    OpenForcesPoint,
    Points,
)
from app.rulesets.open_forces.game.shapes import Box, Shapes, box_of, boxed, disc, is_within, shape_of, widened

Stand = tuple[str, OpenForcesPoint, int]
"""A unit: its id, where it stands, and the radius of its base."""

Size = tuple[int, int]
"""Half the width and half the height of a group with its bases, in hundredths."""

CELLS = 64
"""Into how many cells at most a side of the battlefield is divided where open ground is looked for."""


def unit_below(at: OpenForcesPoint, base: int, stand: Iterable[Stand]) -> str | None:
    """OF-19: the id of the first unit upon which a base of this radius would stand; None: there is none."""
    return next((other for other, place, wide in stand if is_within(at, disc(place, wide + base))), None)


def walls_for(card: OpenForcesDataCard, obstacles: tuple[OpenForcesObstacle, ...]) -> Shapes:
    """OF-19: the obstacles in which a unit of a card may not stand, with their ids; they are larger by its base."""
    return boxed((thing.id, shape_of(thing, card.base)) for thing in obstacles if not may_cross(card, thing))


def block(units: int, base: int) -> Points:
    """OF-3: units base to base around (0, 0), in rows of the same length: the rectangle that is nearest to a square."""
    rows = max(number for number in range(1, isqrt(units) + 1) if units % number == 0)
    columns = units // rows
    return tuple(
        OpenForcesPoint((2 * column - columns + 1) * base, (rows - 1 - 2 * row) * base)
        for row, column in product(range(rows), range(columns))
    )


def size_of(places: Points, base: int) -> Size:
    """How large a block is around (0, 0)."""
    _, right, _, high = box_of(places)
    return right + base, high + base


def box_of_obstacle(thing: OpenForcesObstacle) -> Box:
    """The box in which an obstacle lies."""
    return widened(box_of((thing.at, *thing.corners)), thing.radius)


def open_ground(size: Size, boxes: Iterable[Box]) -> Iterator[OpenForcesPoint]:
    """The middles of the cells of the battlefield that a group fits into and no box touches, the inner ones first."""
    side = side_for(size)
    count = 2 * FARTHEST // side
    taken = dict.fromkeys(cell for box in boxes for cell in cells_of(box, side))
    cells = sorted(product(range(count), repeat=2), key=lambda cell: sum((2 * n + 1 - count) ** 2 for n in cell))
    for x, y in cells:
        if (x, y) not in taken:
            yield OpenForcesPoint(x * side + side // 2 - FARTHEST, y * side + side // 2 - FARTHEST)


def side_for(size: Size) -> int:
    """How long the side of a cell is into which a group fits."""
    return max(2 * max(size), -(-2 * FARTHEST // CELLS))


def cells_of(box: Box, side: int) -> Iterator[tuple[int, int]]:
    """The cells that a box touches."""
    left, right, low, high = ((edge + FARTHEST) // side for edge in box)
    return product(range(left, right + 1), range(low, high + 1))


def is_certain(size: Size, boxes: Iterable[Box]) -> bool:
    """Whether open ground for a group is left wherever boxes as large as these lie."""
    side = side_for(size)
    most = sum(((box[1] - box[0]) // side + 2) * ((box[3] - box[2]) // side + 2) for box in boxes)
    return (2 * FARTHEST // side) ** 2 > most
