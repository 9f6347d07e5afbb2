"""Reading a Position from the state of an attack."""

from app.rulesets.x_wing.attack.conditions import forbids_lock, result_conditions, times_payable
from app.rulesets.x_wing.attack.dice import count_faces
from app.rulesets.x_wing.attack.neutralize import neutralizing_of
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect, restriction_on_token
from app.rulesets.x_wing.attack.state import Battle, InForce, State, opponent_of, owner_of
from app.rulesets.x_wing.attack.use_names import CALCULATE, EVADE, FOCUS, FORCE, GAS_CLOUD, LOCK, usage_key
from app.rulesets.x_wing.effects import DICE_OPS, Atom, CostKind, Op, XWingCondition, XWingStep
from app.rulesets.x_wing.players.position import (
    ANY_FACE,
    NO_SUCH_FACE,
    DiceAbility,
    DiceCondition,
    Goal,
    Position,
    Spendable,
)
from app.rulesets.x_wing.terms import FACES_OF, OWN_WINDOW, Face, Pool

COUNTED_OPS = (Op.REROLL, Op.CHANGE, Op.ADD_RESULT)
"""The steps that a Position describes; automatic players never use others on their own dice."""

SPENDABLE_FOR = {
    CostKind.FOCUS: "focus",
    CostKind.CALCULATE: "calculate",
    CostKind.FORCE: "force",
    CostKind.EVADE: "evade",
    CostKind.LOCK: "lock",
}
ALL_DICE = 99
"""A number larger than that of all dice."""


def position_of(battle: Battle, state: State, pool: Pool) -> Position:
    """The position of a pool's owner in its own window, in this state."""
    dice, faces = state.dice(pool), FACES_OF[pool]
    fresh = tuple([sum(1 for die in dice if _is(die, face) and not die.rerolled) for face in faces])
    fixed = tuple([sum(1 for die in dice if _is(die, face) and die.rerolled) for face in faces])
    abilities = abilities_of(battle, state, pool) if battle.effects or pool is Pool.DEFENSE else ()
    return Position(fresh, fixed, spendable_of(battle, state, pool), abilities, goal_of(battle, state, pool))


def _is(die: object, face: Face) -> bool:
    return getattr(die, "face", None) is face and not getattr(die, "canceled", False)


def spendable_of(battle: Battle, state: State, pool: Pool) -> Spendable:
    """What the owner of a pool may spend on its dice."""
    ship = state.ship(owner_of(pool))
    has_lock = state.ship(opponent_of(owner_of(pool))).id in ship.locks and not state.is_lock_forbidden
    counts = (
        (FOCUS, ship.tokens.focus),
        (CALCULATE, ship.tokens.calculate),
        (FORCE, ship.force.active),
        (EVADE, ship.tokens.evade),
        (LOCK, int(has_lock)),
    )
    return Spendable(
        *[0 if count == 0 or restriction_on_token(battle, state, pool, name) else count for name, count in counts]
    )


def goal_of(battle: Battle, state: State, pool: Pool) -> Goal | None:
    """What defense dice try to cancel; None for attack dice."""
    if pool is Pool.ATTACK:
        return None
    how = neutralizing_of(battle, state)
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    return Goal(hits, crits, how.reinforce) if how.spares_crits else Goal(hits + crits, 0, how.reinforce)


def abilities_of(battle: Battle, state: State, pool: Pool) -> tuple[DiceAbility, ...]:
    """The abilities that the owner of a pool may use in its own window, if the dice show what they need."""
    window, role = OWN_WINDOW[pool], owner_of(pool)
    abilities = []
    for held in battle.of(window, role):
        step = held.effect.choosing() or next((step for step in held.effect.ops if step.op in DICE_OPS), None)
        if (
            step is None
            or step.op not in COUNTED_OPS
            or restriction_on_effect(battle, state, held, window, ignoring=pool)
        ):
            continue
        abilities.append(dice_ability_of(state, held, step, pool))
    is_clouded = battle.options.obstructing_gas_cloud_blank_to_evade and battle.situation.obstructed
    if pool is Pool.DEFENSE and is_clouded and usage_key(window, role, GAS_CLOUD) not in state.used:
        abilities.append(DiceAbility(GAS_CLOUD, Op.CHANGE, (0,), 2, 1, False, Spendable(), False, False, False, ()))
    return tuple(abilities)


def dice_ability_of(state: State, held: InForce, step: XWingStep, pool: Pool) -> DiceAbility:
    """An effect as an ability of a Position."""
    effect, faces = held.effect, FACES_OF[pool]
    price = {SPENDABLE_FOR[part.kind]: part.amount for part in effect.cost if part.kind in SPENDABLE_FOR}
    most = step.amount if step.op is Op.ADD_RESULT else step.up_to or ALL_DICE
    if effect.multiplied:
        most = min(most, times_payable(held, state))
    needs = tuple(dice_condition_of(condition, faces) for condition in result_conditions(held, pool))
    return DiceAbility(
        effect.id,
        step.op,
        tuple(place for place, face in enumerate(faces) if not step.faces or face in step.faces),
        faces.index(step.to) if step.to in faces else -1,
        most,
        step.exactly,
        Spendable() if held.is_paid_elsewhere else Spendable(**price),
        bool(effect.cost),
        not effect.optional,
        forbids_lock(held),
        needs,
    )


def dice_condition_of(condition: XWingCondition, faces: tuple[Face, ...]) -> DiceCondition:
    """A condition about results as a condition of a Position."""
    face = ANY_FACE if condition.that is Atom.RESULT_COUNT else NO_SUCH_FACE
    if condition.face is not None:
        face = faces.index(condition.face) if condition.face in faces else NO_SUCH_FACE
    return DiceCondition(
        condition.that,
        face,
        condition.at_least,
        ALL_DICE if condition.at_most is None else condition.at_most,
        condition.not_,
    )
