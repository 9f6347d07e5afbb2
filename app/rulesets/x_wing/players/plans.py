"""What the owner of dice has to work with in the own window, as the expectation counts it."""

from app.rulesets.x_wing.attack.conditions import forbids_lock, result_conditions, times_payable
from app.rulesets.x_wing.attack.neutralize import count_faces, neutralizing
from app.rulesets.x_wing.attack.state import Battle, InForce, State, other, owner_of
from app.rulesets.x_wing.attack.uses import (
    CALCULATE,
    EVADE,
    FACES,
    FOCUS,
    FORCE,
    GAS_CLOUD,
    LOCK,
    OWN_WINDOW,
    blocks_owner,
    mark,
    obstacle_to,
)
from app.rulesets.x_wing.effects import (
    DICE_OPS,
    Atom,
    CostKind,
    Face,
    Op,
    Pool,
    XWingCondition,
    XWingStep,
)
from app.rulesets.x_wing.players.position import (
    ANY,
    MISSING,
    Goal,
    Move,
    Need,
    Plan,
    Tokens,
)

PLANNED = (Op.REROLL, Op.CHANGE, Op.ADD_RESULT)
"""What a plan counts of the things that abilities do to one's own dice; no other is ever worth it."""

PRICES = {
    CostKind.FOCUS: "focus",
    CostKind.CALCULATE: "calculate",
    CostKind.FORCE: "force",
    CostKind.EVADE: "evade",
    CostKind.LOCK: "lock",
}

ALL = 99
"""More dice than there are."""


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
    has_lock = state.ship(other(owner_of(pool))).id in ship.locks and not state.is_lock_forbidden
    counts = (
        (FOCUS, ship.tokens.focus),
        (CALCULATE, ship.tokens.calculate),
        (FORCE, ship.force.active),
        (EVADE, ship.tokens.evade),
        (LOCK, int(has_lock)),
    )
    return Tokens(*[0 if count == 0 or blocks_owner(battle, state, pool, name) else count for name, count in counts])


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
        step = held.effect.choosing() or next((step for step in held.effect.ops if step.op in DICE_OPS), None)
        if step is None or step.op not in PLANNED or obstacle_to(battle, state, held, window, aside=pool):
            continue
        moves.append(move_of(state, held, step, pool))
    is_clouded = battle.options.obstructing_gas_cloud_blank_to_evade and battle.situation.obstructed
    if pool is Pool.DEFENSE and is_clouded and mark(window, role, GAS_CLOUD) not in state.used:
        moves.append(Move(GAS_CLOUD, Op.CHANGE, (0,), 2, 1, False, Tokens(), False, False, False, ()))
    return tuple(moves)


def move_of(state: State, held: InForce, step: XWingStep, pool: Pool) -> Move:
    """An effect as the expectation counts it."""
    effect, faces = held.effect, FACES[pool]
    price = {PRICES[part.kind]: part.amount for part in effect.cost if part.kind in PRICES}
    most = step.amount if step.op is Op.ADD_RESULT else step.up_to or ALL
    if effect.multiplied:
        most = min(most, times_payable(held, state))
    needs = tuple(need_of(atom, faces) for atom in result_conditions(held, pool))
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


def need_of(atom: XWingCondition, faces: tuple[Face, ...]) -> Need:
    """A condition about dice as the expectation counts it."""
    face = ANY if atom.that is Atom.RESULT_COUNT else MISSING
    if atom.face is not None:
        face = faces.index(atom.face) if atom.face in faces else MISSING
    return Need(atom.that, face, atom.at_least, ALL if atom.at_most is None else atom.at_most, atom.not_)
