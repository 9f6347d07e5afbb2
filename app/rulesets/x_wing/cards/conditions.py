"""Conditions and costs of cards, under short names."""

from app.domain.record import Role
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import RED_OR_ORANGE, Arc, Face, Pool, Token, Window

ATTACKER, DEFENDER = Role
ATTACK, DEFENSE = Pool
BLANK, FOCUS, HIT, CRIT, EVADE = Face
OWN_ATTACK, OWN_DEFENSE = Window.MODIFY_ATTACK_ATTACKER, Window.MODIFY_DEFENSE_DEFENDER


When = XWingCondition | tuple[XWingCondition, ...]
"""A condition, or several of which one must hold."""


def clauses(when: tuple[When, ...]) -> tuple[tuple[XWingCondition, ...], ...]:
    """The conditions of an effect: all of `when` must hold."""
    return tuple(one if isinstance(one, tuple) else (one,) for one in when)


def results(face: Face, at_least: int = 1, at_most: int | None = None, pool: Pool = ATTACK) -> XWingCondition:
    """The condition that so many dice of a pool show a face."""
    return XWingCondition(Atom.RESULT_COUNT, pool=pool, face=face, at_least=at_least, at_most=at_most)


def token(token: Token, *, enemy: bool = False, at_least: int = 1, at_most: int | None = None) -> XWingCondition:
    """The condition that the ship, or its enemy, has so many tokens of a kind."""
    ship = Whose.ENEMY if enemy else Whose.OWN
    return XWingCondition(Atom.HAS_TOKEN, token=token, ship=ship, at_least=at_least, at_most=at_most)


def enemy_has(card: str) -> XWingCondition:
    """The condition that the enemy is this pilot, or has this upgrade or condition."""
    return XWingCondition(Atom.CARD, kind=card, ship=Whose.ENEMY)


def at_range(at_least: int, at_most: int | None = None) -> XWingCondition:
    """The condition that the attack range is within these bounds, both included."""
    return XWingCondition(Atom.ATTACK_RANGE, at_least=at_least, at_most=at_least if at_most is None else at_most)


def weapon_slot(slot: str) -> XWingCondition:
    """The condition that the weapon is an upgrade of a slot."""
    return XWingCondition(Atom.WEAPON_KIND, kind=slot)


def weapon_arc(arc: Arc) -> XWingCondition:
    """The condition that the weapon has an arc."""
    return XWingCondition(Atom.WEAPON_ARC, arc=arc)


def enemy_in(arc: Arc) -> tuple[XWingCondition, XWingCondition]:
    """The conditions that the defender is in an arc of the attacker, and the attacker in one of the defender."""
    return XWingCondition(Atom.DEFENDER_IN_ARC, arc=arc), XWingCondition(Atom.ATTACKER_IN_ARC, arc=arc)


def costs(*kinds: CostKind) -> tuple[XWingCost, ...]:
    """A cost with several parts."""
    return tuple(XWingCost(kind) for kind in kinds)


def used_in(window: Window) -> XWingCondition:
    """The condition that the same card was used in a window before."""
    return XWingCondition(Atom.USED, kind=window.value)


def cost(kind: CostKind, amount: int = 1) -> tuple[XWingCost, ...]:
    """A cost with a single part."""
    return (XWingCost(kind, amount),)


PRIMARY, SPECIAL = weapon_slot("primary"), weapon_slot("special")
NOT_ORDNANCE = XWingCondition(Atom.ORDNANCE, not_=True)
TORPEDO_OR_MISSILE = (weapon_slot("torpedo"), weapon_slot("missile"))
HITS, MISSES = XWingCondition(Atom.ATTACK_HITS), XWingCondition(Atom.ATTACK_HITS, not_=True)
DAMAGED, ENEMY_DAMAGED = XWingCondition(Atom.DAMAGED), XWingCondition(Atom.DAMAGED, ship=Whose.ENEMY)
ENEMY_DESTROYED = XWingCondition(Atom.DESTROYED, ship=Whose.ENEMY)
ENEMY_LOCKS = XWingCondition(Atom.HAS_LOCK, ship=Whose.ENEMY)
ENEMY_WITHOUT_GREEN = XWingCondition(Atom.NO_GREEN_TOKENS, ship=Whose.ENEMY)
NEXT_FACEUP = XWingCondition(Atom.NEXT_DEALT, kind="faceup")
NEXT_FACEDOWN = XWingCondition(Atom.NEXT_DEALT, kind="facedown")
OWN_DESTROYED = XWingCondition(Atom.DESTROYED)
HELPED, COUNTED = XWingCondition(Atom.HELPED), XWingCondition(Atom.COUNTED)
DISARMED = token(Token.DISARM)
FOCUSED, STRAINED = token(Token.FOCUS), token(Token.STRAIN)
ENEMY_STRESSED, ENEMY_TRACTORED = token(Token.STRESS, enemy=True), token(Token.TRACTOR, enemy=True)
HAS_RED_OR_ORANGE = tuple(token(kind) for kind in RED_OR_ORANGE)
FROM_TURRET = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.SINGLE_TURRET)
NOT_FROM_TURRET = XWingCondition(Atom.WEAPON_ARC, arc=Arc.SINGLE_TURRET, not_=True)
ANOTHER_TURRET_LEFT = (NOT_FROM_TURRET, XWingCondition(Atom.WEAPON_ARC, arc=Arc.DOUBLE_TURRET))
"""A turret arc is left from which the ship has not attacked; it attacks from one of its two, or from no turret."""
IN_TURRET = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.SINGLE_TURRET)
CLOSE, RANGE_3 = at_range(0, 1), at_range(3)
CHARGED = XWingCondition(Atom.CHARGE_ACTIVE)
TWO_OR_MORE_LEFT = ((results(HIT, 2), results(CRIT)), (results(CRIT, 2), results(HIT)))
LOSES_CHARGE = (XWingStep(Op.LOSE_CHARGE),)
FROM_BULLSEYE = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.BULLSEYE)
AT_SIDE = tuple(XWingCondition(Atom.DEFENDER_IN_ARC, arc=arc) for arc in (Arc.LEFT, Arc.RIGHT))
FROM_SIDE = tuple(XWingCondition(Atom.ATTACKER_IN_ARC, arc=arc) for arc in (Arc.LEFT, Arc.RIGHT))
OUTRANKS, NOT_OUTRANKING = XWingCondition(Atom.OUTRANKS), XWingCondition(Atom.OUTRANKS, not_=True)
OUTRANKED = XWingCondition(Atom.OUTRANKS, ship=Whose.ENEMY)
FRONT_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.FRONT)
BULLSEYE = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE)
NOT_BULLSEYE = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE, not_=True)
IN_REAR = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.REAR)
IN_FRONT = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.FRONT)
FROM_FRONT = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FRONT)
RANGE_1 = XWingCondition(Atom.ATTACK_RANGE, at_least=1, at_most=1)
SHIELDED = XWingCondition(Atom.SHIELDED)
NOT_SHIELDED = XWingCondition(Atom.SHIELDED, not_=True)
OBSTRUCTED = XWingCondition(Atom.OBSTRUCTED)
LOCKED = XWingCondition(Atom.HAS_LOCK)
NEEDS_LOCK = XWingCondition(Atom.REQUIRES, kind="lock")
STRESSED = XWingCondition(Atom.HAS_TOKEN, token=Token.STRESS)
NOT_STRESSED = XWingCondition(Atom.HAS_TOKEN, token=Token.STRESS, not_=True)
EVADING = XWingCondition(Atom.HAS_TOKEN, token=Token.EVADE)
COSTS_CHARGE, COSTS_FORCE, COSTS_LOCK = cost(CostKind.CHARGE), cost(CostKind.FORCE), cost(CostKind.LOCK)
COSTS_STRESS, COSTS_STRAIN = cost(CostKind.GAIN_STRESS), cost(CostKind.GAIN_STRAIN)
NO_REPEAT_OF_LOCK = (XWingStep(Op.FORBID_LOCK),)
IN_FIRING_ARC = XWingCondition(Atom.ATTACKER_IN_FIRING_ARC)
OUT_OF_FIRING_ARCS = XWingCondition(Atom.ATTACKER_IN_FIRING_ARC, not_=True)


def all_blank(pool: Pool) -> tuple[XWingCondition, ...]:
    """The conditions that a pool has two results or more, and only blanks."""
    return (
        XWingCondition(Atom.ALL_RESULTS, pool=pool, face=BLANK),
        XWingCondition(Atom.RESULT_COUNT, pool=pool, at_least=2),
    )
