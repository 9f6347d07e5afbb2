"""What the units of an area can do in an impulse: fire, or move (SS-2 … SS-10, SS-60)."""

from collections.abc import Iterator

from app.domain.errors import IllegalAction, IllegalSituation
from app.rulesets.storm_over_stalingrad.game.model import EntryCost, GameOptions, State
from app.rulesets.storm_over_stalingrad.game.state import ground_of
from app.rulesets.storm_over_stalingrad.ground import Ground, are_adjacent
from app.rulesets.storm_over_stalingrad.model import ActivationRestriction, Area, Fire, Side, Unit
from app.rulesets.storm_over_stalingrad.refusals import declaration_refused


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


def reach_of(ground: Ground, origin: str, side: Side, options: GameOptions) -> tuple[str, ...]:
    """SS-60: the areas that a unit can reach from another one, the cheapest first, then by id.

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
            cheaper = cost < costs.get(area.id, options.movement_factor + 1)
            if area.id != origin and are_adjacent(at, area) and cheaper:
                costs[area.id] = cost
                waiting.append(area.id)
    return tuple(sorted((area for area in costs if area != origin), key=lambda area: (costs[area], area)))


def exits_of(state: State, side: Side, origin: str, options: GameOptions) -> tuple[tuple[str, int], ...]:
    """SS-60: the areas to which units of an area can move, each with its room."""
    ground = ground_of(state)
    rooms = ((area, room_in(ground[area], side, options)) for area in reach_of(ground, origin, side, options))
    return tuple((area, room) for area, room in rooms if room)


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
    return able if exits_of(state, side, area, options) else ()
