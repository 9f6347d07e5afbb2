"""Cards, each by what it does in an attack; and the steps, costs and conditions that they need."""

import json
from dataclasses import replace
from functools import partial

import pytest

from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.record import Role
from app.rulesets.x_wing import RULESET, facts
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.printed import (
    PILOT_ROWS,
    SHIP_ROWS,
    UPGRADE_ROWS,
    printed_pilot,
    printed_ship,
    printed_upgrade,
)
from app.rulesets.x_wing.cards.refusals import step_fits_window
from app.rulesets.x_wing.cards.registry import ALL, IDS, SAID, card_of, suggestion
from app.rulesets.x_wing.cards.texts import nothing
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.model import Size, XWingForce, XWingShields, XWingWeapon
from app.rulesets.x_wing.ops import CHOOSING
from app.rulesets.x_wing.options import UnknownCards
from app.rulesets.x_wing.outcome import Uncanceled
from app.rulesets.x_wing.terms import DONE, POOL_OF, Arc, Window
from tests.compare_cards import differences
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, noted, shown, uses
from tests.rulesets.x_wing.test_attack import BULLSEYE, rolls, use

STOP = XWingUse(DONE)


def flown_by(pilot, *upgrades, **rest):
    return replace(attacker(*upgrades, **rest), pilot=pilot)


def torpedo(name, *upgrades, charges=2, lock=True, **rest):
    return attacker(name, *upgrades, lock=lock, charges={name: charges}, **rest)


# Changes that are not a "may"


@pytest.mark.parametrize("name", ["protontorpedoes", "advprotontorpedoes"])
def test_the_change_of_a_hit_to_a_crit_by_torpedoes_is_mandatory(name):
    at = {"protontorpedoes": 2, "advprotontorpedoes": 1}[name]
    situation = attack(torpedo(name), XWingWeapon(name), defender(), attack_range=at)
    dice = "h" * rolls(situation)[0]
    with pytest.raises(IllegalChoice, match="mandatory"):
        fight(situation, dice, STOP)
    outcome = done(situation, dice, use(f"upgrade:{name}", 0), STOP, "direct-hit")
    assert outcome.uncanceled == Uncanceled(hit=len(dice) - 1, crit=1)


def test_the_change_of_a_hit_to_a_crit_by_the_targeting_computer_is_mandatory():
    ship = replace(attacker(lock=True), effects=("ship:advancedtargetingcomputer",))
    with pytest.raises(IllegalChoice, match="mandatory"):
        fight(attack(ship, 2, defender()), "hbb", STOP)


def test_jango_fett_spoils_defense_dice_in_primary_attacks_only():
    jango, target = flown_by("jangofett"), defender(1)
    assert uses(fight(attack(jango, 1, target), "h", "f")) == ["pilot:jangofett"]
    cannon = replace(jango, upgrades=("ioncannon",))
    assert noted(fight(attack(cannon, XWingWeapon("ioncannon"), target), "hhh", "f"), facts.AttackJudged)


@pytest.mark.parametrize(("card", "left"), [("panicked-pilot", 2), ("console-fire", 1)])
def test_malice_recovers_force_if_a_pilot_card_was_dealt_faceup(card, left):
    ship = attacker("malice", force=2)
    outcome = done(attack(ship, 1, defender()), "h", use("upgrade:malice", 0), card)
    assert outcome.after.attacker.force.active == left
    assert done(attack(ship, 1, defender()), "c", "panicked-pilot").after.attacker.force.active == 2


# Tokens and modifications that an ability forbids


def test_dead_to_rights_forbids_green_tokens_but_not_force():
    ship = replace(attacker(), effects=("ship:deadtorights",))
    target = defender(1, focus=1, evade=1, force=1)
    assert uses(fight(attack(ship, 1, target, **BULLSEYE), "h", "f")) == ["force"]
    assert uses(fight(attack(ship, 1, target), "h", "f")) == ["focus", "force", "evade"]


def test_ember_leaves_evade_tokens_to_the_defender():
    assert uses(fight(attack(flown_by("ember"), 1, defender(1, focus=1, evade=1)), "h", "f")) == ["evade"]


@pytest.mark.parametrize(("locked", "offered"), [(True, 0), (False, 1)])
def test_midnight_keeps_the_dice_of_a_locked_enemy_as_they_are(locked, offered):
    answers = ("h", STOP, "f") if locked else ("h", "f")
    end = fight(attack(flown_by("midnight", lock=locked), 1, defender(1, focus=1)), *answers)
    assert bool(offered) is hasattr(end, "wanted")


def test_dark_curse_keeps_the_attackers_dice_as_they_are():
    target = defender(pilot="darkcurse-battleofyavin")
    assert done(attack(attacker(focus=1, lock=True), 1, target), "f").uncanceled == Uncanceled()


# Results that remain after neutralizing


@pytest.mark.parametrize(
    ("dice", "canceled", "left"),
    [
        ("hh", "hit", (1, 0)),
        ("hc", "crit", (1, 0)),
        ("hc", "hit", (0, 1)),
        ("cc", "crit", (0, 1)),
        ("hhh", "hit", (2, 0)),
    ],
)
def test_general_grievous_cancels_a_hit_or_a_crit_of_two_or_more(dice, canceled, left):
    target = defender(0, "generalgrievous", charges={"generalgrievous": 1})
    crits = ["console-fire"] * left[1]
    outcome = done(attack(attacker(), len(dice), target), dice, use(f"upgrade:generalgrievous/{canceled}"), *crits)
    assert (outcome.damage.hit, outcome.damage.crit) == left
    assert not hasattr(fight(attack(attacker(), 1, target), "h"), "wanted")


def test_bossk_turns_a_crit_into_two_hits():
    outcome = done(attack(flown_by("bossk"), 2, defender()), "hc", use("pilot:bossk"))
    assert (outcome.damage.hit, outcome.damage.crit) == (3, 0)


def test_the_second_sister_makes_all_hits_crits_and_the_fifth_brother_adds_one():
    sister, brother = (replace(flown_by(name), force=XWingForce(2, 2)) for name in ("secondsister", "fifthbrother"))
    outcome = done(attack(sister, 2, defender()), "hh", use("pilot:secondsister"), *["console-fire"] * 2)
    assert (outcome.damage.crit, outcome.after.attacker.force.active) == (2, 0)
    outcome = done(attack(brother, 1, defender()), "h", use("pilot:fifthbrother"), "console-fire")
    assert (outcome.damage.hit, outcome.damage.crit) == (1, 1)


def test_mag_pulse_deals_one_crit_and_tokens_instead_of_its_results():
    situation = attack(torpedo("magpulsewarheads"), XWingWeapon("magpulsewarheads"), defender())
    outcome = done(situation, "hhc", STOP, "console-fire")
    assert (outcome.damage.hit, len(outcome.after.defender.damage_cards)) == (0, 1)
    assert (outcome.after.defender.tokens.deplete, outcome.after.defender.tokens.jam) == (1, 1)


def test_homing_torpedoes_deal_a_crit_where_the_defender_avoids_the_dice():
    situation = attack(torpedo("homingtorpedoes"), XWingWeapon("homingtorpedoes"), defender())
    assert done(situation, use("upgrade:homingtorpedoes"), "console-fire").damage.crit == 1


# What a weapon requires


@pytest.mark.parametrize(
    ("name", "tokens", "fires"),
    [
        ("multimissilepods", {"calculate": 1}, True),
        ("multimissilepods", {"focus": 1}, False),
        ("xx23sthreadtracers", {"focus": 1}, True),
        ("xx23sthreadtracers", {}, False),
    ],
)
def test_one_of_the_things_that_a_weapon_requires_is_enough(name, tokens, fires):
    arcs = {"defender_in_arcs": (Arc.FRONT, Arc.FULL_FRONT)}
    situation = attack(torpedo(name, lock=False, **tokens), XWingWeapon(name), defender(), **arcs)
    if fires:
        RULESET.prepare(situation, OPTIONS)
    else:
        with pytest.raises(IllegalSituation, match="requirement-unmet"):
            RULESET.prepare(situation, OPTIONS)


def test_instinctive_aim_costs_force_only_where_the_requirement_is_not_met():
    aimed = torpedo("protontorpedoes", "instinctiveaim", lock=False, force=1)
    weapon = XWingWeapon("protontorpedoes")
    assert done(attack(aimed, weapon, defender()), "bbbb").after.attacker.force.active == 0
    locked = torpedo("protontorpedoes", "instinctiveaim", force=1)
    assert done(attack(locked, weapon, defender()), "bbbb", STOP).after.attacker.force.active == 1
    with pytest.raises(IllegalSituation, match="requirement-unmet"):
        RULESET.prepare(attack(replace(aimed, force=XWingForce(1, 0)), weapon, defender()), OPTIONS)


# Costs, counts and conditions


def test_a_shield_can_be_spent():
    ship = replace(flown_by("mirandadoni"), shields=XWingShields(1, 1))
    outcome = done(attack(ship, 2, defender()), use("pilot:mirandadoni/spend"), "bbb")
    assert outcome.after.attacker.shields.active == 0
    empty = replace(ship, shields=XWingShields(1, 0))
    outcome = done(attack(empty, 2, defender()), use("pilot:mirandadoni/recover"), "b")
    assert outcome.after.attacker.shields.active == 1


def test_strain_and_stress_can_be_gained_and_stress_removed_as_a_cost():
    pilot = flown_by("dt798")
    after = done(attack(pilot, 1, defender()), use("pilot:dt798"), "bb").after.attacker
    assert after.tokens.strain == 1
    tennumb = flown_by("tennumb", stress=1)
    outcome = done(attack(tennumb, 2, defender()), "ff", use("pilot:tennumb"))
    assert (outcome.uncanceled, outcome.after.attacker.tokens.stress) == (Uncanceled(hit=2), 0)


@pytest.mark.parametrize(("cards", "fewer"), [(0, 3), (2, 1)])
def test_hate_recovers_as_much_force_as_there_was_damage(cards, fewer):
    ship = replace(defender(0, "hate", shields=1), force=XWingForce(3, 0))
    outcome = done(attack(attacker(), 3, ship), "h" * (3 - cards) + "b" * cards)
    assert outcome.after.defender.force.active == fewer


def test_boba_fett_rerolls_as_many_dice_as_he_counts_enemies():
    boba = flown_by("bobafett")
    assert shown(done(attack(boba, 3, defender()), "bbb").attack_dice) == "bbb"
    counting = replace(boba, effects=(XWingCount("pilot:bobafett", 2),))
    situation = attack(counting, 3, defender())
    with pytest.raises(IllegalChoice, match="no-effect"):
        fight(situation, "bbb", use("pilot:bobafett", 0, 1, 2))
    assert shown(done(situation, "bbb", use("pilot:bobafett", 0, 1), "hh").attack_dice) == "hhb"


def test_only_cards_that_count_take_a_count():
    ship = replace(attacker("juke"), effects=(XWingCount("upgrade:juke", 2),))
    with pytest.raises(IllegalSituation, match="counts-nothing"):
        RULESET.prepare(attack(ship, 1, defender()), OPTIONS)


@pytest.mark.parametrize(("stress", "crits"), [(0, 0), (1, 1), (3, 3)])
def test_bt1_makes_a_crit_of_a_hit_for_each_stress_token(stress, crits):
    situation = attack(attacker("bt1"), 3, defender(stress=stress))
    answers = [use("upgrade:bt1", *range(crits))] if crits else []
    outcome = done(situation, "hhh", *answers, *["console-fire", "damaged-engine", "weapons-failure"][:crits])
    assert outcome.uncanceled == Uncanceled(hit=3 - crits, crit=crits)


def test_plated_hull_softens_a_crit_until_the_ship_is_critically_damaged():
    ship = replace(defender(), effects=("ship:platedhull",))
    situation = attack(attacker(), 1, ship)
    assert done(situation, "c").uncanceled == Uncanceled(hit=1)
    hurt = done(attack(attacker(), 1, replace(ship, effects=())), "c", "console-fire").after.defender
    assert done(attack(attacker(), 1, replace(hurt, effects=("ship:platedhull",))), "c", "console-fire").uncanceled.crit


def test_a_larger_enemy_gives_ahhav_a_die():
    assert rolls(attack(flown_by("ahhav"), 2, replace(defender(1), size=Size.MEDIUM))) == (3, 1)
    assert rolls(attack(flown_by("ahhav"), 2, defender(1))) == (2, 1)
    assert rolls(attack(replace(attacker(), size=Size.LARGE), 2, defender(1, pilot="ahhav"))) == (2, 2)


def test_zuckuss_gives_the_defender_the_die_only_if_he_took_his():
    situation = attack(flown_by("zuckuss"), 2, defender(1))
    assert fight(situation, use("pilot:zuckuss"), "bbb").wanted.count == 2
    assert fight(situation, STOP, "bb").wanted.count == 1


def test_conditions_on_the_slot_of_a_weapon():
    ship = replace(attacker("ioncannon", "autoblasters"), effects=("ship:linkedbattery",))
    assert rolls(attack(ship, XWingWeapon("ioncannon"), defender()))[0] == 4
    assert rolls(attack(ship, 3, defender()))[0] == 3


def test_a_charge_is_recovered_up_to_what_is_printed_only():
    hunter = attacker("clantraining", charges={"clantraining": 1})
    outcome = done(attack(hunter, 1, defender(hull=1)), "h")
    assert outcome.after.attacker.charges == {"clantraining": 1}


def test_munitions_failsafe_gives_a_charge_back_to_the_weapon():
    ship = torpedo("protontorpedoes", "munitionsfailsafe")
    outcome = done(attack(ship, XWingWeapon("protontorpedoes"), defender()), "bbbb", use("upgrade:munitionsfailsafe"))
    assert outcome.after.attacker.charges == {"protontorpedoes": 2}


# Cards that the players apply, or that nobody knows


def test_a_card_that_is_left_to_the_players_is_noted():
    ship = attacker("dengar", "afterburners")
    assert noted(fight(attack(ship, 1, defender()), "b"), facts.CardLeftToPlayers) == [
        facts.CardLeftToPlayers("red-5", "upgrade:dengar")
    ]


def test_an_unknown_card_is_refused_or_noted():
    situation = attack(flown_by("nobody", "nothing"), 1, defender())
    with pytest.raises(IllegalSituation, match="unknown-card"):
        RULESET.prepare(situation, OPTIONS)
    lenient = replace(OPTIONS, unknown_cards=UnknownCards.NOTE)
    assert RULESET.is_standard(lenient)
    assert noted(fight(situation, "b", options=lenient), facts.CardNotKnown) == [
        facts.CardNotKnown("red-5", "pilot:nobody"),
        facts.CardNotKnown("red-5", "upgrade:nothing"),
    ]


@pytest.mark.parametrize(("sent", "nearest"), [("wedgeantiles", "wedgeantilles"), ("lukskywalker", "lukeskywalker")])
def test_a_misspelled_pilot_has_a_nearest_one(sent, nearest):
    assert suggestion(sent, "pilot:") == nearest
    assert suggestion(f"pilot:{sent}") == f"pilot:{nearest}"
    assert suggestion("xqzxqzxqz", "pilot:") is None


# The tables of cards as a whole


def test_every_card_that_is_printed_has_one_entry_and_no_other_has_one():
    """Cards say nothing only where somebody has read them: a card that is new has no entry."""
    named = [f"{kind}:{id}" for kind, texts in ALL for ids in texts for id in ids.split()]
    assert sorted(named) == sorted(f"{kind}:{id}" for kind, ids in IDS.items() for id in ids)
    assert len(set(named)) == len(named)


def test_what_says_nothing_stands_among_what_was_read():
    silent = [key for key in SAID if not card_of(key).is_applied and card_of(key).by_hand is None]
    read = {
        f"{kind}:{id}"
        for kind, texts in ALL
        if texts in (nothing.PILOTS, nothing.UPGRADES)
        for id in " ".join(texts).split()
    }
    assert read == {key for key in silent if key.startswith(("pilot:", "upgrade:"))}


def test_what_a_card_has_to_do_with_others_belongs_to_effects():
    about_effects = [trait for trait in Trait if trait is not Trait.STARTS_WITHOUT_ONE]
    assert [key for key, card in SAID.items() if card.has(*about_effects) and not card_of(key).is_applied] == []
    paying = [card for card in SAID.values() if card.has(Trait.HELPED_PAYS)]
    assert all(card.helps_friends for card in paying)
    assert not any(card.has(Trait.FOR_FRIENDS) and card.has(Trait.ONLY_FOR_FRIENDS) for card in SAID.values())


def test_every_step_of_a_card_means_something_in_its_window_and_a_role_can_use_it():
    effects = [effect for card in SAID.values() for effect in card.effects]
    for effect in effects:
        takes_all = [step.exactly and step.up_to is None for step in effect.ops if step.op in CHOOSING]
        assert takes_all.count(False) <= 1, effect
        assert takes_all[1:] == [True] * len(takes_all[1:]), effect
        pools = [step.pool or POOL_OF.get(effect.window) for step in effect.ops]
        assert all(map(partial(step_fits_window, effect), effect.ops, pools)), effect
        assert any(map(effect.is_for, Role)), effect


def test_all_that_is_printed_can_be_read():
    for id in PILOT_ROWS:
        pilot = printed_pilot(id)
        assert pilot.ship in SHIP_ROWS
        assert pilot.numbers.hull > 0
        assert all(upgrade in UPGRADE_ROWS for upgrade in pilot.loadout)
        assert 0 <= pilot.initiative <= 8
    assert all(printed_ship(id).name for id in SHIP_ROWS)
    assert sum(printed_upgrade(id).weapon is not None for id in UPGRADE_ROWS) > 30
    assert (len(PILOT_ROWS), len(SHIP_ROWS), len(UPGRADE_ROWS)) == (672, 89, 524)


NEWER = {
    "xws": "t65xwing",
    "size": "Small",
    "faction": "rebelalliance",
    "stats": [
        {"type": "attack", "arc": "Front Arc", "value": 3},
        {"type": "agility", "value": 2},
        {"type": "hull", "value": 5},
        {"type": "shields", "value": 2},
    ],
    "pilots": [
        {"xws": "wedgeantilles", "initiative": 6},
        {"xws": "somebody", "initiative": 1, "ability": "While you perform an attack, reroll."},
    ],
}


def test_a_newer_copy_of_the_data_is_compared_line_by_line(tmp_path):
    (tmp_path / "pilots" / "rebels").mkdir(parents=True)
    (tmp_path / "conditions").mkdir()
    (tmp_path / "conditions" / "conditions.json").write_text(json.dumps([{"xws": "hunted"}, {"xws": "haunted"}]))
    (tmp_path / "pilots" / "rebels" / "t65.json").write_text(json.dumps(NEWER))
    lines = [line for line in differences(tmp_path) if not line.endswith("no longer there")]
    assert [line.partition(": ")[0] for line in lines] == [
        "ship t65xwing", "pilot wedgeantilles", "limits of pilot wedgeantilles", "pilot somebody", "condition haunted",
    ]  # fmt: skip
    assert "hull=5" in lines[0]


def test_no_card_has_two_effects_in_one_queue_but_for_those_of_which_its_player_chooses_one():
    queues = [window for window in Window if window.value.startswith("aftermath")]
    for key, card in SAID.items():
        windows = [(effect.window, effect.id) for effect in card.effects if effect.window in queues]
        assert len(set(windows)) == len(windows), key
