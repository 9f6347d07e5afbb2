"""The course of a game of Storm Over Stalingrad: turns, impulses in alternation, and what ends a turn."""

from app.domain.board import BoardTable, Concede, Pass, SeatMove
from app.domain.record import seat_name
from app.rulesets.storm_over_stalingrad.game import facts
from app.rulesets.storm_over_stalingrad.game.activation import companions_left, room_in
from app.rulesets.storm_over_stalingrad.game.card_play import (
    card_impulse,
    change_terrain,
    discard_cards,
    draw_hands,
    fire_with_cards,
    shuffle_decks,
)
from app.rulesets.storm_over_stalingrad.game.control import take_control, take_in_passing
from app.rulesets.storm_over_stalingrad.game.endings import end, end_by_objectives
from app.rulesets.storm_over_stalingrad.game.model import (
    AgreeEnd,
    Arrival,
    ChangeTerrain,
    DeclineEnd,
    FireMove,
    GameOptions,
    Move,
    MoveMove,
    Next,
    PlayCard,
    ProposeEnd,
    State,
    Turn,
)
from app.rulesets.storm_over_stalingrad.game.questions import ChooseArrival, ChooseFirers, ChooseMovers
from app.rulesets.storm_over_stalingrad.game.state import ground_of, place_of, seat_of, side_of, unit_at
from app.rulesets.storm_over_stalingrad.game.ways import ChooseWay
from app.rulesets.storm_over_stalingrad.model import Area, Outcome, Side, Unit

Table = BoardTable[State]

PASSES = 2
"""How many passes in a row end a turn (SS-61)."""


def open_game(options: GameOptions, table: Table) -> Turn:
    """SS-58, SS-66: cards are shuffled, and the game begins with its first turn."""
    shuffle_decks(table)
    begin_turn(options, table)
    return turn_of(table.state, 0, None)


def act(move: SeatMove[Move], options: GameOptions, table: Table) -> Turn:
    """SS-59 … SS-65: a player's move, and what follows from it."""
    before, outcome, seat = table.state.turn, None, move.seat
    match move.action:
        case FireMove(_, area, target):
            outcome = fire_impulse(seat, area, target, options, table)
            give_impulse(seat, table)
        case MoveMove(_, area):
            move_impulse(seat, area, options, table)
            give_impulse(seat, table)
        case PlayCard():
            outcome = card_impulse(seat, move.action, options, table)
            give_impulse(seat, table)
        case ChangeTerrain(_, card, area):
            change_terrain(seat, card, area, table)
            give_impulse(seat, table)
        case Pass():
            pass_impulse(seat, options, table)
        case ProposeEnd(_, winner):
            table.note(facts.EndProposed(seat, winner), rule="SS-65")
        case AgreeEnd():
            agree(seat, table)
        case DeclineEnd():
            table.note(facts.EndAnswered(seat, agreed=False), rule="SS-65")
        case Concede():
            table.note(facts.Conceded(seat), rule="SS-65")
            end("conceded", side_of(table.state, seat).enemy, "SS-65", table)
    return turn_of(table.state, before, outcome)


def turn_of(state: State, before: int, outcome: Outcome | None) -> Turn:
    """The outcome of a move that was made in turn `before`."""
    if state.result is not None:
        winner = state.result.winner
        side, follows = (None, Next.DRAW) if winner is None else (side_of(state, winner), Next.WON)
    else:
        side = None if state.acting is None else side_of(state, state.acting)
        follows = Next.TURN if state.turn != before else Next.IMPULSE
    return Turn(state.turn, state.acting, side, follows, outcome, state.result)


def give_impulse(seat: int, table: Table) -> None:
    """SS-59: the impulses alternate."""
    following = 3 - seat
    table.note(facts.ImpulseBegan(following, side_of(table.state, following)), rule="SS-59")


def fire_impulse(seat: int, area: str, target: str, options: GameOptions, table: Table) -> Outcome:
    """SS-4, SS-59: the player names the units, and they fire by the rules of a fire."""
    side = side_of(table.state, seat)
    table.note(facts.AreaActivated(side, area), rule="SS-59")
    question = ChooseFirers(table.state, options, side, area, target)
    chosen = table.ask(question, by=seat_name(seat), rule="SS-4")
    return fire_with_cards(question.fire(chosen), seat, options, table)


def move_impulse(seat: int, area: str, options: GameOptions, table: Table) -> None:
    """SS-59, SS-60: the player moves units of the area until all have moved or the others stay."""
    side = side_of(table.state, seat)
    table.note(facts.AreaActivated(side, area), rule="SS-59")
    moved: tuple[Unit, ...] = ()
    while companions_left(table.state, side, area, moved, options):
        question = ChooseMovers(table.state, options, side, area, moved)
        chosen = table.ask(question, by=seat_name(seat), rule="SS-60")
        if chosen.to is None:
            break
        moved += tuple(unit_at(table.state, area, unit) for unit in chosen.units)
        if options.control_in_passing:
            way = ChooseWay(table.state, options, side, area, chosen.to, chosen.units)
            take_in_passing(table.ask(way, by=seat_name(seat), rule="SS-60").through, side, table)
        table.note(facts.UnitsMoved(chosen.units, area, chosen.to), rule="SS-60")
        take_control(chosen.to, side, table)
    take_control(area, side.enemy, table)


def pass_impulse(seat: int, options: GameOptions, table: Table) -> None:
    """SS-61, SS-67: the second pass in a row ends the turn."""
    table.note(facts.ImpulsePassed(side_of(table.state, seat)), rule="SS-61")
    if table.state.passes < PASSES:
        give_impulse(seat, table)
        return
    end_turn(table)
    if table.state.turn >= options.turns:
        end_by_objectives(table)
    else:
        discard_cards(options, table)
        begin_turn(options, table)


def end_turn(table: Table) -> None:
    """SS-52, SS-63: units are fresh, markers are removed, and some units leave."""
    turn = table.state.turn
    table.note(facts.TurnEnded(turn), rule="SS-52")
    for leaving in table.state.withdrawals:
        if leaving.turn == turn and is_in_game(table.state, leaving.unit):
            area = place_of(table.state, leaving.unit)
            table.note(facts.UnitWithdrawn(leaving.unit), rule="SS-63")
            if area is not None:
                for side in Side:
                    take_control(area, side, table)


def is_in_game(state: State, unit: str) -> bool:
    """Whether a unit is on the map or still to arrive."""
    return place_of(state, unit) is not None or any(arrival.unit.id == unit for arrival in state.arrivals)


def begin_turn(options: GameOptions, table: Table) -> None:
    """SS-58, SS-63: units arrive, and the first side has the impulse."""
    turn = table.state.turn + 1
    table.note(facts.TurnBegan(turn), rule="SS-58")
    for arrival in table.state.arrivals:
        if arrival.turn <= turn:
            arrive(arrival, options, table)
    draw_hands(table)
    seat = seat_of(table.state, options.first_side)
    table.note(facts.ImpulseBegan(seat, options.first_side), rule="SS-59")


def arrive(arrival: Arrival, options: GameOptions, table: Table) -> None:
    """SS-63: a unit enters one of its areas that is open, as its side chooses; where none is, it waits."""
    unit, ground = arrival.unit, ground_of(table.state)
    open_areas = tuple(area for area in arrival.areas if is_open(ground[area], unit.side, options))
    if not open_areas:
        alone = facts.UnitDelayed(unit.id, arrival.area)
        table.note(facts.UnitHeldBack(unit.id, arrival.areas) if arrival.or_areas else alone, rule="SS-63")
        return
    area = arrival.area
    if arrival.or_areas:
        seat = seat_name(seat_of(table.state, unit.side))
        area = table.ask(ChooseArrival(unit.id, open_areas), by=seat, rule="SS-63").area
    table.note(facts.UnitArrived(unit.id, area), rule="SS-63")
    take_control(area, unit.side, table)


def is_open(area: Area, side: Side, options: GameOptions) -> bool:
    """SS-63: whether a unit can enter an area: there is room, and the enemy does not hold it with units."""
    is_held = area.controller is not side and area.count(side.enemy) > 0
    return not is_held and room_in(area, side, options) > 0


def agree(seat: int, table: Table) -> None:
    """SS-65: the game ends as it was proposed."""
    proposal = table.state.proposal
    table.note(facts.EndAnswered(seat, agreed=True), rule="SS-65")
    if proposal is not None:
        end("agreed", proposal.winner, "SS-65", table)
