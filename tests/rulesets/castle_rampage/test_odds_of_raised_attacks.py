"""Odds of attacks that cards may raise are those of every deal, each played by the rules."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from app.domain.errors import LimitExceeded
from app.domain.record import Record, Role
from app.domain.resolution import resolve
from app.rulesets.castle_rampage import RULESET, card
from app.rulesets.castle_rampage.model import (
    Attack,
    Attacker,
    Card,
    Effect,
    EffectKind,
    Options,
    PurpleOnLastCard,
    Structure,
)
from app.rulesets.castle_rampage.odds import MEASURES, odds, price
from app.rulesets.castle_rampage.work import is_countable
from tests.thorough import seeds

UNKNOWN = Card(unknown=True)
NOBODY = dict.fromkeys(Role, lambda _question, _by: None)
DEFENSES = (0, 1, 1, 2, 3, 5)
AMOUNTS = (-2, -1, 1, 1, 2, 3, 5)


def raising(amount, gate=1, castle=1):
    return Card("one", gate, castle, purple=True, effect=Effect(EffectKind.CHANGE_REMAINING_ATTACK, amount))


def any_card(random, *, purple):
    """An ordinary card, or one that raises or lowers the attack, ends it, or discards the top of a structure."""
    values = random.choice(DEFENSES), random.choice(DEFENSES)
    if random.random() >= purple:
        return Card("one", *values)
    kind = random.choice((*(EffectKind.CHANGE_REMAINING_ATTACK,) * 3, EffectKind.END_ATTACK, EffectKind.DESTROY_TOP_OF))
    amount = random.choice(AMOUNTS) if kind is EffectKind.CHANGE_REMAINING_ATTACK else None
    structure = random.choice(tuple(Structure)) if kind is EffectKind.DESTROY_TOP_OF else None
    return Card("one", *values, purple=True, effect=Effect(kind, amount, structure))


def small_table(seed):
    """One or two cards in each structure, most of them unknown, from a pool of few kinds that may be there twice."""
    random = Random(seed)
    kinds = [any_card(random, purple=0.5) for _ in range(4)]
    pool = tuple(random.choice(kinds) for _ in range(random.randint(5, 6)))
    gate, castle = (
        tuple(
            UNKNOWN if random.random() < 0.85 else any_card(random, purple=0.5) for _ in range(random.randint(*sizes))
        )
        for sizes in ((0, 2), (1, 2))
    )
    attacker = Attacker(random.randint(1, 8), bypasses_gate=random.random() < 0.2)
    options = Options(
        purple_on_last_castle_card=random.choice(tuple(PurpleOnLastCard)), castle_loss_any_cause=random.random() < 0.5
    )
    return Attack(attacker, gate, castle, pool), options


def dealt(situation, cards):
    """The situation with these cards in the places of the unknown ones, which are all known then."""
    left = list(cards)
    gate, castle = (
        tuple(left.pop(0) if each.unknown else each for each in stack) for stack in (situation.gate, situation.castle)
    )
    return replace(situation, gate=gate, castle=castle, pool=())


def of_every_deal(situation, options):
    unknown = sum(each.unknown for each in (*situation.gate, *situation.castle))
    deals = list(permutations(situation.pool, unknown))
    found = {name: {} for name in MEASURES}
    for deal in deals:
        outcome = resolve(RULESET.script, dealt(situation, deal), options).outcome
        for name, measure in MEASURES.items():
            value = int(measure(outcome))
            found[name][value] = found[name].get(value, 0) + Fraction(1, len(deals))
    return {name: dict(sorted(values.items())) for name, values in found.items()}


def chances(situation, options):
    RULESET.prepare(situation, options)
    price(situation, options)
    assert is_countable(situation)
    return odds(situation, options, NOBODY, Record())


@pytest.mark.parametrize("seed", seeds(300, 5_000))
def test_odds_of_small_tables_are_those_of_every_deal(seed):
    situation, options = small_table(seed)
    assert chances(situation, options) == of_every_deal(situation, options)


def test_an_attack_has_to_stand_before_a_card_raises_it():
    """Attack 3 overcomes the card of defense 2 that raises it only where it meets it first; later it ties or is less."""
    start = Attack(Attacker(3), (), (UNKNOWN,) * 3, (raising(9, castle=2), card(1, 1), card(1, 1)))
    assert chances(start, Options())["destroyed"] == {2: Fraction(2, 3), 3: Fraction(1, 3)}


def deck(kinds):
    """A whole deck, in which so many cards are purple; every other one of them raises the attack."""
    random = Random(118)
    ordinary = [card(random.randint(1, 6), random.randint(1, 6)) for _ in range(118 - kinds)]
    digs = Effect(EffectKind.DESTROY_TOP_OF, structure=Structure.GATE)
    special = [
        raising(2, 1 + n % 3, 1 + n % 4) if n % 2 else Card("one", 1 + n, 2, purple=True, effect=digs)
        for n in range(kinds)
    ]
    return (*ordinary, *special)


def test_odds_of_a_whole_deck_are_near_those_of_many_deals():
    random, options, deals = Random(61), Options(), 4_000
    start = Attack(Attacker(20), (UNKNOWN,) * 4, (UNKNOWN,) * 4, deck(4))
    found, met = chances(start, options), {name: {} for name in MEASURES}
    for _ in range(deals):
        outcome = resolve(RULESET.script, dealt(start, random.sample(start.pool, 8)), options).outcome
        for name, measure in MEASURES.items():
            value = int(measure(outcome))
            met[name][value] = met[name].get(value, 0) + 1
    for name, values in found.items():
        for value, chance in values.items():
            error = 5 * (float(chance) * (1 - float(chance)) / deals) ** 0.5 + 5 / deals
            assert abs(met[name].get(value, 0) / deals - float(chance)) < error


def test_odds_of_many_kinds_that_raise_the_attack_have_a_sum_of_one():
    start = Attack(Attacker(12), (UNKNOWN,) * 4, (UNKNOWN,) * 4, deck(6))
    assert all(sum(chance.values()) == 1 for chance in chances(start, Options()).values())


def test_more_ways_after_a_raise_than_can_be_counted_are_refused():
    high = tuple(raising(99, n % 3, n % 5) for n in range(40))
    start = Attack(Attacker(9), (UNKNOWN,) * 20, (UNKNOWN,) * 20, (*high, *deck(0)[:78]))
    with pytest.raises(LimitExceeded):
        price(start, Options())
