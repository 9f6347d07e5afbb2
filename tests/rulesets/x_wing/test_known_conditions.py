"""Conditions of cards that the service sees, each with a situation in which it holds, and with those in which it does not."""

from dataclasses import replace

import pytest

from app.domain.resolution import Pending
from app.domain.table import RollWanted
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.registry import SAID, card_of
from app.rulesets.x_wing.model import XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import Arc
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, done, fight, shown, uses

FLOWN = "academypilot"
"""A pilot of initiative 1 without an ability."""
ACE = "darthvader"
"""A pilot of initiative 6."""
CARD = XWingShipDamageCard()
STOP = XWingUse("done")


def flown(pilot, ship=None, **rest):
    return replace(ship or attacker(), pilot=pilot, **rest)


def asked(situation, *answers):
    """What may be used once these answers are given; nothing where nobody is asked."""
    end = fight(situation, *answers)
    is_asked = isinstance(end, Pending) and not isinstance(end.wanted, RollWanted)
    return uses(end) if is_asked else []


def dice(situation, *answers):
    """How many dice are rolled next."""
    wanted = fight(situation, *answers).wanted
    assert isinstance(wanted, RollWanted)
    return wanted.count


def test_alexsandr_kallus_rolls_one_more_only_where_the_attacker_has_modified_an_attack_die():
    target = defender(1, pilot="alexsandrkallus")
    situation = attack(attacker(focus=1), 2, target)
    assert asked(situation, "fb", XWingUse("focus")) == ["pilot:alexsandrkallus"]
    assert asked(situation, "fb", STOP) == []
    assert asked(attack(attacker(lock=True), 2, target), "bb", XWingUse("lock", (0,)), "b") == ["pilot:alexsandrkallus"]
    torpedo = attacker("protontorpedoes", lock=True, charges={"protontorpedoes": 2})
    launched = attack(torpedo, XWingWeapon("protontorpedoes"), target)
    assert asked(launched, "hbbb", XWingUse("upgrade:protontorpedoes", (0,)), STOP) == ["pilot:alexsandrkallus"]


def test_what_the_defender_does_to_attack_dice_is_no_modification_by_the_attacker():
    target = defender(1, "l337", pilot="alexsandrkallus")
    assert asked(attack(attacker(), 1, target), "h", XWingUse("upgrade:l337"), "h") == []


@pytest.mark.parametrize(("value", "rolled", "offered"), [(2, "bb", True), (1, "b", True), (3, "bbb", False)])
def test_gideon_hask_adds_a_die_to_a_roll_of_two_or_fewer(value, rolled, offered):
    ship = flown("gideonhask-xiclasslightshuttle")
    situation = attack(ship, value, replace(defender(), damage_cards=(CARD,)))
    used = ["pilot:gideonhask-xiclasslightshuttle"]
    assert asked(situation, rolled) == (used if offered else [])
    assert asked(attack(ship, value, defender()), rolled) == []
    assert dice(situation) == value
    if offered:
        after = done(situation, rolled, XWingUse(used[0]), "h")
        assert (shown(after.attack_dice), after.after.attacker.tokens) == ("b" * value + "h", XWingTokens(strain=1))


def test_the_die_of_gideon_hask_is_rerolled_like_the_others():
    ship = flown("gideonhask-xiclasslightshuttle", attacker(lock=True))
    situation = attack(ship, 2, replace(defender(), damage_cards=(CARD,)))
    use = XWingUse("pilot:gideonhask-xiclasslightshuttle")
    assert shown(done(situation, "bb", use, "b", XWingUse("lock", (0, 2)), "hf").attack_dice) == "hbf"


@pytest.mark.parametrize(
    ("pilot", "enemy", "offered"),
    [("nimichireen", ACE, True), ("nimichireen", FLOWN, False), ("nimichireen", None, True)],
)
def test_nimi_chireen_changes_a_blank_against_a_higher_initiative(pilot, enemy, offered):
    situation = attack(flown(pilot), 1, defender(pilot=enemy))
    assert asked(situation, "b") == ([f"pilot:{pilot}"] if offered else [])


@pytest.mark.parametrize(("enemy", "offered"), [(ACE, True), (FLOWN, False)])
def test_ig_102_and_pre_vizsla_need_an_enemy_of_no_lower_initiative(enemy, offered):
    assert asked(attack(flown(enemy), 1, defender(1, pilot="ig102")), "h", "b") == (["pilot:ig102"] if offered else [])
    vizsla = flown("previzsla", attacker(charges={"pilot": 2}))
    assert asked(attack(vizsla, 1, defender(pilot=enemy))) == (["pilot:previzsla"] if offered else [])


@pytest.mark.parametrize(("enemy", "offered"), [(ACE, False), (FLOWN, True)])
def test_an_apex_predator_needs_an_enemy_of_lower_initiative(enemy, offered):
    ship = flown("lukeskywalker", attacker("apexpredator-battleoverendor"))
    assert asked(attack(ship, 1, defender(pilot=enemy)), "b") == (
        ["upgrade:apexpredator-battleoverendor"] if offered else []
    )


@pytest.mark.parametrize(
    ("enemy", "cards", "offered"), [(ACE, 5, True), (ACE, 6, False), (FLOWN, 0, True), (FLOWN, 1, False)]
)
def test_kazuda_xiono_compares_his_damage_cards_with_the_initiative_of_the_enemy(enemy, cards, offered):
    kazuda = flown("kazudaxiono", hull=9, damage_cards=(CARD,) * cards)
    found = ["pilot:kazudaxiono"] if offered else []
    assert asked(attack(kazuda, 1, defender(pilot=enemy))) == found
    defending = replace(kazuda, id="black-2")
    assert asked(attack(flown(enemy), 1, defending), "h") == found


@pytest.mark.parametrize(
    ("pilot", "arcs", "own"),
    [
        ("gavindarklighter", {"defender_in_arcs": (Arc.FRONT,)}, True),
        ("gavindarklighter", {"defender_in_arcs": (Arc.REAR,)}, False),
        ("lyttandree", {"attacker_in_arcs": (Arc.LEFT,)}, True),
        ("lyttandree", {"attacker_in_arcs": (Arc.RIGHT,)}, True),
        ("lyttandree", {"attacker_in_arcs": (Arc.REAR,)}, False),
    ],
)
def test_in_the_own_attack_the_arcs_tell_whether_an_ability_for_friends_helps(pilot, arcs, own):
    weapon = XWingWeapon(value=1, arc=arcs.get("defender_in_arcs", (Arc.FRONT,))[0])
    assert asked(attack(flown(pilot), weapon, defender(), **arcs), "h") == ([f"pilot:{pilot}"] if own else [])
    friend = replace(attacker(), effects=(f"pilot:{pilot}",))
    assert asked(attack(friend, weapon, defender(), **arcs), "h") == [f"pilot:{pilot}"]


def test_broadside_needs_the_defender_at_the_side():
    weapon = XWingWeapon(value=1, arc=Arc.SINGLE_TURRET)
    for arc, offered in ((Arc.LEFT, ["pilot:broadside"]), (Arc.REAR, [])):
        situation = attack(flown("broadside"), weapon, defender(), defender_in_arcs=(Arc.SINGLE_TURRET, arc))
        assert asked(situation, "b") == offered


@pytest.mark.parametrize(
    ("tokens", "offered"),
    [
        ({}, False),
        ({"stress": 1}, True),
        ({"stress": 2}, False),
        ({"jam": 1, "strain": 2}, True),
        ({"ion": 1, "strain": 1}, False),
    ],
)
def test_drift_counts_his_own_red_and_orange_tokens(tokens, offered):
    assert asked(attack(flown("drift", attacker(**tokens)), 1, defender()), "b") == (["pilot:drift"] if offered else [])


@pytest.mark.parametrize(("arcs", "inside"), [((Arc.FRONT, Arc.BULLSEYE), True), ((Arc.FRONT,), False)])
def test_who_attacks_out_of_the_bullseye_is_seen(arcs, inside):
    lintra = defender(1, pilot="tallissanlintra", charges={"pilot": 1})
    rest = {"attacker_in_arcs": arcs}
    assert asked(attack(attacker(), 1, lintra, **rest), "h") == (["pilot:tallissanlintra"] if inside else [])
    assert dice(attack(flown("merlcobben"), 1, defender(2), **rest), "h") == (1 if inside else 2)
    crew = defender(1, "aaylasecura")
    assert asked(attack(attacker(), 1, crew, **rest), "h", "b") == (["upgrade:aaylasecura"] if inside else [])


@pytest.mark.parametrize(
    ("range_", "arc", "offered"), [(1, Arc.FRONT, True), (2, Arc.FRONT, False), (1, Arc.REAR, False)]
)
def test_aayla_secura_helps_herself_against_an_enemy_close_before_her(range_, arc, offered):
    target = defender(1, pilot="aaylasecura")
    situation = attack(attacker(), 1, target, attack_range=range_, attacker_in_arcs=(arc,))
    assert asked(situation, "hh"[: 1 + (range_ == 1)], "b") == (["pilot:aaylasecura"] if offered else [])


def test_agent_kallus_needs_the_hunted():
    ship = attacker("agentkallus")
    assert asked(attack(ship, 1, defender(effects=("condition:hunted",))), "f") == ["upgrade:agentkallus"]
    assert asked(attack(ship, 1, defender()), "f") == []


def test_suppressive_fire_does_not_count_against_captain_rex():
    ship = replace(attacker(), effects=("condition:suppressivefire",))
    assert dice(attack(ship, 3, defender())) == 2
    assert dice(attack(ship, 3, defender(pilot="captainrex"))) == 3


def test_a_card_of_which_the_service_sees_the_whole_condition_is_not_left_to_the_table():
    seen = """
        pilot:alexsandrkallus pilot:nimichireen pilot:ig102 pilot:previzsla pilot:kazudaxiono pilot:gavindarklighter
        pilot:lyttandree pilot:broadside pilot:drift pilot:tallissanlintra pilot:merlcobben pilot:aaylasecura
        pilot:doubleedge pilot:quickdraw pilot:gideonhask-xiclasslightshuttle upgrade:aaylasecura upgrade:agentkallus
        upgrade:apexpredator-battleoverendor upgrade:bokatankryze condition:mercilesspursuit condition:suppressivefire
        condition:compromisingintel condition:markedforelimination condition:fearfulprey
    """
    assert {key for key in seen.split() if card_of(key).has(Trait.AT_TABLE)} == set()
    assert len([key for key in SAID if card_of(key).has(Trait.AT_TABLE)]) == 57
