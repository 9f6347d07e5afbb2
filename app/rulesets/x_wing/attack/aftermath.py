"""The aftermath (XW-62 … XW-65): four queues of abilities, each in the order that its player chooses."""

from collections.abc import Callable
from dataclasses import replace

from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.aftermath_questions import AftermathOrder, BonusAttack
from app.rulesets.x_wing.attack.damage import resolve_all_due
from app.rulesets.x_wing.attack.jamming import resolve_all_jammed
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect
from app.rulesets.x_wing.attack.state import Battle, InForce, State
from app.rulesets.x_wing.attack.steps import carry_out
from app.rulesets.x_wing.attack.uses import Using, decider_of, rule_of_window, use_of_effect
from app.rulesets.x_wing.attack.window_questions import UseAbility
from app.rulesets.x_wing.attack.windows import Play, to_next_chapter, using_from_choice
from app.rulesets.x_wing.cards.bonus_attacks import XWingBonus
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import DONE, PASS, ROLE_OF, Window, usage_key

PlayBonusAttack = Callable[[Battle, State, InForce, XWingAttack, Table], State]
"""A function that plays a bonus attack as a complete attack and returns the state of the first attack after it."""

MOST_NESTED = 4
"""How many attacks, one inside the other, may be around a bonus attack."""

BONUS_WINDOWS = (Window.AFTERMATH_BONUS_DEFENDING, Window.AFTERMATH_BONUS_ATTACKING)


def aftermath_queue(window: Window, bonus: PlayBonusAttack) -> Play:
    """XW-62, XW-63: the part of the attack that resolves one queue, one ability at a time."""

    def play(battle: Battle, state: State, table: Table) -> State:
        if usage_key(window, ROLE_OF[window], "queued") not in state.declined:
            return queue_abilities(battle, state, window, table)
        if not state.queue:
            return to_next_chapter(state)
        name, rest = state.queue[0], state.queue[1:]
        waiting = tuple(held for held in battle.of(window) if held.effect.card == name)
        return resolve_next(battle, state._replace(queue=rest), waiting, bonus, table)

    return play


def queue_abilities(battle: Battle, state: State, window: Window, table: Table) -> State:
    """XW-63: the state with every ability that can be resolved now in its queue, in the order its player chooses."""
    ready = tuple(dict.fromkeys(held.effect.card for held in battle.of(window) if may_resolve(battle, state, held)))
    if not ready:
        return to_next_chapter(state)
    order = ready
    if len(ready) > 1:
        order = table.ask(AftermathOrder(ready), by=ROLE_OF[window], rule="XW-63").order
    return state._replace(queue=order, declined=(*state.declined, usage_key(window, ROLE_OF[window], "queued")))


def may_resolve(battle: Battle, state: State, held: InForce) -> bool:
    """XW-63, XW-64: whether the ability's requirements and costs are met; a ship has one bonus attack a round."""
    window = held.effect.window
    is_over = state.ship(held.role).bonus_attack_used or battle.depth == MOST_NESTED
    if window in BONUS_WINDOWS and is_over:
        return False
    return restriction_on_effect(battle, state, held) is None


def resolve_next(
    battle: Battle, state: State, waiting: tuple[InForce, ...], bonus: PlayBonusAttack, table: Table
) -> State:
    """XW-63: check requirements and costs again, then resolve the ability; if they are unmet it is dropped unpaid.

    `waiting` are the choices that the card of the ability gives.
    """
    ready = tuple(held for held in waiting if may_resolve(battle, state, held))
    role, window = waiting[0].role, waiting[0].effect.window
    if not ready:
        table.note(facts.AbilityDropped(state.ship(role).id, waiting[0].effect.card), rule="XW-63")
        return state
    if ready[0].effect.does(Op.BONUS_ATTACK):
        return offer_bonus_attack(battle, state, ready[0], bonus, table)
    uses = tuple(use for held in ready if (use := use_of_effect(state, held, window)) is not None)
    if not uses:
        return state
    if len(uses) == 1 and not uses[0].offer.optional and not uses[0].offer.takes_dice:
        return carry_out(Using(battle, role, uses[0], uses[0].places, 0, window, table), state)
    decider = decider_of(ready[0])
    choice = table.ask(UseAbility(battle, state, window, decider, uses), by=decider, rule=rule_of_window(window))
    if choice.use == DONE:
        return state
    return carry_out(using_from_choice(battle, role, uses, choice, window, table), state)


def offer_bonus_attack(battle: Battle, state: State, held: InForce, bonus: PlayBonusAttack, table: Table) -> State:
    """XW-64: ask whether the ship makes a bonus attack, and play it with its own arc, range and cost."""
    bound = card_of(held.effect.id).bonus or XWingBonus()
    question = BonusAttack(battle, state, held.role, held.effect.id, bound, not held.effect.optional)
    if not question.may_be_made:
        return state
    choice = table.ask(question, by=held.role, rule="XW-64")
    if choice.use == PASS or choice.weapon is None or choice.attack_range is None:
        return state
    situation = question.situation_of(choice, choice.weapon, choice.attack_range)
    fact = facts.BonusAttackDeclared(situation.attacker.id, situation.defender.id, held.effect.id)
    table.note(fact, rule="XW-64")
    use = use_of_effect(state, held, held.effect.window)
    if use is not None:
        state = carry_out(Using(battle, held.role, use, (), 0, held.effect.window, table), state)
        state = resolve_all_jammed(battle, resolve_all_due(battle, state, table), table)
    attacker = replace(state.ship(held.role), bonus_attack_used=True)
    state = state.with_ship(held.role, attacker)
    return bonus(battle, state, held, replace(situation, attacker=attacker), table)
