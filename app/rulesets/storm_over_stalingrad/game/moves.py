"""The legal moves of a game of Storm Over Stalingrad, and why others are refused."""

from collections.abc import Iterator

from app.domain.board import Concede, Pass
from app.domain.errors import IllegalAction, NotYours, raise_all
from app.rulesets.storm_over_stalingrad.game.activation import (
    able_to_fire,
    able_to_move,
    exits_of,
    fire_faults,
    fire_of,
    teams,
)
from app.rulesets.storm_over_stalingrad.game.card_moves import card_moves, card_refused, terrain_refused
from app.rulesets.storm_over_stalingrad.game.model import (
    AgreeEnd,
    ChangeTerrain,
    DeclineEnd,
    FireMove,
    GameOptions,
    Move,
    MoveMove,
    PlayCard,
    ProposeEnd,
    State,
)
from app.rulesets.storm_over_stalingrad.game.state import find_area, side_of


def legal(state: State, options: GameOptions, seat: int) -> Iterator[Move]:
    """SS-59 … SS-65: the moves of a seat: fires first, then moves, a pass, and how the game may end."""
    areas = [area.id for area in state.areas]
    side = side_of(state, seat)
    moves: tuple[Move, ...] = (
        DeclineEnd("decline-end"),
        AgreeEnd("agree-end"),
        *(FireMove("fire", area, target) for area in areas for target in areas),
        *(MoveMove("move", area) for area in areas),
        *card_moves(state, options, seat),
        Pass("pass"),
        *(ProposeEnd("propose-end", winner) for winner in (None, side, side.enemy)),
        Concede("concede"),
    )
    return (move for move in moves if next(refusals(state, options, seat, move), None) is None)


def check(state: State, options: GameOptions, seat: int, move: Move) -> None:
    """Raise IllegalAction, with all that is wrong, unless the seat may make the move."""
    raise_all(refusals(state, options, seat, move))


def refusals(state: State, options: GameOptions, seat: int, move: Move) -> Iterator[IllegalAction]:
    """Every reason why a seat may not make a move."""
    if state.result is not None:
        yield IllegalAction("game-over", "SS-64")
        return
    if isinstance(move, AgreeEnd | DeclineEnd):
        yield from answer_refused(state, seat)
    elif not isinstance(move, Concede):
        yield from impulse_refused(state, options, seat, move)


def impulse_refused(state: State, options: GameOptions, seat: int, move: Move) -> Iterator[IllegalAction]:
    """SS-59 … SS-65: the seat has the impulse, nothing waits for a word, and its units or cards can do this."""
    if state.acting != seat:
        yield IllegalAction("not-your-impulse", "SS-59", seat=state.acting)
    if state.proposal is not None:
        yield IllegalAction("end-proposed", "SS-65", seat=state.proposal.seat)
    match move:
        case FireMove(_, area, target):
            yield from area_refused(state, seat, area)
            yield from fire_move_refused(state, options, seat, area, target)
        case MoveMove(_, area):
            yield from area_refused(state, seat, area)
            yield from move_refused(state, options, seat, area)
        case PlayCard():
            yield from card_refused(state, options, seat, move)
        case ChangeTerrain():
            yield from terrain_refused(state, seat, move)
        case ProposeEnd():
            if state.has_proposed:
                yield IllegalAction("already-proposed", "SS-65")


def answer_refused(state: State, seat: int) -> Iterator[IllegalAction]:
    """SS-65: the other seat has proposed an end."""
    if state.proposal is None:
        yield IllegalAction("nothing-proposed", "SS-65")
    elif state.proposal.seat == seat:
        yield NotYours("own-proposal", "SS-65")


def area_refused(state: State, seat: int, area: str) -> Iterator[IllegalAction]:
    """SS-59: the area is on the map, and the side has units in it."""
    here, side = find_area(state, area), side_of(state, seat)
    if here is None:
        yield IllegalAction("unknown-area", "SS-59", "area", area=area)
    elif not here.count(side):
        yield (
            NotYours("not-your-units", "SS-59", "area", area=area)
            if here.count(side.enemy)
            else IllegalAction("no-units", "SS-59", "area", area=area)
        )


def fire_move_refused(state: State, options: GameOptions, seat: int, area: str, target: str) -> Iterator[IllegalAction]:
    """SS-2 … SS-10: some units of the area, if the side has any there, may fire at the target."""
    if find_area(state, target) is None:
        yield IllegalAction("unknown-area", "SS-5", "target", area=target)
    side, here = side_of(state, seat), find_area(state, area)
    if here is None or not here.count(side):
        return
    able = teams(able_to_fire(state, options, side, area), side, options)
    if not able:
        yield IllegalAction("nobody-able-to-fire", "SS-2", "area", area=area)
    elif find_area(state, target) is not None:
        fire = fire_of(state, side, area, target, tuple(unit.id for unit in able[0]))
        yield from fire_faults(options, fire)


def move_refused(state: State, options: GameOptions, seat: int, area: str) -> Iterator[IllegalAction]:
    """SS-60: some units of the area, if the side has any there, may move, and there is room for one where they go."""
    side, here = side_of(state, seat), find_area(state, area)
    if here is None or not here.count(side):
        return
    able = able_to_move(state, side, area)
    if not able:
        yield IllegalAction("nobody-able-to-move", "SS-60", "area", area=area)
    if not exits_of(state, side, area, able, options):
        yield IllegalAction("nowhere-to-move", "SS-60", "area", area=area)


def asked(state: State) -> tuple[int, ...]:
    """SS-59, SS-65: the seat that has to answer a proposal, else the seat that has the impulse."""
    if state.result is not None or state.acting is None:
        return ()
    return (state.acting,) if state.proposal is None else (3 - state.proposal.seat,)
