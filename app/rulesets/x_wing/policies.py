"""Automatic players: `exact` expects the most it can, `simple` follows habit, `none` spends nothing."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement

from app.domain.record import By, Role
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.x_wing.battle import Battle, InForce, State, owner_of
from app.rulesets.x_wing.conditions import forbids_lock, result_conditions
from app.rulesets.x_wing.effects import DICE_OPS, CostKind, Face, Op, Pool, Window, XWingStep
from app.rulesets.x_wing.expectation import (
    Act,
    Counts,
    Goal,
    Move,
    Need,
    Plan,
    Planner,
    Tokens,
    best_act,
    expected,
    is_open,
    nothing,
    rerolled,
    scale,
    stop,
)
from app.rulesets.x_wing.model import Dice
from app.rulesets.x_wing.neutralize import count_faces, neutralizing
from app.rulesets.x_wing.questions import ModifyAttackDice, ModifyDefenseDice, UseAbility, XWingUse
from app.rulesets.x_wing.uses import (
    CALCULATE,
    DONE,
    FACES,
    FOCUS,
    FORCE,
    GAS_CLOUD,
    LOCK,
    OWN_WINDOW,
    Use,
    blocks_attacker,
    obstacle_to,
)

PRICES = {
    CostKind.FOCUS: "focus",
    CostKind.CALCULATE: "calculate",
    CostKind.FORCE: "force",
    CostKind.EVADE: "evade",
    CostKind.LOCK: "lock",
}
ANY = 99
Choose = Callable[[ModifyAttackDice | ModifyDefenseDice], XWingUse]


def plan_of(battle: Battle, state: State, pool: Pool) -> Plan:
    """What the owner of a pool has to work with in the own window, from this state on."""
    dice, faces = state.dice(pool), FACES[pool]
    fresh = tuple([sum(1 for die in dice if _is(die, face) and not die.rerolled) for face in faces])
    fixed = tuple([sum(1 for die in dice if _is(die, face) and die.rerolled) for face in faces])
    moves = moves_of(battle, state, pool) if battle.effects or pool is Pool.DEFENSE else ()
    return Plan(fresh, fixed, tokens_of(battle, state, pool), moves, goal_of(battle, state, pool))


def _is(die: object, face: Face) -> bool:
    return getattr(die, "face", None) is face and not getattr(die, "canceled", False)


def tokens_of(battle: Battle, state: State, pool: Pool) -> Tokens:
    """The tokens that the owner of a pool may spend."""
    ship = state.ship(owner_of(pool))
    tokens = ship.tokens
    if pool is Pool.DEFENSE:
        return Tokens(tokens.focus, tokens.calculate, ship.force.active, tokens.evade)
    has_lock = state.defender.id in ship.locks and not state.is_lock_forbidden
    counts = ((FOCUS, tokens.focus), (CALCULATE, tokens.calculate), (FORCE, ship.force.active), (LOCK, int(has_lock)))
    open_ = [0 if count == 0 or blocks_attacker(battle, state, None, name) else count for name, count in counts]
    return Tokens(open_[0], open_[1], open_[2], 0, open_[3])


def goal_of(battle: Battle, state: State, pool: Pool) -> Goal | None:
    """What defense dice have to cancel."""
    if pool is Pool.ATTACK:
        return None
    how = neutralizing(battle, state)
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    return Goal(hits, crits, how.reinforce) if how.spares_crits else Goal(hits + crits, 0, how.reinforce)


def moves_of(battle: Battle, state: State, pool: Pool) -> tuple[Move, ...]:
    """The abilities of the owner of a pool that could be used in the own window, whatever the dice show."""
    window, role = OWN_WINDOW[pool], owner_of(pool)
    moves = []
    for held in battle.of(window, role):
        step = next((step for step in held.effect.ops if step.op in DICE_OPS), None)
        if step is not None and obstacle_to(battle, state, held, window, results=False) is None:
            moves.append(move_of(state, held, step, pool))
    is_clouded = battle.options.obstructing_gas_cloud_blank_to_evade and battle.situation.obstructed
    if pool is Pool.DEFENSE and is_clouded and f"{window.value}/{GAS_CLOUD}" not in state.used:
        moves.append(Move(GAS_CLOUD, Op.CHANGE, (0,), 2, 1, False, Tokens(), False, False, False, ()))
    return tuple(moves)


def move_of(state: State, held: InForce, step: XWingStep, pool: Pool) -> Move:
    """An effect as the expectation counts it."""
    effect, faces = held.effect, FACES[pool]
    price = {PRICES[part.kind]: part.amount for part in effect.cost if part.kind in PRICES}
    most = step.amount if step.op is Op.ADD_RESULT else step.up_to or ANY
    if effect.multiplied:
        most = min(most, state.ship(held.role).charges.get(held.charges, 0))
    needs = tuple(
        Need(
            atom.that,
            -1 if atom.face is None else faces.index(atom.face),
            atom.at_least,
            ANY if atom.at_most is None else atom.at_most,
            atom.not_,
        )
        for atom in result_conditions(held)
        if (atom.pool or pool) is pool and (atom.face is None or atom.face in faces)
    )
    return Move(
        effect.id,
        step.op,
        tuple(place for place, face in enumerate(faces) if not step.faces or face in step.faces),
        faces.index(step.to) if step.to in faces else -1,
        most,
        step.exactly,
        Tokens() if held.is_paid_elsewhere else Tokens(**price),
        bool(effect.cost),
        not effect.optional,
        forbids_lock(held),
        needs,
    )


def value(battle: Battle, state: State, pool: Pool) -> Fraction:
    """What the owner of a pool expects of it: hits and crits, or minus the results that remain."""
    plan = plan_of(battle, state, pool)
    return Fraction(expected(plan)[0], 8 ** scale(plan))


def exact(question: Question[object], _by: By) -> object:
    """An exact expectimax over the window (own dice), or over what it does to the enemy's (theirs)."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        if question.window is OWN_WINDOW[question.uses[0].pool]:
            return use_for(question, best_act(plan_of(question.battle, question.state, question.uses[0].pool)))
        return against(question)
    return ability(question)


def simple(question: Question[object], _by: By) -> object:
    """Habit: with a lock, all blanks and the focus results that cannot be converted; then convert."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        pool = question.uses[0].pool
        if question.window is not OWN_WINDOW[pool]:
            return against(question)
        plan = plan_of(question.battle, question.state, pool)
        return use_for(question, habit(plan))
    return ability(question)


def habit(plan: Plan) -> Act:
    """The next thing of habit: what must be done, free rerolls of blanks, the lock, then conversions."""
    for move in plan.moves:
        is_free_reroll = move.op is Op.REROLL and not move.is_paid and plan.fresh[0] > 0
        if is_open(plan, move) and (move.is_mandatory or is_free_reroll):
            return Act(move.name, tuple(min(n, move.most) if not face else 0 for face, n in enumerate(plan.fresh)))
    tokens = plan.tokens
    focuses = plan.fresh[1] + plan.fixed[1]
    convertible = focuses if tokens.focus else min(focuses, tokens.calculate + tokens.force)
    stuck = min(plan.fresh[1], focuses - convertible)
    if tokens.lock and plan.fresh[0] + stuck:
        return Act(LOCK, (plan.fresh[0], stuck, *[0] * (len(plan.fresh) - 2)))
    totals = tuple([a + b for a, b in zip(plan.fresh, plan.fixed, strict=True)])
    return stop(totals, tokens, plan.moves, plan.goal)[1]


def none(question: Question[object], _by: By) -> object:
    """Spends nothing; what is mandatory is done."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility):
        if question.may_stop():
            return XWingUse(DONE)
        mandatory = next(use for use in question.uses if not use.optional)
        return next(option for option in question.options() if option.use == mandatory.name)
    return next(question.options())


def use_for(question: ModifyAttackDice | ModifyDefenseDice, act: Act) -> XWingUse:
    """The choice that carries out an act, on dice that show the faces, those that were rerolled first."""
    use = next((use for use in question.uses if use.name == act.use), None)
    if use is None:
        return XWingUse(DONE) if question.may_stop() else next(question.options())
    if not use.takes_dice:
        return XWingUse(use.name)
    dice = question.state.dice(use.pool)
    by_use = sorted(use.places, key=lambda place: not dice[place].rerolled)
    places: list[int] = []
    for face, count in zip(FACES[use.pool], act.dice, strict=True):
        places += [place for place in by_use if dice[place].face is face][:count]
    return XWingUse(use.name, tuple(sorted(places)))


def against(question: ModifyAttackDice | ModifyDefenseDice) -> XWingUse:
    """The enemy's dice: rerolls that lower what the enemy expects, then free changes, always."""
    found = [choice for use in question.uses if use.op is Op.REROLL for choice in _reroll_choices(question, use)]
    if found:
        pool = question.uses[0].pool
        now = value(question.battle, question.state, pool)
        best = min(found, key=lambda choice: _after_reroll(question, choice))
        if _after_reroll(question, best) < now:
            return best
    for use in question.uses:
        if use.op is not Op.REROLL and (not use.cost or _pays_off(question, use)):
            if not use.takes_dice:
                return XWingUse(use.name)
            return XWingUse(use.name, tuple(sorted(use.places[::-1][: use.most])))
    if question.may_stop():
        return XWingUse(DONE)
    return next(question.options())


def _reroll_choices(question: ModifyAttackDice | ModifyDefenseDice, use: Use) -> list[XWingUse]:
    """Each set of faces once."""
    if not use.takes_dice:
        return [XWingUse(use.name)]
    dice, found = question.state.dice(use.pool), []
    shown = list(dict.fromkeys(dice[place].face for place in use.places))
    for count in range(use.least, use.most + 1):
        for faces in combinations_with_replacement(shown, count):
            places = _showing(use.places, dice, faces)
            if len(places) == count:
                found.append(XWingUse(use.name, places))
    return found


def _showing(places: tuple[int, ...], dice: Dice, faces: tuple[Face, ...]) -> tuple[int, ...]:
    left, found = list(faces), []
    for place in places:
        if dice[place].face in left:
            left.remove(dice[place].face)
            found.append(place)
    return tuple(sorted(found))


def _after_reroll(question: ModifyAttackDice | ModifyDefenseDice, choice: XWingUse) -> Fraction:
    """What the enemy expects after the reroll."""
    use = next(use for use in question.uses if use.name == choice.use)
    places = choice.dice if choice.dice is not None else use.places
    plan = plan_of(question.battle, question.state, use.pool)
    dice, faces = question.state.dice(use.pool), FACES[use.pool]
    taken: Counts = tuple(sum(1 for place in places if dice[place].face is face) for face in faces)
    rest = plan._replace(fresh=tuple([a - b for a, b in zip(plan.fresh, taken, strict=True)]))
    return Fraction(rerolled(rest, len(places)), 8 ** scale(plan))


def _pays_off(question: ModifyAttackDice | ModifyDefenseDice, use: Use) -> bool:
    """Whether a paid change lowers what the enemy expects."""
    if use.op is not Op.CHANGE or use.to is None:
        return False
    dice = list(question.state.dice(use.pool))
    for place in use.places[::-1][: use.most]:
        die = dice[place]
        dice[place] = type(die)(use.to, die.rolled, die.rerolled, die.canceled)
    changed = question.state.with_dice(use.pool, tuple(dice))
    return value(question.battle, changed, use.pool) < value(question.battle, question.state, use.pool)


def ability(question: Question[object]) -> object:
    """Outside the windows for dice: what is free and good is used, the rest declined; orders as listed."""
    if not isinstance(question, UseAbility):
        return next(question.options())
    for use in question.uses:
        if not use.optional or is_worth_it(question, use):
            return next(option for option in question.options() if option.use == use.name)
    return XWingUse(DONE)


def is_worth_it(question: UseAbility, use: Use) -> bool:
    """Whether `exact` uses an ability, by window."""
    battle, state, window = question.battle, question.state, question.window
    if window is Window.BEFORE_NEUTRALIZE:
        return cancels_well(question, use)
    if window is Window.BEFORE_DAMAGE:
        ship = state.defender
        return ship.shields.active == 0 and len(ship.damage_cards) + 1 == ship.hull
    if use.cost and not (use.held is not None and use.held.is_paid_elsewhere and use.op is Op.DICE_COUNT):
        return False
    if use.op is Op.REROLL:
        plan = plan_of(battle, state, use.pool)
        hurts = owner_of(use.pool) is not question.role
        after = Fraction(rerolled(plan._replace(fresh=(0,) * len(plan.fresh)), sum(plan.fresh)), 8 ** scale(plan))
        now = value(battle, state, use.pool)
        return after < now if hurts else after > now
    return window in (Window.AFTER_DECLARED, Window.ROLL_ATTACK, Window.ROLL_DEFENSE) and use.op is not Op.SKIP_DICE


def cancels_well(question: UseAbility, use: Use) -> bool:
    """XW-47: whether canceling changes how many results remain; nobody suffers damage for it unasked."""
    paying = (CostKind.SUFFER_HIT, CostKind.SUFFER_CRIT)
    if use.op is not Op.CANCEL_RESULT or any(part.kind in paying for part in use.cost):
        return False
    battle, state = question.battle, question.state
    choice = next(option for option in question.options() if option.use == use.name)
    before = remaining(battle, state)
    dice = list(state.dice(use.pool))
    for place in choice.dice if choice.dice is not None else use.places:
        die = dice[place]
        dice[place] = type(die)(die.face, die.rolled, die.rerolled, True)
    after = remaining(battle, state.with_dice(use.pool, tuple(dice)))
    return after > before if question.role is Role.ATTACKER else after < before


def remaining(battle: Battle, state: State) -> int:
    """How many results would remain uncanceled."""
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    return neutralizing(battle, state).left(hits, crits, count_faces(state.defense_dice, Face.EVADE))


POLICIES: dict[str, Policy] = {"exact": exact, "simple": simple, "none": none}

PLANNERS: dict[Policy, Planner] = {exact: best_act, simple: habit, none: nothing}
"""What the policies do with their own dice, as far as a plan tells it all."""
