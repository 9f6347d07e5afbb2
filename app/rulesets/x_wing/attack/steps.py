"""Using an ability: its cost is paid, then its steps are done in order (XW-63, section on effects)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.domain.dice import Die
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import (
    change_tokens,
    expose_card,
    lose_shield,
    repair_card,
    resolve_all_due,
    suffer,
)
from app.rulesets.x_wing.attack.state import Battle, State, opponent_of, owner_of
from app.rulesets.x_wing.attack.uses import GAS_CLOUD, Use, eligible_places, usage_key, with_face
from app.rulesets.x_wing.effects import DICE_OPS, CostKind, Face, Op, Pool, Token, Whose, Window, XWingStep
from app.rulesets.x_wing.facts import How
from app.rulesets.x_wing.model import MOST_IN_POOL, Dice, XWingDie, XWingShip

ATTACK_DIE = Die(
    "attack-die", (*[Face.HIT.value] * 3, Face.CRIT.value, *[Face.FOCUS.value] * 2, *[Face.BLANK.value] * 2)
)
DEFENSE_DIE = Die("defense-die", (*[Face.EVADE.value] * 3, *[Face.FOCUS.value] * 2, *[Face.BLANK.value] * 3))
FACE_OF: Mapping[int | str, Face] = {face.value: face for face in Face}
DIE_OF = {Pool.ATTACK: ATTACK_DIE, Pool.DEFENSE: DEFENSE_DIE}


@dataclass(frozen=True, slots=True)
class Using:
    """Who uses what, on which dice, in which window."""

    battle: Battle
    role: Role
    use: Use
    dice: tuple[int, ...]
    amount: int
    window: Window
    table: Table

    @property
    def charges(self) -> str:
        """Which charges pay."""
        return self.use.held.charges if self.use.held else ""


def carry_out(using: Using, state: State) -> State:
    """XW-29, XW-73: the cost is paid, then every step is done."""
    use, table = using.use, using.table
    state = pay_cost(using, state)
    if use.held is None:
        if use.name == GAS_CLOUD:
            state = state._replace(used=(*state.used, usage_key(using.window, using.role, use.name)))
        return act_on_dice(using, state, use.op, use.pool, using.dice, use.to)
    effect = use.held.effect
    state = state._replace(used=(*state.used, usage_key(using.window, using.role, effect.id)))
    if all(step.op not in DICE_OPS for step in effect.ops):
        table.note(facts.AbilityUsed(state.ship(using.role).id, effect.id), rule=use.rule)
    chosen = effect.choosing()
    for step in effect.ops:
        state = resolve_all_due(using.battle, state, table)
        if step.op in DICE_OPS:
            state = _dice_step(using, state, step, is_chosen=step is chosen)
        else:
            state = STEP_ACTIONS[step.op](using, state, step) if step.op in STEP_ACTIONS else state
    return state


def _dice_step(using: Using, state: State, step: XWingStep, *, is_chosen: bool) -> State:
    pool = step.pool or using.use.pool
    if step.op is Op.ADD_RESULT:
        return add_results(using, state, pool, step)
    places = using.dice if is_chosen else tuple(sorted(eligible_places(step, state.dice(pool), pool)[: step.up_to]))
    return act_on_dice(using, state, step.op, pool, places, step.to)


def act_on_dice(using: Using, state: State, op: Op, pool: Pool, places: tuple[int, ...], to: Face | None) -> State:
    """Dice are rerolled, changed, spent or canceled, and told one by one."""
    if not places:
        return state
    dice = list(state.dice(pool))
    before = tuple([dice[place].face for place in places])
    if op is Op.REROLL:
        thrown = using.table.roll(DIE_OF[pool], len(places), by=owner_of(pool), rule=using.use.rule, dice=places)
        for place, face in zip(places, thrown, strict=True):
            die = dice[place]
            dice[place] = XWingDie(FACE_OF[face], die.rolled, die.rerolled or using.use.counts_as_reroll)
    elif op is Op.CHANGE and to is not None:
        for place in places:
            dice[place] = with_face(dice[place], to)
    else:
        for place in places:
            dice[place] = replace(dice[place], canceled=True)
    after = tuple([dice[place].face for place in places])
    fact = facts.DiceModified(pool, HOW_OF[op], using.use.name, places, before, after)
    using.table.note(fact, rule=using.use.rule)
    return state.with_dice(pool, tuple(dice))


HOW_OF = {
    Op.REROLL: How.REROLLED,
    Op.CHANGE: How.CHANGED,
    Op.SPEND_RESULT: How.SPENT,
    Op.CANCEL_RESULT: How.CANCELED,
}


def add_results(using: Using, state: State, pool: Pool, step: XWingStep) -> State:
    """A result is added as a die of its own; it may be rerolled once like any other."""
    if step.to is None:
        return state
    amount = min(step.amount, MOST_IN_POOL - len(state.dice(pool)))
    dice: Dice = (*state.dice(pool), *[XWingDie(step.to, step.to)] * amount)
    places = tuple(range(len(dice) - amount, len(dice)))
    shown = (step.to,) * amount
    fact = facts.DiceModified(pool, How.ADDED, using.use.name, places, (), shown)
    using.table.note(fact, rule=using.use.rule)
    return state.with_dice(pool, dice)


def pay_cost(using: Using, state: State) -> State:
    """XW-7, XW-63: the whole cost; once for each die where it is by the die."""
    use = using.use
    times = len(using.dice) if use.is_cost_per_die else 1
    crits = [state.dice(use.pool)[place].face is Face.CRIT for place in using.dice]
    for part in use.cost:
        amount = part.amount * times
        elsewhere = use.held is not None and use.held.is_paid_elsewhere
        kind = part.kind
        if kind is CostKind.SUFFER_MATCHING:
            kind = CostKind.SUFFER_CRIT if any(crits) else CostKind.SUFFER_HIT
        fact = facts.CostPaid(state.ship(using.role).id, use.name, kind, amount, elsewhere)
        using.table.note(fact, rule="XW-63" if use.held else use.rule)
        if not elsewhere:
            state = take_cost(using, state, kind, amount)
    return state


def take_cost(using: Using, state: State, kind: CostKind, amount: int) -> State:
    """The state with a cost taken from the ship that pays."""
    role, ship = using.role, state.ship(using.role)
    match kind:
        case CostKind.CHARGE:
            charges = {**ship.charges, using.charges: ship.charges.get(using.charges, 0) - amount}
            return state.with_ship(role, replace(ship, charges=charges))
        case CostKind.FORCE:
            force = replace(ship.force, active=ship.force.active - amount)
            return state.with_ship(role, replace(ship, force=force))
        case CostKind.LOCK:
            target = state.ship(opponent_of(role)).id
            return state.with_ship(role, replace(ship, locks=tuple(held for held in ship.locks if held != target)))
        case CostKind.GAIN_STRESS:
            return change_tokens(state, role, Token.STRESS, amount, using.table)
        case CostKind.SUFFER_HIT | CostKind.SUFFER_CRIT:
            for _ in range(amount):
                state = suffer(using.battle, state, role, using.table, crit=kind is CostKind.SUFFER_CRIT)
            return state
        case CostKind.FLIP:
            return state.with_ship(role, without_card(ship, using.charges))
    token = Token(kind.value)
    spent = ship.with_tokens(token, -amount)
    state = state.with_ship(role, spent)
    is_first = kind is CostKind.CALCULATE and role not in state.has_spent_calculate
    return state._replace(has_spent_calculate=(*state.has_spent_calculate, role)) if is_first else state


def without_card(ship: XWingShip, card: str) -> XWingShip:
    """The ship without what the side of the card that was faceup does."""
    return replace(
        ship,
        upgrades=tuple(upgrade for upgrade in ship.upgrades if upgrade != card),
        effects=tuple(sent for sent in ship.effects if isinstance(sent, str) or sent.id != card),
    )


def _ship_of_step(using: Using, step: XWingStep) -> Role:
    return using.role if step.ship is Whose.OWN else opponent_of(using.role)


def _suffer_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = suffer(using.battle, state, _ship_of_step(using, step), using.table, crit=step.crit)
    return state


def _lose_shield_step(using: Using, state: State, step: XWingStep) -> State:
    role = _ship_of_step(using, step)
    for _ in range(min(step.amount, state.ship(role).shields.active)):
        state = lose_shield(state, role, using.table)
    return state


def _token_step(using: Using, state: State, step: XWingStep, sign: int) -> State:
    if step.token is None:
        return state
    return change_tokens(state, _ship_of_step(using, step), step.token, sign * step.amount, using.table)


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
    has = min(10, max(0, had + sign * step.amount))
    if has == had:
        return state
    fact = facts.ChargeChanged(ship.id, using.charges, abs(has - had), sign > 0)
    using.table.note(fact, rule="XW-72")
    return state.with_ship(using.role, replace(ship, charges={**ship.charges, using.charges: has}))


def _lock_step(using: Using, state: State, step: XWingStep, *, gained: bool) -> State:
    role = _ship_of_step(using, step)
    ship, target = state.ship(role), state.ship(opponent_of(role)).id
    if (target in ship.locks) is gained:
        return state
    using.table.note(facts.LockChanged(ship.id, target, gained), rule="XW-72")
    locks = (target,) if gained else tuple(held for held in ship.locks if held != target)
    return state.with_ship(role, replace(ship, locks=locks))


def _expose_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = expose_card(resolve_all_due(using.battle, state, using.table), _ship_of_step(using, step), using.table)
    return state


def _repair_step(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = repair_card(state, _ship_of_step(using, step), using.table)
    return state


def _guess_step(using: Using, state: State, _step: XWingStep) -> State:
    fact = facts.NumberGuessed(state.ship(using.role).id, using.use.name, using.amount)
    using.table.note(fact, rule=using.use.rule)
    return state._replace(guess=using.amount)


def _skip_dice_step(using: Using, state: State, _step: XWingStep) -> State:
    """XW-53: the defender suffers one hit damage, no dice are rolled and the attack counts as a hit."""
    using.table.note(facts.DiceSkipped(using.use.name), rule="XW-53")
    return state._replace(is_skipped=True, attack_hits=True, pending=(False,))


def _inflict_step(using: Using, state: State, step: XWingStep) -> State:
    """XW-53: so much hit damage, then a token for each result that remains."""
    if step.token is None:
        return state
    results = len(state.pending)
    damage = min(step.amount, results)
    tokens = results - damage
    using.table.note(facts.ResultsConverted(damage, step.token, tokens), rule="XW-53")
    state = state._replace(pending=(False,) * damage)
    return change_tokens(state, Role.DEFENDER, step.token, tokens, using.table) if tokens else state


StepAction = Callable[[Using, State, XWingStep], State]

STEP_ACTIONS: Mapping[Op, StepAction] = {
    Op.SUFFER: _suffer_step,
    Op.LOSE_SHIELD: _lose_shield_step,
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
    Op.GUESS: _guess_step,
    Op.SKIP_DICE: _skip_dice_step,
    Op.INFLICT_INSTEAD: _inflict_step,
}
"""What is done besides dice; steps that are not here are looked up where they matter."""
