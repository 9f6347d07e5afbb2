"""Restrictions: why a player may not use an effect or a token now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.domain.record import Role
from app.rulesets.x_wing.attack.conditions import can_pay, condition_holds
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of, role_of
from app.rulesets.x_wing.attack.weapons import has_trait
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.effects import XWingStep
from app.rulesets.x_wing.ops import DICE_OPS, LIMITING, MODIFICATIONS, Op
from app.rulesets.x_wing.options import Range0Modification
from app.rulesets.x_wing.terms import (
    CALCULATE,
    COUNTING_WINDOWS,
    ENEMY_WINDOW,
    EVADE,
    FOCUS,
    FORCE,
    LOCK,
    OWN_WINDOW,
    POOL_OF,
    ROLL_OF,
    DamageCard,
    Pool,
    Window,
)

GREEN = (FOCUS, CALCULATE, EVADE)


@dataclass(frozen=True, slots=True)
class Restriction:
    """The reason why something may not be used, and its rule."""

    reason: str
    rule: str


def restriction_on_effect(
    battle: Battle, state: State, held: InForce, *, ignoring: Pool | None = None
) -> Restriction | None:
    """Why an effect may not be used now, or None if it may (XW-72 … XW-75).

    Conditions about the dice of the pool `ignoring` count as true.
    """
    if held.keys[-1] in state.used:
        return Restriction("effect-used", "XW-75")
    restriction = _restriction_on_count(battle, state, held) if held.effect.window in COUNTING_WINDOWS else None
    if restriction:
        return restriction
    for step in held.effect.ops:
        restriction = _restriction_on_step(battle, state, held, step) if step.op in DICE_OPS else None
        if restriction:
            return restriction
    if not condition_holds(held, battle, state, ignoring=ignoring):
        return Restriction("condition-unmet", "XW-72")
    if held.effect.does(Op.FORBID_LOCK) and not state.may_spend_lock(held.role):
        return Restriction("condition-unmet", "XW-72")
    if not can_pay(held, state):
        return Restriction("cost-unpayable", "XW-63")
    return Restriction("changes-nothing", "XW-73") if _costs_in_vain(battle, state, held) else None


def _costs_in_vain(battle: Battle, state: State, held: InForce) -> bool:
    """XW-73: whether an ability would cost something and change nothing."""
    steps = held.effect.ops
    return bool(held.effect.cost and held.effect.optional) and all(
        step.op in IN_VAIN and IN_VAIN[step.op](battle, state, role_of(step.ship, held.role)) for step in steps
    )


def may_acquire_lock(battle: Battle, state: State, role: Role) -> bool:
    """XW-12: whether the ship in a role would get a lock on the other: it has none yet, and is not ionized."""
    return not state.has_lock(role) and not (state.ship(role).is_ionized and battle.options.ionized_cannot_lock)


IN_VAIN: Mapping[Op, Callable[[Battle, State, Role], bool]] = {
    Op.ACQUIRE_LOCK: lambda battle, state, role: not may_acquire_lock(battle, state, role),
    Op.RECOVER_FORCE: lambda _battle, state, role: state.ship(role).force.active == state.ship(role).force.capacity,
    Op.RECOVER_SHIELD: lambda _battle, state, role: state.ship(role).shields.active == state.ship(role).shields.max,
}
"""XW-73: where a step that an ability with a cost can have changes nothing about the ship in a role; cards say of all
others when they do something."""


def _restriction_on_count(battle: Battle, state: State, held: InForce) -> Restriction | None:
    """XW-22, XW-44, XW-73: why an ability would change nothing about the number of dice, or None; a card that has to
    be used is used all the same."""
    effect, pool = held.effect, COUNTING_WINDOWS[held.effect.window]
    if not effect.optional:
        return None
    counting = [step for step in effect.ops if step.op is Op.DICE_COUNT]
    if counting and all(is_kept_from_counting(battle, held, step.amount, pool) for step in counting):
        if pool is Pool.ATTACK:
            return Restriction("range0-no-added-dice", "XW-22")
        return Restriction("range0-defender-protected", "XW-44")
    counts_bonus = has_range_bonus(battle, state, pool) and not (pool is Pool.ATTACK and adds_no_attack_dice(battle))
    if effect.ops[0].op is Op.IGNORE_RANGE_BONUS and not counts_bonus:
        return Restriction("no-range-bonus", "XW-73")
    return None


def is_kept_from_counting(battle: Battle, held: InForce, amount: int, pool: Pool) -> bool:
    """XW-22, XW-44: whether range 0 keeps an effect from adding attack dice, or from taking defense dice away."""
    if held.effect.allowed_at_range_0:
        return False
    return (
        adds_no_attack_dice(battle) and amount > 0 if pool is Pool.ATTACK else is_protected(battle, held) and amount < 0
    )


def adds_no_attack_dice(battle: Battle) -> bool:
    """XW-22: whether nothing adds attack dice, because a primary attack is made at range 0."""
    return battle.is_range_0 and battle.is_primary and battle.options.range0_no_added_attack_dice


def is_protected(battle: Battle, held: InForce) -> bool:
    """XW-44: whether range 0 keeps this effect of the attacker from removing defense dice."""
    protects = battle.is_range_0 and battle.options.range0_defender_protected
    return protects and held.role is Role.ATTACKER and not held.effect.allowed_at_range_0


def has_range_bonus(battle: Battle, state: State, pool: Pool) -> bool:
    """XW-21, XW-38: whether the range adds a die to a pool, and no ability that was used ignores it."""
    ranges = battle.options.range_bonus_attack_ranges if pool is Pool.ATTACK else (3,)
    ignored = used_steps(battle, state, ROLL_OF[pool], Op.IGNORE_RANGE_BONUS)
    return battle.situation.attack_range in ranges and not battle.weapon.ordnance and not ignored


def used_steps(battle: Battle, state: State, window: Window, op: Op) -> list[tuple[InForce, XWingStep]]:
    """The steps with this op that belong to abilities used in the window, each with its effect."""
    in_force = battle.of(window)
    if not in_force:
        return []
    return [(held, step) for held in in_force if held.key in state.used for step in held.effect.ops if step.op is op]


def _restriction_on_step(battle: Battle, state: State, held: InForce, step: XWingStep) -> Restriction | None:
    effect, pool = held.effect, step.pool or POOL_OF.get(held.effect.window, Pool.ATTACK)
    heeds_range_0 = pool is Pool.DEFENSE and not effect.allowed_at_range_0
    restriction = restriction_by_range_0(battle, held.role) if heeds_range_0 else None
    if restriction:
        return restriction
    if step.op not in MODIFICATIONS:
        return None
    for part in held.effect.cost if owner_of(pool) is held.role and not held.is_paid_elsewhere else ():
        if restriction := restriction_on_green(battle, state, pool, part.kind):
            return restriction
    if pool is Pool.ATTACK and held.role is Role.ATTACKER:
        restriction = restriction_on_attacker(battle, state, is_allowed=effect.allowed_at_range_0)
        if restriction:
            return restriction
    return restriction_on_pool(battle, state, pool, effect.id, rerolls=step.op is Op.REROLL)


def restriction_by_range_0(battle: Battle, role: Role) -> Restriction | None:
    """XW-43: at range 0 the attacker may not act on the defender's dice and results."""
    if role is Role.ATTACKER and battle.is_range_0 and battle.options.range0_defender_protected:
        return Restriction("range0-defender-protected", "XW-43")
    return None


def restriction_on_token(battle: Battle, state: State, pool: Pool, token: str) -> Restriction | None:
    """XW-30, XW-56, XW-72: why the owner of a pool may not modify it with a token, or None."""
    if any(has_trait(state.ship(owner_of(pool)), trait) for trait in BARRING.get((pool, token), ())):
        return Restriction("dice-cannot-be-modified", "XW-72")
    restriction = restriction_on_attacker(battle, state, token=token) if pool is Pool.ATTACK else None
    return (
        restriction
        or restriction_on_pool(battle, state, pool, token, rerolls=token == LOCK)
        or restriction_on_green(battle, state, pool, token)
    )


BARRING = {
    (Pool.ATTACK, LOCK): (Trait.NO_LOCK_REROLLS,),
    (Pool.DEFENSE, FORCE): (Trait.FORCE_ONLY_ATTACKING,),
}
"""The cards that keep their own ship from spending something on the dice of a pool."""


def restriction_on_green(battle: Battle, state: State, pool: Pool, token: str) -> Restriction | None:
    """XW-72: why the owner of a pool may not spend a green token on it, because an ability forbids it, or None."""
    if token not in GREEN:
        return None
    for held in (*battle.of(OWN_WINDOW[pool]), *battle.of(ENEMY_WINDOW[pool])):
        step = held.effect.ops[0]
        is_about = step.op is Op.FORBID_TOKENS and (step.token is None or step.token == token)
        if is_about and condition_holds(held, battle, state):
            return Restriction("dice-cannot-be-modified", "XW-72")
    return None


def restriction_on_attacker(
    battle: Battle, state: State, *, is_allowed: bool = False, token: str = ""
) -> Restriction | None:
    """XW-30, XW-56: why the attacker may not modify its dice, or None.

    Force itself is exempt from Blinded Pilot and, with one option, from the rule for range 0.
    An effect with `is_allowed` is exempt from the rule for range 0.
    """
    rule0 = battle.options.range0_attacker_modification
    if battle.is_range_0 and battle.is_primary and rule0 is not Range0Modification.NORMAL:
        is_force = token == FORCE and rule0 is Range0Modification.FORCE_DEFAULT_ONLY
        ships = (state.attacker, state.defender)
        is_focus = token == FOCUS and any(has_trait(ship, Trait.FOCUS_AT_RANGE_0) for ship in ships)
        if not (is_allowed or is_force or is_focus):
            return Restriction("range0-no-modification", "XW-30")
    if token != FORCE and state.attacker.faceup(DamageCard.BLINDED_PILOT):
        return Restriction("blinded-pilot", "XW-56")
    return None


def limits_on(battle: Battle, state: State, pool: Pool) -> tuple[Op, ...]:
    """XW-72: the steps of the enemy that let the owner of a pool modify one die of a kind, and no more."""
    return tuple(
        held.effect.ops[0].op
        for held in battle.of(ENEMY_WINDOW[pool])
        if held.effect.ops[0].op in LIMITING and condition_holds(held, battle, state)
    )


def restriction_on_pool(
    battle: Battle, state: State, pool: Pool, effect: str = "", *, rerolls: bool = False
) -> Restriction | None:
    """XW-72: why nobody may modify the dice of a pool, or None; `effect` is the id of what is used.

    The card that forbids modification may itself modify the dice, and one allows the lock.
    """
    for held in (*battle.of(OWN_WINDOW[pool]), *battle.of(ENEMY_WINDOW[pool])):
        op = held.effect.ops[0].op
        is_about = op is Op.FORBID_MODIFICATION or (rerolls and op is Op.FORBID_REROLLS)
        is_forbidding = is_about and held.effect.id != effect
        is_allowed = effect == LOCK and card_of(held.effect.card).has(Trait.LOCK_ALLOWED)
        if is_forbidding and not is_allowed and condition_holds(held, battle, state):
            return Restriction("dice-cannot-be-modified", "XW-72")
    return None
