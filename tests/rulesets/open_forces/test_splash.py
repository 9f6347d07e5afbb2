"""A splash attack on part of a group: range and sight are measured to the part."""

from dataclasses import replace
from itertools import combinations

import pytest

from app.domain.errors import Refusal
from app.domain.record import Chose
from app.rulesets.open_forces import RULESET
from app.rulesets.open_forces.facts import RangeChecked
from app.rulesets.open_forces.game.model import Command, Target
from app.rulesets.open_forces.game.setup import OpenForcesMode, OpenForcesObstacle, OpenForcesPoint
from app.rulesets.open_forces.model import Units
from app.rulesets.open_forces.questions import ChooseSubgroup, SubgroupToChoose
from tests.rulesets.open_forces.test_attack import STANDARD, situation
from tests.rulesets.open_forces.test_game import STAY, Game, field, refused_target

MORTAR = OpenForcesMode(1, spd=10, def_=1, atk=1, spl=2, rng=30)


def shelled(theirs, *, obstacles=()):
    """A game in which one unit may shell two of a group."""
    start = field([(0, 0)], theirs, obstacles=obstacles)
    mortar = replace(start.cards[0], modes=(MORTAR,))
    return Game(replace(start, cards=(mortar, start.cards[1])))


HIDING = OpenForcesObstacle("wood", OpenForcesPoint(1500, 0), 100)
"""Hides what stands on the first axis from (0, 0)."""


def test_an_attack_on_units_in_sight_but_out_of_range_is_refused_though_the_group_is_in_range():
    near_but_hidden = [(3000, 0), (3400, 400), (3400, -400)]
    assert refused_target(shelled(near_but_hidden, obstacles=[HIDING]), "A1", "B1") == ("out-of-range", "OF-23")


def test_the_chosen_part_has_a_unit_within_range():
    game = shelled([(3000, 0), (3600, 0), (3900, 0)])
    end = game.play(1, Command("command", "A1"), STAY, Target("B1"), Units(("B1-1", "B1-3")), dice=[(1, 1), (6, 6)])
    (checked,) = [fact for fact in game.facts(end) if isinstance(fact, RangeChecked)]
    assert (checked.distance, checked.rng) == (28, 30)
    asked = [entry.question for entry in end.record.entries if isinstance(entry, Chose)]
    assert "choose-subgroup" in asked


def test_a_part_that_is_out_of_range_is_no_choice():
    question = ChooseSubgroup(SubgroupToChoose(("1", "2", "3", "4"), 2, ("3",)))
    listed = [choice.units for choice in question.options()]
    assert listed == [pair for pair in combinations("1234", 2) if "3" in pair]
    assert question.total() == len(listed)
    for choice in listed:
        question.check(Units(choice))
    with pytest.raises(Refusal, match="out-of-range"):
        question.check(Units(("1", "2")))


def test_an_attack_may_tell_the_distance_of_each_target_unit():
    told = situation(1, 4, spl=2, rng=30, distances=(31, 40, 30, 50))
    RULESET.prepare(told, STANDARD)
    for wrong, reason in (
        ({"distances": (31, 40, 32, 50)}, "out-of-range"),
        ({"distances": (1, 2)}, "unit-count-mismatch"),
        ({"distance": 3}, "distance-told-twice"),
        ({"visible": ("1", "2")}, "out-of-range"),
    ):
        with pytest.raises(Refusal, match=reason):
            RULESET.prepare(replace(told, **wrong), STANDARD)
