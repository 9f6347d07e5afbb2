"""XW-59, XW-64: bonus attacks draw from the decks of both players, of which one may be sent."""

from dataclasses import replace

import pytest

from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.deck import full_deck
from app.rulesets.x_wing.effects import XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingShip, XWingShipDamageCard, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import PASS, DamageCard, Window
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, done, fight

PILOT, FIRE, BREACH = DamageCard.WOUNDED_PILOT, DamageCard.CONSOLE_FIRE, DamageCard.HULL_BREACH
WHOLE = [card.value for card in full_deck()]
GRANT = (XWingStep(Op.BONUS_ATTACK),)
AGAIN = XWingEffect("again", Window.AFTERMATH_BONUS_ATTACKING, GRANT)
BACK = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, GRANT)
ONE_DIE = XWingWeapon(value=1)


def situation(deck):
    """Both ships may make a bonus attack; the defending player's deck is sent, or unknown."""
    shooter = replace(attacker(), effects=(AGAIN,))
    return attack(shooter, 1, defender(effects=(BACK,)), damage_deck=deck)


def at(effect, target):
    return XWingBonusAttack(effect.id, ONE_DIE, target, attack_range=2)


def ship(name, *cards):
    return XWingShip(name, 0, 9, damage_cards=tuple(XWingShipDamageCard(card, faceup=True) for card in cards))


def drawn_from(end):
    assert end.wanted.die.name == "damage-card"
    return list(end.wanted.die.faces)


def without(deck, *cards):
    left = list(deck)
    for card in cards:
        left.remove(card.value)
    return left


@pytest.mark.parametrize("held", [(), (PILOT,), (PILOT, PILOT)], ids=len)
def test_a_sent_deck_is_what_is_left_whatever_lies_on_the_target_of_the_bonus_attack(held):
    end = fight(situation((PILOT, FIRE)), "b", XWingBonusAttack(PASS), at(AGAIN, ship("wingman", *held)), "c")
    assert (end.wanted.by, drawn_from(end)) == ("defender", ["wounded-pilot", "console-fire"])


def test_a_deck_that_is_not_sent_lacks_what_lies_on_the_target_of_the_bonus_attack():
    end = fight(situation(None), "b", XWingBonusAttack(PASS), at(AGAIN, ship("wingman", PILOT)), "c")
    assert drawn_from(end) == without(WHOLE, PILOT)


def test_a_sent_deck_goes_on_from_the_attack_to_the_bonus_attack():
    answers = ("c", "wounded-pilot", XWingBonusAttack(PASS), at(AGAIN, ship("wingman")), "c")
    end = fight(situation((PILOT, FIRE)), *answers)
    assert drawn_from(end) == ["console-fire"]
    assert done(situation((PILOT, FIRE)), *answers, "console-fire").after.damage_deck == ()


def test_a_sent_deck_is_not_the_deck_of_the_player_whom_the_bonus_attack_hits_back():
    target = ship("wingman", BREACH)
    end = fight(situation((PILOT, FIRE)), "b", at(BACK, target), "c")
    assert (end.wanted.by, drawn_from(end)) == ("attacker", without(WHOLE, BREACH))
    outcome = done(situation((PILOT, FIRE)), "b", at(BACK, target), "c", "fuel-leak", XWingBonusAttack(PASS))
    assert outcome.after.damage_deck == (PILOT, FIRE)


def test_after_a_bonus_attack_by_the_defender_each_player_draws_from_their_own_deck_again():
    answers = ("b", at(BACK, ship("wingman")), "c", "wounded-pilot", at(AGAIN, ship("other")), "c")
    assert drawn_from(fight(situation((PILOT, FIRE)), *answers)) == ["wounded-pilot", "console-fire"]


def test_an_empty_sent_deck_is_shuffled_anew_in_a_bonus_attack():
    end = fight(situation(()), "b", XWingBonusAttack(PASS), at(AGAIN, ship("wingman", PILOT)), "c")
    assert drawn_from(end) == WHOLE
