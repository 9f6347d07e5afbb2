"""Single words of cards: which ship they look at, what they cost their ship, and when they hold."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalChoice, IllegalSituation
from app.rulesets.x_wing import RULESET, facts
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.catalogue import CATALOGUE
from app.rulesets.x_wing.effects import CostKind, XWingCount
from app.rulesets.x_wing.model import XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import DONE, PASS, Arc
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, noted, uses

STOP = XWingUse(DONE)


@pytest.mark.parametrize("norra", ["norrawexley", "norrawexley-btla4ywing"])
def test_norra_wexley_looks_at_any_enemy_ship_near_her(norra):
    def evades(attack_range, *near):
        target = defender(0, pilot=norra, effects=near)
        end = done(attack(attacker(), 0, target, attack_range=attack_range), *["b"] * (attack_range in (1, 3)))
        return [die.face for die in end.defense_dice].count("evade")

    def others(count):
        return XWingCount(f"pilot:{norra}", count)

    assert [evades(attack_range) for attack_range in (0, 1, 2)] == [1, 1, 0]
    assert [evades(2, others(0)), evades(2, others(1)), evades(1, others(2))] == [0, 1, 1]


def test_captain_dobbs_and_the_mandalorian_royal_guard_tell_what_their_ship_pays():
    paid = {}
    for card, dice in (("captaindobbs", ("hb",)), ("mandalorianroyalguard", ("hb", "b"))):
        target = defender(len(dice) - 1, effects=(f"pilot:{card}",))
        end = fight(attack(attacker(), 2, target), *dice, XWingUse(f"pilot:{card}", (0,)))
        assert end.outcome.damage.hit == 0
        paid[card] = [(fact.cost, fact.amount, fact.elsewhere) for fact in noted(end, facts.CostPaid)]
        assert end.outcome.after.defender.tokens == XWingTokens()
    assert paid == {
        "captaindobbs": [(CostKind.GAIN_ION, 1, True)],
        "mandalorianroyalguard": [(CostKind.GAIN_DEPLETE, 1, True), (CostKind.GAIN_STRAIN, 1, True)],
    }


@pytest.mark.parametrize(
    ("card", "waived"),
    [
        ("upgrade:targetingsynchronizer", ("protontorpedoes",)),
        ("upgrade:instinctiveaim", ("protontorpedoes", "barragerockets")),
        ("pilot:baktoidprototype", ("protontorpedoes", "barragerockets", "energyshellcharges")),
    ],
)
def test_a_card_waives_only_the_requirements_that_it_names(card, waived):
    for weapon in ("protontorpedoes", "barragerockets", "energyshellcharges"):
        kind, _, id = card.partition(":")
        own = (weapon,) if card != "upgrade:instinctiveaim" else (weapon, id)
        ship = replace(attacker(*own, force=1, charges={weapon: 1}), pilot=id if kind == "pilot" else None)
        if card == "upgrade:targetingsynchronizer":
            ship = replace(ship, effects=(card,))
        situation = attack(ship, XWingWeapon(weapon), defender())
        if weapon in waived:
            RULESET.prepare(situation, OPTIONS)
            continue
        with pytest.raises(IllegalSituation, match="requirement-unmet"):
            RULESET.prepare(situation, OPTIONS)


def test_sabine_wren_adds_a_focus_result_out_to_range_2():
    for attack_range, is_offered in ((0, True), (2, True), (3, False)):
        target = defender(1, pilot="sabinewren-lancerclasspursuitcraft")
        situation = attack(attacker(), 2, target, attack_range=attack_range, attacker_in_arcs=(Arc.SINGLE_TURRET,))
        end = fight(situation, "hb", "b" * (2 if attack_range == 3 else 1))
        assert hasattr(end, "wanted") is is_offered


def test_quickdraw_shoots_back_after_a_lost_shield_only_and_ubbel_after_a_damage_card_only():
    for pilot, asks in (("quickdraw", (True, False, True)), ("flightleaderubbel", (False, True, True))):
        for (shields, dice), expected in zip(((1, "hb"), (0, "hb"), (1, "hh")), asks, strict=True):
            target = defender(0, pilot=pilot, shields=shields, charges={"pilot": 1})
            end = fight(attack(attacker(), 2, target), dice)
            question = getattr(getattr(end, "wanted", None), "question", None)
            assert (question is not None and question.name == "bonus-attack") is expected, (pilot, shields, dice)


def test_bossk_has_to_attack_again_if_he_can():
    weapon = XWingWeapon(value=2)
    ship = attacker("bossk")
    question = fight(attack(ship, weapon, defender()), "bb").wanted.question
    with pytest.raises(IllegalChoice, match="mandatory"):
        question.check(XWingBonusAttack(PASS))
    (again,) = question.options()
    assert (again.use, again.weapon, again.attack_range) == ("upgrade:bossk", weapon, 2)
    outcome = done(attack(ship, weapon, defender()), "bb", again, "hb")
    assert outcome.after.attacker.tokens.stress == 1
    assert outcome.bonus_attacks[0].damage.hit == 1
    stressed = replace(ship, tokens=XWingTokens(stress=1))
    assert done(attack(stressed, weapon, defender()), "bb").bonus_attacks == ()


def test_decoyed_adds_an_evade_result_on_an_n1_and_changes_one_on_other_ships():
    faces = {}
    for pilot in ("bravoflightofficer", "bluesquadronescort"):
        target = defender(1, pilot=pilot, effects=("condition:decoyed",))
        end = fight(attack(attacker(), 1, target), "h", "b")
        assert uses(end) == ["condition:decoyed"]
        (option, _) = end.wanted.question.options()
        outcome = fight(attack(attacker(), 1, target), "h", "b", option).outcome
        faces[pilot] = "".join(die.face[0] for die in outcome.defense_dice)
    assert faces == {"bravoflightofficer": "be", "bluesquadronescort": "e"}


def test_conditions_and_damage_cards_have_names_in_texts():
    assert CATALOGUE.name_of("condition:decoyed") == "Decoyed"
    assert CATALOGUE.name_of("condition:suppressivefire") == "Suppressive Fire"


def test_a_weapons_systems_officer_locks_after_attacks_that_require_a_lock_only():
    def officers(weapon, rerolled):
        ship = attacker(weapon, "weaponssystemsofficer", lock=True, charges={weapon: 1}, focus=1)
        ranged = attack(ship, XWingWeapon(weapon), defender(), attack_range=3)
        end = fight(ranged, rerolled, XWingUse("lock", tuple(range(len(rerolled)))), rerolled)
        return hasattr(end, "wanted") and "upgrade:weaponssystemsofficer" in uses(end)

    assert officers("protontorpedoes", "bbbb")
    assert not officers("barragerockets", "bbb")
