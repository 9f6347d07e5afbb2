"""Refusals: why a situation is not a legal attack (XW-1 … XW-16)."""

from collections.abc import Iterator, Mapping
from itertools import chain

from app.domain.errors import Fact, IllegalSituation, raise_all
from app.rulesets.x_wing.attack.conditions import meets_requirement, payable_amount
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, Battle, State, battle_of, opening_state
from app.rulesets.x_wing.attack.weapons import cards_of, charges_of, has_trait, is_of_kind
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.faults import Fault
from app.rulesets.x_wing.cards.idle_effects import effects_of_other_role
from app.rulesets.x_wing.cards.refusals import _ships, _unknown_cards
from app.rulesets.x_wing.effects import CostKind
from app.rulesets.x_wing.model import Obstacle, Size, WeaponKind, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.terms import Arc, Token, Window


def prepare(situation: XWingAttack, options: XWingOptions) -> None:
    """Check the situation before the attack (XW-1 … XW-16). Raises IllegalSituation if the attack may not be made."""
    raise_all(
        IllegalSituation(fault.reason, fault.rule, *fault.place, **fault.params)
        for fault in every_fault(situation, options)
    )


def every_fault(situation: XWingAttack, options: XWingOptions) -> Iterator[Fault]:
    """Every reason why the attack may not be made, and effects in it that no ship can use."""
    return chain(faults_in(situation, options), idle_effects(situation, options))


def idle_effects(situation: XWingAttack, options: XWingOptions) -> Iterator[Fault]:
    """XW-29: effects that no ship can use, as their ship stays in its role unless the defender may attack back."""
    if not (situation.attacker.effects or situation.defender.effects):
        return
    if not battle_of(situation, options).has_step(Window.AFTERMATH_BONUS_DEFENDING, Op.BONUS_ATTACK):
        yield from effects_of_other_role(ATTACKER, situation.attacker)
        yield from effects_of_other_role(DEFENDER, situation.defender)


def faults_in(situation: XWingAttack, options: XWingOptions, *, waives: bool = False) -> Iterator[Fault]:
    """Every reason why the attack may not be made; `waives` ignores the weapon's requirement.

    With cards that are not known nothing else can be told.
    """
    is_known = True
    for fault in _unknown_cards(situation, options):
        is_known = False
        yield fault
    if not is_known:
        return
    battle = battle_of(situation, options)
    yield from _ship_faults(situation, options)
    wrong_arcs = tuple(_arc_faults(situation))
    yield from wrong_arcs
    yield from _attacker_faults(battle)
    places = [fault.place for fault in wrong_arcs]
    yield from (
        fault for fault in _weapon_faults(battle, situation.attack_range, waives=waives) if fault.place not in places
    )


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
        yield from lock_faults(role, ship, options)
    if situation.defender.is_destroyed:
        yield Fault("invalid-defender", "XW-6", ("defender", "damage_cards"))


def lock_faults(role: str, ship: XWingShip, options: XWingOptions) -> Iterator[Fault]:
    """XW-12: a ship has at most one lock, never on itself, and none while it is ionized."""
    cannot_lock = options.ionized_cannot_lock and ship.is_ionized
    if ship.id in ship.locks or len(ship.locks) > 1 or (ship.locks and cannot_lock):
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
    """XW-16: tokens and obstacles that keep a ship from attacking."""
    situation, options = battle.situation, battle.options
    tokens = situation.attacker.tokens
    for token in (Token.DISARM, Token.CLOAK):
        if tokens.count(token) and not (token is Token.DISARM and may_attack_disarmed(battle)):
            place = ("attacker", "tokens", token.field)
            yield Fault("cannot-attack", "XW-16", place, {"because": token.value})
    obstacle = situation.at_obstacle
    is_allowed = has_trait(situation.attacker, Trait.AT_OBSTACLES) or (
        obstacle is Obstacle.ASTEROID
        and not battle.is_primary
        and has_trait(situation.attacker, Trait.SPECIAL_AT_ASTEROIDS)
    )
    if obstacle is not None and obstacle in options.no_attack_at_range0_of and not is_allowed:
        yield Fault("cannot-attack", "XW-16", ("at_obstacle",), {"because": obstacle.value})


def may_attack_disarmed(battle: Battle) -> bool:
    """XW-16: whether a card lets the weapon attack despite disarm tokens, so many, and at a target so locked."""
    attacker, target = battle.situation.attacker, battle.situation.defender.id
    return any(
        is_of_kind(battle.weapon, slot)
        for card in cards_of(attacker)
        if attacker.tokens.disarm <= card.most_disarms and (target in attacker.locks or not card.has(Trait.AT_LOCKED))
        for slot in card.disarmed
    )


def _weapon_faults(battle: Battle, sent_range: int, *, waives: bool) -> Iterator[Fault]:
    """XW-5 … XW-15: the weapon's arc, range, requirement and cost."""
    situation, weapon = battle.situation, battle.weapon
    yield from _card_faults(situation, weapon)
    if battle.is_bonus and situation.attacker.bonus_attack_used:
        yield Fault("bonus-attack-used", "XW-64", ("attacker", "bonus_attack_used"))
    if weapon.value is None:
        yield Fault("weapon-requirement", "XW-5", ("weapon", "value"))
    if weapon.arc not in situation.defender_in_arcs:
        yield Fault("weapon-requirement", "XW-8", ("defender_in_arcs",), {"arc": weapon.arc.value})
    yield from _range_faults(battle, sent_range)
    if weapon.requires is not None and not waives:
        state = opening_state(battle)
        if not (meets_requirement(weapon, state) or may_waive_requirement(battle, state)):
            yield Fault("requirement-unmet", "XW-12", ("weapon", "requires"), {"requires": weapon.requires.value})
    has_lock = situation.defender.id in situation.attacker.locks
    for kind, amount in sorted(weapon.cost.items()):
        payable = payable_amount(kind, situation.attacker, charges_of(weapon), has_lock=has_lock)
        if kind in COSTS_OF_ABILITIES_ONLY or payable < amount:
            yield Fault("cost-unpayable", "XW-7", ("weapon", "cost"), {"cost": kind.value, "amount": amount})


def _card_faults(situation: XWingAttack, weapon: XWingWeapon) -> Iterator[Fault]:
    """XW-5: the upgrade is on the ship, and only its id is sent."""
    if weapon.upgrade is None:
        return
    if weapon.upgrade not in situation.attacker.upgrades:
        yield Fault("weapon-requirement", "XW-5", ("weapon", "upgrade"), {"weapon": weapon.upgrade})
    if situation.weapon != XWingWeapon(weapon.upgrade):
        yield Fault("weapon-is-known", "XW-5", ("weapon",), {"weapon": weapon.upgrade})


COSTS_OF_ABILITIES_ONLY = (
    CostKind.SHIELD,
    CostKind.STRESS,
    CostKind.GAIN_STRESS,
    CostKind.GAIN_STRAIN,
    CostKind.GAIN_DEPLETE,
    CostKind.GAIN_ION,
    CostKind.SUFFER_HIT,
    CostKind.SUFFER_CRIT,
    CostKind.SUFFER_MATCHING,
    CostKind.FLIP,
)
"""Kinds of cost that only abilities have, never weapons."""


def _range_faults(battle: Battle, sent_range: int) -> Iterator[Fault]:
    """XW-10, XW-12, XW-13: attack ranges that the weapon does not have, or that touching ships cannot be at."""
    situation, options, weapon = battle.situation, battle.options, battle.weapon
    shortest = weapon.min_range
    ships = (situation.attacker, situation.defender)
    is_near = has_trait(situation.attacker, Trait.RANGE_0_IS_1) or any(
        has_trait(ship, Trait.FOCUS_AT_RANGE_0) for ship in ships
    )
    if weapon.kind is WeaponKind.PRIMARY and not is_near:
        shortest = max(shortest, options.primary_range_min)
    params: Mapping[str, Fact] = {"least": shortest, "most": weapon.max_range}
    if not shortest <= sent_range <= weapon.max_range:
        yield Fault("weapon-requirement", "XW-10" if battle.is_primary else "XW-12", ("attack_range",), params)
    if situation.touching and (shortest > 0 or (options.touching_means_attack_range_0 and sent_range > 0)):
        yield Fault("weapon-requirement", "XW-13", ("touching",), params)


def may_waive_requirement(battle: Battle, state: State) -> bool:
    """XW-12: whether an ability that can be used now allows the attack without the weapon's requirement."""
    return any(
        restriction_on_effect(battle, state, held) is None
        for held in battle.of(Window.AFTER_DECLARED)
        if held.effect.does(Op.WAIVE_REQUIREMENT)
    )
