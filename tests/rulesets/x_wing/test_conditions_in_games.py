"""Conditions of cards that only the table knows, in games: what the game knows it decides, the rest is told or asked."""

from dataclasses import replace

import pytest

from app.domain.board import SeatMove
from app.domain.errors import IllegalAction
from app.domain.record import Chose
from app.domain.resolution import Pending, resolve
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.card_conditions import KNOWN, CardCondition, XWingApplies
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.facts import ConditionSettled, DiceCounted
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.move_types import Engage
from app.rulesets.x_wing.model import Obstacle, XWingAttack, XWingShipDamageCard, XWingWeapon
from app.rulesets.x_wing.terms import Arc, Pool
from tests.rulesets.x_wing.engagements import GUN, declared, engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attacker, defender, fight

YES, NO = XWingApplies(True), XWingApplies(False)
CARD = XWingShipDamageCard()


def asked(game, id, target, **rest):
    """The cards whose conditions are asked about in an attack, each with who is asked, if all answers are no."""
    found = []

    def players(question, by):
        if isinstance(question, CardCondition):
            found.append((question.card, by))
            return NO, None
        return None

    conditions = rest.pop("conditions", {})
    move = Engage("engage", id, declared(target, **rest), conditions)
    seat = game.ship(id).seat
    BOARD.check(game.state, game.rules, seat, move)
    script = BOARD.move_script(game.state)
    resolve(script, SeatMove(seat, move), game.rules, players=lambda question, by: players(question, by))
    return found


def settled(game):
    return {(fact.unit, fact.card): fact.applies for fact in game.facts(ConditionSettled)}


def counted(game, pool=Pool.ATTACK):
    """How many dice of a pool the last attack rolled."""
    return [fact.count for fact in game.facts(DiceCounted) if fact.pool is pool][-1]


def test_who_is_alone_in_play_has_no_friend_nearby_and_nobody_is_asked():
    game = engaging([entering("a", 5, pilot="ndrusuhlak")], [entering("b", 4, hull=9)])
    assert asked(game, "a", "b") == []
    game.engage("a", "b", dice=["bb"])
    assert (counted(game), settled(game)) == (2, {("a", "pilot:ndrusuhlak"): True})


@pytest.mark.parametrize(("answer", "dice"), [(YES, 2), (NO, 1)])
def test_beside_a_friend_its_player_is_asked_once_an_attack(answer, dice):
    game = engaging([entering("a", 5, pilot="ndrusuhlak"), entering("a2", 1)], [entering("b", 4, hull=9)])
    assert asked(game, "a", "b") == [("pilot:ndrusuhlak", "seat-1")]
    game.engage("a", "b", answer, dice=["b" * dice])
    assert counted(game) == dice


@pytest.mark.parametrize(("holds", "dice"), [(True, 2), (False, 1)])
def test_what_the_move_says_is_not_asked(holds, dice):
    game = engaging([entering("a", 5, pilot="ndrusuhlak"), entering("a2", 1)], [entering("b", 4, hull=9)])
    told = {"pilot:ndrusuhlak": holds}
    assert asked(game, "a", "b", conditions=told) == []
    game.engage("a", "b", dice=["b" * dice], conditions=told)
    assert counted(game) == dice


def test_what_the_game_knows_counts_whatever_is_sent():
    game = engaging([entering("a", 5, pilot="kathscarlet")], [entering("b", 4, hull=9)])
    game.engage("a", "b", dice=["b"], conditions={"pilot:kathscarlet": True})
    assert settled(game) == {("a", "pilot:kathscarlet"): False}


def test_the_player_of_the_ship_that_has_the_card_is_asked_also_when_it_defends():
    game = engaging([entering("a", 5)], [entering("b", 4, hull=9, agility=1, pilot="captainnym")])
    assert asked(game, "a", "b") == [("pilot:captainnym", "seat-2")]
    game.engage("a", "b", YES, dice=["b", "bb"])
    assert counted(game, Pool.DEFENSE) == 2
    again = engaging([entering("a", 5)], [entering("b", 4, hull=9, agility=1, pilot="captainnym")])
    again.engage("a", "b", NO, dice=["b", "b"])
    assert counted(again, Pool.DEFENSE) == 1


def test_dinee_ellberger_is_asked_in_her_attack_and_in_one_at_her():
    game = engaging([entering("a", 5, pilot="dineeellberger")], [entering("b", 4, agility=1, hull=9)])
    assert asked(game, "a", "b") == [("pilot:dineeellberger", "seat-1")]
    game.engage("a", "b", NO, dice=["b", "b"])
    assert asked(game, "b", "a") == [("pilot:dineeellberger", "seat-1")]


@pytest.mark.parametrize("locks", [(), ("b",)])
def test_locks_of_friends_are_known(locks):
    one = [entering("a", 5, pilot="colonelvessery"), entering("a2", 1, locks=locks)]
    game = engaging(one, [entering("b", 4, hull=9)])
    assert asked(game, "a", "b") == []
    prototype = [
        entering("a", 5, pilot="baktoidprototype"),
        entering("a2", 1, locks=locks, effects=("ship:networkedcalculations",)),
    ]
    launcher = XWingWeapon("homingmissiles")
    prototype[0] = replace(
        prototype[0],
        ship=replace(prototype[0].ship, upgrades=("homingmissiles",), charges={"homingmissiles": 2}, locks=("b",)),
        weapons=(launcher,),
    )
    game = engaging(prototype, [entering("b", 4, hull=9)])
    assert asked(game, "a", "b", weapon=launcher) == []


def test_damage_of_the_enemys_friends_is_known():
    for cards, expected in (((), []), ((CARD,), [("pilot:ember", "seat-1")])):
        two = [entering("b", 4, hull=9), entering("b2", 3, hull=9, damage_cards=cards)]
        assert asked(engaging([entering("a", 5, pilot="ember")], two), "a", "b") == expected
    hurt = [entering("b", 4, hull=9, damage_cards=(CARD,)), entering("b2", 3)]
    assert asked(engaging([entering("a", 5, pilot="ember")], hurt), "a", "b") == []


def test_a_card_that_does_nothing_in_an_attack_is_not_asked_about():
    game = engaging([entering("a", 5, pilot="captainnym"), entering("a2", 1)], [entering("b", 4, hull=9)])
    assert asked(game, "a", "b") == []
    rear = entering("a", 5, pilot="stub", weapons=(replace(GUN, arc=Arc.REAR),))
    special = replace(rear, weapons=(XWingWeapon("ioncannon"),), ship=replace(rear.ship, upgrades=("ioncannon",)))
    assert asked(engaging([special], [entering("b", 4, hull=9)]), "a", "b", weapon=XWingWeapon("ioncannon")) == []


def test_after_the_attack_the_ship_has_the_effects_that_it_had():
    game = engaging(
        [entering("a", 5, pilot="ndrusuhlak"), entering("a2", 1)], [entering("b", 4, hull=9, pilot="dineeellberger")]
    )
    game.engage("a", "b", NO, NO, dice=["h"])
    assert game.ship("a").ship.effects == game.ship("b").ship.effects == ()


def test_a_bonus_attack_is_an_attack_of_its_own():
    one = [entering("a", 5, pilot="ndrusuhlak", upgrades=("bossk",), weapons=(GUN,)), entering("a2", 1)]
    game = engaging(one, [entering("b", 4, hull=9)])
    game.engage("a", "b", NO, XWingBonusAttack("upgrade:bossk", GUN, None, 2), YES, dice=["b", "bb"])
    assert [fact.applies for fact in game.facts(ConditionSettled)] == [False, True]
    assert game.ship("a").ship.effects == ()


@pytest.mark.parametrize("policy", ["exact", "simple", "none"])
def test_policies_say_no(policy):
    game = engaging([entering("a", 5, pilot="ndrusuhlak"), entering("a2", 1)], [entering("b", 4, hull=9)])
    end = resolve(
        BOARD.move_script(game.state),
        SeatMove(1, Engage("engage", "a", declared("b"))),
        game.rules,
        players=lambda *_: None,
    )
    assert isinstance(end, Pending)
    assert RULESET.policies[policy](end.wanted.question, "seat-1") == NO


@pytest.mark.parametrize("card", ["pilot:captainnym", "upgrade:predator", "pilot:ndru"])
def test_a_condition_of_no_card_of_the_attack_is_refused(card):
    game = engaging([entering("a", 5, pilot="ndrusuhlak"), entering("a2", 1)], [entering("b", 4)])
    with pytest.raises(IllegalAction, match="no-condition"):
        game.engage("a", "b", conditions={card: True})


@pytest.mark.parametrize("card", ["qira", "r5x3"])
def test_who_ignores_obstacles_attacks_beside_one_where_the_move_says_so(card):
    game = engaging([entering("a", 5, upgrades=(card,))], [entering("b", 4, hull=9)])
    with pytest.raises(IllegalAction, match="cannot-attack"):
        game.engage("a", "b", at_obstacle=Obstacle.ASTEROID)
    game.engage("a", "b", dice=["b"], at_obstacle=Obstacle.ASTEROID, conditions={f"upgrade:{card}": True})


def test_outside_of_a_game_a_client_may_say_that_a_condition_does_not_hold():
    ship = replace(attacker(), pilot="ndrusuhlak")
    for effects, dice in (
        ((), 2),
        ((XWingCount("pilot:ndrusuhlak", 0),), 1),
        ((XWingCount("pilot:ndrusuhlak", 1),), 2),
    ):
        situation = XWingAttack(replace(ship, effects=effects), XWingWeapon(value=1), defender(), 2)
        assert fight(situation, options=OPTIONS).wanted.count == dice


def test_what_a_game_knows_is_about_cards_that_have_such_a_condition():
    assert [card for card in KNOWN if not card_of(card).has(Trait.AT_TABLE)] == []


def test_the_answer_is_in_the_record():
    game = engaging([entering("a", 5, pilot="ndrusuhlak"), entering("a2", 1)], [entering("b", 4, hull=9)])
    game.engage("a", "b", YES, dice=["bb"])
    (chosen,) = [entry for entry in game.records[-1].entries if isinstance(entry, Chose)]
    assert (chosen.by, chosen.choice, chosen.rule) == ("seat-1", YES, "XW-72")
