"""The attack of Open Forces: the rulebook's own examples first, then every vector."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.casualties import Casualty
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice, IllegalOption, IllegalSituation
from app.domain.odds import distributions_of, enumerate_outcomes, mean
from app.domain.record import Noted, Origin, Record, Role, Source
from app.domain.resolution import Pending, resolve
from app.rulesets.open_forces import EXAMPLES, RULESET
from app.rulesets.open_forces.groups import defense_size
from app.rulesets.open_forces.model import (
    After,
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
    SurplusDice,
    SurplusFaces,
    TwoValueAtk,
    Units,
)
from app.rulesets.open_forces.odds import kills
from app.rulesets.open_forces.rules import effective_atk, is_covered, splash_atk, threshold_of
from tests.conftest import vectors

VECTORS = vectors("open-forces")
STANDARD = OpenForcesOptions()
SEED = EXAMPLES[0]


def situation(attackers=1, defenders=1, atk=0, def_=0, covers=(), spl=0, atk_base=None, rng=None, **rest):
    return OpenForcesAttack(
        OpenForcesAttackers(attackers, OpenForcesAttackMode(atk, atk_base, spl, rng)),
        OpenForcesDefenders(defenders, OpenForcesDefenseMode(def_)),
        cover=tuple(OpenForcesCover(*cover) for cover in covers),
        **rest,
    )


def throw(case, defense, offense, options=STANDARD, choices=()):
    """The attack with these dice and choices, all of which must be used up."""
    RULESET.prepare(case, options)
    dice, left = ThrownDice([tuple(defense), tuple(offense)]), list(choices)
    end = resolve(
        RULESET.script,
        case,
        options,
        dice=dice,
        players=lambda _question, _by: (left and (left.pop(0), Source(Origin.HOST))) or None,
    )
    assert not dice.left_over
    assert not left
    return end


def killed(end):
    facts = [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]
    return [fact.unit for fact in facts if isinstance(fact, Casualty)]


def test_the_rulebooks_example_kills_two():
    outcome = throw(SEED, [2, 2, 5, 5], [1, 1, 2, 4, 6]).outcome
    assert (outcome.raw_threshold, outcome.threshold) == (9, 9)
    assert outcome.removed.attacker == (1,)
    assert (outcome.rows.defender, outcome.rows.attacker) == ((2, 2, 5, 5), (1, 2, 4, 6))
    assert [pair.sum for pair in outcome.pairs] == [3, 4, 9, 11]
    assert outcome.kills == 2
    assert outcome.after.defender.units == 2


def test_the_rulebooks_splash_examples_multiply_atk():
    assert effective_atk(EXAMPLES[1], STANDARD) == 8
    assert effective_atk(EXAMPLES[2], STANDARD) == 5


@pytest.mark.parametrize("vector", VECTORS["threshold"], ids=str)
def test_thresholds(vector):
    case = situation(1, 1, vector["atk"], vector["def_"], [(vector["cover"], 1)])
    assert threshold_of(case, STANDARD) == (vector["raw"], vector["threshold"])


@pytest.mark.parametrize("vector", VECTORS["pairing"], ids=str)
def test_pairings(vector):
    defense, offense, threshold = vector["defence_rolled"], vector["offence_rolled"], vector["threshold"]
    case = situation(len(offense), len(defense), def_=threshold - 7)
    outcome = throw(case, defense, offense).outcome
    assert outcome.threshold == threshold
    assert list(outcome.rows.defender) == vector["defence_kept"]
    assert list(outcome.rows.attacker) == vector["offence_kept"]
    assert list(outcome.removed.defender) == vector["defence_removed"]
    assert list(outcome.removed.attacker) == vector["offence_removed"]
    assert [pair.sum for pair in outcome.pairs] == vector["sums"]
    assert outcome.kills == vector["kills"]


@pytest.mark.parametrize("vector", VECTORS["splash_atk"], ids=str)
def test_splash_attack_values(vector):
    *base, each = map(int, vector["atk"].split("/"))
    mode = OpenForcesAttackMode(each, base[0] if base else None, spl=1)
    assert splash_atk(mode, vector["units"]) == vector["effective"]


@pytest.mark.parametrize("vector", VECTORS["splash_defence_size"], ids=str)
def test_splash_defense_sizes(vector):
    assert defense_size(situation(1, vector["target"], spl=vector["spl"])) == vector["size"]


@pytest.mark.parametrize("vector", VECTORS["cover_half"], ids=str)
def test_half_of_the_units_must_touch_the_cover(vector):
    assert is_covered(vector["touching"], vector["size"]) == vector["covered"]


@pytest.mark.parametrize(
    "vector", VECTORS["odds"], ids=lambda v: f"{v['offence_dice']}v{v['defence_dice']}t{v['threshold']}"
)
def test_published_odds(vector):
    found = kills(vector["offence_dice"], vector["defence_dice"], vector["threshold"])
    expected = {k: Fraction(p) for k, p in enumerate(vector["p"]) if Fraction(p)}
    assert found == expected
    assert mean(found) == Fraction(vector["mean"])


def test_the_rulebooks_attack_has_these_odds():
    found = kills(5, 4, 9)
    assert [str(chance) for chance in found.values()] == [
        "25745/419904", "334567/839808", "179651/419904", "15007/139968", "1469/279936",
    ]  # fmt: skip


@pytest.mark.parametrize(("attackers", "defenders"), [(a, d) for a in range(1, 4) for d in range(1, 4)])
def test_the_closed_form_is_what_counting_every_roll_gives(attackers, defenders):
    for threshold in range(4, 13):
        case = situation(attackers, defenders, def_=threshold - 7)
        counted: dict[int, int] = {}
        for roll in product(range(1, 7), repeat=attackers + defenders):
            defense, offense = sorted(roll[:defenders]), sorted(roll[defenders:])
            length = min(attackers, defenders)
            n = sum(d + a >= threshold for d, a in zip(defense[:length], offense[-length:], strict=True))
            counted[n] = counted.get(n, 0) + 1
        brute = {n: Fraction(ways, 6 ** (attackers + defenders)) for n, ways in sorted(counted.items())}
        assert kills(attackers, defenders, threshold) == brute
        if threshold == 8:
            policy = RULESET.policies["default"]
            outcomes = enumerate_outcomes(
                RULESET.script, case, STANDARD, lambda q, by: (policy(q, by), Source(Origin.POLICY))
            )
            assert distributions_of(outcomes, RULESET.measures)["kills"] == brute


@pytest.mark.parametrize("choice", SurplusDice)
def test_owner_choice_by_policy_has_the_same_odds(choice):
    options = replace(STANDARD, surplus_dice=choice)
    policy = RULESET.policies["default"]
    outcomes = enumerate_outcomes(
        RULESET.script, situation(3, 2, def_=1), options, lambda q, by: (policy(q, by), Source(Origin.POLICY))
    )
    assert distributions_of(outcomes, RULESET.measures)["kills"] == kills(3, 2, 8)


def test_splash_odds_ignore_the_number_of_attackers_but_for_atk():
    found = RULESET.odds(situation(8, 6, atk=1, def_=1, spl=4), STANDARD, {}, Record())
    assert found["kills"] == kills(4, 4, 4)


dice = st.lists(st.integers(1, 6), min_size=1, max_size=8)


@given(defense=dice, offense=dice, threshold=st.integers(4, 12))
def test_kills_never_exceed_the_shorter_row_nor_depend_on_order(defense, offense, threshold):
    case = situation(len(offense), len(defense), def_=threshold - 7)
    outcome = throw(case, defense, offense).outcome
    assert outcome.kills <= min(len(defense), len(offense))
    assert throw(case, defense[::-1], offense[::-1]).outcome == outcome


@given(defense=dice, offense=dice, place=st.integers(0, 7), atk=st.integers(-6, 6))
def test_kills_never_fall_when_the_attacker_does_better(defense, offense, place, atk):
    better = [min(6, face + (n == place % len(offense))) for n, face in enumerate(offense)]
    before = throw(situation(len(offense), len(defense), atk), defense, offense).outcome.kills
    assert throw(situation(len(offense), len(defense), atk), defense, better).outcome.kills >= before
    assert throw(situation(len(offense), len(defense), atk + 1), defense, offense).outcome.kills >= before


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("threshold", range(4, 12))
def test_equal_rows_are_symmetric(n, threshold):
    mirrored = {n - k: chance for k, chance in kills(n, n, 15 - threshold).items()}
    assert kills(n, n, threshold) == dict(sorted(mirrored.items()))


def test_the_last_units_die_first_and_survivors_keep_their_ids():
    ids = ("a", "b", "c", "d")
    case = replace(SEED, defender=replace(SEED.defender, unit_ids=ids))
    end = throw(case, [2, 2, 5, 5], [1, 1, 2, 4, 6])
    assert killed(end) == ["c", "d"]
    assert end.outcome.after.defender.unit_ids == ("a", "b")


def test_numbered_survivors_are_named_when_they_no_longer_start_at_one():
    options = replace(STANDARD, casualty_choice=CasualtyChoice.DEFENDER)
    end = throw(SEED, [2, 2, 5, 5], [1, 1, 2, 4, 6], options, [Units(("1", "3"))])
    assert killed(end) == ["1", "3"]
    assert end.outcome.after.defender.unit_ids == ("2", "4")


def test_who_is_gone_touches_no_cover_is_not_seen_and_not_measured():
    ids = ("a", "b", "c", "d")
    cover = (OpenForcesCover(2, 3), OpenForcesCover(1, 1))
    case = replace(SEED, defender=replace(SEED.defender, unit_ids=ids), visible=("d", "c", "b", "a"), cover=cover)
    case = replace(case, distances=(4, 3, 2, 1))
    after = throw(case, [6, 6, 6, 6], [1, 1, 1, 6, 6]).outcome.after
    assert after.defender.unit_ids == ("a", "b")
    assert (after.visible, after.distances) == (("b", "a"), (4, 3))
    assert after.cover == (OpenForcesCover(2, 2), OpenForcesCover(1, 1))


def test_an_attack_that_kills_nobody_leaves_all_as_it_was():
    after = throw(SEED, [1, 1, 1, 1], [1, 1, 1, 1, 1]).outcome.after
    assert after == After(SEED.defender, cover=SEED.cover)


def test_the_owner_may_take_out_other_surplus_dice():
    options = replace(STANDARD, surplus_dice=SurplusDice.OWNER_CHOICE)
    outcome = throw(SEED, [2, 2, 5, 5], [1, 1, 2, 4, 6], options, [SurplusFaces((6,))]).outcome
    assert (outcome.removed.attacker, outcome.kills) == ((6,), 1)


def test_a_splash_attacker_chooses_the_subgroup():
    case = situation(3, 6, atk=1, atk_base=2, def_=1, spl=4)
    end = throw(case, [6, 6, 6, 6], [6, 6, 6, 6], choices=[Units(("6", "1", "2", "5"))])
    assert killed(end) == ["1", "2", "5", "6"]
    assert end.outcome.after.defender == replace(case.defender, units=2, unit_ids=("3", "4"))


def test_a_splash_attack_beyond_the_group_asks_nothing():
    end = throw(situation(2, 1, atk=1, spl=6), [6], [6])
    assert killed(end) == ["1"]


@pytest.mark.parametrize(("touching", "threshold"), [(3, 5), (2, 4)])
def test_splash_cover_counts_by_the_whole_group(touching, threshold):
    case = situation(3, 6, atk=1, atk_base=2, def_=1, spl=4, covers=[(2, touching)])
    assert threshold_of(case, STANDARD)[1] == threshold
    assert threshold_of(case, replace(STANDARD, splash_cover_basis=CoverBasis.SUBGROUP))[1] == 5


def test_covers_add_up_or_the_best_counts():
    case = situation(1, 2, covers=[(1, 1), (2, 2), (5, 0)])
    assert threshold_of(case, STANDARD)[1] == 10
    assert threshold_of(case, replace(STANDARD, cover_stacking=CoverStacking.BEST))[1] == 9


@pytest.mark.parametrize(("meaning", "atk"), [(TwoValueAtk.FIRST_ONLY, 2), (TwoValueAtk.SCALE, 5)])
def test_two_attack_values_without_splash_mean_what_was_agreed(meaning, atk):
    case = situation(3, 2, atk=1, atk_base=2)
    assert effective_atk(case, replace(STANDARD, two_value_atk_conventional=meaning)) == atk


def test_a_shrunken_splash_attack_hits_those_in_sight():
    case = situation(2, 6, atk=1, spl=4, visible=("2", "3"))
    options = replace(STANDARD, splash_partial_visibility=PartialVisibility.SHRINK)
    assert killed(throw(case, [6, 6], [6, 6], options)) == ["2", "3"]


REFUSED = [
    (situation(0, 1), "empty-group", ("attacker", "units")),
    (situation(1, 0), "empty-group", ("defender", "units")),
    (situation(atk=None), "mode-cannot-attack", ("attacker", "mode", "atk")),
    (situation(atk_base=1), "two-value-atk", ("attacker", "mode", "atk_base")),
    (situation(line_of_sight=False), "no-line-of-sight", ("line_of_sight",)),
    (situation(1, 2, visible=("1",)), "no-line-of-sight", ("visible",)),
    (situation(1, 6, spl=4, visible=("1", "2")), "no-line-of-sight", ("visible",)),
    (situation(1, 2, visible=("1", "9")), "unknown-unit", ("visible", 1)),
    (situation(1, 2, visible=("1", "1")), "duplicate-unit", ("visible", 1)),
    (
        replace(
            situation(1, 1),
            attacker=replace(situation(1, 1).attacker, unit_ids=("a",)),
            defender=replace(situation(1, 1).defender, unit_ids=("a",)),
        ),
        "duplicate-unit",
        ("defender", "unit_ids", 0),
    ),
    (situation(1, 2, covers=[(1, 3)]), "touching-above-size", ("cover", 0, "touching")),
    (replace(SEED, distance=6, attacker=replace(SEED.attacker, mode=OpenForcesAttackMode(1, rng=5))), "out-of-range", ("distance",)),
    (replace(SEED, defender=replace(SEED.defender, unit_ids=("a",))), "unit-count-mismatch", ("defender", "unit_ids")),
    (replace(SEED, defender=replace(SEED.defender, units=2, unit_ids=("a", "a"))), "duplicate-unit", ("defender", "unit_ids", 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "reason", "field"), REFUSED, ids=[f"{reason}-{n}" for n, (_, reason, _) in enumerate(REFUSED)]
)
def test_what_the_rules_forbid_is_refused(case, reason, field):
    with pytest.raises(IllegalSituation) as refused:
        RULESET.prepare(case, STANDARD)
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_the_range_includes_its_boundary():
    mode = OpenForcesAttackMode(1, rng=5)
    RULESET.prepare(replace(SEED, distance=5, attacker=replace(SEED.attacker, mode=mode)), STANDARD)


def test_crossed_limits_are_refused():
    with pytest.raises(IllegalOption):
        RULESET.prepare(SEED, replace(STANDARD, threshold_min=9, threshold_max=8))


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (SurplusFaces(()), "wrong-count"),
        (SurplusFaces((1, 1)), "wrong-count"),
        (SurplusFaces((3,)), "face-not-rolled"),
    ],
)
def test_illegal_removals_are_refused(choice, reason):
    options = replace(STANDARD, surplus_dice=SurplusDice.OWNER_CHOICE)
    with pytest.raises(IllegalChoice) as refused:
        throw(SEED, [2, 2, 5, 5], [1, 1, 2, 4, 6], options, [choice])
    assert (refused.value.reason, refused.value.rule) == (reason, "OF-27")


@pytest.mark.parametrize(
    ("units", "reason"), [(("1",), "wrong-count"), (("1", "1"), "duplicate-unit"), (("1", "9"), "not-eligible")]
)
def test_illegal_casualties_are_refused(units, reason):
    options = replace(STANDARD, casualty_choice=CasualtyChoice.ATTACKER)
    with pytest.raises(IllegalChoice) as refused:
        throw(SEED, [2, 2, 5, 5], [1, 1, 2, 4, 6], options, [Units(units)])
    assert refused.value.reason == reason


def test_only_the_longer_row_is_asked_for_dice():
    options = replace(STANDARD, surplus_dice=SurplusDice.OWNER_CHOICE)
    end = throw(situation(1, 3), [1, 2, 3], [6], options)
    assert isinstance(end, Pending)
    assert end.wanted.by is Role.DEFENDER
    assert end.wanted.question.total() == 3


def test_house_rules_are_not_standard():
    assert RULESET.is_standard(replace(STANDARD, surplus_dice=SurplusDice.OWNER_CHOICE))
    assert not RULESET.is_standard(replace(STANDARD, base_threshold=8))
