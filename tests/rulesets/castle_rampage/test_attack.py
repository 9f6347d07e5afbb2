"""The attack of Castle Rampage: the rulebook's example first."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.casualties import Casualty
from app.domain.errors import IllegalSituation, LimitExceeded
from app.domain.follow_ups import odds_of_several
from app.domain.hidden import NotShown
from app.domain.odds import finished, mean
from app.domain.record import Noted, Origin, Record, Role, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.domain.ruleset import first_option
from app.rulesets.castle_rampage import OGRE, RULESET, card, facts
from app.rulesets.castle_rampage.model import (
    Attack,
    AttackCard,
    Attacker,
    Card,
    ChosenStructure,
    DiggerTarget,
    Effect,
    EffectKind,
    Options,
    PurpleOnLastCard,
    Result,
    StepResult,
    Structure,
    VeteranOnRepel,
)
from app.rulesets.castle_rampage.odds import MEASURES, counted, enumerated, odds, price
from app.rulesets.castle_rampage.siege import defense_of
from app.rulesets.castle_rampage.work import is_countable
from tests.conftest import vectors

VECTORS = vectors("castle-rampage")
RULES = Options()
UNKNOWN = Card(unknown=True)
POOL = tuple(card(*values) for values in VECTORS["pool"])
POLICIES = dict.fromkeys(Role, first_option)


def stack(*values):
    return tuple(card(*value) for value in values)


def purple(kind, defense=1, **effect):
    return Card(f"purple-{kind.value}", defense, defense, purple=True, effect=Effect(kind, **effect))


def assault(value, gate=(), castle=(), options=RULES, choices=(), **attacker):
    situation, left = Attack(Attacker(value, **attacker), tuple(gate), tuple(castle)), list(choices)
    RULESET.prepare(situation, options)
    end = resolve(
        RULESET.script, situation, options, players=lambda *_: (left and (left.pop(0), Source(Origin.HOST))) or None
    )
    assert isinstance(end, Resolved), end
    assert not left
    return end


def noted(end, kind):
    return [entry.fact for entry in end.record.entries if isinstance(entry, Noted) and isinstance(entry.fact, kind)]


def chances(situation, options=RULES):
    RULESET.prepare(situation, options)
    return odds(situation, options, POLICIES, Record())


def test_anton_attacks_beatrix_with_nine():
    example = RULESET.examples[0]
    end = resolve(RULESET.script, example, RULES)
    steps = [(step.card, step.defense, step.before, step.after, step.result.value) for step in end.outcome.steps]
    assert steps == [
        ("3/1", 3, 9, 6, "destroyed"),
        ("4/2", 4, 6, 2, "destroyed"),
        ("ogre", 6, 2, 2, "repelled"),
    ]
    assert (end.outcome.result, end.outcome.destroyed, end.outcome.remaining_attack) == (Result.REPELLED, 2, 2)
    assert end.outcome.after.gate == (OGRE,)
    assert end.outcome.attack_card is AttackCard.DISCARDED
    lost = [(fact.unit, fact.name, fact.detail["attack"]) for fact in noted(end, Casualty)]
    assert lost == [("gate-1", "3/1", 9), ("gate-2", "4/2", 6)]
    assert noted(end, facts.PurpleDestroyed) == []


@pytest.mark.parametrize("case", VECTORS["attack"], ids=lambda case: case["name"])
def test_vectors(case):
    end = assault(
        case["attack"], stack(*case["gate"]), stack(*case["castle"]), bypasses_gate=case["bypass_gate"]
    ).outcome
    results = {"exhausted": "tied", "both_destroyed": "tied"}
    assert end.result.value == results.get(case["result"], case["result"].replace("_", "-"))
    assert end.remaining_attack == case["attack_left"]
    told = [[step.structure, step.defense, step.before, step.result.value, step.after] for step in end.steps]
    assert told == [[where, v, a, results.get(what, what), left] for where, v, a, what, left in case["steps"]]
    assert (end.after.gate, end.after.castle) == (stack(*case["gate_after"]), stack(*case["castle_after"]))


def test_what_sweeps_the_gate_goes_on_to_the_castle():
    end = assault(9, stack((4, 1)), [OGRE, card(1, 1)])
    assert noted(end, facts.GateCleared) == [facts.GateCleared(5)]
    assert (end.outcome.result, end.outcome.remaining_attack) == (Result.REPELLED, 5)
    assert end.outcome.after.gate == ()


def test_no_damage_is_remembered():
    gate = (card(6, 6),)
    first = assault(5, gate, stack((1, 1))).outcome
    assert assault(5, first.after.gate, first.after.castle).outcome == first


def test_a_tie_reveals_no_further_card_not_even_one_of_no_defense():
    end = assault(3, stack((3, 1), (0, 1)), stack((1, 1))).outcome
    assert (end.result, end.destroyed) == (Result.TIED, 1)


def test_a_card_of_no_defense_is_destroyed_and_takes_nothing_off():
    end = assault(3, stack((0, 1), (3, 1)), stack((1, 1))).outcome
    assert [step.after for step in end.steps] == [3, 0]
    assert end.result is Result.TIED


def test_a_digger_stays_in_the_castle():
    end = assault(9, stack((1, 1)), stack((1, 2), (1, 8)), bypasses_gate=True).outcome
    assert [step.structure for step in end.steps] == [Structure.CASTLE] * 2
    assert (end.result, len(end.after.gate)) == (Result.REPELLED, 1)


def test_by_option_the_attacker_chooses_what_the_digger_attacks():
    options = Options(digger_target=DiggerTarget.ATTACKER_CHOICE)
    gate = ChosenStructure(Structure.GATE)
    end = assault(2, stack((2, 1)), stack((1, 2)), options, [gate], bypasses_gate=True).outcome
    assert end.steps[0].structure is Structure.GATE
    situation = Attack(Attacker(2, bypasses_gate=True), stack((2, 1)), stack((1, 2)))
    assert isinstance(resolve(RULESET.script, situation, options), Pending)
    without_gate = assault(2, (), stack((1, 2)), options, bypasses_gate=True).outcome
    assert without_gate.result is Result.CASTLE_FALLEN
    assert chances(situation, options)["castle_fallen"] == {1: 1}


@pytest.mark.parametrize(
    ("option", "place"), list(zip(VeteranOnRepel, ["returned-to-hand", "stays-in-play", "discarded"], strict=True))
)
def test_where_a_repelled_veteran_goes(option, place):
    options = Options(veteran_on_repel=option)
    assert assault(1, (), stack((1, 2)), options, survives_repel=True).outcome.attack_card.value == place
    tied = assault(2, (), stack((1, 2), (1, 1)), options, survives_repel=True).outcome
    assert tied.attack_card is AttackCard.DISCARDED


def test_the_last_castle_card_ends_the_game_even_on_a_tie():
    end = assault(3, (), stack((1, 3)))
    assert end.outcome.steps[0].result is StepResult.TIED
    assert (end.outcome.result, end.outcome.after.castle) == (Result.CASTLE_FALLEN, ())
    assert noted(end, facts.CastleFell) == [facts.CastleFell(0)]


def test_a_purple_card_influences_the_attack_that_destroys_it():
    for kind in (EffectKind.END_ATTACK, EffectKind.DESTROY_ATTACK_CARD):
        end = assault(9, [purple(kind), card(1, 1)], stack((1, 1)), survives_repel=True).outcome
        assert (end.result, end.destroyed, end.remaining_attack) == (Result.ENDED_BY_EFFECT, 1, 8)
        assert end.attack_card is AttackCard.DISCARDED
    weaker = assault(9, [purple(EffectKind.CHANGE_REMAINING_ATTACK, amount=-5)], stack((1, 4))).outcome
    assert (weaker.remaining_attack, weaker.result) == (3, Result.REPELLED)
    spent = assault(4, [purple(EffectKind.CHANGE_REMAINING_ATTACK, amount=-9)], stack((1, 4))).outcome
    assert (spent.remaining_attack, spent.result) == (0, Result.ENDED_BY_EFFECT)


def test_a_card_that_an_effect_discards_has_no_effect_itself():
    hidden = purple(EffectKind.END_ATTACK)
    end = assault(9, [purple(EffectKind.DESTROY_TOP_OF, structure=Structure.GATE), hidden, card(2, 1)], stack((1, 9)))
    assert [fact.detail["cause"] for fact in noted(end, Casualty)] == ["attack", "effect", "attack"]
    assert [fact.card for fact in noted(end, facts.PurpleDestroyed)] == ["purple-destroy-top-of"]
    assert (end.outcome.destroyed, len(end.outcome.steps)) == (3, 3)


def test_an_effect_that_empties_the_castle_is_a_loss_unless_the_option_says_no():
    gate = [purple(EffectKind.DESTROY_TOP_OF, structure=Structure.CASTLE)]
    assert assault(9, gate, stack((1, 9))).outcome.result is Result.CASTLE_FALLEN
    kept = Options(castle_loss_any_cause=False)
    assert assault(9, gate, stack((1, 9)), kept).outcome.result is Result.ENDED_BY_EFFECT


CARDS = st.builds(card, st.integers(0, 4), st.integers(0, 4))
EFFECTS = st.sampled_from(
    [
        purple(EffectKind.END_ATTACK),
        purple(EffectKind.CHANGE_REMAINING_ATTACK, 2, amount=-2),
        purple(EffectKind.CHANGE_REMAINING_ATTACK, 1, amount=3),
        purple(EffectKind.DESTROY_TOP_OF, 0, structure=Structure.CASTLE),
        purple(EffectKind.DESTROY_TOP_OF, 2, structure=Structure.GATE),
    ]
)
NO_LOSS_BY_EFFECTS = Options(castle_loss_any_cause=False)


def test_a_castle_that_an_effect_emptied_falls_to_the_next_attack_that_reaches_it():
    gate = [purple(EffectKind.DESTROY_TOP_OF, structure=Structure.CASTLE), card(2, 1)]
    left = assault(9, gate, stack((1, 9)), NO_LOSS_BY_EFFECTS).outcome
    assert (left.result, len(left.after.gate), left.after.castle) == (Result.ENDED_BY_EFFECT, 1, ())
    repelled = assault(1, left.after.gate, left.after.castle, NO_LOSS_BY_EFFECTS).outcome
    assert (repelled.result, repelled.after) == (Result.REPELLED, left.after)
    tied = assault(2, left.after.gate, left.after.castle, NO_LOSS_BY_EFFECTS)
    assert (tied.outcome.result, noted(tied, facts.CastleFell)) == (Result.TIED, [])
    swept = assault(3, left.after.gate, left.after.castle, NO_LOSS_BY_EFFECTS)
    assert (swept.outcome.result, noted(swept, facts.CastleFell)) == (Result.CASTLE_FALLEN, [facts.CastleFell(1)])
    open_ = assault(1, (), (), NO_LOSS_BY_EFFECTS).outcome
    assert (open_.result, open_.steps, open_.destroyed) == (Result.CASTLE_FALLEN, (), 0)


@given(
    st.integers(1, 9),
    st.lists(st.one_of(CARDS, EFFECTS), max_size=4),
    st.lists(st.one_of(CARDS, EFFECTS), min_size=1, max_size=3),
    st.booleans(),
)
def test_no_attack_leaves_a_state_that_the_next_one_does_not_accept(attack, gate, castle, digs):
    result, before = None, None
    while result is not Result.CASTLE_FALLEN and (gate, castle) != before:
        before = gate, castle
        outcome = assault(attack, gate, castle, NO_LOSS_BY_EFFECTS, bypasses_gate=digs).outcome
        result, gate, castle = outcome.result, outcome.after.gate, outcome.after.castle
    assert castle or result is Result.CASTLE_FALLEN or gate


def test_effects_come_too_late_on_a_tie_and_on_the_last_castle_card():
    tie = assault(1, [purple(EffectKind.CHANGE_REMAINING_ATTACK, amount=5), card(1, 1)], stack((1, 1)))
    assert (tie.outcome.result, tie.outcome.destroyed) == (Result.TIED, 1)
    assert [fact.effect for fact in noted(tie, facts.EffectIgnored)] == [EffectKind.CHANGE_REMAINING_ATTACK]
    last = [purple(EffectKind.DESTROY_TOP_OF, structure=Structure.GATE)]
    digger = assault(9, stack((1, 1)), last, bypasses_gate=True).outcome
    assert (digger.result, len(digger.after.gate)) == (Result.CASTLE_FALLEN, 1)
    resolved = Options(purple_on_last_castle_card=PurpleOnLastCard.RESOLVED)
    digger = assault(9, stack((1, 1)), last, resolved, bypasses_gate=True).outcome
    assert (digger.result, len(digger.after.gate)) == (Result.CASTLE_FALLEN, 0)


def test_effects_about_hands_are_left_to_the_table():
    end = assault(9, [purple(EffectKind.ATTACKER_DISCARDS_HAND, amount=2)], stack((1, 9)))
    assert noted(end, facts.EffectLeftToTable) == [facts.EffectLeftToTable(EffectKind.ATTACKER_DISCARDS_HAND, 2)]
    assert end.outcome.result is Result.REPELLED


def situation(gate=(), castle=(card(1, 1),), pool=()):
    return Attack(Attacker(5), tuple(gate), tuple(castle), tuple(pool))


REFUSED = {
    "castle-empty": situation(castle=()),
    "missing-value": situation(gate=[Card("x", 1)]),
    "unknown-in-pool": situation(pool=[UNKNOWN]),
    "unknown-with-values": situation(gate=[Card("x", unknown=True)]),
    "effect-not-purple": situation(gate=[replace(purple(EffectKind.END_ATTACK), purple=False)]),
    "effect-amount": situation(gate=[purple(EffectKind.CHANGE_REMAINING_ATTACK)]),
    "effect-structure": situation(gate=[purple(EffectKind.DESTROY_TOP_OF)]),
    "too-many-cards": situation(gate=[card(1, 1)] * 118),
    "pool-too-small": situation(gate=[UNKNOWN] * 2, pool=POOL[:1]),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_a_situation_forbids(reason):
    with pytest.raises(IllegalSituation, match=reason):
        RULESET.prepare(REFUSED[reason], RULES)


def test_an_attack_on_unknown_cards_is_refused_before_anything_happens():
    unknown = situation(gate=[UNKNOWN], pool=POOL)
    RULESET.prepare(unknown, RULES)
    with pytest.raises(IllegalSituation) as refusal:
        RULESET.covers.check(unknown)
    with pytest.raises(NotShown):
        resolve(RULESET.script, unknown, RULES)
    assert (refusal.value.reason, refusal.value.rule, refusal.value.field) == ("unknown-card", "CR-15", ("gate", 0))


@pytest.mark.parametrize("case", VECTORS["odds"], ids=lambda case: f"A{case['attack']}")
def test_odds_of_unknown_cards(case):
    found = chances(
        Attack(Attacker(case["attack"]), (UNKNOWN,) * case["gate_cards"], (UNKNOWN,) * case["castle_cards"], POOL)
    )
    assert {str(n): str(chance) for n, chance in found["destroyed"].items()} == case["p"]
    assert found["gate_cleared"].get(1, 0) == Fraction(case["gate_cleared"])
    assert found["castle_fallen"].get(1, 0) == Fraction(case["castle_falls"])
    assert mean(found["destroyed"]) == Fraction(case["mean"])


def unknown(attack, gate, castle):
    return chances(Attack(Attacker(attack), (UNKNOWN,) * gate, (UNKNOWN,) * castle, POOL))


def test_the_bonus_archer_raises_the_chance_to_win():
    nine, fourteen = unknown(9, 2, 2), unknown(14, 2, 2)
    assert nine["destroyed"] == {1: Fraction(1, 18), 2: Fraction(19, 84), 3: Fraction(8, 21), 4: Fraction(85, 252)}
    assert nine["gate_cleared"][1] == Fraction(17, 18)
    assert (nine["castle_fallen"][1], fourteen["castle_fallen"][1]) == (Fraction(85, 252), Fraction(25, 27))


def test_one_big_attack_clears_a_gate_more_often_than_two_small_ones():
    assert unknown(8, 2, 1)["gate_cleared"][1] == Fraction(11, 12)
    assert [unknown(a, 1, 1)["gate_cleared"][1] for a in range(1, 7)] == [
        Fraction(text) for text in ("2/9", "5/9", "2/3", "8/9", "8/9", "1")
    ]
    castle = [unknown(a, 0, 1)["castle_fallen"][1] for a in range(1, 7)]
    assert castle == [Fraction(text) for text in ("1/3", "5/9", "7/9", "8/9", "8/9", "1")]


def brute(situation, options=RULES):
    """Every order of the pool, by the attack itself."""
    unknown = sum(one.unknown for one in (*situation.gate, *situation.castle))
    found = {name: {} for name in MEASURES}
    orders = list(permutations(range(len(situation.pool)), unknown))
    for order in orders:
        drawn = [situation.pool[n] for n in order]
        gate = tuple(drawn.pop(0) if one.unknown else one for one in situation.gate)
        castle = tuple(drawn.pop(0) if one.unknown else one for one in situation.castle)
        outcome = resolve(RULESET.script, replace(situation, gate=gate, castle=castle, pool=()), options).outcome
        for name, measure in MEASURES.items():
            value = int(measure(outcome))
            found[name][value] = found[name].get(value, 0) + Fraction(1, len(orders))
    return {name: dict(sorted(values.items())) for name, values in found.items()}


SEEN = st.one_of(st.just(UNKNOWN), CARDS)


@given(
    st.integers(1, 9),
    st.lists(SEEN, max_size=2),
    st.lists(SEEN, min_size=1, max_size=2),
    st.lists(CARDS, min_size=4, max_size=5),
)
def test_counting_sets_equals_every_order(attack, gate, castle, pool):
    start = Attack(Attacker(attack), tuple(gate), tuple(castle), tuple(pool))
    assert chances(start) == brute(start)
    assert enumerated(start, RULES, Structure.GATE) == brute(start)


@given(
    st.integers(1, 9),
    st.lists(SEEN, max_size=2),
    st.lists(SEEN, min_size=1, max_size=2),
    st.lists(st.one_of(CARDS, EFFECTS), min_size=4, max_size=5),
)
def test_odds_with_effects_equal_every_order(attack, gate, castle, pool):
    start = Attack(Attacker(attack), tuple(gate), tuple(castle), tuple(pool))
    assert chances(start) == brute(start)


NOT_RAISING = st.sampled_from(
    [
        purple(EffectKind.END_ATTACK, 1),
        purple(EffectKind.DESTROY_ATTACK_CARD, 0),
        purple(EffectKind.CHANGE_REMAINING_ATTACK, 2, amount=-2),
        purple(EffectKind.CHANGE_REMAINING_ATTACK, 0, amount=-1),
        purple(EffectKind.DESTROY_TOP_OF, 0, structure=Structure.CASTLE),
        purple(EffectKind.DESTROY_TOP_OF, 2, structure=Structure.GATE),
        purple(EffectKind.DEFENDER_DRAWS, 1, amount=2),
    ]
)
MIXED = st.one_of(st.just(UNKNOWN), CARDS, NOT_RAISING)


@given(
    st.integers(1, 9),
    st.lists(MIXED, max_size=3),
    st.lists(MIXED, min_size=1, max_size=3),
    st.lists(st.one_of(CARDS, NOT_RAISING), min_size=6, max_size=8),
    st.booleans(),
    st.builds(
        Options, purple_on_last_castle_card=st.sampled_from(PurpleOnLastCard), castle_loss_any_cause=st.booleans()
    ),
)
def test_counting_sets_equals_going_card_by_card(attack, gate, castle, pool, digs, options):
    attacker = Attacker(attack, bypasses_gate=digs)
    start = Attack(attacker, tuple(gate), tuple(castle), tuple(pool))
    target = Structure.CASTLE if digs else Structure.GATE
    assert chances(start, options) == enumerated(start, options, target)


@given(
    st.integers(1, 9),
    st.lists(MIXED, max_size=2),
    st.lists(MIXED, min_size=1, max_size=2),
    st.lists(st.one_of(CARDS, NOT_RAISING), min_size=4, max_size=5),
)
def test_odds_with_effects_that_raise_nothing_equal_every_order(attack, gate, castle, pool):
    start = Attack(Attacker(attack), tuple(gate), tuple(castle), tuple(pool))
    assert chances(start) == brute(start)


@given(
    st.integers(1, 9),
    st.lists(st.one_of(SEEN, EFFECTS), max_size=2),
    st.lists(SEEN, max_size=2),
    st.lists(st.one_of(CARDS, EFFECTS), min_size=4, max_size=5),
)
def test_odds_equal_every_order_where_an_emptied_castle_has_not_fallen(attack, gate, castle, pool):
    start = Attack(Attacker(attack), tuple(gate), tuple(castle), tuple(pool))
    assert chances(start, NO_LOSS_BY_EFFECTS) == brute(start, NO_LOSS_BY_EFFECTS)


def brute_chain(attacks, options):
    """Every order of the pool, and in each the attacks one after the other, by the attack itself."""
    first = attacks[0]
    unknown = sum(one.unknown for one in (*first.gate, *first.castle))
    orders, found = list(permutations(first.pool, unknown)), {name: {} for name in MEASURES}
    for order in orders:
        drawn = list(order)
        gate, castle = (
            tuple(drawn.pop(0) if one.unknown else one for one in stack) for stack in (first.gate, first.castle)
        )
        destroyed, cleared, fallen = 0, False, False
        for attack in attacks:
            if not castle and options.castle_loss_any_cause:
                break
            open_cards = replace(attack, gate=gate, castle=castle, pool=())
            outcome = resolve(RULESET.script, open_cards, options, players=first_choice).outcome
            gate, castle = outcome.after.gate, outcome.after.castle
            destroyed += outcome.destroyed
            cleared, fallen = cleared or not gate, fallen or outcome.result is Result.CASTLE_FALLEN
        for name, value in zip(MEASURES, (destroyed, cleared, fallen), strict=True):
            found[name][int(value)] = found[name].get(int(value), 0) + Fraction(1, len(orders))
    return {name: dict(sorted(values.items())) for name, values in found.items()}


def first_choice(question, _by):
    return next(question.options()), Source(Origin.POLICY)


@given(
    st.lists(st.builds(Attacker, st.integers(1, 9), st.booleans()), min_size=2, max_size=4),
    st.lists(st.one_of(st.just(UNKNOWN), CARDS, EFFECTS), max_size=3),
    st.lists(st.one_of(st.just(UNKNOWN), CARDS, EFFECTS), min_size=1, max_size=2),
    st.lists(st.one_of(CARDS, EFFECTS), min_size=5, max_size=6),
    st.builds(
        Options,
        digger_target=st.sampled_from(DiggerTarget),
        purple_on_last_castle_card=st.sampled_from(PurpleOnLastCard),
        castle_loss_any_cause=st.booleans(),
    ),
)
def test_attacks_one_after_the_other_have_the_odds_of_every_order(attackers, gate, castle, pool, options):
    attacks = [Attack(each, tuple(gate), tuple(castle), tuple(pool)) for each in attackers]
    assert finished(odds_of_several(RULESET, attacks, options, POLICIES)) == brute_chain(attacks, options)


def named(cards):
    """The same cards, each with a name of its own, and with an effect on hands where it has none."""
    return tuple(
        replace(one, card=f"number-{n}")
        if one.purple
        else replace(one, card=f"number-{n}", purple=True, effect=Effect(EffectKind.DRAW, n + 1))
        for n, one in enumerate(cards)
    )


@pytest.mark.parametrize(("size", "unknown"), [(45, 4), (109, 4), (109, 54)])
def test_named_cards_have_the_odds_of_nameless_ones(size, unknown):
    raising = purple(EffectKind.CHANGE_REMAINING_ATTACK, 3, amount=2)
    pool = (*(POOL * 13)[: size - 1], raising) if unknown == 4 else (POOL * 13)[:size]
    start = Attack(Attacker(5), (UNKNOWN,) * unknown, (UNKNOWN,) * unknown, pool)
    price(start, RULES)
    assert is_countable(start)
    told = replace(start, pool=named(pool))
    price(told, RULES)
    assert chances(told) == chances(start)


@pytest.mark.parametrize("at_gate", [True, False])
def test_only_the_value_for_the_structure_of_unknown_cards_makes_a_difference(at_gate):
    kinds = tuple(card(*((n % 5, n) if at_gate else (n, n % 5))) for n in range(90))
    raising = purple(EffectKind.CHANGE_REMAINING_ATTACK, 3, amount=2)
    stacks = ((UNKNOWN,) * 5, (card(9, 9),))
    start = Attack(Attacker(5), *(stacks if at_gate else stacks[::-1]), pool=(*kinds, raising))
    price(start, RULES)
    assert all(sum(chance.values()) == 1 for chance in chances(start).values())


def test_too_many_unknown_cards_are_priced_out_where_one_raises_the_attack():
    kinds = tuple(card(gate, castle) for gate in range(10) for castle in range(11))
    raising = purple(EffectKind.CHANGE_REMAINING_ATTACK, amount=1)
    start = Attack(Attacker(40), (UNKNOWN,) * 8, (UNKNOWN,) * 8, (*kinds, raising))
    with pytest.raises(LimitExceeded) as refused:
        price(start, RULES)
    assert refused.value.params["is"] > refused.value.params["at_most"]
    price(replace(start, pool=(*kinds, purple(EffectKind.END_ATTACK))), RULES)
    price(replace(start, pool=kinds), RULES)


def test_too_many_different_effects_are_priced_out():
    kinds = tuple(purple(EffectKind.CHANGE_REMAINING_ATTACK, defense, amount=-1) for defense in range(40))
    start = Attack(Attacker(99), (UNKNOWN,) * 20, (UNKNOWN,) * 20, kinds)
    with pytest.raises(LimitExceeded):
        price(start, RULES)


def test_few_unknown_cards_of_many_effects_go_card_by_card():
    kinds = tuple(purple(EffectKind.CHANGE_REMAINING_ATTACK, defense, amount=-1) for defense in range(30))
    start = Attack(Attacker(99), (UNKNOWN,), (UNKNOWN,) * 2, (*kinds, *POOL))
    price(start, RULES)
    assert not is_countable(start)
    assert chances(start) == counted(start, RULES, Structure.GATE)


def test_a_whole_deck_of_unknown_cards_has_odds():
    effects = (
        purple(EffectKind.CHANGE_REMAINING_ATTACK, amount=-2),
        purple(EffectKind.END_ATTACK),
        purple(EffectKind.DESTROY_TOP_OF, structure=Structure.GATE),
    )
    ordinary = (card(0, 0), *POOL * 12)
    for pool in (ordinary, (*ordinary, *effects * 3)):
        start = Attack(Attacker(99), (UNKNOWN,) * 50, (UNKNOWN,) * 59, pool)
        price(start, RULES)
        assert all(sum(chance.values()) == 1 for chance in chances(start).values())


@given(st.integers(1, 30), st.lists(CARDS, max_size=5), st.lists(CARDS, min_size=1, max_size=5))
def test_an_attack_destroys_no_more_than_its_value_and_all_of_it_only_on_a_tie(attack, gate, castle):
    outcome = assault(attack, gate, castle).outcome
    fallen = [step for step in outcome.steps if step.result is not StepResult.REPELLED]
    spent = sum(step.defense for step in fallen)
    assert spent + outcome.remaining_attack == attack
    assert (spent == attack) == (outcome.steps[-1].result is StepResult.TIED)
    assert len(gate) + len(castle) == outcome.destroyed + len(outcome.after.gate) + len(outcome.after.castle)
    assert all(defense_of(one, Structure.GATE) >= 0 for one in outcome.after.gate)
