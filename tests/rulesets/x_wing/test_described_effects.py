"""What a client can say of a card that the service does not know: amounts that follow a count, results canceled."""

from dataclasses import replace

from app.domain.errors import IllegalSituation
from app.domain.record import Role
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import CostKind, Whose, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingForce
from app.rulesets.x_wing.ops import Each, Op
from app.rulesets.x_wing.terms import Pool, Token, Window
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done


def test_an_amount_follows_the_damage_that_the_defender_suffered():
    step = XWingStep(Op.RECOVER_FORCE, for_each=Each.SUFFERED_DAMAGE)
    hate = XWingEffect("my-hate", Window.AFTER_DAMAGE, (step,), controller=Role.DEFENDER, optional=False)
    ship = replace(defender(shields=1, effects=(hate,)), force=XWingForce(5, 0))
    assert done(attack(attacker(), 3, ship), "hhh").after.defender.force.active == 3
    assert done(attack(attacker(), 3, ship), "hbb").after.defender.force.active == 1


def test_an_amount_follows_the_results_that_are_left():
    step = XWingStep(Op.GAIN_TOKEN, token=Token.STRAIN, amount=2, for_each=Each.UNCANCELED_RESULT, ship=Whose.ENEMY)
    effect = XWingEffect("strains", Window.ON_HIT, (step,), optional=False)
    ship = replace(attacker(), effects=(effect,))
    assert done(attack(ship, 2, defender()), "hc", "wounded-pilot").after.defender.tokens.strain == 4


def test_all_results_are_canceled_on_a_hit():
    steps = (XWingStep(Op.SUFFER, ship=Whose.ENEMY, crit=True), XWingStep(Op.CHANGE_UNCANCELED))
    ship = replace(attacker(), effects=(XWingEffect("my-pulse", Window.ON_HIT, steps, optional=False),))
    outcome = done(attack(ship, 3, defender()), "hhh", "wounded-pilot")
    assert outcome.attack_hits
    assert len(outcome.after.defender.damage_cards) == 1


def test_an_amount_follows_a_count_only_where_there_is_something_to_count():
    def refused(step, window):
        ship = replace(attacker(), effects=(XWingEffect("counts", window, (step,)),))
        try:
            RULESET.prepare(attack(ship, 3, defender()), OPTIONS)
        except IllegalSituation as wrong:
            return wrong.reason
        return None

    gains = XWingStep(Op.GAIN_TOKEN, token=Token.FOCUS, for_each=Each.SUFFERED_DAMAGE)
    assert refused(gains, Window.AFTER_DAMAGE) is None
    assert refused(gains, Window.AFTERMATH_ATTACKING) is None
    assert refused(gains, Window.ON_HIT) == "bad-effect"
    assert refused(replace(gains, for_each=Each.UNCANCELED_RESULT), Window.AFTER_DAMAGE) == "bad-effect"
    assert refused(replace(gains, op=Op.ACQUIRE_LOCK), Window.AFTER_DAMAGE) == "bad-effect"


def test_a_shield_is_paid_before_damage_takes_it_away():
    """XW-63: a cost that can be paid is paid whole, in whatever order a client names its parts."""
    parts = (XWingCost(CostKind.SUFFER_HIT), XWingCost(CostKind.SHIELD))
    for cost in (parts, parts[::-1]):
        step = XWingStep(Op.SPEND_RESULT, Pool.ATTACK, up_to=1)
        effect = XWingEffect("dear", Window.MODIFY_ATTACK_DEFENDER, (step,), cost=cost)
        after = done(attack(attacker(), 1, defender(shields=1, effects=(effect,))), "h", XWingUse("dear", (0,))).after
        assert (after.defender.shields.active, len(after.defender.damage_cards)) == (0, 1)
