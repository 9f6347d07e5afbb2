"""An X-Wing attack, case by case."""

from dataclasses import replace
from random import Random

import pytest

from app.domain.casualties import Casualty
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.record import Origin, Source
from app.domain.resolution import Pending, resolve
from app.domain.table import RollWanted
from app.rulesets.x_wing import RULESET, facts
from app.rulesets.x_wing.attack.aftermath_questions import BonusAttack, XWingBonusAttack, XWingOrder
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import CostKind, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.exact import player
from app.rulesets.x_wing.model import (
    Obstacle,
    Requirement,
    Size,
    WeaponKind,
    XWingForce,
    XWingShields,
    XWingShip,
    XWingShipDamageCard,
    XWingTokens,
    XWingWeapon,
)
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import AMG_1_4_0, FFG_1_0_0, FFG_1_3_2
from app.rulesets.x_wing.outcome import Uncanceled
from app.rulesets.x_wing.terms import DONE, PASS, Arc, DamageCard, Face, Pool, Token, Window
from tests.rulesets.x_wing.random_situations import drawn
from tests.rulesets.x_wing.short_situations import (
    OPTIONS,
    attack,
    attacker,
    defender,
    done,
    fight,
    noted,
    one,
    shown,
    uses,
)
from tests.thorough import cases, seeds, thorough

STOP = XWingUse(DONE)
BULLSEYE = {"defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE)}


def use(name, *dice, amount=None):
    return XWingUse(name, dice or None, amount)


def rolls(situation, options=OPTIONS):
    """How many attack and defense dice are counted."""
    end = fight(situation, options=options)
    wanted = []
    while isinstance(getattr(end, "wanted", None), RollWanted) and len(wanted) < 2:
        wanted.append((end.wanted.die.name, end.wanted.count))
        end = fight(situation, *["b" * count for _die, count in wanted], options=options)
    counts = dict(wanted)
    return counts.get("attack-die", 0), counts.get("defense-die", 0)


@pytest.mark.parametrize(("at", "dice"), [(1, (4, 2)), (2, (3, 2)), (3, (3, 3))])
def test_dice_by_range(at, dice):
    assert rolls(attack(attacker(), 3, defender(2), attack_range=at)) == dice


def torpedoes(at=3, **rest):
    ship = replace(attacker("protontorpedoes", lock=True, charges={"protontorpedoes": 2}), **rest)
    return attack(ship, XWingWeapon("protontorpedoes"), defender(2), attack_range=at)


def test_range_bonuses_do_not_apply_to_ordnance():
    first = fight(torpedoes(), "bbbb", STOP)
    assert (fight(torpedoes()).wanted.count, first.wanted.count) == (4, 2)


def test_a_cannon_is_no_ordnance():
    situation = attack(
        attacker("heavylasercannon"), XWingWeapon("heavylasercannon"), defender(2), attack_range=3, **BULLSEYE
    )
    assert rolls(situation) == (4, 3)


def test_everything_that_adds_dice_is_summed_before_the_limit():
    ship = replace(attacker("trickshot"), pilot="maulermithel")
    situation = attack(ship, 4, defender(), attack_range=1, obstructed=True)
    assert rolls(situation)[0] == 6
    assert [fact.sum for fact in noted(fight(situation), facts.DiceCounted)] == [7]


def test_a_depleted_ship_rolls_one_die_less_however_many_tokens_it_has_and_loses_one():
    situation = attack(attacker(deplete=2), 3, defender())
    assert rolls(situation)[0] == 2
    assert done(situation, "bb").after.attacker.tokens.deplete == 1


@pytest.mark.parametrize(
    ("ship", "rest", "count"),
    [
        (defender(0, strain=1), {"attack_range": 1}, 0),
        (defender(0, strain=1), {"obstructed": True}, 0),
        (defender(2, strain=2), {}, 1),
        (defender(2, tractor=1), {}, 1),
        (replace(defender(2, tractor=1), size=Size.MEDIUM), {}, 2),
        (defender(2, cloak=1), {}, 4),
        (
            defender(3, "stealthdevice", cloak=1, charges={"stealthdevice": 1}),
            {"attack_range": 3, "obstructed": True},
            6,
        ),
        (defender(3, "stealthdevice"), {}, 3),
    ],
)
def test_defense_dice(ship, rest, count):
    situation = attack(attacker(), 1, ship, **rest)
    assert rolls(situation)[1] == count
    answers = ["b" * n for n in rolls(situation) if n]
    after = done(situation, *answers).after.defender
    assert after.tokens.strain == max(0, ship.tokens.strain - 1)


def test_an_obstacle_gives_no_die_where_the_attacker_ignores_it():
    assert rolls(attack(attacker(), 1, defender(2), obstructed=True, ignores_obstacles=True))[1] == 2


CLOSE = {"attack_range": 0}


def test_at_range_0_the_attacker_of_a_primary_attack_modifies_nothing():
    ship = attacker(lock=True, focus=1, force=1)
    outcome = done(attack(ship, 3, defender(), **CLOSE), "hff")
    assert outcome.uncanceled == Uncanceled(hit=1)
    assert outcome.after.attacker == ship


def test_an_older_version_lets_force_through_at_range_0():
    ship = attacker(lock=True, focus=1, force=2)
    situation = attack(ship, 3, defender(), **CLOSE)
    end = fight(situation, "hff", options=AMG_1_4_0)
    assert uses(end) == ["force"]
    for name, reason in (("focus", "range0-no-modification"), ("lock", "range0-no-modification")):
        with pytest.raises(IllegalChoice, match=reason):
            fight(situation, "hff", use(name, 1), options=AMG_1_4_0)
    assert done(situation, "hff", use("force", 1, 2), options=AMG_1_4_0).uncanceled.hit == 3


def test_at_range_0_only_the_defender_modifies_the_attack_dice():
    situation = attack(attacker(focus=1, lock=True), 2, defender(0, "l337"), **CLOSE)
    end = fight(situation, "hh")
    assert (end.wanted.by, uses(end)) == ("defender", ["upgrade:l337"])
    assert done(situation, "hh", use("upgrade:l337"), "bf").attack_hits is False


def test_the_dice_of_a_defender_at_range_0_are_left_alone():
    for card, rest in (("juke", {"evade": 1}), ("crackshot", {"charges": {"crackshot": 1}})):
        situation = attack(attacker(card, **rest), 2, defender(2), **CLOSE, **BULLSEYE)
        assert not done(situation, "hh", "ee").attack_hits


def test_a_special_attack_at_range_0_may_be_modified():
    ship = attacker("hotshottailblaster", "juke", focus=1, evade=1, charges={"hotshottailblaster": 1})
    situation = attack(ship, XWingWeapon("hotshottailblaster"), defender(1), **CLOSE, defender_in_arcs=(Arc.REAR,))
    outcome = done(situation, "fh", use("focus"), "e")
    assert (outcome.uncanceled, outcome.after.attacker.tokens.focus) == (Uncanceled(hit=1), 0)


def test_older_versions_have_no_primary_attack_at_range_0():
    situation = attack(attacker(), 3, defender(), **CLOSE)
    with pytest.raises(IllegalSituation, match="weapon-requirement"):
        RULESET.prepare(situation, FFG_1_3_2)
    RULESET.prepare(situation, OPTIONS)


def test_lock_then_focus():
    situation = attack(attacker(lock=True, focus=1), 4, defender())
    end = fight(situation, "bfhc", use("lock", 0))
    assert (end.wanted.count, end.wanted.dice) == (1, (0,))
    outcome = done(situation, "bfhc", use("lock", 0), "f", use("focus"), "direct-hit")
    assert shown(outcome.attack_dice) == "hhhc"
    assert (outcome.after.attacker.locks, outcome.after.attacker.tokens.focus) == ((), 0)


def test_a_die_is_rerolled_once_an_attack():
    ship = attacker("predator", lock=True)
    situation = attack(ship, 2, defender(), **BULLSEYE)
    with pytest.raises(IllegalChoice, match="die-not-eligible") as refusal:
        fight(situation, "bb", use("lock", 0), "b", use("upgrade:predator", 0))
    assert refusal.value.rule == "XW-32"
    assert done(situation, "bb", use("lock", 0), "b", use("upgrade:predator", 1), "h").uncanceled.hit == 1


def test_a_lock_needs_a_die_that_may_be_rerolled():
    situation = attack(attacker(lock=True), 2, defender(0, "l337"))
    outcome = done(situation, "hh", use("upgrade:l337"), "bb")
    assert outcome.after.attacker.locks == ("black-2",)
    with pytest.raises(IllegalChoice, match="lock-invalid"):
        fight(attack(attacker(lock=True), 2, defender()), "bb", XWingUse("lock", ()))


def test_tokens_need_a_focus_result():
    situation = attack(attacker(lock=True, focus=1), 3, defender())
    with pytest.raises(IllegalChoice, match="no-effect"):
        fight(situation, "hhb", use("focus"))
    assert shown(done(attack(attacker(calculate=2), 3, defender()), "fff", use("calculate", 0, 1)).attack_dice) == "hhf"
    with pytest.raises(IllegalChoice, match="no-effect"):
        fight(attack(attacker(calculate=2), 3, defender()), "fff", use("calculate", 0, 1, 2))
    two = attack(attacker(force=2), 2, defender())
    with pytest.raises(IllegalChoice, match="die-not-eligible"):
        fight(two, "fb", use("force", 0, 1))
    assert done(two, "fb", use("force", 0)).after.attacker.force.active == 1


def test_who_rolls_no_dice_spends_no_evade():
    outcome = done(attack(attacker(), 1, defender(0, evade=1)), "h")
    assert (outcome.damage.hit, outcome.after.defender.tokens.evade) == (1, 1)


def test_hits_are_neutralized_before_crits():
    outcome = done(attack(attacker(), 3, defender(2)), "hhc", "ee", "wounded-pilot")
    assert (outcome.uncanceled, outcome.damage.hit, outcome.damage.crit) == (Uncanceled(crit=1), 0, 1)
    missed = done(attack(attacker(), 1, defender(1)), "c", "e")
    assert (missed.attack_hits, missed.result, missed.damage.facedown) == (False, "missed", 0)


def test_some_defenders_neutralize_crits_first():
    outcome = done(attack(attacker(), 3, defender(1, pilot="zeborrelios")), "hhc", "e")
    assert (outcome.damage.hit, outcome.damage.crit) == (2, 0)


FORE = {"attacker_in_arcs": (Arc.FULL_FRONT,)}


def test_reinforce_leaves_one_result():
    outcome = done(attack(attacker(), 3, defender(0, reinforce_fore=1), **FORE), "hhc", "wounded-pilot")
    assert outcome.uncanceled == Uncanceled(hit=1, crit=1)
    assert outcome.after.defender.tokens.reinforce_fore == 1
    assert done(attack(attacker(), 1, defender(0, reinforce_fore=1), **FORE), "h").uncanceled.hit == 1
    aft = attack(attacker(), 2, defender(0, reinforce_aft=1), **FORE)
    assert done(aft, "hh").uncanceled.hit == 2


def test_shields_come_before_cards():
    outcome = done(attack(attacker(), 3, defender(0, shields=2)), "hcc", "wounded-pilot")
    assert (outcome.damage.shields, outcome.damage.faceup) == (2, (DamageCard.WOUNDED_PILOT,))


def test_all_damage_is_dealt_beyond_the_hull():
    end = fight(attack(attacker(), 5, defender(0, hull=3)), "hhhhh")
    assert (end.outcome.destroyed, end.outcome.damage.facedown, end.outcome.damage.overkill) == (True, 5, 2)
    (lost,) = noted(end, Casualty)
    assert (lost.unit, lost.lost, lost.detail["overkill"]) == ("black-2", True, 2)


def test_direct_hit_deals_one_more_and_turns_down():
    outcome = done(attack(attacker(), 1, defender(0, hull=2)), "c", "direct-hit")
    assert (outcome.destroyed, outcome.damage.from_cards) == (True, 1)
    assert outcome.after.defender.damage_cards[0] == XWingShipDamageCard(DamageCard.DIRECT_HIT)


def test_a_fuel_leak_is_set_off_by_the_next_crit():
    leaking = replace(defender(0), damage_cards=(XWingShipDamageCard(DamageCard.FUEL_LEAK, faceup=True),))
    outcome = done(attack(attacker(), 1, leaking), "c", "wounded-pilot")
    assert (len(outcome.after.defender.damage_cards), outcome.damage.from_cards) == (3, 1)
    assert outcome.after.defender.faceup(DamageCard.FUEL_LEAK) == 0


def test_a_breached_hull_turns_hits_into_crits():
    breached = replace(defender(0), damage_cards=(XWingShipDamageCard(DamageCard.HULL_BREACH, faceup=True),))
    outcome = done(attack(attacker(), 1, breached), "h", "console-fire")
    assert (outcome.damage.crit, outcome.damage.faceup) == (1, (DamageCard.CONSOLE_FIRE,))


@pytest.mark.parametrize(("size", "is_ionized"), [(Size.SMALL, True), (Size.MEDIUM, True), (Size.LARGE, False)])
def test_ion_weapons_deal_one_damage_and_tokens(size, is_ionized):
    ship = replace(defender(0), size=size)
    end = fight(attack(attacker("ioncannon"), XWingWeapon("ioncannon"), ship), "hhc")
    assert (end.outcome.damage.hit, end.outcome.damage.crit, end.outcome.after.defender.tokens.ion) == (1, 0, 2)
    assert bool(noted(end, facts.ShipIonized)) is is_ionized


@pytest.mark.parametrize(("size", "cannot_lock"), [(Size.SMALL, True), (Size.LARGE, True), (Size.SMALL, False)])
def test_a_ship_that_becomes_ionized_loses_its_lock_where_it_could_not_have_one(size, cannot_lock):
    ship = replace(defender(0), size=size, locks=("red-5",))
    options = replace(OPTIONS, ionized_cannot_lock=cannot_lock)
    situation = attack(attacker("ioncannon"), XWingWeapon("ioncannon"), ship)
    after = done(situation, "hhc", options=options).after.defender
    assert after.locks == (() if size is Size.SMALL and cannot_lock else ("red-5",))
    RULESET.prepare(replace(situation, defender=after), options)


@pytest.mark.parametrize("ion", [0, 1])
def test_an_ionized_ship_acquires_no_lock(ion):
    locking = spelled("eye", Window.AFTERMATH_ATTACKING, XWingStep(Op.ACQUIRE_LOCK), optional=False)
    outcome = done(attack(replace(attacker(ion=ion), effects=(locking,)), 1, defender(0)), "b")
    assert outcome.after.attacker.locks == (() if ion else ("black-2",))


def test_an_ion_token_that_is_removed_ionizes_nobody():
    cooling = spelled("cooling", Window.AFTER_DECLARED, XWingStep(Op.REMOVE_TOKEN, token=Token.ION), optional=False)
    ship = replace(attacker(ion=3), effects=(cooling,))
    end = fight(attack(ship, 1, defender(0)), "b")
    assert end.outcome.after.attacker.tokens.ion == 2
    assert noted(end, facts.ShipIonized) == []


def test_plasma_takes_a_shield_before_the_damage():
    ship = attacker("plasmatorpedoes", lock=True, charges={"plasmatorpedoes": 2})
    situation = attack(ship, XWingWeapon("plasmatorpedoes"), defender(1, hull=3, shields=1))
    outcome = done(situation, "hcb", STOP, "e")
    assert outcome.uncanceled == Uncanceled(hit=1)
    assert (outcome.after.defender.shields.active, outcome.damage.facedown) == (0, 1)
    assert outcome.after.attacker.charges == {"plasmatorpedoes": 1}


def test_fire_control_keeps_the_lock_from_being_spent():
    ship = attacker("firecontrolsystem", lock=True)
    situation = attack(ship, 2, defender())
    outcome = done(situation, "bb", use("upgrade:firecontrolsystem", 0), "b")
    assert outcome.after.attacker.locks == ("black-2",)
    spent = fight(situation, "bb", use("lock", 0), "b")
    assert not hasattr(spent, "wanted")


def test_homing_missiles_let_the_defender_choose():
    ship = attacker("homingmissiles", lock=True, charges={"homingmissiles": 1})
    situation = attack(ship, XWingWeapon("homingmissiles"), defender(2, strain=1))
    end = fight(situation)
    assert end.wanted.by == "defender"
    outcome = done(situation, use("upgrade:homingmissiles"))
    assert (outcome.attack_hits, outcome.damage.hit, outcome.attack_dice, outcome.defense_dice) == (True, 1, (), ())
    assert outcome.after.defender.tokens.strain == 1
    assert fight(situation, STOP).wanted.count == 4


def test_windows_are_opened_in_the_order_of_the_rules():
    ship = attacker("juke", focus=1, evade=1)
    situation = attack(ship, 2, defender(2, focus=1))
    end = fight(situation, "hf")
    assert (end.wanted.by, end.wanted.question.name) == ("attacker", "modify-attack-dice")
    end = fight(situation, "hf", use("focus"), "ef")
    assert (end.wanted.by, end.wanted.question.name, uses(end)) == ("attacker", "modify-defense-dice", ["upgrade:juke"])
    end = fight(situation, "hf", use("focus"), "ef", use("upgrade:juke", 0))
    assert (end.wanted.by, uses(end)) == ("defender", ["focus"])
    assert not done(situation, "hf", use("focus"), "ef", use("upgrade:juke", 0), use("focus")).attack_hits


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (use("upgrade:juke", 0), "wrong-window"),
        (use("evade", 1), "no-effect"),
        (use("upgrade:nothing"), "unknown-use"),
        (use("lock"), "lock-invalid"),
        (use("focus", 0), "die-not-eligible"),
        (XWingUse("done", (0,)), "die-not-eligible"),
        (XWingUse("focus", None, 1), "bad-number"),
    ],
)
def test_what_cannot_be_used_now(choice, reason):
    situation = attack(attacker("juke", focus=1, evade=1), 2, defender(2, focus=1))
    with pytest.raises(IllegalChoice, match=reason):
        fight(situation, "hf", choice)


def test_what_belongs_to_the_other_player_is_not_used():
    situation = attack(attacker(focus=1), 2, defender(0, "l337"))
    with pytest.raises(IllegalChoice, match="not-owner"):
        fight(situation, "hf", STOP, use("upgrade:l337"))


def test_an_ability_needs_its_condition_and_comes_once():
    situation = attack(attacker("heroic", "predator", focus=1), 2, defender(), **BULLSEYE)
    with pytest.raises(IllegalChoice, match="condition-unmet"):
        fight(situation, "fb", use("upgrade:heroic", 0))
    with pytest.raises(IllegalChoice, match="effect-used"):
        fight(situation, "fb", use("upgrade:predator", 1), "b", use("upgrade:predator", 0))


def test_what_is_mandatory_is_not_declined():
    ship = defender(1, pilot="norrawexley", focus=1)
    situation = attack(attacker(), 1, ship, attack_range=1)
    with pytest.raises(IllegalChoice, match="mandatory"):
        fight(situation, "hh", "f", STOP)


def test_a_guess_is_named_before_the_roll():
    situation = attack(attacker(), 2, defender(2, "c3po", calculate=1))
    end = fight(situation, "hh", use("upgrade:c3po", amount=1), "eb")
    assert [die.face for die in end.outcome.defense_dice] == [Face.EVADE, Face.BLANK, Face.EVADE]
    assert not end.outcome.attack_hits
    assert done(situation, "hh", use("upgrade:c3po", amount=2), "eb").uncanceled.hit == 1
    with pytest.raises(IllegalChoice, match="bad-number"):
        fight(situation, "hh", use("upgrade:c3po", amount=0))


def test_rerolls_that_do_not_count_may_be_repeated():
    ship = replace(attacker(lock=True), pilot="hansolo-modifiedyt1300lightfreighter")
    situation = attack(ship, 2, defender())
    outcome = done(situation, "bb", use("pilot:hansolo-modifiedyt1300lightfreighter"), "bb", use("lock", 0, 1), "hh")
    assert outcome.uncanceled.hit == 2


def test_what_is_spent_in_one_window_is_gone_in_the_next():
    ship = replace(attacker("juke", evade=1), pilot="sharabey", locks=("black-2",))
    situation = attack(ship, 1, defender(1))
    outcome = done(situation, "h", use("pilot:sharabey"), "e", use("upgrade:juke", 0))
    assert (outcome.after.attacker.locks, shown(outcome.attack_dice)) == ((), "hf")


REWARD = XWingEffect("courage", Window.AFTERMATH_ATTACKING, (XWingStep(Op.GAIN_TOKEN, token=Token.FOCUS),))
PAID = XWingEffect(
    "hurry",
    Window.AFTERMATH_ATTACKING,
    (XWingStep(Op.GAIN_TOKEN, token=Token.EVADE),),
    cost=(XWingCost(CostKind.FOCUS),),
)


def test_the_aftermath_is_resolved_in_the_order_a_player_chooses():
    ship = replace(attacker(focus=1), effects=(REWARD, PAID))
    situation = attack(ship, 1, defender())
    end = fight(situation, "b")
    assert end.wanted.question.name == "aftermath-order"
    outcome = done(situation, "b", XWingOrder(("hurry", "courage")), use("hurry"), use("courage"))
    assert (outcome.after.attacker.tokens.focus, outcome.after.attacker.tokens.evade) == (1, 1)
    with pytest.raises(IllegalChoice, match="bad-order"):
        fight(situation, "b", XWingOrder(("hurry", "hurry")))


def test_an_ability_whose_cost_is_gone_is_dropped():
    twice = replace(PAID, id="again")
    ship = replace(attacker(focus=1), effects=(PAID, twice))
    situation = attack(ship, 1, defender())
    end = fight(situation, "b", XWingOrder(("hurry", "again")), use("hurry"))
    assert noted(end, facts.AbilityDropped) == [facts.AbilityDropped("red-5", "again")]
    assert end.outcome.after.attacker.tokens.evade == 1


def clusters(**rest):
    ship = replace(attacker("clustermissiles", lock=True, charges={"clustermissiles": 3}), **rest)
    return attack(ship, XWingWeapon("clustermissiles"), defender())


WINGMAN = XWingShip("black-3", 0, 3)


def test_a_bonus_attack_is_a_complete_attack_on_another_ship():
    end = fight(clusters(), "hhb", STOP)
    assert (end.wanted.question.name, end.wanted.by) == ("bonus-attack", "attacker")
    again = XWingBonusAttack("upgrade:clustermissiles", XWingWeapon("clustermissiles"), WINGMAN, attack_range=2)
    end = fight(clusters(), "hhb", STOP, again, "hcb", "wounded-pilot")
    (bonus,) = end.outcome.bonus_attacks
    assert (bonus.target, bonus.attack_hits, bonus.damage.hit, bonus.damage.crit) == ("black-3", True, 1, 1)
    assert end.outcome.damage.hit == 2
    assert end.outcome.after.attacker.bonus_attack_used
    assert end.outcome.after.attacker.charges == {"clustermissiles": 1}


def test_a_bonus_attack_draws_from_the_same_deck():
    situation = replace(clusters(), damage_deck=(DamageCard.WOUNDED_PILOT, DamageCard.CONSOLE_FIRE))
    again = XWingBonusAttack("upgrade:clustermissiles", XWingWeapon("clustermissiles"), WINGMAN, attack_range=2)
    end = fight(situation, "cbb", STOP, "wounded-pilot", again, "cbb")
    assert end.wanted.die.faces == ("console-fire",)
    assert done(situation, "cbb", STOP, "wounded-pilot", again, "cbb", "console-fire").after.damage_deck == ()


def test_bonus_attacks_lie_in_each_other_only_so_deep():
    back = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),))
    situation, answers = attack(attacker(), 0, defender(effects=(back,))), []
    end = fight(situation)
    while hasattr(end, "wanted"):
        target = replace(defender(effects=(back,)), id=f"next-{len(answers)}")
        answers.append(XWingBonusAttack("back", XWingWeapon(value=0), target, attack_range=2))
        end = fight(situation, *answers)
    assert len(end.outcome.bonus_attacks) == 4


def test_the_other_ship_is_not_sent_anew():
    back = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),))
    with pytest.raises(IllegalChoice, match="invalid-defender"):
        fight(
            attack(attacker(), 0, defender(effects=(back,))), XWingBonusAttack("back", XWingWeapon(value=0), attacker())
        )


def test_a_bonus_attack_may_be_passed_and_comes_once_a_round():
    assert done(clusters(), "bbb", STOP, XWingBonusAttack(PASS)).bonus_attacks == ()
    assert done(clusters(bonus_attack_used=True), "bbb", STOP).bonus_attacks == ()
    with pytest.raises(IllegalChoice, match="bonus-other-target"):
        fight(clusters(), "bbb", STOP, XWingBonusAttack("upgrade:clustermissiles", XWingWeapon("clustermissiles")))


def test_the_queues_of_the_aftermath_follow_each_other():
    grant = (XWingStep(Op.BONUS_ATTACK),)
    shooter = replace(
        attacker(),
        effects=(XWingEffect("again", Window.AFTERMATH_BONUS_ATTACKING, grant),
                 replace(REWARD, optional=True)),
    )  # fmt: skip
    target = defender(
        0,
        effects=(XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, grant),
                 replace(REWARD, id="calm", window=Window.AFTERMATH_DEFENDING)),
    )  # fmt: skip
    end, asked, answers = fight(attack(shooter, 1, target), "b"), [], ["b"]
    while hasattr(end, "wanted"):
        question = end.wanted.question
        asked.append((end.wanted.by, question.name))
        answers.append(XWingBonusAttack(PASS) if question.name == "bonus-attack" else STOP)
        end = fight(attack(shooter, 1, target), *answers)
    assert asked == [
        ("defender", "use-ability"),
        ("attacker", "use-ability"),
        ("defender", "bonus-attack"),
        ("attacker", "bonus-attack"),
    ]


def test_a_friend_pays_for_its_own_ability():
    ship = replace(defender(1, hull=2), effects=("pilot:idenversio",))
    situation = attack(attacker(), 2, ship)
    outcome = done(situation, "hh", "b", use("pilot:idenversio"))
    assert (outcome.damage.prevented, outcome.destroyed) == (1, False)


def test_a_ship_is_a_friend_of_its_own():
    ship = defender(1, hull=2, pilot="idenversio", charges={"pilot": 1})
    outcome = done(attack(attacker(), 2, ship), "hh", "b", use("pilot:idenversio"))
    assert (outcome.damage.prevented, outcome.after.defender.charges) == (1, {"pilot": 0})
    howlrunner = replace(attacker(), pilot="howlrunner")
    assert uses(fight(attack(howlrunner, 1, defender()), "b")) == ["pilot:howlrunner"]
    biggs = defender(pilot="biggsdarklighter")
    assert done(attack(attacker(), 1, biggs), "h").uncanceled.hit == 1


def test_a_friend_suffers_what_it_cancels():
    ship = replace(defender(), effects=("pilot:biggsdarklighter",))
    end = fight(attack(attacker(), 2, ship), "hc", use("pilot:biggsdarklighter", 1))
    assert end.outcome.uncanceled == Uncanceled(hit=1)
    assert [fact.cost for fact in noted(end, facts.CostPaid)] == [CostKind.SUFFER_CRIT]
    end = fight(attack(attacker(), 2, ship), "hc", use("pilot:biggsdarklighter", 0), "wounded-pilot")
    assert [fact.cost for fact in noted(end, facts.CostPaid)] == [CostKind.SUFFER_HIT]


def test_a_flipped_card_is_no_longer_in_force():
    situation = attack(attacker(), 1, defender(0, "l337", "elusive"))
    assert done(situation, "h", use("upgrade:l337"), "b").after.defender.upgrades == ("elusive",)
    assert done(situation, "h", STOP).after.defender.upgrades == ("l337", "elusive")


def test_the_dice_of_a_snap_shot_are_modified_by_nobody():
    ship = attacker("snapshot", "predator", focus=1, lock=True)
    outcome = done(attack(ship, XWingWeapon("snapshot"), defender(0, "l337"), **BULLSEYE), "ff")
    assert (outcome.attack_hits, outcome.after.attacker.bonus_attack_used) == (False, True)
    assert uses(fight(attack(ship, 1, defender()), "f")) == ["lock", "focus"]


def test_foresight_costs_force_and_changes_one_die():
    ship = attacker("foresight", focus=1, force=2)
    situation = attack(ship, XWingWeapon("foresight"), defender(), **BULLSEYE)
    assert uses(fight(situation, "ff")) == ["upgrade:foresight"]
    with pytest.raises(IllegalChoice, match="dice-cannot-be-modified"):
        fight(situation, "ff", use("focus"))
    outcome = done(situation, "ff", use("upgrade:foresight", 0))
    assert (outcome.uncanceled.hit, outcome.after.attacker.force.active) == (1, 1)


def test_a_salvo_takes_the_charges_of_the_weapon():
    ship = attacker("protontorpedoes", "saturationsalvo", lock=True, charges={"protontorpedoes": 2})
    situation = attack(ship, XWingWeapon("protontorpedoes"), defender(2))
    salvo = (
        "hhbb",
        use("upgrade:protontorpedoes", 0),
        STOP,
        "ee",
        use("upgrade:saturationsalvo", 0, 1),
        "bb",
        "console-fire",
    )
    assert done(situation, *salvo).after.attacker.charges == {"protontorpedoes": 0}
    once = replace(situation, attacker=replace(ship, charges={"protontorpedoes": 1}))
    assert not done(once, "hhbb", use("upgrade:protontorpedoes", 0), STOP, "ee").attack_hits


def test_finn_sees_what_is_in_front():
    situation = attack(attacker("finn"), 1, defender(0, "finn"), attacker_in_arcs=(Arc.FRONT,))
    end = fight(situation, "h", use("upgrade:finn"))
    assert (end.wanted.by, uses(end)) == ("defender", ["upgrade:finn"])
    assert done(replace(situation, attacker_in_arcs=()), "h", STOP).attack_hits


def test_a_reward_is_not_declined():
    missed = attack(attacker(), 1, defender(pilot="laetinashera"))
    assert done(missed, "b").after.defender.tokens.evade == 1
    assert done(missed, "h").after.defender.tokens.evade == 0


def spelled(id, window, *ops, **rest):
    return XWingEffect(id, window, ops, **rest)


def test_both_ships_may_have_an_effect_of_the_same_name():
    calm = spelled("calm", Window.AFTER_DECLARED, XWingStep(Op.GAIN_TOKEN, token=Token.EVADE))
    situation = attack(replace(attacker(), effects=(calm,)), 1, defender(effects=(calm,)))
    after = done(situation, use("calm"), use("calm"), "b").after
    assert (after.attacker.tokens.evade, after.defender.tokens.evade) == (1, 1)


def test_a_cost_of_several_parts_is_paid_as_a_whole():
    twice = (XWingCost(CostKind.FORCE), XWingCost(CostKind.FORCE))
    greedy = spelled(
        "greedy", Window.MODIFY_ATTACK_ATTACKER, XWingStep(Op.CHANGE, to=Face.HIT, up_to=1), cost=twice
    )  # fmt: skip
    ship = replace(attacker(force=1), effects=(greedy,))
    assert done(attack(ship, 1, defender()), "b").after.attacker.force.active == 1
    with pytest.raises(IllegalChoice, match="cost-unpayable"):
        fight(attack(ship, 1, defender()), "f", use("greedy", 0))


def test_without_a_largest_number_the_smallest_still_counts():
    least = spelled("least", Window.ROLL_ATTACK, XWingStep(Op.DICE_LIMIT, Pool.ATTACK, at_least=3), optional=False)
    situation = attack(replace(attacker(), effects=(least,)), 1, defender())
    assert (rolls(situation, FFG_1_0_0)[0], rolls(situation)[0]) == (3, 3)
    assert rolls(attack(attacker(), 9, defender()), FFG_1_0_0)[0] == 9


def test_a_destroyed_ship_is_not_repaired():
    patch = spelled("patch", Window.AFTER_DAMAGE, XWingStep(Op.REPAIR), optional=False, controller="defender")
    outcome = done(attack(attacker(), 1, defender(hull=1, effects=(patch,))), "h")
    assert (outcome.destroyed, len(outcome.after.defender.damage_cards)) == (True, 1)


def test_a_shield_that_is_lost_is_no_damage_suffered():
    ship = attacker("plasmatorpedoes", lock=True, charges={"plasmatorpedoes": 1})
    target = defender(0, "stealthdevice", shields=1, charges={"stealthdevice": 1}, effects=("pilot:idenversio",))
    situation = attack(ship, XWingWeapon("plasmatorpedoes"), target)
    after = done(situation, "hbb", STOP, "b", use("pilot:idenversio")).after.defender
    assert (after.shields.active, after.charges) == (0, {"stealthdevice": 1})


def test_listed_first_are_the_worst_of_ones_own_dice():
    again = spelled("again", Window.AFTER_ROLL_ATTACK, XWingStep(Op.REROLL, Pool.ATTACK, up_to=1))
    end = fight(attack(replace(attacker(), effects=(again,)), 2, defender()), "hb")
    assert [option.dice for option in end.wanted.question.options()] == [(1,), (0,), None]


@pytest.mark.parametrize(
    ("window", "step"),
    [
        (Window.AFTER_DECLARED, XWingStep(Op.REROLL, Pool.ATTACK)),
        (Window.AFTER_ROLL_ATTACK, XWingStep(Op.ADD_RESULT, Pool.DEFENSE, to=Face.EVADE)),
        (Window.ON_HIT, XWingStep(Op.CHANGE, Pool.ATTACK, to=Face.CRIT)),
        (Window.MODIFY_ATTACK_ATTACKER, XWingStep(Op.DICE_COUNT, Pool.ATTACK)),
        (Window.ROLL_ATTACK, XWingStep(Op.DICE_LIMIT, Pool.DEFENSE, at_most=1)),
        (Window.ON_HIT, XWingStep(Op.CRIT_FIRST)),
        (Window.AFTER_DAMAGE, XWingStep(Op.PREVENT_DAMAGE)),
        (Window.BEFORE_NEUTRALIZE, XWingStep(Op.INFLICT_INSTEAD, token=Token.ION)),
        (Window.AFTER_ROLL_ATTACK, XWingStep(Op.SKIP_DICE)),
        (Window.AFTERMATH_ATTACKING, XWingStep(Op.BONUS_ATTACK)),
        (Window.AFTER_ROLL_ATTACK, XWingStep(Op.FORBID_MODIFICATION)),
    ],
)
def test_steps_fit_their_window(window, step):
    ship = replace(attacker(), effects=(spelled("odd", window, step),))
    with pytest.raises(IllegalSituation, match="bad-effect"):
        RULESET.prepare(attack(ship, 1, defender()), OPTIONS)


def test_what_a_client_spells_out_works_like_a_card():
    change = XWingEffect("lucky-charm", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.CHANGE, to=Face.CRIT, up_to=1),))
    ship = replace(attacker(), effects=(change,))
    assert done(attack(ship, 1, defender()), "b", use("lucky-charm", 0), "wounded-pilot").damage.crit == 1


def weapon(**rest):
    return attack(attacker(), XWingWeapon(**{"value": 3, **rest}), defender())


IONIZED = replace(attacker(lock=True), tokens=XWingTokens(ion=1))
STEP = (XWingStep(Op.CHANGE, faces=(Face.EVADE,), to=Face.HIT),)
REFUSED = {
    "unknown-card": attack(attacker("predatr"), 3, defender()),
    "card-sent-twice": attack(attacker("predator", "predator"), 3, defender()),
    "name-taken": attack(replace(attacker(), effects=(replace(REWARD, id="focus"),)), 3, defender()),
    "bad-effect": attack(
        replace(attacker(), effects=(XWingEffect("x", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.CHANGE),)),)),
        3,
        defender(),
    ),
    "invalid-face": attack(
        replace(attacker(), effects=(XWingEffect("x", Window.MODIFY_ATTACK_ATTACKER, STEP),)), 3, defender()
    ),
    "invalid-defender": attack(attacker(), 3, replace(defender(), id="red-5")),
    "invalid-stat": attack(attacker(), 3, replace(defender(), shields=XWingShields(1, 2))),
    "unsupported": attack(attacker(), 3, replace(defender(), size=Size.HUGE)),
    "invalid-arcs": attack(attacker(), 3, defender(), defender_in_arcs=(Arc.BULLSEYE,)),
    "cannot-attack": attack(attacker(disarm=1), 3, defender()),
    "weapon-requirement": weapon(max_range=1),
    "weapon-is-known": attack(attacker("ioncannon"), XWingWeapon("ioncannon", value=4), defender()),
    "requirement-unmet": weapon(requires=Requirement.LOCK, kind=WeaponKind.SPECIAL),
    "cost-unpayable": weapon(cost={CostKind.CHARGE: 1}),
    "lock-invalid": attack(IONIZED, 3, defender()),
    "no-friends-ability": attack(replace(attacker(), effects=("upgrade:predator",)), 3, defender()),
    "bonus-attack-used": attack(
        replace(attacker("snapshot"), bonus_attack_used=True), XWingWeapon("snapshot"), defender()
    ),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_a_situation_forbids(reason):
    with pytest.raises(IllegalSituation, match=reason):
        RULESET.prepare(REFUSED[reason], OPTIONS)


@pytest.mark.parametrize(
    "situation",
    [
        attack(attacker(cloak=1), 3, defender()),
        attack(attacker(), 3, defender(), at_obstacle=Obstacle.GAS_CLOUD),
        attack(attacker(), XWingWeapon("ioncannon"), defender()),
        torpedoes(at=1),
        torpedoes(locks=()),
        torpedoes(charges={}),
        attack(attacker(), 3, replace(defender(0, hull=1), damage_cards=(XWingShipDamageCard(),))),
        attack(attacker(), 3, defender(), attacker_in_arcs=(Arc.FRONT, Arc.FULL_REAR)),
        attack(replace(attacker(), locks=("red-5",)), 3, defender()),
        attack(replace(attacker(), locks=("black-2", "black-3")), 3, defender()),
        attack(replace(attacker(), force=XWingForce(1, 2)), 3, defender()),
        attack(attacker(), 3, defender(), defender_in_arcs=(Arc.REAR,)),
        attack(attacker(), 3, defender(), touching=True),
    ],
)
def test_other_attacks_that_are_not_possible(situation):
    with pytest.raises(IllegalSituation):
        RULESET.prepare(situation, OPTIONS)


def test_a_refusal_names_the_nearest_card():
    with pytest.raises(IllegalSituation) as refusal:
        RULESET.prepare(REFUSED["unknown-card"], OPTIONS)
    assert refusal.value.params["nearest"] == "predator"
    assert refusal.value.field == ("attacker", "upgrades", 0)


@pytest.mark.parametrize(
    ("options", "ranges"), [(OPTIONS, {0}), (AMG_1_4_0, {0, 1}), (FFG_1_3_2, set())], ids=["1.4.5", "1.4.0", "1.3.2"]
)
def test_touching_ships_are_at_range_0_in_the_newest_rules_only(options, ranges):
    allowed = set()
    for at in range(2):
        try:
            RULESET.prepare(attack(attacker(), 3, defender(), touching=True, attack_range=at), options)
            allowed.add(at)
        except IllegalSituation:
            pass
    assert allowed == ranges


def test_what_a_weapon_cannot_reach_it_cannot_touch():
    situation = attack(attacker("ioncannon"), XWingWeapon("ioncannon"), defender(), touching=True, attack_range=1)
    with pytest.raises(IllegalSituation, match="XW-13"):
        RULESET.prepare(situation, AMG_1_4_0)


def test_ships_are_left_as_they_are():
    ship, target = attacker(focus=1, stress=2), defender(2, focus=1, evade=1)
    outcome = done(attack(ship, 1, target), "b", "bb", STOP)
    assert (outcome.after.attacker, outcome.after.defender) == (ship, target)


class Chances:
    """Throws that depend on nothing but their place."""

    source = ThrownDice.source

    def __init__(self, seed):
        self.seed = seed

    def throw(self, die, count, *, index):
        return tuple(Random(self.seed * 1000 + index).choices(die.faces, k=count))


def choose(chance, question):
    """A legal answer, a bonus attack among them."""
    options = list(question.options())
    assert len(set(options)) == len(options) == question.total()
    for option in options:
        question.check(option)
        question.leads_to(option)
    if isinstance(question, BonusAttack):
        target = replace(defender(1), id=f"other-{chance.randrange(10**6)}")
        weapon = (*question.weapons, XWingWeapon(value=1))[0]
        bonus = XWingBonusAttack(question.ability, weapon, target, 2)
        try:
            question.check(bonus)
        except IllegalChoice:
            return options[0]
        return bonus
    return chance.choice(options)


@thorough
@pytest.mark.parametrize("seed", seeds(30, 200))
def test_any_attack_with_any_legal_answers_ends_and_is_replayed(seed):
    (situation, options), chance, chosen = drawn(seed, 4), Random(seed), []

    def players(question, _by):
        chosen.append(choose(chance, question))
        return chosen[-1], Source(Origin.HOST)

    whole = resolve(RULESET.script, situation, options, dice=Chances(seed), players=players)
    assert resolve(RULESET.script, situation, options, record=whole.record) == whole
    step = resolve(RULESET.script, situation, options)
    while isinstance(step, Pending):
        if isinstance(step.wanted, RollWanted):
            faces = Chances(seed).throw(step.wanted.die, step.wanted.count, index=step.wanted.index)
            step = resolve(RULESET.script, situation, options, record=step.record, dice=ThrownDice([faces]))
        else:
            step = resolve(RULESET.script, situation, options, record=step.record, players=one(chosen.pop(0)))
    assert (step.outcome, step.record) == (whole.outcome, whole.record)
    for ship in (whole.outcome.after.attacker, whole.outcome.after.defender):
        assert 0 <= ship.force.active <= ship.force.capacity
        assert all(0 <= charges <= 10 for charges in ship.charges.values())


@pytest.fixture
def short_of_work(monkeypatch):
    """A search may take little work, so that the cases in which habit decides are cheap."""
    monkeypatch.setattr(player, "BUDGET_OF_A_TREE", cases(20_000, player.BUDGET_OF_A_TREE))
    monkeypatch.setattr(player, "SEARCHES", {})


@thorough
@pytest.mark.usefixtures("short_of_work")
@pytest.mark.parametrize("name", RULESET.policies)
def test_policies_make_legal_choices_whatever_the_cards(name):
    def players(question, by):
        return RULESET.policies[name](question, by), Source(Origin.POLICY)

    for seed in seeds(30, 80):
        situation, options = drawn(seed, 6)
        assert resolve(RULESET.script, situation, options, dice=Chances(seed), players=players).outcome


def test_habit_uses_an_ability_that_has_a_price_only_where_a_friend_pays_it():
    paid_by_friend, paid_by_helped = "pilot:janors", "pilot:gideonhask-xiclasslightshuttle"
    damaged = replace(defender(), damage_cards=(XWingShipDamageCard(DamageCard.HULL_BREACH, faceup=True),))
    for ability, dice, wanted in ((paid_by_friend, (), use(paid_by_friend)), (paid_by_helped, ("bb",), STOP)):
        asked = fight(attack(replace(attacker(), effects=(ability,)), 2, damaged), *dice).wanted
        assert [each.name for each in asked.question.uses] == [ability]
        assert RULESET.policies["simple"](asked.question, asked.by) == wanted


def test_no_habit_takes_fewer_dice_than_an_ability_takes_at_least():
    both = XWingStep(Op.REROLL, Pool.ATTACK, up_to=2, exactly=True)
    ship = replace(defender(), effects=(spelled("both", Window.MODIFY_ATTACK_DEFENDER, both),))
    for dice, wanted in (("hbb", STOP), ("hhb", use("both", 0, 1))):
        asked = fight(attack(attacker(), 3, ship), dice).wanted
        assert RULESET.policies["simple"](asked.question, asked.by) == wanted


@thorough
@pytest.mark.usefixtures("short_of_work")
def test_where_there_is_too_much_to_weigh_habit_decides():
    again = tuple(
        spelled(f"again-{n}", Window.MODIFY_ATTACK_ATTACKER, XWingStep(Op.REROLL, up_to=1)) for n in range(32)
    )
    situation = attack(replace(attacker(lock=True, focus=1), effects=again), 6, defender())
    end = fight(situation, "bbffhh")
    exact, simple = (RULESET.policies[name](end.wanted.question, end.wanted.by) for name in ("exact", "simple"))
    assert exact == simple
