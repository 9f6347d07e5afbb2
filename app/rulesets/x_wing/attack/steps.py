"""Using an ability: the cost is paid, then the steps are done in order (XW-63, section on effects)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.domain.record import Role
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import (
    deal_card,
    discard_cards,
    expose_card,
    lose_shield,
    repair_card,
    resolve_all_due,
    reveal_cards,
    suffer,
    turn_down,
    with_suffered,
)
from app.rulesets.x_wing.attack.dice import ATTACK_DIE
from app.rulesets.x_wing.attack.dice_steps import DiceAction, do_dice_step, roll_more
from app.rulesets.x_wing.attack.jamming import break_lock_by_jam
from app.rulesets.x_wing.attack.payment import pay_cost
from app.rulesets.x_wing.attack.restrictions import may_acquire_lock
from app.rulesets.x_wing.attack.state import Due, State, next_damage, opponent_of, owner_of, role_of
from app.rulesets.x_wing.attack.suffering import becomes_crit
from app.rulesets.x_wing.attack.tokens import change_tokens
from app.rulesets.x_wing.attack.uses import Using
from app.rulesets.x_wing.cards.registry import card_of, limit_of_charges
from app.rulesets.x_wing.effects import Atom, XWingStep
from app.rulesets.x_wing.model import MOST_EFFECTS
from app.rulesets.x_wing.ops import DICE_OPS, MODIFICATIONS, Each, Op
from app.rulesets.x_wing.terms import GAS_CLOUD, PILOT_CARDS, DamageCard, Face, Pool, usage_key


def carry_out(using: Using, state: State, act: DiceAction = do_dice_step) -> State:
    """XW-29, XW-73: the state after the cost was paid and every step was done; `act` does the steps on dice."""
    use, table = using.use, using.table
    state = marked_as_limited(using, marked_as_modified(using, pay_cost(using, state)))
    if using.battle.asks(Atom.JUST_REROLLED):
        state = with_reroll(using, state)
    if use.held is None:
        if use.name == GAS_CLOUD:
            state = state._replace(used=(*state.used, usage_key(using.window, using.role, use.name)))
        return act(using, state, use.offer.step, True)
    effect = use.held.effect
    state = state._replace(used=(*state.used, *use.held.keys))
    if all(step.op not in DICE_OPS for step in effect.ops):
        table.note(facts.AbilityUsed(state.ship(using.role).id, effect.id), rule=use.offer.rule)
    chosen = effect.choosing()
    for step in effect.ops:
        state = resolve_all_due(using.battle, state, table)
        if step.op in DICE_OPS:
            state = act(using, state, step, step is chosen)
        else:
            state = (
                STEP_ACTIONS[step.op](using, state, counted(using, state, step)) if step.op in STEP_ACTIONS else state
            )
    return state


def marked_as_modified(using: Using, state: State) -> State:
    """XW-29: the state in which it is known that the attacker has modified an attack die, if the use does that."""
    own = [
        step for step in steps_of(using) if step.op in MODIFICATIONS and (step.pool or using.use.pool) is Pool.ATTACK
    ]
    return state._replace(is_modified=True) if own and using.role is Role.ATTACKER else state


def with_reroll(using: Using, state: State) -> State:
    """XW-72: the state that says whose dice a use has rerolled, whoever uses it; for abilities that come after a reroll
    that is an occasion of its own."""
    pools = [step.pool or using.use.pool for step in steps_of(using) if step.op is Op.REROLL]
    role = owner_of(pools[0]) if pools and using.dice else None
    of_role = using.battle.of(using.window, role) if role is not None else ()
    again = tuple(key for held in of_role if held.effect.asks(Atom.JUST_REROLLED) for key in held.keys)
    return state._replace(rerolled_last=role, used=tuple([mark for mark in state.used if mark not in again]))


def steps_of(using: Using) -> tuple[XWingStep, ...]:
    """What a use does: the steps of its ability, or that of a token."""
    return (using.use.offer.step,) if using.use.held is None else using.use.held.effect.ops


def marked_as_limited(using: Using, state: State) -> State:
    """XW-72: the state in which it is known that the one die was modified that an ability of the enemy leaves."""
    offer, dice = using.use.offer, state.dice(using.use.pool)
    used = {
        Op.LIMIT_FOCUS: any(dice[place].face is Face.FOCUS for place in using.dice) if offer.limits else False,
        Op.LIMIT_REROLLS: offer.step.op is Op.REROLL and bool(using.dice),
    }
    marks = tuple((using.role, op) for op in offer.limits if used[op] and (using.role, op) not in state.limited)
    return state._replace(limited=(*state.limited, *marks)) if marks else state


def counted(using: Using, state: State, step: XWingStep) -> XWingStep:
    """The step with its whole amount, where that follows a count."""
    if step.for_each is None:
        return step
    count = {
        Each.SUFFERED_DAMAGE: state.suffered.count(Role.DEFENDER),
        Each.OWN_DAMAGE: state.suffered.count(using.role),
        Each.UNCANCELED_RESULT: len(state.pending),
        Each.UNCANCELED_CRIT: state.pending.count(True),
        Each.LOST_SHIELD: state.dealt.shields,
    }[step.for_each]
    return replace(step, amount=step.amount * count, for_each=None)


def _ship_of_step(using: Using, step: XWingStep) -> Role:
    return role_of(step.ship, using.role)


def _suffer_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = suffer(using.battle, state, _ship_of_step(using, step), using.table, crit=step.crit)
    return state


def _roll_for_damage_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-72: a ship that is not destroyed yet rolls attack dice; hit damage, then crit damage, is due next."""
    role = _ship_of_step(using, step)
    if state.ship(role).is_destroyed:
        return state
    faces = using.table.roll(ATTACK_DIE, step.amount, by=role, rule="XW-72")
    due = (*(Due.HIT,) * faces.count(Face.HIT), *(Due.CRIT,) * faces.count(Face.CRIT))
    return state._replace(due=due, due_role=role)


def _lose_shield_step(using: Using, state: State, step: XWingStep) -> State:
    role = _ship_of_step(using, step)
    for _ in range(min(step.amount, state.ship(role).shields.active)):
        state = lose_shield(state, role, using.table)
    return state


def _recover_shield_step(using: Using, state: State, step: XWingStep) -> State:
    role = _ship_of_step(using, step)
    ship = state.ship(role)
    active = min(ship.shields.max, ship.shields.active + step.amount)
    if active == ship.shields.active:
        return state
    using.table.note(facts.ShieldRecovered(ship.id, active), rule="XW-72")
    return state.with_ship(role, replace(ship, shields=replace(ship.shields, active=active)))


def _deal_card_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = deal_card(using.battle, state, _ship_of_step(using, step), using.table, faceup=False)
    return state


def _deal_next_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-61: the next damage of the attack becomes a card that is dealt faceup or facedown as the step says."""
    state = next_damage(state, crit=becomes_crit(state.defender, crit=state.pending[0]))
    state = with_suffered(state, Role.DEFENDER)
    return deal_card(using.battle, state, Role.DEFENDER, using.table, faceup=step.crit)


def _token_step(using: Using, state: State, step: XWingStep, sign: int) -> State:
    if step.token is None:
        return state
    role, amount = _ship_of_step(using, step), sign * step.amount
    return change_tokens(using.battle, state, role, step.token, amount, using.table, by=using.role)


def _force_step(using: Using, state: State, step: XWingStep, sign: int) -> State:
    role = _ship_of_step(using, step)
    ship = state.ship(role)
    active = min(ship.force.capacity, max(0, ship.force.active + sign * step.amount))
    changed = abs(active - ship.force.active)
    if not changed:
        return state
    using.table.note(facts.ForceChanged(ship.id, changed, active, sign > 0), rule="XW-72")
    return state.with_ship(role, replace(ship, force=replace(ship.force, active=active)))


def _charge_step(using: Using, state: State, step: XWingStep, sign: int) -> State:
    ship = state.ship(using.role)
    had = ship.charges.get(using.charges, 0)
    most = max(had, limit_of_charges(ship.pilot, using.charges))
    has = min(most, max(0, had + sign * step.amount))
    if has == had:
        return state
    fact = facts.ChargeChanged(ship.id, using.charges, abs(has - had), sign > 0)
    using.table.note(fact, rule="XW-72")
    return state.with_ship(using.role, replace(ship, charges={**ship.charges, using.charges: has}))


def _lock_step(using: Using, state: State, step: XWingStep, *, gained: bool) -> State:
    """XW-12: a ship gets its lock on the other one, unless it is ionized, or loses it."""
    role = _ship_of_step(using, step)
    ship, target = state.ship(role), state.ship(opponent_of(role)).id
    if not (may_acquire_lock(using.battle, state, role) if gained else target in ship.locks):
        return state
    using.table.note(facts.LockChanged(ship.id, target, gained), rule="XW-72")
    locks = (target,) if gained else tuple(held for held in ship.locks if held != target)
    state = state.with_ship(role, replace(ship, locks=locks))
    return break_lock_by_jam(state, role, target, using.table) if gained and ship.tokens.jam else state


def _expose_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = resolve_all_due(using.battle, state, using.table)
        state = expose_card(using.battle, state, _ship_of_step(using, step), using.table)
    return state


def _repair_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = repair_card(state, _ship_of_step(using, step), using.table)
    return state


def _discard_cards_step(using: Using, state: State, step: XWingStep) -> State:
    return discard_cards(state, _ship_of_step(using, step), using.table)


def _reveal_cards_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-72: cards are revealed, some of them discarded, and the others turned facedown."""
    role = _ship_of_step(using, step)
    state = reveal_cards(state, role, using.table)
    state = discard_cards(state, role, using.table, DamageCard.DIRECT_HIT, *PILOT_CARDS)
    for held in state.ship(role).damage_cards:
        if held.card is not None:
            state = turn_down(state, role, held.card, using.table)
    return state


def _roll_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-24: more dice are rolled beside those of the roll; they may be rerolled like those."""
    pool = step.pool or using.use.pool
    return roll_more(using, state, pool, step.amount)


def _guess_step(using: Using, state: State, _step: XWingStep) -> State:
    fact = facts.NumberGuessed(state.ship(using.role).id, using.use.name, using.amount)
    using.table.note(fact, rule=using.use.offer.rule)
    return state._replace(guess=using.amount)


def _skip_dice_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-53: the attack counts as a hit without dice, and the defender suffers one hit or crit damage."""
    using.table.note(facts.DiceSkipped(using.use.name), rule="XW-53")
    return state._replace(is_skipped=True, attack_hits=True, pending=(step.crit,))


def _inflict_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-53: the first results become hit damage, each other result one token for the defender."""
    if step.token is None:
        return state
    results = len(state.pending)
    damage = min(step.amount, results)
    tokens = results - damage
    using.table.note(facts.ResultsConverted(damage, step.token, tokens), rule="XW-53")
    state = state._replace(pending=(False,) * damage)
    if not tokens:
        return state
    return change_tokens(using.battle, state, Role.DEFENDER, step.token, tokens, using.table, by=using.role)


def _change_uncanceled_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-53: results that remain after neutralizing are changed, canceled where there is no `to`, or added."""
    left, to = list(state.pending), step.to
    wanted = [crit for crit in left if not step.faces or (Face.CRIT if crit else Face.HIT) in step.faces]
    if to is not None and not step.faces:
        left += [to is Face.CRIT] * step.amount
    else:
        for crit in wanted[: step.up_to]:
            left.remove(crit)
            left += [] if to is None else [to is Face.CRIT]
    pending = tuple(sorted(left))
    if pending == state.pending:
        return state
    hits, crits = pending.count(False), pending.count(True)
    using.table.note(facts.UncanceledChanged(using.use.name, hits, crits), rule="XW-53")
    return state._replace(pending=pending)


def _assign_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-72: a ship has a condition of which it has no other copy; it is named among its `effects`."""
    held, role = using.use.held, _ship_of_step(using, step)
    assigned = card_of(held.effect.card).assigns if held is not None else None
    ship, key = state.ship(role), f"condition:{assigned}"
    if assigned is None or key in ship.effects or ship.is_destroyed or len(ship.effects) == MOST_EFFECTS:
        return state
    using.table.note(facts.ConditionAssigned(ship.id, key), rule="XW-72")
    return state.with_ship(role, replace(ship, effects=(*ship.effects, key)))


StepAction = Callable[[Using, State, XWingStep], State]

STEP_ACTIONS: Mapping[Op, StepAction] = {
    Op.ASSIGN_CONDITION: _assign_step,
    Op.SUFFER: _suffer_step,
    Op.ROLL_FOR_DAMAGE: _roll_for_damage_step,
    Op.LOSE_SHIELD: _lose_shield_step,
    Op.RECOVER_SHIELD: _recover_shield_step,
    Op.DEAL_CARD: _deal_card_step,
    Op.DEAL_NEXT: _deal_next_step,
    Op.GAIN_TOKEN: lambda using, state, step: _token_step(using, state, step, 1),
    Op.REMOVE_TOKEN: lambda using, state, step: _token_step(using, state, step, -1),
    Op.RECOVER_FORCE: lambda using, state, step: _force_step(using, state, step, 1),
    Op.LOSE_FORCE: lambda using, state, step: _force_step(using, state, step, -1),
    Op.RECOVER_CHARGE: lambda using, state, step: _charge_step(using, state, step, 1),
    Op.LOSE_CHARGE: lambda using, state, step: _charge_step(using, state, step, -1),
    Op.ACQUIRE_LOCK: lambda using, state, step: _lock_step(using, state, step, gained=True),
    Op.BREAK_LOCK: lambda using, state, step: _lock_step(using, state, step, gained=False),
    Op.FORBID_LOCK: lambda _using, state, _step: state._replace(is_lock_forbidden=True),
    Op.EXPOSE: _expose_step,
    Op.REPAIR: _repair_step,
    Op.DISCARD_CARDS: _discard_cards_step,
    Op.REVEAL_CARDS: _reveal_cards_step,
    Op.ROLL_DIE: _roll_step,
    Op.GUESS: _guess_step,
    Op.SKIP_DICE: _skip_dice_step,
    Op.INFLICT_INSTEAD: _inflict_step,
    Op.CHANGE_UNCANCELED: _change_uncanceled_step,
}
"""The function for each op that is no step on dice; the remaining ops are handled where they apply."""
