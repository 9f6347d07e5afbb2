"""Templates for the effects of cards."""

from dataclasses import replace

from app.domain.record import Role
from app.rulesets.x_wing.cards.card import Card, says
from app.rulesets.x_wing.cards.conditions import (
    ATTACK,
    ATTACKER,
    BLANK,
    COSTS_CHARGE,
    COSTS_FORCE,
    CRIT,
    DEFENDER,
    DEFENSE,
    EVADE,
    FOCUS,
    HIT,
    NEXT_FACEDOWN,
    NEXT_FACEUP,
    OWN_ATTACK,
    OWN_DEFENSE,
    OWN_DESTROYED,
    SPECIAL,
    When,
    clauses,
    cost,
    results,
    token,
    used_in,
)
from app.rulesets.x_wing.effects import Atom, CostKind, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import FACES_OF, RED_OR_ORANGE, Face, Pool, Token, Window


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
          cost: tuple[XWingCost, ...] = (), by: Role | None = None, optional: bool = False) -> XWingEffect:  # fmt: skip
    """Tokens for the ship, or for the enemy."""
    step = XWingStep(Op.GAIN_TOKEN, token=token, amount=amount, ship=Whose.ENEMY if enemy else Whose.OWN)
    return ability(window, (step,), *when, cost=cost, by=by, optional=optional)


def assigns(condition: str, *when: When) -> Card:
    """A card that assigns a condition to the defender after an attack; it must."""
    step = XWingStep(Op.ASSIGN_CONDITION, ship=Whose.ENEMY)
    effect = ability(Window.AFTERMATH_ATTACKING, (step,), *when, by=ATTACKER, optional=False)
    return replace(says(effect), assigns=condition)


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


def saved(*steps: XWingStep) -> XWingEffect:
    """An effect for a charge that may keep its ship from being destroyed."""
    return ability(Window.AFTER_DAMAGE, steps, OWN_DESTROYED, cost=COSTS_CHARGE)


def pays(window: Window, *when: When, cost: tuple[XWingCost, ...], by: Role | None = None) -> XWingEffect:
    """What is paid for something that the players apply themselves, such as an action."""
    return ability(window, (XWingStep(Op.READY),), *when, cost=cost, by=by)


def deals_next(*when: When, faceup: bool, cost: tuple[XWingCost, ...], by: Role = DEFENDER) -> XWingEffect:
    """The next damage card is dealt facedown instead of faceup, or the other way round."""
    step = XWingStep(Op.DEAL_NEXT, crit=faceup)
    return ability(Window.BEFORE_DAMAGE, (step,), NEXT_FACEDOWN if faceup else NEXT_FACEUP, *when, cost=cost, by=by)


def names_result() -> tuple[XWingEffect, ...]:
    """A result that is named before the ship rolls its own dice: where they lack it, one die is changed to it."""
    return choices(
        **{
            face.value: tuple(
                effect
                for rolling, rolled, pool, role in (
                    (Window.ROLL_ATTACK, Window.AFTER_ROLL_ATTACK, ATTACK, ATTACKER),
                    (Window.ROLL_DEFENSE, Window.AFTER_ROLL_DEFENSE, DEFENSE, DEFENDER),
                )
                if face in FACES_OF[pool]
                for effect in (
                    pays(rolling, XWingCondition(Atom.FORCE_FULL), cost=COSTS_FORCE, by=role),
                    ability(
                        rolled,
                        (XWingStep(Op.CHANGE, pool, to=face, up_to=1, exactly=True),),
                        used_in(rolling),
                        results(face, 0, 0, pool),
                        by=role,
                        optional=False,
                    ),
                )
            )
            for face in Face
        }
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


def forbids_own(pool: Pool, *when: When, token: Token | None = None) -> XWingEffect:
    """The ship itself cannot modify its dice with a green token, or with any."""
    window = OWN_ATTACK if pool is ATTACK else OWN_DEFENSE
    return ability(window, (XWingStep(Op.FORBID_TOKENS, token=token),), *when, optional=False)


def pool_of_window(window: Window) -> Pool:
    """The pool that a window is about."""
    return DEFENSE if "defense" in window.value else ATTACK
