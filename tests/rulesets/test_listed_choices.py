"""What questions of other rulebooks list and count is what they accept: every answer that can be sent is tried."""

from itertools import chain, combinations, product
from random import Random

import pytest

from app.conformance.play import RandomPlayer, play, trials
from app.domain.errors import IllegalChoice
from app.rulesets.open_forces.model import Units
from app.rulesets.open_forces.questions import ChooseCasualties, ChooseSubgroup, ChooseUnits, SubgroupToChoose
from app.rulesets.storm_over_stalingrad.questions import AllocateDamage
from app.services.rulebooks.installed import find_rulebooks

UNITS = ("1", "2", "3", "4", "5")


def is_accepted(question, choice):
    try:
        question.check(choice)
    except IllegalChoice:
        return False
    return True


@pytest.mark.parametrize(
    "question",
    [
        *(ChooseCasualties(ChooseUnits(UNITS, count)) for count in range(1, 6)),
        *(ChooseSubgroup(SubgroupToChoose(UNITS, count, UNITS[:2])) for count in range(1, 6)),
    ],
    ids=str,
)
def test_every_set_of_units_that_is_accepted_is_listed_and_counted(question):
    every = chain.from_iterable(combinations(UNITS, count) for count in range(len(UNITS) + 1))
    accepted = {frozenset(units) for units in every if is_accepted(question, Units(units))}
    listed = [frozenset(choice.units) for choice in question.options()]
    assert set(listed) == accepted
    assert question.total() == len(listed) == len(accepted)


def test_every_way_to_allocate_damage_is_counted_and_one_of_those_alike_is_listed():
    book, met = find_rulebooks()["storm-over-stalingrad"], 0
    for what, example, key in trials(book):
        player = RandomPlayer(Random(what))
        play(book, example, key, player)
        for question, _ in player.asked:
            if not isinstance(question, AllocateDamage) or len(question.stack.targets) > 6:
                continue
            ranges = [range(target.most + 1) for target in question.stack.targets]
            names = [target.unit for target in question.stack.targets]
            vectors = [dict(zip(names, points, strict=True)) for points in product(*ranges)]
            listed = list(question.options())
            kind = type(listed[0])
            accepted = [vector for vector in vectors if is_accepted(question, kind(vector))]
            assert len(accepted) == question.labelled_total
            assert len(listed) == question.total() <= question.labelled_total
            met += 1
    assert met
