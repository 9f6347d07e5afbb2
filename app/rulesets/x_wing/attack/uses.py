"""What a player may do with dice in a window: the legal modifications, each with its dice and its cost."""

from dataclasses import dataclass

from app.domain.record import Role
from app.rulesets.x_wing.attack.conditions import can_pay, can_spend_lock, condition_holds, forbids_lock, times_payable
from app.rulesets.x_wing.attack.state import Battle, InForce, State, opponent_of, owner_of
from app.rulesets.x_wing.effects import (
    DICE_OPS,
    MODIFICATIONS,
    ROLE_OF,
    CostKind,
    Face,
    Op,
    Pool,
    Window,
    XWingCost,
    XWingStep,
)
from app.rulesets.x_wing.model import DamageCard, Dice, Range0Modification, XWingDie

FOCUS, CALCULATE, FORCE, LOCK, EVADE, GAS_CLOUD = "focus", "calculate", "force", "lock", "evade", "gas-cloud"
TOKEN_USES = (LOCK, FOCUS, CALCULATE, FORCE, EVADE)
DONE = "done"

FACES_OF = {
    Pool.ATTACK: (Face.BLANK, Face.FOCUS, Face.HIT, Face.CRIT),
    Pool.DEFENSE: (Face.BLANK, Face.FOCUS, Face.EVADE),
}
"""What the dice of a pool can show, the least useful to their owner first."""

POOL_OF = {
    Window.MODIFY_ATTACK_DEFENDER: Pool.ATTACK,
    Window.MODIFY_ATTACK_ATTACKER: Pool.ATTACK,
    Window.MODIFY_DEFENSE_ATTACKER: Pool.DEFENSE,
    Window.MODIFY_DEFENSE_DEFENDER: Pool.DEFENSE,
}
OWN_WINDOW = {Pool.ATTACK: Window.MODIFY_ATTACK_ATTACKER, Pool.DEFENSE: Window.MODIFY_DEFENSE_DEFENDER}
"""The window in which the owner of a pool modifies it."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something a player may do now: `least` to `most` of the dice at `places`, the least useful to their owner first.

    Where `takes_dice` is false nobody chooses: all of them are taken, or the ability takes none.
    """

    name: str
    rule: str
    op: Op
    pool: Pool
    places: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    takes_dice: bool = False
    takes_amount: bool = False
    to: Face | None = None
    cost: tuple[XWingCost, ...] = ()
    is_cost_per_die: bool = False
    optional: bool = True
    held: InForce | None = None
    counts_as_reroll: bool = True


@dataclass(frozen=True, slots=True)
class Restriction:
    """Why something may not be used."""

    reason: str
    rule: str


def uses_in(battle: Battle, state: State, window: Window) -> tuple[Use, ...]:
    """Every modification that the player of the window may make now (XW-29, XW-75)."""
    role, pool = ROLE_OF[window], POOL_OF[window]
    found = []
    for held in battle.of(window, role):
        if held.effect.ops[0].op is Op.FORBID_MODIFICATION or restriction_on_effect(battle, state, held, window):
            continue
        use = use_of_effect(state, held, window)
        if use is not None:
            found.append(use)
    if window is OWN_WINDOW[pool]:
        uses = token_uses(battle, state, role, pool)
        found += [use for use in uses if not restriction_on_token(battle, state, pool, use.name)]
    return tuple(found)


def token_uses(battle: Battle, state: State, role: Role, pool: Pool) -> list[Use]:
    """XW-31, XW-45: what tokens, locks and Force do for the owner of the dice."""
    ship, dice = state.ship(role), state.dice(pool)
    if not dice:
        return []
    tokens = ship.tokens
    found: list[Use] = []
    to = Face.HIT if pool is Pool.ATTACK else Face.EVADE
    rule = "XW-31" if pool is Pool.ATTACK else "XW-45"
    if pool is Pool.ATTACK and state.defender.id in ship.locks and not state.is_lock_forbidden:
        found += _token_use(LOCK, rule, Op.REROLL, pool, rerollable_places(dice, pool), 10, CostKind.LOCK)
    focuses = tuple([place for place, die in enumerate(dice) if die.face is Face.FOCUS and not die.canceled])
    if focuses and tokens.focus:
        cost = (XWingCost(CostKind.FOCUS),)
        found.append(Use(FOCUS, rule, Op.CHANGE, pool, focuses, len(focuses), len(focuses), to=to, cost=cost))
    if focuses:
        found += _token_use(CALCULATE, rule, Op.CHANGE, pool, focuses, tokens.calculate, CostKind.CALCULATE, to)
        found += _token_use(FORCE, rule, Op.CHANGE, pool, focuses, ship.force.active, CostKind.FORCE, to)
    if pool is Pool.DEFENSE:
        found += _uses_of_defender(battle, state, tokens.evade)
    return found


def _uses_of_defender(battle: Battle, state: State, evades: int) -> list[Use]:
    dice, pool = state.defense_dice, Pool.DEFENSE
    missing = places_of(dice, pool, (Face.BLANK, Face.FOCUS))
    found = list(_token_use(EVADE, "XW-45", Op.CHANGE, pool, missing, evades, CostKind.EVADE, Face.EVADE))
    is_clouded = battle.options.obstructing_gas_cloud_blank_to_evade and battle.situation.obstructed
    if is_clouded and usage_key(Window.MODIFY_DEFENSE_DEFENDER, Role.DEFENDER, GAS_CLOUD) not in state.used:
        blanks = places_of(dice, pool, (Face.BLANK,))
        found += [Use(GAS_CLOUD, "XW-39", Op.CHANGE, pool, blanks, 1, 1, True, to=Face.EVADE)] if blanks else []
    return found


def _token_use(
    name: str,
    rule: str,
    op: Op,
    pool: Pool,
    places: tuple[int, ...],
    limit: int,
    kind: CostKind,
    to: Face | None = None,
) -> tuple[Use, ...]:
    most = min(limit, len(places))
    if most == 0:
        return ()
    cost = (XWingCost(kind),)
    return (Use(name, rule, op, pool, places, 1, most, True, to=to, cost=cost, is_cost_per_die=name != LOCK),)


def places_of(dice: Dice, pool: Pool, faces: tuple[Face, ...]) -> tuple[int, ...]:
    """The places of dice that show one of `faces`, the least useful to their owner first."""
    return tuple(
        [
            place
            for face in FACES_OF[pool]
            if face in faces
            for place, die in enumerate(dice)
            if die.face is face and not die.canceled
        ]
    )


def rerollable_places(dice: Dice, pool: Pool, faces: tuple[Face, ...] = (), *, again: bool = False) -> tuple[int, ...]:
    """XW-32, XW-46: the places of dice that may be rerolled; each die is rerolled at most once an attack."""
    return tuple(
        [place for place in places_of(dice, pool, faces or FACES_OF[pool]) if again or not dice[place].rerolled]
    )


def eligible_places(step: XWingStep, dice: Dice, pool: Pool) -> tuple[int, ...]:
    """The dice on which a step can act (XW-73)."""
    if step.op is Op.REROLL:
        return rerollable_places(dice, pool, step.faces, again=not step.counts_as_reroll)
    places = places_of(dice, pool, step.faces or FACES_OF[pool])
    if step.op is not Op.CHANGE:
        return places
    return tuple([place for place in places if dice[place].face is not step.to])


def use_of_effect(state: State, held: InForce, window: Window) -> Use | None:
    """The effect as a use of the window, or None where it would do nothing."""
    effect = held.effect
    step = effect.choosing()
    rule = rule_of_window(window)
    if step is None:
        return _use_without_dice(held, rule)
    pool = step.pool or POOL_OF.get(window, Pool.ATTACK)
    places = eligible_places(step, state.dice(pool), pool)
    most = min(len(places), step.up_to or len(places))
    if effect.multiplied:
        most = min(most, times_payable(held, state))
    if most == 0:
        return None
    least = most if step.exactly else 1
    takes_dice = step.up_to is not None or not step.exactly
    return Use(
        effect.id,
        rule,
        step.op,
        pool,
        places,
        least,
        most,
        takes_dice,
        to=step.to,
        cost=effect.cost,
        is_cost_per_die=effect.multiplied,
        optional=effect.optional,
        held=held,
        counts_as_reroll=step.counts_as_reroll,
    )


def _use_without_dice(held: InForce, rule: str) -> Use:
    effect, step = held.effect, held.effect.ops[0]
    takes_amount = step.op is Op.GUESS
    return Use(
        effect.id,
        rule,
        step.op,
        step.pool or POOL_OF.get(effect.window, Pool.ATTACK),
        least=1 if takes_amount else 0,
        most=6 if takes_amount else 0,
        takes_amount=takes_amount,
        to=step.to,
        cost=effect.cost,
        optional=effect.optional,
        held=held,
    )


def rule_of_window(window: Window) -> str:
    """The rule that opens a window."""
    return RULE_OF.get(window, "XW-33")


RULE_OF = {
    Window.AFTER_DECLARED: "XW-33",
    Window.ROLL_ATTACK: "XW-24",
    Window.ROLL_DEFENSE: "XW-24",
    Window.MODIFY_ATTACK_DEFENDER: "XW-28",
    Window.MODIFY_ATTACK_ATTACKER: "XW-28",
    Window.MODIFY_DEFENSE_ATTACKER: "XW-42",
    Window.MODIFY_DEFENSE_DEFENDER: "XW-42",
    Window.BEFORE_NEUTRALIZE: "XW-47",
    Window.NEUTRALIZE: "XW-49",
    Window.ON_HIT: "XW-53",
    Window.BEFORE_DAMAGE: "XW-61",
    Window.AFTER_DAMAGE: "XW-56",
    Window.AFTERMATH_DEFENDING: "XW-62",
    Window.AFTERMATH_ATTACKING: "XW-62",
    Window.AFTERMATH_BONUS_DEFENDING: "XW-62",
    Window.AFTERMATH_BONUS_ATTACKING: "XW-62",
}


def usage_key(window: Window, role: Role, name: str) -> str:
    """How a ship's used or declined ability is remembered; both ships may have one of the same name."""
    return f"{window.value}/{role.value}/{name}"


def decider_of(held: InForce) -> Role:
    """Who decides: the ship's player, but the defender where it may avoid the dice (XW-53)."""
    is_enemys = any(step.op is Op.SKIP_DICE for step in held.effect.ops)
    return opponent_of(held.role) if is_enemys else held.role


def restriction_on_effect(
    battle: Battle, state: State, held: InForce, window: Window, *, ignoring: Pool | None = None
) -> Restriction | None:
    """Why an effect may not be used now; None: it may (XW-72 … XW-75). What the dice `aside` show is left out."""
    if usage_key(window, held.role, held.effect.id) in state.used:
        return Restriction("effect-used", "XW-75")
    for step in held.effect.ops:
        restriction = _restriction_on_step(battle, state, held, step) if step.op in DICE_OPS else None
        if restriction:
            return restriction
    if not condition_holds(held, battle, state, ignoring=ignoring):
        return Restriction("condition-unmet", "XW-72")
    if forbids_lock(held) and not can_spend_lock(held, state):
        return Restriction("condition-unmet", "XW-72")
    return None if can_pay(held, state) else Restriction("cost-unpayable", "XW-63")


def _restriction_on_step(battle: Battle, state: State, held: InForce, step: XWingStep) -> Restriction | None:
    effect, pool = held.effect, step.pool or POOL_OF.get(held.effect.window, Pool.ATTACK)
    if (
        pool is Pool.DEFENSE
        and not effect.allowed_at_range_0
        and (restriction := restriction_by_range_0(battle, held.role))
    ):
        return restriction
    if step.op not in MODIFICATIONS:
        return None
    if pool is Pool.ATTACK and held.role is Role.ATTACKER:
        restriction = restriction_on_attacker(battle, state, is_allowed=effect.allowed_at_range_0)
        if restriction:
            return restriction
    return restriction_on_pool(battle, state, pool, effect.id)


def restriction_by_range_0(battle: Battle, role: Role) -> Restriction | None:
    """XW-43: at range 0 the enemy leaves the defender's dice and results alone."""
    if role is Role.ATTACKER and battle.is_range_0 and battle.options.range0_defender_protected:
        return Restriction("range0-defender-protected", "XW-43")
    return None


def restriction_on_token(battle: Battle, state: State, pool: Pool, token: str) -> Restriction | None:
    """XW-30, XW-56, XW-72: why the owner of a pool may not modify it with a token."""
    restriction = restriction_on_attacker(battle, state, token=token) if pool is Pool.ATTACK else None
    return restriction or restriction_on_pool(battle, state, pool)


def restriction_on_attacker(
    battle: Battle, state: State, *, is_allowed: bool = False, token: str = ""
) -> Restriction | None:
    """XW-30, XW-56: why the attacker may not modify its dice this way; Force by itself is the smaller exception."""
    rule0 = battle.options.range0_attacker_modification
    if battle.is_range_0 and battle.is_primary and rule0 is not Range0Modification.NORMAL:
        is_force = token == FORCE and rule0 is Range0Modification.FORCE_DEFAULT_ONLY
        if not (is_allowed or is_force):
            return Restriction("range0-no-modification", "XW-30")
    if token != FORCE and state.attacker.faceup(DamageCard.BLINDED_PILOT):
        return Restriction("blinded-pilot", "XW-56")
    return None


def restriction_on_pool(battle: Battle, state: State, pool: Pool, effect: str = "") -> Restriction | None:
    """XW-72: why nobody may modify the dice of a pool, but for the other effects of the card that forbids it."""
    for held in battle.of(OWN_WINDOW[pool], owner_of(pool)):
        is_forbidding = held.effect.ops[0].op is Op.FORBID_MODIFICATION and held.effect.id != effect
        if is_forbidding and condition_holds(held, battle, state):
            return Restriction("dice-cannot-be-modified", "XW-72")
    return None


def with_face(die: XWingDie, face: Face) -> XWingDie:
    """The die with another face."""
    return XWingDie(face, die.rolled, die.rerolled, die.canceled)
