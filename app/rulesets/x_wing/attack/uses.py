"""Uses: what a player may do with dice in a window now, with the dice and the cost of each use."""

from dataclasses import dataclass

from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing.attack.conditions import times_payable
from app.rulesets.x_wing.attack.dice import eligible_places, places_of, rerollable_places
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect, restriction_on_token
from app.rulesets.x_wing.attack.state import Battle, InForce, State, opponent_of
from app.rulesets.x_wing.attack.use_names import CALCULATE, EVADE, FOCUS, FORCE, GAS_CLOUD, LOCK, usage_key
from app.rulesets.x_wing.effects import FORBIDDING, CostKind, Op, XWingCost
from app.rulesets.x_wing.terms import OWN_WINDOW, POOL_OF, ROLE_OF, Face, Pool, Window


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a player may use now, on `least` to `most` of the dice at `places`.

    Places are ordered by how useful the dice are to their owner, the least useful first. Where `takes_dice` is false,
    the player does not choose dice: the use takes all of them, or none at all.
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
class Using:
    """A use with the player's choices: the role, the dice, the number, and the window in which it is used."""

    battle: Battle
    role: Role
    use: Use
    dice: tuple[int, ...]
    amount: int
    window: Window
    table: Table

    @property
    def charges(self) -> str:
        """The key of the charges that the use costs; empty for tokens."""
        return self.use.held.charges if self.use.held else ""


def uses_in(battle: Battle, state: State, window: Window) -> tuple[Use, ...]:
    """Every modification that the player of the window may make now (XW-29, XW-75)."""
    role, pool = ROLE_OF[window], POOL_OF[window]
    found = []
    for held in battle.of(window, role):
        if held.effect.ops[0].op in FORBIDDING or restriction_on_effect(battle, state, held, window):
            continue
        use = use_of_effect(state, held, window)
        if use is not None:
            found.append(use)
    if window is OWN_WINDOW[pool]:
        uses = token_uses(battle, state, role, pool)
        found += [use for use in uses if not restriction_on_token(battle, state, pool, use.name)]
    return tuple(found)


def token_uses(battle: Battle, state: State, role: Role, pool: Pool) -> list[Use]:
    """XW-31, XW-45: the modifications that tokens, locks and Force allow the owner of the dice."""
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


def use_of_effect(state: State, held: InForce, window: Window) -> Use | None:
    """The effect as a use of the window, or None if it would have no effect."""
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
    """The rule id of the window."""
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


def decider_of(held: InForce) -> Role:
    """The role of the player who decides; the defender where the effect lets it avoid the dice (XW-53)."""
    is_enemys = any(step.op is Op.SKIP_DICE for step in held.effect.ops)
    return opponent_of(held.role) if is_enemys else held.role
