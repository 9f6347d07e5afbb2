"""Step 5, deal damage (XW-52 … XW-61): effects of a hit, each damage in turn, and the fate of both ships."""

from dataclasses import replace

from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.damage import note_casualty, overkill_of, resolve_due, with_damage_due
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, Battle, State, next_damage, reopened
from app.rulesets.x_wing.attack.suffering import becomes_crit
from app.rulesets.x_wing.attack.windows import ability_window, to_next_chapter, use_next_ability
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Window


def resolve_hit(battle: Battle, state: State, table: Table) -> State:
    """XW-52, XW-53: effects that replace or precede damage, one at a time, if the attack hits."""
    return ability_window(Window.ON_HIT)(battle, state, table) if state.attack_hits else to_next_chapter(state)


def deal_damage(battle: Battle, state: State, table: Table) -> State:
    """XW-54 … XW-57: hit damage, then crit damage, one at a time; before each one, abilities may prevent it."""
    while state.pending:
        following = use_next_ability(battle, state, Window.BEFORE_DAMAGE, DEFENDER, table)
        if following is not None:
            return note_prevented(battle, state, following, table)
        crit = becomes_crit(state.defender, crit=state.pending[0])
        state = with_damage_due(next_damage(state, crit=crit), DEFENDER, crit=crit)
        state = resolve_due(battle, state, table)
        if state.due or crit:
            return state
    return to_next_chapter(state)


def note_prevented(battle: Battle, before: State, state: State, table: Table) -> State:
    """XW-61: if an ability used between `before` and `state` prevents damage, the next damage is not suffered."""
    new = state.used[len(before.used) :]
    preventing = [
        held.effect.id
        for held in battle.of(Window.BEFORE_DAMAGE)
        if held.key in new
        if held.effect.does(Op.PREVENT_DAMAGE)
    ]
    if not preventing:
        return state
    table.note(facts.DamagePrevented(state.defender.id, preventing[0]), rule="XW-61")
    dealt = replace(state.dealt, prevented=state.dealt.prevented + 1)
    return reopened(state._replace(pending=state.pending[1:], dealt=dealt), Window.BEFORE_DAMAGE)


def judge_ships(battle: Battle, state: State, table: Table) -> State:
    """XW-57, XW-58: note what became of both ships, and store how many cards the defender has beyond its hull.

    XW-62: the attack is over, and with it what kept its player from spending the lock.
    """
    note_casualty(battle.situation.defender, state, DEFENDER, table)
    note_casualty(battle.situation.attacker, state, ATTACKER, table)
    dealt = replace(state.dealt, overkill=overkill_of(state.defender))
    return to_next_chapter(state._replace(dealt=dealt, is_lock_forbidden=False))
