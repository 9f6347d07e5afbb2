"""Pilots of Scum and Villainy and of the Separatists with their effects in an attack. Add one here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    BULLSEYE,
    COSTS_CHARGE,
    CRIT,
    DAMAGED,
    DEFENDER,
    DEFENSE,
    ENEMY_STRESSED,
    ENEMY_TRACTORED,
    EVADE,
    FOCUS,
    FROM_FRONT,
    FROM_TURRET,
    FRONT_WEAPON,
    HIT,
    HITS,
    IN_FRONT,
    MISSES,
    NOT_STRESSED,
    OBSTRUCTED,
    OUT_OF_ITS_ARCS,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    RANGE_3,
    SPECIAL,
    STRAINED,
    ability,
    acquires_lock,
    add,
    bonus_attack,
    change,
    cost,
    count,
    focuses,
    forbids,
    gains,
    one_more_die,
    reroll,
    rerolls,
    results,
    uncanceled,
    waives,
    weapon_slot,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import FACES_OF, Arc, Pool, Token, Window

COSTS_CALCULATE, COSTS_STRESS = cost(CostKind.CALCULATE), cost(CostKind.GAIN_STRESS)
ENEMY_LARGER = XWingCondition(Atom.LARGER, ship=Whose.ENEMY)
BEHIND_DEFENDER = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FULL_REAR)
BEHIND_ATTACKER = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.FULL_REAR)
NOT_FRONT_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.FRONT, not_=True)
AFTER_ROLL = (
    (Window.AFTER_ROLL_ATTACK, Pool.ATTACK, ATTACKER),
    (Window.AFTER_ROLL_DEFENSE, Pool.DEFENSE, DEFENDER),
)
EVADE_CANCELED = XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True)
CRIT_CANCELED = XWingStep(Op.CANCEL_RESULT, ATTACK, (CRIT,), up_to=1, exactly=True)

OTHERS: Mapping[str, tuple[XWingEffect, ...]] = {
    # Scum and Villainy
    "serissu": (reroll(OWN_DEFENSE),),
    "laetinashera": tuple(
        gains(window, Token.EVADE, MISSES) for window in (Window.AFTERMATH_ATTACKING, Window.AFTERMATH_DEFENDING)
    ),
    "fennrau": one_more_die(RANGE_1, defending=(RANGE_1,)),
    "ig88b": (bonus_attack(MISSES),),
    "drearenthal": (reroll(OWN_ATTACK),),
    "kavil": (count(Window.ROLL_ATTACK, NOT_FRONT_WEAPON),),
    "arlizhadrassian": (
        change(OWN_ATTACK, (FOCUS,), CRIT, FRONT_WEAPON, DAMAGED),
        ability(
            Window.AFTER_ROLL_DEFENSE,
            (XWingStep(Op.CHANGE, DEFENSE, (FOCUS,), BLANK, up_to=1, exactly=True),),
            DAMAGED,
            by=DEFENDER,
            optional=False,
        ),
    ),
    "hansolo": one_more_die(PRIMARY, OBSTRUCTED, defending=(OBSTRUCTED,)),
    "landocalrissian landocalrissian-escapecraft": tuple(
        ability(
            window,
            (XWingStep(Op.REROLL, pool, (BLANK,), exactly=True),),
            NOT_STRESSED,
            cost=COSTS_STRESS,
            by=role,
        )
        for window, pool, role in AFTER_ROLL
    ),
    "mandalorianroyalguard": (change(OWN_DEFENSE, (), EVADE),),
    "bobafett": rerolls(up_to=None),
    "kathscarlet": (count(Window.ROLL_ATTACK, PRIMARY),),
    "koshkafrost": rerolls(ENEMY_STRESSED),
    "krassistrelix": (reroll(OWN_ATTACK, SPECIAL),),
    "zuckuss": (
        count(Window.ROLL_ATTACK, PRIMARY, optional=True),
        count(Window.ROLL_DEFENSE, XWingCondition(Atom.USED, kind="roll-attack")),
    ),
    "rookkast": (change(OWN_ATTACK, (BLANK, FOCUS), HIT, PRIMARY, STRAINED),),
    "dengar": (bonus_attack(FROM_FRONT, cost=COSTS_CHARGE, defending=True),),
    "graz": one_more_die(BEHIND_DEFENDER, defending=(BEHIND_ATTACKER,), optional=False),
    "talonbanecobra": one_more_die(RANGE_1, defending=(RANGE_3,), optional=False),
    "sabinewren-lancerclasspursuitcraft": (add(OWN_DEFENSE, FOCUS, FROM_TURRET),),
    "inaldra": rerolls(up_to=None, cost=cost(CostKind.SUFFER_HIT)),
    "sunnybounder": tuple(
        ability(
            window,
            (XWingStep(Op.ADD_RESULT, pool, to=face),),
            XWingCondition(Atom.ALL_RESULTS, pool=pool, face=face),
            results(face, pool=pool),
            by=role,
        )
        for window, pool, role in AFTER_ROLL
        for face in FACES_OF[pool]
    ),
    "ahhav": one_more_die(ENEMY_LARGER, defending=(ENEMY_LARGER,), optional=False),
    "lapin": forbids(ENEMY_STRESSED),
    "themandalorian": focuses((BLANK,)),
    "bossk bossk-z95af4headhunter": (
        uncanceled(
            ATTACKER,
            XWingStep(Op.CHANGE_UNCANCELED, faces=(CRIT,), up_to=1),
            XWingStep(Op.CHANGE_UNCANCELED, to=HIT, amount=2),
            when=(PRIMARY, results(CRIT)),
        ),
    ),
    "ndrusuhlak": (count(Window.ROLL_ATTACK, PRIMARY),),
    # Separatist Alliance
    "generalgrievous": (reroll(OWN_ATTACK, PRIMARY, *OUT_OF_ITS_ARCS, up_to=2),),
    "wattambor": (reroll(OWN_ATTACK, PRIMARY, up_to=None),),
    "captainsear": (
        ability(Window.BEFORE_NEUTRALIZE, (EVADE_CANCELED,), PRIMARY, BULLSEYE, cost=COSTS_CALCULATE, by=ATTACKER),
    ),
    "dist81-siegeofcoruscant": tuple(
        XWingEffect("", window, (XWingStep(Op.REROLL, pool),), cost=(XWingCost(kind),), multiplied=True)
        for window, pool, kind in (
            (OWN_ATTACK, Pool.ATTACK, CostKind.GAIN_DEPLETE),
            (OWN_DEFENSE, Pool.DEFENSE, CostKind.GAIN_STRAIN),
        )
    ),
    "jangofett": (
        change(Window.MODIFY_ATTACK_DEFENDER, (FOCUS,), BLANK),
        change(Window.MODIFY_DEFENSE_ATTACKER, (FOCUS,), BLANK, PRIMARY),
    ),
    "bobafett-firesprayclasspatrolcraft ig102": (change(OWN_DEFENSE, (BLANK,), FOCUS),),
    "previzsla": (count(Window.ROLL_ATTACK, cost=cost(CostKind.CHARGE, 2), optional=True),),
    "dgs047": (acquires_lock(Window.AFTERMATH_ATTACKING, IN_FRONT),),
    "geonosianprototype": (
        ability(
            OWN_ATTACK,
            (
                XWingStep(Op.REROLL, ATTACK, up_to=2),
                XWingStep(Op.REMOVE_TOKEN, token=Token.TRACTOR, ship=Whose.ENEMY),
            ),
            (weapon_slot("missile"), weapon_slot("cannon")),
            ENEMY_TRACTORED,
        ),
    ),
    "dbs404 dbs404-siegeofcoruscant": (
        count(Window.ROLL_ATTACK, RANGE_1),
        ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.SUFFER, crit=True),), HITS, RANGE_1, optional=False),
    ),
    "baktoidprototype baktoidprototype-siegeofcoruscant": (waives(),),
    "sunfac": (count(Window.ROLL_ATTACK, PRIMARY, ENEMY_TRACTORED),),
    "chertek": (reroll(OWN_ATTACK, PRIMARY, ENEMY_TRACTORED, up_to=2),),
    "darthmaul": (bonus_attack(cost=cost(CostKind.FORCE, 2)),),
    "precisehunter": (reroll(OWN_ATTACK, BULLSEYE, faces=(BLANK,)),),
    "dfs081": (change(Window.MODIFY_ATTACK_DEFENDER, (CRIT,), HIT, up_to=None, cost=COSTS_CALCULATE, exactly=True),),
    "dfs081-siegeofcoruscant": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (CRIT_CANCELED,),
            cost=(XWingCost(CostKind.CHARGE), XWingCost(CostKind.CALCULATE)),
            by=DEFENDER,
        ),
    ),
}
"""The effects of each pilot, by XWS ids."""
