"""What the situation of an attack alone decides: every refusal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.domain.errors import Fact, IllegalSituation, LimitExceeded
from app.rulesets.x_wing.attack.state import Battle, InForce, battle_of, charges_of
from app.rulesets.x_wing.attack.uses import FACES_OF, POOL_OF
from app.rulesets.x_wing.cards.registry import CARDS, FRIENDLY_ABILITIES, suggestion
from app.rulesets.x_wing.effects import (
    CHOOSING,
    COUNTING_OPS,
    COUNTING_WINDOWS,
    DICE_OPS,
    DICE_WINDOWS,
    ONLY_IN,
    Arc,
    CostKind,
    Op,
    Pool,
    Token,
    Window,
    XWingEffect,
    XWingStep,
)
from app.rulesets.x_wing.model import (
    MOST_IN_POOL,
    Requirement,
    Size,
    WeaponKind,
    XWingAttack,
    XWingOptions,
    XWingShip,
    XWingWeapon,
)

MOST_DICE_IN_ODDS = 6


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an attack may not be made; `place` is the path to what is wrong."""

    reason: str
    rule: str
    place: tuple[str | int, ...] = ()
    params: Mapping[str, Fact] = field(default_factory=dict)


def prepare(situation: XWingAttack, options: XWingOptions) -> None:
    """Raise IllegalSituation unless the attack may be made (XW-1 … XW-16)."""
    fault = fault_in(situation, options)
    if fault is not None:
        raise IllegalSituation(fault.reason, fault.rule, *fault.place, **fault.params)


def fault_in(situation: XWingAttack, options: XWingOptions, *, waives: bool = False) -> Fault | None:
    """The first reason why the attack may not be made; `waives` lets the weapon's requirement pass."""
    for fault in _unknown_cards(situation):
        return fault
    battle = battle_of(situation, options)
    checks = (
        _ship_faults(situation, options),
        _arc_faults(situation),
        _attacker_faults(battle),
        _weapon_faults(battle, waives=waives),
    )
    return next((fault for check in checks for fault in check), None)


def price(situation: XWingAttack, options: XWingOptions) -> None:
    """Raise LimitExceeded where a roll could have more than six dice, or a pool be twice as large (XW-20)."""
    battle = battle_of(situation, options)
    if any(most_added(battle, pool, Op.ADD_RESULT) > MOST_DICE_IN_ODDS for pool in Pool):
        raise LimitExceeded("too-many-dice", "XW-20", limit=2 * MOST_DICE_IN_ODDS)
    most = MOST_IN_POOL if options.max_dice is None else options.max_dice
    if any(min(most, most_rolled(battle, pool)) > MOST_DICE_IN_ODDS for pool in Pool):
        raise LimitExceeded("too-many-dice", "XW-20", limit=MOST_DICE_IN_ODDS)


def most_rolled(battle: Battle, pool: Pool) -> int:
    """The most dice that may be rolled, but for the limit of the rules (XW-18, XW-35)."""
    situation, steps = battle.situation, [step for held in all_effects(battle) for step in held.effect.ops]
    if pool is Pool.ATTACK:
        value = (battle.weapon.value or 0) + (situation.attack_range in battle.options.range_bonus_attack_ranges)
    else:
        is_cloaked = situation.defender.tokens.cloak or any(step.token is Token.CLOAK for step in steps)
        value = situation.defender.agility + (situation.attack_range == 3) + situation.obstructed + 2 * bool(is_cloaked)
    least = [step.at_least or 0 for step in steps if step.op is Op.DICE_LIMIT]
    return max(value + most_added(battle, pool, Op.DICE_COUNT), *least, 0)


def most_added(battle: Battle, pool: Pool, op: Op) -> int:
    """The most dice that steps of a kind may add to a pool."""
    steps = [(held.effect, step) for held in all_effects(battle) for step in held.effect.ops if step.op is op]
    here = [step for effect, step in steps if (step.pool or POOL_OF.get(effect.window)) is pool]
    return sum(max(0, step.amount) for step in here)


def all_effects(battle: Battle) -> list[InForce]:
    """Every effect in force."""
    return [held for effects in battle.effects.values() for held in effects]


def _ships(situation: XWingAttack) -> tuple[tuple[str, XWingShip], ...]:
    return (("attacker", situation.attacker), ("defender", situation.defender))


def _unknown_cards(situation: XWingAttack) -> Iterator[Fault]:
    """XW-72: cards and abilities that are not in the catalogue, with the nearest that is."""
    for role, ship in _ships(situation):
        if ship.pilot is not None and f"pilot:{ship.pilot}" not in CARDS:
            yield _unknown_card(ship.pilot, (role, "pilot"), "pilot:")
        for n, upgrade in enumerate(ship.upgrades):
            if f"upgrade:{upgrade}" not in CARDS:
                yield _unknown_card(upgrade, (role, "upgrades", n), "upgrade:")
            if upgrade in ship.upgrades[:n]:
                yield Fault("card-sent-twice", "XW-72", (role, "upgrades", n), {"card": upgrade})
        yield from _effect_faults(role, ship)
    weapon = situation.weapon.upgrade
    if weapon is not None and getattr(CARDS.get(f"upgrade:{weapon}"), "weapon", None) is None:
        yield _unknown_card(weapon, ("weapon", "upgrade"), "upgrade:")


def _unknown_card(sent: str, place: tuple[str | int, ...], prefix: str = "") -> Fault:
    return Fault("unknown-card", "XW-72", place, {"card": sent, "suggestion": suggestion(sent, prefix)})


def _effect_faults(role: str, ship: XWingShip) -> Iterator[Fault]:
    names = [f"pilot:{ship.pilot}", *(f"upgrade:{upgrade}" for upgrade in ship.upgrades)]
    seen: tuple[str, ...] = tuple(names)
    for n, sent in enumerate(ship.effects):
        place = (role, "effects", n)
        if isinstance(sent, str):
            if sent not in CARDS:
                yield _unknown_card(sent, place)
            elif sent not in FRIENDLY_ABILITIES and not sent.startswith("ship:"):
                yield Fault("no-friends-ability", "XW-74", place, {"card": sent})
            if sent in seen:
                yield Fault("card-sent-twice", "XW-72", place, {"card": sent})
            seen = (*seen, sent)
            continue
        if sent.id in CARDS or sent.id in RESERVED_NAMES:
            yield Fault("name-taken", "XW-72", (*place, "id"), {"card": sent.id})
        if any(isinstance(one, XWingEffect) and (one.id, one.window) == (sent.id, sent.window)
               for one in ship.effects[:n]):  # fmt: skip
            yield Fault("card-sent-twice", "XW-72", place, {"card": sent.id})
        for m, step in enumerate(sent.ops):
            yield from _step_faults(sent, step, (*place, "ops", m))
        if sum(step.op in CHOOSING for step in sent.ops) > 1:
            yield Fault("bad-effect", "XW-29", (*place, "ops"), {"effect": sent.id})


RESERVED_NAMES = ("done", "pass", "focus", "calculate", "force", "lock", "evade", "gas-cloud")


def _step_faults(effect: XWingEffect, step: XWingStep, place: tuple[str | int, ...]) -> Iterator[Fault]:
    """XW-29: steps that say too little, do not fit their window, or speak of faces that the dice do not have."""
    pool = step.pool or POOL_OF.get(effect.window)
    dice = (*DICE_OPS, Op.DICE_COUNT, Op.DICE_LIMIT)
    tokens = (Op.GAIN_TOKEN, Op.REMOVE_TOKEN, Op.INFLICT_INSTEAD)
    needs_face = step.op in (Op.CHANGE, Op.ADD_RESULT) and step.to is None
    if (step.op in dice and pool is None) or (step.op in tokens and step.token is None) or needs_face:
        yield Fault("bad-effect", "XW-29", place, {"effect": effect.id})
    elif pool is not None:
        for face in (*step.faces, *((step.to,) if step.to is not None else ())):
            if face not in FACES_OF[pool]:
                yield Fault("invalid-face", "XW-29", place, {"face": face.value, "pool": pool.value})
    if step.amount < 0 and step.op is not Op.DICE_COUNT:
        yield Fault("bad-effect", "XW-29", place, {"effect": effect.id})
    if not step_fits_window(effect, step, pool):
        yield Fault("bad-effect", "XW-29", place, {"effect": effect.id})


def step_fits_window(effect: XWingEffect, step: XWingStep, pool: Pool | None) -> bool:
    """XW-29: whether the window of an effect is one in which the step means something."""
    window = effect.window
    if step.op is Op.FORBID_MODIFICATION and len(effect.ops) > 1:
        return False
    if step.op in COUNTING_OPS:
        return window in COUNTING_WINDOWS and step.pool in (None, COUNTING_WINDOWS[window])
    if step.op in DICE_OPS:
        return pool is not None and window in DICE_WINDOWS[pool] and POOL_OF.get(window, pool) is pool
    return window in ONLY_IN.get(step.op, (window,))


def _ship_faults(situation: XWingAttack, options: XWingOptions) -> Iterator[Fault]:
    if situation.attacker.id == situation.defender.id:
        yield Fault("invalid-defender", "XW-6", ("defender", "id"))
    for role, ship in _ships(situation):
        if ship.size is Size.HUGE:
            yield Fault("unsupported", "XW-1", (role, "size"))
        if ship.shields.active > ship.shields.max:
            yield Fault("invalid-stat", "XW-56", (role, "shields", "active"))
        if ship.force.active > ship.force.capacity:
            yield Fault("invalid-stat", "XW-73", (role, "force", "active"))
        for n, held in enumerate(ship.damage_cards):
            if held.faceup and held.card is None:
                yield Fault("invalid-stat", "XW-56", (role, "damage_cards", n))
        yield from _lock_faults(role, ship, options)
    if situation.defender.is_destroyed:
        yield Fault("invalid-defender", "XW-6", ("defender", "damage_cards"))


def _lock_faults(role: str, ship: XWingShip, options: XWingOptions) -> Iterator[Fault]:
    """XW-12: a ship has one lock at most, never on itself, and none while it is ionized."""
    is_ionized = options.ionized_cannot_lock and ship.tokens.ion >= ship.size.threshold
    if ship.id in ship.locks or len(ship.locks) > 1 or (ship.locks and is_ionized):
        yield Fault("lock-invalid", "XW-12", (role, "locks"))


ARC_INSIDE_ARC = ((Arc.BULLSEYE, Arc.FRONT), (Arc.FRONT, Arc.FULL_FRONT), (Arc.REAR, Arc.FULL_REAR))


def _arc_faults(situation: XWingAttack) -> Iterator[Fault]:
    """XW-8, XW-50: arcs that contradict each other."""
    sent = (("defender_in_arcs", situation.defender_in_arcs), ("attacker_in_arcs", situation.attacker_in_arcs))
    for name, arcs in sent:
        if Arc.BULLSEYE in arcs and Arc.FRONT not in arcs:
            yield Fault("invalid-arcs", "XW-8", (name,))
        halves = [arc for arc in (Arc.FULL_FRONT, Arc.FULL_REAR) if arc in arcs]
        for inner, outer in ARC_INSIDE_ARC[1:]:
            if inner in arcs and halves and outer not in arcs:
                yield Fault("invalid-arcs", "XW-50", (name,))


def _attacker_faults(battle: Battle) -> Iterator[Fault]:
    """XW-16: what keeps a ship from attacking."""
    situation, options = battle.situation, battle.options
    tokens = situation.attacker.tokens
    for token in (Token.DISARM, Token.CLOAK):
        if tokens.count(token):
            place = ("attacker", "tokens", token.field)
            yield Fault("cannot-attack", "XW-16", place, {"because": token.value})
    obstacle = situation.at_obstacle
    if obstacle is not None and obstacle in options.no_attack_at_range0_of:
        yield Fault("cannot-attack", "XW-16", ("at_obstacle",), {"because": obstacle.value})


def _weapon_faults(battle: Battle, *, waives: bool) -> Iterator[Fault]:
    """XW-5 … XW-15: the weapon's arc, range, requirement and cost."""
    situation, weapon = battle.situation, battle.weapon
    yield from _card_faults(situation, weapon)
    if weapon.value is None:
        yield Fault("weapon-requirement", "XW-5", ("weapon", "value"))
    if weapon.arc not in situation.defender_in_arcs:
        yield Fault("weapon-requirement", "XW-8", ("defender_in_arcs",), {"arc": weapon.arc.value})
    yield from _range_faults(battle)
    is_waived = waives or battle.has_step(Window.AFTER_DECLARED, Op.WAIVE_REQUIREMENT)
    if weapon.requires is not None and not is_waived and not _meets(situation, weapon.requires):
        yield Fault("requirement-unmet", "XW-12", ("weapon", "requires"), {"requires": weapon.requires.value})
    for kind, amount in sorted(weapon.cost.items()):
        if kind in COSTS_OF_ABILITIES_ONLY or payable_for_weapon(situation, weapon, kind) < amount:
            yield Fault("cost-unpayable", "XW-7", ("weapon", "cost"), {"cost": kind.value, "amount": amount})


def _card_faults(situation: XWingAttack, weapon: XWingWeapon) -> Iterator[Fault]:
    """XW-5, XW-64: a weapon that is known is the ship's own, sent by its id, and in a bonus attack the first."""
    if weapon.upgrade is None:
        return
    if weapon.upgrade not in situation.attacker.upgrades:
        yield Fault("weapon-requirement", "XW-5", ("weapon", "upgrade"), {"weapon": weapon.upgrade})
    if situation.weapon != XWingWeapon(weapon.upgrade):
        yield Fault("weapon-is-known", "XW-5", ("weapon",), {"weapon": weapon.upgrade})
    if CARDS[f"upgrade:{weapon.upgrade}"].is_bonus and situation.attacker.bonus_attack_used:
        yield Fault("bonus-attack-used", "XW-64", ("attacker", "bonus_attack_used"))


COSTS_OF_ABILITIES_ONLY = (
    CostKind.GAIN_STRESS,
    CostKind.SUFFER_HIT,
    CostKind.SUFFER_CRIT,
    CostKind.SUFFER_MATCHING,
    CostKind.FLIP,
)
"""What only abilities cost."""


def payable_for_weapon(situation: XWingAttack, weapon: XWingWeapon, kind: CostKind) -> int:
    """How much of a weapon's cost the attacker could pay; the lock is one on the defender."""
    ship = situation.attacker
    if kind is CostKind.CHARGE:
        return ship.charges.get(charges_of(weapon), 0)
    if kind is CostKind.FORCE:
        return ship.force.active
    if kind is CostKind.LOCK:
        return int(situation.defender.id in ship.locks)
    return ship.tokens.count(Token(kind.value))


def _range_faults(battle: Battle) -> Iterator[Fault]:
    """XW-10, XW-12, XW-13: the attack range that the weapon and touching ships allow."""
    situation, options, weapon = battle.situation, battle.options, battle.weapon
    shortest = weapon.min_range
    if weapon.kind is WeaponKind.PRIMARY:
        shortest = max(shortest, options.primary_range_min)
    params: Mapping[str, Fact] = {"least": shortest, "most": weapon.max_range}
    if not shortest <= situation.attack_range <= weapon.max_range:
        yield Fault("weapon-requirement", "XW-10" if battle.is_primary else "XW-12", ("attack_range",), params)
    if situation.touching and (shortest > 0 or (options.touching_means_attack_range_0 and situation.attack_range > 0)):
        yield Fault("weapon-requirement", "XW-13", ("touching",), params)


def _meets(situation: XWingAttack, requires: Requirement) -> bool:
    """XW-12: whether the attacker has what the weapon requires."""
    if requires is Requirement.LOCK:
        return situation.defender.id in situation.attacker.locks
    return situation.attacker.tokens.count(Token(requires.value)) > 0
