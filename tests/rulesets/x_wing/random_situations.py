"""Situations drawn at random: cards, friends, effects that clients spell out, tokens, decks, options."""

from dataclasses import replace
from random import Random

from app.domain.errors import IllegalSituation
from app.domain.record import Role
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.cards.idle_effects import idle_effect_faults
from app.rulesets.x_wing.cards.refusals import step_fits_window
from app.rulesets.x_wing.cards.registry import SAID, card_of
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.model import (
    Size,
    WeaponKind,
    XWingAttack,
    XWingForce,
    XWingShields,
    XWingShip,
    XWingShipDamageCard,
    XWingTokens,
    XWingWeapon,
)
from app.rulesets.x_wing.ops import CHOOSING, Op
from app.rulesets.x_wing.options import PRESETS, Range0Modification
from app.rulesets.x_wing.terms import FACES_OF, Arc, DamageCard, Pool, Token, Window

CARDS = {key: card for key in SAID if (card := card_of(key)).effects or card.weapon}
FRIENDLY_ABILITIES = [key for key, card in CARDS.items() if card.helps_friends]
UPGRADES = [key.partition(":")[2] for key in CARDS if key.startswith("upgrade:")]
PILOTS = [key.partition(":")[2] for key in CARDS if key.startswith("pilot:")]
SHIPS = [key for key in CARDS if key.startswith("ship:")]
WEAPONS = [upgrade for upgrade in UPGRADES if CARDS[f"upgrade:{upgrade}"].weapon]
MODIFYING = [window for window in Window if window.value.startswith("modify-")]
ARCS = [
    (Arc.FRONT,),
    (Arc.FRONT, Arc.BULLSEYE),
    (Arc.FRONT, Arc.FULL_FRONT),
    (Arc.FRONT, Arc.FULL_FRONT, Arc.BULLSEYE),
    (Arc.REAR, Arc.FULL_REAR),
    (),
]
DECISIVE = [DamageCard.FUEL_LEAK, DamageCard.DIRECT_HIT, DamageCard.HULL_BREACH, DamageCard.PANICKED_PILOT]


def condition(chance, pool):
    return XWingCondition(
        chance.choice(list(Atom)),
        chance.random() < 0.3,
        chance.choice(list(Whose)),
        kind=chance.choice(["primary", "special", "after-declared"]),
        arc=chance.choice(list(Arc)),
        token=chance.choice([Token.FOCUS, Token.CALCULATE, Token.EVADE, Token.STRESS]),
        pool=chance.choice([pool, pool, *Pool]),
        face=chance.choice([*FACES_OF[pool], None]),
        at_least=chance.choice([0, 1, 1, 2]),
        at_most=chance.choice([None, None, 0, 1, 2]),
    )


def step(chance, pool):
    op = chance.choice([*Op, *[Op.REROLL, Op.CHANGE] * 5, *[Op.ADD_RESULT, Op.SPEND_RESULT] * 2])
    to = chance.choice(FACES_OF[pool]) if op in (Op.CHANGE, Op.ADD_RESULT) else None
    return XWingStep(
        op,
        pool,
        tuple(sorted(set(chance.choices(FACES_OF[pool], k=chance.choice([0, 1, 2]))))),
        to,
        up_to=chance.choice([None, 1, 1, 2]),
        exactly=chance.random() < 0.3,
        counts_as_reroll=chance.random() < 0.85,
        at_least=chance.choice([None, 1]),
        at_most=chance.choice([None, 1, 2]),
        token=chance.choice([Token.FOCUS, Token.EVADE, Token.CALCULATE, Token.STRESS, Token.JAM]),
        ship=chance.choice(list(Whose)),
        crit=chance.random() < 0.5,
    )


def effect(chance, n, role):
    """An effect whose steps fit its window, and that a ship in this role can use."""
    pool = chance.choice(list(Pool))
    window = chance.choice([*Window, *MODIFYING * 3])
    steps = [step(chance, pool) for _ in range(chance.choice([1, 1, 2]))]
    parts = [
        XWingCost(chance.choice(list(CostKind)), chance.choice([1, 1, 2])) for _ in range(chance.choice([0, 0, 1, 2]))
    ]
    clauses = [
        tuple(condition(chance, pool) for _ in range(chance.choice([1, 1, 2]))) for _ in range(chance.choice([0, 1]))
    ]
    made = XWingEffect(
        f"effect-{n}",
        window,
        tuple(steps),
        tuple(clauses),
        tuple(parts),
        chance.choice([None, *Role]),
        chance.random() < 0.7,
        chance.random() < 0.2,
        chance.random() < 0.07,
    )
    is_one_choice = sum(each.op in CHOOSING for each in steps) < 2
    fits = is_one_choice and all(step_fits_window(made, each, each.pool) for each in steps)
    is_usable = made.is_for(role) and not any(idle_effect_faults(made, ()))
    return made if fits and is_usable else effect(chance, n, role)


def effects(chance, most, named, role):
    found = {
        (made.id, made.window): made
        for made in (effect(chance, chance.randrange(3), role) for _ in range(chance.randint(0, most)))
    }
    friends = [name for name in [*FRIENDLY_ABILITIES, *SHIPS] if name not in named and chance.random() < 0.04]
    return (*found.values(), *friends)


def ship(chance, role, unit, enemy, weapon, most):
    upgrades = list(dict.fromkeys([*chance.sample(UPGRADES, k=chance.randrange(3)), *([weapon] if weapon else [])]))
    pilot = chance.choice(PILOTS) if chance.random() < 0.35 else None
    named = [f"pilot:{pilot}", *[f"upgrade:{upgrade}" for upgrade in upgrades]]
    tokens = {name: chance.choice([0, 0, 1, 2]) for name in ("focus", "calculate", "evade")}
    tokens |= {
        name: chance.choice([0] * 5 + [1]) for name in ("reinforce_fore", "strain", "deplete", "stress", "tractor")
    }
    hull, shields, force = chance.choice([1, 2, 3, 4, 8]), chance.randrange(3), chance.randrange(3)
    cards = [chance.choice([None, *DamageCard]) for _ in range(chance.choice([0, 0, 1]))][: hull - 1]
    keys = [*upgrades, "pilot", "effect-0", "effect-1", "effect-2", "weapon"]
    return XWingShip(
        unit,
        chance.randrange(3),
        hull,
        pilot,
        tuple(upgrades),
        chance.choice([Size.SMALL, Size.MEDIUM]),
        XWingShields(shields, chance.randint(0, shields)),
        XWingTokens(**tokens),
        XWingForce(force, chance.randint(0, force)),
        (enemy,) if chance.random() < 0.5 else (),
        {key: chance.choice([1, 1, 2]) for key in keys if chance.random() < 0.8},
        tuple(XWingShipDamageCard(card, card is not None and chance.random() < 0.7) for card in cards),
        effects(chance, most, named, role),
        chance.random() < 0.1,
    )


def situation(chance, most):
    weapon = chance.choice(WEAPONS) if chance.random() < 0.3 else None
    own = XWingWeapon(value=chance.randrange(3), kind=chance.choice([*WeaponKind, WeaponKind.PRIMARY]))
    deck = chance.choice([None, (), tuple(chance.choices([*DamageCard, *DECISIVE * 3], k=chance.randint(1, 4)))])
    return XWingAttack(
        ship(chance, Role.ATTACKER, "red-5", "black-2", weapon, most),
        XWingWeapon(weapon) if weapon else own,
        ship(chance, Role.DEFENDER, "black-2", "red-5", None, most),
        chance.choice([0, 1, 1, 2, 3]),
        chance.random() < 0.3,
        chance.choice(ARCS),
        chance.choice(ARCS),
        deck,
    )


def rules(chance):
    return replace(
        chance.choice(list(PRESETS.values())),
        obstructing_gas_cloud_blank_to_evade=chance.random() < 0.3,
        fuel_leak_self_trigger=chance.random() < 0.2,
        range0_attacker_modification=chance.choice(list(Range0Modification)),
    )


def drawn(seed, most):
    """A legal attack under some options; `most`: effects that each side's client spells out."""
    chance = Random(seed)
    while True:
        found, options = situation(chance, most), rules(chance)
        try:
            RULESET.prepare(found, options)
        except IllegalSituation:
            continue
        return found, options


__all__ = ["drawn"]
