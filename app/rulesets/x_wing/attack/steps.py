"""Using an ability: its cost is paid, then its steps are done in order (XW-63, section on effects)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.domain.dice import Die
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import expose, gain, lose_shield, repair, settled, suffer
from app.rulesets.x_wing.attack.state import Battle, State, other, owner_of
from app.rulesets.x_wing.attack.uses import GAS_CLOUD, Use, changed_die, eligible, mark
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
    state = pay(using, state)
    if use.held is None:
        if use.name == GAS_CLOUD:
            state = state._replace(used=(*state.used, mark(using.window, using.role, use.name)))
        return act_on_dice(using, state, use.op, use.pool, using.dice, use.to)
    effect = use.held.effect
    state = state._replace(used=(*state.used, mark(using.window, using.role, effect.id)))
    if all(step.op not in DICE_OPS for step in effect.ops):
        table.note(facts.AbilityUsed(state.ship(using.role).id, effect.id), rule=use.rule)
    chosen = effect.choosing()
    for step in effect.ops:
        state = settled(using.battle, state, table)
        if step.op in DICE_OPS:
            state = _dice_step(using, state, step, is_chosen=step is chosen)
        else:
            state = STEPS[step.op](using, state, step) if step.op in STEPS else state
    return state


def _dice_step(using: Using, state: State, step: XWingStep, *, is_chosen: bool) -> State:
    pool = step.pool or using.use.pool
    if step.op is Op.ADD_RESULT:
        return add_results(using, state, pool, step)
    places = using.dice if is_chosen else tuple(sorted(eligible(step, state.dice(pool), pool)[: step.up_to]))
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
            dice[place] = changed_die(dice[place], to)
    else:
        for place in places:
            dice[place] = replace(dice[place], canceled=True)
    after = tuple([dice[place].face for place in places])
    fact = facts.DiceModified(pool, HOW[op], using.use.name, places, before, after)
    using.table.note(fact, rule=using.use.rule)
    return state.with_dice(pool, tuple(dice))


HOW = {
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


def pay(using: Using, state: State) -> State:
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
            state = take(using, state, kind, amount)
    return state


def take(using: Using, state: State, kind: CostKind, amount: int) -> State:
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
            target = state.ship(other(role)).id
            return state.with_ship(role, replace(ship, locks=tuple(held for held in ship.locks if held != target)))
        case CostKind.GAIN_STRESS:
            return gain(state, role, Token.STRESS, amount, using.table)
        case CostKind.SUFFER_HIT | CostKind.SUFFER_CRIT:
            for _ in range(amount):
                state = suffer(using.battle, state, role, using.table, crit=kind is CostKind.SUFFER_CRIT)
            return state
        case CostKind.FLIP:
            return state.with_ship(role, flipped(ship, using.charges))
    token = Token(kind.value)
    spent = ship.with_tokens(token, -amount)
    state = state.with_ship(role, spent)
    is_first = kind is CostKind.CALCULATE and role not in state.has_spent_calculate
    return state._replace(has_spent_calculate=(*state.has_spent_calculate, role)) if is_first else state


def flipped(ship: XWingShip, card: str) -> XWingShip:
    """The ship without what the side of the card that was faceup does."""
    return replace(
        ship,
        upgrades=tuple(upgrade for upgrade in ship.upgrades if upgrade != card),
        effects=tuple(sent for sent in ship.effects if isinstance(sent, str) or sent.id != card),
    )


def _target(using: Using, step: XWingStep) -> Role:
    return using.role if step.ship is Whose.OWN else other(using.role)


def _suffer(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = suffer(using.battle, state, _target(using, step), using.table, crit=step.crit)
    return state


def _lose_shield(using: Using, state: State, step: XWingStep) -> State:
    role = _target(using, step)
    for _ in range(min(step.amount, state.ship(role).shields.active)):
        state = lose_shield(state, role, using.table)
    return state


def _token(using: Using, state: State, step: XWingStep, sign: int) -> State:
    if step.token is None:
        return state
    return gain(state, _target(using, step), step.token, sign * step.amount, using.table)


def _force(using: Using, state: State, step: XWingStep, sign: int) -> State:
    role = _target(using, step)
    ship = state.ship(role)
    active = min(ship.force.capacity, max(0, ship.force.active + sign * step.amount))
    changed = abs(active - ship.force.active)
    if not changed:
        return state
    using.table.note(facts.ForceChanged(ship.id, changed, active, sign > 0), rule="XW-72")
    return state.with_ship(role, replace(ship, force=replace(ship.force, active=active)))


def _charge(using: Using, state: State, step: XWingStep, sign: int) -> State:
    ship = state.ship(using.role)
    had = ship.charges.get(using.charges, 0)
    has = min(10, max(0, had + sign * step.amount))
    if has == had:
        return state
    fact = facts.ChargeChanged(ship.id, using.charges, abs(has - had), sign > 0)
    using.table.note(fact, rule="XW-72")
    return state.with_ship(using.role, replace(ship, charges={**ship.charges, using.charges: has}))


def _lock(using: Using, state: State, step: XWingStep, *, gained: bool) -> State:
    role = _target(using, step)
    ship, target = state.ship(role), state.ship(other(role)).id
    if (target in ship.locks) is gained:
        return state
    using.table.note(facts.LockChanged(ship.id, target, gained), rule="XW-72")
    locks = (target,) if gained else tuple(held for held in ship.locks if held != target)
    return state.with_ship(role, replace(ship, locks=locks))


def _expose(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = expose(settled(using.battle, state, using.table), _target(using, step), using.table)
    return state


def _repair(using: Using, state: State, step: XWingStep) -> State:
    for _ in range(step.amount):
        state = repair(state, _target(using, step), using.table)
    return state


def _guess(using: Using, state: State, _step: XWingStep) -> State:
    fact = facts.NumberGuessed(state.ship(using.role).id, using.use.name, using.amount)
    using.table.note(fact, rule=using.use.rule)
    return state._replace(guess=using.amount)


def _skip_dice(using: Using, state: State, _step: XWingStep) -> State:
    """XW-53: the defender suffers one hit damage, no dice are rolled and the attack counts as a hit."""
    using.table.note(facts.DiceSkipped(using.use.name), rule="XW-53")
    return state._replace(is_skipped=True, attack_hits=True, pending=(False,))


def _inflict(using: Using, state: State, step: XWingStep) -> State:
    """XW-53: so much hit damage, then a token for each result that remains."""
    if step.token is None:
        return state
    results = len(state.pending)
    damage = min(step.amount, results)
    tokens = results - damage
    using.table.note(facts.ResultsConverted(damage, step.token, tokens), rule="XW-53")
    state = state._replace(pending=(False,) * damage)
    return gain(state, Role.DEFENDER, step.token, tokens, using.table) if tokens else state


Do = Callable[[Using, State, XWingStep], State]

STEPS: Mapping[Op, Do] = {
    Op.SUFFER: _suffer,
    Op.LOSE_SHIELD: _lose_shield,
    Op.GAIN_TOKEN: lambda using, state, step: _token(using, state, step, 1),
    Op.REMOVE_TOKEN: lambda using, state, step: _token(using, state, step, -1),
    Op.RECOVER_FORCE: lambda using, state, step: _force(using, state, step, 1),
    Op.LOSE_FORCE: lambda using, state, step: _force(using, state, step, -1),
    Op.RECOVER_CHARGE: lambda using, state, step: _charge(using, state, step, 1),
    Op.LOSE_CHARGE: lambda using, state, step: _charge(using, state, step, -1),
    Op.ACQUIRE_LOCK: lambda using, state, step: _lock(using, state, step, gained=True),
    Op.BREAK_LOCK: lambda using, state, step: _lock(using, state, step, gained=False),
    Op.FORBID_LOCK: lambda _using, state, _step: state._replace(is_lock_forbidden=True),
    Op.EXPOSE: _expose,
    Op.REPAIR: _repair,
    Op.GUESS: _guess,
    Op.SKIP_DICE: _skip_dice,
    Op.INFLICT_INSTEAD: _inflict,
}
"""What is done besides dice; steps that are not here are looked up where they matter."""
