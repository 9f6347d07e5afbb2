"""XW-72: Sunny Bounder, whose ability comes after a roll and after each reroll of the own dice."""

from dataclasses import replace

from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.terms import DONE
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, done, fight, uses

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
