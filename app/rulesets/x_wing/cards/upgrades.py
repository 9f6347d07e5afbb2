"""Upgrades and what they do in an attack; ids are those of xwing-data2."""

from collections.abc import Mapping

from app.domain.record import Role
from app.rulesets.x_wing.effects import (
    Arc,
    Atom,
    CostKind,
    Face,
    Op,
    Pool,
    Token,
    Window,
    XWingCondition,
    XWingCost,
    XWingEffect,
    XWingStep,
)

ATTACKER, DEFENDER = Role
ATTACK, DEFENSE = Pool
BLANK, FOCUS, HIT, CRIT, EVADE = Face
OWN_ATTACK, OWN_DEFENSE = Window.MODIFY_ATTACK_ATTACKER, Window.MODIFY_DEFENSE_DEFENDER


def change(
    window: Window,
    faces: tuple[Face, ...],
    to: Face,
    *when: XWingCondition,
    up_to: int | None = 1,
    cost: tuple[XWingCost, ...] = (),
    exactly: bool = False,
    optional: bool = True,
) -> XWingEffect:
    """Dice of the window's pool are changed; all conditions must hold."""
    step = XWingStep(Op.CHANGE, pool_of_window(window), faces, to, up_to=up_to, exactly=exactly)
    return XWingEffect("", window, (step,), tuple((condition,) for condition in when), cost, optional=optional)


def reroll(
    window: Window,
    *when: XWingCondition,
    up_to: int | None = 1,
    cost: tuple[XWingCost, ...] = (),
    exactly: bool = False,
    then: tuple[XWingStep, ...] = (),
) -> XWingEffect:
    """Dice of the window's pool are rerolled; all conditions must hold."""
    step = XWingStep(Op.REROLL, pool_of_window(window), up_to=up_to, exactly=exactly)
    return XWingEffect("", window, (step, *then), tuple((condition,) for condition in when), cost)


def add(
    window: Window, face: Face, *when: XWingCondition, cost: tuple[XWingCost, ...] = (), optional: bool = True
) -> XWingEffect:
    """A result is added to the window's pool; all conditions must hold."""
    step = XWingStep(Op.ADD_RESULT, pool_of_window(window), to=face)
    return XWingEffect("", window, (step,), tuple((condition,) for condition in when), cost, optional=optional)


def count(
    window: Window,
    *when: XWingCondition,
    by: Role = ATTACKER,
    amount: int = 1,
    at_most: int | None = None,
    cost: tuple[XWingCost, ...] = (),
    optional: bool = False,
) -> XWingEffect:
    """More or fewer dice are rolled; all conditions must hold."""
    steps: tuple[XWingStep, ...] = (XWingStep(Op.DICE_COUNT, pool_of_window(window), amount=amount),)
    if at_most is not None:
        steps = (*steps, XWingStep(Op.DICE_LIMIT, pool_of_window(window), at_most=at_most))
    return XWingEffect("", window, steps, tuple((condition,) for condition in when), cost, by, optional)


def pool_of_window(window: Window) -> Pool:
    """The dice that a window is about."""
    return DEFENSE if "defense" in window.value else ATTACK


def cost(kind: CostKind, amount: int = 1) -> tuple[XWingCost, ...]:
    """A cost of one part."""
    return (XWingCost(kind, amount),)


PRIMARY = XWingCondition(Atom.WEAPON_KIND, kind="primary")
FRONT_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.FRONT)
BULLSEYE = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE)
NOT_BULLSEYE = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE, not_=True)
NOT_REAR_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.REAR, not_=True)
IN_FRONT = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.FRONT)
FROM_FRONT = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FRONT)
RANGE_1 = XWingCondition(Atom.ATTACK_RANGE, at_least=1, at_most=1)
SHIELDED = XWingCondition(Atom.SHIELDED)
NOT_SHIELDED = XWingCondition(Atom.SHIELDED, not_=True)
OBSTRUCTED = XWingCondition(Atom.OBSTRUCTED)
LOCKED = XWingCondition(Atom.HAS_LOCK)
STRESSED = XWingCondition(Atom.HAS_TOKEN, token=Token.STRESS)
NOT_STRESSED = XWingCondition(Atom.HAS_TOKEN, token=Token.STRESS, not_=True)
EVADING = XWingCondition(Atom.HAS_TOKEN, token=Token.EVADE)
CHARGE, FORCE = cost(CostKind.CHARGE), cost(CostKind.FORCE)
NO_REPEAT_OF_LOCK = (XWingStep(Op.FORBID_LOCK),)
OUT_OF_ITS_ARCS = tuple(
    XWingCondition(Atom.ATTACKER_IN_ARC, arc=arc, not_=True)
    for arc in (Arc.FRONT, Arc.SINGLE_TURRET, Arc.DOUBLE_TURRET)
)


def all_blank(pool: Pool) -> tuple[XWingCondition, ...]:
    """Two results or more, and all of them blank."""
    return (
        XWingCondition(Atom.ALL_RESULTS, pool=pool, face=BLANK),
        XWingCondition(Atom.RESULT_COUNT, pool=pool, at_least=2),
    )


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
    "lonewolf": (reroll(OWN_ATTACK, cost=CHARGE), reroll(OWN_DEFENSE, cost=CHARGE)),
    "heroic": (
        reroll(OWN_ATTACK, *all_blank(ATTACK), up_to=None),
        reroll(OWN_DEFENSE, *all_blank(DEFENSE), up_to=None),
    ),
    "elusive": (reroll(OWN_DEFENSE, cost=CHARGE),),
    "marksmanship": (change(OWN_ATTACK, (HIT,), CRIT, BULLSEYE),),
    "fearless": (change(OWN_ATTACK, (), HIT, PRIMARY, FRONT_WEAPON, RANGE_1, FROM_FRONT),),
    "fanatical": (change(OWN_ATTACK, (FOCUS,), HIT, PRIMARY, NOT_SHIELDED),),
    "advancedoptics": (change(OWN_ATTACK, (BLANK,), HIT, cost=cost(CostKind.FOCUS)),),
    "agentkallus": (change(OWN_ATTACK, (FOCUS,), HIT),),
    "sawgerrera": (change(OWN_ATTACK, (FOCUS,), CRIT, up_to=None, cost=cost(CostKind.SUFFER_HIT), exactly=True),),
    "malice": (change(OWN_ATTACK, (FOCUS, HIT), CRIT, cost=FORCE),),
    "finn": (add(OWN_ATTACK, BLANK, PRIMARY, IN_FRONT), add(OWN_DEFENSE, BLANK, FROM_FRONT)),
    "brilliantevasion": (change(OWN_DEFENSE, (FOCUS,), EVADE, NOT_BULLSEYE, up_to=2, cost=FORCE, exactly=True),),
    "emperorpalpatine": (
        change(OWN_ATTACK, (FOCUS,), HIT, cost=FORCE),
        change(OWN_DEFENSE, (FOCUS,), EVADE, cost=FORCE),
    ),
    "juke": (change(Window.MODIFY_DEFENSE_ATTACKER, (EVADE,), FOCUS, EVADING),),
    "zuckuss": (reroll(Window.MODIFY_DEFENSE_ATTACKER, NOT_STRESSED, cost=cost(CostKind.GAIN_STRESS), exactly=True),),
    "saturationsalvo": (
        reroll(
            Window.MODIFY_DEFENSE_ATTACKER,
            XWingCondition(Atom.ORDNANCE),
            NOT_REAR_WEAPON,
            up_to=2,
            cost=CHARGE,
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
            CHARGE,
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
    "seventhfleetgunner": (count(Window.ROLL_ATTACK, PRIMARY, at_most=4, cost=CHARGE, optional=True),),
}
