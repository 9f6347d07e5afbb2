"""The abilities that all ships of a type have, with their effects in an attack; a ship's `effects` name them."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.printed import PILOT_ROWS
from app.rulesets.x_wing.cards.templates import (
    BULLSEYE,
    COSTS_CHARGE,
    CRIT,
    DEFENDER,
    EVADE,
    FOCUS,
    HIT,
    IN_FRONT,
    LOCKED,
    NOT_STRESSED,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    ability,
    at_range,
    change,
    converts,
    cost,
    count,
    reroll,
    rerolls,
    weapon_arc,
    weapon_slot,
)
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Pool, Window

CLOSE = at_range(0, 1)
NOT_ORDNANCE = XWingCondition(Atom.ORDNANCE, not_=True)
NOT_CRITICALLY_DAMAGED = XWingCondition(Atom.CRITICALLY_DAMAGED, not_=True)
NOT_FROM_TURRET = XWingCondition(weapon_arc(Arc.SINGLE_TURRET).that, not_=True, arc=Arc.SINGLE_TURRET)
NO_BONUS_AND_ONE_LESS = (
    XWingStep(Op.IGNORE_RANGE_BONUS, Pool.ATTACK),
    XWingStep(Op.DICE_COUNT, Pool.ATTACK, amount=-1),
)

SHIPS: Mapping[str, tuple[XWingEffect, ...]] = {
    "advancedtargetingcomputer": (
        count(Window.ROLL_ATTACK, PRIMARY, LOCKED),
        change(OWN_ATTACK, (HIT,), CRIT, PRIMARY, LOCKED, optional=False),
    ),
    "concordiafaceoff": (change(OWN_DEFENSE, (), EVADE, RANGE_1, IN_FRONT, optional=False),),
    "linkedbattery": (count(Window.ROLL_ATTACK, weapon_slot("cannon")),),
    "chissengineering": (
        count(
            Window.ROLL_ATTACK, NOT_STRESSED, NOT_ORDNANCE, at_range(2, 3), cost=cost(CostKind.SHIELD), optional=True
        ),
    ),
    "platedhull": (change(Window.MODIFY_ATTACK_DEFENDER, (CRIT,), HIT, NOT_CRITICALLY_DAMAGED, optional=False),),
    "solo": rerolls(cost=COSTS_CHARGE),
    "sensorblindspot": (ability(Window.ROLL_ATTACK, NO_BONUS_AND_ONE_LESS, PRIMARY, CLOSE, optional=False),),
    "sensorblindspot-swz103": (
        count(Window.ROLL_ATTACK, PRIMARY, CLOSE, amount=-1),
        count(Window.ROLL_DEFENSE, RANGE_1, by=DEFENDER, amount=-1),
    ),
    "deadtorights": (
        ability(Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.FORBID_TOKENS),), BULLSEYE, optional=False),
    ),
    "fireconvergence": (reroll(OWN_ATTACK, NOT_FROM_TURRET, up_to=2, cost=COSTS_CHARGE),),
    "networkedcalculations": tuple(
        XWingEffect(
            "",
            effect.window,
            (XWingStep(Op.CHANGE, effect.ops[0].pool, (FOCUS,), effect.ops[0].to, up_to=1),),
        )
        for effect in converts((FOCUS,))
    ),
    "networkedaim": (reroll(OWN_ATTACK, up_to=None),),
}
"""The effects of ship abilities, by their ids: the name in small letters without spaces."""

SHIP_ABILITIES: Mapping[str, None] = dict.fromkeys(
    sorted(row.split("|")[7] for row in PILOT_ROWS.values() if row.count("|") >= 7 and row.split("|")[7])
)
"""The id of every ship ability."""
