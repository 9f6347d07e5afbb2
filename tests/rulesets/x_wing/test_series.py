"""Attacks that are played as a series: both players know that the others come, and play best for all of them."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from app.domain.effort import Effort
from app.domain.errors import LimitExceeded, NotComputable
from app.domain.follow_ups import Horizon, odds_of_several
from app.domain.odds import finished, mean
from app.domain.record import Record, Role
from app.domain.resolution import Pending
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.model import XWingShields
from app.rulesets.x_wing.odds.series import Series
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.x_wing.brute_force import SIDES, best_in_series, throws
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, fight
from tests.rulesets.x_wing.test_best_play import drawn_case, situation_of
from tests.thorough import seeds, thorough

BEST = dict.fromkeys(Role, RULESET.policies["exact"])
PLAIN_DECK = (DamageCard.WOUNDED_PILOT,) * 33
"""A deck in which a crit is worth no more than a hit."""


def odds(attacks, so_far=Record(), horizon=Horizon.SERIES, policies=BEST, effort=None):
    return finished(odds_of_several(RULESET, attacks, AMG_1_4_5, policies, so_far, effort, horizon))


def expected_loss(found, hull):
    return sum(min(damage, hull) * chance for damage, chance in found["damage"].items())


@pytest.mark.parametrize(
    ("tokens", "alone", "planned"),
    [
        ({"evade": 1}, Fraction(15, 32) * Fraction(5, 16), Fraction(15, 32) ** 2),
        ({}, Fraction(15, 16), Fraction(15, 16)),
    ],
)
def test_a_focus_is_spent_to_draw_the_evade_token_that_saves_the_second_time(tokens, alone, planned):
    """A hit gets through 3 of 4 times with the focus, 1 of 2 without it, where the die of defense fails, 5 of 8 times.

    Where the token would save the ship anyway, an attack by itself does not spend the focus.
    """
    shot = attack(attacker(focus=1), 1, defender(1, hull=20, **tokens), damage_deck=PLAIN_DECK)
    assert mean(odds((shot, shot), horizon=Horizon.ATTACK)["damage"]) == alone
    assert mean(odds((shot, shot))["damage"]) == planned


@thorough
def test_a_series_is_played_as_well_as_everything_tried_out():
    """Tokens and abilities as drawn, attacks of one or two kinds, on ships of little and of much hull."""
    for seed in seeds(40, 1_500):
        sides, tokens = drawn_case(seed)
        if sum(sides.dice) > 3:
            continue
        chance, number = Random(seed), 3 if sum(sides.dice) < 3 else 2
        hull = chance.choice([1, 2, 3, 20])
        kinds = [replace(sides, dice=(chance.choice([1, sides.dice[0]]), sides.dice[1])) for _ in range(number)]
        shot = situation_of(sides, tokens)
        target = replace(shot.defender, hull=hull, shields=XWingShields())
        shot = replace(shot, defender=target, damage_deck=PLAIN_DECK)
        shots = [replace(shot, weapon=replace(shot.weapon, value=kind.dice[0])) for kind in kinds]
        found = expected_loss(odds(tuple(shots)), hull)
        assert found == best_in_series(tuple(kinds), tokens, hull), (seed, hull, kinds, tokens)


def test_where_nothing_is_kept_a_series_is_its_attacks():
    shot = attack(attacker("predator", focus=1, lock=True), 3, defender(2, hull=4, shields=1))
    assert odds((shot, shot, shot)) == odds((shot, shot, shot), horizon=Horizon.ATTACK)


def test_the_odds_of_a_series_are_the_mean_of_those_after_its_first_roll():
    shot = attack(attacker(focus=1), 2, defender(1, hull=3, shields=1, focus=1, evade=1))
    whole, sums = odds((shot, shot)), {}
    for throw, ways in throws("attack", 2):
        so_far = fight(shot, "".join(throw)).record
        for name, distribution in odds((shot, shot), so_far).items():
            for value, chance in distribution.items():
                key = name, value
                sums[key] = sums.get(key, 0) + chance * Fraction(ways, len(SIDES["attack"]) ** 2)
    assert sums == {(name, value): chance for name, found in whole.items() for value, chance in found.items()}


def test_the_best_of_the_choices_of_a_series_is_what_its_odds_say():
    """Blocking with the token or with nothing: the answers of the record bring the odds of each."""
    shot = attack(attacker(), 1, defender(1, hull=20, evade=1, focus=1), damage_deck=PLAIN_DECK)
    end = fight(shot, "h", "f")
    assert isinstance(end, Pending)
    question = end.wanted.question
    means = []
    for choice in question.options():
        so_far = Record(
            (*end.record.entries, end.wanted.answered(choice)), (*end.record.sources, end.record.sources[0])
        )
        means.append(mean(odds((shot, shot), so_far)["damage"]))
    assert min(means) == mean(odds((shot, shot), end.record)["damage"]) < max(means)


def test_a_series_whose_damage_is_being_dealt_goes_on_from_there():
    shot = attack(attacker(), 1, defender(0, hull=3), damage_deck=(DamageCard.DIRECT_HIT, DamageCard.WOUNDED_PILOT))
    end = fight(shot, "c")
    assert isinstance(end, Pending)
    found = [odds((shot, shot), fight(shot, "c", card).record) for card in ("direct-hit", "wounded-pilot")]
    before = odds((shot, shot), end.record)
    for value, chance in before["destroyed"].items():
        assert chance == sum(each["destroyed"].get(value, 0) for each in found) / 2


def test_abilities_that_look_at_damage_are_planned_for_no_series():
    shot = attack(attacker(focus=1), 2, defender(1, hull=3, effects=("pilot:idenversio",)))
    with pytest.raises(NotComputable, match="series-not-apart"):
        odds((shot, shot))
    assert odds((shot, shot), horizon=Horizon.ATTACK)


def test_players_who_do_not_search_play_each_attack_as_ever():
    shot = attack(attacker(focus=1), 2, defender(1, hull=3, evade=1))
    simple = dict.fromkeys(Role, RULESET.policies["simple"])
    found = [odds((shot, shot), horizon=horizon, policies=simple) for horizon in Horizon]
    assert found[0] == found[1]


def test_what_a_series_is_worth_is_worked_out_once_for_a_request(monkeypatch):
    made, init = [], Series.__init__

    def counted(self, *arguments):
        made.append(arguments)
        init(self, *arguments)

    monkeypatch.setattr(Series, "__init__", counted)
    shot = attack(attacker(focus=1), 2, defender(1, hull=3, evade=1))
    effort = Effort()
    first = odds((shot, shot), effort=effort)
    assert odds((shot, shot), effort=effort) == first
    assert len(made) == 1


def test_a_series_takes_no_more_work_than_a_request_may():
    target = defender(2, hull=8, shields=2, focus=2, evade=1)
    shots = tuple(attack(attacker(focus=n % 2, lock=True), 2 + n % 3, target) for n in range(5))
    with pytest.raises(LimitExceeded):
        odds(shots, effort=Effort(20_000))
