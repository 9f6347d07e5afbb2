"""Engagements of X-Wing held by the server: order, simultaneous fire, decks, phases and the end."""

from collections import Counter
from dataclasses import replace

import pytest

from app.domain.board import Concede, GameResult
from app.domain.casualties import Casualty
from app.domain.dice import IllegalDice
from app.domain.errors import IllegalAction, IllegalChoice
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.effects import XWingEffect, XWingStep
from app.rulesets.x_wing.game import BOARD, facts
from app.rulesets.x_wing.game.model import Phase, Until
from app.rulesets.x_wing.game.move_types import EndPhase, Engage, XWingKept
from app.rulesets.x_wing.game.moves import MOST_ATTACKS
from app.rulesets.x_wing.game.setup import Reference, XWingGameOptions
from app.rulesets.x_wing.model import XWingForce, XWingShields, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, DamageCard, Token, Window
from tests.rulesets.x_wing.engagements import FIXED, GUN, Game, declared, engaging, entering, setup, turns

BACK = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),))
PASS = XWingBonusAttack("pass")


def test_ships_engage_by_initiative_and_the_first_players_come_first():
    one = [entering("a5", 5), entering("a3", 3)]
    two = [entering("b5", 5), entering("b5-2", 5), entering("b1", 1)]
    assert turns(engaging(one, two, first=2)) == ["b5", "b5-2", "a5", "a3", "b1"]
    assert turns(engaging(one, two, first=1)) == ["a5", "b5", "b5-2", "a3", "b1"]


@pytest.mark.parametrize(
    ("until", "phase_later"), [(Until.PHASE, ["a5", "b4", "a1"]), (Until.ROUND, ["a5", "a1", "b4"])]
)
def test_an_initiative_that_is_declared_counts_until_the_phase_or_the_round_is_over(until, phase_later):
    game = Game(setup([entering("a5", 5), entering("a1", 1)], [entering("b4", 4)]))
    game.declare(1, "a1", initiative=5, initiative_until=until)
    game.end_phase()
    assert turns(game) == phase_later
    game.end_phase()
    game.end_phase()
    assert turns(game) == ["a5", "b4", "a1"]


def test_an_initiative_that_falls_lets_a_ship_wait():
    game = engaging([entering("a5", 5)], [entering("b4", 4)])
    game.declare(1, "a5", initiative=0)
    assert turns(game) == ["b4", "a5"]


def test_an_initiative_that_rises_above_the_step_engages_in_it():
    game = engaging([entering("a5", 5), entering("a4", 4), entering("rush", 2)], [entering("b4", 4)], first=1)
    game.engage("a5")
    game.declare(1, "rush", initiative=6)
    assert turns(game) == ["a4", "b4", "rush"]
    assert [fact.initiative for fact in game.facts(facts.ShipEngaged)] == [5, 4, 4, 4]


def test_an_attack_that_names_no_weapon_is_made_with_the_primary_one_in_whose_arc_the_target_is():
    rear = XWingWeapon(value=2, arc=Arc.REAR)
    game = engaging([entering("a", 5, weapons=(GUN, rear))], [entering("b", 4, hull=9)])
    with pytest.raises(IllegalAction) as refused:
        game.engage("a", "b", weapon=None, defender_in_arcs=(Arc.LEFT,))
    assert (refused.value.reason, refused.value.rule) == ("weapon-requirement", "XW-5")
    game.engage("a", "b", weapon=None, defender_in_arcs=(Arc.REAR,), dice=["hb"])
    game.engage("b", "a", weapon=None, dice=["b"])
    assert len(game.ship("b").ship.damage_cards) == 1


def test_a_player_chooses_among_its_ships_of_one_initiative():
    game = engaging([entering("a")], [entering("b", 5), entering("b-2", 5)])
    game.engage("b-2")
    game.engage("b")
    assert game.ship("b").engaged


def test_both_ships_of_one_initiative_fire_though_the_first_destroys_the_second():
    game = engaging([entering("a", 5, hull=1)], [entering("b", 5, hull=1)])
    game.engage("a", "b", dice=["h"])
    assert game.removed() == []
    game.engage("b", "a", dice=["h"])
    assert game.removed() == ["a", "b"]
    assert game.state.result == GameResult((), {"1": 1, "2": 1}, "no-squad-left")


def test_a_destroyed_ship_of_lower_initiative_never_engages():
    game = engaging([entering("a", 5), entering("a-2", 5)], [entering("b", 3, hull=1), entering("b-2", 2)])
    game.engage("a", "b", dice=["h"])
    assert game.removed() == []
    game.engage("a-2")
    assert game.removed() == ["b"]
    assert BOARD.asked(game.state) == (2,)
    assert [move.ship for move in BOARD.legal(game.state, FIXED, 2) if move.kind == "engage"] == ["b-2"] * 3


def test_of_very_many_attacks_some_of_each_ship_are_listed_and_all_are_accepted():
    guns = tuple(replace(GUN, value=value) for value in range(1, 11))
    one, two = ([entering(f"{squad}{n}", 5, weapons=guns) for n in range(15)] for squad in "ab")
    game = engaging(one, two)
    listed = [move for move in BOARD.legal(game.state, FIXED, 1) if isinstance(move, Engage) and move.attack]
    assert {move.ship for move in listed} == {ship.ship.id for ship in one}
    assert len(listed) <= MOST_ATTACKS
    last = Engage("engage", "a14", declared("b14", guns[-1]))
    assert last not in listed
    BOARD.check(game.state, FIXED, 1, last)


@pytest.mark.parametrize(("reference", "gone"), [(Reference.ATTACKER, []), (Reference.ENGAGED_SHIP, ["a"])])
def test_a_ship_that_a_bonus_attack_destroys_stays_as_long_as_the_option_says(reference, gone):
    rules = replace(FIXED, simultaneous_fire_reference=reference)
    two = [entering("b", 2, effects=(BACK,)), entering("b-2", 1)]
    game = engaging([entering("a", 5, hull=1), entering("a-2", 4)], two, rules=rules)
    back = XWingBonusAttack("back", entering("x").weapons[0], attack_range=2)
    game.engage("a", "b", back, dice=["b", "h"])
    assert game.removed() == gone
    game.engage("a-2")
    assert game.removed() == gone
    game.engage("b")
    assert game.removed() == ["a"]


def shooting_back(target):
    return XWingBonusAttack("back", entering("x").weapons[0], target, attack_range=2)


def test_a_bonus_attack_at_another_ship_hits_that_ship_of_the_game():
    game = engaging([entering("a", 5), entering("a-2", 4, shields=1)], [entering("b", 2, effects=(BACK,))])
    game.engage("a", "b", shooting_back(game.ship("a-2").ship), dice=["b", "h"])
    assert game.ship("a-2").ship.shields == XWingShields(1, 0)
    assert game.ship("b").ship.bonus_attack_used
    assert [(loss.unit, loss.role) for loss in game.facts(Casualty)] == [("a-2", "attacker")]


def test_a_bonus_attack_at_a_ship_that_the_enemy_does_not_have_or_that_stands_otherwise_is_refused():
    game = engaging([entering("a", 5), entering("a-2", 4, shields=1)], [entering("b", 2, effects=(BACK,))])
    for target in (entering("ghost").ship, replace(game.ship("a-2").ship, shields=XWingShields(9, 9))):
        with pytest.raises(IllegalChoice) as refused:
            game.engage("a", "b", shooting_back(target), dice=["b"])
        assert (refused.value.reason, refused.value.rule) == ("invalid-defender", "XW-6")


def with_card(card, **rest):
    return entering("a", 5, damage_cards=(XWingShipDamageCard(card, faceup=True),), **rest)


def test_a_ship_that_a_console_fire_destroys_before_it_engages_still_attacks():
    game = engaging([with_card(DamageCard.CONSOLE_FIRE), entering("a-2", 1)], [entering("b", 2)])
    game.engage("a", "b", dice=["h", "h"])
    assert len(game.ship("b").ship.damage_cards) == 1
    assert game.removed() == ["a"]


def test_a_console_fire_that_shows_no_hit_does_nothing():
    game = engaging([with_card(DamageCard.CONSOLE_FIRE)], [entering("b", 2)])
    game.engage("a", dice=["c"])
    assert len(game.ship("a").ship.damage_cards) == 1


def test_a_disabled_power_regulator_ionizes_before_the_ship_engages_and_its_locks_break():
    game = engaging([with_card(DamageCard.DISABLED_POWER_REGULATOR, locks=("b",))], [entering("b", 2)])
    game.engage("a")
    assert (game.ship("a").ship.tokens.ion, game.ship("a").ship.locks) == (1, ())


def test_an_attack_is_checked_as_a_disabled_power_regulator_leaves_the_ship():
    missiles = XWingWeapon("concussionmissiles")
    armed = {"upgrades": ("concussionmissiles",), "charges": {"concussionmissiles": 1}, "weapons": (GUN, missiles)}
    ship = with_card(DamageCard.DISABLED_POWER_REGULATOR, locks=("b",), **armed)
    game = engaging([ship], [entering("b", 2)])
    assert [move.attack.weapon for move in BOARD.legal(game.state, game.rules, 1) if getattr(move, "attack", None)] == [
        GUN
    ]
    with pytest.raises(IllegalAction, match="requirement-unmet"):
        game.engage("a", "b", weapon=missiles, dice=["bbb"])
    game.engage("a", "b", dice=["b"])


def test_a_lock_of_which_nothing_is_told_goes_with_the_ion_tokens_that_are_told():
    game = engaging([entering("a", 3, locks=("b",))], [entering("b", 2)])
    game.declare(1, "a", tokens=XWingTokens(ion=1))
    assert game.ship("a").ship.locks == ()


def test_a_ship_that_is_destroyed_before_the_engagement_is_removed_at_once():
    game = Game(setup([entering("a", hull=1), entering("a-2")], [entering("b", locks=("a",))]))
    game.declare(1, "a", hits=1)
    assert game.removed() == ["a"]
    assert game.ship("b").ship.locks == ()


def test_what_is_removed_has_no_tokens_and_keeps_its_damage_cards():
    game = Game(setup([entering("a", hull=1), entering("a-2")], [entering("b")]))
    game.declare(1, "a", tokens=XWingTokens(focus=2), locks=("b",))
    game.declare(1, "a", fled=True)
    gone = game.ship("a")
    assert (gone.removed, gone.ship.tokens, gone.ship.locks) == (True, XWingTokens(), ())


def test_in_the_end_phase_green_and_orange_tokens_go_and_what_recurs_recovers():
    tokens = XWingTokens(
        focus=2,
        calculate=1,
        evade=1,
        reinforce_fore=1,
        jam=1,
        disarm=1,
        tractor=2,
        stress=1,
        strain=1,
        ion=1,
        deplete=1,
    )
    ship = entering("a", upgrades=("lonewolf", "protontorpedoes"), tokens=tokens, force=XWingForce(2, 0))
    ship = replace(ship, ship=replace(ship.ship, charges={"lonewolf": 0, "protontorpedoes": 1}, bonus_attack_used=True))
    game = engaging([ship], [entering("b")])
    turns(game)
    kept = XWingKept("a", Token.FOCUS, 1)
    game.end_phase(keeps=(kept,))
    after = game.ship("a").ship
    assert after.tokens == XWingTokens(focus=1, stress=1, strain=1, ion=1, deplete=1)
    assert (dict(after.charges), after.force.active) == ({"lonewolf": 1, "protontorpedoes": 1}, 1)
    assert not after.bonus_attack_used
    assert (game.state.round, game.state.phase) == (2, Phase.ACTIVATION)


@pytest.mark.parametrize(
    ("rolls", "first"),
    [(("chf", "cff"), 2), (("cbb", "fff"), 1), (("hhb", "hbb"), 1), (("cfb", "bcf", "hbb", "hhh"), 2)],
)
def test_the_first_player_is_rolled_by_crits_then_focus_results_then_hits(rolls, first):
    game = Game(setup([entering("a")], [entering("b")], None), XWingGameOptions())
    assert game.state.phase is Phase.PLANNING
    game.end_phase(*rolls)
    assert (game.state.first_player, game.state.phase) == (first, Phase.ACTIVATION)


def deck_of_33():
    """The damage deck as it is printed: two of each card, four Fuel Leaks, five Direct Hits."""
    return Counter({card.value: 2 for card in DamageCard}) + Counter({"fuel-leak": 2, "direct-hit": 3})


def test_the_deck_of_a_player_lasts_for_the_whole_match():
    one = [entering("a", 5, hull=9), entering("a-2", 4, hull=9), entering("a-3", 1)]
    game = engaging(one, [entering("b", 2, hull=9), entering("b-2", 2)])
    assert sum(deck_of_33().values()) == 33
    game.engage("a", "b", dice=["c", "wounded-pilot"])
    assert Counter(game.deck(2)) == deck_of_33() - Counter({"wounded-pilot": 1})
    game.engage("a-2", "b-2", dice=["c", "wounded-pilot"])
    assert "wounded-pilot" not in game.deck(2)
    game.engage("b", "a", dice=["c", "wounded-pilot"])
    assert Counter(game.deck(1)) == deck_of_33() - Counter({"wounded-pilot": 1})
    game.engage("b-2")
    with pytest.raises(IllegalDice):
        game.engage("a-3", "b", dice=["c", "wounded-pilot"])
    game.engage("a-3", "b", dice=["c", "blinded-pilot"])


def test_an_empty_deck_is_shuffled_with_the_cards_that_lie_on_no_ship_in_play():
    held = tuple(XWingShipDamageCard() for _ in range(31))
    two = [entering("b", 2, hull=40, damage_cards=held), entering("b-2", 2, hull=1)]
    game = engaging([entering("a", 5), entering("a-2", 5), entering("a-3", 5)], two)
    game.engage("a", "b-2", dice=["c", "fuel-leak"])
    assert Counter(game.deck(2)) == deck_of_33() - Counter({"fuel-leak": 1})
    game.engage("a-2", "b", dice=["h"])
    assert [fact.seat for fact in game.facts(facts.DeckShuffled)] == [2]


def test_who_concedes_loses():
    game = engaging([entering("a")], [entering("b")])
    game.play(2, Concede("concede"))
    assert (game.state.result.winners, game.state.result.reason) == ((1,), "conceded")


def test_a_disarmed_ship_engages_without_an_attack():
    game = engaging([entering("a", tokens=XWingTokens(disarm=1))], [entering("b")])
    assert [move.attack for move in BOARD.legal(game.state, FIXED, 1) if isinstance(move, Engage)] == [None]


def test_a_ship_that_has_engaged_cannot_end_the_phase_early():
    game = engaging([entering("a", 5)], [entering("b", 2)])
    with pytest.raises(IllegalAction) as refused:
        game.play(1, EndPhase("end-phase"))
    assert (refused.value.reason, refused.value.rule) == ("other-phase", "XW-66")
