"""A command to a group: mode, movement, attack, marking, in this order."""

from dataclasses import replace

from app.domain.board import BoardTable
from app.domain.record import seat_name
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.formation import closed_up
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, Target
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.options import Declarations, OpenForcesGameOptions
from app.rulesets.open_forces.game.questions import ChooseMode, ModeContext
from app.rulesets.open_forces.game.state import card_of, group_at, keeps_positions
from app.rulesets.open_forces.game.targets import AnswerDeclaration, DeclareAttack, can_attack
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
    return outcome


def set_mode(seat: int, group: str, table: Table) -> None:
    """OF-15: the player sets the mode die; the present mode is a legal choice."""
    state = table.state
    before, card = group_at(state, group).mode, card_of(state, group_at(state, group))
    modes = tuple(sorted(mode.mode for mode in card.modes))
    chosen = table.ask(ChooseMode(ModeContext(group, before, modes), card.modes), by=seat_name(seat), rule="OF-15")
    name = next(mode.name for mode in card.modes if mode.mode == chosen.mode)
    table.note(facts.ModeSet(group, chosen.mode, before, name), rule="OF-15")


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
    question, chosen = choose_target(seat, group, options, table)
    if chosen.target is None:
        return None
    declared, target = not keeps_positions(table.state), group_at(table.state, chosen.target)
    table.note(facts.AttackBegan(group, target.id, declared, seat if declared else None), rule="OF-20")
    situation = question.situation(chosen)
    table.seated(attacker=seat, defender=target.seat, rule="OF-22", situation=situation)
    outcome = attack(situation, options, table)
    if outcome.kills == len(target.units):
        table.note(facts.GroupDestroyed(target.id, target.seat), rule="OF-37")
    elif options.enforce_formation and not declared:
        close_up(target, table)
    return outcome


def choose_target(seat: int, group: str, options: OpenForcesGameOptions, table: Table) -> tuple[DeclareAttack, Target]:
    """OF-20, OF-24: the target that the player chooses, as the defender accepts it where the option asks for that.

    If the defender objects the player chooses again, another target or none.
    """
    objected: tuple[str, ...] = ()
    while True:
        question = DeclareAttack(table.state, options, group, objected)
        chosen = table.ask(question, by=seat_name(seat), rule="OF-20")
        is_asked = options.declarations is Declarations.CONFIRMED and not keeps_positions(table.state)
        if chosen.target is None or not is_asked:
            return question, chosen
        target = group_at(table.state, chosen.target)
        says = table.ask(AnswerDeclaration(question, chosen), by=seat_name(target.seat), rule="OF-24")
        table.note(facts.DeclarationAnswered(target.seat, target.id, says.accepted), rule="OF-24")
        if says.accepted:
            return question, chosen if says.cover is None else replace(chosen, cover=says.cover)
        objected = (*objected, target.id)


def close_up(before: OpenForcesGroup, table: Table) -> None:
    """OF-3: the units that are left close up where casualties broke the formation."""
    base = card_of(table.state, before).base
    to = closed_up(before, group_at(table.state, before.id), base)
    if to is not None:
        table.note(facts.GroupClosedUp(before.id, to), rule="OF-3")
