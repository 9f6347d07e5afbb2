"""XW-8: the firing arcs of a ship are those of its primary weapons and of its turrets, whatever its chassis."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalChoice, IllegalSituation
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.model import XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import DONE, Arc
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight
from tests.rulesets.x_wing.test_best_play import expected, shielded

STOP = XWingUse(DONE)
AROUND = {
    "front": (Arc.FRONT, Arc.FULL_FRONT),
    "bullseye": (Arc.BULLSEYE, Arc.FRONT, Arc.FULL_FRONT),
    "rear": (Arc.REAR, Arc.FULL_REAR),
    "side, to the front": (Arc.LEFT, Arc.FULL_FRONT),
    "side, to the rear": (Arc.RIGHT, Arc.FULL_REAR),
    "rear, under the turret": (Arc.REAR, Arc.FULL_REAR, Arc.SINGLE_TURRET),
    "side, under two turrets": (Arc.LEFT, Arc.FULL_FRONT, Arc.DOUBLE_TURRET),
}
FACING = {"front", "bullseye"}
TURRET = {"rear, under the turret"}
TURRETS = {"rear, under the turret", "side, under two turrets"}
CHASSIS = {
    ("bluesquadronescort",): FACING,
    ("squadsevenveteran",): {*FACING, *TURRET, "rear"},
    ("bountyhunter",): {*FACING, *TURRET, "rear"},
    ("kashyyykdefender",): {*FACING, "side, to the front", "side, under two turrets"},
    ("rebelscout",): TURRETS,
    ("outerrimsmuggler",): TURRETS,
    ("stalgasinhiveguard",): {"bullseye", *TURRETS},
    ("zetasquadronsurvivor",): {*FACING, *TURRETS},
    ("graysquadronbomber",): FACING,
    ("graysquadronbomber", "dorsalturret"): {*FACING, *TURRETS},
    ("bluesquadronescort", "protontorpedoes"): FACING,
}
"""Where an attacker is in a firing arc of the ship, by what is printed on its cards."""


@pytest.mark.parametrize("cards", CHASSIS, ids=" ".join)
def test_outmaneuver_and_general_grievous_ask_for_every_firing_arc_of_the_chassis(cards):
    where, (pilot, *upgrades) = CHASSIS[cards], cards
    target = defender(2, *upgrades, pilot=pilot)
    for place, arcs in AROUND.items():
        end = fight(attack(attacker("outmaneuver"), 1, target, attacker_in_arcs=arcs), "h")
        assert end.wanted.count == (2 if place in where else 1), place
        grievous = replace(attacker(), pilot="generalgrievous")
        end = fight(attack(grievous, 1, target, attacker_in_arcs=arcs), "b")
        asks = [use.name for use in getattr(getattr(end.wanted, "question", None), "uses", ())]
        assert asks == ([] if place in where else ["pilot:generalgrievous"]), place


def test_soulless_one_and_notorious_ask_for_the_firing_arcs_of_their_own_ship():
    for place, arcs in AROUND.items():
        target = defender(1, "soullessone", pilot="squadsevenveteran")
        end = fight(attack(attacker(), 1, target, attacker_in_arcs=arcs), "h", "b")
        assert hasattr(end, "wanted") is (place not in CHASSIS["squadsevenveteran",]), place
        target = defender(0, "notorious", pilot="squadsevenveteran", charges={"notorious": 1})
        end = fight(attack(attacker(), 1, target, attacker_in_arcs=arcs), "b")
        assert hasattr(end, "wanted") is (place in CHASSIS["squadsevenveteran",]), place


def test_of_a_ship_whose_chassis_is_not_known_the_front_arc_and_the_turrets_count():
    for place, arcs in AROUND.items():
        end = fight(attack(attacker("outmaneuver"), 1, defender(2), attacker_in_arcs=arcs), "h")
        assert end.wanted.count == (2 if place in {*FACING, *TURRETS} else 1), place


def test_in_a_game_the_weapons_of_the_ship_tell_its_firing_arcs():
    for arc, dice in ((Arc.REAR, "bbb"), (Arc.FRONT, "bb")):
        target = entering("b", 4, agility=3, weapons=(XWingWeapon(value=2, arc=arc),))
        game = engaging([entering("a", 5, upgrades=("outmaneuver",))], [target])
        game.engage("a", "b", attacker_in_arcs=AROUND["rear"], dice=["h", dice])


def test_exact_knows_the_firing_arcs():
    """Of two defense dice one is lost out of the arcs; every hit less its evades, by hand."""
    for place, arcs in AROUND.items():
        target = replace(shielded(2), pilot="squadsevenveteran")
        known = expected(attack(attacker("outmaneuver"), 2, target, attacker_in_arcs=arcs))
        rolled = 2 if place in CHASSIS["squadsevenveteran",] else 1
        assert known == expected(attack(attacker(), 2, shielded(rolled))), place


def turning(pilot, ability, upgrade):
    return replace(
        attacker(upgrade, lock=True, charges={upgrade: 2}, calculate=1), pilot=pilot, effects=(f"ship:{ability}",)
    )


@pytest.mark.parametrize(
    ("ship", "weapon", "other"),
    [
        (("zetasquadronsurvivor", "heavyweaponturret"), "concussionmissiles", "protontorpedoes"),
        (("onyxsquadronsentry", "rotatingcannons"), "ioncannon", "concussionmissiles"),
    ],
)
def test_a_weapon_whose_front_arc_counts_as_the_turrets_attacks_through_it_and_only_through_it(ship, weapon, other):
    def through(upgrade, *arcs, of=ship):
        return attack(turning(*of, upgrade), XWingWeapon(upgrade), defender(), defender_in_arcs=arcs)

    turret = through(weapon, Arc.REAR, Arc.SINGLE_TURRET)
    RULESET.prepare(turret, OPTIONS)
    done(turret, "bbb", STOP)
    for refused in (through(weapon, Arc.FRONT), through(other, Arc.REAR, Arc.SINGLE_TURRET)):
        with pytest.raises(IllegalSituation, match="weapon-requirement"):
            RULESET.prepare(refused, OPTIONS)
    RULESET.prepare(through(other, Arc.FRONT), OPTIONS)
    RULESET.prepare(through(weapon, Arc.FRONT, of=("bluesquadronescort", "weaponhardpoint")), OPTIONS)


def test_such_an_attack_is_one_through_the_turret_for_other_cards():
    ship = turning("zetasquadronsurvivor", "heavyweaponturret", "concussionmissiles")
    missile = XWingWeapon("concussionmissiles")
    outside = {"defender_in_arcs": (Arc.FRONT, Arc.SINGLE_TURRET), "attacker_in_arcs": AROUND["rear"]}
    unseen = replace(ship, upgrades=(*ship.upgrades, "outmaneuver"))
    end = fight(attack(unseen, missile, defender(2), **outside), "hbb", STOP)
    assert end.wanted.count == 2
    bistan = replace(ship, upgrades=(*ship.upgrades, "bistan"), locks=("black-3",), tokens=XWingTokens(focus=1))
    question = fight(attack(bistan, 2, defender()), "bb").wanted.question
    other = replace(defender(), id="black-3")
    bonus = XWingBonusAttack("upgrade:bistan", missile, other, 2, defender_in_arcs=outside["defender_in_arcs"])
    question.check(bonus)
    with pytest.raises(IllegalChoice, match="bonus-arc"):
        question.check(replace(bonus, weapon=XWingWeapon(value=2)))
