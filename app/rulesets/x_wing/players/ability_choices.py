"""How automatic players decide about abilities outside the modification of dice."""

from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.x_wing.attack.counts import dice_to_roll
from app.rulesets.x_wing.attack.dice import count_faces
from app.rulesets.x_wing.attack.neutralize import neutralizing_of
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of
from app.rulesets.x_wing.attack.use_names import DONE, usage_key
from app.rulesets.x_wing.attack.uses import Use
from app.rulesets.x_wing.attack.window_questions import UseAbility, XWingUse
from app.rulesets.x_wing.effects import SUFFERING, Op
from app.rulesets.x_wing.players.expectation import expected_after_reroll, expected_value
from app.rulesets.x_wing.players.search import Search
from app.rulesets.x_wing.terms import COUNTING_WINDOWS, Face, Window


def choose_ability(question: Question[object], search: Search) -> object:
    """Use the first ability that is mandatory or worth using, else decline; other questions get their first option."""
    if not isinstance(question, UseAbility):
        return next(question.options())
    for use in question.uses:
        if not use.optional or is_worth_it(question, use, search):
            return next(option for option in question.options() if option.use == use.name)
    return XWingUse(DONE)


def is_worth_it(question: UseAbility, use: Use, search: Search) -> bool:
    """Whether the automatic players `exact` and `simple` use an ability; each window has its own test."""
    battle, state, window = question.battle, question.state, question.window
    if window is Window.BEFORE_NEUTRALIZE:
        return is_worth_canceling(question, use)
    if window is Window.BEFORE_DAMAGE:
        ship = state.defender
        return ship.shields.active == 0 and len(ship.damage_cards) + 1 == ship.hull
    if window in COUNTING_WINDOWS and use.held is not None:
        return improves_count(question, use, use.held)
    if use.cost:
        return False
    if use.op is Op.REROLL:
        choice = next(option for option in question.options() if option.use == use.name)
        after, now = expected_after_reroll(question, choice, search), expected_value(battle, state, use.pool, search)
        return after > now if owner_of(use.pool) is question.role else after < now
    return window is Window.AFTER_DECLARED and use.op is not Op.SKIP_DICE


def improves_count(question: UseAbility, use: Use, held: InForce) -> bool:
    """XW-24: whether the player's own dice become no fewer, or the enemy's no more; if it costs, it must help.

    An ability with a cost is used only if a friend pays.
    """
    battle, state, pool = question.battle, question.state, COUNTING_WINDOWS[question.window]
    used = state._replace(used=(*state.used, usage_key(question.window, held.role, use.name)))
    more = dice_to_roll(battle, used, pool) - dice_to_roll(battle, state, pool)
    gain = more if owner_of(pool) is held.role else -more
    return gain > 0 and held.is_paid_elsewhere if use.cost else gain >= 0


def is_worth_canceling(question: UseAbility, use: Use) -> bool:
    """XW-47: whether canceling the results helps the player; abilities that cost damage are never used."""
    if use.op is not Op.CANCEL_RESULT or any(part.kind in SUFFERING for part in use.cost):
        return False
    battle, state = question.battle, question.state
    choice = next(option for option in question.options() if option.use == use.name)
    before = remaining_results(battle, state)
    dice = list(state.dice(use.pool))
    for place in choice.dice if choice.dice is not None else use.places:
        die = dice[place]
        dice[place] = type(die)(die.face, die.rolled, die.rerolled, True)
    after = remaining_results(battle, state.with_dice(use.pool, tuple(dice)))
    return after > before if question.role is Role.ATTACKER else after < before


def remaining_results(battle: Battle, state: State) -> int:
    """How many hits and crits would remain after the results are neutralized."""
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    return sum(neutralizing_of(battle, state).left(hits, crits, count_faces(state.defense_dice, Face.EVADE)))
