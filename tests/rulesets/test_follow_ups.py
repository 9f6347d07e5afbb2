"""Odds of several attacks on the same defender are what playing every roll of each, one attack after the other, gives."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

import pytest

from app.domain.advice import with_choice
from app.domain.errors import IllegalSituation
from app.domain.follow_ups import odds_of_several, with_defender
from app.domain.odds import finished
from app.domain.record import Origin, Record, Rolled, Source
from app.domain.resolution import Pending, resolve
from app.domain.table import RollWanted
from app.rulesets.castle_rampage import RULESET as CASTLE_RAMPAGE
from app.rulesets.castle_rampage.model import Attack, Attacker, Card, DiggerTarget, Effect, EffectKind
from app.rulesets.open_forces import RULESET as OPEN_FORCES
from app.rulesets.open_forces.model import OpenForcesCover, OpenForcesDefenseMode, OpenForcesOptions
from app.rulesets.storm_over_stalingrad import RULESET as STALINGRAD
from app.rulesets.storm_over_stalingrad import SEED
from app.rulesets.x_wing import RULESET as X_WING
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.test_advice import OWNERS, default_of, points, skirmish
from tests.rulesets.x_wing.short_situations import attack as dogfight
from tests.rulesets.x_wing.short_situations import attacker, defender
from tests.thorough import seeds, thorough

CARDS = tuple(Card(f"c{n}", n, 3 - n) for n in range(4))
UNKNOWN = Card(unknown=True)
SHOT = dogfight(attacker(focus=1), 1, defender(1, hull=1, shields=1, focus=1))
NEAR = replace(skirmish(2, 3, spl=1), distances=(50, 10, 10))
IN_RANGE = replace(NEAR, attacker=replace(NEAR.attacker, mode=replace(NEAR.attacker.mode, rng=20)))
DECK = ("direct-hit", "fuel-leak", "structural-damage", "console-fire")
UNSHIELDED = dogfight(attacker(), 1, defender(1, hull=2), damage_deck=tuple(map(DamageCard, DECK)))
CASES = {
    "open-forces": (OPEN_FORCES, (skirmish(2, 2), skirmish(1, 2)), OpenForcesOptions()),
    "open-forces, the players choose": (OPEN_FORCES, (skirmish(1, 2), skirmish(1, 2)), OWNERS),
    "open-forces, splash": (OPEN_FORCES, (IN_RANGE, replace(skirmish(1, 3), visible=("1", "2"))), OWNERS),
    "stalingrad": (STALINGRAD, (SEED, replace(SEED, attack_bonus=3)), STALINGRAD.options()),
    "x-wing": (X_WING, (SHOT, replace(SHOT, attacker=attacker())), AMG_1_4_5),
    "x-wing, cards": (X_WING, (UNSHIELDED, UNSHIELDED), AMG_1_4_5),
}
ONCE = {"x-wing": ("destroyed",), "castle-rampage": ("gate_cleared", "castle_fallen")}


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


def over_both(case, record=None):
    """The distributions over both attacks by counting every roll, the first from where its record stands."""
    ruleset, (first, second), options = case
    expected = {measure: {} for measure in ruleset.measures}
    known = {}
    for outcome, weight in ends(ruleset, first, options, record):
        attack = with_defender(ruleset.then, second, ruleset.then.left(first, outcome), options)
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
                value = max(values) if measure in ONCE.get(ruleset.slug, ()) else sum(values)
                expected[measure][value] = expected[measure].get(value, 0) + weight * chance
    return {measure: dict(sorted(chances.items())) for measure, chances in expected.items()}


def found_by(case, *record):
    ruleset, attacks, options = case
    return finished(odds_of_several(ruleset, attacks, options, default_of(ruleset), *record))


@pytest.mark.parametrize("name", CASES)
def test_several_attacks_are_those_of_every_roll_of_each(name):
    found, expected = found_by(CASES[name]), over_both(CASES[name])
    assert {measure: found[measure] for measure in expected} == expected
    assert ("damage_total" in found) == name.startswith("x-wing")


def test_two_ordinary_attacks_on_a_ship_without_shields_have_odds():
    shot = dogfight(attacker(focus=1, lock=True), 3, defender(3, hull=3))
    found = finished(odds_of_several(X_WING, (shot, shot), AMG_1_4_5, default_of(X_WING)))
    assert sum(found["damage_total"].values()) == 1
    assert round(float(found["destroyed"][1]), 6) == 0.778873


def test_a_cover_that_all_units_touch_covers_those_that_are_left_in_a_further_attack():
    plain = skirmish(2, 3)
    covered = replace(plain, cover=(OpenForcesCover(2, 3),))
    tougher = replace(plain, defender=replace(plain.defender, mode=OpenForcesDefenseMode(def_=3)))
    options = OpenForcesOptions()
    found = [found_by((OPEN_FORCES, (attack, attack), options)) for attack in (covered, tougher, plain)]
    assert found[0] == found[1] != found[2]


@thorough
@pytest.mark.parametrize("name", [name for name in CASES if name != "open-forces"])
def test_several_attacks_may_begin_at_any_point_of_the_first(name):
    ruleset, (first, _), options = case = CASES[name]
    for seed in seeds(1, 20):
        for end in points((ruleset, first, options), seed):
            records = [end.record]
            if isinstance(end, Pending) and not isinstance(end.wanted, RollWanted):
                records = [
                    with_choice(end.record, end.wanted, each) for each in islice(end.wanted.question.options(), 4)
                ]
            for record in records:
                if record.entries:
                    found, expected = found_by(case, record), over_both(case, record)
                    assert {measure: found[measure] for measure in expected} == expected


def test_what_the_digger_attacks_is_chosen_before_the_attacks_that_follow():
    attack = Attack(
        Attacker(2, bypasses_gate=True, card="digger"), (Card("a", 2, 2),), (Card("b", 1, 1), Card("c", 3, 3))
    )
    options = replace(CASTLE_RAMPAGE.options(), digger_target=DiggerTarget.ATTACKER_CHOICE)
    end = resolve(CASTLE_RAMPAGE.script, attack, options)
    fallen = {}
    for choice in end.wanted.question.options():
        case = CASTLE_RAMPAGE, (attack, replace(attack, attack=Attacker(4))), options
        record = with_choice(end.record, end.wanted, choice)
        found = fallen[choice.structure] = found_by(case, record)
        expected = over_both(case, record)
        assert {measure: found[measure] for measure in expected} == expected
    assert fallen["gate"] != fallen["castle"]


def test_cards_that_were_seen_are_known_to_the_next_attack():
    """Attack 1 stands before an unknown card: the next attack meets it, or what lies beneath if it fell."""
    attack = Attack(Attacker(1), (UNKNOWN,), (Card("keep", 9, 9),), CARDS)
    found = finished(
        odds_of_several(CASTLE_RAMPAGE, (attack, attack), CASTLE_RAMPAGE.options(), default_of(CASTLE_RAMPAGE))
    )
    assert found["gate_cleared"] == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_two_small_attacks_are_compared_with_a_big_one():
    gate, castle = (Card("a", 3, 3),), (Card("b", 2, 2),)
    small, big = (Attack(Attacker(value), gate, castle) for value in (3, 5))
    options, policies = CASTLE_RAMPAGE.options(), default_of(CASTLE_RAMPAGE)
    for attacks in ((small, small), (big,)):
        assert finished(odds_of_several(CASTLE_RAMPAGE, attacks, options, policies))["castle_fallen"] == {1: 1}


def test_names_of_unknown_cards_make_no_difference_to_attacks_that_follow():
    """Neither does an effect on hands; a whole deck of names has no more outcomes than it has kinds of cards."""
    plain = tuple(Card("one", n % 3, 2 - n % 3) for n in range(6))
    hands = Effect(EffectKind.DRAW, 1)
    told = tuple(
        replace(one, card=f"c{n}", purple=n < 2, effect=hands if n < 2 else one.effect) for n, one in enumerate(plain)
    )
    attack = Attack(Attacker(2), (UNKNOWN,), (UNKNOWN, Card("keep", 9, 9)), plain)
    options = CASTLE_RAMPAGE.options()
    found = [found_by((CASTLE_RAMPAGE, (each, each), options)) for each in (attack, replace(attack, pool=told))]
    assert found[0] == found[1]
    deck = tuple(Card(f"c{n}", 1 + n % 5, 1 + n % 4) for n in range(110))
    start = Attack(Attacker(3), (UNKNOWN,) * 3, (UNKNOWN,) * 2, deck)
    nameless = replace(start, pool=tuple(replace(one, card="one") for one in deck))
    found = [found_by((CASTLE_RAMPAGE, (each,) * 3, options)) for each in (start, nameless)]
    assert found[0] == found[1]
    assert all(sum(chances.values()) == 1 for chances in found[0].values())
