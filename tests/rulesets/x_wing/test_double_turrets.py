"""XW-8: a double turret arc is two single ones, for every card that asks for a turret arc."""

from dataclasses import replace

import pytest

from app.domain.resolution import Pending
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import battle_of
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.registry import IDS, card_of
from app.rulesets.x_wing.effects import Atom
from app.rulesets.x_wing.model import XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import Arc
from tests.rulesets.x_wing.engagements import GUN, engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, fight, uses
from tests.rulesets.x_wing.test_cards_in_games import refused

SINGLE, DOUBLE = Arc.SINGLE_TURRET, Arc.DOUBLE_TURRET
ABOUT_ARCS = (Atom.WEAPON_ARC, Atom.DEFENDER_IN_ARC, Atom.ATTACKER_IN_ARC)


def arcs_asked_for(key):
    card = card_of(key)
    found = [one for effect in card.effects for clause in effect.condition for one in clause if one.that in ABOUT_ARCS]
    return {one.arc for one in found if not one.not_}


ASKING = [key for kind, ids in IDS.items() for id in ids if SINGLE in arcs_asked_for(key := f"{kind}:{id}")]


def in_force(key, arc, defends):
    """The abilities of a card that the declaration of an attack leaves, where all that it says is about this arc."""
    kind, _, id = key.partition(":")
    ship = XWingShip(
        "own",
        2,
        20,
        pilot=id if kind == "pilot" else None,
        upgrades=(id,) if kind == "upgrade" else (),
        effects=(key,) if kind == "ship" else (),
    )
    enemy = XWingShip("enemy", 2, 20)
    one, two = (enemy, ship) if defends else (ship, enemy)
    arcs = (arc, Arc.REAR, Arc.LEFT, Arc.FRONT)
    situation = attack(one, XWingWeapon(arc=arc, value=2), two, defender_in_arcs=arcs, attacker_in_arcs=arcs)
    battle = without_idle_effects(battle_of(situation, OPTIONS))
    return {(held.effect.id, held.effect.window) for window in battle.effects for held in battle.of(window)}


def test_cards_that_ask_for_a_turret_are_found():
    assert {"upgrade:hotshotgunner", "upgrade:rey-gunner", "pilot:benteene", "ship:fireconvergence"} <= {*ASKING}
    assert len(ASKING) > 8


@pytest.mark.parametrize("defends", [False, True])
@pytest.mark.parametrize("key", ASKING)
def test_what_holds_for_a_single_turret_holds_for_a_double_one(key, defends):
    assert in_force(key, DOUBLE, defends) >= in_force(key, SINGLE, defends)


def ends(situation, *answers):
    """The attack after these answers, and `done` in each window that then asks for anything."""
    end = fight(situation, *answers)
    while isinstance(end, Pending) and hasattr(end.wanted, "question"):
        *_, last = end.wanted.question.options()
        answers = (*answers, last)
        end = fight(situation, *answers)
    return end.outcome.after


@pytest.mark.parametrize("arc", [SINGLE, DOUBLE])
def test_hotshot_gunner_takes_a_token_after_an_attack_from_a_turret(arc):
    weapon, target = XWingWeapon(arc=arc, value=1), defender(1, focus=1)
    after = ends(attack(attacker("hotshotgunner"), weapon, target, defender_in_arcs=(arc,)), "h", "f", XWingUse("done"))
    assert after.defender.tokens.focus == 0


@pytest.mark.parametrize("arc", [SINGLE, DOUBLE])
def test_rey_turns_a_blank_both_ways(arc):
    weapon = XWingWeapon(arc=arc, value=1)
    attacking = attack(attacker("rey-gunner", force=1), weapon, defender(0), defender_in_arcs=(arc,))
    assert "upgrade:rey-gunner" in uses(fight(attacking, "b"))
    defending = attack(attacker(), 1, defender(1, "rey-gunner", force=1), attacker_in_arcs=(arc,))
    assert "upgrade:rey-gunner" in uses(fight(defending, "h", "b"))


@pytest.mark.parametrize("arc", [SINGLE, DOUBLE])
def test_ben_teene_rattles_whoever_is_in_his_turret(arc):
    ship, weapon = replace(attacker(), pilot="benteene"), XWingWeapon(arc=arc, value=1)
    end = fight(attack(ship, weapon, defender(0), defender_in_arcs=(arc,)), "b")
    if isinstance(end, Pending):
        end = fight(attack(ship, weapon, defender(0), defender_in_arcs=(arc,)), "b", XWingUse("pilot:benteene"))
    assert "condition:rattled" in end.outcome.after.defender.effects


def test_han_solo_shoots_early_from_one_arc_of_a_double_turret_and_later_from_the_other():
    turret = {"weapon": XWingWeapon(arc=DOUBLE, value=2), "defender_in_arcs": (DOUBLE,)}
    squad = [entering("a", 3, upgrades=("hansolo",), weapons=(GUN, turret["weapon"])), entering("a2", 8)]
    game = engaging(squad, [entering("b", 5, hull=9)])
    assert refused(game, "a", "b", bonus=True, **turret) == "no-bonus-attack"  # a ship of initiative 8 is first
    game.engage("a2")
    game.engage("a", "b", dice=["bb"], bonus=True, **turret)
    assert game.ship("a").arcs_used == (DOUBLE,)
    assert refused(game, "a", "b", bonus=True, **turret) == "bonus-attack-used"
    game.engage("b")
    game.engage("a", "b", dice=["bb"], **turret)
