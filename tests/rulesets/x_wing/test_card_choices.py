"""Cards that let a player choose one of several things, the enemy among them, and cards that a friend pays for."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalChoice
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.model import XWingForce, XWingShields, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.outcome import Uncanceled
from app.rulesets.x_wing.terms import DONE, Arc, DamageCard
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, done, fight, noted, shown, uses

STOP = XWingUse(DONE)
BULLSEYE = {"defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE)}
TURRET = XWingWeapon(arc=Arc.SINGLE_TURRET, value=2)
IN_TURRET = {"defender_in_arcs": (Arc.FRONT, Arc.SINGLE_TURRET)}


def flown_by(pilot, **rest):
    return replace(attacker(**rest), pilot=pilot)


def by(end):
    return end.wanted.by


@pytest.mark.parametrize(("way", "left"), [("focus", "hh"), ("hit", "fc")])
def test_of_the_choices_of_a_card_one_is_used_in_a_window(way, left):
    situation = attack(flown_by("barrissoffee", force=2, lock=True), 2, defender(), **BULLSEYE)
    end = fight(situation, "fh")
    assert uses(end)[:2] == ["pilot:barrissoffee/focus", "pilot:barrissoffee/hit"]
    end = fight(situation, "fh", XWingUse(f"pilot:barrissoffee/{way}", (0 if way == "focus" else 1,)))
    after = end.wanted.question
    assert sorted(shown(after.state.attack_dice)) == sorted(left)
    assert not any(use.name.startswith("pilot:barrissoffee") for use in after.uses)


def test_r4b11_removes_a_token_that_its_player_chooses_or_the_lock_of_its_ship():
    target = defender(1, stress=1, ion=1)
    end = fight(attack(attacker("r4b11", lock=True), 1, target), "h", STOP, "e")
    assert uses(end) == ["upgrade:r4b11/stress", "upgrade:r4b11/ion", "upgrade:r4b11/lock"]
    after = done(attack(attacker("r4b11"), 1, target), "h", "e", XWingUse("upgrade:r4b11/ion", (0,)), "b").after
    assert (after.defender.tokens.ion, after.defender.tokens.stress) == (0, 1)
    after = done(
        attack(attacker("r4b11", lock=True), 1, target), "h", STOP, "e", XWingUse("upgrade:r4b11/lock", (0,)), "e"
    ).after
    assert after.attacker.locks == ()


def test_choices_of_the_aftermath_wait_together_and_are_asked_once():
    ship = flown_by("zizitlo", charges={"pilot": 2})
    end = fight(attack(ship, 1, defender()), "b")
    assert uses(end) == ["pilot:zizitlo/focus", "pilot:zizitlo/evade"]
    after = done(attack(ship, 1, defender()), "b", XWingUse("pilot:zizitlo/evade")).after.attacker
    assert (after.tokens, after.charges) == (XWingTokens(evade=1), {"pilot": 1})


def test_cad_bane_gives_away_a_token_of_his_choice():
    ship = replace(flown_by("cadbane", stress=1, strain=1), charges={"pilot": 2})
    after = done(attack(ship, 1, defender()), "h", XWingUse("pilot:cadbane/strain")).after
    assert (after.attacker.tokens, after.defender.tokens) == (XWingTokens(stress=1), XWingTokens(strain=1))


def test_4lom_keeps_the_defender_from_one_kind_of_token():
    situation = attack(attacker("4lom"), 1, defender(1, focus=1, evade=1))
    end = fight(situation, "h", XWingUse("upgrade:4lom/focus"), "f")
    assert uses(end) == ["evade"]
    with pytest.raises(IllegalChoice, match="dice-cannot-be-modified"):
        end.wanted.question.check(XWingUse("focus"))
    assert end.wanted.question.state.attacker.tokens.ion == 2
    assert uses(fight(situation, "h", STOP, "f")) == ["focus", "evade"]


def test_tiber_saxon_spends_as_many_charges_as_he_likes():
    ship = attacker("tibersaxon", charges={"tibersaxon": 2})
    for count in (1, 2):
        after = done(attack(ship, 1, defender()), "h", XWingUse(f"upgrade:tibersaxon/{count}")).after
        assert (after.defender.tokens.strain, after.attacker.charges["tibersaxon"]) == (count, 2 - count)


def test_gar_saxon_rolls_a_die_more_up_to_four_for_a_token_of_the_defender():
    for value, rolled in ((3, "bbbb"), (4, "bbbb")):
        situation = attack(attacker("garsaxon-gunner"), value, defender(jam=1))
        assert done(situation, XWingUse("upgrade:garsaxon-gunner/jam"), rolled).after.defender.tokens.jam == 0


# The enemy decides


def test_the_defender_says_what_a_hotshot_gunner_takes():
    situation = attack(attacker("hotshotgunner"), TURRET, defender(focus=1, calculate=1), **IN_TURRET)
    end = fight(situation, "bh")
    assert (by(end), uses(end)) == (
        "defender",
        ["upgrade:hotshotgunner/calculate", "upgrade:hotshotgunner/focus"],
    )
    with pytest.raises(IllegalChoice, match="mandatory"):
        end.wanted.question.check(STOP)
    after = done(situation, "bh", XWingUse("upgrade:hotshotgunner/focus")).after.defender
    assert after.tokens == XWingTokens(calculate=1)
    only = attack(attacker("hotshotgunner"), TURRET, defender(focus=1), **IN_TURRET)
    assert done(only, "bh").after.defender.tokens == XWingTokens()


@pytest.mark.parametrize(("way", "deplete", "cards"), [("deplete", 1, 0), ("hit", 0, 1)])
def test_the_defender_is_depleted_or_suffers_damage_for_a_suppressive_gunner(way, deplete, cards):
    situation = attack(attacker("suppressivegunner"), 1, defender())
    end = fight(situation, "f", XWingUse("upgrade:suppressivegunner", (0,)))
    assert by(end) == "defender"
    choice = XWingUse(f"upgrade:suppressivegunner/{way}")
    after = done(situation, "f", XWingUse("upgrade:suppressivegunner", (0,)), choice).after.defender
    assert (after.tokens.deplete, len(after.damage_cards)) == (deplete, cards)
    assert done(situation, "f", STOP).after.defender.tokens.deplete == 0


def test_greedo_lets_the_attacker_make_a_crit_while_he_is_charged():
    target = defender(0, "greedo", charges={"greedo": 1})
    end = fight(attack(attacker(), 1, target), "h")
    assert (by(end), uses(end)) == ("attacker", ["upgrade:greedo"])
    assert done(attack(attacker(), 1, defender(0, "greedo")), "h").uncanceled == Uncanceled(hit=1)


def test_k2b4_adds_an_evade_unless_the_attacker_takes_strain():
    target = defender(1, effects=("upgrade:k2b4",), calculate=1)
    spent = ("h", "b", XWingUse("upgrade:k2b4"))
    assert by(fight(attack(attacker(), 1, target), *spent)) == "attacker"
    evaded = done(attack(attacker(), 1, target), *spent, XWingUse("upgrade:k2b4/evade"))
    strained = done(attack(attacker(), 1, target), *spent, XWingUse("upgrade:k2b4/strain"))
    assert (evaded.attack_hits, strained.attack_hits) == (False, True)
    assert (strained.after.attacker.tokens.strain, strained.after.defender.tokens.calculate) == (1, 0)


# Paid elsewhere, or by friends


def test_what_another_ship_pays_is_told_and_not_taken():
    ship = attacker("ruthless")
    end = fight(attack(ship, 1, defender()), "b", XWingUse("upgrade:ruthless", (0,)))
    assert [(fact.cost, fact.elsewhere) for fact in noted(end, facts.CostPaid)] == [("suffer-hit", True)]
    assert end.outcome.after.attacker.damage_cards == ()


@pytest.mark.parametrize(("way", "left"), [("hit", (0, 1)), ("crit", (1, 0))])
def test_prince_xizor_and_captain_phasma_let_a_friend_take_a_hit_or_a_crit(way, left):
    for pilot in ("princexizor", "captainphasma"):
        end = fight(attack(attacker(), 2, defender(shields=5, pilot=pilot)), "hc")
        assert uses(end) == [f"pilot:{pilot}/hit", f"pilot:{pilot}/crit"]
        assert end.wanted.question.may_stop() is (pilot == "princexizor")
        target = defender(shields=5, pilot=pilot)
        damage = done(attack(attacker(), 2, target), "hc", XWingUse(f"pilot:{pilot}/{way}")).damage
        assert (damage.hit, damage.crit) == left


def test_a_friends_condition_about_locks_is_known_at_the_table():
    friend = attack(attacker(), 1, defender(effects=("upgrade:m9g8",)))
    assert uses(fight(friend, "h")) == ["upgrade:m9g8"]
    own = attack(attacker(), 1, defender(0, "m9g8"))
    assert not hasattr(fight(own, "h"), "wanted")
    near = attack(replace(attacker(), effects=("upgrade:intimidation",)), 1, defender(2))
    assert len(done(near, "h", "e").defense_dice) == 1


def test_admiral_sloane_stresses_who_destroys_a_friend():
    doomed = defender(hull=1, effects=("upgrade:admiralsloane",))
    assert done(attack(attacker(), 1, doomed), "h").after.attacker.tokens.stress == 2
    assert done(attack(attacker(), 1, defender(0, "admiralsloane", hull=1)), "h").after.attacker.tokens.stress == 0


# What is lost, dealt and left


def test_joph_seastriker_gains_an_evade_token_for_each_lost_shield():
    target = defender(shields=2, pilot="jophseastriker")
    assert done(attack(attacker(), 3, target), "hhh").after.defender.tokens.evade == 2


def test_seyn_marana_deals_a_facedown_card_past_the_shields_and_misses():
    outcome = done(attack(flown_by("seynmarana"), 2, defender(shields=2)), "hc", XWingUse("pilot:seynmarana", (1,)))
    assert (outcome.attack_hits, outcome.after.defender.shields.active) == (False, 2)
    assert outcome.after.defender.damage_cards == (XWingShipDamageCard(None, False),)


def test_ancillary_ion_weapons_turn_crits_into_ion_tokens():
    ship = attacker("alpha3eesk", charges={"alpha3eesk": 2})
    outcome = done(attack(ship, 3, defender(1)), XWingUse("upgrade:alpha3eesk"), "hcc", "b")
    assert (outcome.damage.hit, outcome.damage.crit, outcome.after.defender.tokens.ion) == (1, 0, 2)
    assert done(attack(ship, 1, defender(shields=1)), STOP, "c").after.defender.tokens.ion == 0


@pytest.mark.parametrize(("shields", "is_asked"), [(1, True), (2, False)])
def test_durge_gives_a_hit_for_a_crit_when_more_gets_through_than_he_has_shields(shields, is_asked):
    situation = attack(attacker(), 2, defender(shields=shields, pilot="durge"))
    end = fight(situation, "hh")
    assert hasattr(end, "wanted") is is_asked
    if is_asked:
        damage = done(situation, "hh", XWingUse("pilot:durge")).damage
        assert (damage.hit, damage.crit) == (0, 1)


@pytest.mark.parametrize(("dice", "stress"), [(1, 1), (2, 0), (3, 1)])
def test_viktor_hel_stresses_unless_he_rolls_exactly_two_dice(dice, stress):
    target = defender(dice, pilot="viktorhel")
    assert done(attack(attacker(), 1, target), "b", "e" * dice).after.attacker.tokens.stress == stress


def test_commander_cody_strains_who_neutralized_all_results():
    situation = attack(attacker("clonecommandercody"), 1, defender(1))
    assert done(situation, "h", "e").after.defender.tokens.strain == 1
    assert done(situation, "b", "e").after.defender.tokens.strain == 0


def test_chaff_particles_and_a_targeting_matrix_spend_a_focus_result_when_results_are_neutralized():
    target = defender(1, "chaffparticles-battleoverendor", stress=1)
    card = "upgrade:chaffparticles-battleoverendor/stress"
    assert done(attack(attacker(), 1, target), "h", "f", XWingUse(card, (0,))).after.defender.tokens.stress == 0
    locked = attack(attacker(lock=True), 1, defender(1, "chaffparticles-battleoverendor"))
    card = card.replace("stress", "lock")
    assert done(locked, "h", STOP, "f", XWingUse(card, (0,))).after.attacker.locks == ()
    matrix = "targetingmatrix-battleoverendor"
    situation = attack(attacker(matrix), 2, defender())
    assert done(situation, "fh", XWingUse(f"upgrade:{matrix}", (0,))).after.defender.tokens.strain == 1


def test_guarded_and_goji_give_as_many_dice_as_are_counted():
    for card in ("condition:guarded", "pilot:goji"):
        target = defender(1, effects=(card, XWingCount(card, 2)))
        end = fight(attack(attacker(), 1, target), "h")
        if card == "pilot:goji":
            end = fight(attack(attacker(), 1, target), "h", XWingUse(card))
        assert end.wanted.count == 3
        assert fight(attack(attacker(), 1, defender(1, effects=(card,))), "h").wanted.count == 1


def test_the_optimized_prototype_takes_a_shield_or_exposes_a_card():
    down = (XWingShipDamageCard(DamageCard.CONSOLE_FIRE, False),)
    target = replace(defender(shields=1), damage_cards=down)
    ship = replace(attacker(), effects=("condition:optimizedprototype",))
    card = "condition:optimizedprototype"
    after = done(attack(ship, 1, target), "f", XWingUse(f"{card}/shield", (0,))).after.defender
    assert after.shields == XWingShields(1, 0)
    after = done(attack(ship, 1, target), "f", XWingUse(f"{card}/expose", (0,))).after.defender
    assert after.damage_cards[0].faceup


def test_darth_vader_spends_force_while_he_attacks_only():
    vader = replace(defender(1, pilot="darthvader-tieddefender"), force=XWingForce(3, 3))
    assert not hasattr(fight(attack(attacker(), 1, vader), "h", "f"), "wanted")
    own = replace(attacker(), pilot="darthvader-tieddefender", force=XWingForce(3, 3))
    assert "force" in uses(fight(attack(own, 1, defender()), "f"))


def test_networked_aim_lets_no_lock_be_spent_on_rerolls():
    ship = replace(attacker(lock=True), effects=("ship:networkedaim", XWingCount("ship:networkedaim", 2)))
    assert uses(fight(attack(ship, 2, defender()), "bb")) == ["ship:networkedaim"]


def test_conditions_that_forbid_tokens_forbid_those_of_their_own_ship():
    focused = defender(1, focus=1, effects=("condition:compromisingintel",))
    assert not hasattr(fight(attack(replace(attacker(), pilot="vimoradi"), 1, focused), "h", "f"), "wanted")
    assert uses(fight(attack(attacker(), 1, focused), "h", "f")) == ["focus"]
    marked = defender(1, focus=1, evade=1, effects=("condition:markedforelimination",))
    assert uses(fight(attack(attacker(), 1, marked), "h", "f")) == ["focus", "evade"]
    locked = fight(attack(attacker("trackingfob", lock=True), 1, marked), "h", STOP, "f")
    assert not hasattr(locked, "wanted")


def test_an_underslung_blaster_cannon_is_modified_by_a_lock_only():
    ship = attacker("underslungblastercannon", "predator", lock=True, focus=1)
    weapon = XWingWeapon("underslungblastercannon")
    situation = attack(ship, weapon, defender(), attack_range=1, defender_in_arcs=(Arc.FRONT, Arc.SINGLE_TURRET))
    assert uses(fight(situation, "ff")) == ["lock"]
