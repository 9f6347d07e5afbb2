"""Damage points: their distribution and their effects (SS-22 … SS-32)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain.casualties import Casualty, Fate
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.storm_over_stalingrad import facts
from app.rulesets.storm_over_stalingrad.allocation import Stack, Target
from app.rulesets.storm_over_stalingrad.exits import room_for
from app.rulesets.storm_over_stalingrad.ground import Ground, allowed_steps, ground_of, spend, without
from app.rulesets.storm_over_stalingrad.model import Allocator, Fire, Options, Unit
from app.rulesets.storm_over_stalingrad.questions import AllocateDamage

ATTACKER, DEFENDER = Role.ATTACKER, Role.DEFENDER


@dataclass(frozen=True, slots=True)
class Allocation:
    """The targets, by id, with the points that each takes, and the points that no target can take."""

    targets: tuple[tuple[Target, int], ...]
    excess: int

    @property
    def points(self) -> Mapping[str, int]:
        """The points by unit, for the units that take any."""
        return {target.unit: points for target, points in self.targets if points}


@dataclass(frozen=True, slots=True)
class Hit:
    """The units flipped, eliminated and about to retreat, by id."""

    flipped: tuple[str, ...]
    eliminated: tuple[str, ...]
    retreating: tuple[str, ...]


def allocate(situation: Fire, options: Options, damage: int, table: Table) -> Allocation:
    """SS-22, SS-26, SS-27, SS-29: as many points as possible, distributed by the owner or, by card, the enemy."""
    if damage == 0:
        return Allocation((), 0)
    question = question_of(situation, options, damage)
    excess = damage - question.must_apply
    by_owner = situation.allocation_by is Allocator.OWNER
    table.note(
        facts.DamageLimited(question.stack.capacity, question.must_apply, excess), rule="SS-27" if excess else "SS-26"
    )
    choice = table.ask(question, by=DEFENDER if by_owner else ATTACKER, rule="SS-22" if by_owner else "SS-29")
    given = tuple((target, choice.points.get(target.unit, 0)) for target in question.stack.targets)
    return Allocation(given, excess)


def question_of(situation: Fire, options: Options, damage: int) -> AllocateDamage:
    """SS-25, SS-26, SS-30: the question to the player who distributes `damage` points."""
    ground, side = ground_of(situation), situation.firing_side.enemy
    origin = situation.target_area
    targets = tuple(map(target_of, ground[origin].of(side)))
    stack = Stack(targets, room_for(len(targets), ground, origin, side, options), options.allow_lethal_retreat)
    must_apply = min(damage, stack.capacity)
    if not stack.labelled_count(must_apply):
        stack = replace(stack, may_be_lethal=True)
    by_firing_player = situation.allocation_by is Allocator.FIRING_PLAYER
    may_waste = by_firing_player and not options.firing_player_must_maximize
    retreats_to = allowed_steps(ground, origin, side, (origin,), options)
    return AllocateDamage(damage, must_apply, 0 if may_waste else must_apply, stack, retreats_to, by_firing_player)


def target_of(unit: Unit) -> Target:
    """SS-24, SS-25: a unit as it takes points."""
    kind = (unit.state.value, unit.firepower, unit.defense_fresh, unit.defense_spent, unit.division)
    return Target(unit.id, unit.is_fresh, unit.firepower, unit.worth, (*kind, unit.independent, unit.worth))


def apply_damage(situation: Fire, ground: Ground, allocation: Allocation, table: Table) -> tuple[Ground, Hit]:
    """SS-23, SS-24, SS-28, SS-32, SS-51: eliminate and flip units, by id; retreats follow later."""
    area, side = situation.target_area, situation.firing_side.enemy
    flipped, eliminated, retreating = [], [], []
    names = {unit.id: unit.name for unit in ground[area].units}
    for target, points in allocation.targets:
        unit = target.unit
        if target.is_eliminated(points):
            eliminated.append(unit)
            ground = without(ground, area, unit)
            table.note(casualty(Fate.ELIMINATED, unit, side, names[unit], cause="damage", points=points), rule="SS-32")
        if target.flips(points):
            flipped.append(unit)
            ground = spend(ground, area, (unit,))
            table.note(casualty(Fate.FLIPPED, unit, side, names[unit], cause="damage", points=points), rule="SS-24")
        if target.retreats(points):
            retreating.append(unit)
    return ground, Hit(tuple(flipped), tuple(eliminated), tuple(retreating))


def casualty(fate: Fate, unit: str, side: str, name: str | None, **detail: int | str | tuple[str, ...]) -> Casualty:
    """SS-57: the fact about the fate of a unit, with its cause."""
    lost = fate is Fate.ELIMINATED
    return Casualty(DEFENDER, unit, fate, lost=lost, name=name, side=str(side), detail=detail)
