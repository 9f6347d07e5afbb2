"""The course of a game of Open Forces in the order of the rulebook: rounds, initiative, commands in turn."""

from collections.abc import Callable

from app.domain.board import BoardTable, Pass, SeatMove
from app.domain.dice import D6
from app.domain.record import seat_name
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.command import command
from app.rulesets.open_forces.game.endings import (
    end_if_no_attack,
    end_if_objective_reached,
    end_if_over,
    end_if_stalemate_agreed,
    end_if_too_quiet,
    totals_of,
)
from app.rulesets.open_forces.game.model import (
    ClaimObjective,
    Command,
    ConfirmObjective,
    DeclineStalemate,
    DenyObjective,
    InitiativeRoll,
    Next,
    OfferStalemate,
    OpenForcesMove,
    OpenForcesState,
    OpenForcesTurn,
    Place,
)
from app.rulesets.open_forces.game.options import OpenForcesGameOptions, TurnDirection
from app.rulesets.open_forces.game.placement import place
from app.rulesets.open_forces.game.state import has_group_to_place, has_ready_group, seats_of, seats_on_field
from app.rulesets.open_forces.model import OpenForcesOutcome

Table = BoardTable[OpenForcesState]


def open_game(options: OpenForcesGameOptions, table: Table) -> OpenForcesTurn:
    """OF-4, OF-6: the players place their groups in turn where that is agreed; then the game begins."""
    go_on_placing(in_order(seats_of(table.state), options)[-1], options, table)
    return turn_of(table.state, 0, None)


def begin(options: OpenForcesGameOptions, table: Table) -> None:
    """OF-6: the game begins with its first round; or it is over at once, where nobody can attack (OF-38)."""
    end_if_no_attack(table)
    if table.state.result is None:
        begin_round(options, table)


def act(move: SeatMove[OpenForcesMove], options: OpenForcesGameOptions, table: Table) -> OpenForcesTurn:
    """OF-4, OF-6 … OF-21, OF-37 … OF-40: a player's move, and what follows from it."""
    before, attack = table.state.round, None
    match move.action:
        case Place(_, group):
            place(move.seat, group, options, table)
            go_on_placing(move.seat, options, table)
        case Command(_, group):
            attack = command(move.seat, group, options, table)
            end_if_over(table)
            go_on(move.seat, options, table)
        case Pass():
            pass_round(move.seat, table)
            go_on(move.seat, options, table)
        case OfferStalemate():
            table.note(facts.StalemateOffered(move.seat), rule="OF-38")
            end_if_stalemate_agreed(table)
        case DeclineStalemate():
            table.note(facts.StalemateDeclined(move.seat), rule="OF-38")
        case ClaimObjective():
            table.note(facts.ObjectiveAnswered(move.seat, "claimed"), rule="OF-6")
            end_if_objective_reached(table)
        case ConfirmObjective():
            table.note(facts.ObjectiveAnswered(move.seat, "confirmed"), rule="OF-6")
            end_if_objective_reached(table)
        case DenyObjective():
            table.note(facts.ObjectiveAnswered(move.seat, "denied"), rule="OF-6")
    return turn_of(table.state, before, attack)


def turn_of(state: OpenForcesState, before: int, attack: OpenForcesOutcome | None) -> OpenForcesTurn:
    """The outcome of a move that was made in round `before`."""
    follows = Next.END if state.result else Next.ROUND if state.round != before else Next.TURN
    if state.to_place:
        follows = Next.PLACE
    totals = totals_of(state) if state.result else ()
    return OpenForcesTurn(state.round, state.turn, follows, attack, state.result, totals)


def go_on_placing(seat: int, options: OpenForcesGameOptions, table: Table) -> None:
    """OF-4: the next player after `seat` places a group, in the order of commands; once all groups stand it begins."""
    following = next_in_turn(table.state, seat, options, has_group_to_place)
    if following is not None:
        table.note(facts.PlacementPassed(following), rule="OF-4")
    else:
        begin(options, table)


def begin_round(options: OpenForcesGameOptions, table: Table) -> None:
    """OF-7, OF-8: all groups are ready; the first command goes to the highest die."""
    table.note(facts.RoundBegan(table.state.round + 1), rule="OF-7")
    contenders, rule = in_order(seats_on_field(table.state), options), "OF-8"
    while len(contenders := roll_initiative(contenders, table, rule)) > 1:
        rule = "OF-9"


def roll_initiative(contenders: tuple[int, ...], table: Table, rule: str) -> tuple[int, ...]:
    """OF-8, OF-9: each contender rolls a die. Returns the seats with the highest; several have to roll again."""
    rolls = tuple(InitiativeRoll(seat, table.roll(D6, 1, by=seat_name(seat), rule=rule)[0]) for seat in contenders)
    best = max(roll.face for roll in rolls)
    highest = tuple(roll.seat for roll in rolls if roll.face == best)
    table.note(facts.InitiativeCompared(rolls, highest, len(highest) > 1), rule=rule)
    return highest


def in_order(seats: tuple[int, ...], options: OpenForcesGameOptions) -> tuple[int, ...]:
    """OF-11: seats in the order in which they play."""
    return seats if options.turn_direction is TurnDirection.ASCENDING else seats[::-1]


def go_on(seat: int, options: OpenForcesGameOptions, table: Table) -> None:
    """OF-11 … OF-13: it is the turn of the next player with a ready group; if there is none, the round ends."""
    if table.state.result is not None:
        return
    following = next_in_turn(table.state, seat, options, has_ready_group)
    if following is not None:
        table.note(facts.TurnPassed(following), rule="OF-11" if following != seat else "OF-12")
        return
    end_round(table)
    end_if_too_quiet(options, table)
    if table.state.result is None:
        begin_round(options, table)


def next_in_turn(
    state: OpenForcesState, seat: int, options: OpenForcesGameOptions, has: Callable[[OpenForcesState, int], bool]
) -> int | None:
    """OF-11, OF-12: the next seat after `seat` that has such a group, at last `seat` itself; None: no seat has one."""
    order = in_order(seats_of(state), options)
    after = order.index(seat) + 1
    return next((other for other in order[after:] + order[:after] if has(state, other)), None)


def pass_round(seat: int, table: Table) -> None:
    """OF-10: a player who passes gives no more commands in this round."""
    table.note(facts.CommandPassed(seat), rule="OF-10")
    for group in table.state.groups:
        if group.seat == seat and group.ready:
            table.note(facts.GroupMarked(group.id), rule="OF-21")


def end_round(table: Table) -> None:
    """OF-13: end the round, and count the rounds without a death in a row (OF-38)."""
    state = table.state
    quiet = 0 if state.deaths else state.quiet_rounds + 1
    table.note(facts.RoundEnded(state.round, state.deaths, quiet), rule="OF-13")
