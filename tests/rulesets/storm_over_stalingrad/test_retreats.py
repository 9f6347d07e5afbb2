"""Retreats: who dies, what an allocation tells of it, and whether the owner is asked who goes first."""

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice
from app.domain.record import Origin, Role, Source
from app.domain.resolution import resolve
from app.rulesets.storm_over_stalingrad import RULESET
from app.rulesets.storm_over_stalingrad import losses as costs
from app.rulesets.storm_over_stalingrad.damage import question_of
from app.rulesets.storm_over_stalingrad.model import Area, OverflowMode, Points, RetreatOrder, UnitState
from tests.rulesets.storm_over_stalingrad.test_fire import (
    GERMAN,
    SOVIET,
    SPENT,
    STANDARD,
    TRAP,
    X,
    german,
    germans,
    shot,
    soviets,
    throw,
    wait,
)  # fmt: skip
from tests.thorough import cases, thorough


def exit_with_room(room, **rest):
    return replace(X, controller=GERMAN, units=germans(10 - room), **rest)


def spent(*firepowers):
    return [german(f"g{n}", SPENT, firepower=power) for n, power in enumerate(firepowers, 1)]


def test_a_unit_that_flips_and_dies_in_its_retreat_is_not_told_as_flipped():
    outcome = throw(shot([german("g1")], neighbors=(TRAP,)), 10)
    assert (outcome.points, outcome.eliminated, outcome.flipped) == ({"g1": 2}, ("g1",), ())
    kept = throw(shot([german("g1")]), 10)
    assert (kept.points, kept.eliminated, kept.flipped) == ({"g1": 2}, (), ("g1",))


def test_an_allocation_tells_who_finds_no_place_in_an_exit_that_fills_up():
    case = shot(spent(1, 2, 3), terrain=0, neighbors=(exit_with_room(1),))
    question = wait(case, 7)
    assert question.must_apply == 3
    told = {tuple(choice.points.items()): question.leads_to(choice).lethal for choice in question.options()}
    assert told[(("g1", 1), ("g2", 1), ("g3", 1))] == ("g2", "g3")
    assert told[(("g1", 2), ("g2", 1))] == ()


@pytest.mark.parametrize("policy", sorted(RULESET.policies))
def test_no_policy_sends_units_into_a_full_exit(policy):
    full = shot([german("g1"), german("g2")], neighbors=(exit_with_room(0),))
    free = shot([german("g1"), german("g2")], neighbors=(exit_with_room(5),))
    assert throw(full, 10, policy=policy).points == {"g1": 1, "g2": 1} or policy == "keep-fresh"
    assert throw(free, 10, policy=policy).eliminated == ()
    lost = throw(shot(spent(1, 2), terrain=0, neighbors=(exit_with_room(1),)), 6, policy=policy)
    assert len(lost.eliminated) == 1


def test_forbidden_lethal_retreats_see_a_full_exit():
    rules = replace(STANDARD, allow_lethal_retreat=False)
    case = shot([german("g1"), german("g2"), german("g3")], neighbors=(exit_with_room(1),), firepower=6)
    question = wait(case, 10, rules)
    assert question.must_apply == 4
    assert all(question.leads_to(choice).lethal == () for choice in question.options())
    with pytest.raises(IllegalChoice, match="lethal-retreat"):
        question.check(Points({"g1": 2, "g2": 2}))
    question.check(Points({"g1": 2, "g2": 1, "g3": 1}))


def exits(draw):
    """Some areas beside the target and behind them, many nearly full, some held by the enemy."""
    names = "XYZW"
    areas = []
    for name in names:
        count, enemies = draw(st.integers(6, 10)), draw(st.sampled_from([0, 0, 0, 1]))
        side = draw(st.sampled_from([GERMAN, GERMAN, SOVIET]))
        beside = tuple(other for other in names if other > name and draw(st.booleans()))
        near = ("T",) if name == "X" or draw(st.booleans()) else ()
        units = (*germans(count, f"{name}-"), *soviets(enemies, f"{name}+"))
        areas.append(Area(name, 0, side, (*beside, *near), units=units))
    return tuple(areas)


@st.composite
def crowded(draw, most=4):
    """Spent and fresh targets in an area whose exits are crowded."""
    areas = exits(draw)
    states = draw(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=most))
    units = tuple(
        german(f"g{n}", *([SPENT] if is_spent else []), firepower=power) for n, (is_spent, power) in enumerate(states)
    )
    return shot(units, terrain=0, neighbors=areas)


OPTIONS = st.builds(
    lambda overflow, lethal: replace(STANDARD, overflow_mode=overflow, allow_lethal_retreat=lethal),
    st.sampled_from(OverflowMode),
    st.booleans(),
)


def dead(case, options, points):
    """The units that the rules eliminate in retreats, where every step is the first that is listed."""

    def players(question, by):
        if question.name == "allocate-damage":
            return Points(points), Source(Origin.HOST)
        return next(question.options()), Source(Origin.HOST)

    most = sum(points.values())
    shots = replace(case, attack_bonus=most - 2 - 4 + max(unit.defense for unit in case.areas[1].units))
    end = resolve(RULESET.script, shots, options, dice=ThrownDice([(1, 1)]), players=players)
    targets = {unit.id: unit for unit in case.areas[1].units}
    return tuple(
        sorted(unit for unit in end.outcome.eliminated if points[unit] != (3 if targets[unit].is_fresh else 2))
    )


@given(crowded(), OPTIONS, st.data())
def test_lethal_is_what_the_rules_come_to(case, options, data):
    options = replace(options, allow_lethal_retreat=True)
    capacity = sum(3 if unit.is_fresh else 2 for unit in case.areas[1].units)
    question = question_of(case, options, data.draw(st.integers(1, capacity)))
    choice = data.draw(st.sampled_from(list(question.options())[:50]))
    assert tuple(sorted(question.leads_to(choice).lethal)) == dead(case, options, dict(choice.points))


@given(crowded(), OPTIONS, st.integers(1, 12), st.sampled_from(["min_loss", "hold_ground", "keep_fresh"]))
def test_the_policies_and_the_list_are_optimal_where_exits_are_crowded(case, options, damage, policy):
    question = question_of(case, options, damage)
    targets, losses = question.stack.targets, getattr(costs, policy)

    def score(points, losses=losses):
        lethal = question.leads_to(Points(points)).lethal
        parts = [losses(target, points.get(target.unit, 0), target.unit in lethal) for target in targets]
        return tuple(sum(column) for column in zip(*parts, strict=True))

    legal = []
    for vector in product(*(range(target.most + 1) for target in targets)):
        points = {target.unit: k for target, k in zip(targets, vector, strict=True) if k}
        try:
            question.check(Points(points))
        except IllegalChoice:
            continue
        legal.append(points)
    assert len(legal) == question.labelled_total
    chosen = RULESET.policies[policy.replace("_", "-")](question, Role.DEFENDER)
    assert score(dict(chosen.points)) == min(map(score, legal))
    listed = [dict(choice.points) for choice in question.options()]
    assert len(listed) == question.total() == len({tuple(points.items()) for points in listed})
    assert [score(points, costs.min_loss) for points in listed] == sorted(
        score(points, costs.min_loss) for points in listed
    )
    assert all(points in legal for points in listed)


def results(case, options, points, order=None):
    """Where the units can end, over all answers about areas; `order`: who goes first, else as the rules ask."""
    found, asked = {}, [False]

    def follow(steps):
        left = list(steps)

        def players(question, by):
            if question.name == "allocate-damage":
                return Points(points), Source(Origin.HOST)
            asked[0] = asked[0] or len(question.units) > 1
            return (left.pop(0), Source(Origin.HOST)) if left else None

        end = resolve(RULESET.script, case, options, dice=ThrownDice([(6, 6)]), players=players)
        if hasattr(end, "outcome"):
            found[frozenset((gone.unit, gone.path[-1]) for gone in end.outcome.retreated)] = True
            return
        for choice in end.wanted.question.options():
            follow((*steps, choice))

    follow(())
    return frozenset(found), asked[0]


@settings(max_examples=cases(20, 150))
@thorough
@given(crowded(most=3), st.sampled_from(OverflowMode))
def test_the_owner_is_asked_who_goes_first_only_where_it_can_matter(case, overflow):
    """The oracle plays every order: the units are renamed, so that another one comes first by id."""
    units = case.areas[1].units
    points = {unit.id: 2 if unit.is_fresh else 1 for unit in units}
    best, bonus = max(unit.defense for unit in units), sum(points.values())
    case = replace(case, attack_bonus=best + bonus - 12 - 4)
    fixed = replace(STANDARD, retreat_order=RetreatOrder.UNIT_ID, overflow_mode=overflow)
    mine, asked = results(case, replace(STANDARD, overflow_mode=overflow), points)
    every = set()
    for order in permutations(range(len(units))):
        names = {unit.id: f"g{n}" for n, unit in zip(order, units, strict=True)}
        back = {new: old for old, new in names.items()}
        renamed = tuple(replace(unit, id=names[unit.id]) for unit in units)
        areas = (case.areas[0], replace(case.areas[1], units=renamed), *case.areas[2:])
        ends, _ = results(replace(case, areas=areas), fixed, {names[unit]: k for unit, k in points.items()})
        every |= {frozenset((back[unit], area) for unit, area in end) for end in ends}
    alone, _ = results(case, fixed, points)
    twins = {unit.id: replace(unit, id="", state=UnitState.SPENT) for unit in units}  # a fresh one is flipped first
    kept, anyhow, by_id = (up_to_twins(found, twins) for found in (mine, every, alone))
    assert kept == anyhow
    if len(set(twins.values())) == len(units):
        assert asked == (kept != by_id)
    else:
        assert asked or kept == by_id


def up_to_twins(found, twins):
    """The results, with units that differ by their ids alone exchanged at will."""
    return {tuple(sorted((repr(twins[unit]), area) for unit, area in end)) for end in found}
