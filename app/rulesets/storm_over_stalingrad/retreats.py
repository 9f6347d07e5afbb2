"""Retreats: one unit after the other moves area by area until it finds room or is lost (SS-33 … SS-44)."""

from dataclasses import dataclass, replace

from app.domain.casualties import Fate
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.storm_over_stalingrad import facts
from app.rulesets.storm_over_stalingrad.damage import casualty
from app.rulesets.storm_over_stalingrad.exits import order_matters
from app.rulesets.storm_over_stalingrad.ground import (
    Ground,
    add,
    allowed_steps,
    are_adjacent,
    forbids,
    legal_steps,
    passed_to,
    sole_side,
    units_of,
    without,
)
from app.rulesets.storm_over_stalingrad.model import (
    ControlChange,
    Fire,
    Options,
    Retreated,
    RetreatStep,
    Side,
    Unit,
)
from app.rulesets.storm_over_stalingrad.questions import AreaBeside, Retreat, RetreatShown


@dataclass(frozen=True, slots=True)
class Gone:
    """The units that retreated, the units that were lost, and the areas whose control changed."""

    retreated: tuple[Retreated, ...] = ()
    eliminated: tuple[str, ...] = ()
    control_changes: tuple[ControlChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """The retreat of one unit: the areas that it has entered, and whether it found room."""

    unit: Unit
    path: tuple[str, ...]
    has_room: bool


def retreat_all(
    situation: Fire, options: Options, ground: Ground, waiting: tuple[str, ...], table: Table
) -> tuple[Ground, Gone]:
    """SS-31, SS-37, SS-51: one unit after the other retreats as its owner decides; control is checked after each."""
    gone = Gone()
    while waiting:
        ground, walk = walk_one(situation, options, ground, waiting, table)
        unit = walk.unit
        waiting = tuple(other for other in waiting if other != unit.id)
        if walk.has_room:
            fact = casualty(Fate.RETREATED, unit.id, unit.side, unit.name, path=walk.path)
            table.note(fact, rule="SS-33")
            ground, changes = take_control(ground, walk.path[-1], unit.side, table)
            retreated = (*gone.retreated, Retreated(unit.id, walk.path))
            gone = replace(gone, retreated=retreated, control_changes=(*gone.control_changes, *changes))
        else:
            fact = casualty(Fate.ELIMINATED, unit.id, unit.side, unit.name, cause="no-legal-retreat", path=walk.path)
            table.note(fact, rule="SS-38")
            gone = replace(gone, eliminated=(*gone.eliminated, unit.id))
    return ground, gone


def walk_one(
    situation: Fire, options: Options, ground: Ground, waiting: tuple[str, ...], table: Table
) -> tuple[Ground, Walk]:
    """SS-33, SS-39 … SS-42: a unit leaves the target area and retreats until an area has room for it."""
    origin, side = situation.target_area, situation.firing_side.enemy
    step = ask_step(ground, origin, side, (origin,), waiting, options, table)
    (unit,) = units_of(ground, origin, (step.unit if step else waiting[0],))
    ground = without(ground, origin, unit.id)
    path: tuple[str, ...] = ()
    while step is not None:
        at = path[-1] if path else origin
        table.note(facts.UnitRetreats(unit.id, at, step.to), rule="SS-33")
        path = (*path, step.to)
        if ground[step.to].count(side) < options.stacking_limit:
            return add(ground, step.to, unit), Walk(unit, path, has_room=True)
        table.note(facts.AreaOverflowed(unit.id, step.to), rule="SS-39")
        step = ask_step(ground, step.to, side, (origin, *path), (unit.id,), options, table)
    return ground, Walk(unit, path, has_room=False)


def ask_step(
    ground: Ground,
    origin: str,
    side: Side,
    visited: tuple[str, ...],
    waiting: tuple[str, ...],
    options: Options,
    table: Table,
) -> RetreatStep | None:
    """SS-35, SS-37, SS-38: the next unit and the area that it retreats to; None: no area is legal."""
    allowed = allowed_steps(ground, origin, side, visited, options)
    if not allowed:
        return None
    units = waiting[:1]
    if len(waiting) > 1 and order_matters(units_of(ground, origin, waiting), ground, origin, side, options):
        units = waiting
    shown = RetreatShown(waiting[0], origin, waiting, around(ground, origin, side, visited, options))
    return table.ask(Retreat(units, allowed, shown), by=Role.DEFENDER, rule="SS-37")


def around(
    ground: Ground, origin: str, side: Side, visited: tuple[str, ...], options: Options
) -> tuple[AreaBeside, ...]:
    """SS-34, SS-35, SS-40, SS-41: the areas adjacent to `origin`, each with the reason that forbids it."""
    legal = legal_steps(ground, origin, side, visited, options)
    allowed = allowed_steps(ground, origin, side, visited, options)
    shown = []
    for name in sorted(ground):
        area = ground[name]
        if not (are_adjacent(ground[origin], area) or area.id in visited):
            continue
        forbidden = None
        if area.id in visited:
            forbidden = "retreat-forbidden-area", "SS-40" if area.id == visited[0] else "SS-41"
        elif area.id not in legal:
            forbidden = forbids(area, side, options) or ("retreat-area-full", "SS-39")
        elif area.id not in allowed:
            forbidden = "retreat-priority", "SS-35"
        reason, rule = forbidden or (None, None)
        shown.append(AreaBeside(area.id, area.count(side.enemy), area.count(side), reason, rule))
    return tuple(shown)


def take_control(ground: Ground, area: str, side: Side, table: Table) -> tuple[Ground, tuple[ControlChange, ...]]:
    """SS-44: an area that holds units of only one side comes under the control of that side at once."""
    if sole_side(ground[area]) is not side or ground[area].controller is side:
        return ground, ()
    table.note(facts.ControlChanged(area, side), rule="SS-44")
    return passed_to(ground, area, side), (ControlChange(area, side),)
