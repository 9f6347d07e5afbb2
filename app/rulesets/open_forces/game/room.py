"""Room on the battlefield: what units would stand upon or in, and where open ground is."""

from collections.abc import Iterable, Iterator
from itertools import product
from math import isqrt

from app.rulesets.open_forces.game.battlefield import may_cross
from app.rulesets.open_forces.game.model import OpenForcesState
from app.rulesets.open_forces.game.setup import (
    FARTHEST,
    OpenForcesDataCard,
    OpenForcesObstacle,
    OpenForcesPoint,
    Points,
)
from app.rulesets.open_forces.game.shapes import (
    Box,
    Shapes,
    box_of,
    box_of_rectangle,
    boxed,
    disc,
    is_within,
    shape_of,
    widened,
)

Stand = tuple[str, OpenForcesPoint, int]
"""A unit: its id, where it stands, and the radius of its base."""

Size = tuple[int, int]
"""Half the width and half the height of a group with its bases, in hundredths."""

CELLS = 64
"""Into how many cells at most a side of the battlefield is divided where open ground is looked for."""

EVERYWHERE: Box = (-FARTHEST, FARTHEST, -FARTHEST, FARTHEST)
"""Where the middle of a base can be at all."""


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


def open_ground(bounds: Box, cell: Size, boxes: Iterable[Box]) -> Iterator[OpenForcesPoint]:
    """The middles of the cells within bounds that no box touches, the inner ones first."""
    left, right, low, high = bounds
    (wide, tall), columns, rows = cell, (right - left) // cell[0], (high - low) // cell[1]
    taken = dict.fromkeys(
        place
        for box in boxes
        for place in product(
            range(max(0, (box[0] - left) // wide), min(columns, (box[1] - left) // wide + 1)),
            range(max(0, (box[2] - low) // tall), min(rows, (box[3] - low) // tall + 1)),
        )
    )
    places = sorted(
        product(range(columns), range(rows)),
        key=lambda place: ((2 * place[0] + 1 - columns) * wide) ** 2 + ((2 * place[1] + 1 - rows) * tall) ** 2,
    )
    for x, y in places:
        if (x, y) not in taken:
            yield OpenForcesPoint(left + x * wide + wide // 2, low + y * tall + tall // 2)


def is_inside(box: Box, bounds: Box) -> bool:
    """Whether a box lies within bounds."""
    return bounds[0] <= box[0] and box[1] <= bounds[1] and bounds[2] <= box[2] and box[3] <= bounds[3]


def cell_within(bounds: Box, size: Size) -> Size:
    """How large a cell is into which a group fits; a square where there is no edge."""
    if bounds == EVERYWHERE:
        return side_for(size), side_for(size)
    left, right, low, high = bounds
    return max(2 * size[0], 1, -((left - right) // CELLS)), max(2 * size[1], 1, -((low - high) // CELLS))


def side_for(size: Size) -> int:
    """How long the side of a cell is into which a group fits, where there is no edge."""
    return max(2 * max(size), -(-2 * FARTHEST // CELLS))


def is_certain(size: Size, boxes: Iterable[Box]) -> bool:
    """Whether open ground for a group is left, where there is no edge, wherever boxes as large as these lie."""
    side = side_for(size)
    most = sum(((box[1] - box[0]) // side + 2) * ((box[3] - box[2]) // side + 2) for box in boxes)
    return (2 * FARTHEST // side) ** 2 > most


def bounds_of(state: OpenForcesState, seat: int) -> Iterator[Box]:
    """OF-4: where the bases of a seat's groups may be placed: in its zone, else on the battlefield, else anywhere."""
    for one in (*state.zones[seat - 1 : seat], state.battlefield):
        if one is not None:
            yield box_of_rectangle(one)
    yield EVERYWHERE
