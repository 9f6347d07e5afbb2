"""Vectors on the battlefield, in whole hundredths of the unit of length."""

from enum import StrEnum
from math import isqrt

from app.rulesets.open_forces.game.setup import OpenForcesPoint, Points

Vector = tuple[int, int]
"""How far all units of a group go, in hundredths along both axes."""

COMPASS: tuple[Vector, ...] = (
    (1000, 0), (966, 259), (866, 500), (707, 707), (500, 866), (259, 966),
    (0, 1000), (-259, 966), (-500, 866), (-707, 707), (-866, 500), (-966, 259),
    (-1000, 0), (-966, -259), (-866, -500), (-707, -707), (-500, -866), (-259, -966),
    (0, -1000), (259, -966), (500, -866), (707, -707), (866, -500), (966, -259),
)  # fmt: skip
"""Directions 15 degrees apart."""


class Direction(StrEnum):
    """A direction on the battlefield: x grows to the east, y to the north."""

    NORTH = "north"
    NORTH_EAST = "north-east"
    EAST = "east"
    SOUTH_EAST = "south-east"
    SOUTH = "south"
    SOUTH_WEST = "south-west"
    WEST = "west"
    NORTH_WEST = "north-west"


def direction_of(way: Vector) -> Direction | None:
    """In which direction a vector leads, or nearly so; None for (0, 0)."""
    if way == (0, 0):
        return None
    x, y = way
    north = "" if 5 * abs(y) < 2 * abs(x) else "north" if y > 0 else "south"
    east = "" if 5 * abs(x) < 2 * abs(y) else "east" if x > 0 else "west"
    return Direction(f"{north}-{east}".strip("-"))


def squared(a: OpenForcesPoint, b: OpenForcesPoint) -> int:
    """The square of the distance between two places."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def root_up(square: int) -> int:
    """The square root, rounded up."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def length_of(vector: Vector) -> int:
    """The length of a vector in hundredths, rounded up."""
    return root_up(vector[0] ** 2 + vector[1] ** 2)


def scaled(vector: Vector, length: int) -> Vector:
    """A vector of this direction, no longer than `length`; (0, 0) stays."""
    whole = length_of(vector) or 1
    return down(vector[0] * length, whole), down(vector[1] * length, whole)


def down(number: int, by: int) -> int:
    """Division toward zero."""
    return number // by if number >= 0 else -(-number // by)


def between(a: OpenForcesPoint, b: OpenForcesPoint) -> Vector:
    """The vector from one place to another."""
    return b.x - a.x, b.y - a.y


def middle_of(places: Points) -> OpenForcesPoint:
    """The middle of some places, rounded down."""
    return OpenForcesPoint(sum(at.x for at in places) // len(places), sum(at.y for at in places) // len(places))


def beyond(way: Vector, length: int) -> Vector:
    """A vector of this direction, at least `length` long and longer by less than two hundredths."""
    whole = isqrt(way[0] ** 2 + way[1] ** 2)
    return (up(way[0] * length, whole), up(way[1] * length, whole)) if whole else (length, 0)


def up(number: int, by: int) -> int:
    """Division away from zero."""
    return -(-number // by) if number >= 0 else number // by


def turned(way: Vector) -> Vector:
    """The opposite direction."""
    return -way[0], -way[1]


def less(way: Vector, gone: Vector) -> Vector:
    """What is left of a way after a part of it."""
    return way[0] - gone[0], way[1] - gone[1]
