"""What players agree on before the game, or tell at the table; and what the result sums."""

from dataclasses import replace

import pytest

from app.domain.errors import Refusal
from app.domain.record import Chose
from app.rulesets.open_forces.facts import CoverChecked, RangeAssumed, RangeChecked
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.facts import DeclarationAnswered, GroupClosedUp, SideValued
from app.rulesets.open_forces.game.formation import is_formation
from app.rulesets.open_forces.game.model import ChosenMode, Command, DefenderSays, Movement, OfferStalemate, Target
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.options import Declarations
from app.rulesets.open_forces.game.samples import SAMPLES
from app.rulesets.open_forces.game.setup import OpenForcesPoint
from app.rulesets.open_forces.game.state import group_at
from app.rulesets.open_forces.model import OpenForcesCover
from app.rulesets.open_forces.rules import is_covered
from tests.rulesets.open_forces.test_attack import STANDARD, situation, throw
from tests.rulesets.open_forces.test_game import NOBODY, RULES, STAY, Game, at, field, setup


def test_the_result_sums_the_values_of_each_team():
    game = Game(setup(1, 2, 1, teams=("red", None, "red")), dice=[(6,), (2,), (1,)])
    for seat in (1, 2):
        game.play(seat, OfferStalemate("offer-stalemate"))
    end = game.play(3, OfferStalemate("offer-stalemate"))
    totals = [(side.team, side.seats, side.army_value) for side in end.outcome.totals]
    assert totals == [("red", (1, 3), 30), (None, (2,), 30)]
    noted = [fact for fact in game.facts(end) if isinstance(fact, SideValued)]
    assert [(fact.team, fact.seats, fact.army_value) for fact in noted] == totals
    assert dict(game.state.result.scores) == {"1": 15, "2": 30, "3": 15}


def test_a_sample_seats_four_players_in_two_teams():
    (sample,) = [start for start in SAMPLES.values() if len(start.armies) == 4]
    BOARD.prepare(sample, RULES, (1, 2, 3, 4))
    assert [army.team for army in sample.armies] == ["north", "south", "north", "south"]


@pytest.mark.parametrize(
    ("percent", "least"),
    [(50, [1, 1, 2, 2, 3, 3, 4, 4]), (100, [1, 2, 3, 4, 5, 6, 7, 8]), (33, [1, 1, 1, 2, 2, 2, 3, 3])],
)
def test_another_part_of_a_group_may_have_to_touch_a_cover(percent, least):
    assert [min(n for n in range(9) if is_covered(n, size, percent)) for size in range(1, 9)] == least


def test_the_part_that_has_to_touch_a_cover_is_told():
    third = replace(STANDARD, cover_percent=33)
    case = situation(1, 3, covers=[(2, 1)])
    for options, threshold in ((third, 9), (STANDARD, 7)):
        resolved = throw(case, [1, 1, 1], [1], options)
        assert resolved.outcome.threshold == threshold
        (checked,) = [
            entry.fact for entry in resolved.record.entries if isinstance(getattr(entry, "fact", 0), CoverChecked)
        ]
        assert (checked.percent, checked.covered) == (options.cover_percent, threshold == 9)


def test_a_range_that_nobody_told_is_assumed_and_not_agreed():
    for case, fact in (
        (situation(1, 1), RangeAssumed(None, None)),
        (situation(1, 1, rng=3), RangeAssumed(None, 3)),
        (situation(1, 1, rng=3, distance=2), RangeChecked(2, 3)),
    ):
        told = [getattr(entry, "fact", None) for entry in throw(case, [1], [1]).record.entries]
        assert fact in told
        assert not any(isinstance(other, RangeAssumed | RangeChecked) and other != fact for other in told)


CONFIRMED = replace(RULES, declarations=Declarations.CONFIRMED)
SURE, NO = DefenderSays(accepted=True), DefenderSays(accepted=False)


def declared(*choices, dice=()):
    game = Game(setup(1, 2), CONFIRMED)
    return game, game.play(1, Command("command", "A1"), ChosenMode(1), STAY, *choices, dice=dice)


def asked(end):
    return [
        entry.by for entry in end.record.entries if isinstance(entry, Chose) and entry.question == "answer-declaration"
    ]


def test_the_defender_accepts_what_the_attacker_declares():
    game, end = declared(Target("B1", 20), SURE, dice=[(1, 1, 1), (1, 1, 1)])
    assert asked(end) == ["seat-2"]
    assert DeclarationAnswered(2, "B1", accepted=True) in game.facts(end)
    assert end.outcome.attack.kills == 0


def test_the_defender_tells_its_own_cover():
    cover = (OpenForcesCover(2, 2),)
    _, end = declared(Target("B1", 20), DefenderSays(accepted=True, cover=cover), dice=[(1, 1, 1), (1, 1, 1)])
    assert end.outcome.attack.raw_threshold == 7 + 1 + 2 - 1
    with pytest.raises(Refusal, match="touching-above-size"):
        declared(Target("B1", 20), DefenderSays(accepted=True, cover=(OpenForcesCover(2, 4),)))


def test_a_defender_who_objects_is_not_attacked_and_the_attacker_chooses_again():
    game, end = declared(Target("B1", 20), NO, Target("B2", 20), SURE, dice=[(1, 1, 1), (1, 1, 1)])
    assert DeclarationAnswered(2, "B1", accepted=False) in game.facts(end)
    assert end.outcome.attack.kills == 0
    game, end = declared(Target("B1", 20), NO, NOBODY)
    assert end.outcome.attack is None
    with pytest.raises(Refusal, match="not-accepted"):
        declared(Target("B1", 20), NO, Target("B1", 19))


def block(columns, rows, base=100):
    return [(2 * base * x, 2 * base * y) for y in range(rows) for x in range(columns)]


def points(places):
    return tuple(OpenForcesPoint(x, y) for x, y in places)


@pytest.mark.parametrize(
    ("places", "holds"),
    [
        (block(1, 1), True),
        (block(5, 1), True),
        (block(3, 2), True),
        (block(3, 3), True),
        ([(0, 0), (200, 0), (100, 174)], True),
        ([(0, 0), (201, 0)], False),
        ([(0, 0), (200, 0), (500, 0), (700, 0)], False),
        ([*block(3, 1), (0, 200), (0, 400)], False),
        ([place for place in block(3, 3) if place != (200, 200)], False),
    ],
    ids=["one", "line", "block", "square", "hexagons", "gap", "two parts", "corner", "hole"],
)
def test_a_group_stands_base_to_base_in_a_convex_shape(places, holds):
    assert is_formation(points(places), 100) is holds


def test_a_group_keeps_its_formation_where_the_option_says_so():
    rules = replace(RULES, enforce_formation=True)
    game = Game(field(block(3, 1), [(5000, 0)]), rules)
    apart = Movement(path=(at((0, 0), (200, 0), (600, 0)),))
    with pytest.raises(Refusal, match="not-in-formation"):
        Move(game.state, rules, "A1").check(apart)
    Move(game.state, RULES, "A1").check(apart)
    column = Movement(path=(at((0, 0), (0, 200), (0, 400)),))
    game.command(1, "A1", move=column)
    with pytest.raises(Refusal, match="not-in-formation"):
        BOARD.prepare(field([(0, 0), (300, 0)], [(5000, 0)]), rules, (1, 2))


def test_a_group_closes_up_where_casualties_break_its_formation():
    rules = replace(RULES, enforce_formation=True)
    places = [(200, 0), (400, 0), (0, 0), (600, 0)]
    start = field([(400, -3000)], places)
    ids = replace(start.armies[1].groups[0], unit_ids=("second", "third", "first", "fourth"))
    last_killed = replace(start, armies=(start.armies[0], replace(start.armies[1], groups=(ids,))))
    game = Game(last_killed, rules)
    game.command(1, "A1", target=Target("B1"), dice=[(6, 6, 6, 6), (6,)])
    assert is_formation(tuple(unit.at for unit in group_at(game.state, "B1").units), 100)
    middle_last = replace(ids, unit_ids=("a", "b", "c", "d"), positions=at((0, 0), (200, 0), (600, 0), (400, 0)))
    game = Game(replace(start, armies=(start.armies[0], replace(start.armies[1], groups=(middle_last,)))), rules)
    end = game.command(1, "A1", target=Target("B1"), dice=[(1, 6, 6, 6), (6,)])
    assert end.outcome.attack.kills == 1
    left = {unit.id: (unit.at.x, unit.at.y) for unit in group_at(game.state, "B1").units}
    assert left == {"a": (0, 0), "b": (200, 0), "c": (400, 0)}
    (closed,) = [fact for fact in game.facts(end) if isinstance(fact, GroupClosedUp)]
    assert closed.group == "B1"
