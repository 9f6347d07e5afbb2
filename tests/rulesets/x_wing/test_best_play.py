"""The policy `exact` plays best: known values, and everything tried out on attacks drawn at random."""

from dataclasses import replace
from fractions import Fraction
from itertools import count, islice
from random import Random

import pytest

from app.domain.dice import ThrownDice
from app.domain.effort import Effort
from app.domain.odds import mean
from app.domain.record import Chose, Origin, Role, Source
from app.domain.resolution import resolve
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.state import battle_of
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.exact import player
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.price import too_many_dice
from app.rulesets.x_wing.exact.search import AttackSearch
from app.rulesets.x_wing.model import XWingForce, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.players.policies import POLICIES
from app.rulesets.x_wing.terms import Arc, Face, Pool, Token, Window
from tests.rulesets.x_wing.brute_force import Ability, Sides, best_value
from tests.rulesets.x_wing.random_situations import drawn
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender
from tests.thorough import cases, seeds, thorough

EXACT = dict.fromkeys(Role, POLICIES["exact"])
BULLSEYE = {"defender_in_arcs": (Arc.FRONT, Arc.BULLSEYE)}
FACING = {"attacker_in_arcs": (Arc.FRONT, Arc.FULL_FRONT)}
LONE = {"charges": {"lonewolf": 1}}
GAS_CLOUD = replace(OPTIONS, obstructing_gas_cloud_blank_to_evade=True)


def shielded(*args, **rest):
    """A defender that loses shields alone, so that a crit is worth no more than a hit."""
    return defender(*args, shields=20, **rest)


def expected(situation, options=OPTIONS, measure="damage"):
    return mean(exact_odds(situation, options, EXACT)[measure])


VALUES = {
    "Predator, then Heroic with two dice": (attack(attacker("predator", "heroic"), 2, shielded(), **BULLSEYE), "91/64"),
    "Predator, then Heroic with three dice": (
        attack(attacker("predator", "heroic"), 3, shielded(), **BULLSEYE),
        "503/256",
    ),
    "Lone Wolf, then Heroic": (attack(attacker("lonewolf", "heroic", **LONE), 3, shielded()), "503/256"),
    "Heroic and Lone Wolf in defense": (
        attack(attacker(), 3, shielded(3, "heroic", "lonewolf", **LONE)),
        "470631/1048576",
    ),
    "Homing Missiles are accepted": (
        attack(
            attacker("homingmissiles", focus=1, lock=True, charges={"homingmissiles": 1}),
            XWingWeapon("homingmissiles"),
            shielded(),
        ),
        "1",
    ),
}


@pytest.mark.parametrize(("situation", "damage"), VALUES.values(), ids=VALUES)
def test_exact_plays_best(situation, damage):
    assert expected(situation) == Fraction(damage)


def test_effects_that_must_be_used_and_reinforce_are_part_of_the_search():
    concordia = shielded(2, "heroic", calculate=2, reinforce_fore=2, effects=("ship:concordiafaceoff",))
    assert expected(attack(attacker(), 2, concordia, attack_range=1, **FACING)) == Fraction(4339, 32768)
    serissu = shielded(2, evade=1, reinforce_fore=2, effects=("pilot:serissu",))
    clouded = attack(attacker(), 4, serissu, obstructed=True, **FACING)
    assert expected(clouded, GAS_CLOUD) == Fraction(1769, 16384)


def test_biggs_takes_a_result_upon_himself_as_the_published_values_have_it():
    assert expected(attack(attacker(), 3, shielded(0, effects=("pilot:biggsdarklighter",)))) == Fraction(5, 8)


USED = {
    "C-3PO": (attack(attacker(), 3, shielded(2, "c3po", calculate=1)), -1),
    "Predictive Shot": (attack(attacker("predictiveshot", force=1), 4, shielded(6), **BULLSEYE), 1),
}


@pytest.mark.parametrize(("situation", "sign"), USED.values(), ids=USED)
def test_abilities_before_the_roll_are_used_where_they_help(situation, sign):
    without = replace(
        situation,
        attacker=replace(situation.attacker, upgrades=()),
        defender=replace(situation.defender, upgrades=()),
    )
    assert (expected(situation) - expected(without)) * sign > 0


def played(situation, faces):
    """The record of an attack that both players play with `exact`, with these attack dice."""
    players = lambda question, by: (POLICIES["exact"](question, by), Source(Origin.POLICY, "exact"))  # noqa: E731
    letters = {face.value[0]: face for face in Face}
    dice = ThrownDice([tuple(letters[face].value for face in faces)])
    return resolve(RULESET.script, situation, OPTIONS, dice=dice, players=players)


def names_used(end):
    return [entry.choice.use for entry in end.record.entries if isinstance(entry, Chose)]


def test_saw_gerrera_does_not_destroy_his_own_ship_for_a_crit():
    saw = replace(attacker("sawgerrera"), hull=1)
    assert names_used(played(attack(saw, 3, shielded(0)), "fbb")) == ["done"]
    assert names_used(played(attack(saw, 3, shielded(0)), "ffb"))[0] == "upgrade:sawgerrera"


def test_an_ability_that_costs_damage_is_used_a_second_time_only_where_it_is_worth_two_damage():
    costly = [
        XWingEffect(
            f"costly-{n}", Window.MODIFY_ATTACK_ATTACKER,
            (XWingStep(Op.CHANGE, faces=(Face.BLANK,), to=Face.HIT, up_to=1),),
            cost=(XWingCost(CostKind.SUFFER_HIT),),
        )
        for n in range(2)
    ]  # fmt: skip
    ship = replace(attacker(), hull=2, effects=tuple(costly))
    assert names_used(played(attack(ship, 3, shielded(0)), "hbb")) == ["done"]
    assert expected(attack(ship, 3, shielded(0))) == Fraction(3, 2)


def test_a_friend_suffers_only_where_it_helps():
    """Nothing else is spent for it: the friend alone pays."""
    biggs = ("pilot:biggsdarklighter",)
    assert names_used(played(attack(attacker(), 3, defender(0, hull=4, effects=biggs)), "hhc")) == [*biggs]
    assert names_used(played(attack(attacker(), 3, defender(0, hull=1, effects=biggs)), "hhc")) == ["done"]


def test_malice_is_paid_with_force_before_the_force_changes_a_die_alone():
    ship = attacker("malice", force=1)
    assert names_used(played(attack(ship, 3, shielded(0)), "fbb"))[0] == "upgrade:malice"


TO_FACE = {"b": Face.BLANK, "f": Face.FOCUS, "h": Face.HIT, "c": Face.CRIT, "e": Face.EVADE}
OPS = {"reroll": Op.REROLL, "change": Op.CHANGE, "add": Op.ADD_RESULT}
WINDOWS = {
    ("attacker", "attack"): Window.MODIFY_ATTACK_ATTACKER,
    ("defender", "attack"): Window.MODIFY_ATTACK_DEFENDER,
    ("attacker", "defense"): Window.MODIFY_DEFENSE_ATTACKER,
    ("defender", "defense"): Window.MODIFY_DEFENSE_DEFENDER,
}
PRICES = {"focus": CostKind.FOCUS, "calculate": CostKind.CALCULATE, "force": CostKind.FORCE, "evade": CostKind.EVADE}


def effect_of(ability):
    """The ability as a client describes it."""
    pool, conditions = Pool(ability.pool), []
    if ability.all_show:
        conditions.append(XWingCondition(Atom.ALL_RESULTS, pool=pool, face=TO_FACE[ability.all_show]))
    if ability.at_least:
        face, least = ability.at_least
        conditions.append(
            XWingCondition(Atom.RESULT_COUNT, pool=pool, face=TO_FACE[face] if face else None, at_least=least)
        )
    step = XWingStep(
        OPS[ability.does],
        pool,
        tuple(TO_FACE[face] for face in ability.faces),
        TO_FACE[ability.to] if ability.to else None,
        up_to=ability.most,
        exactly=ability.exactly,
        counts_as_reroll=not ability.again,
    )
    return XWingEffect(
        f"ability-{ability.id}" if ability.card is None else f"card-{ability.card}/{ability.id}",
        WINDOWS[ability.owner, ability.pool],
        (step,),
        tuple((condition,) for condition in conditions),
        tuple(XWingCost(PRICES[kind]) for kind in ability.price),
        optional=not ability.must,
    )


def drawn_ability(chance, n):
    pool = chance.choice(["attack", "attack", "defense"])
    owner = {"attack": "attacker", "defense": "defender"}[pool]
    if chance.random() < 0.25:
        owner = {"attacker": "defender", "defender": "attacker"}[owner]
    shown = "bfhc" if pool == "attack" else "bfe"
    does = chance.choice(["reroll", "reroll", "change", "change", "add"])
    return Ability(
        n,
        owner,
        pool,
        does,
        faces="" if does == "add" else "".join(sorted(chance.sample(shown, chance.choice([0, 0, 1, 2])))),
        to="" if does == "reroll" else chance.choice(shown),
        most=chance.choice([None, 1, 1, 2]),
        exactly=chance.random() < 0.2,
        again=does == "reroll" and chance.random() < 0.1,
        price=chance.choice([(), (), ("focus",), ("calculate",), ("force",), ("focus", "calculate")]),
        all_show=chance.choice(["", "", "", "b", "f"]),
        at_least=chance.choice([(), (), (), ("", 2), ("f", 1), ("b", 2), ("h" if pool == "attack" else "e", 1)]),
    )


def drawn_case(seed):
    """An attack with up to four dice and three abilities, for the brute force and for the rules."""
    chance = Random(seed)
    red = chance.choice([1, 2, 2, 3, 3, 4])
    green = chance.randint(0, 4 - red)
    abilities = tuple(drawn_ability(chance, n) for n in range(chance.randint(0, 3)))
    again = [ability for ability in abilities if ability.again]
    if len(again) > 1 or (red == 4 and again):
        return drawn_case(seed + 1_000_000)
    abilities = tuple(
        replace(one, must=one.most is None and one.exactly and chance.random() < 0.5) for one in abilities
    )
    has = {
        "attacker": chance.choices(["focus", "calculate", "force", "lock"], k=chance.randrange(3)),
        "defender": chance.choices(["focus", "calculate", "force", "evade"], k=chance.randrange(3)),
    }
    has["attacker"] = [kind for n, kind in enumerate(has["attacker"]) if kind not in has["attacker"][:n]]
    tokens = tuple((owner, kind) for owner, kinds in has.items() for kind in kinds)
    return Sides((red, green), abilities, chance.choice([0, 0, 0, 1, 2])), tokens


def situation_of(sides, tokens):
    ships = {}
    for owner, ship in (("attacker", attacker()), ("defender", shielded(sides.dice[1]))):
        kinds = [kind for role, kind in tokens if role == owner]
        counts = {kind: kinds.count(kind) for kind in ("focus", "calculate", "evade")}
        ships[owner] = replace(
            ship,
            tokens=XWingTokens(**counts, reinforce_fore=sides.reinforce if owner == "defender" else 0),
            force=XWingForce(kinds.count("force"), kinds.count("force")),
            locks=("black-2",) if "lock" in kinds else (),
            effects=tuple(effect_of(ability) for ability in sides.abilities if ability.owner == owner),
        )
    return attack(ships["attacker"], sides.dice[0], ships["defender"], **FACING)


FOUND = (2526,)
"""Cases in which the search once played worse."""


@thorough
def test_exact_plays_as_well_as_everything_tried_out():
    for seed in (*FOUND, *seeds(40, 4_000)):
        sides, tokens = drawn_case(seed)
        assert expected(situation_of(sides, tokens)) == best_value(sides, tokens), (seed, sides, tokens)


@thorough
def test_exact_plays_as_well_as_everything_tried_out_where_cards_give_choices():
    """The abilities of each player on one pool are those of one card."""
    for seed in seeds(25, 2_500):
        sides, tokens = drawn_case(seed)
        abilities = tuple(
            replace(one, card=2 * (one.owner == "attacker") + (one.pool == "attack")) for one in sides.abilities
        )
        sides = replace(sides, abilities=abilities)
        assert expected(situation_of(sides, tokens)) == best_value(sides, tokens), (seed, sides, tokens)


def worths(battle, most=10**9, *, with_spent=True):
    """What the attack is worth by the search with its shortcuts and without; None where that takes too much work.

    What is spent stands behind damage, destruction and crit damage, below the unit of crit damage.
    """
    slow, quick = (AttackSearch(battle, Budget(most), with_shortcuts=has) for has in (False, True))
    found = [tree.worth(tree.rests.place_of(tree.opening)) for tree in (slow, quick)]
    assert slow.scale == quick.scale
    if not with_spent:
        unit = 1 << 2 * slow.scale.bits
        found = [[round(Fraction(part) / unit) for part in worth] for worth in found]
    return None if slow.budget.is_spent else found


def burden(condition=None):
    """An ability that its owner must use as long as it can be paid with a focus token, and which helps the enemy."""
    return XWingEffect(
        "burden",
        Window.MODIFY_DEFENSE_ATTACKER,
        (XWingStep(Op.ADD_RESULT, Pool.DEFENSE, to=Face.EVADE, amount=2),),
        ((condition,),) if condition else (),
        () if condition else (XWingCost(CostKind.FOCUS),),
        optional=False,
    )


@pytest.mark.parametrize("condition", [None, XWingCondition(Atom.HAS_TOKEN, token=Token.FOCUS)])
def test_a_token_is_spent_before_a_reroll_where_it_is_best_to_be_rid_of_two(condition):
    ship = replace(attacker(focus=2, lock=True), effects=(burden(condition),))
    slow, quick = worths(battle_of(attack(ship, 2, shielded(0)), OPTIONS))
    assert quick == slow


@pytest.mark.parametrize(("dice", "value"), [(2, "233/256"), (3, "7749/4096")])
def test_being_rid_of_two_tokens_is_worth_what_everything_tried_out_is(dice, value):
    burdened = Ability(0, "attacker", "defense", "add", to="e", exactly=True, price=("focus",), must=True)
    sides, tokens = (
        Sides((dice, 0), (burdened,), 0),
        (("attacker", "focus"), ("attacker", "focus"), ("attacker", "lock")),
    )
    assert expected(situation_of(sides, tokens)) == best_value(sides, tokens) == Fraction(value)


@pytest.mark.parametrize("itself", [True, False])
def test_damage_beyond_the_hull_comes_to_an_end_where_abilities_look_at_cards(itself):
    """A destroyed ship with a Hull Breach and a Fuel Leak is still dealt what is due; no two of these points are one."""
    looks = XWingEffect(
        "looks", Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.ADD_RESULT, Pool.DEFENSE, to=Face.BLANK),),
        ((XWingCondition(Atom.CRITICALLY_DAMAGED),),), optional=False,
    )  # fmt: skip
    hurts = XWingEffect("hurts", Window.BEFORE_DAMAGE, (XWingStep(Op.SUFFER),), cost=(XWingCost(CostKind.FORCE),))
    ship = replace(attacker(force=1), hull=1, effects=(looks, hurts))
    battle = battle_of(attack(ship, 3, defender(hull=3)), replace(OPTIONS, fuel_leak_self_trigger=itself))
    slow, quick = worths(battle)
    assert quick == slow


@thorough
def test_the_search_comes_to_the_same_without_its_shortcuts():
    for seed in seeds(6, 150):
        sides, tokens = drawn_case(seed)
        slow, quick = worths(battle_of(situation_of(sides, tokens), OPTIONS))
        assert quick == slow, seed


@thorough
def test_the_search_comes_to_the_same_without_its_shortcuts_whatever_the_cards():
    """But for what is spent: of two choices worth the same to a player, one may cost the other player a token more."""
    compared, wanted = 0, cases(2, 60)
    for seed in islice(count(), 20 * wanted):
        battle = battle_of(*drawn(seed, 2))
        found = None if too_many_dice(battle) else worths(battle, cases(25_000, 150_000), with_spent=False)
        if found is not None:
            slow, quick = found
            assert quick == slow, seed
            compared += 1
        if compared == wanted:
            return
    pytest.fail("too few of the drawn attacks are small enough")


def test_searches_are_kept_as_long_as_they_are_few_and_small(monkeypatch):
    monkeypatch.setattr(player, "SEARCHES", {})
    ships = [attack(attacker(focus=1), 3, shielded(1, focus=n)) for n in range(4)]
    sizes = [player.searched((ship, OPTIONS, 0), Effort()).bytes for ship in ships]
    assert len(player.SEARCHES) == 4
    monkeypatch.setattr(player, "KEPT_BYTES", sizes[2] + sizes[3])
    player.searched((attack(attacker(), 1, shielded()), OPTIONS, 0), Effort())
    assert [key[0] for key in player.SEARCHES] == [ships[3], attack(attacker(), 1, shielded())]
    monkeypatch.setattr(player, "KEPT_BYTES", 1)
    player.searched((ships[0], OPTIONS, 0), Effort())
    assert [key[0] for key in player.SEARCHES] == [ships[0]]


@pytest.mark.parametrize(
    "rest", [{"focus": 1}, {"lock": True}, {"focus": 1, "lock": True}, {"force": 1, "calculate": 1}]
)
@pytest.mark.parametrize("dice", [1, 2])
def test_a_die_that_only_a_modification_brings_is_weighed(rest, dice):
    """Alexsandr Kallus gets a die where the attacker has modified one; so it may be best to modify none."""
    target = replace(shielded(1), pilot="alexsandrkallus", tokens=XWingTokens(focus=1))
    slow, quick = worths(battle_of(attack(attacker(**rest), dice, target), OPTIONS))
    assert quick == slow


@pytest.mark.parametrize("rest", [{}, {"focus": 1, "lock": True}])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_die_that_is_rolled_beside_the_others_is_weighed(rest, dice):
    hask = replace(attacker(**rest), pilot="gideonhask-xiclasslightshuttle")
    target = replace(shielded(1), damage_cards=(XWingShipDamageCard(),))
    slow, quick = worths(battle_of(attack(hask, dice, target), OPTIONS))
    assert quick == slow
    if dice < 3 and not rest:
        none, one = (expected(attack(attacker(), dice + more, target)) for more in (0, 1))
        assert none < expected(attack(hask, dice, target)) == one
