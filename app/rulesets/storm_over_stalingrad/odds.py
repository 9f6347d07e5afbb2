"""The exact odds of several fires at one area, where alike units are told apart by nothing but their order."""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from app.domain.dice import D6
from app.domain.odds import Distribution, Distributions, enumerate_outcomes, played_by, unpacked
from app.domain.record import Record, Role
from app.domain.resolution import answers_in
from app.domain.ruleset import Policies
from app.rulesets.storm_over_stalingrad.allocation import Losses, Stack, Target, Vector
from app.rulesets.storm_over_stalingrad.damage import target_of
from app.rulesets.storm_over_stalingrad.exits import room_for
from app.rulesets.storm_over_stalingrad.ground import Ground, ground_of, spend
from app.rulesets.storm_over_stalingrad.model import (
    Allocator,
    Fire,
    Options,
    Outcome,
    OverflowMode,
    Unit,
    UnitState,
)
from app.rulesets.storm_over_stalingrad.policies import losses_of
from app.rulesets.storm_over_stalingrad.refusals import refusals
from app.rulesets.storm_over_stalingrad.rules import best_defender, fire, firepower_of, firers_of, terrain_ignored

MEASURES: Mapping[str, Callable[[Outcome], int | bool | None]] = {
    "damage_points": lambda outcome: outcome.damage_points,
    "eliminated": lambda outcome: len(outcome.eliminated),
    "flipped": lambda outcome: len(outcome.flipped),
    "retreated": lambda outcome: len(outcome.retreated),
    "area_cleared": lambda outcome: outcome.area_cleared,
}

DICE = Counter(map(sum, product(D6.faces, repeat=2)))
"""SS-11: in how many of the rolls of two dice each sum comes."""

ROLLS = DICE.total()

Gains = tuple[int, ...]
"""What a fire adds to each measure, in their order."""

Packed = tuple[int, ...]
"""For each measure the ways to have each of its values, packed into one number."""


@dataclass(frozen=True, slots=True)
class Defense:
    """The targets, as all fires at them see them."""

    units: tuple[Unit, ...]
    """In the order of their ids, which are left out: alike units are equal."""
    room: int
    """SS-39: how many of them find a place if they retreat."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A fire that happens, by all that matters to its odds."""

    margin: int
    """Attack points without the dice, less the terrain; the best defender's value is still to be taken off."""
    losses: Losses
    """What the player who distributes the damage looks at."""
    sign: int
    """1 where that player avoids losses, -1 where it seeks them."""


def left(situation: Fire, outcome: Outcome) -> dict[str, object]:
    """The side that fires, the target area, and all areas as they are after the fire."""
    areas = tuple(ground_after(situation, outcome).values())
    return {"firing_side": situation.firing_side, "target_area": situation.target_area, "areas": areas}


def ground_after(situation: Fire, outcome: Outcome) -> Ground:
    """All areas as they are after the fire."""
    return {**ground_of(situation), **{area.id: area for area in outcome.after.areas}}


def several(
    attacks: Sequence[Fire], options: Options, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions] | None:
    """The distribution of every measure over several fires; None where it depends on more than what is counted here.

    Yields before each fire at targets in another state.
    """
    if not exits_are_known(attacks[0], options) or not all(map(losses_of, policies.values())):
        return None
    return over_all(attacks, options, policies, so_far)


def exits_are_known(situation: Fire, options: Options) -> bool:
    """SS-39: whether no fire on what is left is refused because an area to retreat from lacks its neighbors.

    As units leave the target area, fewer areas may overflow; but with `avoid-full` others are entered once some are
    full.
    """
    names = [area.id for area in situation.areas]
    is_whole = all(neighbor in names for area in situation.areas for neighbor in area.adjacent)
    return (is_whole or options.overflow_mode is OverflowMode.CONTINUE) and not any(refusals(situation, options))


def over_all(
    attacks: Sequence[Fire], options: Options, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions]:
    """The distributions, counted in whole numbers of rolls."""
    bits = (ROLLS ** len(attacks)).bit_length()
    standing: dict[Defense, Packed] = {}
    for defense, gains, ways in begun(attacks[0], options, policies, so_far):
        add(standing, defense, tuple([ways << bits * gain for gain in gains]))
    shots = [shot_of(each, options, policies) for each in still_to_come(attacks, options, so_far)]
    most = max([shot.margin for shot in shots], default=0) + max(DICE)
    known: dict[tuple[Defense, Losses, int], tuple[tuple[Defense, Gains], ...]] = {}
    for shot in shots:
        following: dict[Defense, Packed] = {}
        for defense, packed in standing.items():
            yield
            key = defense, shot.losses, shot.sign
            if key not in known:
                known[key] = hits_on(defense, shot, options, most)
            for after, gains, ways in after_shot(defense, shot, known[key]):
                each = zip(packed, gains, strict=True)
                add(following, after, tuple([(ways * old) << bits * gain for old, gain in each]))
        standing = following
    sums = [sum(ways) for ways in zip(*standing.values(), strict=True)]
    return {name: distribution_of(unpacked(ways, bits)) for name, ways in zip(MEASURES, sums, strict=True)}


def begun(first: Fire, options: Options, policies: Policies, so_far: Record) -> Iterator[tuple[Defense, Gains, int]]:
    """The targets before all shots that are counted, with what a fire that has begun adds, and in how many rolls.

    Raises Diverged where the record is not the first fire's.
    """
    if not so_far.entries:
        yield defense_of(first, ground_of(first), options), (0,) * len(MEASURES), 1
        return
    for outcome, chance in enumerate_outcomes(fire, first, options, played_by(policies), answers_in(so_far)):
        gains = tuple([int(measure(outcome) or 0) for measure in MEASURES.values()])
        yield defense_of(first, ground_after(first, outcome), options), gains, int(chance * ROLLS)


def defense_of(situation: Fire, ground: Ground, options: Options) -> Defense:
    """SS-7, SS-39: the targets as they stand in the target area."""
    target, side = situation.target_area, situation.firing_side.enemy
    units = tuple([without_names(unit) for unit in ground[target].of(side)])
    return Defense(units, room_for(len(units), ground, target, side, options))


def without_names(unit: Unit) -> Unit:
    """A unit with nothing but what damage and policies look at."""
    fresh, spent = unit.defense_fresh, unit.defense_spent
    return Unit("", unit.side, unit.state, unit.firepower, fresh, spent, value=unit.worth)


def still_to_come(attacks: Sequence[Fire], options: Options, so_far: Record) -> Iterator[Fire]:
    """The fires that change something as long as there is a target, without one that has begun.

    SS-2: a unit that has fired does not fire again. SS-56: what a card cancels spends its firers, or not.
    """
    first, ground = attacks[0], ground_of(attacks[0])
    for n, attack in enumerate(attacks):
        areas = tuple(ground.values())
        now = replace(attack, firing_side=first.firing_side, target_area=first.target_area, areas=areas)
        if any(refusals(now, options)):
            continue
        if now.firing_area is not None and (options.cancelled_fire_counts or not now.cancel_fire):
            ground = spend(ground, now.firing_area, now.firers)
        if not now.cancel_fire and (n or not so_far.entries):
            yield now


def shot_of(situation: Fire, options: Options, policies: Policies) -> Shot:
    """SS-12, SS-14 … SS-18, SS-29: a fire at targets that are not known yet."""
    area = ground_of(situation)[situation.target_area]
    terrain = 0 if terrain_ignored(situation, area, options) else area.terrain
    points = firepower_of(situation, firers_of(situation)) + situation.attack_bonus
    by_owner = situation.allocation_by is Allocator.OWNER
    losses = losses_of(policies[Role.DEFENDER if by_owner else Role.ATTACKER])
    assert losses is not None
    return Shot(points - terrain, losses, 1 if by_owner else -1)


def after_shot(
    defense: Defense, shot: Shot, hits: Sequence[tuple[Defense, Gains]]
) -> Iterator[tuple[Defense, Gains, int]]:
    """What a shot leaves and adds, and in how many rolls of the dice; without a target nothing happens (SS-6)."""
    if not defense.units:
        yield defense, (0,) * len(MEASURES), ROLLS
        return
    points = shot.margin - best_defender(defense.units).defense
    damages = Counter[int]()
    for dice, ways in DICE.items():
        damages[max(0, dice + points)] += ways
    for damage, ways in damages.items():
        after, gains = hits[min(damage, len(hits) - 1)]
        yield after, (damage, *gains), ways


def hits_on(defense: Defense, shot: Shot, options: Options, most: int) -> tuple[tuple[Defense, Gains], ...]:
    """SS-26, SS-27: what 0, 1, 2 … points leave and add, until no target can take more or no shot has more.

    `most`: the most attack points of a shot, less its terrain.
    """
    if not defense.units:
        return ()
    stack = Stack(tuple(map(target_of, defense.units)), defense.room, options.allow_lethal_retreat)
    points = min(stack.capacity, max(0, most - best_defender(defense.units).defense))
    vectors = stack.first_vectors(points, shot.losses, sign=shot.sign)
    if None in vectors:
        lethal = replace(stack, may_be_lethal=True).first_vectors(points, shot.losses, sign=shot.sign)
        vectors = tuple([own or other for own, other in zip(vectors, lethal, strict=True)])
    return tuple([hit(defense, stack.targets, vector) for vector in vectors if vector is not None])


def hit(defense: Defense, targets: tuple[Target, ...], vector: Vector) -> tuple[Defense, Gains]:
    """SS-24, SS-38, SS-39: what is left, and how many units are eliminated, flipped and retreated; cleared or not."""
    left_over, eliminated, flipped, retreated = [], 0, 0, 0
    for unit, target, points in zip(defense.units, targets, vector, strict=True):
        retreats = target.retreats(points)
        if target.is_eliminated(points) or (retreats and retreated == defense.room):
            eliminated += 1
            continue
        flipped += target.flips(points)
        retreated += retreats
        if not retreats:
            left_over.append(replace(unit, state=UnitState.SPENT) if target.flips(points) else unit)
    after = Defense(tuple(left_over), min(len(left_over), defense.room - retreated))
    return after, (eliminated, flipped, retreated, int(not left_over))


def add(standing: dict[Defense, Packed], defense: Defense, more: Packed) -> None:
    """Further ways to come to a defense."""
    known = standing.get(defense)
    standing[defense] = more if known is None else tuple([a + b for a, b in zip(known, more, strict=True)])


def distribution_of(counts: Sequence[int]) -> Distribution:
    """The chance of each value from the ways to have it."""
    in_all = sum(counts)
    return {value: Fraction(count, in_all) for value, count in enumerate(counts) if count}
