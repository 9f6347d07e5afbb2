"""Steps that act on dice already rolled: reroll, change, add, spend and cancel."""

from collections.abc import Callable

from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.dice import DIE_OF, becomes, dice_as_rolled, eligible_places
from app.rulesets.x_wing.attack.state import State, owner_of
from app.rulesets.x_wing.attack.uses import Using
from app.rulesets.x_wing.effects import XWingStep
from app.rulesets.x_wing.facts import How
from app.rulesets.x_wing.model import MOST_IN_POOL
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.outcome import Dice, XWingDie
from app.rulesets.x_wing.terms import Face, Pool

DiceAction = Callable[[Using, State, XWingStep, bool], State]
"""A function that does a step on dice, on those that the player chose or on as many as it can take."""


def do_dice_step(using: Using, state: State, step: XWingStep, is_chosen: bool) -> State:
    """The state after a step on dice: on those that the player chose, or on as many as it can take."""
    pool = step.pool or using.use.pool
    if step.op is Op.ADD_RESULT:
        return add_results(using, state, pool, step)
    places = using.dice if is_chosen else tuple(sorted(eligible_places(step, state.dice(pool), pool)[: step.up_to]))
    return act_on_dice(using, state, step, pool, places) if places else state


def act_on_dice(using: Using, state: State, step: XWingStep, pool: Pool, places: tuple[int, ...]) -> State:
    """Reroll, change, spend or cancel the dice at `places`, and note what they showed before and after."""
    dice, rule = list(state.dice(pool)), using.use.offer.rule
    before = tuple([dice[place].face for place in places])
    became = [becomes(step, rerolled=dice[place].rerolled) for place in places]
    thrown = [place for place, one in zip(places, became, strict=True) if one.is_thrown]
    faces: list[Face] = []
    if thrown:
        faces += using.table.roll(DIE_OF[pool], len(thrown), by=owner_of(pool), rule=rule, dice=places)
    for place, one in zip(places, became, strict=True):
        die, face = dice[place], faces.pop(0) if one.is_thrown else one.face
        dice[place] = XWingDie(face or die.face, die.rolled, one.rerolled, die.canceled or face is None)
    after = tuple([dice[place].face for place in places])
    fact = facts.DiceModified(pool, HOW_OF[step.op], using.use.name, places, before, after)
    using.table.note(fact, rule=rule)
    return state.with_dice(pool, tuple(dice))


HOW_OF = {
    Op.REROLL: How.REROLLED,
    Op.CHANGE: How.CHANGED,
    Op.SPEND_RESULT: How.SPENT,
    Op.CANCEL_RESULT: How.CANCELED,
}


def roll_more(using: Using, state: State, pool: Pool, amount: int) -> State:
    """XW-24: roll dice beside those of a pool that has room; they are no rerolled dice."""
    rule, dice = using.use.offer.rule, state.dice(pool)
    amount = min(amount, MOST_IN_POOL - len(dice))
    if not amount:
        return state
    faces = using.table.roll(DIE_OF[pool], amount, by=owner_of(pool), rule=rule)
    places = tuple(range(len(dice), len(dice) + amount))
    using.table.note(facts.DiceModified(pool, How.ROLLED, using.use.name, places, (), tuple(faces)), rule=rule)
    return state.with_dice(pool, (*dice, *dice_as_rolled(tuple(faces))))


def add_results(using: Using, state: State, pool: Pool, step: XWingStep) -> State:
    """Add dice with the step's result to a pool that has room; each may be rerolled once, like any other die."""
    if step.to is None:
        return state
    amount = min(step.amount, MOST_IN_POOL - len(state.dice(pool)))
    dice: Dice = (*state.dice(pool), *[XWingDie(step.to, step.to)] * amount)
    places = tuple(range(len(dice) - amount, len(dice)))
    shown = (step.to,) * amount
    fact = facts.DiceModified(pool, How.ADDED, using.use.name, places, (), shown)
    using.table.note(fact, rule=using.use.offer.rule)
    return state.with_dice(pool, dice)
