"""Cells around places, as the areas of a printed map: each holds all that is nearer to its own place than to others."""

from dataclasses import dataclass
from math import hypot

from app.drawing.layout import Place

WIDTH, HEIGHT = 1000, 700
"""The size of the map, in units of the picture."""
INSET = 0.13
"""How far the outermost places are from the edge, as a share of the map."""
BORDER = ""
"""The neighbour beyond the edge of the map."""

Edge = tuple[Place, Place]
Corner = tuple[Place, str]
"""A corner of a cell, with the id of the neighbour beyond the side that begins there."""


@dataclass(frozen=True)
class Cell:
    """The cell of a place."""

    outline: list[Place]
    """Its corners, in order."""
    edges: dict[str, Edge]
    """The side that it shares with each neighbour."""
    middle: Place
    """Its center."""
    room: float
    """How far its nearest side is from its center."""


def cells_of(places: dict[str, Place]) -> dict[str, Cell]:
    """The cell of each place."""
    spread = {id: (scaled(x, WIDTH), scaled(y, HEIGHT)) for id, (x, y) in places.items()}
    return {id: cell(id, spread) for id in spread}


def scaled(share: float, length: int) -> float:
    """A place on the map from its share of the way."""
    return length * (INSET + share * (1 - 2 * INSET))


def cell(id: str, places: dict[str, Place]) -> Cell:
    """The cell of one place: the map, cut between it and each other one."""
    corners: list[Corner] = [((0, 0), BORDER), ((WIDTH, 0), BORDER), ((WIDTH, HEIGHT), BORDER), ((0, HEIGHT), BORDER)]
    for other, place in places.items():
        if other != id:
            corners = cut(corners, places[id], place, other)
    outline = [(round(x, 1), round(y, 1)) for (x, y), _ in corners]
    edges = {
        beyond: (start, end)
        for start, end, (_, beyond) in zip(outline, (*outline[1:], outline[0]), corners, strict=True)
        if beyond != BORDER and hypot(start[0] - end[0], start[1] - end[1]) > 12
    }
    middle = center(outline)
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return Cell(outline, edges, middle, min(distance(middle, side) for side in sides))


def cut(corners: list[Corner], own: Place, other: Place, id: str) -> list[Corner]:
    """What is left of a cell on the side of its own place."""

    def beyond(place: Place) -> float:
        return hypot(place[0] - own[0], place[1] - own[1]) ** 2 - hypot(place[0] - other[0], place[1] - other[1]) ** 2

    kept: list[Corner] = []
    for n, (at, side) in enumerate(corners):
        next_at = corners[(n + 1) % len(corners)][0]
        here, there = beyond(at), beyond(next_at)
        if here <= 0:
            kept.append((at, side))
        if (here <= 0) != (there <= 0):
            share = here / (here - there)
            crossing = (at[0] + share * (next_at[0] - at[0]), at[1] + share * (next_at[1] - at[1]))
            kept.append((crossing, id if here <= 0 else side))
    return kept


def center(outline: list[Place]) -> Place:
    """The center of what a line of corners encloses."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        part = ax * by - bx * ay
        area += part
        x += (ax + bx) * part
        y += (ay + by) * part
    return (round(x / (3 * area), 1), round(y / (3 * area), 1)) if area else outline[0]


def distance(place: Place, side: Edge) -> float:
    """How far a place is from a straight side."""
    (ax, ay), (bx, by) = side
    length = hypot(bx - ax, by - ay) or 1e-9
    return abs((bx - ax) * (ay - place[1]) - (ax - place[0]) * (by - ay)) / length
