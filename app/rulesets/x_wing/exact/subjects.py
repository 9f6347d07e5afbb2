"""Subjects: what ships have, or what happened to them, that a later part of an attack can look at."""

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

from app.domain.record import Role
from app.rulesets.x_wing.attack.conditions import GREEN_TOKENS, conditions_of
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, InForce, State, role_of
from app.rulesets.x_wing.effects import RESULT_ATOMS, SUFFERING, Atom, CostKind, XWingCondition
from app.rulesets.x_wing.exact.fixed import FIXED
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Token

ABOUT_CARDS = (Atom.CRITICALLY_DAMAGED, Atom.DEALT_FACEUP)
"""Conditions about damage cards by their names."""


class Subject(NamedTuple):
    """Something that a ship has, or that happened to it, and that a later part of the attack looks at."""

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
    return state.has_lock(role), state.is_lock_forbidden


def _suffered(state: State, role: Role, _name: str) -> Hashable:
    return role in state.has_suffered


def _spent_calculate(state: State, role: Role, _name: str) -> Hashable:
    return role in state.has_spent_calculate


def tokens_of(role: Role, *tokens: Token) -> tuple[Subject, ...]:
    """The numbers of tokens of a ship."""
    return tuple([Subject(_token, role, token.value) for token in tokens])


STRESS_OF_DEFENDER = tokens_of(DEFENDER, Token.STRESS)
"""What the texts of damage cards change."""


def force_of(role: Role) -> Subject:
    """The Force charges of a ship."""
    return Subject(_force, role)


def lock_of(role: Role) -> Subject:
    """The lock of a ship on the other one."""
    return Subject(_lock, role)


def is_about_lock(subject: Subject) -> bool:
    """Whether the subject is a lock."""
    return subject.read is _lock


def whole_ship(role: Role, charges: tuple[str, ...]) -> tuple[Subject, ...]:
    """Everything that a ship has, but for its damage."""
    held = [Subject(_charge, role, name) for name in charges]
    return (*tokens_of(role, *Token), force_of(role), lock_of(role), *held)


def looked_at(held: InForce) -> Iterator[Subject]:
    """What the costs, conditions and steps of an effect look at, apart from dice and the damage of ships."""
    for part in held.effect.cost:
        yield from _paid_from(part.kind, held)
    for condition in conditions_of(held):
        yield from _asked_by(condition, held)
    if any(step.op is Op.FORBID_LOCK for step in held.effect.ops):
        yield lock_of(held.role)


def _paid_from(kind: CostKind, held: InForce) -> tuple[Subject, ...]:
    match kind:
        case CostKind.CHARGE:
            return (Subject(_charge, held.role, held.charges),)
        case CostKind.FORCE:
            return (force_of(held.role),)
        case CostKind.LOCK:
            return (lock_of(held.role),)
        case CostKind.FOCUS | CostKind.CALCULATE | CostKind.EVADE | CostKind.STRESS:
            return tokens_of(held.role, Token(kind.value))
    return ()


def _asked_by(condition: XWingCondition, held: InForce) -> tuple[Subject, ...]:
    role = role_of(condition.ship, held.role)
    match condition.that:
        case Atom.HAS_TOKEN:
            return tokens_of(role, condition.token) if condition.token else ()
        case Atom.NO_GREEN_TOKENS:
            return tokens_of(role, *GREEN_TOKENS)
        case Atom.HAS_LOCK:
            return (lock_of(role),)
        case Atom.CHARGE_ACTIVE:
            return (Subject(_charge, held.role, held.charges),)
        case Atom.SUFFERED_DAMAGE:
            return (Subject(_suffered, role),)
        case Atom.SPENT_CALCULATE:
            return (Subject(_spent_calculate, held.role),)
        case Atom.REQUIREMENT_MET:
            return (lock_of(ATTACKER), *tokens_of(ATTACKER, Token.FOCUS, Token.CALCULATE))
    if condition.that in TOLD_OTHERWISE:
        return ()
    return (*whole_ship(ATTACKER, (held.charges,)), *whole_ship(DEFENDER, (held.charges,)))


TOLD_OTHERWISE = (
    *FIXED,
    *RESULT_ATOMS,
    *ABOUT_CARDS,
    Atom.SHIELDED,
    Atom.DAMAGED,
    Atom.HULL_LEFT,
    Atom.DESTROYED,
    Atom.ATTACK_HITS,
    Atom.GUESSED,
    Atom.USED,
)
"""Subjects of conditions that an attack fixes, or that are told apart by dice, damage and marks; others look at all."""


def may_hurt(held: InForce) -> bool:
    """Whether an effect, or its cost, may damage a ship or change its damage cards."""
    is_costly = any(part.kind in SUFFERING for part in held.effect.cost)
    return is_costly or any(part.op in (Op.SUFFER, Op.LOSE_SHIELD, Op.EXPOSE, Op.REPAIR) for part in held.effect.ops)
