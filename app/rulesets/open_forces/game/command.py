"""A command to a group: mode, movement, attack, marking, in this order."""

from app.domain.board import BoardTable
from app.domain.record import seat_name
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.endings import end_if_last_army
from app.rulesets.open_forces.game.model import OpenForcesGameOptions, OpenForcesState
from app.rulesets.open_forces.game.questions import ChooseMode, DeclareAttack, ModeContext, Move, can_attack
from app.rulesets.open_forces.game.state import card_of, group_at, keeps_positions
from app.rulesets.open_forces.model import OpenForcesOutcome
from app.rulesets.open_forces.rules import attack

Table = BoardTable[OpenForcesState]


def command(seat: int, group: str, options: OpenForcesGameOptions, table: Table) -> OpenForcesOutcome | None:
    """OF-10, OF-14: a player commands one own, ready group. Returns the outcome of its attack; None without one."""
    table.note(facts.CommandBegan(seat, group), rule="OF-10")
    set_mode(seat, group, table)
    move(seat, group, options, table)
    outcome = declare_attack(seat, group, options, table)
    table.note(facts.GroupMarked(group), rule="OF-21")
    end_if_last_army(table)
    return outcome


def set_mode(seat: int, group: str, table: Table) -> None:
    """OF-15: the player sets the mode die; the present mode is a legal choice."""
    state = table.state
    before, card = group_at(state, group).mode, card_of(state, group_at(state, group))
    modes = tuple(sorted(mode.mode for mode in card.modes))
    chosen = table.ask(ChooseMode(ModeContext(group, before, modes)), by=seat_name(seat), rule="OF-15")
    table.note(facts.ModeSet(group, chosen.mode, before), rule="OF-15")


def move(seat: int, group: str, options: OpenForcesGameOptions, table: Table) -> None:
    """OF-17, OF-18: the group may move, in straight lines and at most SPD."""
    question = Move(table.state, options, group)
    chosen = table.ask(question, by=seat_name(seat), rule="OF-17")
    if chosen.distance or chosen.path:
        to = chosen.path[-1] if chosen.path else ()
        table.note(facts.GroupMoved(group, question.rounded(chosen), to), rule="OF-17")


def declare_attack(seat: int, group: str, options: OpenForcesGameOptions, table: Table) -> OpenForcesOutcome | None:
    """OF-20: the group may attack once. Returns the outcome; None without an attack."""
    if not can_attack(table.state, group_at(table.state, group)):
        return None
    question = DeclareAttack(table.state, options, group)
    chosen = table.ask(question, by=seat_name(seat), rule="OF-20")
    if chosen.target is None:
        return None
    declared = not keeps_positions(table.state)
    table.note(facts.AttackBegan(group, chosen.target, declared, seat if declared else None), rule="OF-20")
    target = group_at(table.state, chosen.target)
    situation = question.situation(chosen)
    table.seated(attacker=seat, defender=target.seat, rule="OF-22", situation=situation)
    outcome = attack(situation, options, table)
    if outcome.kills == len(target.units):
        table.note(facts.GroupDestroyed(target.id, target.seat), rule="OF-37")
    return outcome
