"""Rules of a fire action that no entry names: totals, the areas after it and the order of entries show them."""

from dataclasses import replace

import pytest

from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice
from app.domain.record import Noted, Origin, Rolled, Source
from app.domain.resolution import resolve
from app.rulesets.storm_over_stalingrad import RULESET, SEED, facts
from app.rulesets.storm_over_stalingrad.model import Allocator, Area, Points, RetreatStep
from tests.rulesets.storm_over_stalingrad.test_fire import (
    FRESH,
    GERMAN,
    SOVIET,
    SPENT,
    STANDARD,
    F,
    T,
    X,
    Y,
    german,
    germans,
    path_of,
    shot,
    soviets,
    throw,
    totals,
)  # fmt: skip


def played(case, roll, *choices):
    """The whole end of the fire, and for each question that was put who answered it."""
    left, asked = list(choices), []

    def players(question, by):
        asked.append((question.name, str(by)))
        choice = left.pop(0)
        return (Points(choice) if isinstance(choice, dict) else RetreatStep(*choice)), Source(Origin.HOST)

    end = resolve(RULESET.script, case, STANDARD, dice=ThrownDice([(6, roll - 6)]), players=players)
    assert not left
    return end, asked


def noted(end, kind):
    return [entry.fact for entry in end.record.entries if isinstance(entry, Noted) and isinstance(entry.fact, kind)]


def area_after(outcome, name):
    return next(area for area in outcome.after.areas if area.id == name)


@pytest.mark.rule("SS-1")
def test_attack_points_come_before_defense_points_these_before_damage_and_damage_before_it_is_applied():
    end, _ = played(SEED, 11, {"g1": 3})
    rules = [entry.rule for entry in end.record.entries]
    totals_and_losses = [rule for rule in rules if rule in ("SS-12", "SS-14", "SS-20", "SS-22")]
    assert list(dict.fromkeys(totals_and_losses)) == ["SS-12", "SS-14", "SS-20", "SS-22"]


@pytest.mark.rule("SS-7")
def test_all_enemies_in_the_target_area_are_the_target_and_friends_there_are_not():
    friend = soviets(1, "friend")
    case = shot((*T.units, *friend), firepower=10)
    (declared,) = noted(played(case, 12)[0], facts.FireDeclared)
    assert declared.targets == ("g1", "g2", "g3")
    assert area_after(throw(case, 12), "T").units == friend


@pytest.mark.rule("SS-18")
def test_one_reason_ignores_the_terrain_and_more_make_no_difference_but_all_are_told():
    both = replace(T, controller=SOVIET, fire_markers=(GERMAN,))
    for target, reasons in ((replace(T, controller=SOVIET), 1), (both, 2)):
        outcome = throw(replace(SEED, areas=(F, target, X, Y)), 11)
        assert (outcome.defense_points, len(outcome.terrain_ignored_because)) == (9, reasons)


@pytest.mark.rule("SS-19")
@pytest.mark.parametrize(
    "areas",
    [(F, replace(T, fire_markers=(SOVIET,)), X, Y), (replace(F, fire_markers=(GERMAN,)), T, replace(X, fire_markers=(GERMAN,)), Y)],
    ids=["of the firing side", "in other areas"],
)  # fmt: skip
def test_other_fire_markers_have_no_effect(areas):
    assert totals(throw(replace(SEED, areas=areas), 11)) == (15, 12, 3)


@pytest.mark.rule("SS-21")
def test_neither_the_highest_nor_the_lowest_roll_decides_of_itself():
    assert throw(shot([german("g1", fresh=12)], firepower=3), 12).damage_points == 0
    assert throw(shot([german("g1")], firepower=12), 2).damage_points == 2


@pytest.mark.rule("SS-28")
def test_a_unit_that_retreats_takes_no_point_more():
    case = shot([german("g1"), german("g2", SPENT)], firepower=5)
    outcome = throw(case, 10, [{"g1": 2, "g2": 1}])
    assert (path_of(outcome), outcome.eliminated) == ({"g1": ("X",), "g2": ("X",)}, ())
    with pytest.raises(IllegalChoice, match="bad-points"):
        throw(case, 10, [{"g2": 3}])


@pytest.mark.rule("SS-31")
def test_the_owner_chooses_where_units_go_though_the_firing_player_distributed_the_points():
    free = replace(Y, controller=SOVIET, units=())
    case = shot([german("g1"), german("g2")], neighbors=(replace(X, controller=GERMAN), free))
    case = replace(case, allocation_by=Allocator.FIRING_PLAYER)
    end, asked = played(case, 11, {"g1": 2, "g2": 1}, ("g1", "Y"))
    assert asked == [("allocate-damage", "attacker"), ("retreat", "defender")]
    assert path_of(end.outcome) == {"g1": ("Y",)}


@pytest.mark.rule("SS-36")
@pytest.mark.parametrize("states", [(FRESH,), (SPENT,)], ids=["fresh", "spent"])
def test_enemy_units_count_where_a_unit_retreats_whatever_side_they_show_and_markers_do_not(states):
    enemies = tuple(replace(unit, state=state) for unit, state in zip(soviets(1), states, strict=True))
    held = replace(X, controller=GERMAN, units=enemies)
    marked = replace(Y, controller=GERMAN, units=(), fire_markers=(SOVIET, GERMAN))
    assert path_of(throw(shot([german("g1", SPENT)], neighbors=(held, marked)), 8)) == {"g1": ("Y",)}
    fuller = replace(Y, controller=GERMAN, units=soviets(2, "more-"))
    assert path_of(throw(shot([german("g1", SPENT)], neighbors=(held, fuller)), 8)) == {"g1": ("X",)}


def test_a_unit_does_not_go_back_into_an_area_that_it_has_entered():
    full = replace(X, controller=GERMAN, units=germans(10), adjacent=("T", "Z"))
    beyond = Area("Z", 0, GERMAN, ("X", "V", "W"), units=germans(10, "z"))
    free = tuple(Area(name, 0, GERMAN, ("Z",)) for name in "VW")
    case = shot([german("g1", SPENT)], neighbors=(full,))
    case = replace(case, areas=(*case.areas, beyond, *free))
    assert path_of(throw(case, 8, [("g1", "V")])) == {"g1": ("X", "Z", "V")}
    for there, rule in (("X", "SS-41"), ("T", "SS-40")):
        with pytest.raises(IllegalChoice, match="retreat-forbidden-area") as refused:
            throw(case, 8, [("g1", there)])
        assert refused.value.rule == rule


@pytest.mark.rule("SS-42")
def test_a_unit_that_retreats_arrives_on_its_spent_side():
    outcome = throw(shot([german("g1")]), 10)
    assert path_of(outcome) == {"g1": ("X",)}
    assert [unit.state for unit in area_after(outcome, "X").units] == [SPENT]


@pytest.mark.rule("SS-45")
def test_an_area_that_is_left_empty_keeps_its_controller():
    outcome = throw(shot([german("g1")]), 10)
    emptied = area_after(outcome, "T")
    assert (emptied.units, emptied.controller) == ((), GERMAN)


@pytest.mark.rule("SS-51")
def test_damage_comes_first_then_each_retreat_with_its_control_then_marker_and_firers():
    case = shot((german("g1"), german("g2"), german("g3", SPENT)), firepower=6)
    end, _ = played(case, 12, {"g1": 3, "g2": 2, "g3": 1})
    rules = [entry.rule for entry in end.record.entries]
    after = rules[rules.index("SS-22") + 1 :]
    assert after == [
        "SS-32",
        "SS-24",
        *["SS-37", "SS-33", "SS-33", "SS-44"],
        *["SS-37", "SS-33", "SS-33"],
        "SS-47",
        "SS-50",
    ]


def test_what_cards_change_is_sent_and_ignored_terrain_is_nothing_whatever_multiplies_it():
    assert totals(throw(replace(SEED, attack_bonus=2), 11)) == (17, 12, 5)
    rubble = replace(T, terrain_multiplier=2)
    assert throw(replace(SEED, areas=(F, rubble, X, Y)), 11).defense_points == 15
    assert throw(replace(SEED, areas=(F, replace(rubble, controller=SOVIET), X, Y)), 11).defense_points == 9


@pytest.mark.rule("SS-57")
def test_every_total_reason_choice_and_fate_of_the_rulebooks_example_is_recorded():
    target = replace(T, controller=SOVIET)
    end, _ = played(replace(SEED, areas=(F, target, X, Y)), 8, {"g1": 1, "g2": 1, "g3": 1})
    outcome = end.outcome
    (attack,), (defense,) = noted(end, facts.AttackPointsSummed), noted(end, facts.DefensePointsSummed)
    assert (attack.dice, attack.firepower, attack.points) == (8, 4, outcome.attack_points)
    assert (defense.base, defense.terrain, defense.points) == (9, 0, outcome.defense_points)
    assert [fact.because for fact in noted(end, facts.TerrainIgnored)] == list(outcome.terrain_ignored_because)
    assert [entry.faces for entry in end.record.entries if isinstance(entry, Rolled)] == [(6, 2)]
    names = {type(entry.fact).__name__ for entry in end.record.entries if isinstance(entry, Noted)}
    assert {
        "Casualty",
        "ControlChanged",
        "FireMarkerPlaced",
        "FirersSpent",
        "DamagePointsCounted",
        "DamageLimited",
    } <= names
