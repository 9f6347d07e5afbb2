"""How the policy `simple` decides about abilities outside the modification of dice."""

from app.domain.record import Role
from app.rulesets.x_wing.attack.counts import dice_to_roll
from app.rulesets.x_wing.attack.neutralize import neutralizing_of
from app.rulesets.x_wing.attack.state import InForce, owner_of
from app.rulesets.x_wing.attack.uses import Use
from app.rulesets.x_wing.attack.window_questions import UseAbility, XWingUse
from app.rulesets.x_wing.effects import SUFFERING
from app.rulesets.x_wing.exact.choices import answer_with
from app.rulesets.x_wing.exact.places import left_after
from app.rulesets.x_wing.exact.tallies import first_dice, mask_of, tally_of
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.players.simple_policy import Asked, Taken, by_habit
from app.rulesets.x_wing.terms import COUNTING_WINDOWS, DONE, Pool, Window, usage_key


def choose_ability(question: UseAbility) -> XWingUse:
    """Use the first ability that is mandatory or worth using, else decline."""
    for use in question.uses:
        if not use.offer.optional:
            return next(option for option in question.options() if option.use == use.name)
        taken = rerolled(question, use) if use.offer.step.op is Op.REROLL else None
        if taken is not None:
            return answer_with(*taken, question.state)
        if use.offer.step.op is not Op.REROLL and is_worth_it(question, use):
            return next(option for option in question.options() if option.use == use.name)
    return XWingUse(DONE)


def rerolled(question: UseAbility, use: Use) -> Taken | None:
    """The dice that a free reroll is used on, as in the modification of dice."""
    if use.offer.cost:
        return None
    tally = tally_of(question.state.dice(use.pool), use.pool)
    is_enemys = owner_of(use.pool) is not question.role
    return by_habit(Asked([use.offer], use.pool, tally, is_enemys, lambda _evades: 0))


def is_worth_it(question: UseAbility, use: Use) -> bool:
    """Whether an ability that rerolls no dice is used; each window has its own test."""
    state, window = question.state, question.window
    if window is Window.BEFORE_NEUTRALIZE:
        return is_worth_canceling(question, use)
    if window is Window.BEFORE_DAMAGE:
        ship = state.defender
        return ship.shields.active == 0 and len(ship.damage_cards) + 1 == ship.hull
    if window in COUNTING_WINDOWS and use.held is not None:
        return improves_count(question, use, use.held)
    return window is Window.AFTER_DECLARED and not use.offer.cost and use.offer.step.op is not Op.SKIP_DICE


def improves_count(question: UseAbility, use: Use, held: InForce) -> bool:
    """XW-24: whether the player's own dice become no fewer, or the enemy's no more; if it costs, it must help.

    An ability with a cost is used only if a friend pays.
    """
    battle, state, pool = question.battle, question.state, COUNTING_WINDOWS[question.window]
    used = state._replace(used=(*state.used, usage_key(question.window, held.role, use.name)))
    more = dice_to_roll(battle, used, pool) - dice_to_roll(battle, state, pool)
    gain = more if owner_of(pool) is held.role else -more
    return gain > 0 and held.is_paid_elsewhere if use.offer.cost else gain >= 0


def is_worth_canceling(question: UseAbility, use: Use) -> bool:
    """XW-47: whether canceling the results helps the player; abilities that cost damage are never used."""
    offer, state = use.offer, question.state
    if offer.step.op is not Op.CANCEL_RESULT or any(part.kind in SUFFERING for part in offer.cost):
        return False
    how = neutralizing_of(question.battle, state)
    tallies = {pool: tally_of(state.dice(pool), pool) for pool in Pool}
    before = sum(left_after(how, *tallies.values()))
    eligible = tallies[use.pool] & mask_of(offer.step, use.pool)
    tallies[use.pool] -= first_dice(eligible, use.most, best_first=owner_of(use.pool) is not question.role)
    after = sum(left_after(how, *tallies.values()))
    return after > before if question.role is Role.ATTACKER else after < before
