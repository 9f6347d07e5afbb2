"""The limit on exact odds: attacks with too many dice are refused before anything is computed."""

from app.domain.errors import LimitExceeded
from app.rulesets.x_wing.attack.state import Battle, InForce, battle_of
from app.rulesets.x_wing.model import MOST_IN_POOL, XWingAttack
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.terms import POOL_OF, Pool, Token

MOST_DICE_IN_ODDS = 6


def price(situation: XWingAttack, options: XWingOptions) -> None:
    """Check that odds can be computed.

    Raises LimitExceeded for more than 6 dice in a roll, or more than 6 dice added to a pool (XW-20).
    """
    beyond = too_many_dice(battle_of(situation, options))
    if beyond is not None:
        what, dice = beyond
        raise LimitExceeded("too-many-dice", "XW-20", what, dice, MOST_DICE_IN_ODDS)


def too_many_dice(battle: Battle) -> tuple[str, int] | None:
    """Whether they are added to a pool or rolled, and how many, where an attack may have too many; None where not."""
    most = MOST_IN_POOL if battle.options.max_dice is None else battle.options.max_dice
    added = max(most_added(battle, pool, *ADDING) for pool in Pool)
    rolled = max(min(most, most_rolled(battle, pool)) for pool in Pool)
    found = (("dice-added", added), ("dice", rolled))
    return next((beyond for beyond in found if beyond[1] > MOST_DICE_IN_ODDS), None)


def most_in_pools(battle: Battle) -> dict[Pool, int]:
    """The most dice that may come to lie in each pool."""
    return {
        pool: min(most_rolled(battle, pool), MOST_DICE_IN_ODDS) + most_added(battle, pool, *ADDING) for pool in Pool
    }


def most_thrown(battle: Battle) -> int:
    """How many dice may be thrown, each thrown again counted again."""
    again = sum(not step.counts_as_reroll for held in all_effects(battle) for step in held.effect.ops)
    return sum(most_in_pools(battle).values()) * (2 + again)


def most_rolled(battle: Battle, pool: Pool) -> int:
    """The most dice that may be rolled, before the limit that the options set (XW-18, XW-35)."""
    situation, steps = battle.situation, [step for held in all_effects(battle) for step in held.effect.ops]
    if pool is Pool.ATTACK:
        value = (battle.weapon.value or 0) + (situation.attack_range in battle.options.range_bonus_attack_ranges)
    else:
        is_cloaked = situation.defender.tokens.cloak or any(step.token is Token.CLOAK for step in steps)
        value = situation.defender.agility + (situation.attack_range == 3) + situation.obstructed + 2 * bool(is_cloaked)
    least = [step.at_least or 0 for step in steps if step.op is Op.DICE_LIMIT]
    return max(value + most_added(battle, pool, Op.DICE_COUNT), *least, 0)


ADDING = (Op.ADD_RESULT, Op.ROLL_DIE)
"""Steps that add dice to those that were rolled."""


def most_added(battle: Battle, pool: Pool, *ops: Op) -> int:
    """The most dice that all steps with these ops may add to a pool; of effects with one key only one is used."""
    most: dict[str, int] = {}
    for held in all_effects(battle):
        steps = [step for step in held.effect.ops if step.op in ops]
        here = [step for step in steps if (step.pool or POOL_OF.get(held.effect.window)) is pool]
        most[held.key] = max(most.get(held.key, 0), sum(max(0, step.amount) for step in here))
    return sum(most.values())


def all_effects(battle: Battle) -> list[InForce]:
    """Every effect in force, in any window."""
    return [held for effects in battle.effects.values() for held in effects]
