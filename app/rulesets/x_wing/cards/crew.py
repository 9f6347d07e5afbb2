"""Crew and gunners with their effects in an attack; ids are those of xwing-data2. Add one here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    COSTS_CHARGE,
    COSTS_FORCE,
    CRIT,
    DEFENDER,
    DEFENSE,
    ENEMY_STRESSED,
    EVADE,
    FOCUS,
    FOCUSED,
    FROM_FRONT,
    FROM_TURRET,
    FRONT_WEAPON,
    HIT,
    HITS,
    IN_FRONT,
    IN_TURRET,
    LOCKED,
    MISSES,
    NOT_STRESSED,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    SPECIAL,
    STRAINED,
    TWO_OR_MORE_LEFT,
    ability,
    acquires_lock,
    add,
    at_range,
    bonus_attack,
    change,
    cost,
    count,
    gains,
    reroll,
    results,
    spoils,
    token,
    uncanceled,
    weapon_arc,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Token, Window

COSTS_LOCK, COSTS_STRESS, COSTS_STRAIN = cost(CostKind.LOCK), cost(CostKind.GAIN_STRESS), cost(CostKind.GAIN_STRAIN)
GUESS = ability(Window.ROLL_DEFENSE, (XWingStep(Op.GUESS, DEFENSE),), cost=cost(CostKind.CALCULATE), by=DEFENDER)
GUESSED_RIGHT = ability(
    Window.AFTER_ROLL_DEFENSE,
    (XWingStep(Op.ADD_RESULT, DEFENSE, to=EVADE),),
    XWingCondition(Atom.GUESSED, pool=DEFENSE, face=EVADE),
    by=DEFENDER,
    optional=False,
)
FIRST_CRIT = XWingStep(Op.CHANGE_UNCANCELED, faces=(CRIT,), up_to=1)
FIRST_HIT = XWingStep(Op.CHANGE_UNCANCELED, faces=(HIT,), up_to=1)
SPENDS_ANY = tuple(XWingStep(Op.SPEND_RESULT, pool, up_to=1, exactly=True) for pool in (ATTACK, DEFENSE))
LOCKS = XWingStep(Op.ACQUIRE_LOCK)
FOCUS_SPENT = XWingStep(Op.SPEND_RESULT, ATTACK, (FOCUS,), up_to=1, exactly=True)
TOKEN_LOST = {
    kind: XWingStep(Op.REMOVE_TOKEN, token=kind, ship=Whose.ENEMY)
    for kind in (Token.FOCUS, Token.CALCULATE, Token.STRESS)
}

CREW: Mapping[str, tuple[XWingEffect, ...]] = {
    "agentkallus": (change(OWN_ATTACK, (FOCUS,), HIT),),
    "sawgerrera": (change(OWN_ATTACK, (FOCUS,), CRIT, up_to=None, cost=cost(CostKind.SUFFER_HIT), exactly=True),),
    "emperorpalpatine": (
        change(OWN_ATTACK, (FOCUS,), HIT, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (FOCUS,), EVADE, cost=COSTS_FORCE),
    ),
    "zuckuss": (reroll(Window.MODIFY_DEFENSE_ATTACKER, NOT_STRESSED, cost=COSTS_STRESS, exactly=True),),
    "l337": (reroll(Window.MODIFY_ATTACK_DEFENDER, up_to=None, cost=cost(CostKind.FLIP), exactly=True),),
    "c3po": (GUESS, GUESSED_RIGHT),
    "c3po-republic": (reroll(OWN_DEFENSE, token(Token.CALCULATE)),),
    "admiralsloane": (reroll(OWN_ATTACK, ENEMY_STRESSED),),
    "lattsrazzi": (
        ability(
            OWN_DEFENSE,
            (XWingStep(Op.CHANGE, DEFENSE, (BLANK, FOCUS), EVADE, up_to=1), TOKEN_LOST[Token.STRESS]),
            ENEMY_STRESSED,
        ),
    ),
    "magvayarro": (acquires_lock(Window.AFTERMATH_DEFENDING, HITS),),
    "maul": (
        ability(
            Window.AFTER_DAMAGE,
            (XWingStep(Op.RECOVER_FORCE),),
            XWingCondition(Atom.SUFFERED_DAMAGE),
            cost=COSTS_STRESS,
        ),
    ),
    "rosetico": (ability(OWN_ATTACK, (SPENDS_ANY[0], LOCKS)), ability(OWN_DEFENSE, (SPENDS_ANY[1], LOCKS))),
    "chancellorpalpatine": (
        gains(Window.AFTERMATH_DEFENDING, Token.STRESS, at_range(0, 2), enemy=True, cost=COSTS_FORCE, optional=True),
    ),
    "generalgrievous": (
        uncanceled(DEFENDER, FIRST_CRIT, when=(*TWO_OR_MORE_LEFT, results(CRIT)), cost=COSTS_CHARGE),
        uncanceled(DEFENDER, FIRST_HIT, when=(*TWO_OR_MORE_LEFT, results(CRIT, 0, 0)), cost=COSTS_CHARGE),
    ),
    "aaylasecura": (change(OWN_DEFENSE, (BLANK,), FOCUS),),
    "wolfpack": (acquires_lock(Window.AFTERMATH_DEFENDING, cost=COSTS_STRAIN),),
    "wolfpack-siegeofcoruscant": (reroll(OWN_ATTACK, up_to=None),),
    "commandermalarus": (reroll(OWN_ATTACK, PRIMARY, faces=(BLANK,)),),
    "ghostcompany": (bonus_attack(PRIMARY, FOCUSED),),
    "chewbacca-crew-swz19": (change(OWN_ATTACK, (FOCUS,), CRIT, cost=cost(CostKind.CHARGE, 2)),),
    "commanderpyre": (reroll(OWN_DEFENSE, ENEMY_STRESSED),),
    "jangofett": spoils(LOCKED, cost=COSTS_LOCK),
    "thechild": (
        ability(
            Window.AFTERMATH_DEFENDING,
            (XWingStep(Op.RECOVER_FORCE),),
            XWingCondition(Atom.SUFFERED_DAMAGE),
            optional=False,
        ),
    ),
    "rookkast": (change(OWN_ATTACK, (BLANK, FOCUS), HIT, STRAINED),),
    "bokatankryze": (reroll(OWN_ATTACK, at_range(0, 1)),),
    "korkiekryze": (count(Window.ROLL_DEFENSE, by=DEFENDER),),
    "garsaxon": (change(OWN_ATTACK, (FOCUS,), HIT),),
    "tristanwren": (change(OWN_ATTACK, (HIT,), CRIT, XWingCondition(Atom.ORDNANCE), cost=COSTS_CHARGE),),
    "finn": (add(OWN_ATTACK, BLANK, PRIMARY, IN_FRONT), add(OWN_DEFENSE, BLANK, FROM_FRONT)),
    "seventhfleetgunner": (count(Window.ROLL_ATTACK, PRIMARY, at_most=4, cost=COSTS_CHARGE, optional=True),),
    "bt1": tuple(
        change(
            OWN_ATTACK,
            (HIT,),
            CRIT,
            token(Token.STRESS, enemy=True, at_least=n, at_most=None if n == 6 else n),
            up_to=n,
        )
        for n in range(1, 7)
    ),
    "bistan": (bonus_attack(PRIMARY, FOCUSED),),
    "bossk": (bonus_attack(PRIMARY, MISSES, NOT_STRESSED, cost=COSTS_STRESS),),
    "ezrabridger": (bonus_attack(PRIMARY, cost=COSTS_FORCE),),
    "fifthbrother": (change(OWN_ATTACK, (FOCUS,), CRIT, cost=COSTS_FORCE),),
    "greedo": (change(OWN_ATTACK, (HIT,), CRIT, cost=COSTS_CHARGE),),
    "hotshotgunner": (
        ability(
            Window.AFTER_MODIFY_DEFENSE,
            (TOKEN_LOST[Token.CALCULATE],),
            weapon_arc(Arc.SINGLE_TURRET),
            token(Token.CALCULATE, enemy=True),
            by=ATTACKER,
            optional=False,
        ),
        ability(
            Window.AFTER_MODIFY_DEFENSE,
            (TOKEN_LOST[Token.FOCUS],),
            weapon_arc(Arc.SINGLE_TURRET),
            token(Token.CALCULATE, enemy=True, at_least=0, at_most=0),
            token(Token.FOCUS, enemy=True),
            by=ATTACKER,
            optional=False,
        ),
    ),
    "specialforcesgunner": (
        count(Window.ROLL_ATTACK, PRIMARY, FRONT_WEAPON, IN_TURRET, optional=True),
        bonus_attack(PRIMARY, FRONT_WEAPON, XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.SINGLE_TURRET, not_=True)),
    ),
    "veterantailgunner": (bonus_attack(PRIMARY, FRONT_WEAPON),),
    "veteranturretgunner": (bonus_attack(PRIMARY),),
    "rey-gunner": (
        change(OWN_ATTACK, (BLANK,), HIT, IN_TURRET, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (BLANK,), EVADE, FROM_TURRET, cost=COSTS_FORCE),
    ),
    "clonecaptainrex": (ability(OWN_ATTACK, (FOCUS_SPENT,)),),
    "bobafett-gunner": (change(OWN_ATTACK, (FOCUS,), HIT),),
    "weaponssystemsofficer": (acquires_lock(Window.AFTERMATH_ATTACKING, SPECIAL),),
    "dt798": (reroll(OWN_ATTACK, up_to=None),),
    "migsmayfeld": (bonus_attack(FRONT_WEAPON),),
    "airencracken-battleoverendor": (bonus_attack(HITS, cost=(XWingCost(CostKind.GAIN_DEPLETE),), defending=True),),
}
"""The effects of each crew card and each gunner, by its XWS id."""
