"""XW-8, XW-50: where an attack does not say in which arc of the defender the attacker is, its record says what follows."""

from dataclasses import replace

import pytest

from app.rulesets.x_wing import facts
from app.rulesets.x_wing.model import XWingWeapon
from app.rulesets.x_wing.terms import Arc, Token
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, fight, noted


def without_arcs(found, dice="h"):
    return noted(fight(found, dice), facts.ArcsNotSent)


def test_outmaneuver_that_works_because_no_arc_was_sent_is_noted():
    red = attacker("outmaneuver")
    assert without_arcs(attack(red, 1, defender(2))) == [facts.ArcsNotSent("red-5", "upgrade:outmaneuver")]
    assert without_arcs(attack(red, 1, defender(2), attacker_in_arcs=(Arc.REAR,))) == []
    assert without_arcs(attack(attacker(), 1, defender(2))) == []


def test_a_card_that_cannot_work_in_the_attack_is_not_noted():
    found = attack(attacker("outmaneuver", "dorsalturret"), 1, defender(2), defender_in_arcs=(Arc.SINGLE_TURRET,))
    turret = replace(found, weapon=XWingWeapon("dorsalturret"))
    assert without_arcs(turret, "hh") == []


def test_autoblasters_are_noted_once():
    blasters = replace(
        attack(attacker("autoblasters"), 1, defender(2), attack_range=1), weapon=XWingWeapon("autoblasters")
    )
    assert without_arcs(blasters, "hhh") == [facts.ArcsNotSent("red-5", "upgrade:autoblasters")]


@pytest.mark.parametrize("token", [Token.REINFORCE_FORE, Token.REINFORCE_AFT])
def test_a_reinforce_token_that_cancels_nothing_because_no_arc_was_sent_is_noted(token):
    held = defender(0, **{token.field: 1})
    noted_of = facts.ReinforceWithoutArc(held.id, token)
    assert noted(fight(attack(attacker(), 2, held), "hh"), facts.ReinforceWithoutArc) == [noted_of]
    sent = attack(attacker(), 2, held, attacker_in_arcs=(Arc.LEFT,))
    assert noted(fight(sent, "hh"), facts.ReinforceWithoutArc) == []
