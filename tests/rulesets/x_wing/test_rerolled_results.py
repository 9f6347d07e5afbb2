"""XW-72: Sunny Bounder, whose ability comes after a roll and after each reroll of the own dice."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from app.domain.odds import mean
from app.domain.resolution import Resolved
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import XWingEffect, XWingStep
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import DONE, Arc, Pool, Window
from tests.rulesets.x_wing.short_situations import ENDLESS, OPTIONS, attack, attacker, defender, done, fight, uses
from tests.rulesets.x_wing.test_odds import EXACT

SUNNY, STOP = XWingUse("pilot:sunnybounder"), XWingUse(DONE)


def bounder(**tokens):
    return replace(attacker(**tokens), pilot="sunnybounder")


def test_a_result_is_added_after_a_reroll_by_a_lock():
    found = attack(bounder(lock=True), 2, defender())
    end = fight(found, "hb", XWingUse("lock", (1,)), "h")
    assert uses(end) == ["pilot:sunnybounder"]
    assert done(found, "hb", XWingUse("lock", (1,)), "h", SUNNY).uncanceled.hit == 3


def test_none_is_added_where_a_change_made_the_results_the_same():
    found = attack(bounder(lock=True, focus=1), 2, defender())
    end = fight(found, "hb", XWingUse("lock", (1,)), "f")
    assert uses(end) == ["focus"]
    assert done(found, "hb", XWingUse("lock", (1,)), "f", XWingUse("focus")).uncanceled.hit == 2


def test_after_another_modification_it_is_too_late():
    found = attack(bounder(focus=1), 2, defender())
    assert uses(fight(found, "ff")) == ["pilot:sunnybounder"]  # after the roll
    end = fight(found, "ff", STOP)
    assert uses(end) == ["focus"]


def test_the_defender_has_it_too():
    ship = replace(defender(2, "lonewolf", charges={"lonewolf": 1}), pilot="sunnybounder")
    end = fight(attack(attacker(), 3, ship), "hhh", "eb", XWingUse("upgrade:lonewolf", (1,)), "e")
    assert uses(end) == ["pilot:sunnybounder"]


def test_each_reroll_is_an_occasion_of_its_own():
    ship = replace(attacker("predator", lock=True), pilot="sunnybounder")
    found = attack(ship, 2, defender(), defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE))
    first = ("hb", XWingUse("upgrade:predator", (1,)), "h")
    assert uses(fight(found, *first)) == ["pilot:sunnybounder", "lock"]
    again = (*first, SUNNY, XWingUse("lock", (2,)), "h")
    assert uses(fight(found, *again)) == ["pilot:sunnybounder"]
    assert done(found, *again, SUNNY).uncanceled.hit == 4


def test_after_a_result_was_added_none_is_added_without_another_reroll():
    found = attack(bounder(lock=True, focus=1), 2, defender())
    assert uses(fight(found, "fb", XWingUse("lock", (1,)), "f", SUNNY)) == ["focus"]


def test_it_comes_after_a_reroll_that_the_enemy_makes_the_ship_roll():
    """L3-37 as a crew makes the attacker reroll its dice."""
    effect = XWingEffect("again", Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.REROLL, Pool.ATTACK, up_to=2),))
    found = attack(bounder(), 2, defender(effects=(effect,)))
    assert uses(fight(found, "hb", XWingUse("again", (1,)), "h")) == ["pilot:sunnybounder"]


def test_a_reroll_of_the_enemys_dice_is_none_of_her_own():
    effect = XWingEffect("again", Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.REROLL, Pool.DEFENSE, up_to=2),))
    found = attack(replace(bounder(), effects=(effect,)), 1, defender(1))
    end = fight(found, "h", STOP, "e", XWingUse("again", (0,)), "b")
    assert isinstance(end, Resolved)


FACES = "hhhcffbb"


def with_one_more(dice):
    """What dice may be after a roll: as they are, and with one more of a result that all of them show."""
    return [dice, (*dice, dice[0])] if len({*dice}) == 1 else [dice]


def worth(dice):
    return sum(face in "hc" for face in dice)


@cache
def rerolled(kept, count):
    """What dice are worth on average of which so many are rerolled, with one more where that is better."""
    rolls = [(*kept, *roll) for roll in product(FACES, repeat=count)]
    return Fraction(sum(max(map(worth, with_one_more(dice))) for dice in rolls), len(rolls))


def best(dice):
    """What dice are worth where a lock rerolls as many of them as its player likes, once."""
    kept = [
        tuple(face for n, face in enumerate(dice) if n not in which)
        for count in range(1, len(dice) + 1)
        for which in combinations(range(len(dice)), count)
    ]
    return max(Fraction(worth(dice)), *(rerolled(tuple(sorted(rest)), len(dice) - len(rest)) for rest in kept))


@pytest.mark.parametrize(("lock", "value"), [(False, worth), (True, best)])
def test_odds_count_on_every_occasion(lock, value):
    throws = [max(map(value, with_one_more(dice))) for dice in product(FACES, repeat=2)]
    situation = attack(bounder(lock=lock), 2, defender(shields=ENDLESS))
    assert mean(exact_odds(situation, OPTIONS, EXACT)["damage"]) == Fraction(sum(throws)) / len(throws)
