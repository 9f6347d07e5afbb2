"""XW-72: after a hit of Diamond-Boron Missiles a second charge lets the defender roll a die too."""

from fractions import Fraction

import pytest

from app.domain.odds import mean
from app.domain.record import Role, Rolled
from app.domain.resolution import Pending
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.card import Reason
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.model import XWingWeapon
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.terms import DONE
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, uses
from tests.rulesets.x_wing.test_odds import EXACT

MISSILES, BURST = XWingWeapon("diamondboronmissiles"), XWingUse("upgrade:diamondboronmissiles")


def firing(charges=3, **rest):
    ship = attacker("diamondboronmissiles", lock=True, charges={"diamondboronmissiles": charges - 1})
    return attack(ship, MISSILES, defender(1, **rest))


@pytest.mark.parametrize(("face", "shields"), [("b", 2), ("f", 2), ("h", 1), ("c", 1)])
def test_the_defender_rolls_a_die_and_suffers_what_it_shows(face, shields):
    end = fight(firing(shields=3), "hbb", XWingUse(DONE), "b")
    assert uses(end) == [BURST.use]
    after = done(firing(shields=3), "hbb", XWingUse(DONE), "b", BURST, face).after
    assert after.defender.shields.active == shields


def test_it_costs_a_second_charge():
    before = firing(3)
    first = done(before, "hbb", XWingUse(DONE), "b", XWingUse(DONE)).after.attacker.charges["diamondboronmissiles"]
    second = done(before, "hbb", XWingUse(DONE), "b", BURST, "b").after.attacker.charges["diamondboronmissiles"]
    assert first - second == 1


def test_nobody_rolls_without_a_charge_or_after_a_miss():
    assert not isinstance(fight(firing(2), "hbb", XWingUse(DONE), "b"), Pending)
    assert not isinstance(fight(firing(3), "bbb", XWingUse(DONE), "b"), Pending)


def destroyed(charges, hull, shields):
    ship = attacker("diamondboronmissiles", lock=True, charges={"diamondboronmissiles": charges})
    return mean(
        exact_odds(attack(ship, MISSILES, defender(0, hull=hull, shields=shields)), OPTIONS, EXACT)["destroyed"]
    )


def test_odds_count_on_the_die():
    """Four damages destroy the ship: three dice that a lock may reroll, and one of which half the faces are good."""
    assert destroyed(1, hull=1, shields=3) == 0
    assert destroyed(2, hull=1, shields=3) == Fraction(3, 4) ** 3 / 2
    assert 0 < destroyed(1, hull=4, shields=0) < destroyed(2, hull=4, shields=0)


def test_in_a_game_the_defenders_player_rolls():
    ship = entering(
        "a",
        5,
        upgrades=("diamondboronmissiles",),
        weapons=(MISSILES,),
        charges={"diamondboronmissiles": 3},
        locks=("b",),
    )
    game = engaging([ship], [entering("b", 3, hull=9)])
    game.engage("a", "b", XWingUse(DONE), BURST, dice=["hbb", "h"], weapon=MISSILES)
    assert len(game.ship("b").ship.damage_cards) == 2
    assert game.ship("a").ship.charges == {"diamondboronmissiles": 1}
    rolls = [entry for entry in game.records[-1].entries if isinstance(entry, Rolled)]
    assert [roll.by for roll in rolls] == [Role.ATTACKER, Role.DEFENDER]


def test_the_players_still_apply_it_to_other_ships():
    assert card_of("upgrade:diamondboronmissiles").by_hand is Reason.OTHER_SHIPS
