"""Where retreats can end: how many units find a place, and whether it matters who goes first (SS-37 … SS-41)."""

from collections.abc import Iterator
from itertools import islice

from app.rulesets.storm_over_stalingrad.ground import Ground, add, allowed_steps
from app.rulesets.storm_over_stalingrad.model import Options, RetreatOrder, Side, Unit, UnitState

MOST_STEPS = 200
"""How many steps of retreats are followed; beyond them the owner is asked."""

MOST_FILLINGS = 32
"""How many ways to fill areas are tried; beyond them the owner is asked."""


def anybody(side: Side) -> Unit:
    """Some unit of a side; all units retreat alike."""
    return Unit("", side, UnitState.SPENT, firepower=0, defense_fresh=0, defense_spent=0)


def is_full(ground: Ground, area: str, side: Side, options: Options) -> bool:
    """SS-39: whether an area has no room for a further unit of a side."""
    return ground[area].count(side) >= options.stacking_limit


def room_for(units: int, ground: Ground, origin: str, side: Side, options: Options) -> int:
    """SS-38, SS-39: how many of so many units find a place, where each goes to the area that is listed first."""
    for placed in range(units):
        end = first_end(ground, origin, side, options)
        if end is None:
            return placed
        ground = add(ground, end, anybody(side))
    return units


def first_end(ground: Ground, origin: str, side: Side, options: Options) -> str | None:
    """SS-35, SS-39: the area in which a unit finds room, where it enters the area that is listed first; None: lost."""
    visited: tuple[str, ...] = (origin,)
    while allowed := allowed_steps(ground, visited[-1], side, visited, options):
        if not is_full(ground, allowed[0], side, options):
            return allowed[0]
        visited = (*visited, allowed[0])
    return None


def ends(ground: Ground, origin: str, side: Side, options: Options) -> tuple[str | None, ...] | None:
    """SS-33 … SS-41: every end of a unit's retreat, where None says that it is lost; None: too many to follow."""
    found: list[str | None] = []
    paths: list[tuple[str, ...]] = [(origin,)]
    for _ in range(MOST_STEPS):
        if not paths:
            return tuple(dict.fromkeys(found))
        visited = paths.pop()
        allowed = allowed_steps(ground, visited[-1], side, visited, options)
        for area in allowed:
            if is_full(ground, area, side, options):
                paths.append((*visited, area))
            else:
                found.append(area)
        found += [] if allowed else [None]
    return None


def order_matters(waiting: tuple[Unit, ...], ground: Ground, origin: str, side: Side, options: Options) -> bool:
    """SS-39: whether a unit can end where it could not end if it went first, so that it matters who does.

    That is so if the units before the last can fill areas and an end is left then that there was not before.
    """
    if options.retreat_order is RetreatOrder.UNIT_ID or are_alike(waiting):
        return False
    before = ends(ground, origin, side, options)
    if before is None:
        return True
    rooms = tuple((area, options.stacking_limit - ground[area].count(side)) for area in before if area)
    ways = list(islice(fillings(rooms, len(waiting) - 1), MOST_FILLINGS))
    after = (ends(with_filled(ground, filled, side), origin, side, options) for filled in ways)
    return len(ways) == MOST_FILLINGS or any(
        found is None or any(end not in before for end in found) for found in after
    )


def are_alike(units: tuple[Unit, ...]) -> bool:
    """Whether units differ by their ids alone."""
    return all(one.is_like(units[0]) for one in units)


def fillings(rooms: tuple[tuple[str, int], ...], units: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Every choice of at least one area, each with its room, that so many units can fill."""
    for n, (area, room) in enumerate(rooms):
        if room <= units:
            yield ((area, room),)
            for others in fillings(rooms[n + 1 :], units - room):
                yield ((area, room), *others)


def with_filled(ground: Ground, filled: tuple[tuple[str, int], ...], side: Side) -> Ground:
    """The ground with so many more units in areas."""
    for area, room in filled:
        for _ in range(room):
            ground = add(ground, area, anybody(side))
    return ground
