"""Windows: the moments of an attack in which players use abilities and tokens, one at a time."""

from collections.abc import Callable
from dataclasses import replace

from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect
from app.rulesets.x_wing.attack.state import ATTACKER, Battle, State, opponent_of
from app.rulesets.x_wing.attack.steps import carry_out
from app.rulesets.x_wing.attack.uses import Use, Using, decider_of, rule_of_window, use_of_effect, uses_in
from app.rulesets.x_wing.attack.window_questions import (
    ModifyAttackDice,
    ModifyDefenseDice,
    UseAbility,
    XWingUse,
    dice_of_choice,
)
from app.rulesets.x_wing.terms import DONE, POOL_OF, ROLE_OF, Pool, Window, usage_key

Play = Callable[[Battle, State, Table], State]
"""A part of the attack. Until it is over, it leaves the state in the same chapter and is played again."""


def to_next_chapter(state: State) -> State:
    """The state at the next chapter."""
    return state._replace(chapter=state.chapter + 1)


def modification_window(window: Window) -> Play:
    """XW-28, XW-42: the part that asks for one modification; the window ends with `done`, or if nothing can be used."""
    role = ROLE_OF[window]
    kind = ModifyAttackDice if POOL_OF[window] is Pool.ATTACK else ModifyDefenseDice

    def play(battle: Battle, state: State, table: Table) -> State:
        uses = uses_in(battle, state, window)
        if not uses:
            return to_next_chapter(state)
        question = kind(battle, state, window, role, uses)
        choice = table.ask(question, by=role, rule=rule_of_window(window))
        if choice.use == DONE:
            return to_next_chapter(state)
        return carry_out(using_from_choice(battle, role, uses, choice, window, table), state)

    return play


def using_from_choice(
    battle: Battle, role: Role, uses: tuple[Use, ...], choice: XWingUse, window: Window, table: Table
) -> Using:
    """The use that a choice names, with the dice and the number of the choice."""
    use = next(use for use in uses if use.name == choice.use)
    return Using(battle, role, use, dice_of_choice(use, choice), choice.amount or 0, window, table)


def ability_uses(battle: Battle, state: State, window: Window, asked: Role) -> tuple[Use, ...]:
    """What the player in the role `asked` could use in a window that is not about modifying dice."""
    found = []
    for held in battle.of(window):
        if decider_of(held) is not asked or held.key in state.declined:
            continue
        if restriction_on_effect(battle, state, held) is None:
            found.append(use_of_effect(state, held, window))
    return tuple(use for use in found if use is not None)


def ability_window(window: Window, first: Role = ATTACKER) -> Play:
    """XW-33, XW-47, XW-53: the part that uses one ability of the window or ends it; asks unless there is no choice."""

    def play(battle: Battle, state: State, table: Table) -> State:
        following = use_next_ability(battle, state, window, first, table)
        return to_next_chapter(state) if following is None else following

    return play


def use_next_ability(battle: Battle, state: State, window: Window, first: Role, table: Table) -> State | None:
    """The state after one ability of the window was used or declined; None if no ability is left."""
    for role in (first, opponent_of(first)):
        uses = ability_uses(battle, state, window, role)
        due = next((use for use in uses if is_forced(use, uses)), None)
        if due is not None:
            using = Using(battle, owner_of_use(due, role), due, tuple(sorted(due.places)), 0, window, table)
            return carry_out(using, state)
        if uses:
            return ask_for_ability(battle, state, window, role, uses, table)
    return None


def is_forced(use: Use, uses: tuple[Use, ...]) -> bool:
    """XW-72: whether an ability is mandatory and leaves nothing to choose: no dice, and no other choice of its card."""
    others = [other for other in uses if other is not use and other.held is not None]
    card = use.held.effect.card if use.held is not None else None
    has_choice = any(other.held is not None and other.held.effect.card == card for other in others)
    return not (use.offer.optional or use.offer.takes_dice or (has_choice and card != use.name))


def ask_for_ability(
    battle: Battle, state: State, window: Window, role: Role, uses: tuple[Use, ...], table: Table
) -> State:
    """The state after the player used one of the abilities, or declined all of them."""
    choice = table.ask(UseAbility(battle, state, window, role, uses), by=role, rule=rule_of_window(window))
    if choice.use == DONE:
        declined = [usage_key(window, owner_of_use(use, role), use.name) for use in uses]
        return state._replace(declined=(*state.declined, *declined))
    using = using_from_choice(battle, role, uses, choice, window, table)
    return carry_out(replace(using, role=owner_of_use(using.use, role)), state)


def owner_of_use(use: Use, role: Role) -> Role:
    """The role of the ship that has the ability; `role` for tokens."""
    return use.held.role if use.held is not None else role
