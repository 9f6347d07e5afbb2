"""XW-72: abilities that let the enemy modify one focus result, or reroll one attack die, and no more."""

from dataclasses import replace
from fractions import Fraction

import pytest

from app.domain.errors import IllegalChoice
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.state import battle_of
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import DONE, Arc, Face, Pool, Token, Window
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, noted, uses
from tests.rulesets.x_wing.test_best_play import expected, worths

STOP = XWingUse(DONE)
BLANK, FOCUS = Face.BLANK, Face.FOCUS
FRONT = {"attacker_in_arcs": (Arc.FRONT,)}


def padme(agility=0, **more):
    return replace(defender(agility, **more), pilot="padmeamidala")


def test_a_focus_token_changes_one_focus_result_while_she_defends():
    end = fight(attack(attacker(focus=1, calculate=1), 3, padme(), **FRONT), "ffb", XWingUse("focus"))
    assert noted(end, facts.AttackJudged) == [facts.AttackJudged(True, 1, 0)]  # and nothing is asked any more


def test_it_changes_all_where_the_attacker_is_not_in_her_front_arc():
    rear = attack(attacker(focus=1), 3, padme(), attacker_in_arcs=(Arc.REAR,))
    assert done(rear, "ffb", XWingUse("focus")).uncanceled.hit == 2


def test_other_results_can_still_be_modified():
    locked = attack(attacker(lock=True, focus=1), 3, padme(), **FRONT)
    end = fight(locked, "ffb", XWingUse("focus"))
    assert uses(end) == ["lock"]
    (lock,) = [use for use in end.wanted.question.uses if use.name == "lock"]
    assert sorted(end.wanted.question.state.attack_dice[place].face.value for place in lock.places) == ["blank", "hit"]


@pytest.mark.parametrize("dice", [(0, 1), (0, 1, 2)])
def test_a_reroll_takes_one_focus_result_at_most(dice):
    locked = attack(attacker(lock=True, focus=1), 3, padme(), **FRONT)
    with pytest.raises(IllegalChoice) as refused:
        fight(locked, "ffb", XWingUse("lock", dice))
    assert refused.value.reason == "die-not-eligible"
    assert done(locked, "ffb", XWingUse("lock", (0, 2)), "ff").uncanceled.hit == 0


@pytest.mark.parametrize("place", [0, 1])
def test_the_player_chooses_which_focus_result_it_is(place):
    found = attack(attacker(calculate=1), 3, padme(), **FRONT)
    assert done(found, "ffb", XWingUse("calculate", (place,))).uncanceled.hit == 1
    locked = attack(attacker(lock=True), 3, padme(), **FRONT)
    assert done(locked, "ffb", XWingUse("lock", (place, 2)), "hh").uncanceled.hit == 2


def test_a_reroll_of_other_dice_leaves_the_focus_result():
    end = fight(attack(attacker(lock=True, focus=1), 3, padme(), **FRONT), "ffb", XWingUse("lock", (2,)), "f")
    assert uses(end) == ["focus"]


def test_what_others_do_to_its_focus_results_is_not_limited():
    """Official answer 70."""
    blanks = XWingEffect("blanks", Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.CHANGE, Pool.ATTACK, (FOCUS,), BLANK),))
    found = attack(attacker(focus=1), 3, padme(effects=(blanks,)), **FRONT)
    assert done(found, "fff", XWingUse("blanks", (0, 1)), XWingUse("focus")).uncanceled.hit == 1


def test_while_she_attacks_the_defender_is_limited_and_she_is_not():
    ship = replace(attacker(focus=1), pilot="padmeamidala")
    end = fight(attack(ship, 2, defender(3, focus=1, calculate=1)), "ff", XWingUse("focus"), "ffb", XWingUse("focus"))
    (judged,) = noted(end, facts.AttackJudged)
    assert (judged.hit, judged.crit) == (1, 0)


def test_she_helps_a_friend_whose_player_says_so():
    friend = attack(attacker(focus=1), 2, defender(0, effects=("pilot:padmeamidala",)))
    assert done(friend, "ff", XWingUse("focus")).uncanceled.hit == 1


def test_one_focus_result_is_worth_what_one_token_makes_of_it():
    for dice in (1, 2, 3):
        found = expected(attack(attacker(focus=2), dice, replace(padme(), hull=40), **FRONT))
        assert found == Fraction(dice, 2) + 1 - Fraction(3, 4) ** dice


def magva(**more):
    return replace(defender(0, **more), pilot="magvayarro")


def test_no_more_than_one_attack_die_is_rerolled_against_a_friend_of_magva_yarro():
    end = fight(attack(attacker("predator", lock=True), 3, magva(), defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE)), "bbb")
    assert sorted(uses(end)) == ["lock", "upgrade:predator"]
    assert {use.most for use in end.wanted.question.uses} == {1}
    end = fight(attack(attacker(lock=True, focus=1), 3, magva()), "bbb", XWingUse("lock", (0,)), "f")
    assert uses(end) == ["focus"]
    with pytest.raises(IllegalChoice):
        fight(attack(attacker(lock=True), 3, magva()), "bbb", XWingUse("lock", (0, 1)))


@pytest.mark.parametrize(
    "situation",
    [
        attack(attacker(lock=True, focus=1, calculate=1), 3, padme(1, focus=1, hull=40), **FRONT),
        attack(attacker("predator", lock=True, focus=1), 3, magva(hull=40), defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE)),
    ],
    ids=["padmeamidala", "magvayarro"],
)
def test_best_play_comes_to_the_same_without_shortcuts(situation):
    slow, quick = worths(battle_of(situation, OPTIONS))
    assert quick == slow


def test_the_attacker_of_wrobie_tyce_is_depleted_where_it_modified_dice_at_range_1():
    def depleted(at, *choices):
        ship = replace(defender(0), pilot="wrobietyce")
        end = fight(attack(attacker(focus=1), 1, ship, attack_range=at), *choices)
        return [each.token for each in noted(end, facts.TokensChanged) if each.token is Token.DEPLETE]

    assert depleted(1, "ff", XWingUse("focus")) == [Token.DEPLETE]
    assert depleted(1, "ff", STOP) == []
    assert depleted(2, "f", XWingUse("focus")) == []
