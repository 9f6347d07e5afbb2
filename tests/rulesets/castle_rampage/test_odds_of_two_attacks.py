"""Odds of two attacks on ordinary cards are those of every deal, on which both are played by the rules."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from app.domain.effort import Effort
from app.domain.errors import LimitExceeded
from app.domain.follow_ups import odds_of_several
from app.domain.odds import finished
from app.domain.record import Role
from app.domain.resolution import resolve
from app.rulesets.castle_rampage import RULESET, card
from app.rulesets.castle_rampage.model import Attack, Attacker, Card, Options, Result
from app.rulesets.castle_rampage.odds import MEASURES
from app.rulesets.castle_rampage.two_attacks import how_many_shapes, shapes
from tests.thorough import seeds

UNKNOWN = Card(unknown=True)
NOBODY = dict.fromkeys(Role, lambda _question, _by: None)


def any_card(random):
    return card(random.randint(1, 5), random.randint(1, 5))


def small_tables(seed):
    """Two attacks on one to four cards, most of them unknown, from a pool of few kinds."""
    random = Random(seed)
    kinds = [any_card(random) for _ in range(4)]
    pool = tuple(random.choice(kinds) for _ in range(6))
    gate, castle = (
        tuple(UNKNOWN if random.random() < 0.8 else any_card(random) for _ in range(random.randint(*sizes)))
        for sizes in ((0, 2), (1, 2))
    )
    digs = random.random() < 0.2
    attackers = [Attacker(random.randint(1, 9), bypasses_gate=digs) for _ in range(2)]
    options = Options(castle_loss_any_cause=random.random() < 0.5)
    return [Attack(each, gate, castle, pool) for each in attackers], options


def after_both(attacks, deal, options):
    """The measures after two attacks on a deal, the second one on what the first has left."""
    left = list(deal)
    gate, castle = (
        tuple(left.pop(0) if each.unknown else each for each in stack) for stack in (attacks[0].gate, attacks[0].castle)
    )
    destroyed, fallen = 0, False
    for attack in attacks:
        if not castle and options.castle_loss_any_cause:
            break
        outcome = resolve(RULESET.script, replace(attack, gate=gate, castle=castle, pool=()), options).outcome
        gate, castle = outcome.after.gate, outcome.after.castle
        destroyed, fallen = destroyed + outcome.destroyed, fallen or outcome.result is Result.CASTLE_FALLEN
    return dict(zip(MEASURES, (destroyed, int(not gate), int(fallen)), strict=True))


def counted(attacks, options, deals):
    found = {name: {} for name in MEASURES}
    for deal in deals:
        for name, value in after_both(attacks, deal, options).items():
            found[name][value] = found[name].get(value, 0) + Fraction(1, len(deals))
    return {name: dict(sorted(values.items())) for name, values in found.items()}


def chances(attacks, options, effort=None):
    return finished(odds_of_several(RULESET, attacks, options, NOBODY, effort=effort))


@pytest.mark.parametrize("seed", seeds(200, 5_000))
def test_odds_of_small_tables_are_those_of_every_deal(seed):
    attacks, options = small_tables(seed)
    unknown = sum(each.unknown for each in (*attacks[0].gate, *attacks[0].castle))
    assert chances(attacks, options) == counted(attacks, options, list(permutations(attacks[0].pool, unknown)))


def whole_deck(unknown, strengths):
    random = Random(118)
    pool = tuple(any_card(random) for _ in range(118))
    return [Attack(Attacker(each), (UNKNOWN,) * unknown, (UNKNOWN,) * unknown, pool) for each in strengths]


def test_odds_of_a_whole_deck_are_near_those_of_many_deals():
    random, attacks, deals = Random(62), whole_deck(4, (9, 14)), 3_000
    found = chances(attacks, Options())
    met = counted(attacks, Options(), [random.sample(attacks[0].pool, 8) for _ in range(deals)])
    for name, values in found.items():
        for value, chance in values.items():
            error = 5 * float(chance * (1 - chance) / deals) ** 0.5 + 5 / deals
            assert abs(float(met[name].get(value, 0) - chance)) < error


def test_two_attacks_take_their_work_before_they_are_counted():
    attacks = whole_deck(8, (9, 11))
    with pytest.raises(LimitExceeded):
        chances(attacks, Options(), Effort(100_000))
    assert all(sum(values.values()) == 1 for values in chances(attacks, Options()).values())


def test_two_attacks_on_too_many_cards_are_refused():
    with pytest.raises(LimitExceeded):
        chances(whole_deck(30, (60, 60)), Options())


@pytest.mark.parametrize("sizes", [(0, 0), (0, 3), (4, 2), (8, 8)])
def test_shapes_are_as_many_as_are_told(sizes):
    assert len(set(shapes(*sizes))) == len(list(shapes(*sizes))) == how_many_shapes(*sizes)
