"""Templates for the effects of cards: common effects, conditions and costs."""

from dataclasses import replace

from app.domain.record import Role
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
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


def ability(
    window: Window,
    steps: tuple[XWingStep, ...],
    *when: When,
    cost: tuple[XWingCost, ...] = (),
    by: Role | None = None,
    optional: bool = True,
) -> XWingEffect:
    """An effect with any steps; all conditions must hold."""
    return XWingEffect("", window, steps, clauses(when), cost, by, optional)


def change(
    window: Window,
    faces: tuple[Face, ...],
    to: Face,
    *when: When,
    up_to: int | None = 1,
    cost: tuple[XWingCost, ...] = (),
    exactly: bool = False,
    optional: bool = True,
) -> XWingEffect:
    """An effect that changes dice of the window's pool; all conditions must hold."""
    step = XWingStep(Op.CHANGE, pool_of_window(window), faces, to, up_to=up_to, exactly=exactly)
    return XWingEffect("", window, (step,), clauses(when), cost, optional=optional)


def reroll(
    window: Window,
    *when: When,
    up_to: int | None = 1,
    cost: tuple[XWingCost, ...] = (),
    exactly: bool = False,
    then: tuple[XWingStep, ...] = (),
    faces: tuple[Face, ...] = (),
) -> XWingEffect:
    """An effect that rerolls dice of the window's pool; all conditions must hold."""
    step = XWingStep(Op.REROLL, pool_of_window(window), faces, up_to=up_to, exactly=exactly)
    return XWingEffect("", window, (step, *then), clauses(when), cost)


def add(
    window: Window, face: Face, *when: When, cost: tuple[XWingCost, ...] = (), optional: bool = True
) -> XWingEffect:
    """An effect that adds a result to the window's pool; all conditions must hold."""
    step = XWingStep(Op.ADD_RESULT, pool_of_window(window), to=face)
    return XWingEffect("", window, (step,), clauses(when), cost, optional=optional)


def count(
    window: Window,
    *when: When,
    by: Role = ATTACKER,
    amount: int = 1,
    at_most: int | None = None,
    cost: tuple[XWingCost, ...] = (),
    optional: bool = False,
    at_range_0: bool = False,
) -> XWingEffect:
    """An effect that changes the number of dice in a roll; all conditions must hold."""
    steps: tuple[XWingStep, ...] = (XWingStep(Op.DICE_COUNT, pool_of_window(window), amount=amount),)
    if at_most is not None:
        steps = (*steps, XWingStep(Op.DICE_LIMIT, pool_of_window(window), at_most=at_most))
    return XWingEffect("", window, steps, clauses(when), cost, by, optional, at_range_0)


def rerolls(
    *when: When,
    up_to: int | None = 1,
    cost: tuple[XWingCost, ...] = (),
    faces: tuple[Face, ...] = (),
    exactly: bool = False,
) -> tuple[XWingEffect, ...]:
    """A reroll of the ship's own dice while it attacks, and one while it defends."""
    return tuple(
        reroll(window, *when, up_to=up_to, cost=cost, faces=faces, exactly=exactly)
        for window in (OWN_ATTACK, OWN_DEFENSE)
    )


def converts(
    faces: tuple[Face, ...], *when: When, up_to: int | None = 1, cost: tuple[XWingCost, ...] = (), exactly: bool = False
) -> tuple[XWingEffect, ...]:
    """A change of the ship's own dice to hits while it attacks, and one to evades while it defends."""
    return tuple(
        change(window, faces, to, *when, up_to=up_to, cost=cost, exactly=exactly)
        for window, to in ((OWN_ATTACK, HIT), (OWN_DEFENSE, EVADE))
    )


def focuses(faces: tuple[Face, ...], *when: When) -> tuple[XWingEffect, ...]:
    """A change of one of the ship's own dice to a focus result, while it attacks and while it defends."""
    return tuple(change(window, faces, FOCUS, *when) for window in (OWN_ATTACK, OWN_DEFENSE))


def spoils(*when: When, cost: tuple[XWingCost, ...] = ()) -> tuple[XWingEffect, ...]:
    """A change of one focus result of the enemy to a blank, while the ship defends and while it attacks."""
    windows = (Window.MODIFY_ATTACK_DEFENDER, Window.MODIFY_DEFENSE_ATTACKER)
    return tuple(change(window, (FOCUS,), BLANK, *when, cost=cost) for window in windows)


def forbids(*when: When, op: Op = Op.FORBID_MODIFICATION, token: Token | None = None) -> tuple[XWingEffect, ...]:
    """The enemy's dice cannot be modified, or not with a token, while the ship defends and while it attacks."""
    windows = (Window.MODIFY_ATTACK_DEFENDER, Window.MODIFY_DEFENSE_ATTACKER)
    return tuple(ability(window, (XWingStep(op, token=token),), *when, optional=False) for window in windows)


def one_more_die(*attacking: When, optional: bool = True, defending: tuple[When, ...] = ()) -> tuple[XWingEffect, ...]:
    """One more die while the ship attacks, and one more while it defends; each under its own conditions."""
    return (
        count(Window.ROLL_ATTACK, *attacking, optional=optional),
        count(Window.ROLL_DEFENSE, *defending, by=DEFENDER, optional=optional),
    )


def gains(window: Window, token: Token, *when: When, amount: int = 1, enemy: bool = False,
          cost: tuple[XWingCost, ...] = (), optional: bool = False) -> XWingEffect:  # fmt: skip
    """Tokens for the ship, or for the enemy."""
    step = XWingStep(Op.GAIN_TOKEN, token=token, amount=amount, ship=Whose.ENEMY if enemy else Whose.OWN)
    return ability(window, (step,), *when, cost=cost, optional=optional)


def after_damage(step: XWingStep, *when: When) -> tuple[XWingEffect, ...]:
    """What happens after the ship has suffered damage, as the defender or as the attacker; it must."""
    return tuple(
        ability(window, (step,), XWingCondition(Atom.SUFFERED_DAMAGE), *when, by=role, optional=False)
        for window, role in ((Window.AFTER_DAMAGE, DEFENDER), (Window.AFTERMATH_ATTACKING, ATTACKER))
    )


def bonus_attack(*when: When, cost: tuple[XWingCost, ...] = (), defending: bool = False) -> XWingEffect:
    """A bonus attack after the ship has attacked, or after it has defended."""
    window = Window.AFTERMATH_BONUS_DEFENDING if defending else Window.AFTERMATH_BONUS_ATTACKING
    return ability(window, (XWingStep(Op.BONUS_ATTACK),), *when, cost=cost)


def acquires_lock(window: Window, *when: When, cost: tuple[XWingCost, ...] = (),
                  by: Role | None = None) -> XWingEffect:  # fmt: skip
    """A lock on the enemy."""
    return ability(window, (XWingStep(Op.ACQUIRE_LOCK),), *when, cost=cost, by=by)


def waives(*requirements: str, cost: tuple[XWingCost, ...] = ()) -> XWingEffect:
    """An attack without what its weapon requires (XW-12), if that is one of `requirements`, such as `lock`."""
    unmet = XWingCondition(Atom.REQUIREMENT_MET, not_=True)
    named = tuple(XWingCondition(Atom.REQUIRES, kind=one) for one in requirements)
    step = XWingStep(Op.WAIVE_REQUIREMENT)
    return ability(Window.AFTER_DECLARED, (step,), SPECIAL, unmet, named, cost=cost, by=ATTACKER, optional=False)


def uncanceled(by: Role, *steps: XWingStep, when: tuple[When, ...] = (),
               cost: tuple[XWingCost, ...] = ()) -> XWingEffect:  # fmt: skip
    """A change of the results that remain after neutralizing (XW-53)."""
    return ability(Window.ON_HIT, steps, *when, cost=cost, by=by)


def cancels_one(*, optional: bool) -> tuple[XWingEffect, ...]:
    """A hit or a crit that is left is canceled, for damage of the same kind (XW-53)."""
    ways = {
        face: XWingEffect(
            "",
            Window.ON_HIT,
            (XWingStep(Op.CHANGE_UNCANCELED, faces=(face,), up_to=1),),
            clauses((results(face),)),
            cost(kind),
            DEFENDER,
            optional,
        )
        for face, kind in ((HIT, CostKind.SUFFER_HIT), (CRIT, CostKind.SUFFER_CRIT))
    }
    return choices(**{face.value: way for face, way in ways.items()})


def results(face: Face, at_least: int = 1, at_most: int | None = None, pool: Pool = ATTACK) -> XWingCondition:
    """The condition that so many dice of a pool show a face."""
    return XWingCondition(Atom.RESULT_COUNT, pool=pool, face=face, at_least=at_least, at_most=at_most)


def token(token: Token, *, enemy: bool = False, at_least: int = 1, at_most: int | None = None) -> XWingCondition:
    """The condition that the ship, or its enemy, has so many tokens of a kind."""
    ship = Whose.ENEMY if enemy else Whose.OWN
    return XWingCondition(Atom.HAS_TOKEN, token=token, ship=ship, at_least=at_least, at_most=at_most)


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


def choices(**ways: XWingEffect | tuple[XWingEffect, ...]) -> tuple[XWingEffect, ...]:
    """The effects of which a player chooses one in a window, each under the word for it."""
    each = {word.replace("_", "-"): way if isinstance(way, tuple) else (way,) for word, way in ways.items()}
    return tuple(replace(effect, id=f"/{word}") for word, effects in each.items() for effect in effects)


def by_token(
    effect: XWingEffect, tokens: tuple[Token, ...], *, enemy: bool = False, gives: bool = False
) -> tuple[XWingEffect, ...]:
    """An effect that also removes a token from the ship, or from the enemy, of a kind that its player chooses.

    With `gives` the enemy gains it.
    """
    ship = Whose.ENEMY if enemy else Whose.OWN

    def steps(kind: Token) -> tuple[XWingStep, ...]:
        given = (XWingStep(Op.GAIN_TOKEN, token=kind, ship=Whose.ENEMY),) if gives else ()
        return (*effect.ops, XWingStep(Op.REMOVE_TOKEN, token=kind, ship=ship), *given)

    return tuple(
        replace(
            effect,
            id=f"/{kind.value}",
            ops=steps(kind),
            condition=(*effect.condition, (token(kind, enemy=enemy),)),
        )
        for kind in tokens
    )


def by_red_or_orange(effect: XWingEffect, *, enemy: bool = True) -> tuple[XWingEffect, ...]:
    """An effect that also removes a red or orange token from the enemy, or from the ship; a lock on it is one."""
    locking = Whose.OWN if enemy else Whose.ENEMY
    broken = replace(
        effect,
        id="/lock",
        ops=(*effect.ops, XWingStep(Op.BREAK_LOCK, ship=locking)),
        condition=(*effect.condition, (XWingCondition(Atom.HAS_LOCK, ship=locking),)),
    )
    return (*by_token(effect, RED_OR_ORANGE, enemy=enemy), broken)


def used_in(window: Window) -> XWingCondition:
    """The condition that the same card was used in a window before."""
    return XWingCondition(Atom.USED, kind=window.value)


def forbids_own(pool: Pool, *when: When, token: Token | None = None) -> XWingEffect:
    """The ship itself cannot modify its dice with a green token, or with any."""
    window = OWN_ATTACK if pool is ATTACK else OWN_DEFENSE
    return ability(window, (XWingStep(Op.FORBID_TOKENS, token=token),), *when, optional=False)


def pool_of_window(window: Window) -> Pool:
    """The pool that a window is about."""
    return DEFENSE if "defense" in window.value else ATTACK


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
OWN_DESTROYED = XWingCondition(Atom.DESTROYED)
HELPED, COUNTED = XWingCondition(Atom.HELPED), XWingCondition(Atom.COUNTED)
DISARMED = token(Token.DISARM)
FOCUSED, STRAINED = token(Token.FOCUS), token(Token.STRAIN)
ENEMY_STRESSED, ENEMY_TRACTORED = token(Token.STRESS, enemy=True), token(Token.TRACTOR, enemy=True)
HAS_RED_OR_ORANGE = tuple(token(kind) for kind in RED_OR_ORANGE)
FROM_TURRET = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.SINGLE_TURRET)
NOT_FROM_TURRET = XWingCondition(Atom.WEAPON_ARC, arc=Arc.SINGLE_TURRET, not_=True)
IN_TURRET = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.SINGLE_TURRET)
CLOSE, RANGE_3 = at_range(0, 1), at_range(3)
CHARGED = XWingCondition(Atom.CHARGE_ACTIVE)
TWO_OR_MORE_LEFT = ((results(HIT, 2), results(CRIT)), (results(CRIT, 2), results(HIT)))
LOSES_CHARGE = (XWingStep(Op.LOSE_CHARGE),)
FRONT_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.FRONT)
BULLSEYE = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE)
NOT_BULLSEYE = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE, not_=True)
NOT_REAR_WEAPON = XWingCondition(Atom.WEAPON_ARC, arc=Arc.REAR, not_=True)
IN_REAR = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.REAR)
IN_FRONT = XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.FRONT)
FROM_FRONT = XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FRONT)
RANGE_1 = XWingCondition(Atom.ATTACK_RANGE, at_least=1, at_most=1)
SHIELDED = XWingCondition(Atom.SHIELDED)
NOT_SHIELDED = XWingCondition(Atom.SHIELDED, not_=True)
OBSTRUCTED = XWingCondition(Atom.OBSTRUCTED)
LOCKED = XWingCondition(Atom.HAS_LOCK)
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
