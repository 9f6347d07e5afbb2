"""Upgrades with their effects in an attack; ids are those of xwing-data2. Add an upgrade here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    BULLSEYE,
    COSTS_CHARGE,
    COSTS_FORCE,
    CRIT,
    DEFENDER,
    DEFENSE,
    EVADE,
    EVADING,
    FOCUS,
    FROM_FRONT,
    FRONT_WEAPON,
    HIT,
    IN_FRONT,
    LOCKED,
    NO_REPEAT_OF_LOCK,
    NOT_BULLSEYE,
    NOT_REAR_WEAPON,
    NOT_SHIELDED,
    NOT_STRESSED,
    OBSTRUCTED,
    OUT_OF_ITS_ARCS,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    add,
    all_blank,
    change,
    cost,
    count,
    reroll,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Op, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.terms import Window

GUESS = XWingEffect("", Window.ROLL_DEFENSE, (XWingStep(Op.GUESS, DEFENSE),), (), cost(CostKind.CALCULATE), DEFENDER)
GUESSED_RIGHT = XWingEffect(
    "",
    Window.AFTER_ROLL_DEFENSE,
    (XWingStep(Op.ADD_RESULT, DEFENSE, to=EVADE),),
    ((XWingCondition(Atom.GUESSED, pool=DEFENSE, face=EVADE),),),
    controller=DEFENDER,
    optional=False,
)
AIMED = XWingEffect("", Window.AFTER_DECLARED, (XWingStep(Op.READY),), ((BULLSEYE,),), cost(CostKind.FORCE), ATTACKER)
NO_MORE_THAN_RESULTS = XWingEffect(
    "",
    Window.ROLL_DEFENSE,
    (XWingStep(Op.DICE_LIMIT, DEFENSE, at_most_results=True),),
    ((XWingCondition(Atom.USED, kind="after-declared"),),),
    controller=ATTACKER,
    optional=False,
)
SELF_SACRIFICE = (XWingStep(Op.CANCEL_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True),)
LOST_SHIELDING = XWingEffect(
    "",
    Window.AFTER_DAMAGE,
    (XWingStep(Op.LOSE_CHARGE),),
    ((XWingCondition(Atom.SUFFERED_DAMAGE),), (XWingCondition(Atom.CHARGE_ACTIVE),)),
    controller=DEFENDER,
    optional=False,
)

UPGRADES: Mapping[str, tuple[XWingEffect, ...]] = {
    "predator": (reroll(OWN_ATTACK, PRIMARY, BULLSEYE),),
    "firecontrolsystem": (reroll(OWN_ATTACK, LOCKED, then=NO_REPEAT_OF_LOCK),),
    "lonewolf": (reroll(OWN_ATTACK, cost=COSTS_CHARGE), reroll(OWN_DEFENSE, cost=COSTS_CHARGE)),
    "heroic": (
        reroll(OWN_ATTACK, *all_blank(ATTACK), up_to=None),
        reroll(OWN_DEFENSE, *all_blank(DEFENSE), up_to=None),
    ),
    "elusive": (reroll(OWN_DEFENSE, cost=COSTS_CHARGE),),
    "marksmanship": (change(OWN_ATTACK, (HIT,), CRIT, BULLSEYE),),
    "fearless": (change(OWN_ATTACK, (), HIT, PRIMARY, FRONT_WEAPON, RANGE_1, FROM_FRONT),),
    "fanatical": (change(OWN_ATTACK, (FOCUS,), HIT, PRIMARY, NOT_SHIELDED),),
    "advancedoptics": (change(OWN_ATTACK, (BLANK,), HIT, cost=cost(CostKind.FOCUS)),),
    "agentkallus": (change(OWN_ATTACK, (FOCUS,), HIT),),
    "sawgerrera": (change(OWN_ATTACK, (FOCUS,), CRIT, up_to=None, cost=cost(CostKind.SUFFER_HIT), exactly=True),),
    "malice": (change(OWN_ATTACK, (FOCUS, HIT), CRIT, cost=COSTS_FORCE),),
    "finn": (add(OWN_ATTACK, BLANK, PRIMARY, IN_FRONT), add(OWN_DEFENSE, BLANK, FROM_FRONT)),
    "brilliantevasion": (change(OWN_DEFENSE, (FOCUS,), EVADE, NOT_BULLSEYE, up_to=2, cost=COSTS_FORCE, exactly=True),),
    "emperorpalpatine": (
        change(OWN_ATTACK, (FOCUS,), HIT, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (FOCUS,), EVADE, cost=COSTS_FORCE),
    ),
    "juke": (change(Window.MODIFY_DEFENSE_ATTACKER, (EVADE,), FOCUS, EVADING),),
    "zuckuss": (reroll(Window.MODIFY_DEFENSE_ATTACKER, NOT_STRESSED, cost=cost(CostKind.GAIN_STRESS), exactly=True),),
    "saturationsalvo": (
        reroll(
            Window.MODIFY_DEFENSE_ATTACKER,
            XWingCondition(Atom.ORDNANCE),
            NOT_REAR_WEAPON,
            up_to=2,
            cost=COSTS_CHARGE,
            exactly=True,
        ),
    ),
    "l337": (reroll(Window.MODIFY_ATTACK_DEFENDER, up_to=None, cost=cost(CostKind.FLIP), exactly=True),),
    "c3po": (GUESS, GUESSED_RIGHT),
    "crackshot": (
        XWingEffect(
            "",
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True),),
            ((PRIMARY,), (BULLSEYE,)),
            COSTS_CHARGE,
            ATTACKER,
        ),
    ),
    "selfless": (XWingEffect("", Window.BEFORE_NEUTRALIZE, SELF_SACRIFICE, (), cost(CostKind.SUFFER_CRIT), DEFENDER),),
    "enduring": (
        XWingEffect("", Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), ((NOT_BULLSEYE,),), (), DEFENDER, False),
    ),
    "outmaneuver": (count(Window.ROLL_DEFENSE, FRONT_WEAPON, *OUT_OF_ITS_ARCS, amount=-1),),
    "trickshot": (count(Window.ROLL_ATTACK, OBSTRUCTED),),
    "stealthdevice": (
        count(Window.ROLL_DEFENSE, XWingCondition(Atom.CHARGE_ACTIVE), by=DEFENDER),
        LOST_SHIELDING,
    ),
    "predictiveshot": (AIMED, NO_MORE_THAN_RESULTS),
    "seventhfleetgunner": (count(Window.ROLL_ATTACK, PRIMARY, at_most=4, cost=COSTS_CHARGE, optional=True),),
}
