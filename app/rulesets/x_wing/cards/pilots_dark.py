"""Pilots of the Galactic Empire and the First Order with their effects in an attack. Add one here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    BULLSEYE,
    CHARGED,
    COSTS_CHARGE,
    COSTS_FORCE,
    CRIT,
    DEFENDER,
    DEFENSE,
    ENEMY_DAMAGED,
    ENEMY_DESTROYED,
    ENEMY_WITHOUT_GREEN,
    EVADE,
    EVADING,
    FOCUS,
    FOCUSED,
    HAS_RED_OR_ORANGE,
    HIT,
    HITS,
    LOCKED,
    LOSES_CHARGE,
    NOT_SHIELDED,
    NOT_STRESSED,
    OBSTRUCTED,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    RANGE_3,
    TORPEDO_OR_MISSILE,
    ability,
    acquires_lock,
    at_range,
    bonus_attack,
    change,
    converts,
    cost,
    costs,
    count,
    enemy_in,
    forbids,
    gains,
    reroll,
    token,
    uncanceled,
    weapon_arc,
    weapon_slot,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc, Pool, Token, Window

NOT_STRAINED = XWingCondition(Atom.HAS_TOKEN, token=Token.STRAIN, not_=True)
TWO_FORCE = cost(CostKind.FORCE, 2)
COSTS_STRESS, COSTS_STRAIN = cost(CostKind.GAIN_STRESS), cost(CostKind.GAIN_STRAIN)
TURRET, BY_TURRET_OR_MISSILE = weapon_arc(Arc.SINGLE_TURRET), (weapon_slot("turret"), weapon_slot("missile"))
PREVENTS = (XWingStep(Op.PREVENT_DAMAGE),)
IN_FULL_FRONT, IN_FULL_REAR = enemy_in(Arc.FULL_FRONT)[0], enemy_in(Arc.FULL_REAR)[0]
FROM_REAR = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.REAR)
FORE, AFT = token(Token.REINFORCE_FORE), token(Token.REINFORCE_AFT)
REINFORCED_TOWARDS = ((FORE, AFT), (FORE, IN_FULL_REAR), (IN_FULL_FRONT, AFT), (IN_FULL_FRONT, IN_FULL_REAR))
USED_ON_DICE = XWingCondition(Atom.USED, kind="modify-attack-attacker")

DARK: Mapping[str, tuple[XWingEffect, ...]] = {
    # Galactic Empire
    "howlrunner": (reroll(OWN_ATTACK, PRIMARY),),
    "maulermithel": (count(Window.ROLL_ATTACK, RANGE_1),),
    "maulermithel-battleofyavin backstabber-battleofyavin": (count(Window.ROLL_ATTACK, PRIMARY),),
    "scourgeskutu": (count(Window.ROLL_ATTACK, BULLSEYE),),
    "wampa wampa-battleofyavin": (
        count(Window.ROLL_ATTACK, cost=COSTS_CHARGE, optional=True),
        ability(Window.AFTERMATH_DEFENDING, LOSES_CHARGE, CHARGED, optional=False),
    ),
    "delmeeko": (reroll(OWN_DEFENSE, ENEMY_DAMAGED),),
    "idenversio idenversio-swz105": (ability(Window.BEFORE_DAMAGE, PREVENTS, cost=COSTS_CHARGE, by=DEFENDER),),
    "idenversio-battleofyavin": (ability(Window.BEFORE_DAMAGE, PREVENTS, cost=cost(CostKind.CHARGE, 2), by=DEFENDER),),
    "darkcurse-battleofyavin": (
        ability(Window.MODIFY_ATTACK_DEFENDER, (XWingStep(Op.FORBID_MODIFICATION),), optional=False),
    ),
    "scythe6-battleoverendor": (count(Window.ROLL_ATTACK, at_range(1, 2)),),
    "gideonhask gideonhask-tieininterceptor": (count(Window.ROLL_ATTACK, ENEMY_DAMAGED),),
    "sapphire2-battleoverendor": (count(Window.ROLL_DEFENSE, FOCUSED, by=DEFENDER),),
    "cienaree": (gains(Window.AFTERMATH_ATTACKING, Token.STRESS, ENEMY_DESTROYED),),
    "secondsister": (uncanceled(ATTACKER, XWingStep(Op.CHANGE_UNCANCELED, faces=(HIT,), to=CRIT), cost=TWO_FORCE),),
    "grandinquisitor": (
        ability(
            Window.ROLL_ATTACK,
            (XWingStep(Op.IGNORE_RANGE_BONUS, Pool.ATTACK),),
            RANGE_1,
            cost=COSTS_FORCE,
            by=DEFENDER,
        ),
        count(Window.ROLL_ATTACK, at_range(2, 3), cost=COSTS_FORCE, optional=True),
    ),
    "seventhsister": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (EVADE,), up_to=1, exactly=True),),
            PRIMARY,
            cost=TWO_FORCE,
            by=ATTACKER,
        ),
    ),
    "fifthbrother": (uncanceled(ATTACKER, XWingStep(Op.CHANGE_UNCANCELED, to=CRIT), cost=TWO_FORCE),),
    "darthvader-battleofyavin darthvader-tieddefender": (change(OWN_ATTACK, (BLANK,), HIT, cost=COSTS_FORCE),),
    "doubleedge": (bonus_attack(XWingCondition(Atom.ATTACK_HITS, not_=True), BY_TURRET_OR_MISSILE),),
    "lieutenantkestal": (
        ability(
            Window.AFTER_ROLL_DEFENSE,
            (XWingStep(Op.CANCEL_RESULT, DEFENSE, (BLANK, FOCUS), exactly=True),),
            cost=cost(CostKind.FOCUS),
            by=ATTACKER,
        ),
    ),
    "colonelvessery": (acquires_lock(Window.AFTER_ROLL_ATTACK, by=ATTACKER),),
    "rexlerbrath": (
        ability(Window.AFTERMATH_ATTACKING, (XWingStep(Op.EXPOSE, ship=Whose.ENEMY),), HITS, EVADING, optional=False),
    ),
    "captaindobbs": (
        ability(
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT,), up_to=1, exactly=True),),
            by=DEFENDER,
        ),
    ),
    "captainyorr-battleoverendor": (bonus_attack(PRIMARY, HITS, cost=COSTS_CHARGE),),
    "coloneljendon-battleoverendor": (change(OWN_DEFENSE, (BLANK,), FOCUS, NOT_SHIELDED),),
    "whisper": (gains(Window.AFTERMATH_ATTACKING, Token.EVADE, HITS),),
    "lyttandree": (reroll(OWN_ATTACK),),
    "flightleaderubbel": (bonus_attack(XWingCondition(Atom.SUFFERED_DAMAGE), defending=True),),
    "captainferoph": (change(OWN_DEFENSE, (BLANK, FOCUS), EVADE, ENEMY_WITHOUT_GREEN),),
    "majorvermeil": (change(OWN_ATTACK, (BLANK, FOCUS), HIT, ENEMY_WITHOUT_GREEN),),
    "captainjonus captainjonus-swz105": (reroll(OWN_ATTACK, TORPEDO_OR_MISSILE, up_to=2),),
    "majorrhymer-swz98": (change(OWN_ATTACK, (FOCUS,), CRIT, weapon_slot("torpedo"), BULLSEYE, optional=False),),
    "scimitar1-battleoverendor": (acquires_lock(Window.AFTERMATH_ATTACKING, cost=COSTS_CHARGE),),
    "countdown": (
        uncanceled(
            DEFENDER,
            XWingStep(Op.CHANGE_UNCANCELED),
            when=(NOT_STRESSED,),
            cost=costs(CostKind.SUFFER_HIT, CostKind.GAIN_STRESS),
        ),
    ),
    "puresabacc": (count(Window.ROLL_ATTACK, XWingCondition(Atom.DAMAGED, at_least=0, at_most=1), optional=True),),
    "rearadmiralchiraneau": (change(OWN_ATTACK, (FOCUS,), CRIT, *REINFORCED_TOWARDS),),
    "majorvynder": (count(Window.ROLL_DEFENSE, token(Token.DISARM), by=DEFENDER),),
    "majorvynder-ssl": (bonus_attack(weapon_slot("missile")),),
    "garsaxon": (count(Window.ROLL_ATTACK, PRIMARY, FROM_REAR, cost=COSTS_CHARGE, optional=True),),
    # First Order
    "ember": tuple(
        ability(Window.MODIFY_DEFENSE_ATTACKER, (XWingStep(Op.FORBID_TOKENS, token=kind),), optional=False)
        for kind in (Token.FOCUS, Token.CALCULATE)
    ),
    "midnight": forbids(LOCKED),
    "commandermalarus": converts((FOCUS,), up_to=None, exactly=True),
    "scorch": (count(Window.ROLL_ATTACK, PRIMARY, NOT_STRESSED, cost=COSTS_STRESS, optional=True),),
    "static": (
        change(
            OWN_ATTACK, (), CRIT, PRIMARY, LOCKED, up_to=None, cost=costs(CostKind.LOCK, CostKind.FOCUS), exactly=True
        ),
    ),
    "longshot": (count(Window.ROLL_ATTACK, PRIMARY, RANGE_3),),
    "tn3465": (change(OWN_ATTACK, (), CRIT, cost=cost(CostKind.SUFFER_CRIT)),),
    "dt798": (count(Window.ROLL_ATTACK, PRIMARY, NOT_STRAINED, cost=COSTS_STRAIN, optional=True),),
    "scorch-tiesebomber": (
        ability(OWN_ATTACK, (XWingStep(Op.SPEND_RESULT, ATTACK, (HIT,), up_to=1, exactly=True),), PRIMARY),
        gains(Window.AFTERMATH_ATTACKING, Token.STRAIN, USED_ON_DICE, enemy=True),
    ),
    "quickdraw": (bonus_attack(XWingCondition(Atom.SUFFERED_DAMAGE), cost=COSTS_CHARGE, defending=True),),
    "backdraft": (count(Window.ROLL_ATTACK, PRIMARY, TURRET, XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.REAR)),),
    "lieutenantlehuse": (reroll(OWN_ATTACK, up_to=None),),
    "blackout": (count(Window.ROLL_DEFENSE, OBSTRUCTED, amount=-2),),
    "wrath": (bonus_attack(weapon_arc(Arc.BULLSEYE), HAS_RED_OR_ORANGE),),
    "captaincardinal": (
        reroll(OWN_ATTACK, faces=(FOCUS,)),
        reroll(OWN_DEFENSE, faces=(FOCUS,)),
    ),
    "commandermalarus-xiclasslightshuttle": (
        ability(
            Window.AFTER_ROLL_ATTACK,
            (XWingStep(Op.REROLL, ATTACK, (BLANK,), up_to=1, exactly=True),),
            PRIMARY,
            cost=COSTS_STRAIN,
            by=ATTACKER,
            optional=False,
        ),
    ),
    "gideonhask-xiclasslightshuttle": (
        count(Window.ROLL_ATTACK, PRIMARY, ENEMY_DAMAGED, cost=COSTS_STRAIN, optional=True),
    ),
}
"""The effects of each pilot, by XWS ids."""
