"""Cards that change which attacks a ship may make: arcs, ranges, disarm tokens, obstacles."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalSituation
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.model import Obstacle, XWingWeapon
from app.rulesets.x_wing.options import FFG_1_3_2
from app.rulesets.x_wing.terms import DONE, Arc
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, uses

STOP = XWingUse(DONE)
BEHIND = {"defender_in_arcs": (Arc.REAR,)}


def armed(weapon, *others, pilot=None, **rest):
    ship = attacker(weapon, *others, charges={weapon: 4}, lock=True, **rest)
    return replace(ship, pilot=pilot), XWingWeapon(weapon)


def is_legal(situation, options=OPTIONS):
    try:
        RULESET.prepare(situation, options)
    except IllegalSituation:
        return False
    return True


@pytest.mark.parametrize("pilot", ["arvelcrynyd", "arvelcrynyd-swz106", "captainoicunn"])
def test_an_attack_at_range_0_is_one_at_range_1_for_some(pilot):
    ship = replace(attacker(focus=1), pilot=pilot)
    end = fight(attack(ship, 2, defender(), attack_range=0, touching=True), "fff")
    assert uses(end) == ["focus"]
    assert is_legal(attack(ship, 2, defender(), attack_range=0), FFG_1_3_2)
    torpedoes, weapon = armed("protontorpedoes", pilot=pilot)
    assert not is_legal(attack(torpedoes, weapon, defender(), attack_range=0))


@pytest.mark.parametrize("holder", ["attacker", "defender"])
def test_zeb_orrelios_allows_focus_tokens_at_range_0(holder):
    own = ("zeborrelios",) if holder == "attacker" else ()
    ship, target = attacker(*own, focus=1, lock=True), defender(0, *(() if own else ("zeborrelios",)))
    assert uses(fight(attack(ship, 1, target, attack_range=0), "f")) == ["focus"]


def test_major_rhymer_reaches_one_range_nearer_and_farther_with_ordnance_alone():
    for pilot, legal in (("majorrhymer", [0, 1, 2, 3]), (None, [1, 2])):
        ship, weapon = armed("protonrockets", pilot=pilot, focus=1)
        found = [
            n
            for n in range(4)
            if is_legal(attack(ship, weapon, defender(), attack_range=n, defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE)))
        ]
        assert found == legal
    cannon, weapon = armed("ioncannon", pilot="majorrhymer")
    assert not is_legal(attack(cannon, weapon, defender(), attack_range=0))


def test_krassis_trelix_and_venisa_doza_attack_backwards():
    def ranges(pilot, weapon):
        ship, arm = armed(weapon, pilot=pilot)
        return [n for n in range(4) if is_legal(attack(ship, arm, defender(), attack_range=n, **BEHIND))]

    assert ranges("krassistrelix", "protontorpedoes") == [2, 3]
    assert ranges("krassistrelix", "heavylasercannon") == []
    assert ranges("venisadoza", "protontorpedoes") == [1, 2]
    assert ranges("venisadoza", "ioncannon") == []
    assert ranges(None, "protontorpedoes") == []


@pytest.mark.parametrize(
    ("cards", "weapon", "disarms", "legal", "most"),
    [
        (("xg1assaultconfiguration",), "ioncannon", 1, True, 3),
        (("xg1assaultconfiguration",), "ioncannon", 2, False, 3),
        (("xg1assaultconfiguration",), "protontorpedoes", 1, False, 3),
        (("os1arsenalloadout",), "protontorpedoes", 1, True, 4),
        (("os1arsenalloadout",), "ioncannon", 1, False, 4),
    ],
)
def test_a_configuration_lets_a_weapon_attack_despite_one_disarm_token(cards, weapon, disarms, legal, most):
    ship, arm = armed(weapon, *cards, disarm=disarms)
    situation = attack(ship, arm, defender())
    assert is_legal(situation) is legal
    if legal:
        assert fight(situation).wanted.count == most


def test_the_os_1_arsenal_loadout_attacks_locked_ships_only_and_keeps_the_lock():
    ship, arm = armed("barragerockets", "os1arsenalloadout", disarm=1, focus=1)
    assert is_legal(attack(ship, arm, defender()))
    assert not is_legal(attack(replace(ship, locks=()), arm, defender()))
    assert "lock" not in uses(fight(attack(ship, arm, defender()), "bbf"))


def test_tycho_celchu_shoots_missiles_disarmed_with_at_most_four_dice():
    ship, arm = armed("concussionmissiles", pilot="tychocelchu-battleoverendor", disarm=3)
    assert is_legal(attack(ship, arm, defender()))


def test_obstacles_stop_no_one_whose_card_says_so():
    for card in ("dashrendar-swz103-rebelalliance", "landingstruts", "r5x3", "qira", "friend"):
        ship = attacker(card) if card in ("landingstruts", "r5x3", "qira") else attacker()
        ship = replace(ship, pilot=card) if card.startswith("dash") else ship
        ship = replace(ship, effects=("pilot:outerrimpioneer",)) if card == "friend" else ship
        assert is_legal(attack(ship, 2, defender(), at_obstacle=Obstacle.ASTEROID)), card
    assert not is_legal(attack(attacker(), 2, defender(), at_obstacle=Obstacle.ASTEROID))


def test_mandalorian_optics_ignore_obstacles_in_front_of_a_locked_ship():
    for lock, dice in ((True, 1), (False, 2)):
        situation = attack(attacker("mandalorianoptics", lock=lock), 1, defender(1), obstructed=True)
        end = fight(situation, "h", *([STOP] if lock else []))
        assert end.wanted.count == dice


def test_vectored_cannons_turn_the_front_weapon_into_the_turret():
    ship = attacker("vectoredcannonsrz1")
    assert is_legal(attack(ship, 2, defender(), defender_in_arcs=(Arc.REAR, Arc.SINGLE_TURRET)))
    assert not is_legal(attack(ship, 2, defender()))


def test_a_bonus_attack_has_what_its_card_grants_in_it_alone():
    ship = replace(
        attacker("concussionmissiles", "ioncannon", charges={"concussionmissiles": 2}, lock=True),
        pilot="majorvynder-ssl",
    )
    situation = attack(ship, XWingWeapon("concussionmissiles"), defender())
    bonus = XWingBonusAttack("pilot:majorvynder-ssl", XWingWeapon("ioncannon"), None, 2)
    first = fight(situation, "bbf", STOP)
    assert uses(fight(situation, "bbf", STOP, bonus, "ffb")) == ["pilot:majorvynder-ssl", "lock"]
    assert first.wanted.question.ability == "pilot:majorvynder-ssl"
    assert done(situation, "bbf", STOP, XWingBonusAttack("pass")).attack_hits is False
