"""The number of dice in a roll: value, changes and limits; then the roll (XW-18 … XW-27, XW-35 … XW-41)."""

from dataclasses import dataclass
from typing import NamedTuple

from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.dice import DIE_OF, count_faces, dice_as_rolled
from app.rulesets.x_wing.attack.restrictions import (
    adds_no_attack_dice,
    has_range_bonus,
    is_kept_from_counting,
    is_protected,
    used_steps,
)
from app.rulesets.x_wing.attack.state import Battle, State, owner_of
from app.rulesets.x_wing.attack.tokens import change_tokens
from app.rulesets.x_wing.attack.windows import to_next_chapter
from app.rulesets.x_wing.model import MOST_IN_POOL
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import ROLL_OF, DamageCard, Face, Pool, Token, Window


@dataclass(frozen=True, slots=True)
class CountChange:
    """A change of the number of dice and its cause; at range 0 a change can be suppressed and does not count."""

    because: str
    amount: int
    rule: str
    is_suppressed: bool = False


def attack_dice_changes(battle: Battle, state: State) -> list[CountChange]:
    """XW-18, XW-21 … XW-23: every change of the number of attack dice; their order does not matter."""
    found = []
    if has_range_bonus(battle, state, Pool.ATTACK):
        found.append(CountChange("range-bonus", 1, "XW-21", adds_no_attack_dice(battle)))
    for held, step in used_steps(battle, state, Window.ROLL_ATTACK, Op.DICE_COUNT):
        is_suppressed = is_kept_from_counting(battle, held, step.amount, Pool.ATTACK)
        found.append(CountChange(held.effect.id, step.amount, "XW-18", is_suppressed))
    if state.attacker.tokens.deplete:
        found.append(CountChange("deplete", -1, "XW-23"))
    failures = state.attacker.faceup(DamageCard.WEAPONS_FAILURE)
    return [*found, CountChange(DamageCard.WEAPONS_FAILURE, -failures, "XW-56")] if failures else found


def defense_dice_changes(battle: Battle, state: State) -> list[CountChange]:
    """XW-35, XW-38 … XW-41, XW-44: every change of the number of defense dice; their order does not matter."""
    situation, window, ship = battle.situation, Window.ROLL_DEFENSE, state.defender
    found = []
    if has_range_bonus(battle, state, Pool.DEFENSE):
        found.append(CountChange("range-bonus", 1, "XW-38"))
    is_obstructed = situation.obstructed and not situation.ignores_obstacles
    if is_obstructed and not used_steps(battle, state, window, Op.IGNORE_OBSTACLES):
        found.append(CountChange("obstructed", 1, "XW-39"))
    if ship.tokens.cloak:
        found.append(CountChange("cloak", 2, "XW-35"))
    for held, step in used_steps(battle, state, window, Op.DICE_COUNT):
        is_suppressed = is_kept_from_counting(battle, held, step.amount, Pool.DEFENSE)
        found.append(CountChange(held.effect.id, step.amount, "XW-35", is_suppressed))
    if ship.tokens.strain:
        found.append(CountChange("strain", -1, "XW-40"))
    if ship.tokens.tractor >= ship.size.threshold:
        found.append(CountChange("tractor", -1, "XW-41"))
    damages = ship.faceup(DamageCard.STRUCTURAL_DAMAGE)
    return [*found, CountChange(DamageCard.STRUCTURAL_DAMAGE, -damages, "XW-56")] if damages else found


def within_limits(battle: Battle, state: State, pool: Pool, count: int) -> int:
    """XW-19, XW-36: `count` raised to the largest minimum, then lowered to the smallest maximum, and at least 0."""
    most = MOST_IN_POOL if battle.options.max_dice is None else battle.options.max_dice
    lows, highs = [count], [most]
    results = count_faces(state.attack_dice, Face.HIT) + count_faces(state.attack_dice, Face.CRIT)
    for held, step in used_steps(battle, state, ROLL_OF[pool], Op.DICE_LIMIT):
        if pool is Pool.DEFENSE and is_protected(battle, held):
            continue
        lows += [step.at_least] if step.at_least is not None else []
        highs += [step.at_most] if step.at_most is not None else []
        highs += [results] if step.at_most_results else []
    return max(0, min(max(lows), *highs))


def changes_of(battle: Battle, state: State, pool: Pool) -> tuple[int, list[CountChange]]:
    """XW-18, XW-35: the attack value of the weapon or the agility of the defender, and every change of it."""
    if pool is Pool.ATTACK:
        return battle.weapon.value or 0, attack_dice_changes(battle, state)
    return state.defender.agility, defense_dice_changes(battle, state)


def sum_of(value: int, changes: list[CountChange]) -> int:
    """The value with all changes that count, before limits."""
    return value + sum([change.amount for change in changes if not change.is_suppressed])


def dice_to_roll(battle: Battle, state: State, pool: Pool) -> int:
    """How many dice of a pool would be rolled in this state."""
    return within_limits(battle, state, pool, sum_of(*changes_of(battle, state, pool)))


def roll_dice(battle: Battle, state: State, pool: Pool, table: Table) -> State:
    """XW-18, XW-35: count and roll the dice of a pool; what is counted is noted, and a token that takes a die goes."""
    rules, role = RULES_OF[pool], owner_of(pool)
    value, changes = changes_of(battle, state, pool)
    for change in changes:
        if change.is_suppressed:
            table.note(facts.DiceCountKept(pool, change.because, change.amount), rule=rules.kept)
        else:
            table.note(facts.DiceCountChanged(pool, change.because, change.amount), rule=change.rule)
    total = sum_of(value, changes)
    count = within_limits(battle, state, pool, total)
    table.note(facts.DiceCounted(pool, value, total, count), rule=rules.counted)
    if state.ship(role).tokens.count(rules.token):
        state = change_tokens(battle, state, role, rules.token, -1, table)
    faces = table.roll(DIE_OF[pool], count, by=role, rule=rules.rolled)
    return to_next_chapter(state.with_dice(pool, dice_as_rolled(faces)))


class Rules(NamedTuple):
    """The rules of a roll: changes that do not count, limits, the roll; and the token that takes a die and goes."""

    kept: str
    counted: str
    rolled: str
    token: Token


RULES_OF = {
    Pool.ATTACK: Rules("XW-22", "XW-20", "XW-18", Token.DEPLETE),
    Pool.DEFENSE: Rules("XW-44", "XW-37", "XW-35", Token.STRAIN),
}


def roll_attack_dice(battle: Battle, state: State, table: Table) -> State:
    """XW-17 … XW-26: the attacker counts and rolls its dice; a depleted ship then removes one deplete token."""
    return roll_dice(battle, state, Pool.ATTACK, table)


def roll_defense_dice(battle: Battle, state: State, table: Table) -> State:
    """XW-34 … XW-41, XW-46: the defender counts and rolls its dice; a strained ship then removes one strain token."""
    return roll_dice(battle, state, Pool.DEFENSE, table)
