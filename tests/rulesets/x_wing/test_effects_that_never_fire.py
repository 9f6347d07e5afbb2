"""XW-29: an effect that can never be used in the attack it is sent with is refused."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalSituation
from app.domain.record import Role
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.effects import Atom, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Face, Pool, Window
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender

REROLL = XWingStep(Op.REROLL, up_to=1)
ON_ATTACK = XWingEffect("own", Window.MODIFY_ATTACK_ATTACKER, (REROLL,))
ON_DEFENSE = XWingEffect("own", Window.MODIFY_DEFENSE_DEFENDER, (REROLL,))
SHOOTS_BACK = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),))


def faults(*effects, by_defender=()):
    situation = attack(replace(attacker(), effects=effects), 3, defender(effects=by_defender))
    try:
        RULESET.prepare(situation, OPTIONS)
    except IllegalSituation as refused:
        return [(one.reason, one.field) for one in (refused, *refused.more)]
    return []


def test_effects_that_fit_are_taken():
    assert faults(ON_ATTACK, by_defender=(ON_DEFENSE,)) == []


def test_an_effect_in_a_window_of_the_other_side_is_refused():
    assert faults(ON_DEFENSE) == [("bad-effect", ("attacker", "effects", 0, "window"))]
    assert faults(by_defender=(ON_DEFENSE, replace(ON_ATTACK, id="b"))) == [
        ("bad-effect", ("defender", "effects", 1, "window"))
    ]


def test_an_effect_whose_controller_contradicts_its_window_is_refused():
    assert faults(replace(ON_ATTACK, controller=Role.DEFENDER)) == [
        ("bad-effect", ("attacker", "effects", 0, "controller"))
    ]


def test_an_effect_of_the_other_role_alone_is_refused():
    counts = XWingEffect(
        "own", Window.ROLL_DEFENSE, (XWingStep(Op.DICE_COUNT, Pool.DEFENSE),), controller=Role.DEFENDER
    )
    assert faults(counts) == [("bad-effect", ("attacker", "effects", 0, "controller"))]
    assert faults(by_defender=(counts,)) == []


def test_the_attacker_may_defend_where_the_defender_may_shoot_back():
    assert faults(ON_DEFENSE, by_defender=(SHOOTS_BACK,)) == []


@pytest.mark.parametrize(
    "never",
    [
        XWingCondition(Atom.HAS_TOKEN),
        XWingCondition(Atom.DEFENDER_IN_ARC),
        XWingCondition(Atom.WEAPON_ARC),
        XWingCondition(Atom.WEAPON_KIND),
        XWingCondition(Atom.ALL_RESULTS),
        XWingCondition(Atom.ATTACK_RANGE, at_least=3, at_most=2),
        XWingCondition(Atom.RESULT_COUNT, face=Face.EVADE),
    ],
)
def test_a_condition_that_says_too_little_or_nothing_possible_is_refused(never):
    found = faults(replace(ON_ATTACK, condition=((never,),)))
    assert found == [("bad-effect", ("attacker", "effects", 0, "condition", 0, 0))]
