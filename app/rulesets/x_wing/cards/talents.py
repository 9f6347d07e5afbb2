"""Talents and Force powers with their effects in an attack; ids are those of xwing-data2. Add one here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BULLSEYE,
    COSTS_CHARGE,
    COSTS_FORCE,
    CRIT,
    DAMAGED,
    DEFENDER,
    DEFENSE,
    ENEMY_DESTROYED,
    EVADE,
    EVADING,
    FOCUS,
    FROM_FRONT,
    FRONT_WEAPON,
    HIT,
    NOT_BULLSEYE,
    NOT_REAR_WEAPON,
    NOT_SHIELDED,
    OBSTRUCTED,
    OUT_OF_ITS_ARCS,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    ability,
    add,
    all_blank,
    at_range,
    change,
    cost,
    count,
    gains,
    reroll,
    results,
    token,
    waives,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Each, Op
from app.rulesets.x_wing.terms import Face, Token, Window

BLANK = Face.BLANK
AIMED = ability(Window.AFTER_DECLARED, (XWingStep(Op.READY),), BULLSEYE, cost=COSTS_FORCE, by=ATTACKER)
NO_MORE_THAN_RESULTS = ability(
    Window.ROLL_DEFENSE,
    (XWingStep(Op.DICE_LIMIT, DEFENSE, at_most_results=True),),
    XWingCondition(Atom.USED, kind="after-declared"),
    by=ATTACKER,
    optional=False,
)
EXPOSES = XWingStep(Op.EXPOSE, ship=Whose.ENEMY)
AFTER_MALICE = ability(
    Window.AFTERMATH_ATTACKING,
    (XWingStep(Op.RECOVER_FORCE, amount=2),),
    XWingCondition(Atom.USED, kind="modify-attack-attacker"),
    XWingCondition(Atom.DEALT_FACEUP, kind="pilot"),
    optional=False,
)

TALENTS: Mapping[str, tuple[XWingEffect, ...]] = {
    "predator": (reroll(OWN_ATTACK, PRIMARY, BULLSEYE),),
    "lonewolf": (reroll(OWN_ATTACK, cost=COSTS_CHARGE), reroll(OWN_DEFENSE, cost=COSTS_CHARGE)),
    "heroic": (
        reroll(OWN_ATTACK, *all_blank(ATTACK), up_to=None),
        reroll(OWN_DEFENSE, *all_blank(DEFENSE), up_to=None),
    ),
    "elusive": (reroll(OWN_DEFENSE, cost=COSTS_CHARGE),),
    "marksmanship": (change(OWN_ATTACK, (HIT,), CRIT, BULLSEYE),),
    "fearless": (change(OWN_ATTACK, (), HIT, PRIMARY, FRONT_WEAPON, RANGE_1, FROM_FRONT),),
    "fanatical": (change(OWN_ATTACK, (FOCUS,), HIT, PRIMARY, NOT_SHIELDED),),
    "fanatic-battleofyavin": (change(OWN_ATTACK, (FOCUS,), HIT, PRIMARY, DAMAGED),),
    "juke": (change(Window.MODIFY_DEFENSE_ATTACKER, (EVADE,), FOCUS, EVADING),),
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
    "crackshot": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True),),
            PRIMARY,
            BULLSEYE,
            cost=COSTS_CHARGE,
            by=ATTACKER,
        ),
    ),
    "selfless": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True),),
            cost=cost(CostKind.SUFFER_CRIT),
            by=DEFENDER,
        ),
    ),
    "treacherous": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT, CRIT), up_to=1, exactly=True),),
            cost=COSTS_CHARGE,
            by=DEFENDER,
        ),
    ),
    "enduring": (ability(Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), NOT_BULLSEYE, by=DEFENDER, optional=False),),
    "outmaneuver": (count(Window.ROLL_DEFENSE, FRONT_WEAPON, *OUT_OF_ITS_ARCS, amount=-1),),
    "intimidation": (count(Window.ROLL_DEFENSE, at_range(0), amount=-1, at_range_0=True),),
    "trickshot": (count(Window.ROLL_ATTACK, OBSTRUCTED),),
    "ruthless": (change(OWN_ATTACK, (), HIT),),
    "dedicated": (reroll(OWN_DEFENSE, faces=(BLANK,), cost=cost(CostKind.GAIN_STRAIN)),),
    "graviticdeflection": (reroll(OWN_DEFENSE, up_to=None),),
    "deadeyeshot": (
        ability(
            OWN_ATTACK, (XWingStep(Op.CHANGE, ATTACK, (CRIT,), HIT, up_to=1), EXPOSES), PRIMARY, BULLSEYE, results(CRIT)
        ),
        ability(
            OWN_ATTACK,
            (XWingStep(Op.SPEND_RESULT, ATTACK, (HIT,), up_to=1, exactly=True), EXPOSES),
            PRIMARY,
            BULLSEYE,
            results(CRIT, 0, 0),
        ),
    ),
    "clantraining": (
        ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.RECOVER_CHARGE),), ENEMY_DESTROYED, optional=False),
    ),
    "notorious": (
        gains(Window.AFTERMATH_DEFENDING, Token.STRAIN, enemy=True, cost=COSTS_CHARGE, optional=True),
        reroll(OWN_ATTACK, token(Token.STRAIN, enemy=True), faces=(BLANK,)),
    ),
    "noescape-battleoverendor": (reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,)),),
    "itsatrap-battleoverendor": (reroll(OWN_DEFENSE, faces=(BLANK,)),),
    "apexpredator-battleoverendor": (reroll(OWN_ATTACK, PRIMARY),),
    "collected-battleoverendor": (
        gains(Window.AFTERMATH_ATTACKING, Token.EVADE, PRIMARY, amount=2, cost=cost(CostKind.FOCUS), optional=True),
    ),
    "brilliantevasion": (change(OWN_DEFENSE, (FOCUS,), EVADE, NOT_BULLSEYE, up_to=2, cost=COSTS_FORCE, exactly=True),),
    "instinctiveaim": (waives(cost=COSTS_FORCE),),
    "hate": (
        ability(
            Window.AFTER_DAMAGE,
            (XWingStep(Op.RECOVER_FORCE, for_each=Each.SUFFERED_DAMAGE),),
            XWingCondition(Atom.SUFFERED_DAMAGE),
            by=DEFENDER,
            optional=False,
        ),
    ),
    "predictiveshot": (AIMED, NO_MORE_THAN_RESULTS),
    "malice": (change(OWN_ATTACK, (FOCUS, HIT), CRIT, cost=COSTS_FORCE), AFTER_MALICE),
    "shatteringshot": (add(OWN_ATTACK, FOCUS, OBSTRUCTED, cost=COSTS_FORCE),),
}
"""The effects of each talent and Force power, by its XWS id."""
