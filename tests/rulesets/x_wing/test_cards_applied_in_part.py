"""Cards whose costs, dice, damage and bonus attacks the rules apply, whatever else the players do themselves."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalChoice, IllegalSituation
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import BonusAttack
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.squad_ships import entering_ship, printed_pilot
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.model import Obstacle, XWingForce, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import DONE, Arc, DamageCard
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, shown, uses

STOP = XWingUse(DONE)
IN_BULLSEYE = {"defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE)}
SHOT_FROM_FRONT = {"attacker_in_arcs": (Arc.FRONT,)}
BREACHED = (XWingShipDamageCard(DamageCard.HULL_BREACH, True),)


def flown_by(pilot, charges=0, **rest):
    return replace(attacker(**rest), pilot=pilot, charges={"pilot": charges} if charges else {})


def cards(outcome):
    """The damage cards of the defender: `U` is faceup, `d` facedown."""
    return "".join("U" if card.faceup else "d" for card in outcome.after.defender.damage_cards)


def test_chewbacca_turns_down_what_would_be_dealt_faceup_and_no_other_card():
    target = defender(pilot="chewbacca", charges={"pilot": 1})
    assert uses(fight(attack(attacker(), 2, target), "hc")) == ["pilot:chewbacca"]
    end = done(attack(attacker(), 2, target), "hc", XWingUse("pilot:chewbacca"))
    assert (cards(end), end.after.defender.charges, end.damage.crit) == ("dd", {"pilot": 0}, 1)
    assert cards(done(attack(attacker(), 2, target), "hc", STOP, "wounded-pilot")) == "dU"
    shielded = defender(shields=2, pilot="chewbacca", charges={"pilot": 1})
    assert done(attack(attacker(), 2, shielded), "hc").damage.shields == 2
    breached = replace(target, damage_cards=BREACHED)
    assert cards(done(attack(attacker(), 1, breached), "h", XWingUse("pilot:chewbacca"))) == "Ud"


def test_beskar_plating_works_against_attackers_in_front_and_discards_for_two_charges():
    target = defender(0, "beskarreinforcedplating", charges={"beskarreinforcedplating": 2})
    assert cards(done(attack(attacker(), 1, target), "c", "wounded-pilot")) == "U"
    for way, dealt, left in (("facedown", "d", 1), ("discard", "", 0)):
        use = XWingUse(f"upgrade:beskarreinforcedplating/{way}")
        end = done(attack(attacker(), 1, target, **SHOT_FROM_FRONT), "c", use)
        assert (cards(end), end.after.defender.charges["beskarreinforcedplating"]) == (dealt, left)


def test_kylo_ren_turns_up_what_would_be_dealt_facedown_in_his_bullseye():
    ship = replace(flown_by("kyloren-tiewiwhispermodifiedinterceptor"), force=XWingForce(3, 1))
    use = XWingUse("pilot:kyloren-tiewiwhispermodifiedinterceptor")
    end = done(attack(ship, 2, defender(), **IN_BULLSEYE), "hh", use, "wounded-pilot")
    assert (cards(end), end.after.attacker.force.active) == ("Ud", 0)
    assert cards(done(attack(ship, 1, defender()), "h")) == "d"


@pytest.mark.parametrize(
    ("pilot", "before", "after", "dice"),
    [
        ("soontirfel-battleoverendor", {}, XWingTokens(deplete=1), "b"),
        ("hansolo-battleofyavin", {}, XWingTokens(), "h"),
        ("cadbane-separatistalliance", {}, XWingTokens(), "h"),
    ],
)
def test_what_an_action_after_an_attack_costs_is_paid(pilot, before, after, dice):
    ship = flown_by(pilot, 1, **before)
    target = defender(hull=1)
    assert done(attack(ship, 1, target), dice, STOP).after.attacker.charges == {"pilot": 1}
    left = done(attack(ship, 1, target), dice, XWingUse(f"pilot:{pilot}")).after.attacker
    assert (left.charges, left.tokens) == ({"pilot": 0}, after)


def test_066_spends_a_calculate_token_after_defending():
    target = defender(pilot="066", calculate=1)
    assert done(attack(attacker(), 1, target), "b", XWingUse("pilot:066")).after.defender.tokens == XWingTokens()


def test_axe_hands_over_a_green_token_of_his_choice():
    target = defender(pilot="axe", focus=1, evade=1)
    end = fight(attack(attacker(), 1, target), "b")
    assert uses(end) == ["pilot:axe/focus", "pilot:axe/evade"]
    after = done(attack(attacker(), 1, target), "b", XWingUse("pilot:axe/evade")).after
    assert after.defender.tokens == XWingTokens(focus=1)


def test_the_defender_of_torani_kulda_removes_a_green_token_or_suffers_a_hit():
    ship = flown_by("toranikulda")
    end = fight(attack(ship, 1, defender(focus=1), **IN_BULLSEYE), "b")
    assert (uses(end), end.wanted.by.value) == (["pilot:toranikulda/hit", "pilot:toranikulda/focus"], "defender")
    with pytest.raises(IllegalChoice):
        end.wanted.question.check(STOP)
    kept = done(attack(ship, 1, defender(focus=1), **IN_BULLSEYE), "b", XWingUse("pilot:toranikulda/focus"))
    assert (cards(kept), kept.after.defender.tokens) == ("", XWingTokens())
    assert cards(done(attack(ship, 1, defender(), **IN_BULLSEYE), "b")) == "d"
    assert cards(done(attack(ship, 1, defender()), "b")) == ""


def test_at_the_tierfon_belly_run_nobody_rerolls_attack_dice():
    ship = attacker(lock=True, focus=1)
    assert uses(fight(attack(ship, 1, defender(0, "tierfonbellyrun")), "f")) == ["focus"]
    assert "lock" in uses(fight(attack(ship, 1, defender()), "f"))
    ship = attacker("tierfonbellyrun", "ioncannon")
    for weapon, obstacle, may in (
        (XWingWeapon("ioncannon"), Obstacle.ASTEROID, True),
        (XWingWeapon("ioncannon"), Obstacle.DEBRIS, False),
        (XWingWeapon(value=2), Obstacle.ASTEROID, False),
    ):
        situation = attack(ship, weapon, defender(), at_obstacle=obstacle)
        if may:
            RULESET.prepare(situation, OPTIONS)
            continue
        with pytest.raises(IllegalSituation, match="cannot-attack"):
            RULESET.prepare(situation, OPTIONS)


def test_a_fearful_prey_is_strained_unless_it_spends_a_green_token():
    target = defender(1, effects=("condition:fearfulprey",), focus=1)
    predator = replace(attacker(), pilot="fearsomepredator")
    assert done(attack(predator, 1, target), "h", "f", STOP).after.defender.tokens == XWingTokens(focus=1, strain=1)
    assert done(attack(predator, 1, target), "h", "f", XWingUse("focus")).after.defender.tokens == XWingTokens()
    assert done(attack(attacker(), 1, target), "h", "f", STOP).after.defender.tokens == XWingTokens(focus=1)


def test_sarco_plank_rolls_as_many_dice_as_he_was_fast():
    target = defender(2, pilot="sarcoplank", effects=(XWingCount("pilot:sarcoplank", 1),))
    assert fight(attack(attacker(), 1, target), "h", XWingUse("pilot:sarcoplank")).wanted.count == 3
    assert fight(attack(attacker(), 1, target), "h", STOP).wanted.count == 2


def test_count_dooku_changes_a_die_where_the_result_he_named_is_missing():
    ship = replace(attacker("countdooku"), force=XWingForce(1, 1))
    name = XWingUse("upgrade:countdooku/crit")
    assert shown(done(attack(ship, 2, defender()), name, "cb", "wounded-pilot").attack_dice) == "cb"
    for place, dice in ((1, "hc"), (0, "cb")):
        change = XWingUse(name.use, (place,))
        assert shown(done(attack(ship, 2, defender()), name, "hb", change, "wounded-pilot").attack_dice) == dice
    assert done(attack(replace(ship, force=XWingForce(2, 1)), 1, defender()), "b")


def test_hera_syndulla_hands_over_a_token_or_a_lock_while_dice_are_modified():
    ship = replace(attacker(), effects=("pilot:herasyndulla-rz1awing",))
    situation = attack(ship, 2, defender())
    focus = fight(situation, "fb", XWingUse("pilot:herasyndulla-rz1awing/focus"))
    assert uses(focus) == ["focus"]
    assert uses(fight(situation, "fb", XWingUse("pilot:herasyndulla-rz1awing/lock"))) == ["lock"]


def test_a_docked_attack_shuttle_lets_its_carrier_shoot_back_from_the_rear_and_not_itself():
    assert entering_ship(printed_pilot("zeborrelios"), ()).ship.effects == ()
    ship = replace(attacker(), effects=("ship:lockedandloaded",))
    end = fight(attack(ship, 1, defender()), "b")
    assert isinstance(end.wanted.question, BonusAttack)
    assert end.wanted.question.bound.arcs == (Arc.REAR,)
    rear = attack(ship, XWingWeapon(arc=Arc.REAR, value=1), defender(), defender_in_arcs=(Arc.REAR,))
    assert done(rear, "b").bonus_attacks == ()


def test_deathfire_shoots_once_more_when_he_is_destroyed():
    end = fight(attack(attacker(), 1, defender(hull=1, pilot="deathfire")), "h")
    assert isinstance(end.wanted.question, BonusAttack)
    assert done(attack(attacker(), 1, defender(hull=2, pilot="deathfire")), "h").bonus_attacks == ()


def test_an_engine_that_explodes_and_a_slicer_cost_their_enemy_something():
    target = defender(0, "unstablesublightengines-battleofyavin", hull=1)
    assert len(done(attack(attacker(), 1, target), "h").after.attacker.damage_cards) == 1
    target = replace(defender(0, "freelanceslicer"), locks=("red-5",))
    after = done(attack(attacker(), 1, target), XWingUse("upgrade:freelanceslicer"), "b").after
    assert (after.attacker.tokens, after.defender.locks) == (XWingTokens(jam=1), ())


def test_sabine_wren_frees_her_own_ship_of_strain_or_stress_after_a_special_attack_that_dealt_a_card():
    ship = attacker("sabinewren-gunner", "ioncannon", stress=1)
    after = done(
        attack(ship, XWingWeapon("ioncannon"), defender()), "bbh", XWingUse("upgrade:sabinewren-gunner/stress")
    )
    assert after.after.attacker.tokens == XWingTokens()
    assert done(attack(ship, 1, defender()), "h").after.attacker.tokens == XWingTokens(stress=1)


@pytest.mark.parametrize(("effects", "offered"), [((), True), (("condition:compromisingintel",), False)])
def test_a_token_that_may_not_be_spent_pays_for_no_card_either(effects, offered):
    ship = replace(attacker("advancedoptics", focus=1), effects=effects)
    end = fight(attack(ship, 2, defender(pilot="vimoradi")), "fb")
    assert ("upgrade:advancedoptics" in uses(end) if offered else not hasattr(end, "wanted")) is True


def test_fire_convergence_needs_the_defender_in_the_turret_of_its_own_ship():
    ship = replace(attacker(lock=True, charges={"pilot": 1}), effects=("ship:fireconvergence",))
    for arcs, offered in (((Arc.FRONT, Arc.SINGLE_TURRET), True), ((Arc.FRONT,), False)):
        end = fight(attack(ship, 1, defender(), defender_in_arcs=arcs), "b")
        assert ("ship:fireconvergence" in uses(end)) is offered


def test_chewbacca_recovers_a_charge_for_each_damage_card_that_his_ship_is_dealt():
    for dice, left in (("bb", 0), ("hb", 1), ("hh", 2)):
        target = defender(0, "chewbacca-crew-swz19", charges={"chewbacca-crew-swz19": 0})
        end = done(attack(attacker(), 2, target), dice)
        assert end.after.defender.charges["chewbacca-crew-swz19"] == left


def test_a_saturation_salvo_is_fired_backwards_too_and_with_torpedoes_and_missiles_alone():
    card = "upgrade:saturationsalvo"
    for weapon, offered in (("concussionmissiles", True), ("ioncannon", False)):
        ship = replace(attacker("saturationsalvo", weapon, lock=True, charges={weapon: 2}), pilot="krassistrelix")
        situation = attack(ship, XWingWeapon(weapon), defender(2), defender_in_arcs=(Arc.FRONT,))
        for behind in (situation, replace(situation, defender_in_arcs=(Arc.REAR,))):
            end = fight(behind, "hhh", STOP, "ee")
            assert (card in uses(end) if offered else not hasattr(end, "wanted")) is True
