"""Odds are exact: merged or not, they are what counting every ordered roll gives."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from coin_duel import COIN, CoinDuelAttack, CoinDuelOptions, attack

from app.domain.dice import D6
from app.domain.odds import distributions_of, enumerate_outcomes, mean, throws
from app.domain.record import Origin, Role, Source

MEASURES = {"hits": lambda outcome: outcome.hits}


def first(question, _by):
    return next(question.options()), Source(Origin.POLICY, "default")


@pytest.mark.parametrize(("die", "count"), [(D6, 3), (COIN, 4)])
def test_throws_are_every_ordered_roll_gathered(die, count):
    ordered = Counter(tuple(sorted(roll, key=die.faces.index)) for roll in product(die.faces, repeat=count))
    found = {tuple(sorted(faces, key=die.faces.index)): chance for faces, chance in throws(die, count)}
    assert found == {roll: Fraction(n, len(die.faces) ** count) for roll, n in ordered.items()}


@pytest.mark.parametrize("merge", [True, False])
def test_odds_equal_brute_force(merge):
    situation = CoinDuelAttack(coins=4, shields=1)
    expected = Counter(max(0, roll.count("heads") - 1) for roll in product(COIN.faces, repeat=4))
    outcomes = enumerate_outcomes(attack, situation, CoinDuelOptions(), first, merge=merge)
    found = distributions_of(outcomes, MEASURES)["hits"]
    assert found == {hits: Fraction(n, 81) for hits, n in sorted(expected.items())}
    assert sum(found.values()) == 1


def test_checkpoints_merge_what_is_equal():
    runs = []

    def counted(situation, options, table):
        runs.append(1)
        for _ in range(3):
            table.checkpoint(table.roll(D6, 1, by=Role.ATTACKER, rule="X-1")[0] > 3)
        return 0

    list(enumerate_outcomes(counted, None, None, first))
    merged = len(runs)
    runs.clear()
    list(enumerate_outcomes(counted, None, None, first, merge=False))
    assert merged < 40 < len(runs)


def test_the_mean_is_exact():
    assert mean({0: Fraction(1, 3), 6: Fraction(2, 3)}) == 4
