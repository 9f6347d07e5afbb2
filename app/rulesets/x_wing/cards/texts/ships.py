"""What the abilities say about attacks that all ships of a type have; a ship's `effects` name them."""

from dataclasses import replace

from app.rulesets.x_wing.cards.bonus_attacks import XWingBonus
from app.rulesets.x_wing.cards.card import Reason, Texts, Trait, says
from app.rulesets.x_wing.cards.conditions import *
from app.rulesets.x_wing.cards.templates import *
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Pool, Window

NOT_CRITICALLY_DAMAGED = XWingCondition(Atom.CRITICALLY_DAMAGED, not_=True)
NO_BONUS_AND_ONE_LESS = (
    XWingStep(Op.IGNORE_RANGE_BONUS, Pool.ATTACK),
    XWingStep(Op.DICE_COUNT, Pool.ATTACK, amount=-1),
)

SHIPS: Texts = {
    "advancedtargetingcomputer": says(
        count(Window.ROLL_ATTACK, PRIMARY, LOCKED), change(OWN_ATTACK, (HIT,), CRIT, PRIMARY, LOCKED, optional=False)
    ),
    "concordiafaceoff": says(change(OWN_DEFENSE, (), EVADE, RANGE_1, IN_FRONT, optional=False)),
    "linkedbattery": says(count(Window.ROLL_ATTACK, weapon_slot("cannon"))),
    "chissengineering": says(
        count(Window.ROLL_ATTACK, NOT_STRESSED, NOT_ORDNANCE, at_range(2, 3), cost=cost(CostKind.SHIELD), optional=True)
    ),
    "platedhull": says(change(Window.MODIFY_ATTACK_DEFENDER, (CRIT,), HIT, NOT_CRITICALLY_DAMAGED, optional=False)),
    "solo": says(*rerolls(cost=COSTS_CHARGE), Trait.AT_TABLE),
    "sensorblindspot": says(ability(Window.ROLL_ATTACK, NO_BONUS_AND_ONE_LESS, PRIMARY, CLOSE, optional=False)),
    "sensorblindspot-swz103": says(
        count(Window.ROLL_ATTACK, PRIMARY, CLOSE, amount=-1),
        count(Window.ROLL_DEFENSE, RANGE_1, by=DEFENDER, amount=-1),
    ),
    "deadtorights": says(
        ability(Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.FORBID_TOKENS),), BULLSEYE, optional=False)
    ),
    "fireconvergence": says(
        reroll(OWN_ATTACK, NOT_FROM_TURRET, IN_TURRET, up_to=2, cost=COSTS_CHARGE), Reason.OTHER_SHIPS
    ),
    "networkedcalculations": says(
        *(
            XWingEffect(
                "",
                effect.window,
                (XWingStep(Op.CHANGE, effect.ops[0].pool, (FOCUS,), effect.ops[0].to, up_to=1),),
            )
            for effect in converts((FOCUS,))
        ),
        Trait.COUNTS,
    ),
    "networkedaim": says(reroll(OWN_ATTACK, up_to=None), Trait.NO_LOCK_REROLLS, Trait.COUNTS),
    "heavyweaponturret": replace(says(), turns="missile"),
    "rotatingcannons": replace(says(), turns="cannon"),
    "lockedandloaded": says(
        bonus_attack(PRIMARY, (FRONT_WEAPON, weapon_arc(Arc.SINGLE_TURRET))),
        XWingBonus("primary", (Arc.REAR,)),
        Trait.ONLY_FOR_FRIENDS,
    ),
    "bornforthis": says(
        *choices(
            focus=converts((FOCUS,), up_to=None, cost=cost(CostKind.FOCUS), exactly=True),
            evade=change(OWN_DEFENSE, (BLANK, FOCUS), EVADE, cost=cost(CostKind.EVADE)),
        ),
        Reason.TOKENS,
        Trait.ONLY_FOR_FRIENDS,
    ),
    "tailgun": says(Trait.COUNTS, Trait.DOCKED_WEAPON),
    # Only the players apply these
    "broadsidebatteries concentratedbatteries overdriveburners tractorgrasp": says(Reason.HUGE_SHIPS),
    # These say nothing about attacks
    """
        adaptiveailerons advanceddroidbrain autothrusters commsshuttle controlledailerons copilot dockingclamps
        escapecraft experimentalscanners explosionwithwings finetunedcontrols finetunedthrusters formedup fullthrottle
        gyrocockpit highstakes hope hyperspacedockingring intuitivecontrols intuitiveinterface
        lockedsfoils microthrusters modifiedfororganics nimblebomber notchedstabilizers pinpointtractorarray
        prioritizedweaponssystems pursuitcraft pursuitthrusters refinedgyrostabilizers resupplycraft riggedenergycells
        sensitivecontrols spacetugtractorarray stygiumarray twinionengines vectoredcannons
        vectoredthrusters versatileframe weaponhardpoint
    """: says(),
}
