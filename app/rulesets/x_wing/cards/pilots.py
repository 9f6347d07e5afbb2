"""Pilots and ship abilities with their effects in an attack; ids are those of xwing-data2. Add a pilot here."""

from collections.abc import Mapping

from app.rulesets.x_wing.cards.templates import (
    ATTACK,
    ATTACKER,
    BLANK,
    COSTS_FORCE,
    CRIT,
    DEFENDER,
    DEFENSE,
    EVADE,
    FOCUS,
    FROM_FRONT,
    HIT,
    IN_FRONT,
    LOCKED,
    OWN_ATTACK,
    OWN_DEFENSE,
    PRIMARY,
    RANGE_1,
    STRESSED,
    add,
    change,
    cost,
    count,
    reroll,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Op, XWingCondition, XWingEffect, XWingStep
from app.rulesets.x_wing.terms import Token, Window

MISSED = XWingCondition(Atom.ATTACK_HITS, not_=True)
CLOSE = XWingCondition(Atom.ATTACK_RANGE, at_least=0, at_most=1)
NO_LIMIT_REROLL = (
    (Window.AFTER_ROLL_ATTACK, ATTACK, ATTACKER),
    (Window.AFTER_ROLL_DEFENSE, DEFENSE, DEFENDER),
)


def reward(token: Token, when: XWingCondition) -> tuple[XWingEffect, ...]:
    """A token after an attack under a condition, for an attacker and for a defender."""
    return tuple(
        XWingEffect("", window, (XWingStep(Op.GAIN_TOKEN, token=token),), ((when,),), optional=False)
        for window in (Window.AFTERMATH_ATTACKING, Window.AFTERMATH_DEFENDING)
    )


PILOTS: Mapping[str, tuple[XWingEffect, ...]] = {
    "howlrunner": (reroll(OWN_ATTACK, PRIMARY),),
    "serissu": (reroll(OWN_DEFENSE),),
    "sharabey": (
        add(OWN_ATTACK, FOCUS, PRIMARY, LOCKED, cost=cost(CostKind.LOCK)),
        add(OWN_DEFENSE, FOCUS, LOCKED, cost=cost(CostKind.LOCK)),
    ),
    "norrawexley": (add(OWN_DEFENSE, EVADE, CLOSE, optional=False),),
    "lukeskywalker": (
        XWingEffect(
            "",
            Window.AFTER_DECLARED,
            (XWingStep(Op.RECOVER_FORCE),),
            controller=DEFENDER,
        ),
    ),
    "ezrabridger": (
        change(OWN_ATTACK, (FOCUS,), HIT, STRESSED, up_to=2, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (FOCUS,), EVADE, STRESSED, up_to=2, cost=COSTS_FORCE),
    ),
    "rey": (
        change(OWN_ATTACK, (BLANK,), HIT, IN_FRONT, cost=COSTS_FORCE),
        change(OWN_DEFENSE, (BLANK,), EVADE, FROM_FRONT, cost=COSTS_FORCE),
    ),
    "jangofett": (
        change(Window.MODIFY_ATTACK_DEFENDER, (FOCUS,), BLANK),
        change(Window.MODIFY_DEFENSE_ATTACKER, (FOCUS,), BLANK),
    ),
    "biggsdarklighter": (
        XWingEffect(
            "",
            Window.BEFORE_NEUTRALIZE,
            (XWingStep(Op.CANCEL_RESULT, ATTACK, (HIT, CRIT), up_to=1, exactly=True),),
            cost=cost(CostKind.SUFFER_MATCHING),
            controller=DEFENDER,
        ),
    ),
    "zeborrelios": (
        XWingEffect("", Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), controller=DEFENDER, optional=False),
    ),
    "wedgeantilles": (count(Window.ROLL_DEFENSE, amount=-1),),
    "maulermithel": (count(Window.ROLL_ATTACK, RANGE_1),),
    "fennrau": (
        count(Window.ROLL_ATTACK, RANGE_1, optional=True),
        count(Window.ROLL_DEFENSE, RANGE_1, by=DEFENDER, optional=True),
    ),
    "hansolo-modifiedyt1300lightfreighter": tuple(
        XWingEffect("", window, (XWingStep(Op.REROLL, pool, exactly=True, counts_as_reroll=False),), controller=role)
        for window, pool, role in NO_LIMIT_REROLL
    ),
    "idenversio": (
        XWingEffect("", Window.BEFORE_DAMAGE, (XWingStep(Op.PREVENT_DAMAGE),), (), cost(CostKind.CHARGE), DEFENDER),
    ),
    "laetinashera": reward(Token.EVADE, MISSED),
    "leebo": reward(Token.CALCULATE, XWingCondition(Atom.SPENT_CALCULATE)),
}

SHIPS: Mapping[str, tuple[XWingEffect, ...]] = {
    "advancedtargetingcomputer": (
        count(Window.ROLL_ATTACK, PRIMARY, LOCKED),
        change(OWN_ATTACK, (HIT,), CRIT, PRIMARY, LOCKED),
    ),
    "concordiafaceoff": (change(OWN_DEFENSE, (), EVADE, RANGE_1, IN_FRONT, optional=False),),
}
"""Abilities that all ships of a type have; a ship's effects name them, like `ship:concordiafaceoff`."""
