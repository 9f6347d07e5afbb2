"""Templates for the effects of cards: common effects, conditions and costs."""

from app.domain.record import Role
from app.rulesets.x_wing.effects import Atom, CostKind, Op, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.terms import Arc, Face, Pool, Token, Window

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
    """An effect that changes dice of the window's pool; all conditions must hold."""
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
    """An effect that rerolls dice of the window's pool; all conditions must hold."""
    step = XWingStep(Op.REROLL, pool_of_window(window), up_to=up_to, exactly=exactly)
    return XWingEffect("", window, (step, *then), tuple((condition,) for condition in when), cost)


def add(
    window: Window, face: Face, *when: XWingCondition, cost: tuple[XWingCost, ...] = (), optional: bool = True
) -> XWingEffect:
    """An effect that adds a result to the window's pool; all conditions must hold."""
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
    """An effect that changes the number of dice in a roll; all conditions must hold."""
    steps: tuple[XWingStep, ...] = (XWingStep(Op.DICE_COUNT, pool_of_window(window), amount=amount),)
    if at_most is not None:
        steps = (*steps, XWingStep(Op.DICE_LIMIT, pool_of_window(window), at_most=at_most))
    return XWingEffect("", window, steps, tuple((condition,) for condition in when), cost, by, optional)


def pool_of_window(window: Window) -> Pool:
    """The pool that a window is about."""
    return DEFENSE if "defense" in window.value else ATTACK


def cost(kind: CostKind, amount: int = 1) -> tuple[XWingCost, ...]:
    """A cost with a single part."""
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
COSTS_CHARGE, COSTS_FORCE = cost(CostKind.CHARGE), cost(CostKind.FORCE)
NO_REPEAT_OF_LOCK = (XWingStep(Op.FORBID_LOCK),)
OUT_OF_ITS_ARCS = tuple(
    XWingCondition(Atom.ATTACKER_IN_ARC, arc=arc, not_=True)
    for arc in (Arc.FRONT, Arc.SINGLE_TURRET, Arc.DOUBLE_TURRET)
)


def all_blank(pool: Pool) -> tuple[XWingCondition, ...]:
    """The conditions that a pool has two results or more, and only blanks."""
    return (
        XWingCondition(Atom.ALL_RESULTS, pool=pool, face=BLANK),
        XWingCondition(Atom.RESULT_COUNT, pool=pool, at_least=2),
    )
