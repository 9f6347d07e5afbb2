"""What the units of an area can do in an impulse: fire, or move (SS-2 … SS-10, SS-60)."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.errors import IllegalAction, IllegalSituation
from app.rulesets.storm_over_stalingrad.game.model import EntryCost, GameOptions, State
from app.rulesets.storm_over_stalingrad.game.state import ground_of
from app.rulesets.storm_over_stalingrad.ground import Ground, are_adjacent
from app.rulesets.storm_over_stalingrad.model import ActivationRestriction, Area, Fire, Side, Unit
from app.rulesets.storm_over_stalingrad.refusals import declaration_refused


@dataclass(frozen=True, slots=True)
class Exit:
    """An area to which units can move."""

    area: str
    """The id of the area."""
    room: int
    """How many more units of the side it holds."""
    units: tuple[str, ...]
    """The ids of the units whose movement is enough to get there."""


def fire_of(state: State, side: Side, area: str, target: str, firers: tuple[str, ...]) -> Fire:
    """SS-4: the fire of units as the rules of a fire take it; the whole map is sent."""
    return Fire(side, target, state.areas, firing_area=area, firers=firers)


def fire_refused(options: GameOptions, fire: Fire) -> IllegalSituation | None:
    """SS-2 … SS-10: why units may not fire; None: they may."""
    return next(declaration_refused(fire, options), None)


def fire_faults(options: GameOptions, fire: Fire) -> Iterator[IllegalAction]:
    """SS-2 … SS-10: everything for which a fire is no legal move."""
    for fault in declaration_refused(fire, options):
        yield IllegalAction(fault.reason, fault.rule, **fault.params)


def able_to_fire(state: State, options: GameOptions, side: Side, area: str) -> tuple[Unit, ...]:
    """SS-2, SS-3: the units of an area that may fire, by id."""
    here = ground_of(state)[area].of(side)
    return tuple(unit for unit in here if unit.is_fresh and (unit.firepower or options.allow_zero_firepower))


def able_to_move(state: State, side: Side, area: str) -> tuple[Unit, ...]:
    """SS-60: the units of an area that may move, by id."""
    return tuple(unit for unit in ground_of(state)[area].of(side) if unit.is_fresh)


def teams(units: tuple[Unit, ...], side: Side, options: GameOptions) -> tuple[tuple[Unit, ...], ...]:
    """SS-8: the largest sets of units that may act together: all, or those of each German division."""
    restricted = options.activation_restriction is ActivationRestriction.GERMAN_DIVISION
    if not restricted or side is not Side.GERMAN:
        return (units,) if units else ()
    free = tuple(unit for unit in units if unit.independent)
    divisions = tuple(dict.fromkeys(unit.division for unit in units if not unit.independent))
    if not divisions:
        return (free,) if free else ()
    return tuple(
        tuple(unit for unit in units if unit.independent or unit.division == division) for division in divisions
    )


def room_in(area: Area, side: Side, options: GameOptions) -> int:
    """SS-39: how many more units of a side an area holds."""
    return max(0, options.stacking_limit - area.count(side))


def cost_of(area: Area, side: Side, options: GameOptions) -> int:
    """SS-60: what it costs to enter an area."""
    is_dear = {
        EntryCost.NOTHING: False,
        EntryCost.ENEMY_UNITS: area.count(side.enemy) > 0,
        EntryCost.ENEMY_CONTROL: area.controller is side.enemy,
    }[options.entry_cost]
    return 2 if is_dear else 1


def movement_of(unit: Unit, options: GameOptions) -> int:
    """SS-60: what a unit may spend on entering areas: what its counter says, else what the option does."""
    return options.movement_factor if unit.movement is None else unit.movement


def costs_from(ground: Ground, origin: str, side: Side, movement: int, options: GameOptions) -> dict[str, int]:
    """SS-60: the areas that a unit with this movement can reach from another one, and what it spends to get there.

    A unit that enters an area with enemy units goes no further.
    """
    costs = {origin: 0}
    waiting = [origin]
    while waiting:
        at = ground[waiting.pop(0)]
        if at.id != origin and at.count(side.enemy):
            continue
        for area in ground.values():
            cost = costs[at.id] + cost_of(area, side, options)
            cheaper = cost < costs.get(area.id, movement + 1)
            if area.id != origin and are_adjacent(at, area) and cheaper:
                costs[area.id] = cost
                waiting.append(area.id)
    return {area: cost for area, cost in costs.items() if area != origin}


def exits_of(state: State, side: Side, origin: str, units: tuple[Unit, ...], options: GameOptions) -> tuple[Exit, ...]:
    """SS-60: the areas with room to which some of the units of an area can move, the cheapest first, then by id."""
    ground, movement = ground_of(state), {unit.id: movement_of(unit, options) for unit in units}
    costs = costs_from(ground, origin, side, max(movement.values(), default=0), options)
    exits = (
        Exit(area, room_in(ground[area], side, options), tuple(id for id, most in movement.items() if most >= cost))
        for area, cost in sorted(costs.items(), key=lambda reached: (reached[1], reached[0]))
    )
    return tuple(exit for exit in exits if exit.room)


def companions(units: tuple[Unit, ...], moved: tuple[Unit, ...], side: Side, options: GameOptions) -> tuple[Unit, ...]:
    """SS-8: the units that may act together with those that have acted."""
    bound = [unit.division for unit in moved if not unit.independent]
    restricted = options.activation_restriction is ActivationRestriction.GERMAN_DIVISION
    if not bound or not restricted or side is not Side.GERMAN:
        return units
    return tuple(unit for unit in units if unit.independent or unit.division == bound[0])


def companions_left(
    state: State, side: Side, area: str, moved: tuple[Unit, ...], options: GameOptions
) -> tuple[Unit, ...]:
    """SS-8, SS-60: the units of an area that may still move beside those that have moved; none without an exit."""
    able = companions(able_to_move(state, side, area), moved, side, options)
    return able if exits_of(state, side, area, able, options) else ()
