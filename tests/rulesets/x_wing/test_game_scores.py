"""The score of a game of X-Wing, and who wins by it."""

from dataclasses import replace

import pytest

from app.domain.board import GameResult
from app.rulesets.x_wing.game import BOARD
from app.rulesets.x_wing.game.move_types import Declare
from app.rulesets.x_wing.game.setup import DecidedBy, HalfPoints, XWingGameOptions
from tests.rulesets.x_wing.engagements import FIXED, engaging, entering, turns


@pytest.mark.parametrize(
    ("half", "score"), [(HalfPoints.NONE, 0), (HalfPoints.ROUNDED_DOWN, 2), (HalfPoints.ROUNDED_UP, 3)]
)
def test_a_ship_that_has_lost_half_counts_half_by_option(half, score):
    rules = replace(FIXED, half_points=half, rounds=1)
    game = engaging([entering("a", 5)], [entering("b", hull=2, shields=1, points=5)], rules=rules)
    game.declare(2, "b", shields=0)
    game.engage("a", "b", dice=["h"])
    turns(game)
    game.end_phase()
    winners = (1,) if score else ()
    assert game.state.result == GameResult(winners, {"1": score, "2": 0}, "rounds-played")


def test_less_than_half_counts_nothing():
    rules = replace(FIXED, half_points=HalfPoints.ROUNDED_UP, rounds=1)
    game = engaging([entering("a", 5)], [entering("b", hull=2, shields=1, points=5)], rules=rules)
    game.engage("a", "b", dice=["h"])
    turns(game)
    game.end_phase()
    assert game.state.result.scores == {"1": 0, "2": 0}


def test_the_points_of_a_mission_that_a_seat_declares_count_in_the_score():
    rules = replace(FIXED, rounds=1)
    game = engaging([entering("a", 5)], [entering("b", hull=1, points=5), entering("b-2", points=3)], rules=rules)
    game.engage("a", "b", dice=["h"])
    turns(game)
    game.play(2, Declare("declare", mission_points=4))
    game.play(2, Declare("declare", mission_points=6))
    game.end_phase()
    assert game.state.result == GameResult((2,), {"1": 5, "2": 6}, "rounds-played")


def test_the_last_squad_wins_whatever_the_score():
    game = engaging([entering("a", 5), entering("a-2", 1, hull=1, points=9)], [entering("b", 3, hull=1, points=2)])
    game.declare(1, "a-2", fled=True)
    game.engage("a", "b", dice=["h"])
    assert game.state.result == GameResult((1,), {"1": 2, "2": 9}, "last-squad")
    assert BOARD.asked(game.state) == ()


def test_by_the_reference_the_higher_score_wins_even_against_the_last_squad():
    rules = replace(FIXED, decided_by=DecidedBy.SCORE)
    squads = [entering("a", 5), entering("a-2", 1, hull=1, points=9)], [entering("b", 3, hull=1, points=2)]
    game = engaging(*squads, rules=rules)
    game.declare(1, "a-2", fled=True)
    game.engage("a", "b", dice=["h"])
    assert game.state.result == GameResult((2,), {"1": 2, "2": 9}, "last-squad")


def test_each_seat_scores_what_the_enemys_squad_lacks_to_the_limit():
    rules = replace(FIXED, rounds=1, squad_limit=20)
    game = engaging([entering("a", 5, points=18)], [entering("b", hull=3, points=15)], rules=rules)
    turns(game)
    game.end_phase()
    assert game.state.result == GameResult((1,), {"1": 5, "2": 2}, "rounds-played")


def test_the_presets_of_a_game_are_those_of_the_reference_with_the_same_attack():
    assert BOARD.presets["amg-1-4-5"] == XWingGameOptions(decided_by=DecidedBy.SCORE)
    before = BOARD.presets["ffg-1-3-2"]
    assert (before.player_order, before.primary_range_min, before.decided_by) == ("fixed", 1, "last-squad")
    assert all(preset.squad_limit is None and preset.half_points == "none" for preset in BOARD.presets.values())
