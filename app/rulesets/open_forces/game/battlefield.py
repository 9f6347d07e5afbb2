"""Distances, sight, cover and movement in a game that stores positions; all numbers are whole.

A unit is a disc around its position, an obstacle too; a line is blocked by what it cuts, not by what it touches.
"""

from itertools import pairwise
from math import isqrt

from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, OpenForcesUnit
from app.rulesets.open_forces.game.options import OpenForcesGameOptions, PassThrough, ShootOver
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesObstacle, OpenForcesPoint, Points
from app.rulesets.open_forces.game.state import are_friends, card_of
from app.rulesets.open_forces.model import OpenForcesCover

Disc = tuple[OpenForcesPoint, int]
"""A circle: its center and its radius."""

FINE = 1000
"""Each leg of a path is measured in thousandths of a hundredth, rounded up, before the legs are summed."""


def place_of(unit: OpenForcesUnit) -> OpenForcesPoint:
    """The position of a unit, in a game that stores positions."""
    return unit.at or OpenForcesPoint(0, 0)


def squared(a: OpenForcesPoint, b: OpenForcesPoint) -> int:
    """The square of the distance between two places."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def root_up(square: int) -> int:
    """The square root, rounded up."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def length_of(path: tuple[Points, ...], start: Points, unit: int) -> int:
    """OF-17: the length of one unit's path in hundredths, rounded up; exact for a single leg."""
    places = [start[unit], *(leg[unit] for leg in path)]
    fine = sum(root_up(squared(a, b) * FINE**2) for a, b in pairwise(places))
    return -(-fine // FINE)


def distance_between(state: OpenForcesState, one: OpenForcesGroup, other: OpenForcesGroup) -> int:
    """OF-23: the shortest distance between two groups from base to base, in units of length, rounded up."""
    bases = card_of(state, one).base + card_of(state, other).base
    nearest = min(squared(place_of(a), place_of(b)) for a in one.units for b in other.units)
    return max(0, -(-(root_up(nearest) - bases) // HUNDREDTHS))


def cuts(a: OpenForcesPoint, b: OpenForcesPoint, disc: Disc) -> bool:
    """Whether the straight line from `a` to `b` passes through a disc."""
    (center, radius) = disc
    along = (b.x - a.x) * (center.x - a.x) + (b.y - a.y) * (center.y - a.y)
    length = squared(a, b)
    if along <= 0:
        return squared(a, center) < radius**2
    if along >= length:
        return squared(b, center) < radius**2
    across = (b.x - a.x) * (center.y - a.y) - (b.y - a.y) * (center.x - a.x)
    return across**2 < radius**2 * length


def sight_blockers(
    state: OpenForcesState, attacker: OpenForcesGroup, target: OpenForcesGroup, options: OpenForcesGameOptions
) -> tuple[tuple[str, Disc], ...]:
    """OF-24, OF-25: what blocks the line of sight, with ids: obstacles, and units that cannot be shot over."""
    reference = attacker if options.shoot_over is ShootOver.ATTACKER else target
    size = card_of(state, reference).size_class
    obstacles = [(thing.id, (thing.at, thing.radius)) for thing in state.obstacles if thing.blocks_sight]
    units = [
        (unit.id, (place_of(unit), card_of(state, group).base))
        for group in state.groups
        if card_of(state, group).size_class >= size
        if options.same_group_blocks_los or group.id not in (attacker.id, target.id)
        for unit in group.units
    ]
    return (*obstacles, *units)


def seen_by_all(
    state: OpenForcesState, attacker: OpenForcesGroup, target: OpenForcesGroup, options: OpenForcesGameOptions
) -> tuple[str, ...]:
    """OF-24: the target units that every attacking unit sees, in the order of the group."""
    blockers = sight_blockers(state, attacker, target, options)
    return tuple(
        seen.id
        for seen in target.units
        if not any(
            cuts(place_of(unit), place_of(seen), disc)
            for unit in attacker.units
            for id, disc in blockers
            if id not in (unit.id, seen.id)
        )
    )


def covers_of(state: OpenForcesState, target: OpenForcesGroup) -> tuple[OpenForcesCover, ...]:
    """OF-35, OF-36: the covers of a group, each with the number of its units that touch it."""
    touched = [(thing, touching(state, target, thing)) for thing in state.obstacles if thing.def_]
    return tuple(OpenForcesCover(thing.def_, units) for thing, units in touched if units)


def touching(state: OpenForcesState, group: OpenForcesGroup, thing: OpenForcesObstacle) -> int:
    """OF-35: how many units of a group touch an obstacle."""
    reach = card_of(state, group).base + thing.radius
    return sum(squared(place_of(unit), thing.at) <= reach**2 for unit in group.units)


def may_pass(
    state: OpenForcesState, mover: OpenForcesGroup, other: OpenForcesGroup, options: OpenForcesGameOptions
) -> bool:
    """OF-19: whether a group may be passed through: friends of the same kind, and smaller kinds."""
    card, met = card_of(state, mover), card_of(state, other)
    friends = are_friends(state, mover.seat, other.seat)
    if friends and card.unit_kind is not None and card.unit_kind == met.unit_kind:
        return True
    return met.size_class < card.size_class and (friends or options.pass_through_smaller is PassThrough.ANY)


def way_blockers(
    state: OpenForcesState, group: OpenForcesGroup, options: OpenForcesGameOptions
) -> tuple[tuple[str, Disc], ...]:
    """OF-19: what a group may not pass through, with ids; the circles are larger by the group's own base."""
    card = card_of(state, group)
    obstacles = [
        (thing.id, (thing.at, thing.radius + card.base))
        for thing in state.obstacles
        if card.unit_kind is None or card.unit_kind not in thing.crossed_by
    ]
    units = [
        (other.id, (place_of(unit), card_of(state, other).base + card.base))
        for other in state.groups
        if other.id != group.id and not may_pass(state, group, other, options)
        for unit in other.units
    ]
    return (*obstacles, *units)


def in_the_way(
    state: OpenForcesState, group: OpenForcesGroup, path: tuple[Points, ...], options: OpenForcesGameOptions
) -> str | None:
    """OF-19: the id of the first obstacle or group that a movement would pass through or end on; None: it is free."""
    blockers = way_blockers(state, group, options)
    legs = [tuple(place_of(unit) for unit in group.units), *path]
    for start, end in pairwise(legs):
        for a, b in zip(start, end, strict=True):
            for id, disc in blockers:
                if a != b and cuts(a, b, disc):
                    return id
    return stands_upon(state, group, legs[-1])


def stands_upon(state: OpenForcesState, group: OpenForcesGroup, places: Points) -> str | None:
    """OF-19: the id of the group, perhaps the same one, whose bases a group would stand on; None: there is room."""
    base = card_of(state, group).base
    for n, place in enumerate(places):
        if any(squared(place, other) < (2 * base) ** 2 for other in places[:n]):
            return group.id
    for other in state.groups:
        reach = (base + card_of(state, other).base) ** 2
        if other.id != group.id and any(
            squared(place, place_of(unit)) < reach for place in places for unit in other.units
        ):
            return other.id
    return None
