"""How likely tokens are left after an attack: known shares, and every outcome listed."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from app.domain.errors import LimitExceeded
from app.domain.odds import distributions_of, enumerate_outcomes, played_by
from app.domain.record import Record, Role
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.model import XWingWeapon
from app.rulesets.x_wing.players.policies import POLICIES
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.x_wing.random_situations import drawn
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender
from tests.thorough import cases, seeds, thorough

NAMES = tuple(RULESET.further.measures)


def left(situation, *names, policy="exact", options=OPTIONS):
    policies = dict.fromkeys(Role, POLICIES[policy])
    return RULESET.further.odds(situation, options, policies, Record(), names)


def test_a_focus_is_left_where_no_die_shows_it():
    found = left(attack(attacker(focus=1), 3, defender()), "attacker_focus")
    assert found["attacker_focus"] == {0: Fraction(37, 64), 1: Fraction(27, 64)}
    assert found["damage"] == {n: Fraction(share) for n, share in enumerate(("1/64", "9/64", "27/64", "27/64"))}


def test_an_evade_is_left_where_it_would_cancel_nothing():
    found = left(attack(attacker(), 1, defender(1, evade=1)), "defender_evade")
    assert found["defender_evade"] == {0: Fraction(5, 16), 1: Fraction(11, 16)}


def test_a_lock_is_spent_where_a_die_misses():
    found = left(attack(attacker(lock=True), 2, defender()), "attacker_lock")
    assert found["attacker_lock"] == {0: Fraction(3, 4), 1: Fraction(1, 4)}


SMALL = {
    "lock and focus against focus and evade": attack(attacker(lock=True, focus=1), 2, defender(2, focus=1, evade=1)),
    "calculate and Force": attack(attacker(calculate=1, force=1), 2, defender(1, calculate=1, force=1)),
    "ion tokens": attack(attacker("ioncannon", focus=1), XWingWeapon("ioncannon"), defender(1, hull=2)),
    "a token as a reward": attack(attacker(), 2, defender(1, hull=2, pilot="laetinashera", evade=1)),
    "stress by damage cards": replace(
        attack(attacker(), 2, defender(0, hull=3)),
        damage_deck=(DamageCard.PANICKED_PILOT, DamageCard.WOUNDED_PILOT, DamageCard.DIRECT_HIT),
    ),
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("situation", SMALL.values(), ids=SMALL)
def test_what_is_left_is_what_every_outcome_leaves(situation, policy):
    policies = dict.fromkeys(Role, POLICIES[policy])
    ends = enumerate_outcomes(RULESET.script, situation, OPTIONS, played_by(policies))
    expected = distributions_of(ends, {**RULESET.measures, **RULESET.further.measures})
    assert left(situation, *NAMES, policy=policy) == expected
    for name in ("attacker_focus", "defender_evade"):
        assert left(situation, name, policy=policy)[name] == expected[name]


MOST_ENDS = cases(800, 4_000)
"""Attacks drawn at random with more ends are left out."""


@thorough
def test_what_is_left_is_what_every_outcome_leaves_whatever_the_cards():
    compared, drawn_cases = 0, seeds(5, 60)
    for seed in drawn_cases:
        situation, options = drawn(seed, 0)
        names, policy = NAMES[seed % 3 :: 3], list(POLICIES)[seed % 3]
        try:
            RULESET.price(situation, options)
            found = left(situation, *names, policy=policy, options=options)
        except LimitExceeded:
            continue
        policies = played_by(dict.fromkeys(Role, POLICIES[policy]))
        ends = list(islice(enumerate_outcomes(RULESET.script, situation, options, policies), MOST_ENDS))
        if len(ends) < MOST_ENDS:
            measures = {**RULESET.measures, **{name: RULESET.further.measures[name] for name in names}}
            assert found == distributions_of(iter(ends), measures), seed
            compared += 1
    assert compared > len(drawn_cases) // 4
