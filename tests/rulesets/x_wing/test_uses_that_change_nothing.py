"""XW-22, XW-73: what would change nothing is not offered, so that nobody pays for it."""

from dataclasses import replace
from random import Random

import pytest

from app.domain.errors import IllegalSituation
from app.domain.record import Origin, Source
from app.domain.resolution import resolve
from app.domain.table import Table, nobody
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.counts import dice_to_roll
from app.rulesets.x_wing.attack.payment import pay_cost
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect
from app.rulesets.x_wing.attack.state import ATTACKER, battle_of, opening_state
from app.rulesets.x_wing.attack.steps import carry_out
from app.rulesets.x_wing.attack.uses import Using
from app.rulesets.x_wing.attack.window_questions import UseAbility
from app.rulesets.x_wing.cards.card import Reason
from app.rulesets.x_wing.cards.registry import IDS, card_of
from app.rulesets.x_wing.effects import XWingCount
from app.rulesets.x_wing.model import (
    WeaponKind,
    XWingAttack,
    XWingForce,
    XWingShields,
    XWingShip,
    XWingShipDamageCard,
    XWingTokens,
    XWingWeapon,
)
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.terms import COUNTING_WINDOWS, POOL_OF, Arc, Pool

COUNTING = (Op.DICE_COUNT, Op.IGNORE_RANGE_BONUS)


def may_be_chosen(key):
    """Whether a player may use a card, or leave it, where dice are counted."""
    effects = [effect for effect in card_of(key).effects if effect.window in COUNTING_WINDOWS]
    return any(effect.optional and effect.does(*COUNTING) for effect in effects)


EVERY = [f"{kind}:{id}" for kind, ids in IDS.items() for id in ids]
CHOSEN = [key for key in EVERY if may_be_chosen(key)]
MARKING = (Op.READY, Op.GUESS, Op.PREVENT_DAMAGE)


def costs(key):
    """Whether a player may pay for a card outside of the windows about dice, and for this attack alone."""
    if card_of(key).by_hand is Reason.OTHER_SHIPS:
        return False
    effects = [effect for effect in card_of(key).effects if effect.cost and effect.optional]
    return any(effect.window not in POOL_OF and not effect.does(*MARKING, *COUNTING) for effect in effects)


COSTING = [key for key in EVERY if costs(key)]
NAMED = (
    *("pilot:scorch", "pilot:dt798", "pilot:wampa", "pilot:previzsla", "pilot:kazudaxiono", "pilot:lieutenantblount"),
    *("pilot:puresabacc", "pilot:wullffwarro", "pilot:zuckuss", "upgrade:specialforcesgunner"),
    *("upgrade:garsaxon-gunner", "pilot:janors", "upgrade:seventhfleetgunner"),
)
AFTER_MODIFYING = {"pilot:alexsandrkallus"}
"""Cards that ask for modified attack dice, which nobody modifies here."""
WEAPONS = [
    XWingWeapon(value=2),
    XWingWeapon(value=2, kind=WeaponKind.SPECIAL),
    XWingWeapon(value=2, kind=WeaponKind.SPECIAL, ordnance=True),
    XWingWeapon(value=2, arc=Arc.SINGLE_TURRET),
    XWingWeapon(value=2, arc=Arc.REAR),
]


def some_ship(chance, id, **rest):
    """A ship in any state that a card may ask for, far from the limits of how many dice are rolled."""
    return XWingShip(
        id,
        agility=3,
        hull=chance.choice([2, 9]),
        shields=XWingShields(2, chance.randrange(3)),
        damage_cards=(XWingShipDamageCard(),) * chance.randrange(2),
        tokens=XWingTokens(**dict.fromkeys(chance.choice(TOKENS), 1)),
        **rest,
    )


TOKENS = [(), ("stress", "focus"), ("evade", "calculate"), ("strain",), ("tractor", "ion"), ("deplete",)]


def with_card(chance, key, id):
    """A ship with a card, its own or a friend's, that can pay whatever it costs."""
    kind, _, card = key.partition(":")
    is_sent = kind == "ship" or card_of(key).helps_friends
    says_number = card_of(key).is_at_table or card_of(key).is_paid_by_friend
    return some_ship(
        chance,
        id,
        pilot=None if is_sent or kind != "pilot" else card,
        upgrades=() if is_sent or kind != "upgrade" else (card,),
        effects=(*((key,) if is_sent else ()), *((XWingCount(key, 1),) if says_number else ())),
        force=XWingForce(3, 3),
        charges=dict.fromkeys((card, "pilot"), chance.choice([0, 3, 3])),
    )


def situations(key):
    """Attacks in which one ship or the other has the card."""
    chance, of_card = Random(key), card_of(key).weapon
    for _ in range(80):
        own, enemy = with_card(chance, key, "own"), some_ship(chance, "enemy")
        weapon = XWingWeapon(key.partition(":")[2]) if of_card else chance.choice(WEAPONS)
        arcs = chance.choice([tuple(Arc), ((of_card or weapon).arc,)])
        is_own = of_card is not None or chance.random() < 0.6
        one, two = (own, enemy) if is_own else (enemy, own)
        one = replace(one, locks=(two.id,))
        least, most = (of_card.min_range, of_card.max_range) if of_card else (0, 3)
        situation = XWingAttack(one, weapon, two, chance.randint(least, most), chance.random() < 0.5, arcs, arcs)
        try:
            RULESET.prepare(situation, AMG_1_4_5)
        except IllegalSituation:
            continue
        yield situation


class FirstFaces:
    """Dice that show their first face."""

    source = Origin.SERVICE

    def throw(self, die, count, *, index):
        return (die.faces[0],) * count


def asked(situation):
    """The questions about a card on the way to the end of the attack, in which everybody declines."""
    seen = []

    def players(question, by):
        seen.append(question)
        return RULESET.policies["none"](question, by), Source(Origin.POLICY)

    resolve(RULESET.script, situation, AMG_1_4_5, dice=FirstFaces(), players=players)
    return seen


def offered(key):
    """Each time that the card may be used where dice are counted: the question and the use."""
    for situation in situations(key):
        for question in asked(situation):
            if isinstance(question, UseAbility) and question.window in COUNTING_WINDOWS:
                for use in question.uses:
                    if use.held is not None and use.held.effect.card == key and use.offer.step.op in COUNTING:
                        yield question, use


@pytest.mark.parametrize("key", CHOSEN)
def test_what_is_offered_before_a_roll_changes_the_number_of_dice(key):
    found = 0
    for question, use in offered(key):
        found += 1
        pool = COUNTING_WINDOWS[question.window]
        state = question.state
        after = state._replace(used=(*state.used, *use.held.keys))
        assert dice_to_roll(question.battle, after, pool) != dice_to_roll(question.battle, state, pool)
    assert found or key in AFTER_MODIFYING


@pytest.mark.parametrize("key", COSTING)
def test_what_costs_something_elsewhere_changes_something(key):
    """Marks of what was used aside: those are read later, or stop the next damage."""
    for situation in situations(key):
        for question in asked(situation):
            for use in question.uses if isinstance(question, UseAbility) else ():
                is_cards = use.held is not None and use.held.effect.card == key
                if is_cards and use.offer.cost and not use.held.effect.does(*MARKING, *COUNTING):
                    dice = tuple(sorted(use.places))[: use.most] if use.offer.takes_dice else use.places
                    table = Table((), FirstFaces(), nobody)
                    using = Using(question.battle, use.held.role, use, dice, 0, question.window, table)
                    paid, after = pay_cost(using, question.state), carry_out(using, question.state)
                    assert after._replace(used=(), is_modified=False) != paid._replace(used=(), is_modified=False)


@pytest.mark.parametrize("key", NAMED)
def test_nothing_adds_a_die_to_a_primary_attack_at_range_0(key):
    assert key in CHOSEN
    for question, use in offered(key):
        is_close = question.battle.is_range_0 and question.battle.is_primary
        adds = COUNTING_WINDOWS[question.window] is Pool.ATTACK and use.offer.step.amount > 0
        assert not (is_close and adds)


@pytest.mark.parametrize(
    ("key", "weapon", "attack_range", "reason"),
    [
        ("pilot:wampa", XWingWeapon(value=2), 0, "range0-no-added-dice"),
        ("pilot:joyrekkoff", XWingWeapon(value=2), 0, "range0-defender-protected"),
        ("pilot:klick", XWingWeapon(value=2, kind=WeaponKind.SPECIAL, ordnance=True), 3, "no-range-bonus"),
    ],
)
def test_who_tries_it_is_told_why(key, weapon, attack_range, reason):
    ship = XWingShip(
        "own",
        1,
        9,
        pilot=key.removeprefix("pilot:"),
        charges={"pilot": 1},
        tokens=XWingTokens(focus=1),
        locks=("other",),
    )
    situation = XWingAttack(ship, weapon, XWingShip("other", 1, 9), attack_range, False, tuple(Arc))
    battle = battle_of(situation, AMG_1_4_5)
    (held,) = (one for window in COUNTING_WINDOWS for one in battle.of(window, ATTACKER) if one.effect.card == key)
    assert restriction_on_effect(battle, opening_state(battle), held).reason == reason
