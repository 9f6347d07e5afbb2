"""Distances, sight, cover and movement in a game that stores positions; all numbers are whole.

A unit is a disc around its position; obstacles are discs, walls or areas.
"""

from collections.abc import Sequence
from itertools import pairwise

from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, OpenForcesUnit
from app.rulesets.open_forces.game.options import OpenForcesGameOptions, PassThrough, ShootOver
from app.rulesets.open_forces.game.setup import (
    HUNDREDTHS,
    OpenForcesDataCard,
    OpenForcesObstacle,
    OpenForcesPoint,
    Points,
)
from app.rulesets.open_forces.game.shapes import (
    Shapes,
    box_of_rectangle,
    boxed,
    disc,
    first_cut,
    is_seen,
    is_within,
    near,
    over_edge,
    shape_of,
)
from app.rulesets.open_forces.game.state import are_friends, card_of, mode_of
from app.rulesets.open_forces.game.vectors import root_up, squared
from app.rulesets.open_forces.model import OpenForcesCover

TOUCH = 1
"""How near, in hundredths, a unit comes to what it touches: nearer than this, since places are whole hundredths."""

FINE = 1000
"""Each leg of a path is measured in thousandths of a hundredth, rounded up, before the legs are summed."""


def place_of(unit: OpenForcesUnit) -> OpenForcesPoint:
    """The position of a unit, in a game that stores positions."""
    return unit.at or OpenForcesPoint(0, 0)


def length_of(path: tuple[Points, ...], start: Points, unit: int) -> int:
    """OF-17: the length of one unit's path in hundredths, rounded up; exact for a single leg."""
    places = [start[unit], *(leg[unit] for leg in path)]
    fine = sum(root_up(squared(a, b) * FINE**2) for a, b in pairwise(places))
    return -(-fine // FINE)


def distance_between(state: OpenForcesState, one: OpenForcesGroup, other: OpenForcesGroup) -> int:
    """OF-23: the shortest distance between two groups from base to base, in units of length, rounded up."""
    return min(distances_to(state, one, other))


def distances_to(state: OpenForcesState, attacker: OpenForcesGroup, target: OpenForcesGroup) -> tuple[int, ...]:
    """OF-23: for each unit of the target its shortest distance to the attackers, from base to base, rounded up."""
    bases = card_of(state, attacker).base + card_of(state, target).base
    nearest = [min(squared(place_of(a), place_of(b)) for a in attacker.units) for b in target.units]
    return tuple(max(0, -(-(root_up(square) - bases) // HUNDREDTHS)) for square in nearest)


def sight_blockers(
    state: OpenForcesState, attacker: OpenForcesGroup, target: OpenForcesGroup, options: OpenForcesGameOptions
) -> Shapes:
    """OF-24, OF-25: what blocks the line of sight, with ids: obstacles, and units that cannot be shot over."""
    reference = attacker if options.shoot_over is ShootOver.ATTACKER else target
    size = card_of(state, reference).size_class
    over = mode_of(state, attacker).may_shoot_over
    obstacles = [
        (thing.id, shape_of(thing))
        for thing in state.obstacles
        if thing.blocks_sight and thing.id not in over and thing.kind not in over
    ]
    units = [
        (unit.id, disc(place_of(unit), card.base))
        for group, card in ((group, card_of(state, group)) for group in state.groups)
        if card.size_class >= size and card.unit_kind not in over
        if options.same_group_blocks_los or group.id not in (attacker.id, target.id)
        for unit in group.units
    ]
    return boxed((*obstacles, *units))


def seen_by_all(
    state: OpenForcesState, attacker: OpenForcesGroup, target: OpenForcesGroup, options: OpenForcesGameOptions
) -> tuple[str, ...]:
    """OF-24: the target units that every attacking unit sees, in the order of the group."""
    everywhere = sight_blockers(state, attacker, target, options)
    blockers = near(everywhere, [place_of(unit) for group in (attacker, target) for unit in group.units])
    if options.same_group_blocks_los:
        return tuple(
            seen.id
            for seen in target.units
            if not any(
                first_cut(place_of(unit), place_of(seen), (one for one in blockers if one[0] not in (unit.id, seen.id)))
                for unit in attacker.units
            )
        )
    eyes = [place_of(unit) for unit in attacker.units]
    return tuple(seen.id for seen in target.units if is_seen(place_of(seen), eyes, blockers))


def covers_of(state: OpenForcesState, target: OpenForcesGroup) -> tuple[OpenForcesCover, ...]:
    """OF-35, OF-36: the covers of a group, each with the number of its units that touch it."""
    touched = [(thing, touching(state, target, thing)) for thing in state.obstacles if thing.def_]
    return tuple(OpenForcesCover(thing.def_, units) for thing, units in touched if units)


def touching(state: OpenForcesState, group: OpenForcesGroup, thing: OpenForcesObstacle) -> int:
    """OF-35: how many units of a group touch an obstacle: less than a hundredth is between them."""
    shape = shape_of(thing, card_of(state, group).base + TOUCH)
    return sum(is_within(place_of(unit), shape) for unit in group.units)


def may_pass(
    state: OpenForcesState, mover: OpenForcesGroup, other: OpenForcesGroup, options: OpenForcesGameOptions
) -> bool:
    """OF-19: whether a group may be passed through: friends of the same kind, smaller kinds, what the card names."""
    card, met = card_of(state, mover), card_of(state, other)
    friends = are_friends(state, mover.seat, other.seat)
    if (friends and is_same_kind(card, met)) or met.unit_kind in card.may_cross:
        return True
    return met.size_class < card.size_class and (friends or options.pass_through_smaller is PassThrough.ANY)


def is_same_kind(card: OpenForcesDataCard, other: OpenForcesDataCard) -> bool:
    """OF-19: whether units are of the same kind: of one data card, or of cards that name one kind."""
    return card.id == other.id or (card.unit_kind is not None and card.unit_kind == other.unit_kind)


def may_cross(card: OpenForcesDataCard, thing: OpenForcesObstacle) -> bool:
    """OF-19: whether units of a data card may cross an obstacle."""
    named = thing.id in card.may_cross or thing.kind in card.may_cross
    return named or card.unit_kind in thing.crossed_by


def way_blockers(state: OpenForcesState, group: OpenForcesGroup, options: OpenForcesGameOptions) -> Shapes:
    """OF-19: what a group may not pass through, with ids; the shapes are larger by the group's own base."""
    card = card_of(state, group)
    obstacles = [(thing.id, shape_of(thing, card.base)) for thing in state.obstacles if not may_cross(card, thing)]
    units = [
        (other.id, disc(place_of(unit), card_of(state, other).base + card.base))
        for other in state.groups
        if other.id != group.id and not may_pass(state, group, other, options)
        for unit in other.units
    ]
    return boxed((*obstacles, *units))


def in_the_way(
    state: OpenForcesState, group: OpenForcesGroup, path: tuple[Points, ...], options: OpenForcesGameOptions
) -> str | None:
    """OF-19: the id of the first obstacle or group that a movement would pass through or end on; None: it is free."""
    legs = [tuple(place_of(unit) for unit in group.units), *path]
    met = met_by(legs, way_blockers(state, group, options))
    return met or stands_upon(state, group, legs[-1], together=len(set_off(legs[0], legs[-1])) == 1)


def met_by(legs: Sequence[Points], blockers: Shapes) -> str | None:
    """OF-19: the id of the first of the shapes that units pass through on their way; None: they pass through none."""
    blockers = near(blockers, [place for leg in legs for place in leg])
    for start, end in pairwise(legs):
        for a, b in zip(start, end, strict=True):
            if a != b and (met := first_cut(a, b, blockers)):
                return met[0]
    return None


def set_off(start: Points, end: Points) -> tuple[tuple[int, int], ...]:
    """The different vectors by which the units of a group go; one where they all go the same way."""
    return tuple(dict.fromkeys((b.x - a.x, b.y - a.y) for a, b in zip(start, end, strict=True)))


def stands_upon(state: OpenForcesState, group: OpenForcesGroup, places: Points, *, together: bool) -> str | None:
    """OF-19: the id of the group, perhaps the same one, whose bases a group would stand on; None: there is room.

    Units that went `together`, all by the same vector, have as much room among themselves as before.
    """
    base = card_of(state, group).base
    if not together and overlaps_itself(places, base):
        return group.id
    return below(places, bases_of_others(state, group))


def bases_of_others(state: OpenForcesState, group: OpenForcesGroup) -> Shapes:
    """OF-19: the bases of all other groups, with their ids; the shapes are larger by the group's own base."""
    base = card_of(state, group).base
    others = ((other, card_of(state, other).base) for other in state.groups if other.id != group.id)
    return boxed((other.id, disc(place_of(unit), base + wide)) for other, wide in others for unit in other.units)


def off_the_field(state: OpenForcesState, group: OpenForcesGroup, path: tuple[Points, ...]) -> str | None:
    """OF-17: the id of the first unit whose base a movement takes over the edge of the battlefield; None: none does.

    A unit that stands over the edge may move, but not farther over it.
    """
    if state.battlefield is None:
        return None
    field, base = box_of_rectangle(state.battlefield), card_of(state, group).base
    for start, end in pairwise((tuple(place_of(unit) for unit in group.units), *path)):
        for unit, a, b in zip(group.units, start, end, strict=True):
            if 0 < over_edge(field, b, base) > over_edge(field, a, base):
                return unit.id
    return None


def below(places: Points, shapes: Shapes) -> str | None:
    """The id of the first of the shapes in which one of the places is; None: they are in none."""
    found = (id for id, shape, _ in near(shapes, places) if any(is_within(place, shape) for place in places))
    return next(found, None)


def overlaps_itself(places: Points, base: int) -> bool:
    """OF-19: whether bases of this radius overlap at these places."""
    return any(is_within(place, disc(other, 2 * base)) for n, place in enumerate(places) for other in places[:n])
