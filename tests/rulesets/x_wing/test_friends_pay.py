"""XW-74: a friend's ability is used as often as its card can pay: once, as `effects` say, or as the game knows."""

from dataclasses import replace
from fractions import Fraction

import pytest

from app.domain.errors import IllegalSituation
from app.domain.odds import mean
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.registry import IDS, card_of
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.model import XWingForce, XWingShields, XWingWeapon
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.terms import Window
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done
from tests.rulesets.x_wing.test_odds import EXACT, SIMPLE, by_steps

IDEN = "pilot:idenversio"
GUNNER, PALPATINE = "upgrade:seventhfleetgunner", "upgrade:emperorpalpatine"
USE, THREE = XWingUse(IDEN), XWingWeapon(value=3)
PREVENTING = [
    key
    for kind, ids in IDS.items()
    for id in ids
    if card_of(key := f"{kind}:{id}").helps_friends
    and any(effect.window is Window.BEFORE_DAMAGE for effect in card_of(key).effects)
]


def helped(*effects, hull=4):
    return replace(defender(0, hull=hull, pilot="academypilot"), effects=effects)


def test_the_cards_of_friends_in_the_window_before_damage():
    assert sorted(PREVENTING) == [IDEN, f"{IDEN}-battleofyavin", f"{IDEN}-swz105"]


@pytest.mark.parametrize("key", PREVENTING)
def test_a_friend_prevents_one_damage_of_an_attack(key):
    outcome = done(attack(attacker(), 3, helped(key)), "hhc", XWingUse(key), "blinded-pilot")
    assert (outcome.damage.prevented, outcome.damage.hit + outcome.damage.crit) == (1, 2)


@pytest.mark.parametrize(("number", "times"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_or_as_often_as_its_charges_in_effects_say(number, times):
    ship = helped(IDEN, XWingCount(IDEN, number))
    outcome = done(attack(attacker(), 3, ship), "hhh", *[USE] * times)
    assert (outcome.damage.prevented, outcome.damage.hit) == (times, 3 - times)


def test_two_charges_pay_once_for_what_costs_two():
    key = f"{IDEN}-battleofyavin"
    for number, times in ((1, 0), (2, 1), (3, 1), (4, 2)):
        outcome = done(attack(attacker(), 3, helped(key, XWingCount(key, number))), "hhh", *[XWingUse(key)] * times)
        assert outcome.damage.prevented == times


def test_odds_count_on_as_many_charges_as_there_are():
    """With one shield and one hull two damages destroy the ship, and half of all attack dice are hits or crits."""

    def chance(*effects):
        ship = replace(helped(*effects, hull=1), shields=XWingShields(1, 1))
        return mean(exact_odds(attack(attacker(), 3, ship), OPTIONS, EXACT)["destroyed"])

    assert chance() == Fraction(1, 2)
    assert chance(IDEN) == chance(IDEN, XWingCount(IDEN, 1)) == Fraction(1, 8)
    assert chance(IDEN, XWingCount(IDEN, 2)) == 0
    assert chance(IDEN, XWingCount(IDEN, 0)) == Fraction(1, 2)


@pytest.mark.parametrize("number", [None, 0, 1, 2, 3])
def test_odds_are_those_of_every_step(number):
    effects = (IDEN,) if number is None else (IDEN, XWingCount(IDEN, number))
    situation = attack(attacker(), 3, helped(*effects, hull=2))
    for policies in (EXACT, SIMPLE):
        assert exact_odds(situation, OPTIONS, policies) == by_steps(situation, policies)


def test_a_number_beside_a_friends_card_that_costs_nothing_is_refused():
    with pytest.raises(IllegalSituation, match="counts-nothing"):
        RULESET.prepare(attack(attacker(), 3, helped("pilot:serissu", XWingCount("pilot:serissu", 1))), OPTIONS)


def with_iden(charges, *others, hull=4):
    iden = entering("iden", 1, pilot="idenversio", charges={"pilot": charges}, hull=4)
    target = entering("b", 3, hull=hull, pilot="academypilot", effects=(IDEN,))
    return engaging([entering("a", 5, weapons=(THREE,)), entering("a2", 4, weapons=(THREE,))], [iden, target, *others])


def test_in_a_game_a_friend_pays_with_the_charges_that_it_has_left():
    game = with_iden(1)
    end = game.engage("a", "b", USE, dice=["hhb"], weapon=THREE)
    assert end.outcome.attack.damage.prevented == 1
    assert game.ship("iden").ship.charges == {"pilot": 0}
    end = game.engage("a2", "b", dice=["hbb"], weapon=THREE)  # nobody is asked: she has no charge left
    assert end.outcome.attack.damage.prevented == 0


def test_a_friend_with_two_charges_prevents_two_damages():
    game = with_iden(2)
    game.engage("a", "b", USE, USE, dice=["hhh"], weapon=THREE)
    assert game.ship("iden").ship.charges == {"pilot": 0}
    assert len(game.ship("b").ship.damage_cards) == 1
    assert game.ship("b").ship.effects == (IDEN,)


def test_a_friend_that_is_not_in_the_game_pays_nothing():
    target = entering("b", 3, pilot="academypilot", effects=(IDEN,), hull=4)
    game = engaging([entering("a", 5, weapons=(THREE,))], [target])
    game.engage("a", "b", dice=["hhh"], weapon=THREE)
    assert len(game.ship("b").ship.damage_cards) == 3


def test_a_friend_pays_its_force_and_the_charges_of_its_upgrade():
    palpatine = entering("p", 1, upgrades=("emperorpalpatine",), force=XWingForce(1, 1), hull=9)
    fleet = entering("f", 1, upgrades=("seventhfleetgunner",), charges={"seventhfleetgunner": 1}, hull=9)
    squad = [entering("a", 5, weapons=(THREE,), effects=(GUNNER, PALPATINE)), palpatine, fleet]
    game = engaging(squad, [entering("b", 1, hull=9)])
    game.engage("a", "b", XWingUse(GUNNER), XWingUse(PALPATINE, (0,)), dice=["fbbb"], weapon=THREE)
    assert game.ship("p").ship.force == XWingForce(1, 0)
    assert game.ship("f").ship.charges == {"seventhfleetgunner": 0}
