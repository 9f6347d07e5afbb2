"""Conditions of effects: whether they hold, and whether the ship can pay the cost."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, Battle, InForce, State, counted, opening_state, role_of
from app.rulesets.x_wing.attack.suffering import becomes_crit
from app.rulesets.x_wing.attack.weapons import has_trait, is_of_kind
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.printed import chassis_of, initiative_of
from app.rulesets.x_wing.effects import RESULT_ATOMS, SPENDING, Atom, CostKind, Whose, XWingCondition
from app.rulesets.x_wing.model import Requirement, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import (
    GREEN_TOKENS,
    ORANGE_TOKENS,
    PILOT_CARDS,
    RED_TOKENS,
    Face,
    Pool,
    Token,
    are_arcs,
    is_arc,
    usage_key,
)

Check = Callable[[XWingCondition, InForce, Battle, State], bool]


def condition_holds(held: InForce, battle: Battle, state: State, *, ignoring: Pool | None = None) -> bool:
    """Whether all conditions of the effect hold now; conditions about the dice of the pool `ignoring` count as true."""
    return all(
        not clause or any(_one_holds(condition, held, battle, state, ignoring) for condition in clause)
        for clause in held.effect.condition
    )


def conditions_of(held: InForce) -> list[XWingCondition]:
    """All conditions of an effect as one list."""
    return [condition for clause in held.effect.condition for condition in clause]


def is_about_results(condition: XWingCondition, pool: Pool) -> bool:
    """Whether the condition is about the results that the dice of a pool show."""
    return condition.that in RESULT_ATOMS and (condition.pool or Pool.ATTACK) is pool


def looks_at_dice(held: InForce, pool: Pool) -> bool:
    """Whether an effect has a condition about what the dice of a pool show."""
    about = [one for one in conditions_of(held) if (one.pool or Pool.ATTACK) is pool]
    return any(one.that in (*RESULT_ATOMS, Atom.GUESSED) for one in about)


def _one_holds(condition: XWingCondition, held: InForce, battle: Battle, state: State, ignoring: Pool | None) -> bool:
    if ignoring is not None and is_about_results(condition, ignoring):
        return True
    return CHECKS[condition.that](condition, held, battle, state) != condition.not_


def ship_of(whose: Whose, held: InForce, state: State) -> XWingShip:
    """The ship that a condition or a step refers to."""
    return state.ship(role_of(whose, held.role))


def _is_within(value: int, condition: XWingCondition) -> bool:
    return condition.at_least <= value and (condition.at_most is None or value <= condition.at_most)


def faces_shown(state: State, pool: Pool | None) -> tuple[Face, ...]:
    """The faces of the dice of a pool, without canceled dice."""
    return tuple(die.face for die in state.dice(pool or Pool.ATTACK) if not die.canceled)


def _has_token(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    ship = ship_of(condition.ship, held, state)
    return condition.token is not None and _is_within(ship.tokens.count(condition.token), condition)


def _has_no_green(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    tokens = ship_of(condition.ship, held, state).tokens
    return not any(tokens.count(token) for token in GREEN_TOKENS)


def _has_of(*kinds: Token) -> Check:
    """The check of how many tokens of some kinds a ship has."""

    def check(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
        tokens = ship_of(condition.ship, held, state).tokens
        return _is_within(sum(tokens.count(kind) for kind in kinds), condition)

    return check


def _has_card(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    ship = ship_of(condition.ship, held, state)
    own = (f"pilot:{ship.pilot}", *(f"upgrade:{upgrade}" for upgrade in ship.upgrades), *ship.effects)
    return condition.kind in own


def _has_initiative(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    initiative = initiative_of(ship_of(condition.ship, held, state).pilot)
    return not condition.not_ if initiative is None else _is_within(initiative, condition)


def _outranks(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    own, other = (initiative_of(ship_of(whose, held, state).pilot) for whose in (condition.ship, OTHER[condition.ship]))
    return not condition.not_ if own is None or other is None else own > other


def _has_lock(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    return state.has_lock(role_of(condition.ship, held.role))


def _has_results(condition: XWingCondition, _held: InForce, _battle: Battle, state: State) -> bool:
    faces = faces_shown(state, condition.pool)
    return _is_within(len(faces) if condition.face is None else faces.count(condition.face), condition)


def _is_dealt(condition: XWingCondition, _held: InForce, _battle: Battle, state: State) -> bool:
    traits = ["pilot" if card in PILOT_CARDS else "ship" for card in state.dealt.faceup]
    return condition.kind in (traits if condition.kind is not None else [None] * bool(traits))


def _deals_next(condition: XWingCondition, _held: InForce, _battle: Battle, state: State) -> bool:
    """XW-56: whether the next damage is a card, faceup for crit damage, and for every damage with a Hull Breach."""
    if not state.pending or state.defender.shields.active:
        return False
    is_faceup = becomes_crit(state.defender, crit=state.pending[0])
    return condition.kind == ("faceup" if is_faceup else "facedown")


def _is_larger(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    ship, other = ship_of(condition.ship, held, state), ship_of(OTHER[condition.ship], held, state)
    return ship.size.threshold > other.size.threshold


OTHER = {Whose.OWN: Whose.ENEMY, Whose.ENEMY: Whose.OWN}


def _has_suffered(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    return role_of(condition.ship, held.role) in state.suffered


def _was_used(condition: XWingCondition, held: InForce, _battle: Battle, state: State) -> bool:
    key, card = (usage_key(condition.kind or "", held.role, id) for id in (held.effect.id, held.effect.card))
    return key in state.used or (card in state.used and not any(used.startswith(f"{card}/") for used in state.used))


CHECKS: Mapping[Atom, Check] = {
    Atom.WEAPON_KIND: lambda condition, _h, battle, _s: is_of_kind(battle.weapon, condition.kind),
    Atom.WEAPON_ARC: lambda condition, _h, battle, _s: (
        condition.arc is not None and is_arc(battle.weapon.arc, condition.arc)
    ),
    Atom.ORDNANCE: lambda _a, _h, battle, _s: battle.weapon.ordnance,
    Atom.ATTACK_RANGE: lambda condition, _h, battle, _s: _is_within(battle.situation.attack_range, condition),
    Atom.DEFENDER_IN_ARC: lambda condition, _h, battle, _s: (
        condition.arc is not None and are_arcs(battle.situation.defender_in_arcs, condition.arc)
    ),
    Atom.ATTACKER_IN_ARC: lambda condition, _h, battle, _s: (
        condition.arc is not None and are_arcs(battle.situation.attacker_in_arcs, condition.arc)
    ),
    Atom.ATTACKER_IN_FIRING_ARC: lambda _a, _h, battle, _s: any(
        arc in battle.situation.attacker_in_arcs for arc in battle.firing_arcs_of_defender
    ),
    Atom.COUNTED: lambda condition, held, _b, state: _is_within(
        counted(held.effect.card, state.ship(held.role)), condition
    ),
    Atom.REQUIRES: lambda condition, _h, battle, _s: (
        battle.weapon.requires is not None and condition.kind in battle.weapon.requires.alternatives
    ),
    Atom.LOST: lambda condition, _h, _b, state: _is_within(
        state.dealt.shields if condition.kind == "shields" else state.dealt.facedown + len(state.dealt.faceup),
        condition,
    ),
    Atom.HELPED: lambda _a, held, _b, _s: held.is_a_friends,
    Atom.EXCEEDS_SHIELDS: lambda _a, _h, _b, state: len(state.pending) > state.defender.shields.active,
    Atom.CHASSIS: lambda condition, held, _b, state: (
        condition.kind == chassis_of(ship_of(condition.ship, held, state).pilot)
    ),
    Atom.CARD: _has_card,
    Atom.INITIATIVE: _has_initiative,
    Atom.OUTRANKS: _outranks,
    Atom.RED_TOKENS: _has_of(*RED_TOKENS),
    Atom.ORANGE_TOKENS: _has_of(*ORANGE_TOKENS),
    Atom.MODIFIED: lambda _a, _h, _b, state: state.is_modified,
    Atom.JUST_REROLLED: lambda _a, held, _b, state: state.rerolled_last is held.role,
    Atom.OBSTRUCTED: lambda _a, _h, battle, _s: battle.situation.obstructed,
    Atom.HAS_TOKEN: _has_token,
    Atom.NO_GREEN_TOKENS: _has_no_green,
    Atom.SHIELDED: lambda condition, held, _b, state: ship_of(condition.ship, held, state).shields.active > 0,
    Atom.DAMAGED: lambda condition, held, _b, state: _is_within(
        len(ship_of(condition.ship, held, state).damage_cards), condition
    ),
    Atom.CRITICALLY_DAMAGED: lambda condition, held, _b, state: any(
        card.faceup for card in ship_of(condition.ship, held, state).damage_cards
    ),
    Atom.HULL_LEFT: lambda condition, held, _b, state: _is_within(
        ship_of(condition.ship, held, state).hull_left, condition
    ),
    Atom.LARGER: _is_larger,
    Atom.DESTROYED: lambda condition, held, _b, state: ship_of(condition.ship, held, state).is_destroyed,
    Atom.DEALT_FACEUP: _is_dealt,
    Atom.NEXT_DEALT: _deals_next,
    Atom.HAS_LOCK: _has_lock,
    Atom.ALL_RESULTS: lambda condition, _h, _b, state: all(
        face is condition.face for face in faces_shown(state, condition.pool)
    ),
    Atom.RESULT_COUNT: _has_results,
    Atom.GUESSED: lambda condition, _h, _b, state: (
        condition.face is not None and state.guess == faces_shown(state, condition.pool).count(condition.face)
    ),
    Atom.USED: _was_used,
    Atom.CHARGE_ACTIVE: lambda _a, held, _b, state: state.ship(held.role).charges.get(held.charges, 0) > 0,
    Atom.ATTACK_HITS: lambda _a, _h, _b, state: state.attack_hits,
    Atom.SUFFERED_DAMAGE: _has_suffered,
    Atom.REQUIREMENT_MET: lambda _a, _h, battle, state: meets_requirement(battle.weapon, state),
    Atom.SPENT_GREEN: lambda _a, held, _b, state: state.has_spent(held.role, *GREEN_TOKENS),
    Atom.FORCE_FULL: lambda _a, held, _b, state: (
        state.ship(held.role).force.active == state.ship(held.role).force.capacity
    ),
    Atom.SPENT_CALCULATE: lambda _a, held, _b, state: state.has_spent(held.role, Token.CALCULATE),
}


FIXED = (
    Atom.WEAPON_KIND,
    Atom.WEAPON_ARC,
    Atom.ORDNANCE,
    Atom.ATTACK_RANGE,
    Atom.DEFENDER_IN_ARC,
    Atom.ATTACKER_IN_ARC,
    Atom.ATTACKER_IN_FIRING_ARC,
    Atom.COUNTED,
    Atom.REQUIRES,
    Atom.CHASSIS,
    Atom.CARD,
    Atom.INITIATIVE,
    Atom.OUTRANKS,
    Atom.HELPED,
    Atom.OBSTRUCTED,
    Atom.LARGER,
)
"""Subjects of conditions that the declaration of the attack decides."""


def is_ruled_out(held: InForce, battle: Battle, state: State) -> bool:
    """Whether one of the effect's lists of conditions can never hold in this attack."""
    return any(
        clause
        and all(
            condition.that in FIXED and CHECKS[condition.that](condition, held, battle, state) == condition.not_
            for condition in clause
        )
        for clause in held.effect.condition
    )


def without_idle_effects(battle: Battle) -> Battle:
    """The battle without effects that the declaration of the attack rules out."""
    nowhere = opening_state(battle)
    effects = {
        window: tuple(held for held in battle.of(window) if not is_ruled_out(held, battle, nowhere))
        for window in battle.effects
    }
    return replace(battle, effects=effects)


def meets_requirement(weapon: XWingWeapon, state: State) -> bool:
    """XW-12: whether the attacker has the lock or a token that the weapon requires."""
    return weapon.requires is None or any(
        state.has_lock(ATTACKER) if name == Requirement.LOCK else state.attacker.tokens.count(Token(name)) > 0
        for name in weapon.requires.alternatives
    )


def can_pay(held: InForce, state: State) -> bool:
    """Whether the whole cost can be paid (XW-7, XW-63); tokens and damage of another ship are assumed to be payable."""
    return times_payable(held, state) > 0


def times_payable(held: InForce, state: State) -> int:
    """How many times the whole cost can be paid; 99 if the number of times has no limit."""
    if held.friend_has is not None:
        paid = state.paid_by_friends.count((held.role, held.charges))
        return (held.friend_has - paid) // held.effect.price(*SPENDING)
    if held.is_paid_elsewhere:
        return 99
    total: dict[CostKind, int] = {}
    for part in held.effect.cost:
        total[part.kind] = total.get(part.kind, 0) + part.amount
    ship, has_lock = state.ship(held.role), state.may_spend_lock(held.role)
    if CostKind.FORCE in total and held.role is DEFENDER and has_trait(ship, Trait.FORCE_ONLY_ATTACKING):
        return 0
    return min(
        (payable_amount(kind, ship, held.charges, has_lock=has_lock) // amount for kind, amount in total.items()),
        default=99,
    )


def payable_amount(kind: CostKind, ship: XWingShip, charges: str, *, has_lock: bool) -> int:
    """How many units of one kind of cost a ship can pay, charges those under `charges`; 99 if there is no limit."""
    match kind:
        case CostKind.CHARGE:
            return ship.charges.get(charges, 0)
        case CostKind.FORCE:
            return ship.force.active
        case CostKind.SHIELD:
            return ship.shields.active
        case CostKind.FOCUS | CostKind.CALCULATE | CostKind.EVADE | CostKind.STRESS:
            return ship.tokens.count(Token(kind.value))
        case CostKind.LOCK:
            return int(has_lock)
        case _:
            return 99
