"""The fire action of Storm Over Stalingrad, in the order of the rulebook."""

from dataclasses import dataclass

from app.domain.dice import D6
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.storm_over_stalingrad import facts
from app.rulesets.storm_over_stalingrad.damage import allocate, apply_damage
from app.rulesets.storm_over_stalingrad.ground import Ground, ground_of, marked, passed_to, sole_side, spend
from app.rulesets.storm_over_stalingrad.model import (
    After,
    Area,
    ControlChange,
    Fire,
    FireMarker,
    Options,
    Outcome,
    Unit,
    WhyIgnored,
)
from app.rulesets.storm_over_stalingrad.retreats import retreat_all

ATTACKER = Role.ATTACKER

NOBODY: tuple[str, ...] = ()


def fire(situation: Fire, options: Options, table: Table) -> Outcome:
    """SS-1: attack points, defense points, damage points, application; then control, marker and spent firers."""
    ground, firers, targets = ground_of(situation), firers_of(situation), targets_of(situation)
    declare(situation, firers, targets, table)
    if situation.cancel_fire:
        return cancel(situation, options, ground, firers, table)
    attack_points = sum_attack_points(situation, firers, table)
    table.checkpoint(attack_points)
    defense_points, ignored = sum_defense_points(situation, options, ground[situation.target_area], targets, table)
    damage = count_damage(attack_points, defense_points, table)
    allocation = allocate(situation, options, damage, table)
    ground, hit = apply_damage(situation, ground, allocation, table)
    ground, gone = retreat_all(situation, options, ground, hit.retreating, table)
    ground, taken = control_target(situation, ground, table)
    ground, marker, spent = end_impulse(situation, options, ground, firers, table)
    return Outcome(
        attack_points=attack_points,
        defense_points=defense_points,
        terrain_ignored_because=ignored,
        damage_points=damage,
        excess_points=allocation.excess,
        points=allocation.points,
        flipped=tuple(unit for unit in hit.flipped if unit not in gone.eliminated),
        eliminated=(*hit.eliminated, *gone.eliminated),
        retreated=gone.retreated,
        control_changes=(*gone.control_changes, *taken),
        fire_marker=marker,
        spent_firers=spent,
        after=changed(situation, ground),
        area_cleared=not ground[situation.target_area].of(situation.firing_side.enemy),
    )


def cancel(situation: Fire, options: Options, ground: Ground, firers: tuple[Unit, ...], table: Table) -> Outcome:
    """SS-56: a card cancels the fire: nobody rolls; marker and firers are as after any fire, or by option untouched."""
    table.note(facts.FireCancelled(situation.firing_side), rule="SS-56")
    marker, spent = None, NOBODY
    if options.cancelled_fire_counts:
        ground, marker, spent = end_impulse(situation, options, ground, firers, table)
    return Outcome(
        attack_points=0,
        defense_points=0,
        terrain_ignored_because=(),
        damage_points=0,
        excess_points=0,
        points={},
        flipped=(),
        eliminated=(),
        retreated=(),
        control_changes=(),
        fire_marker=marker,
        spent_firers=spent,
        after=changed(situation, ground),
        area_cleared=False,
    )


def end_impulse(
    situation: Fire, options: Options, ground: Ground, firers: tuple[Unit, ...], table: Table
) -> tuple[Ground, FireMarker | None, tuple[str, ...]]:
    """SS-47 … SS-51: at last the marker is placed and the firers are spent, whatever came of the fire."""
    ground, marker = place_marker(situation, options, ground, table)
    ground, spent = spend_firers(situation, ground, firers, table)
    return ground, marker, spent


def changed(situation: Fire, ground: Ground) -> After:
    """The areas that differ from those that were sent."""
    return After(tuple([now for sent, now in zip(situation.areas, ground.values(), strict=True) if now != sent]))


def targets_of(situation: Fire) -> tuple[Unit, ...]:
    """SS-7: every enemy unit in the target area, by id."""
    return ground_of(situation)[situation.target_area].of(situation.firing_side.enemy)


def firers_of(situation: Fire) -> tuple[Unit, ...]:
    """SS-4: the units that fire, by id."""
    if situation.firing_area is None:
        return ()
    here = ground_of(situation)[situation.firing_area].of(situation.firing_side)
    return tuple([unit for unit in here if unit.id in situation.firers])


def declare(situation: Fire, firers: tuple[Unit, ...], targets: tuple[Unit, ...], table: Table) -> None:
    """SS-2 … SS-7, SS-9: note which units fire at which; friendly units in the target area are never affected."""
    fact = facts.FireDeclared(
        situation.firing_side,
        situation.firing_area,
        situation.target_area,
        tuple([unit.id for unit in firers]),
        tuple([unit.id for unit in targets]),
        situation.card_fire is not None,
    )
    table.note(fact, rule="SS-4")
    for area in situation.areas:
        for unit in area.units:
            if unit.defense_spent > unit.defense_fresh:
                table.note(facts.UnusualUnitSent(unit.id), rule="SS-13")


def sum_attack_points(situation: Fire, firers: tuple[Unit, ...], table: Table) -> int:
    """SS-11, SS-12, SS-56: the sum of two dice, the firepower of all units that fire, and the bonus from cards."""
    dice = sum(table.roll(D6, 2, by=ATTACKER, rule="SS-11"))
    firepower = firepower_of(situation, firers)
    points = dice + firepower + situation.attack_bonus
    table.note(facts.AttackPointsSummed(dice, firepower, situation.attack_bonus, points), rule="SS-12")
    return points


def firepower_of(situation: Fire, firers: tuple[Unit, ...]) -> int:
    """SS-12, SS-56: the firepower of all units that fire, or of the card."""
    card = situation.card_fire.firepower if situation.card_fire else 0
    return card + sum([unit.firepower for unit in firers])


@dataclass(frozen=True, slots=True)
class Ignored:
    """A reason why terrain does not protect, with its rule."""

    because: WhyIgnored
    rule: str


def terrain_ignored(situation: Fire, area: Area, options: Options) -> tuple[Ignored, ...]:
    """SS-15 … SS-19: every reason that applies and counts; one is enough, and several do not add up."""
    side = situation.firing_side
    reasons = (
        (situation.firers and situation.firing_area == area.id, Ignored(WhyIgnored.SAME_AREA, "SS-15")),
        (area.controller is side, Ignored(WhyIgnored.NOT_IN_CONTROL, "SS-16")),
        (side.enemy in area.fire_markers, Ignored(WhyIgnored.FIRE_MARKER, "SS-17")),
    )
    counting = options.terrain_ignore_conditions
    return tuple([reason for holds, reason in reasons if holds and reason.because in counting])


def best_defender(targets: tuple[Unit, ...]) -> Unit:
    """SS-13: the target unit with the highest defense value on the side it shows; the first by id of equal ones."""
    return max(targets, key=lambda unit: unit.defense)


def sum_defense_points(
    situation: Fire, options: Options, area: Area, targets: tuple[Unit, ...], table: Table
) -> tuple[int, tuple[WhyIgnored, ...]]:
    """SS-13 … SS-18: the best single defense value, and the terrain once unless it is ignored."""
    best = best_defender(targets)
    table.note(facts.BestDefenseFound(best.id, best.defense), rule="SS-13")
    if (area.terrain_multiplier, area.terrain_bonus) != (1, 0):
        printed, factor, bonus = area.terrain_defense, area.terrain_multiplier, area.terrain_bonus
        table.note(facts.TerrainChanged(area.id, printed, factor, bonus, area.terrain), rule="SS-56")
    ignored = terrain_ignored(situation, area, options)
    for reason in ignored:
        table.note(facts.TerrainIgnored(reason.because, area.terrain), rule=reason.rule)
    terrain = 0 if ignored else area.terrain
    points = best.defense + terrain
    table.note(facts.DefensePointsSummed(best.defense, terrain, points), rule="SS-14")
    return points, tuple([reason.because for reason in ignored])


def count_damage(attack_points: int, defense_points: int, table: Table) -> int:
    """SS-20, SS-21: by how much the attack exceeds the defense; no roll always hits or always misses."""
    damage = max(0, attack_points - defense_points)
    table.note(facts.DamagePointsCounted(attack_points, defense_points, damage), rule="SS-20")
    return damage


def control_target(situation: Fire, ground: Ground, table: Table) -> tuple[Ground, tuple[ControlChange, ...]]:
    """SS-45, SS-46: after fire within an area the firers control it if alone; an empty area keeps its side."""
    target, side = ground[situation.target_area], situation.firing_side
    if sole_side(target) is not side or target.controller is side:
        return ground, ()
    table.note(facts.ControlChanged(target.id, side), rule="SS-46")
    return passed_to(ground, target.id, side), (ControlChange(target.id, side),)


def place_marker(situation: Fire, options: Options, ground: Ground, table: Table) -> tuple[Ground, FireMarker | None]:
    """SS-47 … SS-49: units that fired at an adjacent area leave a fire marker in their own area, with any result."""
    area, side = situation.firing_area, situation.firing_side
    is_same = area == situation.target_area
    if area is None or not situation.firers or (is_same and not options.marker_on_same_area_fire):
        return ground, None
    table.note(facts.FireMarkerPlaced(area, side), rule="SS-48" if is_same else "SS-47")
    return marked(ground, area, side), FireMarker(area, side)


def spend_firers(
    situation: Fire, ground: Ground, firers: tuple[Unit, ...], table: Table
) -> tuple[Ground, tuple[str, ...]]:
    """SS-50: all units that fired are spent, with any result."""
    if situation.firing_area is None or not firers:
        return ground, ()
    spent = tuple([unit.id for unit in firers])
    table.note(facts.FirersSpent(spent), rule="SS-50")
    return spend(ground, situation.firing_area, spent), spent
