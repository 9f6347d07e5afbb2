"""All other upgrades with their effects in an attack; ids are those of xwing-data2. Add one here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    BULLSEYE,
    CHARGED,
    COSTS_CHARGE,
    CRIT,
    DEFENDER,
    ENEMY_LOCKS,
    ENEMY_STRESSED,
    ENEMY_WITHOUT_GREEN,
    EVADE,
    EVADING,
    FOCUS,
    FRONT_WEAPON,
    HAS_RED_OR_ORANGE,
    HIT,
    HITS,
    IN_FRONT,
    IN_TURRET,
    LOCKED,
    LOSES_CHARGE,
    NO_REPEAT_OF_LOCK,
    NOT_BULLSEYE,
    OBSTRUCTED,
    OUT_OF_ITS_ARCS,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_3,
    TORPEDO_OR_MISSILE,
    ability,
    add,
    bonus_attack,
    change,
    cost,
    count,
    gains,
    reroll,
    rerolls,
    token,
    waives,
    weapon_arc,
    weapon_slot,
)
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Token, Window

NOT_LOCKED_BY_ENEMY = XWingCondition(ENEMY_LOCKS.that, not_=True, ship=ENEMY_LOCKS.ship)
FEW_ATTACK_DICE = XWingCondition(Atom.RESULT_COUNT, pool=ATTACK, at_least=0, at_most=2)
LOST_SHIELDING = ability(
    Window.AFTER_DAMAGE, LOSES_CHARGE, XWingCondition(Atom.SUFFERED_DAMAGE), CHARGED, by=DEFENDER, optional=False
)

EQUIPMENT: Mapping[str, tuple[XWingEffect, ...]] = {
    # Astromechs
    "r5p8": (reroll(OWN_ATTACK, IN_FRONT, cost=COSTS_CHARGE),),
    "r2ha": (reroll(OWN_DEFENSE, LOCKED, up_to=None, cost=cost(CostKind.LOCK)),),
    "m9g8": (reroll(Window.MODIFY_ATTACK_DEFENDER, LOCKED),),
    "r2c4": (change(OWN_ATTACK, (FOCUS,), HIT, cost=cost(CostKind.EVADE)),),
    "r6d8": (reroll(OWN_ATTACK, up_to=None),),
    "r7a7": (change(OWN_ATTACK, (HIT,), CRIT, cost=COSTS_CHARGE),),
    # Configurations
    "integratedsfoils": (count(Window.ROLL_ATTACK, PRIMARY, NOT_BULLSEYE, amount=-1),),
    "servomotorsfoils": (count(Window.ROLL_ATTACK, PRIMARY, amount=-1),),
    "pivotwing swivelwing": (count(Window.ROLL_DEFENSE, by=DEFENDER, amount=-1),),
    "calibratedlasertargeting": (add(OWN_ATTACK, FOCUS, PRIMARY, BULLSEYE, optional=False),),
    "stabilizedsfoils": (bonus_attack(LOCKED, cost=cost(CostKind.LOCK)),),
    "alpha3bbesh": (change(OWN_ATTACK, (BLANK, FOCUS), HIT, PRIMARY, LOCKED, cost=cost(CostKind.LOCK)),),
    "enhancedjammingsuite": (
        count(Window.ROLL_DEFENSE, (ENEMY_WITHOUT_GREEN, token(Token.JAM)), by=DEFENDER, optional=True),
    ),
    "tiedefenderelite": (bonus_attack((weapon_slot("cannon"), weapon_slot("missile")), LOCKED),),
    "wartimeloadout": (
        ability(
            Window.NEUTRALIZE,
            (XWingStep(Op.EVADES_SPARE_CRITS),),
            TORPEDO_OR_MISSILE,
            BULLSEYE,
            by=ATTACKER,
            optional=False,
        ),
    ),
    # Modifications
    "stealthdevice": (count(Window.ROLL_DEFENSE, CHARGED, by=DEFENDER), LOST_SHIELDING),
    "tacticalscrambler": (count(Window.ROLL_DEFENSE, by=DEFENDER),),
    "munitionsfailsafe": (
        ability(
            Window.AFTER_ROLL_ATTACK,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, exactly=True), XWingStep(Op.RECOVER_CHARGE)),
            TORPEDO_OR_MISSILE,
            by=ATTACKER,
        ),
    ),
    "sensorjammer-battleofyavin": (change(Window.MODIFY_ATTACK_DEFENDER, (HIT,), FOCUS),),
    # Sensors, tech, tactical relays
    "firecontrolsystem": (reroll(OWN_ATTACK, LOCKED, then=NO_REPEAT_OF_LOCK),),
    "blanksignature-battleoverendor": (change(OWN_DEFENSE, (FOCUS,), EVADE, NOT_LOCKED_BY_ENEMY, cost=COSTS_CHARGE),),
    "advancedoptics": (change(OWN_ATTACK, (BLANK,), HIT, cost=cost(CostKind.FOCUS)),),
    "targetingsynchronizer": (waives(),),
    "tv94": (add(OWN_ATTACK, HIT, PRIMARY, BULLSEYE, FEW_ATTACK_DICE, cost=cost(CostKind.CALCULATE)),),
    # Titles
    "landosmillenniumfalcon": (count(Window.ROLL_ATTACK, PRIMARY, ENEMY_STRESSED),),
    "marauder": (reroll(OWN_ATTACK, PRIMARY, weapon_arc(Arc.REAR)),),
    "millenniumfalcon": (reroll(OWN_DEFENSE, EVADING),),
    "millenniumfalcon-battleoverendor": rerolls(HAS_RED_OR_ORANGE),
    "outrider": (
        count(Window.ROLL_ATTACK, PRIMARY, RANGE_3),
        change(Window.MODIFY_DEFENSE_ATTACKER, (EVADE,), FOCUS, OBSTRUCTED),
    ),
    "punishingone": (count(Window.ROLL_ATTACK, PRIMARY, IN_FRONT),),
    "shadowcaster": (gains(Window.AFTERMATH_ATTACKING, Token.TRACTOR, HITS, IN_TURRET, IN_FRONT, enemy=True),),
    "soullessone": (reroll(OWN_DEFENSE, *OUT_OF_ITS_ARCS),),
    "slavei-swz82": (
        change(OWN_ATTACK, (HIT,), CRIT, FRONT_WEAPON, XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FULL_REAR)),
    ),
}
"""The effects of each upgrade of other slots, by its XWS id."""
