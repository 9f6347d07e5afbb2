"""Places for the areas of a map that is known by its neighbours only: those that are near each other stand near."""

from functools import lru_cache
from math import cos, hypot, pi, sin

Place = tuple[float, float]

ROUNDS = 120
"""How often the places are made better; more does not change what one sees."""


@lru_cache(maxsize=64)
def places_of(ids: tuple[str, ...], beside: tuple[tuple[str, str], ...]) -> dict[str, Place]:
    """A place for each area in the square from 0 to 1, the same one each time.

    The distance of two places follows the number of borders between the areas (stress majorization).
    """
    far = steps_between(ids, beside)
    count = len(ids)
    # the order in which they were sent is often the order from one edge of the map to the other
    places = [(cos(2 * pi * n / count), sin(2 * pi * n / count)) for n in range(count)]
    for _ in range(ROUNDS):
        places = [moved(n, places, far) for n in range(count)]
    return dict(zip(ids, squared(turned(places)), strict=True))


def steps_between(ids: tuple[str, ...], beside: tuple[tuple[str, str], ...]) -> list[list[int]]:
    """How many borders lie between two areas; areas without a way are as far apart as the longest way."""
    at = {id: n for n, id in enumerate(ids)}
    count = len(ids)
    far = [[0 if a == b else count for b in range(count)] for a in range(count)]
    for one, other in beside:
        far[at[one]][at[other]] = far[at[other]][at[one]] = 1
    for k in range(count):
        for a in range(count):
            for b in range(count):
                far[a][b] = min(far[a][b], far[a][k] + far[k][b])
    return far


def moved(n: int, places: list[Place], far: list[list[int]]) -> Place:
    """Where one place has to stand for the others: each other one weighs less the farther it should be."""
    x, y = places[n]
    sum_x = sum_y = weights = 0.0
    for m, (other_x, other_y) in enumerate(places):
        if m == n:
            continue
        wanted = far[n][m]
        now = hypot(x - other_x, y - other_y) or 1e-9
        weight = 1 / wanted**2
        sum_x += weight * (other_x + wanted * (x - other_x) / now)
        sum_y += weight * (other_y + wanted * (y - other_y) / now)
        weights += weight
    return (sum_x / weights, sum_y / weights) if weights else (x, y)


def turned(places: list[Place]) -> list[Place]:
    """The places turned so that the first area stands at the left and the last one at the right."""
    (x, y), (end_x, end_y) = places[0], places[-1]
    length = hypot(end_x - x, end_y - y)
    if not length:
        return places
    c, s = (end_x - x) / length, (end_y - y) / length
    return [(px * c + py * s, py * c - px * s) for px, py in places]


def squared(places: list[Place]) -> list[Place]:
    """The places, stretched to the square from 0 to 1."""
    xs, ys = zip(*places, strict=True)
    return [(stretched(x, xs), stretched(y, ys)) for x, y in places]


def stretched(value: float, all: tuple[float, ...]) -> float:
    """A number as a share of the way from the least to the greatest; the middle where they are the same."""
    least, most = min(all), max(all)
    return (value - least) / (most - least) if most - least > 1e-9 else 0.5
