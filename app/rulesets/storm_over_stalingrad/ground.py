"""The areas during a fire action: units, control, and where units may retreat to (SS-33 … SS-46)."""

from collections.abc import Mapping
from dataclasses import replace

from app.rulesets.storm_over_stalingrad.model import (
    SIDES,
    Area,
    Fire,
    Options,
    OverflowMode,
    Side,
    Unit,
    UnitState,
)

Ground = Mapping[str, Area]
"""The areas by id, in the order in which they were sent."""


def ground_of(situation: Fire) -> Ground:
    """The areas as they were sent."""
    return {area.id: area for area in situation.areas}


def are_adjacent(one: Area, other: Area) -> bool:
    """Whether two areas are neighbors; it is enough if one of them names the other."""
    return other.id in one.adjacent or one.id in other.adjacent


def units_of(ground: Ground, area: str, ids: tuple[str, ...]) -> tuple[Unit, ...]:
    """The units with these ids in an area, in the order of the area."""
    return tuple(unit for unit in ground[area].units if unit.id in ids)


def without(ground: Ground, area: str, unit: str) -> Ground:
    """The ground without a unit."""
    left = tuple(other for other in ground[area].units if other.id != unit)
    return {**ground, area: replace(ground[area], units=left)}


def spend(ground: Ground, area: str, units: tuple[str, ...]) -> Ground:
    """The ground with units of an area turned to their spent side."""
    here = ground[area]
    turned = tuple([replace(unit, state=UnitState.SPENT) if unit.id in units else unit for unit in here.units])
    return {**ground, area: replace(here, units=turned)}


def add(ground: Ground, area: str, unit: Unit) -> Ground:
    """The ground with one more unit in an area."""
    return {**ground, area: replace(ground[area], units=(*ground[area].units, unit))}


def marked(ground: Ground, area: str, side: Side) -> Ground:
    """SS-47, SS-49: the ground with a side's fire marker in an area, once."""
    others = [marker for marker in ground[area].fire_markers if marker is not side]
    return {**ground, area: replace(ground[area], fire_markers=tuple(sorted((*others, side))))}


def passed_to(ground: Ground, area: str, side: Side) -> Ground:
    """The ground with an area under a side's control."""
    return {**ground, area: replace(ground[area], controller=side)}


def sole_side(area: Area) -> Side | None:
    """The only side that has units in the area (SS-44, SS-45); None: both sides have, or neither."""
    sides = [side for side in SIDES if area.count(side)]
    return sides[0] if len(sides) == 1 else None


def forbids(area: Area, side: Side, options: Options) -> tuple[str, str] | None:
    """SS-34, SS-43: why a unit of `side` may not retreat into the area, with the rule; None: it may."""
    if area.ferry and options.ferry_rules:
        return "retreat-forbidden-area", "SS-43"
    if area.controller is not side and area.count(side.enemy):
        return "retreat-illegal-area", "SS-34"
    return None


def legal_steps(ground: Ground, origin: str, side: Side, visited: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """SS-34, SS-40, SS-41, SS-43: the areas that a unit may retreat to from `origin`, by id, before priorities.

    `visited` holds the target area and all that the unit has entered.
    """
    here = ground[origin]
    legal = []
    for name in sorted(ground):
        area = ground[name]
        if name not in visited and are_adjacent(here, area) and forbids(area, side, options) is None:
            legal.append(name)
    if options.overflow_mode is OverflowMode.AVOID_FULL:
        with_room = [name for name in legal if ground[name].count(side) < options.stacking_limit]
        legal = with_room or legal
    return tuple(legal)


def allowed_steps(
    ground: Ground, origin: str, side: Side, visited: tuple[str, ...], options: Options
) -> tuple[str, ...]:
    """SS-35, SS-36: of the legal areas those with the fewest enemy units; fewest friends first, then by id."""
    legal = legal_steps(ground, origin, side, visited, options)
    enemy = side.enemy
    enemies = [ground[name].count(enemy) for name in legal]
    allowed = [name for name, count in zip(legal, enemies, strict=True) if count == min(enemies)]
    return tuple([name for _, name in sorted([(ground[name].count(side), name) for name in allowed])])
