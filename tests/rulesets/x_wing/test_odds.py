"""Exact odds against known values, and the shortcuts against every step."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest

from app.domain.errors import LimitExceeded
from app.domain.follow_ups import odds_of_several
from app.domain.odds import distributions_of, enumerate_outcomes, finished, mean
from app.domain.record import Origin, Record, Role, Source
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.state import Due, battle_of
from app.rulesets.x_wing.attack.suffering import ShipCounts
from app.rulesets.x_wing.effects import Atom, Whose, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.exact import player
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.destruction import DestructionOdds, deck_counts
from app.rulesets.x_wing.model import WeaponKind, XWingShipDamageCard, XWingWeapon
from app.rulesets.x_wing.odds.enumerate import MEASURES, exact_odds, weighted_outcomes
from app.rulesets.x_wing.odds.series import THEN
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import FFG_1_0_0, Range0Modification
from app.rulesets.x_wing.players.policies import POLICIES
from app.rulesets.x_wing.terms import Arc, DamageCard, Face, Pool, Token, Window
from tests.rulesets.x_wing.random_situations import drawn
from tests.rulesets.x_wing.short_situations import ENDLESS, OPTIONS, attack, attacker, defender
from tests.thorough import cases, seeds, thorough

AUTOMATIC = Source(Origin.POLICY, "exact")
EXACT = dict.fromkeys(Role, POLICIES["exact"])

ROWS = {
    "O-1": (attack(attacker(), 1, defender(1)), "11/16 5/16", "5/64"),
    "O-2": (attack(attacker(), 3, defender()), "1/8 3/8 3/8 1/8", "3/8"),
    "O-3": (attack(attacker(focus=1), 3, defender()), "1/64 9/64 27/64 27/64", "3/8"),
    "O-4": (attack(attacker(lock=True), 3, defender()), "1/64 9/64 27/64 27/64", "9/16"),
    "O-5": (attack(attacker(lock=True, focus=1), 3, defender()), "1/4096 45/4096 675/4096 3375/4096", "15/32"),
    "O-6": (attack(attacker(lock=True, calculate=1), 3, defender()), "1/512 1/32 147/512 87/128", "129/256"),
    "O-7": (attack(attacker(), 2, defender(3)), "181/256 475/2048 125/2048", "3575/32768"),
    "O-8": (attack(attacker(), 3, defender(2)), "13/32 87/256 105/512 25/512", "9063/32768"),
    "O-9": (attack(attacker(focus=1), 3, defender(2, focus=1)), "617/2048 783/2048 1053/4096 243/4096", "9193/32768"),
    "O-10": (
        attack(attacker(focus=1), 3, defender(3, focus=1)),
        "8851/16384 9963/32768 2187/16384 729/32768",
        "24507/131072",
    ),
    "O-12": (
        attack(attacker(lock=True, focus=1), 3, defender(3, focus=1, evade=1)),
        "1532177/2097152 236925/1048576 91125/2097152",
        "485325/4194304",
    ),
    "O-13": (
        attack(attacker(focus=1), 3, defender(2, focus=1, evade=1), attack_range=3, obstructed=True),
        "121595/131072 16767/262144 2187/262144",
        "63153/2097152",
    ),
    "O-15": (
        attack(attacker("heavylasercannon", focus=1), XWingWeapon("heavylasercannon"), defender(2),
               defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE)),
        "509/8192 723/4096 5319/16384 2565/8192 2025/16384",
        "0",
    ),
    "O-16": (
        attack(attacker("juke", focus=1, evade=1), 3, defender(3, focus=1, evade=1)),
        "27665/32768 2187/16384 729/32768",
        "4239/65536",
    ),
    "O-18": (
        attack(attacker(focus=1), 4, defender(reinforce_fore=1), attacker_in_arcs=(Arc.FULL_FRONT,)),
        "1/256 33/128 27/64 81/256",
        "2015/4096",
    ),
    "O-20": (
        attack(attacker(lock=True, focus=1), 3, defender(2, focus=1), attack_range=0),
        "19/32 71/256 57/512 9/512",
        "6583/32768",
    ),
    "O-22": (attack(attacker("heroic"), 2, defender()), "13/64 17/32 17/64", "17/64"),
    "O-23": (attack(attacker(focus=1), 3, defender(1, calculate=1)), "53/512 81/256 27/64 81/512", "1441/4096"),
    "O-24": (
        attack(attacker(focus=1), 3, defender(2, pilot="zeborrelios")),
        "329/2048 639/2048 1485/4096 675/4096",
        "5499/32768",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("situation", "damage", "crits"), ROWS.values(), ids=ROWS)
def test_odds_are_the_known_ones_to_the_last_digit(situation, damage, crits):
    found = exact_odds(situation, OPTIONS, EXACT)
    expected = {n: Fraction(share) for n, share in enumerate(damage.split())}
    assert found["damage"] == expected
    assert mean(found["crit_damage"]) == Fraction(crits)


PUBLISHED = {
    "3f vs 3f": (attack(attacker(focus=1), 3, defender(3, focus=1)), 0.637756347656250),
    "3fl vs 3fe and Lone Wolf": (
        attack(attacker(focus=1, lock=True), 3, defender(3, "lonewolf", charges={"lonewolf": 1}, focus=1, evade=1)),
        0.144477188587189,
    ),
    "3l, a Force and Lone Wolf": (
        attack(attacker("lonewolf", lock=True, force=1, charges={"lonewolf": 1}), 3, defender()),
        2.695068359375,
    ),
    "3f vs two Force and Ezra Bridger": (
        attack(attacker(focus=1), 3, defender(2, pilot="ezrabridger", force=2, stress=1)),
        1.074462890625,
    ),
    "3l Fearless": (
        attack(attacker("fearless", lock=True), 2, defender(), attack_range=1,
               attacker_in_arcs=(Arc.FRONT, Arc.FULL_FRONT)),
        2.828125,
    ),
    "4 vs L3-37": (attack(attacker(), 4, defender(0, "l337")), 1.625),
    "3l vs L3-37": (attack(attacker(lock=True), 3, defender(0, "l337")), 1.5),
    "3fl vs 2f Heroic": (attack(attacker(focus=1, lock=True), 3, defender(2, "heroic", focus=1)), 1.391961872577667),
    "2f Heroic vs 2 Heroic": (attack(attacker("heroic", focus=1), 2, defender(2, "heroic")), 0.805532455444336),
    "3f and Zuckuss vs 3f": (attack(attacker("zuckuss", focus=1), 3, defender(3, focus=1)), 0.912757873535156),
    "3l and Finn": (attack(attacker("finn", lock=True), 3, defender()), 2.75),
}  # fmt: skip


@pytest.mark.parametrize(("situation", "damage"), PUBLISHED.values(), ids=PUBLISHED)
def test_odds_are_the_published_ones(situation, damage):
    assert float(mean(exact_odds(situation, OPTIONS, EXACT)["damage"])) == pytest.approx(damage, abs=1e-14)


SIMPLE = dict.fromkeys(Role, POLICIES["simple"])
SHIELDED = defender(3, shields=ENDLESS, focus=1, evade=1)
REINFORCED = defender(3, shields=ENDLESS, focus=1, evade=1, reinforce_fore=1)


@pytest.mark.parametrize(
    ("ship", "published", "best"),
    [(SHIELDED, 1.429703696999240, 1.429228504787261), (REINFORCED, 0.937748962769547, 0.937427955318526)],
    ids=["2x 3fl vs 3fe", "2x 3fl vs 3fe and reinforce"],
)
def test_two_attacks_are_the_published_ones_where_the_attacker_spends_by_habit(ship, published, best):
    """The best attacker spends nothing where one attack gains nothing by it: more of the defender's tokens are left."""
    shot = attack(attacker(focus=1, lock=True), 3, ship, attacker_in_arcs=(Arc.FRONT, Arc.FULL_FRONT))
    for by, expected in (("simple", published), ("exact", best)):
        policies = {Role.ATTACKER: POLICIES[by], Role.DEFENDER: POLICIES["exact"]}
        found = finished(odds_of_several(RULESET, (shot, shot), OPTIONS, policies))
        assert float(mean(found["damage"])) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("dice", "habit", "best"), [(3, "10797/4096", "677/256"), (4, "225103/65536", "14183/4096")])
def test_habit_is_no_better_than_the_best(dice, habit, best):
    for tokens in ({"calculate": 1}, {"force": 1}):
        situation = attack(attacker(lock=True, **tokens), dice, defender())
        assert mean(exact_odds(situation, OPTIONS, SIMPLE)["damage"]) == Fraction(habit)
        assert mean(exact_odds(situation, OPTIONS, EXACT)["damage"]) == Fraction(best)
    for situation in (attack(attacker(lock=True), 3, defender()), attack(attacker(lock=True, focus=1), 3, defender())):
        assert exact_odds(situation, OPTIONS, SIMPLE) == exact_odds(situation, OPTIONS, EXACT)


@pytest.mark.parametrize(
    ("value", "at", "damage"), [(2, 2, "3/2"), (3, 1, "2"), (4, 1, "5/2"), (5, 1, "3"), (5, 2, "5/2")]
)
def test_a_die_more_is_not_taken_where_its_limit_costs_dice(value, at, damage):
    ship = replace(attacker(), effects=("upgrade:seventhfleetgunner",))
    assert mean(exact_odds(attack(ship, value, defender(), attack_range=at), OPTIONS, EXACT)["damage"]) == Fraction(
        damage
    )


def test_a_defender_spends_a_lock_where_an_ability_takes_one():
    shara = replace(defender(2, pilot="sharabey", focus=1), locks=("red-5",))
    spent, kept = (
        mean(exact_odds(attack(attacker(), 3, ship), OPTIONS, EXACT)["damage"])
        for ship in (shara, replace(shara, locks=()))
    )
    assert (spent, kept) == (Fraction(75, 512), Fraction(283, 512))


def test_dice_that_do_not_count_as_rerolled_are_worth_more():
    ship = replace(attacker(lock=True), pilot="hansolo-modifiedyt1300lightfreighter")
    assert mean(exact_odds(attack(ship, 2, defender()), OPTIONS, EXACT)["damage"]) == Fraction(13, 8)


def by_steps(situation, policies=EXACT, options=OPTIONS, most=10**9):
    return distributions_of(
        weighted_outcomes(battle_of(situation, options), policies, with_shortcuts=False, most=most), MEASURES
    )


def spelled(window, step, *conditions, **rest):
    return XWingEffect("spelled", window, (step,), tuple((atom,) for atom in conditions), **rest)


NO_DECK_LEFT = (DamageCard.FUEL_LEAK, DamageCard.DIRECT_HIT, DamageCard.HULL_BREACH)
BREACHED = XWingShipDamageCard(DamageCard.HULL_BREACH, faceup=True)
LEAKING = XWingShipDamageCard(DamageCard.FUEL_LEAK, faceup=True)
SMALL_DECK = (*[DamageCard.WOUNDED_PILOT] * 9, DamageCard.DIRECT_HIT)
KNOWN_CHARGES = dict.fromkeys(("lonewolf", "elusive", "crackshot", "pilot", "stealthdevice"), 2)

SMALL = {
    "lock and focus against focus and evade": attack(attacker(lock=True, focus=1), 2, defender(2, focus=1, evade=1)),
    "calculate and Force": attack(attacker(calculate=1, force=1), 3, defender(2, calculate=1, force=1)),
    "Lone Wolf on both sides": attack(
        attacker("lonewolf", focus=1, lock=True, charges=KNOWN_CHARGES), 2,
        defender(2, "lonewolf", focus=1, charges=KNOWN_CHARGES),
    ),
    "Heroic, Finn and Predator": attack(
        attacker("heroic", "finn", "predator", focus=1), 2, defender(2, "finn", "heroic", focus=1),
        defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE),
    ),
    "Fire-Control System": attack(attacker("firecontrolsystem", lock=True, focus=1), 3, defender(1)),
    "Juke": attack(attacker("juke", focus=1, evade=1), 2, defender(2, focus=1, evade=1)),
    "Crack Shot": attack(
        attacker("crackshot", focus=1, charges=KNOWN_CHARGES), 2, defender(2, focus=1),
        defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE),
    ),
    "reinforced": attack(attacker(focus=1), 3, defender(1, focus=1, reinforce_fore=1),
                         attacker_in_arcs=(Arc.FULL_FRONT,)),
    "Norra Wexley close by": attack(attacker(), 2, defender(1, pilot="norrawexley", focus=1), attack_range=1),
    "L3-37": attack(attacker(focus=1, lock=True), 2, defender(1, "l337")),
    "Zeb Orrelios": attack(attacker(focus=1), 2, defender(2, pilot="zeborrelios")),
    "a hull of one": attack(attacker(), 3, defender(1, hull=1)),
    "a hull of two and a shield": attack(attacker(focus=1), 3, defender(0, hull=2, shields=1)),
    "an ion cannon": attack(attacker("ioncannon", focus=1), XWingWeapon("ioncannon"), defender(1, hull=2)),
    "a breached hull": replace(
        attack(attacker(), 2, replace(defender(0, hull=5, shields=1), damage_cards=(BREACHED, LEAKING))),
        damage_deck=NO_DECK_LEFT,
    ),
    "a token as a reward": attack(attacker(), 2, defender(1, hull=2, pilot="laetinashera")),
    "an ability that needs a lock, which is spent": attack(
        replace(attacker(lock=True, focus=1), effects=("ship:advancedtargetingcomputer",)), 1, defender(1, hull=2)
    ),
    "a deck that is shuffled anew": replace(
        attack(attacker(), 3, defender(0, hull=4)), damage_deck=(DamageCard.WOUNDED_PILOT,)
    ),
    "an ability that needs a token, which is spent": attack(
        replace(attacker(focus=1), effects=(
            spelled(Window.MODIFY_ATTACK_ATTACKER, XWingStep(Op.CHANGE, faces=(Face.HIT,), to=Face.CRIT, up_to=1),
                    XWingCondition(Atom.HAS_TOKEN, token=Token.FOCUS)),
        )), 2, defender(1, hull=2),
    ),
    "an ability that looks at the enemy's dice": attack(attacker(), 2, defender(1, hull=2, effects=(
        spelled(Window.MODIFY_DEFENSE_DEFENDER, XWingStep(Op.CHANGE, to=Face.EVADE, up_to=1),
                XWingCondition(Atom.RESULT_COUNT, pool=Pool.ATTACK, face=Face.CRIT)),
    ))),
    "an ability that changes crits as well": attack(
        replace(attacker(focus=1), effects=(
            spelled(Window.MODIFY_ATTACK_ATTACKER, XWingStep(Op.CHANGE, to=Face.HIT, exactly=True)),
        )), 2, defender(1, hull=2),
    ),
    "stress that comes of a card": replace(
        attack(attacker(), 2, defender(0, hull=3, effects=(
            spelled(Window.BEFORE_DAMAGE, XWingStep(Op.PREVENT_DAMAGE),
                    XWingCondition(Atom.HAS_TOKEN, token=Token.STRESS), controller=Role.DEFENDER, optional=False),
        ))), damage_deck=(DamageCard.PANICKED_PILOT, DamageCard.WOUNDED_PILOT),
    ),
    "a result that is added to the pool of the window": attack(attacker(), 2, defender(1, hull=2, effects=(
        spelled(Window.MODIFY_DEFENSE_DEFENDER, XWingStep(Op.ADD_RESULT, to=Face.EVADE)),
    ))),
    "cards that are turned up again": replace(
        attack(attacker("concussionmissiles", lock=True, charges={"concussionmissiles": 1}),
               XWingWeapon("concussionmissiles"), defender(0, hull=4)),
        damage_deck=(DamageCard.DIRECT_HIT, DamageCard.PANICKED_PILOT, DamageCard.FUEL_LEAK),
    ),
    "Padmé Amidala defends": attack(
        attacker(lock=True, focus=1, calculate=1), 3, replace(defender(1, focus=1), pilot="padmeamidala"),
        attacker_in_arcs=(Arc.FRONT,),
    ),
    "Padmé Amidala attacks": attack(
        replace(attacker(focus=1), pilot="padmeamidala"), 2, defender(3, "lonewolf", focus=1, evade=1, charges=KNOWN_CHARGES)
    ),
    "Sunny Bounder rerolls": attack(replace(attacker(lock=True, focus=1), pilot="sunnybounder"), 2, defender(1, focus=1)),
    "Magva Yarro defends": attack(
        attacker("predator", lock=True, focus=1), 3, replace(defender(1, focus=1), pilot="magvayarro"),
        defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE),
    ),
    "Tel Trevura may discard his cards": attack(
        attacker(), 2, replace(defender(1, hull=3, pilot="teltrevura", charges={"pilot": 1}), damage_cards=(BREACHED,)),
        damage_deck=SMALL_DECK,
    ),
    "Durge may reveal his cards": attack(
        attacker(), 2,
        replace(
            defender(0, hull=3, pilot="durge-separatistalliance", charges={"pilot": 1}),
            damage_cards=(LEAKING, XWingShipDamageCard(DamageCard.DIRECT_HIT)),
        ),
        damage_deck=(*[DamageCard.BLINDED_PILOT, DamageCard.CONSOLE_FIRE] * 3, DamageCard.DIRECT_HIT),
    ),
    "a friend that prevents damage": attack(attacker(), 3, defender(0, hull=2, effects=("pilot:idenversio",))),
}  # fmt: skip


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("situation", SMALL.values(), ids=SMALL)
def test_shortcuts_come_to_what_every_step_comes_to(situation, policy):
    policies = dict.fromkeys(Role, POLICIES[policy])
    if situation.defender.hull == ENDLESS:
        situation = replace(situation, damage_deck=SMALL_DECK)
    assert exact_odds(situation, OPTIONS, policies) == by_steps(situation, policies)


FOUND: dict[int, tuple[int, ...]] = {0: (), 2: (31, 100, 718)}
"""Cases in which play and odds once differed."""

ENOUGH = 20_000
"""What a case drawn at random may cost step by step; the others are left out."""


@thorough
@pytest.mark.parametrize("most", [0, 2], ids=["cards", "cards and effects"])
def test_shortcuts_come_to_what_every_step_comes_to_whatever_the_cards(most):
    names, equal, drawn_cases = list(POLICIES), 0, seeds(20, 300)
    for seed in (*FOUND[most], *drawn_cases):
        situation, options = drawn(seed, most)
        policies = dict(zip(Role, (POLICIES[names[seed % 3]], POLICIES[names[seed // 3 % 3]]), strict=True))
        try:
            RULESET.price(situation, options)
            expected = by_steps(situation, policies, options, ENOUGH)
        except LimitExceeded:
            continue
        found = exact_odds(situation, options, policies)
        assert found == expected, seed
        assert all(sum(distribution.values()) == 1 for distribution in found.values())
        equal += 1
    assert equal > len(drawn_cases) // 2


def test_a_fuel_leak_may_be_set_off_by_the_damage_that_dealt_it():
    itself = replace(OPTIONS, fuel_leak_self_trigger=True)
    situation = replace(attack(attacker(), 2, defender(0, hull=2)), damage_deck=(DamageCard.FUEL_LEAK,) * 2)
    assert exact_odds(situation, itself, EXACT) == by_steps(situation, options=itself)
    assert exact_odds(situation, itself, EXACT) != exact_odds(situation, OPTIONS, EXACT)


def chance_of_destruction(hull, faces):
    """A weapon that does nothing but what a client's effect says: dice are changed to these faces."""
    sure = XWingEffect(
        "sure", Window.AFTER_ROLL_ATTACK,
        tuple(XWingStep(Op.ADD_RESULT, to=face) for face in faces), optional=False,
    )  # fmt: skip
    ship = replace(attacker(), effects=(sure,))
    return exact_odds(attack(ship, 0, defender(0, hull=hull)), OPTIONS, EXACT)["destroyed"].get(1, 0)


def test_cards_destroy_as_often_as_the_deck_has_them():
    assert chance_of_destruction(3, (Face.HIT, Face.CRIT)) == Fraction(5, 33)
    assert chance_of_destruction(3, (Face.CRIT, Face.CRIT)) == Fraction(17, 44)


WHOLE_DECK = ("breach",) * 2 + ("leak",) * 4 + ("direct",) * 5 + ("other",) * 22
CARDS = {
    "breach": DamageCard.HULL_BREACH,
    "leak": DamageCard.FUEL_LEAK,
    "direct": DamageCard.DIRECT_HIT,
    "other": DamageCard.WOUNDED_PILOT,
}


@cache
def suffered(left, deck, due, breached=False, leaks=0):
    """The damage that a ship is to expect until it is destroyed, each damage dealt by itself; the deck is a pile."""
    if not due or left == 0:
        return Fraction(0)
    first, *rest = due
    if first == "leak":
        return (
            suffered(left, deck, ("hit", *rest), breached, leaks - 1)
            if leaks
            else suffered(left, deck, (*rest,), breached)
        )
    if first == "hit" and not breached:
        return 1 + suffered(left - 1, deck, (*rest,), breached, leaks)
    pile, later, total = deck or WHOLE_DECK, ("leak",) * leaks + (*rest,), Fraction(0)
    for card, count in Counter(pile).items():
        place = pile.index(card)
        due = ("hit", *later) if card == "direct" else later
        has = breached or card == "breach", leaks + (card == "leak")
        total += count * suffered(left - 1, pile[:place] + pile[place + 1 :], due, *has)
    return 1 + total / len(pile)


@pytest.mark.parametrize("hull", [2, 3, 4, 5, 6])
def test_a_deck_that_is_soon_drawn_is_shuffled_anew_for_the_damage_that_is_to_be_expected(hull):
    odds = DestructionOdds(Budget(10**7), leaks_by_itself=False)
    for size in (1, 2, 3):
        for deck in combinations_with_replacement(CARDS, size):
            for due in (("crit",), ("hit", "crit"), ("crit", "crit"), ("crit", "crit", "crit")):
                expected = suffered(hull, deck, due)
                damage = tuple(Due.CRIT if one == "crit" else Due.HIT for one in due)
                counts = deck_counts(tuple(CARDS[card] for card in deck))
                assert odds.loss(ShipCounts(0, hull, False, 0), counts, damage) == expected, (deck, due)


def test_ion_results_are_counted_by_the_known_odds():
    situation = attack(attacker("ioncannon", focus=1), XWingWeapon("ioncannon"), defender(2, focus=1))
    ions = {}
    ends = enumerate_outcomes(RULESET.script, situation, OPTIONS, lambda q, by: (POLICIES["exact"](q, by), AUTOMATIC))
    for outcome, weight in ends:
        key = outcome.damage.hit + outcome.damage.crit, outcome.after.defender.tokens.ion
        ions[key] = ions.get(key, 0) + weight
    assert ions == {
        (0, 0): Fraction(617, 2048),
        (1, 0): Fraction(783, 2048),
        (1, 1): Fraction(1053, 4096),
        (1, 2): Fraction(243, 4096),
    }


@thorough
def test_large_attacks_are_computed_as_long_as_there_is_not_too_much_to_weigh(monkeypatch):
    tokens = {"focus": 10, "calculate": 10, "evade": 10}
    everything = attack(attacker(lock=True, force=10, **tokens), 6, defender(6, force=10, hull=8, **tokens))
    assert sum(exact_odds(everything, OPTIONS, EXACT)["damage"].values()) == 1
    again = tuple(XWingEffect(f"again-{n}", Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.REROLL),)) for n in range(3))
    monkeypatch.setattr(player, "BUDGET_OF_A_TREE", cases(20_000, player.BUDGET_OF_A_TREE))
    with pytest.raises(LimitExceeded, match="too-many-possibilities"):
        exact_odds(replace(everything, attacker=replace(everything.attacker, effects=again)), OPTIONS, EXACT)


def test_odds_are_computed_for_six_dice_a_roll():
    for situation in (attack(attacker(), 7, defender()), attack(attacker(), 1, defender(6), attack_range=3)):
        RULESET.price(situation, OPTIONS)
        with pytest.raises(LimitExceeded, match="too-many-dice"):
            RULESET.price(situation, FFG_1_0_0)
    RULESET.price(attack(attacker(), 5, defender(5), attack_range=1), FFG_1_0_0)
    more = spelled(Window.MODIFY_ATTACK_ATTACKER, XWingStep(Op.ADD_RESULT, to=Face.BLANK, amount=7))
    with pytest.raises(LimitExceeded, match="too-many-dice"):
        RULESET.price(attack(replace(attacker(), effects=(more,)), 1, defender()), OPTIONS)


ELEVEN = attack(
    attacker("zuckuss", "heroic", "juke", "firecontrolsystem", "predator", "lonewolf",
             lock=True, force=1, charges=KNOWN_CHARGES, focus=1, evade=1, calculate=1),
    6,
    defender(6, "l337", "heroic", "lonewolf", "elusive", "finn",
             hull=6, force=1, charges=KNOWN_CHARGES, focus=1, evade=1, calculate=1),
    defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE),
)  # fmt: skip


@thorough
def test_odds_of_eleven_abilities_and_twelve_dice_are_computed():
    situation = ELEVEN if cases(0, 1) else replace(ELEVEN, weapon=XWingWeapon(value=3))
    found = exact_odds(situation, OPTIONS, EXACT)
    assert all(sum(distribution.values()) == 1 for distribution in found.values())


def test_fuel_leaks_of_a_destroyed_ship_set_each_other_off_only_until_nothing_changes_any_more():
    itself = replace(OPTIONS, fuel_leak_self_trigger=True)
    lost = spelled(Window.BEFORE_DAMAGE, XWingStep(Op.LOSE_SHIELD), controller=Role.DEFENDER)
    ship = defender(0, hull=1, effects=(lost,))
    situation = replace(attack(attacker(), 2, ship), damage_deck=(DamageCard.FUEL_LEAK,))
    found = exact_odds(situation, itself, EXACT)
    assert found["destroyed"] == {0: Fraction(1, 4), 1: Fraction(3, 4)}


def test_shortcuts_come_to_what_every_step_comes_to_where_a_card_has_two_effects_in_a_window():
    wounded = (XWingShipDamageCard(DamageCard.WOUNDED_PILOT, faceup=True),)
    friends = ("pilot:gideonhask-xiclasslightshuttle", "upgrade:selfless", "upgrade:wolfpack")
    red = replace(attacker(lock=True, calculate=2), hull=8, pilot="sharabey", damage_cards=wounded, effects=friends)
    kanan = ("pilot:kananjarrus-hwk290lightfreighter",)
    black = defender(
        2, "r5p8", "finn", pilot="zuckuss", hull=4, shields=1, calculate=2, force=2, effects=kanan,
        charges={"r5p8": 2, "finn": 1, "pilot": 1},
    )  # fmt: skip
    weapon = XWingWeapon(value=1, kind=WeaponKind.SPECIAL)
    arcs = (Arc.FRONT, Arc.FULL_FRONT)
    situation = attack(red, weapon, black, attack_range=3, damage_deck=(), attacker_in_arcs=arcs)
    options = replace(
        OPTIONS, range0_attacker_modification=Range0Modification.NORMAL, touching_means_attack_range_0=False
    )
    policies = dict(zip(Role, (POLICIES["exact"], POLICIES["simple"]), strict=True))
    assert exact_odds(situation, options, policies) == by_steps(situation, policies, options)


def test_an_ability_that_takes_a_lock_after_the_damage_leaves_the_odds_of_the_next_attack_to_be_told():
    wolf = defender(1, hull=2, effects=("upgrade:wolfpack",))
    situation = attack(attacker("predator", calculate=1), 2, wolf, defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE))
    found = {}
    for values, _, chance in THEN.outcomes(situation, OPTIONS, EXACT, Record(), ()):
        found[values["damage"]] = found.get(values["damage"], 0) + chance
    assert found == exact_odds(situation, OPTIONS, EXACT)["damage"]


def test_a_lock_that_ion_tokens_broke_is_not_there_in_the_next_attack():
    shara = replace(defender(1, pilot="sharabey", focus=1), locks=("red-5",))
    first = attack(attacker("ioncannon"), XWingWeapon("ioncannon"), shara)
    nobody = dict.fromkeys(Role, POLICIES["none"])
    met = {}
    for _, left, chance in THEN.outcomes(first, OPTIONS, nobody, Record(), (attack(attacker(), 2, shara),)):
        met[left["defender"].locks] = met.get(left["defender"].locks, 0) + chance
    assert met == {(): Fraction(23, 64), ("red-5",): Fraction(41, 64)}


@pytest.mark.parametrize("window", [Window.MODIFY_ATTACK_ATTACKER, Window.AFTER_DECLARED], ids=str)
@pytest.mark.parametrize("whose", Whose)
def test_cards_that_an_ability_deals_by_the_dozen_are_not_weighed_for_ever(window, whose, monkeypatch):
    monkeypatch.setattr(player, "BUDGET_OF_A_TREE", 20_000)
    many = spelled(window, XWingStep(Op.SUFFER, amount=10, crit=True, ship=whose))
    situation = attack(replace(attacker(), hull=20, effects=(many,)), 2, defender(1))
    with pytest.raises(LimitExceeded, match="too-many-possibilities"):
        exact_odds(situation, OPTIONS, EXACT)
