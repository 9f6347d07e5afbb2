"""Odds of several fires are those of every roll of each, with every unit by its id and every distribution tried."""

from dataclasses import replace
from functools import cache
from itertools import islice, product
from random import Random

import pytest

from app.domain.advice import with_choice
from app.domain.errors import IllegalSituation
from app.domain.follow_ups import odds_of_several
from app.domain.odds import finished
from app.domain.record import Origin, Record, Role, Rolled, Source
from app.domain.resolution import Pending, resolve
from app.domain.ruleset import first_option
from app.domain.table import RollWanted
from app.rulesets.storm_over_stalingrad import RULESET
from app.rulesets.storm_over_stalingrad.model import (
    Allocator,
    Area,
    CardFire,
    Fire,
    Options,
    OverflowMode,
    Points,
    RetreatOrder,
    Side,
    Unit,
    UnitState,
)
from app.rulesets.storm_over_stalingrad.odds import several
from app.rulesets.storm_over_stalingrad.policies import LOSSES
from app.rulesets.storm_over_stalingrad.questions import AllocateDamage
from tests.rulesets.played_out import played_out
from tests.thorough import seeds

GERMAN, SOVIET = Side.GERMAN, Side.SOVIET
SORTS = ((4, 9, 8, "71", None), (4, 9, 8, "24", None), (3, 8, 8, None, 12), (5, 7, 9, None, 12), (1, 9, 8, None, 0))


def tried(losses):
    """A player who tries every distribution, and takes the one that is best by `losses`, of equal ones the greatest."""

    @cache
    def best(question):
        stack, sign = question.stack, question.sign
        found = []
        for vector in product(*(range(4 if target.is_fresh else 3) for target in stack.targets)):
            if sum(vector) == question.must_apply:
                gone, scores = 0, []
                for target, points in zip(stack.targets, vector, strict=True):
                    retreats = points == (2 if target.is_fresh else 1)
                    scores.append(losses(target, points, retreats and gone >= stack.room))
                    gone += retreats
                if stack.may_be_lethal or gone <= stack.room:
                    found.append(([sign * sum(parts) for parts in zip(*scores, strict=True)], [-k for k in vector]))
        return [-k for k in min(found)[1]]

    def choose(question, by):
        if not isinstance(question, AllocateDamage):
            return first_option(question, by), Source(Origin.POLICY)
        given = zip(question.stack.targets, best(question), strict=True)
        return Points({target.unit: points for target, points in given if points}), Source(Origin.POLICY)

    return choose


def players_of(names):
    """The players who try everything, by role."""
    by_role = {role: tried(LOSSES[name]) for role, name in names.items()}
    return lambda question, by: by_role[Role(by)](question, by)


def random_unit(chance, name, side, sorts=SORTS):
    power, fresh, spent, division, value = chance.choice(sorts)
    state = chance.choice(tuple(UnitState))
    return Unit(name, side, state, power, fresh, spent, division, value=value, name=chance.choice((None, name)))


def random_fires(seed):
    """A small map, two or three fires at one of its areas, options, and the names of the policies."""
    chance = Random(seed)
    limit = chance.choice((2, 3, 4, 10))
    options = Options(
        stacking_limit=limit,
        overflow_mode=chance.choice(tuple(OverflowMode)),
        retreat_order=chance.choice(tuple(RetreatOrder)),
        allow_lethal_retreat=chance.random() < 0.7,
        firing_player_must_maximize=chance.random() < 0.7,
        cancelled_fire_counts=chance.random() < 0.5,
    )
    sorts = chance.sample(SORTS, chance.randint(1, len(SORTS)))
    names = [f"g{n:02}" for n in chance.sample(range(30), 30)]

    def germans(most):
        return tuple(
            random_unit(chance, names.pop(), GERMAN, sorts) for _ in range(chance.randint(0, min(limit, most)))
        )

    def soviet(name, state=UnitState.FRESH):
        return Unit(name, SOVIET, state, chance.randint(1, 4), 7, 6)

    targets = germans(5) or (random_unit(chance, "g99", GERMAN, sorts),)
    firing = Area("F", 1, SOVIET, ("T", "X"), units=(soviet("s1"), soviet("s2")))
    beside = (soviet("s3"),) if chance.random() < 0.3 else ()
    ways = ("T", "Y", "W") if chance.random() < 0.3 else ("T", "Y")
    areas = (
        firing,
        Area("T", chance.randint(0, 3), chance.choice((GERMAN, SOVIET)), ("F", "X", "Y"), units=(*targets, *beside)),
        Area("X", 0, chance.choice((GERMAN, SOVIET)), ways, units=germans(3)),
        Area("Y", 0, chance.choice((GERMAN, SOVIET)), ("T", "Z"), units=(*germans(3), *(() if beside else [soviet("s3")]))),
        Area("Z", 0, GERMAN, ("Y",), units=germans(2)),
    )  # fmt: skip

    def fire():
        common = {"attack_bonus": chance.randint(-1, 7), "allocation_by": chance.choice(tuple(Allocator))}
        common["cancel_fire"] = chance.random() < 0.1
        if beside and chance.random() < 0.3:
            return Fire(SOVIET, "T", areas, "T", ("s3",), **common)
        if chance.random() < 0.3:
            return Fire(SOVIET, "T", areas, card_fire=CardFire(chance.randint(0, 5)), **common)
        return Fire(SOVIET, "T", areas, "F", chance.choice((("s1",), ("s2",), ("s1", "s2"))), **common)

    attacks = tuple(fire() for _ in range(chance.choice((2, 2, 3))))
    return attacks, options, {role: chance.choice(sorted(LOSSES)) for role in Role}


def found_by(attacks, options, names, record=None):
    policies = {role: RULESET.policies[name] for role, name in names.items()}
    return finished(odds_of_several(RULESET, attacks, options, policies, record or Record()))


@pytest.mark.parametrize("seed", seeds(24, 600))
def test_several_fires_are_those_of_every_roll_of_each(seed):
    attacks, options, names = random_fires(seed)
    assert found_by(attacks, options, names) == played_out(RULESET, attacks, options, players_of(names))


def records_in(attack, options, seed):
    """The records of a fire whose dice lie there, and where players have chosen once and again."""
    chance = Random(seed)
    end = resolve(RULESET.script, attack, options)
    while isinstance(end, Pending):
        if isinstance(end.wanted, RollWanted):
            faces = tuple(chance.randint(1, 6) for _ in range(end.wanted.count))
            rolled = Rolled(end.wanted.rule, end.wanted.by, end.wanted.die.name, faces)
            record = Record((*end.record.entries, rolled), (*end.record.sources, Source(Origin.PHYSICAL)))
        else:
            record = with_choice(end.record, end.wanted, chance.choice(list(islice(end.wanted.question.options(), 20))))
        yield record
        end = resolve(RULESET.script, attack, options, record=record)


@pytest.mark.parametrize("seed", seeds(16, 400))
def test_several_fires_may_begin_at_any_point_of_the_first(seed):
    attacks, options, names = random_fires(seed)
    if attacks_happen(attacks, options):
        for record in records_in(attacks[0], options, seed):
            expected = played_out(RULESET, attacks, options, players_of(names), record)
            assert found_by(attacks, options, names, record) == expected


def attacks_happen(attacks, options):
    """Whether the rules refuse none of the attacks, as the service makes sure."""
    try:
        for attack in attacks:
            RULESET.prepare(attack, options)
    except IllegalSituation:
        return False
    return True


def test_most_random_fires_are_counted_and_not_enumerated():
    policies = dict.fromkeys(Role, RULESET.policies["min-loss"])
    counted = [several(*random_fires(seed)[:2], policies, Record()) is not None for seed in range(100)]
    assert counted.count(True) > 50


def crowd(count, sorts):
    """So many Germans in one area, and eight Soviets beside it that fire one by one."""
    chance = Random(1)
    targets = tuple(random_unit(chance, f"g{n:02}", GERMAN, sorts) for n in range(count))
    soviets = tuple(Unit(f"s{n}", SOVIET, UnitState.FRESH, 5, 7, 6) for n in range(8))
    areas = (Area("F", 1, SOVIET, ("T",), units=soviets), Area("T", 1, GERMAN, ("F", "X"), units=targets))
    areas = (*areas, Area("X", 1, GERMAN, ("T",)))
    return tuple(Fire(SOVIET, "T", areas, "F", (unit.id,), attack_bonus=3) for unit in soviets)


@pytest.mark.parametrize("policy", sorted(LOSSES))
@pytest.mark.parametrize("sorts", [SORTS[:1], SORTS])
def test_eight_fires_at_twenty_units_meet_few_states(policy, sorts):
    policies = dict.fromkeys(Role, RULESET.policies[policy])
    job = odds_of_several(RULESET, crowd(20, sorts), Options(stacking_limit=20), policies)
    assert len(list(job)) < 1000


def test_names_and_divisions_of_targets_make_no_difference():
    alike = crowd(6, SORTS[:1])
    told = tuple(replace(fire, areas=tuple(map(with_names, fire.areas))) for fire in alike)
    names = dict.fromkeys(Role, "min-loss")
    assert found_by(alike, Options(), names) == found_by(told, Options(), names)


def with_names(area):
    units = (replace(unit, name=f"no. {n}", division=str(n % 2)) for n, unit in enumerate(area.units))
    return replace(area, units=tuple(units)) if area.id == "T" else area
