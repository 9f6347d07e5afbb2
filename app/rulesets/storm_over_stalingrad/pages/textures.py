"""What tells areas apart on the map: the texture of each, and the signs above its counters."""

from enum import StrEnum

from app.drawing.view import Json

STEP = 30
"""How far the signs of an area are from each other, in units of the picture."""


class Texture(StrEnum):
    """What the ground of an area looks like."""

    TUFTS = "tufts"
    DOTS = "dots"
    FIELDS = "fields"
    PAVED = "paved"
    HOUSES = "houses"


GROUNDS = (
    (Texture.TUFTS, Texture.DOTS, Texture.FIELDS),
    (Texture.FIELDS, Texture.DOTS, Texture.TUFTS),
    (Texture.PAVED, Texture.FIELDS, Texture.DOTS),
    (Texture.HOUSES, Texture.PAVED, Texture.FIELDS),
)
"""The textures of each terrain value from 0 on, the most fitting one first; the last are those of all higher values."""


def textures_of(areas: list[Json], beside: tuple[tuple[str, str], ...]) -> dict[str, Texture]:
    """The texture of each area by its id: the first of its terrain value that no adjacent area before it has."""
    found: dict[str, Texture] = {}
    for area in areas:
        near = {found.get(b if a == area["id"] else a) for a, b in beside if area["id"] in (a, b)}
        fitting = GROUNDS[min(area["terrain_defense"], len(GROUNDS) - 1)]
        found[area["id"]] = next((texture for texture in fitting if texture not in near), fitting[0])
    return found


def signs_of(area: Json, *, is_objective: bool) -> list[Json]:
    """The signs of an area, with how far each is from the middle of their row, and the side whose sign it is."""
    names = [("star", "")] * is_objective + [("shield", "")] + [("ferry", "")] * area["ferry"]
    names += [("fire", side) for side in area["fire_markers"]]
    first = -STEP * (len(names) - 1) // 2
    return [{"name": name, "side": side, "x": first + n * STEP} for n, (name, side) in enumerate(names)]
