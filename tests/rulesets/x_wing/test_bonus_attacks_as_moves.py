"""Bonus attacks outside of a ship's own engagement, which are moves: after an enemy maneuver, and for a friend."""

import pytest

from app.domain.errors import IllegalAction
from app.domain.record import Noted
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.game import moves
from app.rulesets.x_wing.game.model import Phase
from app.rulesets.x_wing.game.move_types import EndPhase
from app.rulesets.x_wing.model import XWingForce, XWingShields, XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import Arc
from tests.rulesets.x_wing.engagements import GUN, Game, engaging, entering, setup

SNAP = XWingWeapon("snapshot")


def refused(game, *rest, **more):
    with pytest.raises(IllegalAction) as found:
        game.engage(*rest, **more)
    return found.value.reason


def with_snap_shot(**rest):
    ship = entering("a", 5, upgrades=("snapshot",), weapons=(GUN, SNAP), **rest)
    return Game(setup([ship], [entering("b", 4, hull=9)]))


def test_a_snap_shot_after_an_enemy_maneuver_is_a_move_in_the_activation_phase():
    game = with_snap_shot()
    assert game.state.phase is Phase.ACTIVATION
    game.engage("a", "b", weapon=SNAP, bonus=True, attack_range=2, dice=["hh"])
    assert game.ship("a").ship.bonus_attack_used
    assert not game.ship("a").engaged
    assert len(game.ship("b").ship.damage_cards) == 2
    assert refused(game, "a", "b", weapon=SNAP, bonus=True) == "bonus-attack-used"
    game.end_phase()
    game.engage("a", "b", dice=["b"])
    assert game.ship("a").engaged


def test_foresight_costs_a_force_charge_then():
    ship = entering("a", 5, upgrades=("foresight",), weapons=(XWingWeapon("foresight"),), force=XWingForce(1, 1))
    game = Game(setup([ship], [entering("b", 4, hull=9)]))
    arcs = (Arc.FRONT, Arc.BULLSEYE)
    game.engage(
        "a", "b", weapon=XWingWeapon("foresight"), bonus=True, attack_range=2, defender_in_arcs=arcs, dice=["bb"]
    )
    assert game.ship("a").ship.force == XWingForce(1, 0)


def test_a_ship_destroyed_by_it_is_gone_at_once():
    game = Game(
        setup([entering("a", 5, upgrades=("snapshot",), weapons=(SNAP,))], [entering("b", 4, hull=2), entering("b2")])
    )
    game.engage("a", "b", weapon=SNAP, bonus=True, attack_range=2, dice=["hh"])
    assert game.removed() == ["b"]


def test_no_other_weapon_and_no_other_phase_will_do():
    game = with_snap_shot()
    assert refused(game, "a", "b", bonus=True) == "no-bonus-attack"
    game.end_phase()
    assert refused(game, "a", "b", weapon=SNAP, bonus=True) == "no-bonus-attack"
    assert refused(with_snap_shot(), "a", "b") == "other-phase"


def bonus_moves(game, seat):
    return [move for move in moves.legal(game.state, game.rules, seat) if getattr(move, "attack", None)]


def test_they_are_listed_behind_the_end_of_the_phase_while_they_can_be_made():
    game = with_snap_shot()
    listed = list(moves.legal(game.state, game.rules, 1))
    assert listed[0] == EndPhase("end-phase")
    (bonus,) = bonus_moves(game, 1)
    assert (bonus.ship, bonus.attack.target, bonus.attack.weapon, bonus.attack.bonus) == ("a", "b", SNAP, True)
    assert bonus_moves(game, 2) == []
    game.engage("a", "b", weapon=SNAP, bonus=True, attack_range=2, dice=["hh"])
    assert bonus_moves(game, 1) == []
    assert bonus_moves(Game(setup([entering("a", 5)], [entering("b", 4)])), 1) == []


def with_bodica(**rest):
    one = [
        entering(
            "bodica", 4, pilot="bodicavenj", weapons=(GUN, XWingWeapon("ioncannon")), upgrades=("ioncannon",), **rest
        )
    ]
    return engaging(
        [*one, entering("friend", 1, hull=3, shields=2)], [entering("b", 5, hull=9), entering("b2", 5, hull=9)]
    )


def test_bodica_venj_attacks_who_has_attacked_a_friend_is_depleted_and_still_engages():
    game = with_bodica()
    game.engage("b", "friend", dice=["b"])
    game.engage("bodica", "b", bonus=True, dice=["h"])
    assert game.ship("bodica").ship.tokens == XWingTokens(deplete=1)
    assert not game.ship("bodica").engaged
    game.engage("b2")
    game.engage("bodica", "b2", dice=[])
    assert game.ship("bodica").engaged


def test_bodica_venj_does_so_only_at_the_attacker_of_another_with_a_primary_weapon_before_the_next_engagement():
    game = with_bodica()
    assert refused(game, "bodica", "b", bonus=True) == "no-bonus-attack"
    game.engage("b", "friend", dice=["b"])
    assert refused(game, "bodica", "b2", bonus=True) == "no-bonus-attack"
    assert refused(game, "bodica", "b", weapon=XWingWeapon("ioncannon"), bonus=True) == "no-bonus-attack"
    game.engage("b2", "bodica", dice=["b"])
    assert refused(game, "bodica", "b", bonus=True) == "no-bonus-attack"
    assert refused(game, "bodica", "b2", bonus=True) == "no-bonus-attack"
    depleted = with_bodica(tokens=XWingTokens(deplete=1))
    depleted.engage("b", "friend", dice=["b"])
    assert refused(depleted, "bodica", "b", bonus=True) == "no-bonus-attack"


@pytest.mark.parametrize(("shields", "granted"), [(0, True), (2, False)])
def test_flight_leader_ubbel_needs_a_damage_card_on_the_friend(shields, granted):
    one = [entering("ubbel", 4, pilot="flightleaderubbel"), entering("friend", 1, hull=3, shields=shields)]
    game = engaging(one, [entering("b", 5, hull=9)])
    game.engage("b", "friend", dice=["h"])
    assert game.ship("friend").ship.shields == XWingShields(shields, max(0, shields - 1))
    if granted:
        game.engage("ubbel", "b", bonus=True, dice=["h"])
        assert len(game.ship("b").ship.damage_cards) == 1
        assert game.ship("ubbel").ship.tokens == XWingTokens()
    else:
        assert refused(game, "ubbel", "b", bonus=True) == "no-bonus-attack"


def test_who_defends_where_no_friend_has_such_a_card_leaves_no_note():
    game = engaging([entering("a", 4), entering("a2", 1)], [entering("b", 5)])
    game.engage("b", "a2", dice=["b"])
    assert game.state.defended is None


def engaged(pilot, *upgrades, **rest):
    """A game in which the ship of seat 1 has engaged, and another ship of its seat still has to."""
    ship = entering("a", 5, pilot=pilot, upgrades=upgrades, weapons=(GUN, SNAP), **rest)
    game = engaging([ship, entering("a2", 1)], [entering("b", 4, hull=9)])
    game.engage("a", "b", dice=["b"])
    return game


@pytest.mark.parametrize("cards", [("corranhorn",), ("chewbacca-scavengedyt1300",), ("captainjostero",), (None, "stealthgambit-tiephphantom")])  # fmt: skip
def test_a_bonus_attack_at_a_moment_of_its_own_is_made_once_in_a_round(cards):
    game = engaged(*cards)
    bullseye = (Arc.FRONT, Arc.BULLSEYE)
    game.engage("a", "b", bonus=True, defender_in_arcs=bullseye, dice=["h"])
    assert len(game.ship("b").ship.damage_cards) == 1
    assert refused(game, "a", "b", bonus=True, defender_in_arcs=bullseye) == "bonus-attack-used"


def test_it_is_bound_to_the_weapon_and_the_arc_of_its_card():
    assert refused(engaged("corranhorn"), "a", "b", bonus=True) == "no-bonus-attack"
    assert refused(engaged("academypilot"), "a", "b", bonus=True) == "no-bonus-attack"


def test_a_condition_that_a_card_assigns_stays_on_the_ship():
    game = engaging([entering("a", 5, pilot="captainrex", weapons=(GUN,))], [entering("b", 4, hull=9, weapons=(GUN,))])
    game.engage("a", "b", dice=["b"])
    assert game.ship("b").ship.effects == ("condition:suppressivefire",)
    fact = facts.ConditionAssigned("b", "condition:suppressivefire")
    assert fact in [one.fact for record in game.records for one in record.entries if isinstance(one, Noted)]
