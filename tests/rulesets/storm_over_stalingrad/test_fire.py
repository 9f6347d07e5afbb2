"""The fire action of Storm Over Stalingrad: the rulebook's own examples first, then the conformance cases."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.odds import distributions_of, enumerate_outcomes, mean
from app.domain.record import Origin, Role, Source
from app.domain.resolution import Pending, resolve
from app.rulesets.storm_over_stalingrad import FULL, RULESET, SEED
from app.rulesets.storm_over_stalingrad.damage import question_of
from app.rulesets.storm_over_stalingrad.model import (
    Allocator,
    Area,
    CardFire,
    Fire,
    FireMarker,
    Options,
    OverflowMode,
    Points,
    RetreatOrder,
    RetreatStep,
    Side,
    Unit,
    UnitState,
    WhyIgnored,
)

STANDARD = Options()
FRESH, SPENT, SOVIET, GERMAN = UnitState.FRESH, UnitState.SPENT, Side.SOVIET, Side.GERMAN
F, T, X, Y = SEED.areas


def german(id, state=FRESH, fresh=9, spent=8, firepower=4, **rest):
    return Unit(id, GERMAN, state, firepower, fresh, spent, **rest)


def soviets(n, prefix="r"):
    return tuple(Unit(f"{prefix}{k}", SOVIET, FRESH, 2, 7, 6) for k in range(n))


def germans(n, prefix="h"):
    return tuple(german(f"{prefix}{k}") for k in range(n))


def shot(targets, firepower=4, terrain=3, neighbors=(X, Y), **rest):
    """Two soviet units of `firepower` in all fire from F at `targets` in T."""
    firers = (replace(F.units[0], firepower=firepower - 1), replace(F.units[1], firepower=1))
    target = replace(T, terrain_defense=terrain, units=tuple(targets), adjacent=("F", *(area.id for area in neighbors)))
    return replace(SEED, areas=(replace(F, units=firers), target, *neighbors), **rest)


def throw(case, roll, choices=(), options=STANDARD, policy="min-loss"):
    """The fire with this sum of dice; choices must be used up, and a policy answers after them."""
    RULESET.prepare(case, options)
    left = list(choices)

    def players(question, by):
        if left:
            choice = left.pop(0)
            return (Points(choice) if isinstance(choice, dict) else RetreatStep(*choice)), Source(Origin.HOST)
        return RULESET.policies[policy](question, by), Source(Origin.POLICY, policy)

    dice = ThrownDice([(min(6, roll - 1), roll - min(6, roll - 1))])
    end = resolve(RULESET.script, case, options, dice=dice, players=players)
    assert not left
    return end.outcome


def wait(case, roll, options=STANDARD, choices=()):
    left = list(choices)

    def players(_question, _by):
        return (left and (Points(left.pop(0)), Source(Origin.HOST))) or None

    dice = ThrownDice([(min(6, roll - 1), roll - min(6, roll - 1))])
    end = resolve(RULESET.script, case, options, dice=dice, players=players)
    assert isinstance(end, Pending)
    return end.wanted.question


def totals(outcome):
    return outcome.attack_points, outcome.defense_points, outcome.damage_points


def path_of(outcome):
    return {gone.unit: gone.path for gone in outcome.retreated}


def test_the_rulebooks_example_offers_five_classes_of_allocation():
    question = wait(SEED, 11)
    assert [choice.points for choice in question.options()] == [
        {"g1": 1, "g2": 1, "g3": 1}, {"g1": 2, "g2": 1}, {"g1": 2, "g3": 1}, {"g1": 3}, {"g1": 1, "g3": 2},
    ]  # fmt: skip
    assert (question.total(), question.context().labelled_total) == (5, 9)
    assert question.context().units[2].retreats_to == ("X",)


@pytest.mark.parametrize(
    ("points", "flipped", "eliminated", "retreated"),
    [
        ({"g1": 3}, (), ("g1",), {}),
        ({"g1": 1, "g2": 1, "g3": 1}, ("g1", "g2"), (), {"g3": ("X",)}),
        ({"g1": 1, "g3": 2}, ("g1",), ("g3",), {}),
        ({"g1": 2, "g2": 1}, ("g1", "g2"), (), {"g1": ("X",)}),
        ({"g1": 2, "g3": 1}, ("g1",), (), {"g1": ("X",), "g3": ("X",)}),
    ],
)
def test_the_rulebooks_example_c1(points, flipped, eliminated, retreated):
    outcome = throw(SEED, 11, [points])
    assert totals(outcome) == (15, 12, 3)
    assert (outcome.flipped, outcome.eliminated, path_of(outcome)) == (flipped, eliminated, retreated)
    assert outcome.fire_marker == FireMarker("F", SOVIET)
    assert outcome.spent_firers == ("s1", "s2")
    changes = [(change.area, change.to) for change in outcome.control_changes]
    assert changes == ([("X", GERMAN)] if retreated else [])
    assert next(area for area in outcome.after.areas if area.id == "F").fire_markers == (SOVIET,)
    assert {unit.state for area in outcome.after.areas if area.id == "F" for unit in area.units} == {SPENT}


def test_the_policy_of_the_example_loses_nobody_c26():
    outcome = throw(SEED, 11)
    assert outcome.points == {"g1": 1, "g2": 1, "g3": 1}
    assert outcome.eliminated == ()


def test_fire_within_an_area_ignores_terrain_and_leaves_no_marker_c2():
    here = replace(T, units=(*T.units, *F.units))
    case = replace(SEED, firing_area="T", areas=(replace(F, units=()), here, X, Y))
    outcome = throw(case, 11, [{"g1": 3, "g2": 3}])
    assert totals(outcome) == (15, 9, 6)
    assert outcome.terrain_ignored_because == ("same-area",)
    assert (outcome.fire_marker, outcome.control_changes) == (None, ())
    marked = throw(case, 11, [{"g1": 3, "g2": 3}], replace(STANDARD, marker_on_same_area_fire=True))
    assert marked.fire_marker == FireMarker("T", SOVIET)


def test_an_area_cleared_from_within_comes_under_control():
    here = replace(T, units=(german("g1"), *F.units))
    case = replace(SEED, firing_area="T", areas=(replace(F, units=()), here, X, Y))
    outcome = throw(case, 12)
    assert [(change.area, change.to) for change in outcome.control_changes] == [("T", SOVIET)]


def test_an_area_cleared_from_outside_keeps_its_controller():
    outcome = throw(shot([german("g1")], firepower=9), 12)
    assert outcome.eliminated == ("g1",)
    assert outcome.control_changes == ()


@pytest.mark.parametrize(
    ("target", "defense", "reasons"),
    [
        (replace(T, controller=SOVIET), 9, ("not-in-control",)),
        (replace(T, fire_markers=(GERMAN,)), 9, ("fire-marker",)),
        (replace(T, fire_markers=(SOVIET,)), 12, ()),
        (replace(T, fire_markers=(SOVIET, GERMAN), controller=SOVIET), 9, ("not-in-control", "fire-marker")),
        (replace(T, terrain_multiplier=2), 15, ()),
        (replace(T, terrain_multiplier=2, controller=SOVIET), 9, ("not-in-control",)),
    ],
)
def test_what_terrain_is_worth_c3_c5_c23(target, defense, reasons):
    outcome = throw(replace(SEED, areas=(F, target, X, Y)), 11)
    assert (outcome.defense_points, outcome.terrain_ignored_because) == (defense, reasons)


@pytest.mark.parametrize(("roll", "attack"), [(8, 12), (2, 6)])
def test_no_damage_still_places_the_marker_and_spends_the_firers_c6(roll, attack):
    outcome = throw(SEED, roll)
    assert totals(outcome) == (attack, 12, 0)
    assert (outcome.points, outcome.fire_marker, outcome.spent_firers) == ({}, FireMarker("F", SOVIET), ("s1", "s2"))


def test_the_rulebooks_five_points_on_one_unit_c7():
    outcome = throw(shot([german("g1")], firepower=5), 12)
    assert (totals(outcome), outcome.excess_points) == ((17, 12, 5), 2)
    assert (outcome.points, outcome.eliminated) == ({"g1": 3}, ("g1",))


def test_the_best_single_defense_counts_on_the_side_it_shows_c10():
    units = (german("a", fresh=7, spent=6), german("b", SPENT, fresh=10, spent=8), german("c", fresh=6, spent=5))
    assert throw(shot(units, terrain=2), 2).defense_points == 10


TRAP = replace(SEED.areas[2], units=soviets(1))


@pytest.mark.parametrize(
    ("unit", "roll", "totals_", "firepower"),
    [(german("g1", fresh=8, spent=7), 6, (10, 8, 2), 4), (german("g1", SPENT, spent=7), 4, (8, 7, 1), 4)],
)
def test_a_trapped_unit_is_lost_c11_c12(unit, roll, totals_, firepower):
    outcome = throw(shot([unit], firepower, terrain=0, neighbors=(TRAP,)), roll)
    assert totals(outcome) == totals_
    assert (outcome.eliminated, outcome.retreated) == (("g1",), ())


def test_full_areas_are_passed_through_or_avoided_c13():
    full = replace(X, controller=GERMAN, units=germans(10))
    contested = replace(Y, units=(*germans(1, "k"), *soviets(1)))
    case = shot([german("g1", SPENT)], terrain=0, neighbors=(full, contested))
    assert throw(case, 5).eliminated == ("g1",)
    outcome = throw(case, 5, options=replace(STANDARD, overflow_mode=OverflowMode.AVOID_FULL))
    assert path_of(outcome) == {"g1": ("Y",)}


def test_a_unit_goes_on_from_a_full_area_until_there_is_room():
    full = replace(X, controller=GERMAN, units=germans(10), adjacent=("T", "Z"))
    beyond = Area("Z", 0, SOVIET, ("X",))
    case = shot([german("g1", SPENT)], terrain=0, neighbors=(full,))
    outcome = throw(replace(case, areas=(*case.areas, beyond)), 5)
    assert path_of(outcome) == {"g1": ("X", "Z")}
    assert [(change.area, change.to) for change in outcome.control_changes] == [("Z", GERMAN)]


def test_where_an_area_overflows_the_owner_orders_the_retreats():
    nearly = replace(X, controller=GERMAN, units=germans(9))
    case = shot([german("g1", SPENT), german("g2", SPENT, firepower=5)], terrain=0, neighbors=(nearly,))
    points = {"g1": 1, "g2": 1}
    outcome = throw(case, 6, [points, ("g2", "X")])
    assert (path_of(outcome), outcome.eliminated) == ({"g2": ("X",)}, ("g1",))
    by_id = throw(case, 6, [points], replace(STANDARD, retreat_order=RetreatOrder.UNIT_ID))
    assert (path_of(by_id), by_id.eliminated) == ({"g1": ("X",)}, ("g2",))


@pytest.mark.parametrize("there", list(product("XY", repeat=2)))
def test_equal_areas_are_the_owners_choice_for_each_unit_c17(there):
    other = replace(Y, controller=SOVIET, units=())
    case = shot([german("g1", SPENT), german("g2", SPENT)], terrain=0, neighbors=(replace(X, controller=GERMAN), other))
    outcome = throw(case, 6, [{"g1": 1, "g2": 1}, ("g1", there[0]), ("g2", there[1])])
    assert path_of(outcome) == {"g1": (there[0],), "g2": (there[1],)}
    assert [change.area for change in outcome.control_changes] == (["Y"] if "Y" in there else [])


@pytest.mark.parametrize(
    ("states", "vectors"),
    [
        ((FRESH, FRESH), {(3, 0), (2, 1), (1, 2), (0, 3)}),
        ((FRESH, SPENT), {(3, 0), (2, 1), (1, 2)}),
        ((SPENT, SPENT), {(2, 1), (1, 2)}),
    ],
)
def test_a_card_lets_the_firing_player_allocate_c19(states, vectors):
    units = [german(f"g{n}", state) for n, state in enumerate(states)]
    best = max(unit.defense for unit in units)
    case = shot(units, terrain=0, allocation_by=Allocator.FIRING_PLAYER)
    question = wait(case, best - 1)
    assert question.by_firing_player
    legal = set()
    for vector in product(range(4), repeat=2):
        try:
            question.check(Points({"g0": vector[0], "g1": vector[1]}))
        except IllegalChoice:
            continue
        legal.add(vector)
    assert legal == vectors


def test_more_points_than_all_can_take_leave_one_way_c22_c25():
    outcome = throw(shot([german("g1"), german("g2", SPENT)], firepower=7), 12)
    assert (outcome.damage_points, outcome.points, outcome.excess_points) == (7, {"g1": 3, "g2": 2}, 2)
    outcome = throw(shot(T.units, firepower=10), 12)
    assert (outcome.points, outcome.excess_points) == ({"g1": 3, "g2": 3, "g3": 2}, 2)


@pytest.mark.parametrize(("multiplier", "bonus", "terrain"), [(2, 0, 6), (1, 2, 5), (2, -1, 5), (0, 4, 4), (1, -5, 0)])
def test_cards_change_the_terrain_and_the_record_says_how_and_how_much_is_ignored(multiplier, bonus, terrain):
    target = replace(T, terrain_multiplier=multiplier, terrain_bonus=bonus)
    assert throw(replace(SEED, areas=(F, target, X, Y)), 2).defense_points == 9 + terrain
    ignored = replace(target, controller=SOVIET)
    end = resolve(RULESET.script, replace(SEED, areas=(F, ignored, X, Y)), STANDARD, dice=ThrownDice([(1, 1)]))
    noted = {entry.rule: entry.fact for entry in end.record.entries if hasattr(entry, "fact")}
    told = noted["SS-56"]
    assert (told.area, told.printed, told.multiplier, told.bonus, told.terrain) == ("T", 3, multiplier, bonus, terrain)
    assert (noted["SS-16"].terrain, noted["SS-14"].terrain, end.outcome.defense_points) == (terrain, 0, 9)


def test_terrain_that_no_card_changes_is_told_once():
    end = resolve(RULESET.script, SEED, STANDARD, dice=ThrownDice([(1, 1)]))
    assert "SS-56" not in [entry.rule for entry in end.record.entries]


@pytest.mark.parametrize("left_out", WhyIgnored)
def test_an_option_says_which_reasons_make_terrain_not_protect(left_out):
    here = replace(T, units=(*T.units, *F.units), controller=SOVIET, fire_markers=(GERMAN,))
    case = replace(SEED, firing_area="T", areas=(replace(F, units=()), here, X, Y))
    kept = tuple(reason for reason in WhyIgnored if reason is not left_out)
    outcome = throw(case, 2, options=replace(STANDARD, terrain_ignore_conditions=kept))
    assert (outcome.terrain_ignored_because, outcome.defense_points) == (kept, 9)
    protected = throw(case, 2, options=replace(STANDARD, terrain_ignore_conditions=()))
    assert (protected.terrain_ignored_because, protected.defense_points) == ((), 12)
    assert not RULESET.is_standard(replace(STANDARD, terrain_ignore_conditions=kept))
    assert RULESET.is_standard(replace(STANDARD, terrain_ignore_conditions=tuple(WhyIgnored)[::-1]))


def test_a_cancelled_fire_rolls_nothing_and_by_option_did_not_happen():
    case = replace(SEED, cancel_fire=True)
    RULESET.prepare(case, STANDARD)
    end = resolve(RULESET.script, case, STANDARD)
    assert [entry.rule for entry in end.record.entries] == ["SS-4", "SS-56", "SS-47", "SS-50"]
    assert (totals(end.outcome), end.outcome.fire_marker) == ((0, 0, 0), FireMarker("F", SOVIET))
    assert end.outcome.spent_firers == ("s1", "s2")
    untouched = resolve(RULESET.script, case, replace(STANDARD, cancelled_fire_counts=False)).outcome
    assert (untouched.fire_marker, untouched.spent_firers, untouched.after.areas) == (None, (), ())
    assert odds(case)["damage_points"] == {0: 1}


@pytest.mark.parametrize("area", [None, SEED.firing_area])
def test_fire_by_a_card_spends_nobody_and_leaves_no_marker(area):
    case = replace(SEED, firers=(), firing_area=area, card_fire=CardFire(6))
    outcome = throw(case, 9)
    assert totals(outcome) == (15, 12, 3)
    assert (outcome.fire_marker, outcome.spent_firers) == (None, ())


@pytest.mark.parametrize(
    ("points", "reason", "rule"),
    [
        ({"g1": 4}, "bad-points", "SS-25"),
        ({"g3": 3}, "bad-points", "SS-25"),
        ({"g1": -1, "g2": 3, "g3": 1}, "bad-points", "SS-25"),
        ({"s1": 1, "g1": 2}, "not-a-target", "SS-23"),
        ({"g4": 3}, "not-a-target", "SS-23"),
        ({"g1": 2}, "must-apply-maximum", "SS-26"),
        ({}, "must-apply-maximum", "SS-26"),
        ({"g1": 3, "g2": 1}, "too-many-points", "SS-26"),
    ],
)
def test_illegal_allocations_are_refused(points, reason, rule):
    with pytest.raises(IllegalChoice) as refused:
        throw(SEED, 11, [points])
    assert (refused.value.reason, refused.value.rule) == (reason, rule)


@pytest.mark.parametrize(
    ("step", "reason", "rule"),
    [
        (("g3", "Y"), "retreat-priority", "SS-35"),
        (("g3", "F"), "retreat-illegal-area", "SS-34"),
        (("g3", "T"), "retreat-forbidden-area", "SS-40"),
        (("g3", "Q"), "retreat-not-adjacent", "SS-33"),
        (("g1", "X"), "retreat-mismatch", "SS-24"),
    ],
)
def test_illegal_retreats_are_refused_c8(step, reason, rule):
    second = replace(X, id="Z", adjacent=())
    case = shot(T.units, neighbors=(X, Y, second))
    with pytest.raises(IllegalChoice) as refused:
        throw(case, 11, [{"g1": 1, "g2": 1, "g3": 1}, step])
    assert (refused.value.reason, refused.value.rule) == (reason, rule)


def test_lethal_retreats_may_be_forbidden_where_there_is_another_way():
    case = shot([german("g1"), german("g2"), german("g3")], neighbors=(TRAP,))
    options = replace(STANDARD, allow_lethal_retreat=False)
    with pytest.raises(IllegalChoice, match="lethal-retreat"):
        throw(case, 10, [{"g1": 2}], options)
    assert throw(case, 10, options=options).points == {"g1": 1, "g2": 1}
    assert throw(shot([german("g1")], neighbors=(TRAP,)), 10, options=options).eliminated == ("g1",)


def test_a_firing_player_may_waste_points_only_by_option():
    case = shot(T.units, allocation_by=Allocator.FIRING_PLAYER)
    with pytest.raises(IllegalChoice, match="must-apply-maximum"):
        throw(case, 11, [{"g3": 2}])
    outcome = throw(case, 11, [{"g3": 2}], replace(STANDARD, firing_player_must_maximize=False))
    assert outcome.eliminated == ("g3",)


TWO_FRESH_ONE_SPENT = {
    "min-loss": "100 110 111 211 221 321 331 332",
    "hold-ground": "100 110 111 310 311 330 331 332",
    "keep-fresh": "001 002 201 301 302 321 331 332",
}


@pytest.mark.parametrize("policy", TWO_FRESH_ONE_SPENT)
def test_the_policies_on_two_fresh_and_one_spent(policy):
    found = []
    for damage in range(1, 9):
        question = question_of(SEED, STANDARD, damage)
        points = RULESET.policies[policy](question, Role.DEFENDER).points
        found.append("".join(str(points.get(unit, 0)) for unit in ("g1", "g2", "g3")))
    assert " ".join(found) == TWO_FRESH_ONE_SPENT[policy]


units = st.lists(
    st.tuples(st.sampled_from([FRESH, SPENT]), st.integers(0, 5), st.integers(5, 9), st.integers(0, 3)),
    min_size=1,
    max_size=4,
)


@given(
    units=units,
    damage=st.integers(1, 13),
    trapped=st.booleans(),
    policy=st.sampled_from(sorted(RULESET.policies)),
    by=st.sampled_from(Allocator),
)
def test_the_policies_are_optimal_among_all_allocations(units, damage, trapped, policy, by):
    from app.rulesets.storm_over_stalingrad import losses as policies

    targets = [
        german(f"g{n}", state, fresh, fresh - 1, firepower, value=value)
        for n, (state, firepower, fresh, value) in enumerate(units)
    ]
    question = question_of(shot(targets, neighbors=(TRAP,) if trapped else (X,), allocation_by=by), STANDARD, damage)
    losses = {"min-loss": policies.min_loss, "hold-ground": policies.hold_ground, "keep-fresh": policies.keep_fresh}[
        policy
    ]
    sign = -1 if by is Allocator.FIRING_PLAYER else 1

    def score(vector):
        parts = [
            losses(target, k, trapped and target.retreats(k))
            for target, k in zip(question.stack.targets, vector, strict=True)
        ]
        return tuple(sign * sum(column) for column in zip(*parts, strict=True)), tuple(-k for k in vector)

    vectors = [
        v for v in product(*(range(t.most + 1) for t in question.stack.targets)) if sum(v) == question.must_apply
    ]
    best = min(vectors, key=score)
    chosen = RULESET.policies[policy](question, Role.DEFENDER).points
    assert tuple(chosen.get(target.unit, 0) for target in question.stack.targets) == best


@given(units=units, damage=st.integers(1, 13))
def test_merged_choices_are_all_allocations_up_to_interchangeable_units(units, damage):
    targets = [
        german(f"g{n}", state, fresh, fresh - 1, firepower) for n, (state, firepower, fresh, _) in enumerate(units)
    ]
    question = question_of(shot(targets), STANDARD, damage)
    vectors = [
        v for v in product(*(range(t.most + 1) for t in question.stack.targets)) if sum(v) == question.must_apply
    ]
    merged = {tuple(sorted((t.kind, k) for t, k in zip(question.stack.targets, v, strict=True))) for v in vectors}
    assert question.total() == len(list(question.options())) == len(merged)
    assert question.context().labelled_total == len(vectors)


@pytest.mark.parametrize(
    ("kinds", "merged", "labelled"),
    [([(4, 9)] * 10, 18, 116304), ([(4, 9)] * 5 + [(3, 9)] * 5, 256, 116304), ([(4, 9)] * 4 + [(3, 9)] * 3 + [(2, 9)] * 3, 1266, 116304), ([(n, 9) for n in range(10)], 116304, 116304)],
    ids=["alike", "5+5", "4+3+3", "all different"],
)  # fmt: skip
def test_large_stacks_are_counted_without_listing(kinds, merged, labelled):
    targets = [german(f"g{n}", FRESH, fresh, 8, firepower) for n, (firepower, fresh) in enumerate(kinds)]
    question = question_of(shot(targets), STANDARD, 15)
    assert (question.total(), question.context().labelled_total) == (merged, labelled)


def test_ten_alike_have_the_known_numbers_of_merged_choices():
    question = question_of(shot([german(f"g{n}") for n in range(10)]), STANDARD, 30)
    known = "1 1 2 3 4 5 7 8 10 12 14 15 17 17 18 18 18 17 17 15 14 12 10 8 7 5 4 3 2 1 1"
    assert [question.stack.merged_count(points) for points in range(31)] == list(map(int, known.split()))


def odds(case, policy="min-loss", options=STANDARD):
    chosen = RULESET.policies[policy]
    outcomes = enumerate_outcomes(RULESET.script, case, options, lambda q, by: (chosen(q, by), Source(Origin.POLICY)))
    return distributions_of(outcomes, RULESET.measures)


def exact(distribution):
    return [str(chance) for chance in distribution.values()]


def at_least_one(distribution):
    return 1 - distribution.get(0, Fraction(0))


def test_odds_of_the_rulebooks_shot_o1_o2():
    damage = odds(SEED)["damage_points"]
    assert exact(damage) == ["13/18", "1/9", "1/12", "1/18", "1/36"]
    assert mean(damage) == Fraction(5, 9)
    ignored = odds(replace(SEED, areas=(F, replace(T, controller=SOVIET), X, Y)))["damage_points"]
    assert exact(ignored) == ["5/18", "5/36", "1/6", "5/36", "1/9", "1/12", "1/18", "1/36"]
    assert mean(ignored) == Fraction(41, 18)


def test_odds_at_one_unit_o3_o4_o5():
    free, trapped = (X,), (TRAP,)
    found = odds(shot([german("g1")], neighbors=free))
    assert [at_least_one(found[name]) for name in ("eliminated", "flipped", "retreated")] == [
        Fraction(1, 12),
        Fraction(7, 36),
        Fraction(1, 12),
    ]
    assert at_least_one(odds(shot([german("g1")], neighbors=trapped))["eliminated"]) == Fraction(1, 6)
    spent = [german("g1", SPENT, fresh=10, spent=9)]
    assert at_least_one(odds(shot(spent, neighbors=free))["eliminated"]) == Fraction(1, 6)
    assert at_least_one(odds(shot(spent, neighbors=trapped))["eliminated"]) == Fraction(5, 18)


@pytest.mark.parametrize(
    ("policy", "chance"), [("min-loss", 0), ("hold-ground", Fraction(1, 36)), ("keep-fresh", Fraction(1, 9))]
)
def test_odds_of_losing_anybody_depend_on_the_policy_o6(policy, chance):
    found = odds(SEED, policy)["eliminated"]
    assert at_least_one(found) == mean(found) == chance


def test_odds_of_retreats_and_flips_o7():
    least, fresh = odds(SEED), odds(SEED, "keep-fresh")
    assert (mean(least["retreated"]), mean(least["flipped"])) == (Fraction(1, 9), Fraction(4, 9))
    assert (mean(fresh["retreated"]), mean(fresh["flipped"])) == (Fraction(1, 4), Fraction(1, 18))


def test_odds_at_two_trapped_spent_units_o9():
    spent = [german(f"g{n}", SPENT, fresh=10, spent=9) for n in range(2)]
    found = odds(shot(spent, neighbors=(TRAP,)), "hold-ground")["eliminated"]
    assert (at_least_one(found), mean(found)) == (Fraction(5, 18), Fraction(13, 36))


def test_odds_when_the_firing_player_allocates_o13():
    found = odds(replace(SEED, allocation_by=Allocator.FIRING_PLAYER))["eliminated"]
    assert at_least_one(found) == Fraction(1, 6)
    found = odds(shot(T.units[:2], allocation_by=Allocator.FIRING_PLAYER))["eliminated"]
    assert at_least_one(found) == Fraction(1, 12)


def test_odds_behind_rubble_o15():
    rubble = replace(T, terrain_multiplier=2)
    assert at_least_one(odds(replace(SEED, areas=(F, rubble, X, Y)))["damage_points"]) == Fraction(1, 36)
    strong = shot(T.units, firepower=8)
    areas = (strong.areas[0], rubble, X, Y)
    assert at_least_one(odds(replace(strong, areas=areas))["damage_points"]) == Fraction(5, 12)


def test_points_that_one_fresh_unit_can_use_o18():
    damage = odds(shot([german("g1")], firepower=12))["damage_points"]
    assert sum(min(3, points) * chance for points, chance in damage.items()) == Fraction(107, 36)


@pytest.mark.parametrize("margin", range(-12, 3))
def test_the_chance_of_damage_follows_from_the_margin(margin):
    case = shot([german("g1")], terrain=13, attack_bonus=0, firepower=22 + margin)
    damage = odds(case)["damage_points"]
    for least in (1, 2, 3):
        expected = Fraction(sum(a + b + margin >= least for a in range(1, 7) for b in range(1, 7)), 36)
        assert sum(chance for points, chance in damage.items() if points >= least) == expected


def test_an_area_as_full_as_can_be_has_odds():
    twenty = [german(f"g{n}", SPENT if n % 2 else FRESH, firepower=n) for n in range(20)]
    found = odds(shot(twenty, firepower=30), options=replace(STANDARD, stacking_limit=20))
    assert sum(found["eliminated"].values()) == 1


@given(
    units=units,
    firepower=st.integers(2, 30),
    roll=st.integers(2, 12),
    crowd=st.integers(7, 10),
    enemies=st.integers(0, 2),
    policy=st.sampled_from(sorted(RULESET.policies)),
    mode=st.sampled_from(OverflowMode),
    data=st.data(),
)
def test_nobody_is_in_two_places_and_no_area_overflows(units, firepower, roll, crowd, enemies, policy, mode, data):
    targets = [german(f"g{n}", state, fresh, fresh - 1, power) for n, (state, power, fresh, _) in enumerate(units)]
    crowded = replace(X, controller=GERMAN, units=germans(crowd), adjacent=("Y", "Z"))
    mixed = replace(Y, units=(*germans(crowd, "k"), *soviets(enemies)), adjacent=("Z",))
    case = shot(targets, firepower, terrain=0, neighbors=(crowded, mixed))
    case = replace(case, areas=(*case.areas, Area("Z", 0, SOVIET, ("X", "Y"))))
    options = replace(STANDARD, overflow_mode=mode)

    def players(question, by):
        if question.name == "retreat":
            return data.draw(st.sampled_from(list(question.options()))), Source(Origin.HOST)
        return RULESET.policies[policy](question, by), Source(Origin.POLICY, policy)

    RULESET.prepare(case, options)
    dice = ThrownDice([(min(6, roll - 1), roll - min(6, roll - 1))])
    outcome = resolve(RULESET.script, case, options, dice=dice, players=players).outcome
    capacity = sum(3 if unit.is_fresh else 2 for unit in targets)
    assert sum(outcome.points.values()) == min(outcome.damage_points, capacity)
    changed = {area.id: area for area in outcome.after.areas}
    areas = [changed.get(area.id, area) for area in case.areas]
    ids = [unit.id for area in areas for unit in area.units]
    assert len(ids) == len(set(ids))
    before = {unit.id for area in case.areas for unit in area.units}
    assert before - set(ids) == set(outcome.eliminated)
    for area in areas:
        assert len(area.of(GERMAN)) <= 10
    for gone in outcome.retreated:
        assert "T" not in gone.path
        assert len(gone.path) == len(set(gone.path))
        end = next(area for area in areas if area.id == gone.path[-1])
        assert gone.unit in {unit.id for unit in end.units}
        assert end.controller is GERMAN or end.of(SOVIET)


ONE_DIVISION = german("a", division="1."), german("b", division="2."), german("c", independent=True)


def german_fire(firers, options=FULL, **rest):
    here = Area("F", 1, GERMAN, ("T",), units=ONE_DIVISION)
    there = replace(X, id="T", units=soviets(1), adjacent=("F",), **rest)
    return Fire(GERMAN, "T", (here, there), firing_area="F", firers=firers), options


FULL_X = replace(X, controller=GERMAN, units=germans(9), adjacent=("T", "Z"))
TWO_SPENT = [german("g1", SPENT), german("g2", SPENT)]

REFUSED = [
    (replace(SEED, firers=()), "no-firers", "SS-4"),
    (replace(SEED, firing_area=None), "no-firing-area", "SS-4"),
    (replace(SEED, firers=("s1", "s1")), "duplicate-unit", "SS-4"),
    (replace(SEED, firers=("s1", "zz")), "unknown-unit", "SS-4"),
    (replace(SEED, firers=("s1", "g1")), "wrong-side", "SS-4"),
    (replace(SEED, firers=("s1", "s3")), "multiple-firing-areas", "SS-4"),
    (replace(SEED, areas=(replace(F, units=(replace(F.units[0], state=SPENT), F.units[1])), T, X, Y)), "unit-spent", "SS-2"),
    (replace(SEED, areas=(replace(F, units=(replace(F.units[0], firepower=0), F.units[1])), T, X, Y)), "zero-firepower", "SS-3"),
    (replace(SEED, target_area="Y"), "target-not-adjacent", "SS-5"),
    (replace(SEED, target_area="X", areas=(replace(F, adjacent=("T", "X")), T, X, Y)), "no-target", "SS-6"),
    (replace(SEED, target_area="Q"), "unknown-area", "SS-5"),
    (replace(SEED, areas=(F, T, X)), "unknown-area", "SS-33"),
    (replace(SEED, areas=(F, T, X, Y, X)), "duplicate-area", "SS-5"),
    (replace(SEED, areas=(F, T, replace(X, adjacent=("X",)), Y)), "adjacent-to-itself", "SS-5"),
    (replace(SEED, areas=(F, replace(T, fire_markers=(GERMAN, GERMAN)), X, Y)), "duplicate-marker", "SS-49"),
    (replace(SEED, areas=(F, T, replace(X, units=soviets(11)), Y)), "overstacked", "SS-39"),
    (replace(SEED, areas=(F, T, replace(X, units=T.units), Y)), "duplicate-unit", "SS-23"),
    (replace(SEED, card_fire=CardFire(6)), "card-illegal", "SS-54"),
    (shot(TWO_SPENT, neighbors=(FULL_X,)), "unknown-area", "SS-39"),
    (replace(SEED, moved=("s2", "s3")), "impulse-used", "SS-9"),
    (replace(SEED, moved=("zz",)), "unknown-unit", "SS-9"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "reason", "rule"), REFUSED, ids=[f"{n}-{reason}" for n, (_, reason, _) in enumerate(REFUSED)]
)
def test_what_the_rules_forbid_is_refused(case, reason, rule):
    with pytest.raises(IllegalSituation) as refused:
        RULESET.prepare(case, STANDARD)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)


def test_neighbors_are_needed_only_where_a_retreat_may_have_to_go_on():
    RULESET.prepare(shot(TWO_SPENT[:1], neighbors=(FULL_X,)), STANDARD)
    RULESET.prepare(shot(TWO_SPENT, neighbors=(replace(FULL_X, units=germans(8)),)), STANDARD)
    beyond = replace(FULL_X, id="Z", adjacent=("X", "Q"), units=germans(9, "z"))
    case = shot(TWO_SPENT, neighbors=(FULL_X,))
    with pytest.raises(IllegalSituation) as refused:
        RULESET.prepare(replace(case, areas=(*case.areas, beyond)), STANDARD)
    assert (refused.value.field, refused.value.params["area"]) == (("areas", 3, "adjacent", 1), "Q")
    held = replace(FULL_X, controller=SOVIET, units=(*germans(9), *soviets(1)))
    RULESET.prepare(shot(TWO_SPENT, neighbors=(held,)), STANDARD)


def test_units_that_moved_fire_only_by_a_card():
    RULESET.prepare(replace(SEED, moved=("s1", "s2"), move_then_fire=True), STANDARD)
    assert throw(replace(SEED, moved=("s3",)), 11).damage_points == 3


def test_all_that_is_wrong_with_a_fire_is_told_with_its_places():
    spent = replace(F, units=(replace(F.units[0], state=SPENT), F.units[1]))
    case = replace(SEED, areas=(spent, T, X, Y), firers=("s1", "zz"), moved=("s2", "s1"))
    with pytest.raises(IllegalSituation) as refused:
        RULESET.prepare(case, STANDARD)
    told = [(fault.reason, fault.field) for fault in (refused.value, *refused.value.more)]
    assert told == [
        ("impulse-used", ("moved", 1)),
        ("unit-spent", ("firers", 0)),
        ("unknown-unit", ("firers", 1)),
    ]


def test_divisions_and_ferries_by_option():
    RULESET.prepare(*german_fire(("a", "c")))
    RULESET.prepare(german_fire(("a", "b"))[0], STANDARD)
    with pytest.raises(IllegalSituation, match="division-mix"):
        RULESET.prepare(*german_fire(("a", "b")))
    with pytest.raises(IllegalSituation, match="ferry-protected"):
        RULESET.prepare(*german_fire(("a",), ferry=True))
    ferry = shot([german("g1", SPENT)], terrain=0, neighbors=(replace(X, ferry=True),))
    assert throw(ferry, 5).retreated
    assert throw(ferry, 5, options=FULL).eliminated == ("g1",)


def test_a_unit_with_a_stronger_spent_side_is_taken_as_sent_and_told_b28():
    case = shot([german("g1", fresh=7, spent=8)])
    RULESET.prepare(case, STANDARD)
    end = resolve(RULESET.script, case, STANDARD, dice=ThrownDice([(1, 1)]))
    facts = [type(entry.fact).__name__ for entry in end.record.entries if hasattr(entry, "fact")]
    assert "UnusualUnitSent" in facts


def test_a_casualty_is_told_by_its_name():
    from app.services.documents.wording import entry_text
    from app.services.rulebooks.installed import find_rulebooks

    book = find_rulebooks()["storm-over-stalingrad"]
    case = shot([german("g1", name="Panzer 16")], firepower=12)
    end = resolve(RULESET.script, case, STANDARD, dice=ThrownDice([(6, 6)]))
    told = [entry_text(book, entry, book.texts("en")) for entry in book.codec.dump_entries(end.record)]
    assert "Unit Panzer 16 is eliminated (by damage)." in told


def gone_and_lost(target, firepower, shots):
    """The chances that the unit has left or is lost, and that it is lost, after so many shots."""
    gone = lost = Fraction(0)
    policy = RULESET.policies["min-loss"]
    outcomes = enumerate_outcomes(
        RULESET.script, shot([target], firepower), STANDARD, lambda q, by: (policy(q, by), Source(Origin.POLICY))
    )
    for outcome, chance in outcomes:
        if outcome.eliminated or outcome.retreated:
            gone += chance
            lost += chance * len(outcome.eliminated)
        elif shots > 1:
            state = SPENT if outcome.flipped else target.state
            left, dead = gone_and_lost(replace(target, state=state), firepower, shots - 1)
            gone += chance * left
            lost += chance * dead
    return gone, lost


def test_one_strong_shot_is_better_than_two_weak_ones_o17():
    assert gone_and_lost(german("g1"), 4, 2) == (Fraction(1, 3), Fraction(113, 648))
    assert gone_and_lost(german("g1"), 8, 1) == (Fraction(13, 18), Fraction(7, 12))


@pytest.mark.parametrize(
    ("fresh", "spent", "labelled", "merged"),
    [(2, 1, 10, 6), (3, 2, 96, 17), (4, 2, 354, 26), (6, 0, 580, 8), (5, 5, 31075, 106), (0, 10, 8953, 6)],
)
def test_the_worst_numbers_of_choices_are_the_known_ones(fresh, spent, labelled, merged):
    targets = [german(f"f{n}") for n in range(fresh)] + [german(f"s{n}", SPENT) for n in range(spent)]
    questions = [question_of(shot(targets), STANDARD, damage) for damage in range(1, 3 * fresh + 2 * spent + 1)]
    assert max(question.labelled_total for question in questions) == labelled
    assert max(question.total() for question in questions) == merged


@pytest.mark.parametrize(("fresh", "spent"), [(f, s) for f in range(4) for s in range(4) if f + s])
def test_the_fewest_and_the_most_losses_have_a_closed_form(fresh, spent):
    targets = [german(f"f{n}") for n in range(fresh)] + [german(f"s{n}", SPENT) for n in range(spent)]
    for trapped, by in product((False, True), Allocator):
        case = shot(targets, neighbors=(TRAP,) if trapped else (X,), allocation_by=by)
        for damage in range(1, 3 * fresh + 2 * spent + 2):
            question = question_of(case, STANDARD, damage)
            effects = question.leads_to(RULESET.policies["min-loss"](question, Role.DEFENDER))
            found, applied = len(effects.eliminates) + len(effects.lethal), question.must_apply
            if by is Allocator.FIRING_PLAYER and not trapped:
                most = min(spent, damage // 2)
                assert found == most + min(fresh, (damage - 2 * most) // 3)
            elif by is Allocator.OWNER:
                least = -(-max(0, applied - fresh) // 2) if trapped else max(0, applied - (2 * fresh + spent))
                assert found == least


def test_a_retreat_into_a_ferry_is_refused_by_its_own_rule():
    ferry, open_ground = replace(X, ferry=True), replace(X, id="Z", adjacent=())
    case = shot([german("g1", SPENT)], neighbors=(ferry, replace(open_ground, id="W"), open_ground))
    with pytest.raises(IllegalChoice) as refused:
        throw(case, 8, [("g1", "X")], replace(STANDARD, ferry_rules=True))
    assert (refused.value.reason, refused.value.rule) == ("retreat-forbidden-area", "SS-43")


def test_what_the_firing_player_wastes_is_refused_by_its_own_rule():
    case = replace(shot([german("g1", SPENT), german("g2")]), allocation_by=Allocator.FIRING_PLAYER)
    with pytest.raises(IllegalChoice) as refused:
        throw(case, 12, [{"g1": 2}])
    assert (refused.value.reason, refused.value.rule) == ("must-apply-maximum", "SS-30")


def test_a_long_chain_of_full_areas_is_left_to_its_end():
    chain = tuple(
        Area(f"A{n}", 0, controller=GERMAN, adjacent=("T" if n == 0 else f"A{n - 1}",), units=units)
        for n, units in enumerate([*(germans(10, f"u{k}-") for k in range(7)), ()])
    )
    case = shot([german(f"g{n}", SPENT) for n in range(10)], firepower=9, neighbors=chain)
    assert len(throw(case, 12, policy="keep-fresh").retreated) == 10


def test_house_rules_are_told():
    assert RULESET.is_standard(STANDARD)
    assert RULESET.is_standard(FULL)
    for house in ({"stacking_limit": 3}, {"allow_zero_firepower": True}, {"marker_on_same_area_fire": True}):
        assert not RULESET.is_standard(replace(STANDARD, **house))
