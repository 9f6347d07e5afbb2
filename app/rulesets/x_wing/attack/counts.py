"""How many dice are rolled: values, everything that adds or takes dice, limits (XW-18 … XW-27, XW-35 … XW-41)."""

from dataclasses import dataclass

from app.domain.dice import Faces
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import gain
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, Battle, InForce, State
from app.rulesets.x_wing.attack.steps import DIE_OF, FACE_OF
from app.rulesets.x_wing.attack.uses import mark
from app.rulesets.x_wing.attack.windows import onward
from app.rulesets.x_wing.effects import Face, Op, Pool, Token, Window, XWingStep
from app.rulesets.x_wing.model import MOST_IN_POOL, DamageCard, Dice, XWingDie


@dataclass(frozen=True, slots=True)
class Delta:
    """Something that makes for more or fewer dice; at range 0 it may be kept from doing so."""

    because: str
    amount: int
    rule: str
    is_kept_off: bool = False


def used_steps(battle: Battle, state: State, window: Window, op: Op) -> list[tuple[InForce, XWingStep]]:
    """The steps of a kind that abilities used in the window have."""
    return [
        (held, step)
        for held in battle.of(window)
        if mark(window, held.role, held.effect.id) in state.used
        for step in held.effect.ops
        if step.op is op
    ]


def attack_deltas(battle: Battle, state: State) -> list[Delta]:
    """XW-18, XW-21 … XW-23: what adds attack dice and what takes them, in any order."""
    options, window = battle.options, Window.ROLL_ATTACK
    is_shut = battle.is_range_0 and battle.is_primary and options.range0_no_added_attack_dice
    found = []
    is_ignored = bool(used_steps(battle, state, window, Op.IGNORE_RANGE_BONUS))
    in_bonus = battle.situation.attack_range in options.range_bonus_attack_ranges
    if in_bonus and not battle.weapon.ordnance and not is_ignored:
        found.append(Delta("range-bonus", 1, "XW-21", is_shut))
    for held, step in used_steps(battle, state, window, Op.DICE_COUNT):
        kept_off = is_shut and step.amount > 0 and not held.effect.allowed_at_range_0
        found.append(Delta(held.effect.id, step.amount, "XW-18", kept_off))
    if state.attacker.tokens.deplete:
        found.append(Delta("deplete", -1, "XW-23"))
    failures = state.attacker.faceup(DamageCard.WEAPONS_FAILURE)
    return [*found, Delta(DamageCard.WEAPONS_FAILURE, -failures, "XW-56")] if failures else found


def defense_deltas(battle: Battle, state: State) -> list[Delta]:
    """XW-35, XW-38 … XW-41, XW-44: what adds defense dice and what takes them, in any order."""
    situation, window, ship = battle.situation, Window.ROLL_DEFENSE, state.defender
    found = []
    is_ignored = bool(used_steps(battle, state, window, Op.IGNORE_RANGE_BONUS))
    if situation.attack_range == 3 and not battle.weapon.ordnance and not is_ignored:
        found.append(Delta("range-bonus", 1, "XW-38"))
    if situation.obstructed and not situation.ignores_obstacles:
        found.append(Delta("obstructed", 1, "XW-39"))
    if ship.tokens.cloak:
        found.append(Delta("cloak", 2, "XW-35"))
    for held, step in used_steps(battle, state, window, Op.DICE_COUNT):
        kept_off = is_kept_off(battle, held) and step.amount < 0
        found.append(Delta(held.effect.id, step.amount, "XW-35", kept_off))
    if ship.tokens.strain:
        found.append(Delta("strain", -1, "XW-40"))
    if ship.tokens.tractor >= ship.size.threshold:
        found.append(Delta("tractor", -1, "XW-41"))
    damages = ship.faceup(DamageCard.STRUCTURAL_DAMAGE)
    return [*found, Delta(DamageCard.STRUCTURAL_DAMAGE, -damages, "XW-56")] if damages else found


def is_kept_off(battle: Battle, held: InForce) -> bool:
    """XW-44: at range 0 no enemy takes defense dice."""
    is_protected = battle.is_range_0 and battle.options.range0_defender_protected
    return is_protected and held.role is ATTACKER and not held.effect.allowed_at_range_0


def limited(battle: Battle, state: State, window: Window, count: int) -> int:
    """XW-19, XW-36: the largest minimum, then the smallest maximum, which wins; then 0 and the most dice."""
    most = MOST_IN_POOL if battle.options.max_dice is None else battle.options.max_dice
    lows, highs = [count], [most]
    results = sum(1 for die in state.attack_dice if die.face in (Face.HIT, Face.CRIT) and not die.canceled)
    for held, step in used_steps(battle, state, window, Op.DICE_LIMIT):
        if window is Window.ROLL_DEFENSE and is_kept_off(battle, held):
            continue
        lows += [step.at_least] if step.at_least is not None else []
        highs += [step.at_most] if step.at_most is not None else []
        highs += [results] if step.at_most_results else []
    return max(0, min(max(lows), *highs))


def dice_to_roll(battle: Battle, state: State, pool: Pool) -> int:
    """How many dice of a pool would be rolled now."""
    if pool is Pool.ATTACK:
        value, deltas, window = battle.weapon.value or 0, attack_deltas(battle, state), Window.ROLL_ATTACK
    else:
        value, deltas, window = state.defender.agility, defense_deltas(battle, state), Window.ROLL_DEFENSE
    return limited(battle, state, window, value + sum(delta.amount for delta in deltas if not delta.is_kept_off))


def summed(deltas: list[Delta], pool: Pool, value: int, table: Table) -> int:
    """XW-18, XW-35: the value with all that counts, each told."""
    for delta in deltas:
        if delta.is_kept_off:
            rule = "XW-22" if pool is Pool.ATTACK else "XW-44"
            table.note(facts.DiceCountKept(pool, delta.because, delta.amount), rule=rule)
        else:
            table.note(facts.DiceCountChanged(pool, delta.because, delta.amount), rule=delta.rule)
    return value + sum(delta.amount for delta in deltas if not delta.is_kept_off)


def roll_attack_dice(battle: Battle, state: State, table: Table) -> State:
    """XW-17 … XW-26: the attacking player counts and rolls; a depleted ship then removes one deplete token."""
    value = battle.weapon.value or 0
    total = summed(attack_deltas(battle, state), Pool.ATTACK, value, table)
    count = limited(battle, state, Window.ROLL_ATTACK, total)
    table.note(facts.DiceCounted(Pool.ATTACK, value, total, count), rule="XW-20")
    if state.attacker.tokens.deplete:
        state = gain(state, ATTACKER, Token.DEPLETE, -1, table)
    faces = table.roll(DIE_OF[Pool.ATTACK], count, by=ATTACKER, rule="XW-18")
    return onward(state._replace(attack_dice=fresh(faces)))


def roll_defense_dice(battle: Battle, state: State, table: Table) -> State:
    """XW-34 … XW-41, XW-46: the defending player counts and rolls; a strained ship then removes one strain token."""
    value = state.defender.agility
    total = summed(defense_deltas(battle, state), Pool.DEFENSE, value, table)
    count = limited(battle, state, Window.ROLL_DEFENSE, total)
    table.note(facts.DiceCounted(Pool.DEFENSE, value, total, count), rule="XW-37")
    if state.defender.tokens.strain:
        state = gain(state, DEFENDER, Token.STRAIN, -1, table)
    faces = table.roll(DIE_OF[Pool.DEFENSE], count, by=DEFENDER, rule="XW-35")
    return onward(state._replace(defense_dice=fresh(faces)))


def fresh(faces: Faces) -> Dice:
    """Dice as rolled; one in a later batch is not rerolled for that (XW-26)."""
    return tuple([XWingDie(FACE_OF[face], FACE_OF[face]) for face in faces])
