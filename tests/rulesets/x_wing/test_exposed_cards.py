"""XW-60: which facedown card is exposed is a roll, with physical dice the one that was turned over."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from app.domain.resolution import Pending
from app.domain.table import RollWanted
from app.rulesets.x_wing.effects import Whose, XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingShipDamageCard
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import DamageCard, Window
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, done, fight

BLINDED, CONSOLE, LEAK = DamageCard.BLINDED_PILOT, DamageCard.CONSOLE_FIRE, DamageCard.FUEL_LEAK
EXPOSES = XWingEffect("exposes", Window.AFTERMATH_ATTACKING, (XWingStep(Op.EXPOSE, ship=Whose.ENEMY),), optional=False)


def facedown(*cards):
    return tuple(XWingShipDamageCard(card) for card in cards)


def exposing(*cards, deck=None):
    ship = replace(attacker(), effects=(EXPOSES,))
    return attack(ship, 0, replace(defender(), damage_cards=facedown(*cards)), damage_deck=deck)


def chances(*cards, deck=None):
    """The probability of each card that may be exposed."""
    end = fight(exposing(*cards, deck=deck))
    assert isinstance(end, Pending)
    assert isinstance(end.wanted, RollWanted)
    assert (end.wanted.die.name, end.wanted.count, end.wanted.rule) == ("damage-card", 1, "XW-60")
    faces = end.wanted.die.faces
    return {face: Fraction(count, len(faces)) for face, count in Counter(faces).items()}


def test_each_facedown_card_is_exposed_as_often_as_the_others():
    assert chances(BLINDED, CONSOLE, LEAK) == {card: Fraction(1, 3) for card in (BLINDED, CONSOLE, LEAK)}


def test_the_card_that_was_turned_over_is_the_one_that_lies_faceup():
    cards = done(exposing(BLINDED, CONSOLE, LEAK), "console-fire").after.defender.damage_cards
    assert cards == (
        XWingShipDamageCard(BLINDED),
        XWingShipDamageCard(CONSOLE, True),
        XWingShipDamageCard(LEAK),
    )


def test_a_card_of_unknown_name_is_one_of_the_deck():
    assert chances(None, deck=(BLINDED, LEAK, LEAK)) == {BLINDED: Fraction(1, 3), LEAK: Fraction(2, 3)}


def test_known_and_unknown_cards_are_exposed_as_often_as_each_other():
    expected = {
        CONSOLE: Fraction(1, 3),
        BLINDED: Fraction(2, 3) * Fraction(1, 3),
        LEAK: Fraction(2, 3) * Fraction(2, 3),
    }
    assert chances(None, CONSOLE, None, deck=(BLINDED, LEAK, LEAK)) == expected


def test_an_unknown_card_that_is_exposed_leaves_the_deck():
    after = done(exposing(CONSOLE, None, deck=(BLINDED, LEAK)), "blinded-pilot").after
    assert after.defender.damage_cards == (XWingShipDamageCard(CONSOLE), XWingShipDamageCard(BLINDED, True))
    assert after.damage_deck == (LEAK,)


def test_where_only_one_card_can_be_exposed_nothing_is_rolled():
    assert done(exposing(CONSOLE)).after.defender.damage_cards == (XWingShipDamageCard(CONSOLE, True),)
    assert done(exposing(CONSOLE, CONSOLE)).after.defender.damage_cards[0].faceup
