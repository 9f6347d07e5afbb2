"""Who is bound to apply as many points as possible: the owner by SS-26, the firing player by SS-30 and its option."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalChoice
from app.rulesets.storm_over_stalingrad import SEED
from app.rulesets.storm_over_stalingrad.model import Allocator, Points
from tests.rulesets.storm_over_stalingrad.test_fire import SPENT, STANDARD, german, shot, throw, wait

WASTE = replace(STANDARD, firing_player_must_maximize=False)
BY_FIRING_PLAYER = replace(SEED, allocation_by=Allocator.FIRING_PLAYER)


@pytest.mark.parametrize("options", [STANDARD, WASTE], ids=["standard", "firing player may waste"])
@pytest.mark.parametrize("points", [{}, {"g1": 2}, {"g3": 2}], ids=str)
def test_the_owner_always_applies_as_many_points_as_possible(options, points):
    with pytest.raises(IllegalChoice) as refused:
        throw(SEED, 11, [points], options)
    assert (refused.value.reason, refused.value.rule) == ("must-apply-maximum", "SS-26")


def test_the_option_of_the_firing_player_leaves_the_owners_choices_as_they_are():
    owners = [list(wait(SEED, 11, options).options()) for options in (STANDARD, WASTE)]
    assert owners[0] == owners[1]
    assert {sum(choice.points.values()) for choice in owners[1]} == {3}
    firing = [list(wait(BY_FIRING_PLAYER, 11, options).options()) for options in (STANDARD, WASTE)]
    assert {sum(choice.points.values()) for choice in firing[0]} == {3}
    assert {sum(choice.points.values()) for choice in firing[1]} == {0, 1, 2, 3}


def test_three_points_on_a_spent_unit_are_refused_to_the_firing_player_while_another_can_take_one():
    case = shot([german("g1", SPENT), german("g2")], allocation_by=Allocator.FIRING_PLAYER)
    question = wait(case, 11)
    assert question.must_apply == 3
    for points, rule in (({"g1": 3}, "SS-25"), ({"g1": 2}, "SS-30")):
        with pytest.raises(IllegalChoice) as refused:
            question.check(Points(points))
        assert refused.value.rule == rule
    assert throw(case, 11, [{"g1": 2, "g2": 1}]).eliminated == ("g1",)
