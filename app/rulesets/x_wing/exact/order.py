"""In which windows dice may be rerolled before any die is changed without losing anything, so that the search can skip
every other order."""

from app.rulesets.x_wing.attack.conditions import FIXED, conditions_of, is_about_results
from app.rulesets.x_wing.attack.state import Battle, InForce
from app.rulesets.x_wing.attack.uses import RESULT_OF, Offer
from app.rulesets.x_wing.effects import Atom, CostKind, XWingCondition
from app.rulesets.x_wing.ops import LIMITING, Op
from app.rulesets.x_wing.terms import ENEMY_WINDOW, OWN_WINDOW, POOL_OF, ROLE_OF, Face, Pool, Token, Window

LATE = (Op.CHANGE, Op.SPEND_RESULT, Op.CANCEL_RESULT)
"""Steps that can wait until no die is rerolled any more."""

PLAIN_COSTS = (CostKind.CHARGE, CostKind.FORCE, CostKind.FOCUS, CostKind.CALCULATE, CostKind.EVADE)
"""Costs that nothing but other costs looks at, apart from conditions about the same tokens."""

NOT_SPENT = tuple(token for token in Token if token not in (Token.FOCUS, Token.CALCULATE, Token.EVADE))


def may_wait(offer: Offer) -> bool:
    """Whether an offer only changes or cancels dice."""
    return offer.step.op in LATE if offer.held is None else is_late(offer.held)


def is_late(held: InForce) -> bool:
    """Whether an effect only changes or cancels dice."""
    return all(step.op in LATE for step in held.effect.ops)


def rerolls_come_first(battle: Battle, window: Window) -> bool:
    """Whether no change in the window can make a die eligible for a reroll or alter the condition of one.

    Nor may a reroll alter what a change needs, or the player be made to reroll.
    """
    pool = POOL_OF[window]
    if any(one.effect.ops[0].op in LIMITING for one in battle.of(ENEMY_WINDOW[pool])):
        return False
    held = battle.of(window, ROLE_OF[window])
    late, early = [one for one in held if is_late(one)], [one for one in held if not is_late(one)]
    to = [step.to for one in late for step in one.effect.ops if step.to is not None]
    to += [RESULT_OF[pool]] if window is OWN_WINDOW[pool] else []
    return all(_keeps_until_last(one) for one in late) and all(_may_precede(one, to, pool) for one in early)


def _keeps_until_last(held: InForce) -> bool:
    """Whether a change is as good after rerolls: on dice of the player's choice, under conditions that stay."""
    is_plain = all(part.kind in PLAIN_COSTS for part in held.effect.cost)
    is_free = not any(step.exactly and step.up_to != 1 for step in held.effect.ops)
    return is_plain and is_free and all(condition.that in FIXED for condition in conditions_of(held))


def _may_precede(held: InForce, to: list[Face], pool: Pool) -> bool:
    steps = held.effect.ops
    return (
        held.effect.optional
        and not any(step.exactly for step in steps)
        and not any(face in to for step in steps for face in step.faces)
        and all(_is_kept(condition, to, pool) for condition in conditions_of(held))
    )


def _is_kept(condition: XWingCondition, to: list[Face], pool: Pool) -> bool:
    """Whether changes in the window cannot make a condition true."""
    if condition.that in (*FIXED, Atom.HAS_LOCK):
        return True
    if condition.that is Atom.HAS_TOKEN:
        return condition.token in NOT_SPENT
    if condition.not_:
        return False
    if condition.that is Atom.CHARGE_ACTIVE:
        return True
    if not is_about_results(condition, pool):
        return False
    if condition.that is Atom.ALL_RESULTS:
        return condition.face not in to
    return condition.face is None and condition.at_most is None
