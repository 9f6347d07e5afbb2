"""The ground of a battlefield as a picture: what stands on it, and the ruler along its edges."""

from collections.abc import Iterator
from enum import StrEnum
from math import atan2, degrees, hypot

from app.drawing.view import Json
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesObstacle, OpenForcesRectangle
from app.rulesets.open_forces.game.vectors import middle_of
from app.rulesets.open_forces.pages.scale import TEN, WIDTH, Scale

THINNEST = 6
"""How thick a wall is drawn at least, in units of the picture."""
NARROW = 60
"""How far two numbers of the ruler are from each other at least, in units of the picture."""
FINE = 5
"""How far two strokes of the ruler are from each other at least."""


class Terrain(StrEnum):
    """What an obstacle looks like."""

    WOOD = "wood"
    RUIN = "ruin"
    BAGS = "bags"
    HILL = "hill"
    WALL = "wall"
    HEDGE = "hedge"


def terrain_of(thing: OpenForcesObstacle) -> Terrain:
    """What an obstacle looks like, by its form and by what it does, since its kind is any text.

    A wall that neither blocks sight nor adds more than 1 to DEF is a hedge. Of the rest, what blocks sight is a wood if
    it is round or somebody may cross it, else a ruin; what does not is sandbags if it is round and adds to DEF, else a
    hill.
    """
    match len(thing.corners), thing.blocks_sight:
        case 1, blocks_sight:
            return Terrain.WALL if blocks_sight or thing.def_ > 1 else Terrain.HEDGE
        case corners, True:
            return Terrain.RUIN if corners and not thing.crossed_by else Terrain.WOOD
        case corners, _:
            return Terrain.HILL if corners or not thing.def_ else Terrain.BAGS


def shape_of_obstacle(thing: OpenForcesObstacle, scale: Scale) -> Json:
    """An obstacle: a disc, a wall or an area."""
    places = [scale.at(at) for at in (thing.at, *thing.corners)]
    x, y = scale.at(middle_of((thing.at, *thing.corners)))
    radius = scale.length(thing.radius)
    return {
        "called": thing.name or thing.kind,
        "terrain": terrain_of(thing).value,
        "places": places,
        "radius": radius,
        "wall": wall(places, max(radius * 2, THINNEST)) if len(places) == 2 else None,
        "blocks_sight": thing.blocks_sight,
        "def": thing.def_,
        "label": (x, y + (7 if thing.blocks_sight else radius + 20)),
    }


def wall(places: list[tuple[float, float]], thickness: float) -> Json:
    """A wall as it lies before it is turned: its length, its thickness, and by how many degrees it is turned."""
    (x, y), (end_x, end_y) = places
    along, down = end_x - x, end_y - y
    return {
        "length": round(hypot(along, down), 1),
        "thickness": round(thickness, 1),
        "turned": round(degrees(atan2(down, along)), 1),
    }


def ruler(scale: Scale, edge: OpenForcesRectangle | None) -> Json:
    """The ruler along the upper and the left edge: where its strokes begin, their distance, and its numbers.

    It begins at the corner of a battlefield that has an edge. Numbers and strokes that would be too close are left out.
    """
    left = edge.at.x if edge else -(-scale.left // TEN) * TEN
    top = edge.at.y + edge.height if edge else scale.top // TEN * TEN
    x, y, one = scale.length(left - scale.left), scale.length(scale.top - top), scale.length(HUNDREDTHS)
    far = TEN * max(1, -(-NARROW // max(scale.length(TEN), 0.1)))
    return {
        "x": x,
        "y": y,
        "one": one if one >= FINE else None,
        "along": list(numbers(scale, int(far), x, WIDTH)),
        "down": list(numbers(scale, int(far), y, scale.height)),
    }


def numbers(scale: Scale, far: int, begin: float, end: float) -> Iterator[tuple[int, float]]:
    """The numbers of one side of the ruler with their places, without those at its ends."""
    step = scale.length(far)
    for n in range(1, int((end - begin - NARROW / 2) // step) + 1):
        yield n * far // HUNDREDTHS, round(begin + scale.length(n * far), 1)
