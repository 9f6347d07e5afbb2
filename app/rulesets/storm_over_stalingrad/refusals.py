"""The refusals of Storm Over Stalingrad that follow from the situation and the options alone."""

from collections.abc import Iterator

from app.domain.errors import IllegalSituation, raise_all
from app.rulesets.storm_over_stalingrad.ground import are_adjacent, ground_of, legal_steps
from app.rulesets.storm_over_stalingrad.model import (
    SIDES,
    ActivationRestriction,
    Area,
    Fire,
    Options,
    Side,
    Unit,
)
from app.rulesets.storm_over_stalingrad.rules import firers_of, targets_of

MOST_UNITS = 400
BROKEN = ("duplicate-area", "adjacent-to-itself", "duplicate-marker", "unknown-area")
"""The reasons for which a map does not hold together."""


def prepare(situation: Fire, options: Options) -> None:
    """Raise IllegalSituation unless the fire action may be resolved (SS-2 … SS-10)."""
    raise_all(refusals(situation, options))


def refusals(situation: Fire, options: Options) -> Iterator[IllegalSituation]:
    """Every reason why a fire action is refused; the firing is looked at only on a map that holds together."""
    broken = [*map_refused(situation.areas), *check_named(situation), *units_refused(situation.areas, options)]
    yield from broken
    if not any(fault.reason in BROKEN for fault in broken):
        yield from check_exits(situation, options)
        yield from declaration_refused(situation, options)


def declaration_refused(situation: Fire, options: Options) -> Iterator[IllegalSituation]:
    """SS-2 … SS-10: every reason why these units may not fire at this area, on a map that holds together."""
    yield from check_place(situation, options)
    yield from check_firers(situation, options)


def map_refused(areas: tuple[Area, ...]) -> Iterator[IllegalSituation]:
    """SS-5, SS-49: areas have ids of their own, are not beside themselves, and hold each side's marker once."""
    names = [area.id for area in areas]
    for place, area in enumerate(areas):
        if area.id in names[:place]:
            yield IllegalSituation("duplicate-area", "SS-5", "areas", place, "id", area=area.id)
        for n, neighbor in enumerate(area.adjacent):
            if neighbor == area.id:
                yield IllegalSituation("adjacent-to-itself", "SS-5", "areas", place, "adjacent", n, area=area.id)
        for n, side in enumerate(area.fire_markers):
            if side in area.fire_markers[:n]:
                where = ("areas", place, "fire_markers", n)
                yield IllegalSituation("duplicate-marker", "SS-49", *where, area=area.id, side=side)


def check_named(situation: Fire) -> Iterator[IllegalSituation]:
    """SS-5, SS-33: the areas of the fire are sent, with all neighbors of the target area."""
    names = [area.id for area in situation.areas]
    for field, area_id in (("target_area", situation.target_area), ("firing_area", situation.firing_area)):
        if area_id is not None and area_id not in names:
            yield IllegalSituation("unknown-area", "SS-5", field, area=area_id)
    if situation.target_area in names:
        yield from neighbors_refused(situation.areas, names.index(situation.target_area), "SS-33")


def neighbors_refused(areas: tuple[Area, ...], place: int, rule: str) -> Iterator[IllegalSituation]:
    """SS-33, SS-39: the neighbors that an area names are among the areas."""
    names = [area.id for area in areas]
    for n, neighbor in enumerate(areas[place].adjacent):
        if neighbor not in names:
            yield IllegalSituation("unknown-area", rule, "areas", place, "adjacent", n, area=neighbor)


def check_exits(situation: Fire, options: Options) -> Iterator[IllegalSituation]:
    """SS-39: an area that retreats may have to leave again is sent with all its neighbors."""
    ground, side = ground_of(situation), situation.firing_side.enemy
    most = options.stacking_limit - ground[situation.target_area].count(side)
    reached = [situation.target_area]
    for at in reached:
        for name in legal_steps(ground, at, side, (situation.target_area,), options):
            if ground[name].count(side) > most and name not in reached:
                reached.append(name)
    for place, area in enumerate(situation.areas):
        if area.id in reached[1:]:
            yield from neighbors_refused(situation.areas, place, "SS-39")


def units_refused(areas: tuple[Area, ...], options: Options) -> Iterator[IllegalSituation]:
    """SS-23, SS-39: each unit is there once, and no area holds more units than its limit."""
    known: list[str] = []
    for place, area in enumerate(areas):
        for n, unit in enumerate(area.units):
            if unit.id in known:
                yield IllegalSituation("duplicate-unit", "SS-23", "areas", place, "units", n, "id", unit=unit.id)
            known.append(unit.id)
        yield from check_stacking(place, area, options)
    if len(known) > MOST_UNITS:
        yield IllegalSituation("too-many-units", "SS-39", "areas", limit=MOST_UNITS)


def check_stacking(place: int, area: Area, options: Options) -> Iterator[IllegalSituation]:
    """SS-39: an area holds at most so many units of each side."""
    for side in SIDES:
        if area.count(side) > options.stacking_limit:
            yield IllegalSituation(
                "overstacked", "SS-39", "areas", place, "units", area=area.id, limit=options.stacking_limit
            )


def check_place(situation: Fire, options: Options) -> Iterator[IllegalSituation]:
    """SS-5, SS-6, SS-10: enemies in the firing area or an adjacent one are fired at; no German fire at a ferry."""
    ground = ground_of(situation)
    target = ground[situation.target_area]
    if situation.firing_area is not None:
        origin = ground[situation.firing_area]
        if origin.id != target.id and not are_adjacent(origin, target):
            yield IllegalSituation("target-not-adjacent", "SS-5", "target_area", area=target.id)
    if not targets_of(situation):
        yield IllegalSituation("no-target", "SS-6", "target_area", area=target.id)
    if options.ferry_rules and target.ferry and situation.firing_side is Side.GERMAN:
        yield IllegalSituation("ferry-protected", "SS-10", "target_area", area=target.id)


def check_firers(situation: Fire, options: Options) -> Iterator[IllegalSituation]:
    """SS-2, SS-3, SS-4, SS-8, SS-54: fresh units with firepower fire, from one area; or a card alone."""
    if situation.card_fire is not None:
        if situation.firers:
            yield IllegalSituation("card-illegal", "SS-54", "firers")
        return
    if not situation.firers:
        yield IllegalSituation("no-firers", "SS-4", "firers")
    yield from check_moved(situation)
    if situation.firing_area is None:
        yield IllegalSituation("no-firing-area", "SS-4", "firing_area")
        return
    wrong: list[IllegalSituation] = []
    for place, firer in enumerate(situation.firers):
        if firer in situation.firers[:place]:
            wrong.append(IllegalSituation("duplicate-unit", "SS-4", "firers", place, unit=firer))
        else:
            wrong += check_firer(situation, options, place, firer)
    yield from wrong
    if not wrong and options.activation_restriction is ActivationRestriction.GERMAN_DIVISION:
        yield from check_division(situation)


def check_moved(situation: Fire) -> Iterator[IllegalSituation]:
    """SS-9, SS-56: what has moved in this impulse does not fire, unless a card lets it do both."""
    for place, unit in enumerate(situation.moved):
        if find_unit(situation, unit)[1] is None:
            yield IllegalSituation("unknown-unit", "SS-9", "moved", place, unit=unit)
        elif unit in situation.firers and not situation.move_then_fire:
            yield IllegalSituation("impulse-used", "SS-9", "moved", place, unit=unit)


def check_firer(situation: Fire, options: Options, place: int, firer: str) -> Iterator[IllegalSituation]:
    """SS-2, SS-3, SS-4: the unit is there, of the firing side, in the firing area, fresh, and has firepower."""
    area, unit = find_unit(situation, firer)
    if unit is None:
        yield IllegalSituation("unknown-unit", "SS-4", "firers", place, unit=firer)
        return
    if unit.side is not situation.firing_side:
        yield IllegalSituation("wrong-side", "SS-4", "firers", place, unit=firer)
        return
    if area != situation.firing_area:
        yield IllegalSituation("multiple-firing-areas", "SS-4", "firers", place, unit=firer)
    if not unit.is_fresh:
        yield IllegalSituation("unit-spent", "SS-2", "firers", place, unit=firer)
    if unit.firepower == 0 and not options.allow_zero_firepower:
        yield IllegalSituation("zero-firepower", "SS-3", "firers", place, unit=firer)


def find_unit(situation: Fire, unit: str) -> tuple[str | None, Unit | None]:
    """The area and the unit with this id; None for both where it was not sent."""
    for area in situation.areas:
        for other in area.units:
            if other.id == unit:
                return area.id, other
    return None, None


def check_division(situation: Fire) -> Iterator[IllegalSituation]:
    """SS-8: German firers are of one division, with any number of independent units."""
    if situation.firing_side is not Side.GERMAN:
        return
    bound = [unit for unit in firers_of(situation) if not unit.independent]
    for unit in bound:
        if unit.division != bound[0].division:
            place = situation.firers.index(unit.id)
            yield IllegalSituation("division-mix", "SS-8", "firers", place, unit=unit.id)
