"""Rules of an X-Wing attack that no entry names, or that only a refusal does."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalChoice, IllegalSituation
from app.rulesets.x_wing import RULESET, facts
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.effects import CostKind, XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingShip, XWingShipDamageCard, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, DamageCard, Face, Pool, Token, Window
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, noted, shown, uses
from tests.rulesets.x_wing.test_attack import BULLSEYE, REWARD, rolls, spelled, use


@pytest.mark.rule("XW-11")
def test_a_primary_weapon_costs_nothing_of_itself():
    ship = attacker(focus=1, force=1)
    end = fight(attack(ship, 1, defender()), "h")
    assert noted(end, facts.CostPaid) == []
    assert end.outcome.after.attacker == ship


@pytest.mark.rule("XW-14")
def test_a_ship_that_is_touched_is_no_target_of_a_special_weapon_with_a_shortest_range_of_1():
    touching = {"attack_range": 0, "touching": True}
    with pytest.raises(IllegalSituation, match="weapon-requirement"):
        RULESET.prepare(attack(attacker("ioncannon"), XWingWeapon("ioncannon"), defender(), **touching), OPTIONS)
    RULESET.prepare(attack(attacker(), 3, defender(), **touching), OPTIONS)
    tail = attacker("hotshottailblaster", charges={"hotshottailblaster": 1})
    behind = {**touching, "defender_in_arcs": (Arc.REAR,)}
    RULESET.prepare(attack(tail, XWingWeapon("hotshottailblaster"), defender(), **behind), OPTIONS)


@pytest.mark.rule("XW-15")
def test_an_attack_whose_cost_cannot_be_paid_is_refused_as_a_whole():
    weapon = XWingWeapon(value=3, cost={CostKind.FOCUS: 1, CostKind.FORCE: 1})
    situation = attack(attacker(focus=1), weapon, defender())
    with pytest.raises(IllegalSituation, match="cost-unpayable"):
        RULESET.prepare(situation, OPTIONS)
    paid = noted(fight(attack(attacker(focus=1, force=1), weapon, defender())), facts.CostPaid)
    assert {fact.cost for fact in paid} == {CostKind.FOCUS, CostKind.FORCE}


@pytest.mark.rule("XW-17")
@pytest.mark.rule("XW-34")
def test_in_each_of_both_steps_dice_are_rolled_and_then_modified_even_if_there_are_none():
    situation = attack(attacker(focus=1), 2, defender(1, focus=1))
    answers, asked = [], []
    for answer in ("hf", use("focus"), "f", use("focus")):
        wanted = fight(situation, *answers).wanted
        asked.append((str(wanted.by), wanted.die.name if isinstance(answer, str) else wanted.question.name))
        answers.append(answer)
    assert asked == [
        ("attacker", "attack-die"), ("attacker", "modify-attack-dice"),
        ("defender", "defense-die"), ("defender", "modify-defense-dice"),
    ]  # fmt: skip
    none = fight(attack(attacker(), 1, defender(0)), "h")
    assert [(fact.pool, fact.count) for fact in noted(none, facts.DiceCounted)] == [(Pool.ATTACK, 1), (Pool.DEFENSE, 0)]


def limit(name, window, pool, **bounds):
    return spelled(name, window, XWingStep(Op.DICE_LIMIT, pool, **bounds), optional=False)


LIMITS = [
    ([{"at_most": 4}, {"at_most": 2}], 5, 2),
    ([{"at_least": 2}, {"at_least": 4}], 1, 4),
    ([{"at_least": 4}, {"at_most": 3}], 1, 3),
    ([{"at_most": 4}], 3, 3),
    ([{"at_least": 2}], 3, 3),
]


@pytest.mark.rule("XW-19")
@pytest.mark.parametrize(("bounds", "value", "count"), LIMITS, ids=str)
def test_the_smallest_maximum_and_the_largest_minimum_limit_the_attack_dice(bounds, value, count):
    effects = tuple(limit(f"l{n}", Window.ROLL_ATTACK, Pool.ATTACK, **each) for n, each in enumerate(bounds))
    assert rolls(attack(replace(attacker(), effects=effects), value, defender()))[0] == count


@pytest.mark.rule("XW-36")
@pytest.mark.parametrize(("bounds", "value", "count"), LIMITS, ids=str)
def test_the_smallest_maximum_and_the_largest_minimum_limit_the_defense_dice(bounds, value, count):
    effects = tuple(limit(f"l{n}", Window.ROLL_DEFENSE, Pool.DEFENSE, **each) for n, each in enumerate(bounds))
    assert rolls(attack(attacker(), 1, defender(value, effects=effects)))[1] == count


def more(amount, **rest):
    return spelled(
        "more", Window.ROLL_ATTACK, XWingStep(Op.DICE_COUNT, Pool.ATTACK, amount=amount), optional=False, **rest
    )


@pytest.mark.parametrize(
    ("effect", "count", "kept"),
    [(more(1), 2, [1]), (more(-1), 1, []), (more(1, allowed_at_range_0=True), 3, [])],
    ids=["adds", "takes", "says that it does"],
)
def test_nothing_adds_dice_to_a_primary_attack_at_range_0_unless_it_says_so(effect, count, kept):
    situation = attack(replace(attacker(), effects=(effect,)), 2, defender(), attack_range=0)
    end = fight(situation, "b" * count)
    assert [fact.amount for fact in noted(end, facts.DiceCountKept)] == kept
    assert [entry.rule for entry in end.record.entries].count("XW-22") == len(kept)
    assert rolls(situation)[0] == count
    free = replace(OPTIONS, range0_no_added_attack_dice=False)
    assert rolls(situation, free)[0] == 2 + effect.ops[0].amount


@pytest.mark.parametrize(("is_said", "count"), [(False, 2), (True, 1)], ids=["kept off", "says that it does"])
def test_at_range_0_no_enemy_takes_defense_dice_unless_it_says_so(is_said, count):
    step = XWingStep(Op.DICE_COUNT, Pool.DEFENSE, amount=-1)
    less = spelled("less", Window.ROLL_DEFENSE, step, optional=False, allowed_at_range_0=is_said)
    situation = attack(replace(attacker(), effects=(less,)), 1, defender(2), attack_range=0)
    assert rolls(situation)[1] == count
    kept = [entry.rule for entry in fight(situation, "h", "b" * count).record.entries].count("XW-44")
    assert kept == (not is_said)
    assert rolls(situation, replace(OPTIONS, range0_defender_protected=False))[1] == 1


@pytest.mark.rule("XW-25")
@pytest.mark.rule("XW-26")
def test_six_dice_thrown_in_batches_are_one_roll_and_each_may_still_be_rerolled_c53():
    situation = attack(attacker(lock=True), 6, defender())
    end = fight(situation, "hbbb" + "bb")
    assert (end.wanted.question.name, uses(end)) == ("modify-attack-dice", ["lock"])
    outcome = done(situation, "hbbbbb", use("lock", 1, 2, 3, 4, 5), "hhhhh")
    assert shown(outcome.attack_dice) == "hhhhhh"
    assert [die.rerolled for die in outcome.attack_dice] == [False, *[True] * 5]


@pytest.mark.rule("XW-27")
def test_dice_that_cannot_be_modified_may_still_be_more():
    ship = attacker("snapshot", "trickshot", focus=1)
    situation = attack(ship, XWingWeapon("snapshot"), defender(), **BULLSEYE)
    assert rolls(replace(situation, obstructed=True))[0] == rolls(situation)[0] + 1
    assert not done(situation, "ff").attack_hits


def test_at_range_0_the_enemy_does_not_modify_the_defenders_dice():
    allowed = spelled(
        "allowed", Window.MODIFY_DEFENSE_ATTACKER, XWingStep(Op.CHANGE, faces=(Face.EVADE,), to=Face.FOCUS, up_to=1),
        allowed_at_range_0=True,
    )  # fmt: skip
    situation = attack(replace(attacker("juke", evade=1), effects=(allowed,)), 2, defender(2), attack_range=0)
    assert uses(fight(situation, "hh", "ee")) == ["allowed"]
    with pytest.raises(IllegalChoice) as refused:
        fight(situation, "hh", "ee", use("upgrade:juke", 0))
    assert (refused.value.reason, refused.value.rule) == ("range0-defender-protected", "XW-43")
    free = replace(OPTIONS, range0_defender_protected=False)
    assert uses(fight(situation, "hh", "ee", options=free)) == ["upgrade:juke", "allowed"]


def test_a_defense_die_is_rerolled_once_an_attack():
    again, twice = (
        spelled(name, Window.MODIFY_DEFENSE_DEFENDER, XWingStep(Op.REROLL, up_to=1)) for name in ("again", "twice")
    )
    situation = attack(attacker(), 2, defender(2, effects=(again, twice)))
    with pytest.raises(IllegalChoice, match="die-not-eligible") as refused:
        fight(situation, "hh", "bb", use("again", 0), "b", use("twice", 0))
    assert refused.value.rule == "XW-46"
    outcome = done(situation, "hh", "bb", use("again", 0), "e", use("twice", 1), "e")
    assert [die.rerolled for die in outcome.defense_dice] == [True, True]


@pytest.mark.rule("XW-52")
def test_after_a_miss_no_damage_is_dealt_but_there_is_an_aftermath():
    situation = attack(replace(attacker(), effects=(REWARD,)), 1, defender(hull=1))
    end = fight(situation, "b")
    assert (end.wanted.question.name, uses(end)) == ("use-ability", ["courage"])
    outcome = done(situation, "b", use("courage"))
    assert (outcome.result, outcome.destroyed, outcome.damage.facedown) == ("missed", False, 0)
    assert outcome.after.attacker.tokens.count(Token.FOCUS) == 1


@pytest.mark.rule("XW-54")
@pytest.mark.rule("XW-55")
def test_each_uncanceled_hit_is_one_damage_then_each_uncanceled_crit():
    end = fight(attack(attacker(), 4, defender(1)), "chhc", "e", "wounded-pilot", "console-fire")
    assert [fact.card for fact in noted(end, facts.CardDealt)] == [
        None,
        DamageCard.WOUNDED_PILOT,
        DamageCard.CONSOLE_FIRE,
    ]
    assert (end.outcome.damage.hit, end.outcome.damage.crit) == (1, 2)


@pytest.mark.rule("XW-57")
def test_cards_beyond_the_hull_are_dealt_too_c40():
    end = fight(attack(attacker(), 5, defender(0, hull=3)), "hhhhh")
    assert [fact.cards for fact in noted(end, facts.CardDealt)] == [1, 2, 3, 4, 5]
    assert end.outcome.damage.overkill == 2


GRANT = (XWingStep(Op.BONUS_ATTACK),)
BACK = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, GRANT)
AGAIN = XWingEffect("again", Window.AFTERMATH_BONUS_ATTACKING, GRANT)


@pytest.mark.rule("XW-65")
def test_a_destroyed_ship_is_the_defender_until_the_last_queue_is_empty_whoever_attacks_meanwhile():
    situation = attack(replace(attacker(), effects=(AGAIN,)), 1, defender(hull=1, effects=(BACK,)))
    answers = ["h"]
    for effect, role, dice in ((BACK, "defender", "b"), (AGAIN, "attacker", "h")):
        wanted = fight(situation, *answers).wanted
        assert (wanted.question.name, wanted.question.ability, str(wanted.by)) == ("bonus-attack", effect.id, role)
        target = XWingShip(f"target-of-{effect.id}", 0, 3)
        answers += [XWingBonusAttack(effect.id, XWingWeapon(value=1), target, attack_range=2), dice]
    outcome = done(situation, *answers)
    assert [bonus.by for bonus in outcome.bonus_attacks] == ["black-2", "red-5"]
    assert (outcome.after.defender.id, outcome.destroyed, outcome.damage.hit) == ("black-2", True, 1)


def test_an_attack_ends_with_a_destroyed_ship_that_is_not_yet_removed():
    ship = defender(hull=1, focus=1)
    outcome = done(attack(attacker(), 1, ship), "h")
    assert outcome.destroyed
    assert outcome.after.defender == replace(ship, damage_cards=(XWingShipDamageCard(),))


@pytest.mark.rule("XW-68")
def test_a_destroyed_ship_still_attacks_with_what_its_damage_cards_leave_it_c48():
    failing = XWingShipDamageCard(DamageCard.WEAPONS_FAILURE, faceup=True)
    situation = attack(replace(attacker(), hull=1, damage_cards=(failing,)), 3, defender())
    assert situation.attacker.is_destroyed
    assert rolls(situation)[0] == 2
