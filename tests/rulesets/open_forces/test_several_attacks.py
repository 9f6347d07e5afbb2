"""Odds of several attacks on a group are those of every roll of each, with every unit by its id."""

from dataclasses import replace
from random import Random

import pytest

from app.domain.advice import with_choice
from app.domain.errors import IllegalSituation
from app.domain.follow_ups import odds_of_several
from app.domain.odds import finished
from app.domain.record import Origin, Record, Role, Rolled, Source
from app.domain.resolution import Pending, resolve
from app.domain.ruleset import first_option
from app.domain.table import RollWanted
from app.rulesets.open_forces import RULESET
from app.rulesets.open_forces.model import (
    CasualtyChoice,
    CoverBasis,
    CoverStacking,
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesCover,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
    OpenForcesOptions,
    PartialVisibility,
    TwoValueAtk,
)
from app.rulesets.open_forces.several import left_in_the_end, several
from tests.rulesets.played_out import played_out
from tests.thorough import seeds

POLICIES = dict.fromkeys(Role, RULESET.policies["default"])


def players(question, by):
    return first_option(question, by), Source(Origin.POLICY)


def random_attacks(seed, most_units=3):
    """Two or three attacks on a small group, and options; some tell units apart, some do not."""
    chance = Random(seed)
    options = OpenForcesOptions(
        casualty_choice=chance.choice(tuple(CasualtyChoice)),
        cover_stacking=chance.choice(tuple(CoverStacking)),
        splash_cover_basis=chance.choice(tuple(CoverBasis)),
        splash_partial_visibility=chance.choice(tuple(PartialVisibility)),
        two_value_atk_conventional=chance.choice(tuple(TwoValueAtk)),
        cover_percent=chance.choice((30, 50, 100)),
    )
    units = chance.randint(1, most_units)
    ids = tuple(chance.sample("abcdef", units)) if chance.random() < 0.5 else ()
    defender = OpenForcesDefenders(units, OpenForcesDefenseMode(chance.randint(0, 3)), ids)
    names = ids or tuple(map(str, range(1, units + 1)))
    tells_apart = chance.random() < 0.5

    def attack():
        mode = OpenForcesAttackMode(chance.randint(0, 2), spl=chance.choice((0, 0, 1, 2)), rng=20)
        covers = (OpenForcesCover(chance.randint(1, 3), chance.randint(0, units)) for _ in range(chance.randint(0, 2)))
        found = OpenForcesAttack(OpenForcesAttackers(chance.randint(1, 2), mode), defender, cover=tuple(covers))
        if tells_apart and chance.random() < 0.6:
            found = replace(found, distances=tuple(chance.choice((10, 20, 30)) for _ in names))
        if tells_apart and chance.random() < 0.4:
            found = replace(found, visible=tuple(unit for unit in names if chance.random() < 0.8))
        return found

    wanted, attacks = chance.choice((2, 2, 3)), []
    while len(attacks) < wanted:
        attacks += [one for one in [attack()] if is_legal(one, options)]
    return tuple(attacks), options


def is_legal(attack, options):
    try:
        RULESET.prepare(attack, options)
    except IllegalSituation:
        return False
    return True


def found_by(attacks, options, record=None):
    return finished(odds_of_several(RULESET, attacks, options, POLICIES, record or Record()))


@pytest.mark.parametrize("seed", seeds(30, 600))
def test_several_attacks_are_those_of_every_roll_of_each(seed):
    attacks, options = random_attacks(seed)
    assert found_by(attacks, options) == played_out(RULESET, attacks, options, players)


def records_in(attack, options, seed):
    """The records of an attack after each roll and each choice."""
    chance = Random(seed)
    end = resolve(RULESET.script, attack, options)
    while isinstance(end, Pending):
        if isinstance(end.wanted, RollWanted):
            faces = tuple(sorted(chance.randint(1, 6) for _ in range(end.wanted.count)))
            rolled = Rolled(end.wanted.rule, end.wanted.by, end.wanted.die.name, faces)
            record = Record((*end.record.entries, rolled), (*end.record.sources, Source(Origin.PHYSICAL)))
        else:
            record = with_choice(end.record, end.wanted, chance.choice(list(end.wanted.question.options())))
        yield record
        end = resolve(RULESET.script, attack, options, record=record)


@pytest.mark.parametrize("seed", seeds(20, 400))
def test_several_attacks_may_begin_at_any_point_of_the_first(seed):
    attacks, options = random_attacks(seed)
    for record in records_in(attacks[0], options, seed):
        assert found_by(attacks, options, record) == played_out(RULESET, attacks, options, players, record)


def test_units_are_counted_where_no_attack_that_follows_tells_them_apart():
    attacks, options = random_attacks(0)
    plain = tuple(replace(one, distances=(), visible=None) for one in attacks)
    apart = replace(plain[0], visible=None, distances=(10,) * plain[0].defender.units)
    assert several(plain, options, POLICIES, Record()) is not None
    assert several((apart, *plain), options, POLICIES, Record()) is not None
    assert several((plain[0], apart), options, POLICIES, Record()) is None


def test_what_is_left_after_several_attacks_is_kept_by_numbers_alone():
    attacks, options = random_attacks(0)
    kept = [found_by(tuple(with_ids(one, letter) for one in attacks), options) for letter in "ab"]
    assert kept[0] == kept[1]
    start, dice = (0, 0, 1), (((2, 1, 7), (2, 2, 7)),)
    assert left_in_the_end(start, dice) is left_in_the_end(start, dice)


def with_ids(attack, letter):
    units = attack.defender.units
    defender = replace(attack.defender, unit_ids=tuple(f"{letter}{n}" for n in range(units)))
    return replace(attack, defender=defender, distances=(), visible=None)


def test_units_at_one_distance_are_one_thing_with_a_count():
    """Of 30 units in three rows eight splash attacks leave few states, though each unit has a name."""
    defender = OpenForcesDefenders(30, OpenForcesDefenseMode(1), tuple(f"u{n}" for n in range(30)))
    mode = OpenForcesAttackMode(1, spl=2, rng=20)
    distances = tuple(10 * (1 + n // 10) for n in range(30))
    attack = OpenForcesAttack(OpenForcesAttackers(2, mode), defender, distances=distances)
    job = odds_of_several(RULESET, (attack,) * 8, OpenForcesOptions(), POLICIES)
    assert len(list(job)) < 100
