"""Odds of several attacks on the same defender are what playing every roll of each, one attack after the other, gives."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from app.domain.errors import IllegalSituation
from app.domain.follow_ups import odds_of_several, with_defender
from app.domain.record import Origin, Record, Rolled, Source
from app.domain.resolution import Pending, resolve
from app.rulesets.castle_rampage import RULESET as CASTLE_RAMPAGE
from app.rulesets.castle_rampage.model import Attack, Attacker, Card
from app.rulesets.open_forces import RULESET as OPEN_FORCES
from app.rulesets.open_forces.model import OpenForcesOptions
from app.rulesets.storm_over_stalingrad import RULESET as STALINGRAD
from app.rulesets.storm_over_stalingrad import SEED
from app.rulesets.x_wing import RULESET as X_WING
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.test_advice import default_of, skirmish
from tests.rulesets.x_wing.short_situations import attack as dogfight
from tests.rulesets.x_wing.short_situations import attacker, defender

CARDS = tuple(Card(f"c{n}", n, 3 - n) for n in range(4))
UNKNOWN = Card(unknown=True)
SHOT = dogfight(attacker(focus=1), 1, defender(1, hull=1, shields=1, focus=1))
DECK = ("direct-hit", "fuel-leak", "structural-damage", "console-fire")
UNSHIELDED = dogfight(attacker(), 1, defender(1, hull=2), damage_deck=tuple(map(DamageCard, DECK)))
CASES = {
    "open-forces": (OPEN_FORCES, (skirmish(2, 2), skirmish(1, 2)), OpenForcesOptions()),
    "stalingrad": (STALINGRAD, (SEED, replace(SEED, attack_bonus=3)), STALINGRAD.options()),
    "x-wing": (X_WING, (SHOT, replace(SHOT, attacker=attacker())), AMG_1_4_5),
    "x-wing, cards": (X_WING, (UNSHIELDED, UNSHIELDED), AMG_1_4_5),
}
ONCE = ("destroyed", "gate_cleared", "castle_fallen")


def said(job):
    """What a job returns in the end."""
    try:
        while True:
            next(job)
    except StopIteration as stopped:
        return stopped.value


def ends(ruleset, situation, options, record=None, weight=Fraction(1)):
    """Every ordered roll of an attack, by the engine of play, with the default policy."""
    policy = ruleset.policies[ruleset.policy_name("default")]

    def players(question, by):
        return policy(question, by), Source(Origin.POLICY)

    end = resolve(ruleset.script, situation, options, record=record or Record(), players=players)
    if not isinstance(end, Pending):
        yield end.outcome, weight
        return
    die, count = end.wanted.die, end.wanted.count
    for faces in product(die.faces, repeat=count):
        rolled = Rolled(end.wanted.rule, end.wanted.by, die.name, faces)
        further = Record((*end.record.entries, rolled), (*end.record.sources, Source(Origin.PHYSICAL)))
        yield from ends(ruleset, situation, options, further, weight / len(die.faces) ** count)


@pytest.mark.parametrize("name", CASES)
def test_several_attacks_are_those_of_every_roll_of_each(name):
    ruleset, (first, second), options = CASES[name]
    expected = {measure: {} for measure in ruleset.measures}
    known = {}
    for outcome, weight in ends(ruleset, first, options):
        attack = with_defender(second, ruleset.then.left(first, outcome))
        if repr(attack) not in known:
            try:
                ruleset.prepare(attack, options)
            except IllegalSituation:
                known[repr(attack)] = [(None, Fraction(1))]
            else:
                known[repr(attack)] = list(ends(ruleset, attack, options))
        for after, chance in known[repr(attack)]:
            for measure, count in ruleset.measures.items():
                values = int(count(outcome)), 0 if after is None else int(count(after))
                value = max(values) if measure in ONCE else sum(values)
                expected[measure][value] = expected[measure].get(value, 0) + weight * chance
    found = said(odds_of_several(ruleset, (first, second), options, default_of(ruleset)))
    assert {measure: found[measure] for measure in expected} == {
        measure: dict(sorted(chances.items())) for measure, chances in expected.items()
    }
    assert ("damage_total" in found) == name.startswith("x-wing")


def test_two_ordinary_attacks_on_a_ship_without_shields_have_odds():
    shot = dogfight(attacker(focus=1, lock=True), 3, defender(3, hull=3))
    found = said(odds_of_several(X_WING, (shot, shot), AMG_1_4_5, default_of(X_WING)))
    assert sum(found["damage_total"].values()) == 1
    assert round(float(found["destroyed"][1]), 6) == 0.778873


def test_cards_that_were_seen_are_known_to_the_next_attack():
    """Attack 1 stands before an unknown card: the next attack meets it, or what lies beneath if it fell."""
    attack = Attack(Attacker(1), (UNKNOWN,), (Card("keep", 9, 9),), CARDS)
    found = said(
        odds_of_several(CASTLE_RAMPAGE, (attack, attack), CASTLE_RAMPAGE.options(), default_of(CASTLE_RAMPAGE))
    )
    assert found["gate_cleared"] == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_two_small_attacks_are_compared_with_a_big_one():
    gate, castle = (Card("a", 3, 3),), (Card("b", 2, 2),)
    small, big = (Attack(Attacker(value), gate, castle) for value in (3, 5))
    options, policies = CASTLE_RAMPAGE.options(), default_of(CASTLE_RAMPAGE)
    for attacks in ((small, small), (big,)):
        assert said(odds_of_several(CASTLE_RAMPAGE, attacks, options, policies))["castle_fallen"] == {1: 1}
