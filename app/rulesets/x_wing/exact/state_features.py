"""Features of the state that a later effect of an attack reads: what a ship has, or what happened to it."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import NamedTuple

from app.domain.record import Role
from app.rulesets.x_wing.attack.conditions import FIXED, conditions_of, looks_at_dice
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, InForce, State, role_of
from app.rulesets.x_wing.effects import RESULT_ATOMS, SUFFERING, Atom, CostKind, XWingCondition, XWingStep
from app.rulesets.x_wing.ops import Each, Op
from app.rulesets.x_wing.terms import GREEN_TOKENS, ORANGE_TOKENS, RED_TOKENS, Face, Pool, Token, usage_key

ABOUT_CARDS = (Atom.CRITICALLY_DAMAGED, Atom.DEALT_FACEUP)
"""Conditions about damage cards by their names."""


class StateFeature(NamedTuple):
    """A part of the state that a later effect reads: something that a ship has, or that happened to it."""

    read: Callable[[State, Role, str], Hashable]
    role: Role
    name: str = ""


def _token(state: State, role: Role, name: str) -> Hashable:
    return state.ship(role).tokens.count(Token(name))


def _force(state: State, role: Role, _name: str) -> Hashable:
    return state.ship(role).force.active


def _charge(state: State, role: Role, name: str) -> Hashable:
    return state.ship(role).charges.get(name, 0)


def _lock(state: State, role: Role, _name: str) -> Hashable:
    has_lock = state.has_lock(role)
    return has_lock, state.is_lock_forbidden, state.ship(role).tokens.ion if has_lock else 0


def _suffered(state: State, role: Role, _name: str) -> Hashable:
    return state.suffered.count(role)


def _spent(state: State, role: Role, name: str) -> Hashable:
    return state.has_spent(role, Token(name))


def _rerolled(state: State, _role: Role, _name: str) -> Hashable:
    return state.rerolled_last


def _paid_by_friend(state: State, role: Role, name: str) -> Hashable:
    return state.paid_by_friends.count((role, name))


def _modified(state: State, _role: Role, _name: str) -> Hashable:
    return state.is_modified


def tokens_of(role: Role, *tokens: Token) -> tuple[StateFeature, ...]:
    """The numbers of tokens of a ship."""
    return tuple([StateFeature(_token, role, token.value) for token in tokens])


STRESS_OF_DEFENDER = tokens_of(DEFENDER, Token.STRESS)
"""What the texts of damage cards change."""


def force_of(role: Role) -> StateFeature:
    """The Force charges of a ship."""
    return StateFeature(_force, role)


def lock_of(role: Role) -> StateFeature:
    """The lock of a ship on the other one."""
    return StateFeature(_lock, role)


def spent_of(role: Role, *tokens: Token) -> tuple[StateFeature, ...]:
    """Whether a ship has spent a token, of each of these kinds."""
    return tuple([StateFeature(_spent, role, token.value) for token in tokens])


def is_about_lock(subject: StateFeature) -> bool:
    """Whether the subject is a lock."""
    return subject.read is _lock


def whole_ship(role: Role, charges: tuple[str, ...]) -> tuple[StateFeature, ...]:
    """Everything that a ship has, but for its damage."""
    held = [StateFeature(_charge, role, name) for name in charges]
    return (*tokens_of(role, *Token), force_of(role), lock_of(role), *held)


def looked_at(held: InForce) -> Iterator[StateFeature]:
    """What the costs, conditions and steps of an effect look at, apart from dice and the damage of ships."""
    yield from spent_by(held)
    yield from asked_by(held)
    if held.effect.does(Op.FORBID_LOCK):
        yield lock_of(held.role)


def spent_by(held: InForce) -> Iterator[StateFeature]:
    """What the costs of an effect take from, apart from damage."""
    if held.friend_has is not None:
        yield StateFeature(_paid_by_friend, held.role, held.charges)
        return
    for part in held.effect.cost:
        yield from _paid_from(part.kind, held)


def asked_by(held: InForce) -> Iterator[StateFeature]:
    """What the conditions of an effect look at, apart from dice and the damage of ships; and what jam takes."""
    for condition in conditions_of(held):
        yield from _asked_by(condition, held)
    for step in held.effect.ops:
        yield from _jammed_by(step, role_of(step.ship, held.role))
        yield from _given_by(step, role_of(step.ship, held.role))
        if step.for_each in SUFFERED_BY:
            yield StateFeature(_suffered, SUFFERED_BY[step.for_each](held.role))


def _jammed_by(step: XWingStep, role: Role) -> tuple[StateFeature, ...]:
    """XW-78: what a step looks at because a ship is jammed: all that it can lose, or whether it loses what it gains."""
    if step.token is Token.JAM and step.op is Op.INFLICT_INSTEAD:
        role = DEFENDER
    elif not (step.token is Token.JAM and step.op is Op.GAIN_TOKEN):
        gains = step.op is Op.ACQUIRE_LOCK or (step.op is Op.GAIN_TOKEN and step.token in GREEN_TOKENS)
        return tokens_of(role, Token.JAM) if gains else ()
    return (*tokens_of(role, *GREEN_TOKENS, Token.JAM), lock_of(role))


def _given_by(step: XWingStep, role: Role) -> tuple[StateFeature, ...]:
    """XW-12, XW-73: what a step looks at that gives nothing to a ship that has it already, or that is ionized."""
    if step.op is Op.ACQUIRE_LOCK:
        return (lock_of(role), *tokens_of(role, Token.ION))
    return (force_of(role),) if step.op is Op.RECOVER_FORCE else ()


SUFFERED_BY: Mapping[Each | None, Callable[[Role], Role]] = {
    Each.OWN_DAMAGE: lambda role: role,
    Each.SUFFERED_DAMAGE: lambda _role: DEFENDER,
}
"""Whose damage the amount of a step counts, by the role of the ship that has the effect."""


def taken_by(held: InForce) -> Iterator[StateFeature]:
    """What the steps of an effect take from ships, so that it can pay to spend it before."""
    for step in held.effect.ops:
        role = role_of(step.ship, held.role)
        if step.op is Op.REMOVE_TOKEN and step.token:
            yield from tokens_of(role, step.token)
        elif step.op is Op.LOSE_FORCE:
            yield force_of(role)
        elif step.op is Op.LOSE_CHARGE:
            yield StateFeature(_charge, held.role, held.charges)
        elif step.op is Op.BREAK_LOCK:
            yield lock_of(role)


def _paid_from(kind: CostKind, held: InForce) -> tuple[StateFeature, ...]:
    match kind:
        case CostKind.CHARGE:
            return (StateFeature(_charge, held.role, held.charges),)
        case CostKind.FORCE:
            return (force_of(held.role),)
        case CostKind.LOCK:
            return (lock_of(held.role),)
        case CostKind.FOCUS | CostKind.CALCULATE | CostKind.EVADE | CostKind.STRESS:
            return tokens_of(held.role, Token(kind.value))
    return ()


OF_COLOR: Mapping[Atom, tuple[Token, ...]] = {
    Atom.NO_GREEN_TOKENS: GREEN_TOKENS,
    Atom.RED_TOKENS: RED_TOKENS,
    Atom.ORANGE_TOKENS: ORANGE_TOKENS,
}
"""The tokens that a condition about a color counts."""


def _asked_by(condition: XWingCondition, held: InForce) -> tuple[StateFeature, ...]:
    role = role_of(condition.ship, held.role)
    match condition.that:
        case Atom.HAS_TOKEN:
            return tokens_of(role, condition.token) if condition.token else ()
        case Atom.NO_GREEN_TOKENS | Atom.RED_TOKENS | Atom.ORANGE_TOKENS:
            return tokens_of(role, *OF_COLOR[condition.that])
        case Atom.MODIFIED | Atom.JUST_REROLLED:
            return (StateFeature(_modified if condition.that is Atom.MODIFIED else _rerolled, ATTACKER),)
        case Atom.HAS_LOCK:
            return (lock_of(role),)
        case Atom.CHARGE_ACTIVE:
            return (StateFeature(_charge, held.role, held.charges),)
        case Atom.SUFFERED_DAMAGE:
            return (StateFeature(_suffered, role),)
        case Atom.SPENT_CALCULATE | Atom.SPENT_GREEN:
            kinds = (Token.CALCULATE,) if condition.that is Atom.SPENT_CALCULATE else GREEN_TOKENS
            return spent_of(held.role, *kinds)
        case Atom.REQUIREMENT_MET:
            return (lock_of(ATTACKER), *tokens_of(ATTACKER, Token.FOCUS, Token.CALCULATE))
    if condition.that in TOLD_OTHERWISE:
        return ()
    return (*whole_ship(ATTACKER, (held.charges,)), *whole_ship(DEFENDER, (held.charges,)))


ABOUT_DAMAGE = (
    Atom.SHIELDED,
    Atom.DAMAGED,
    Atom.HULL_LEFT,
    Atom.DESTROYED,
    Atom.NEXT_DEALT,
    Atom.LOST,
    Atom.EXCEEDS_SHIELDS,
    Atom.SUFFERED_DAMAGE,
)
"""Conditions about what a ship has suffered, apart from the names of its damage cards."""

TOLD_OTHERWISE = (
    *FIXED,
    *RESULT_ATOMS,
    *ABOUT_CARDS,
    *ABOUT_DAMAGE,
    Atom.ATTACK_HITS,
    Atom.GUESSED,
    Atom.USED,
)
"""Subjects of conditions that an attack fixes, or that are told apart by dice, damage and marks; others look at all."""


HURTING = (
    *(
        Op.SUFFER,
        Op.ROLL_FOR_DAMAGE,
        Op.LOSE_SHIELD,
        Op.RECOVER_SHIELD,
        Op.DEAL_CARD,
        Op.DEAL_NEXT,
        Op.EXPOSE,
        Op.REPAIR,
    ),
    *(Op.DISCARD_CARDS, Op.REVEAL_CARDS),
)
"""Steps that change shields or damage cards."""


def may_hurt(held: InForce) -> bool:
    """Whether an effect, or its cost, may damage a ship or change its damage cards."""
    return held.effect.costs(*SUFFERING) or held.effect.does(*HURTING)


def looks_at_damage(held: InForce) -> bool:
    """Whether an effect looks at the damage of a ship, or may change it."""
    counts = any(step.for_each in (*SUFFERED_BY, Each.LOST_SHIELD) for step in held.effect.ops)
    return counts or may_hurt(held) or held.effect.asks(*ABOUT_CARDS, *ABOUT_DAMAGE)


def needs_tokens(held: InForce) -> bool:
    """Whether an effect depends on tokens or Force, changes their number, or adds dice on which they may be spent."""
    kinds = (CostKind.FOCUS, CostKind.CALCULATE, CostKind.EVADE, CostKind.FORCE)
    ops = (Op.ADD_RESULT, Op.ROLL_DIE, Op.GAIN_TOKEN, Op.REMOVE_TOKEN, Op.RECOVER_FORCE, Op.LOSE_FORCE)
    atoms = (
        Atom.HAS_TOKEN,
        Atom.NO_GREEN_TOKENS,
        Atom.RED_TOKENS,
        Atom.ORANGE_TOKENS,
        Atom.SPENT_CALCULATE,
        Atom.SPENT_GREEN,
        Atom.REQUIREMENT_MET,
    )
    return held.effect.costs(*kinds) or held.effect.does(*ops) or held.effect.asks(*atoms)


COUNTED_FACES = (Face.HIT, Face.CRIT, Face.EVADE)
"""The results that are compared when results are neutralized."""


def marks_of(held: InForce) -> Iterator[str]:
    """The marks of an effect, and of the uses that it asks for."""
    yield from held.keys
    for condition in conditions_of(held):
        if condition.that is Atom.USED:
            yield from (usage_key(condition.kind or "", held.role, id) for id in (held.effect.id, held.effect.card))


def depends_on_dice(held: InForce, pool: Pool) -> bool:
    """Whether an effect depends on more than the hits, crits and evades among a pool's dice."""
    return looks_at_dice(held, pool) or any(_step_depends_on_dice(step, pool) for step in held.effect.ops)


def _step_depends_on_dice(step: XWingStep, pool: Pool) -> bool:
    if step.pool not in (None, pool):
        return False
    if step.op is Op.REROLL or (step.op in (Op.CHANGE, Op.SPEND_RESULT, Op.CANCEL_RESULT) and not step.faces):
        return True
    return any(face not in COUNTED_FACES for face in step.faces)
