"""Advice is exact: from any point of an attack, odds are what counting every ordered roll from there gives."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from random import Random

import pytest
from coin_duel import RULESET as COIN_DUEL
from coin_duel import CoinDuelAttack

from app.domain.advice import odds_from, policies_by_role, with_choice
from app.domain.odds import throws
from app.domain.record import Origin, Record, Role, Rolled, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.domain.table import RollWanted
from app.rulesets.castle_rampage import DRAGON, OGRE
from app.rulesets.castle_rampage import RULESET as CASTLE_RAMPAGE
from app.rulesets.castle_rampage.model import Attack, Attacker, Card, DiggerTarget
from app.rulesets.castle_rampage.model import Options as CastleOptions
from app.rulesets.open_forces import RULESET as OPEN_FORCES
from app.rulesets.open_forces.model import (
    CasualtyChoice,
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
    OpenForcesOptions,
    SurplusDice,
)
from app.rulesets.storm_over_stalingrad import RULESET as STALINGRAD
from app.rulesets.storm_over_stalingrad import SEED
from app.rulesets.x_wing import RULESET as X_WING
from app.rulesets.x_wing.options import AMG_1_4_5
from tests.rulesets.x_wing.short_situations import attack as dogfight
from tests.rulesets.x_wing.short_situations import attacker, defender
from tests.thorough import seeds, thorough

OWNERS = OpenForcesOptions(surplus_dice=SurplusDice.OWNER_CHOICE, casualty_choice=CasualtyChoice.DEFENDER)
DIGGER = Attacker(5, bypasses_gate=True, card="digger")


def skirmish(attackers, defenders, spl=0):
    return OpenForcesAttack(
        OpenForcesAttackers(attackers, OpenForcesAttackMode(atk=1, spl=spl)),
        OpenForcesDefenders(defenders, OpenForcesDefenseMode(def_=1)),
    )


SITUATIONS = {
    "coin-duel": (COIN_DUEL, CoinDuelAttack(3, 2), COIN_DUEL.options()),
    "open-forces, more attackers": (OPEN_FORCES, skirmish(2, 1), OWNERS),
    "open-forces, more defenders": (OPEN_FORCES, skirmish(1, 2), OWNERS),
    "open-forces, the rules remove": (OPEN_FORCES, skirmish(1, 2), OpenForcesOptions()),
    "open-forces, splash": (OPEN_FORCES, skirmish(2, 3, spl=1), OWNERS),
    "stalingrad": (STALINGRAD, replace(SEED, attack_bonus=4), STALINGRAD.options()),
    "castle-rampage": (
        CASTLE_RAMPAGE,
        Attack(DIGGER, (OGRE,), (DRAGON, Card("keep", 1, 1))),
        CastleOptions(digger_target=DiggerTarget.ATTACKER_CHOICE),
    ),
    "x-wing, focus and evade": (
        X_WING,
        dogfight(attacker(focus=1), 2, defender(1, shields=4, focus=1, evade=1)),
        AMG_1_4_5,
    ),
    "x-wing, lock": (X_WING, dogfight(attacker(lock=True, focus=1), 1, defender(1, shields=4, focus=1)), AMG_1_4_5),
    "x-wing, cards": (X_WING, dogfight(attacker(focus=1), 1, defender(0, hull=2)), AMG_1_4_5),
}


def default_of(ruleset):
    return policies_by_role(ruleset, dict.fromkeys(Role, ruleset.policy_name("default")))


def brute(case, record):
    """The distributions by counting: every ordered roll from here on, with the default policy, by the engine of play."""
    ruleset, situation, options = case
    policy = ruleset.policies[ruleset.policy_name("default")]
    found = {name: {} for name in ruleset.measures}

    def players(question, by):
        return policy(question, by), Source(Origin.POLICY)

    def go_on(record, weight):
        end = resolve(ruleset.script, situation, options, record=record, players=players)
        if isinstance(end, Pending):
            die, count = end.wanted.die, end.wanted.count
            for faces in product(die.faces, repeat=count):
                rolled = Rolled(end.wanted.rule, end.wanted.by, die.name, faces)
                go_on(extended(end.record, rolled), weight / len(die.faces) ** count)
            return
        for name, measure in ruleset.measures.items():
            value = int(measure(end.outcome))
            found[name][value] = found[name].get(value, 0) + weight

    go_on(record, Fraction(1))
    return found


def extended(record, entry):
    return Record((*record.entries, entry), (*record.sources, Source(Origin.PHYSICAL)))


def points(case, seed) -> Iterator[tuple[Pending, Record]]:
    """Every point at which a random attack waits."""
    ruleset, situation, options = case
    chance, record = Random(seed), Record()
    while isinstance(end := resolve(ruleset.script, situation, options, record=record), Pending):
        yield end
        wanted = end.wanted
        if isinstance(wanted, RollWanted):
            faces = tuple(chance.choice(wanted.die.faces) for _ in range(wanted.count))
            record = extended(end.record, Rolled(wanted.rule, wanted.by, wanted.die.name, faces))
        else:
            choice = chance.choice(list(islice(wanted.question.options(), 20)))
            record = with_choice(end.record, wanted, choice)
    assert isinstance(end, Resolved)
    yield end


@thorough
@pytest.mark.parametrize("name", SITUATIONS)
def test_odds_from_any_point_are_those_of_the_script_with_all_before_it_written_out(name):
    case = SITUATIONS[name]
    ruleset, situation, options = case
    default = default_of(ruleset)
    for seed in seeds(3, 60):
        for end in points(case, seed):
            if isinstance(end, Pending) and not isinstance(end.wanted, RollWanted):
                for choice in islice(end.wanted.question.options(), 6):
                    forced = with_choice(end.record, end.wanted, choice)
                    assert odds_from(ruleset, situation, options, default, forced) == brute(case, forced)
            else:
                assert odds_from(ruleset, situation, options, default, end.record) == brute(case, end.record)


@thorough
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_odds_before_a_roll_are_those_after_it_by_their_chances(name):
    case = SITUATIONS[name]
    ruleset, situation, options = case
    default = default_of(ruleset)
    for seed in seeds(2, 30):
        for end in points(case, seed):
            if not isinstance(end, Pending) or not isinstance(end.wanted, RollWanted):
                continue
            wanted, summed = end.wanted, {measure: {} for measure in ruleset.measures}
            for faces, weight in throws(wanted.die, wanted.count):
                rolled = extended(end.record, Rolled(wanted.rule, wanted.by, wanted.die.name, faces))
                for measure, chances in odds_from(ruleset, situation, options, default, rolled).items():
                    for value, chance in chances.items():
                        summed[measure][value] = summed[measure].get(value, 0) + weight * chance
            assert odds_from(ruleset, situation, options, default, end.record) == summed
