"""What the official questions and answers of the rules reference 1.4.5 say of cards."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalSituation
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import Whose, XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingForce, XWingTokens, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import DONE, Arc, Window
from tests.rulesets.x_wing.brute_force import Ability, Sides, best_value
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, uses
from tests.rulesets.x_wing.test_best_play import expected, shielded

STOP = XWingUse(DONE)
ROCKETS = XWingWeapon("protonrockets")
BULLSEYE = {"defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE)}


def named(end):
    return uses(end) if hasattr(getattr(end, "wanted", None), "question") else []


@pytest.mark.parametrize(("weapon", "is_offered"), [(XWingWeapon(value=2), True), (ROCKETS, False)])
def test_the_grand_inquisitor_changes_no_range_bonus_of_ordnance(weapon, is_offered):
    force, arms = XWingForce(2, 2), ("protonrockets",)
    tokens = XWingTokens(focus=1)
    ship = replace(attacker(*arms, charges={"protonrockets": 1}), tokens=tokens, force=force)
    own = attack(replace(ship, pilot="grandinquisitor"), weapon, defender(), attack_range=2, **BULLSEYE)
    assert ("pilot:grandinquisitor" in named(fight(own))) is is_offered
    target = replace(defender(pilot="grandinquisitor"), force=force)
    assert ("pilot:grandinquisitor" in named(fight(attack(ship, weapon, target, attack_range=1, **BULLSEYE)))) is (
        is_offered
    )


HAN = "hansolo-modifiedyt1300lightfreighter"


def test_han_solo_rerolls_among_the_modifications_and_dice_that_were_rerolled_too():
    ship = replace(attacker(lock=True), pilot=HAN)
    end = fight(attack(ship, 2, defender()), "hb", XWingUse("lock", (1,)), "b")
    assert uses(end) == [f"pilot:{HAN}"]
    assert done(
        attack(ship, 2, defender()), "hb", XWingUse("lock", (1,)), "b", XWingUse(f"pilot:{HAN}"), "hh"
    ).uncanceled
    midnight = replace(defender(pilot="midnight"), locks=("red-5",))
    assert done(attack(ship, 2, midnight), "bb").uncanceled.hit == 0
    assert done(attack(ship, 2, defender(), attack_range=0), "bb").uncanceled.hit == 0


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_exact_uses_han_solo_best(dice):
    """The oracle tries every order of the lock and of the reroll of all dice."""
    again = Ability(0, "attacker", "attack", "reroll", exactly=True, again=True)
    found = expected(attack(replace(attacker(lock=True, focus=1), pilot=HAN), dice, shielded()))
    assert found == best_value(Sides((dice, 0), (again,), 0), (("attacker", "lock"), ("attacker", "focus")))


def hurting(amount, window=Window.AFTER_DECLARED):
    """An ability of the defender that damages the attacker."""
    return XWingEffect("hurts", window, (XWingStep(Op.SUFFER, ship=Whose.ENEMY, amount=amount),), optional=False)


def test_hate_counts_no_shield_that_is_lost_and_counts_damage_while_attacking():
    plasma = attacker("plasmatorpedoes", lock=True, charges={"plasmatorpedoes": 1})
    target = replace(defender(0, "hate", shields=2), force=XWingForce(3, 0))
    after = done(attack(plasma, XWingWeapon("plasmatorpedoes"), target), "hbb", STOP).after.defender
    assert (after.shields.active, after.force.active) == (0, 1)
    ship = replace(attacker("hate"), force=XWingForce(3, 0))
    for window in (Window.AFTER_DECLARED, Window.AFTERMATH_DEFENDING):
        situation = attack(ship, 1, replace(defender(), effects=(hurting(2, window),)))
        assert done(situation, "b").after.attacker.force.active == 2


def test_a_stealth_device_is_spent_by_damage_while_attacking():
    device = attacker("stealthdevice", charges={"stealthdevice": 1})
    hurt = attack(device, 1, replace(defender(), effects=(hurting(1),)))
    assert done(hurt, "b").after.attacker.charges == {"stealthdevice": 0}
    assert done(attack(device, 1, defender()), "b").after.attacker.charges == {"stealthdevice": 1}


SNAPS = {
    "snapshot": {},
    "foresight": {"force": 1},
    "underslungblastercannon": {"lock": True},
}


@pytest.mark.parametrize("weapon", SNAPS)
def test_a_weapon_for_bonus_attacks_may_be_chosen_for_a_standard_attack(weapon):
    where = {"defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE, Arc.SINGLE_TURRET)}
    where["attack_range"] = 1 if weapon == "underslungblastercannon" else 2
    used = replace(attacker(weapon, **SNAPS[weapon]), bonus_attack_used=True)
    standard = attack(used, XWingWeapon(weapon), defender(), bonus=False, **where)
    RULESET.prepare(standard, OPTIONS)
    ship = replace(used, bonus_attack_used=False)
    end = fight(replace(standard, attacker=ship), "bb", *([STOP] if weapon == "underslungblastercannon" else []))
    assert not end.outcome.after.attacker.bonus_attack_used
    for bonus in (None, True):
        with pytest.raises(IllegalSituation, match="bonus-attack-used"):
            RULESET.prepare(replace(standard, bonus=bonus), OPTIONS)


def test_foresight_costs_force_for_a_bonus_attack_only():
    ship = attacker("foresight", force=1)
    for bonus, left in ((None, 0), (True, 0), (False, 1)):
        situation = attack(ship, XWingWeapon("foresight"), defender(), bonus=bonus, **BULLSEYE)
        after = done(situation, "bb").after.attacker
        assert (after.force.active, after.bonus_attack_used) == (left, bonus is not False)


def test_any_attack_can_be_told_to_be_a_bonus_attack():
    assert done(attack(attacker(), 1, defender(), bonus=True), "b").after.attacker.bonus_attack_used


def test_in_a_game_a_snap_shot_is_a_standard_attack_and_may_be_one_that_a_card_grants():
    snap = XWingWeapon("snapshot")
    game = engaging([entering("a", 5, upgrades=("snapshot",), weapons=(snap,))], [entering("b", 2)])
    game.engage("a", "b", weapon=snap, dice=["hb"])
    assert (game.ship("a").ship.bonus_attack_used, len(game.ship("b").ship.damage_cards)) == (False, 1)
    pilot = entering(
        "a", 5, pilot="wrath", upgrades=("snapshot",), weapons=(snap, XWingWeapon(value=1, arc=Arc.BULLSEYE))
    )
    pilot = replace(pilot, ship=replace(pilot.ship, tokens=XWingTokens(stress=1)))
    other = entering("b-2", 2, hull=5)
    game = engaging([pilot], [entering("b", 2, hull=5), other])
    again = XWingBonusAttack("pilot:wrath", snap, other.ship, 2)
    first = {"weapon": pilot.weapons[1], "defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE)}
    game.engage("a", "b", again, dice=["b", "hb"], **first)
    assert len(game.ship("b-2").ship.damage_cards) == 1


def test_prevented_damage_leaves_the_ion_tokens():
    ship = attacker("ioncannon")
    target = replace(defender(0, pilot="idenversio", charges={"pilot": 1}))
    outcome = done(attack(ship, XWingWeapon("ioncannon"), target), "hhb", XWingUse("pilot:idenversio"))
    assert (len(outcome.after.defender.damage_cards), outcome.after.defender.tokens.ion) == (0, 1)


@pytest.mark.parametrize(("arc", "dice"), [(Arc.FRONT, 2), (Arc.SINGLE_TURRET, 3), (Arc.BULLSEYE, 3)])
def test_kavil_adds_a_die_outside_of_his_front_weapon(arc, dice):
    ship = replace(attacker(), pilot="kavil")
    arcs = (Arc.FRONT, Arc.BULLSEYE, Arc.SINGLE_TURRET)
    assert fight(attack(ship, XWingWeapon(arc=arc, value=2), defender(), defender_in_arcs=arcs)).wanted.count == dice


def test_the_targeting_computer_changes_no_die_once_the_lock_is_spent():
    ship = replace(attacker(lock=True), effects=("ship:advancedtargetingcomputer",))
    end = fight(attack(ship, 1, defender()), "hb")
    assert uses(end) == ["ship:advancedtargetingcomputer", "lock"]
    assert done(attack(ship, 1, defender()), "hb", XWingUse("lock", (1,)), "b").uncanceled.crit == 0


def test_scourge_skutu_adds_his_die_to_a_snap_shot():
    ship = replace(attacker("snapshot"), pilot="scourgeskutu")
    assert fight(attack(ship, XWingWeapon("snapshot"), defender(), **BULLSEYE)).wanted.count == 3


def test_what_forbids_the_lock_during_an_attack_ends_before_the_aftermath():
    ship = attacker("firecontrolsystem", "stabilizedsfoils", "ioncannon", lock=True)
    end = fight(attack(ship, 1, defender()), "b", XWingUse("upgrade:firecontrolsystem", (0,)), "b")
    assert end.wanted.question.ability == "upgrade:stabilizedsfoils"


@pytest.mark.parametrize(("before", "faceup"), [(False, ["fuel-leak"]), (True, [])])
def test_concussion_missiles_expose_a_card_after_the_damage_or_before_it_where_the_option_says_so(before, faceup):
    ship = attacker("concussionmissiles", lock=True, charges={"concussionmissiles": 1})
    situation = attack(ship, XWingWeapon("concussionmissiles"), defender())
    options = replace(OPTIONS, after_hit_before_damage=before)
    assert RULESET.is_standard(options)
    outcome = done(situation, "hbb", STOP, *faceup, options=options)
    assert [held.card for held in outcome.after.defender.damage_cards if held.faceup] == faceup
