"""XW-78: a ship that is jammed loses a green token or a lock, which the player who jams it chooses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from app.domain.errors import IllegalChoice
from app.rulesets.x_wing.attack.jamming import Loss, XWingJammed
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import Whose, XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingTokens, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import is_standard
from app.rulesets.x_wing.terms import DONE, Pool, Token, Window
from tests.rulesets.x_wing.brute_force import Sides, best_value
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight
from tests.rulesets.x_wing.test_best_play import expected, shielded

STOP = XWingUse(DONE)
BEAM = XWingWeapon("jammingbeam")
JAMS = XWingStep(Op.GAIN_TOKEN, token=Token.JAM, ship=Whose.ENEMY)
ALL_TOKENS = {"focus": 1, "calculate": 1, "evade": 1, "reinforce_fore": 1, "reinforce_aft": 1}


def beamed(target, *answers):
    return fight(attack(attacker("jammingbeam"), BEAM, target), *answers)


def taking(loses):
    return XWingJammed(Loss(loses))


def offered(end):
    return [option.loses for option in end.wanted.question.options()]


def locking(ship, *ids):
    return replace(ship, locks=ids)


def has(ship):
    return {name: getattr(ship.tokens, name) for name in (*ALL_TOKENS, "jam") if getattr(ship.tokens, name)}


def test_the_player_who_jams_chooses_among_the_green_tokens_and_locks():
    target = locking(defender(stress=1, strain=1, **ALL_TOKENS), "red-9")
    end = beamed(target, "hbb")
    assert (end.wanted.question.name, end.wanted.by) == ("lose-to-jam", "attacker")
    assert offered(end) == ["focus", "calculate", "evade", "reinforce-fore", "reinforce-aft", "lock"]
    for loses in offered(end):
        after = beamed(target, "hbb", taking(loses)).outcome.after.defender
        gone = loses.replace("-", "_")
        assert has(after) == {name: 1 for name in ALL_TOKENS if name != gone}
        assert after.locks == (() if loses == "lock" else ("red-9",))
        assert (after.tokens.stress, after.tokens.strain) == (1, 0)


def test_what_a_ship_has_not_cannot_be_taken():
    target = defender(focus=1, evade=1)
    for loses in ("lock", "calculate"):
        with pytest.raises(IllegalChoice, match="nothing-to-lose"):
            beamed(target, "hbb", taking(loses))


def test_each_jam_token_takes_something_and_those_that_find_nothing_stay():
    target = defender(focus=2, evade=1)
    end = beamed(target, "hhh", taking("evade"))
    assert has(end.outcome.after.defender) == {}
    assert has(beamed(defender(focus=1), "hhh").outcome.after.defender) == {"jam": 2}
    assert beamed(defender(), "hhh").outcome.damage.hit == 0


def test_of_several_jam_tokens_that_come_at_once_one_takes_something_where_the_option_says_so():
    target, options = defender(focus=2, evade=1), replace(OPTIONS, jam_tokens_each_take=False)
    situation = attack(attacker("jammingbeam"), BEAM, target)
    after = done(situation, "hhh", taking("evade"), options=options).after.defender
    assert has(after) == {"focus": 2, "jam": 2}
    assert is_standard(options)


def test_mag_pulse_warheads_jam():
    ship = attacker("magpulsewarheads", lock=True, charges={"magpulsewarheads": 1})
    target = locking(defender(shields=2, evade=1), "red-5")
    end = fight(attack(ship, XWingWeapon("magpulsewarheads"), target), "hbb", STOP, taking("lock"))
    after = end.outcome.after.defender
    assert (has(after), after.locks, after.tokens.deplete, after.shields.active) == ({"evade": 1}, (), 1, 1)


def test_wes_janson_jams_the_attacker_and_his_player_chooses():
    wes = defender(pilot="wesjanson", charges={"pilot": 1})
    ship = attacker(lock=True, evade=1)
    end = fight(attack(ship, 1, wes), "b", STOP, XWingUse("pilot:wesjanson"))
    assert (end.wanted.by, offered(end)) == ("defender", ["evade", "lock"])
    end = fight(attack(ship, 1, wes), "b", STOP, XWingUse("pilot:wesjanson"), taking("lock"))
    after = end.outcome.after.attacker
    assert (has(after), after.locks) == ({"evade": 1}, ())


@pytest.mark.parametrize("window", [Window.AFTER_DECLARED, Window.AFTERMATH_ATTACKING])
def test_what_a_jammed_ship_gains_goes_with_a_jam_token(window):
    steps = (XWingStep(Op.GAIN_TOKEN, token=Token.FOCUS, amount=2), XWingStep(Op.ACQUIRE_LOCK))
    gains = XWingEffect("gains", window, steps, optional=False)
    ship = replace(attacker(jam=3, strain=1), effects=(gains,))
    end = fight(attack(ship, 1, defender()), "b")
    after = end.outcome.after.attacker
    assert (has(after), after.locks) == ({}, ())
    one = replace(ship, tokens=XWingTokens(jam=1))
    after = done(attack(one, 1, defender()), "b", *([] if window is Window.AFTERMATH_ATTACKING else [STOP])).after
    assert (has(after.attacker), after.attacker.locks) == ({"focus": 1}, ("black-2",))


def test_a_ship_that_jams_itself_chooses_for_itself():
    jams = XWingEffect("jams", Window.AFTERMATH_ATTACKING, (replace(JAMS, ship=Whose.OWN),), optional=False)
    end = fight(attack(replace(attacker(focus=1, evade=1), effects=(jams,)), 1, defender()), "b")
    assert (end.wanted.by, offered(end)) == ("attacker", ["focus", "evade"])


def test_in_a_game_a_jammed_ship_keeps_what_was_not_taken():
    shooter = entering("a", 5, weapons=(BEAM,), upgrades=("jammingbeam",))
    target = entering("b", 4, tokens=XWingTokens(focus=1, evade=1))
    game = engaging([shooter], [target])
    game.engage("a", "b", taking("focus"), weapon=BEAM, dice=["hbb"])
    assert has(game.ship("b").ship) == {"evade": 1}


def jamming(window):
    return XWingEffect("jams", window, (JAMS,))


TOKENS = {"focus": ("attacker", "focus"), "calculate": ("attacker", "calculate"), "lock": ("attacker", "lock")}


@pytest.mark.parametrize("window", [Window.AFTER_DECLARED, Window.ROLL_ATTACK, Window.AFTER_ROLL_ATTACK])
def test_exact_takes_from_the_attacker_what_costs_it_most_before_it_modifies_its_dice(window):
    """The oracle is the search by brute force of the attack without the one thing or the other; it knows no jam."""
    target = replace(shielded(1, evade=1), effects=(jamming(window),))
    found = expected(attack(attacker(focus=1, calculate=1, lock=True), 2, target))
    values = {
        taken: best_value(Sides((2, 1), (), 0), (("defender", "evade"), *(t for n, t in TOKENS.items() if n != taken)))
        for taken in TOKENS
    }
    if window is not Window.AFTER_ROLL_ATTACK:
        assert found == min(values.values())
    else:
        assert found < min(values.values())


def test_exact_takes_the_better_of_two_tokens_before_it_modifies_the_defense_dice():
    jams = XWingEffect("jams", Window.MODIFY_DEFENSE_ATTACKER, (JAMS,))
    ship = replace(attacker(), effects=(jams,))
    found = expected(attack(ship, 3, shielded(1, focus=1, evade=1)))
    none = expected(attack(attacker(), 3, shielded(1)))
    kept = [expected(attack(attacker(), 3, shielded(1, **{token: 1}))) for token in ("focus", "evade")]
    assert max(kept) <= found < none


LOSES_FOCUS = XWingStep(Op.REMOVE_TOKEN, token=Token.FOCUS)


@pytest.mark.parametrize("price", [replace(JAMS, ship=Whose.OWN), LOSES_FOCUS], ids=["jam", "removal"])
def test_exact_spends_a_token_before_its_own_ability_takes_it(price):
    """Two dice and a focus token: it is spent on whatever focus results there are, then a blank is rerolled once.

    The odds of two dice: no blank 36/64, one blank and a result 24/64, two blanks 4/64; each reroll is one result in
    two. Before, rerolls came first, and the token was lost.
    """
    again = XWingEffect("again", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.REROLL, Pool.ATTACK, up_to=1), price))
    found = expected(attack(replace(attacker(focus=1), effects=(again,)), 2, shielded()))
    one_blank, two_blanks = Fraction(24, 64), Fraction(4, 64)
    assert found == 2 * Fraction(36, 64) + one_blank * Fraction(3, 2) + two_blanks * Fraction(1, 2)
