"""The legal moves of a game of Storm Over Stalingrad, and why others are refused."""

from collections.abc import Iterator

from app.domain.errors import IllegalAction, NotYours
from app.rulesets.storm_over_stalingrad.game.activation import (
    able_to_fire,
    able_to_move,
    exits_of,
    fire_of,
    fire_refused,
    teams,
)
from app.rulesets.storm_over_stalingrad.game.card_moves import card_moves, card_refused
from app.rulesets.storm_over_stalingrad.game.model import (
    AgreeEnd,
    Concede,
    DeclineEnd,
    FireMove,
    GameOptions,
    Move,
    MoveMove,
    PassMove,
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
        *card_moves(state, seat),
        PassMove("pass"),
        *(ProposeEnd("propose-end", winner) for winner in (None, side, side.enemy)),
        Concede("concede"),
    )
    return (move for move in moves if refusal(state, options, seat, move) is None)


def check(state: State, options: GameOptions, seat: int, move: Move) -> None:
    """Raise IllegalAction unless the seat may make the move."""
    if refused := refusal(state, options, seat, move):
        raise refused


def refusal(state: State, options: GameOptions, seat: int, move: Move) -> IllegalAction | None:
    """Why a seat may not make a move; None: it may."""
    if state.result is not None:
        return IllegalAction("game-over", "SS-64")
    match move:
        case Concede():
            return None
        case AgreeEnd() | DeclineEnd():
            return answer_refused(state, seat)
    if state.acting != seat:
        return IllegalAction("not-your-impulse", "SS-59", seat=state.acting)
    if state.proposal is not None:
        return IllegalAction("end-proposed", "SS-65", seat=state.proposal.seat)
    match move:
        case FireMove(_, area, target):
            return area_refused(state, seat, area) or fire_move_refused(state, options, seat, area, target)
        case MoveMove(_, area):
            return area_refused(state, seat, area) or move_refused(state, options, seat, area)
        case PlayCard():
            return card_refused(state, options, seat, move)
        case ProposeEnd():
            return IllegalAction("already-proposed", "SS-65") if state.has_proposed else None
    return None


def answer_refused(state: State, seat: int) -> IllegalAction | None:
    """SS-65: the other seat has proposed an end."""
    if state.proposal is None:
        return IllegalAction("nothing-proposed", "SS-65")
    return NotYours("own-proposal", "SS-65") if state.proposal.seat == seat else None


def area_refused(state: State, seat: int, area: str) -> IllegalAction | None:
    """SS-59: the area is on the map, and the side has units in it."""
    here, side = find_area(state, area), side_of(state, seat)
    if here is None:
        return IllegalAction("unknown-area", "SS-59", area=area)
    if here.count(side):
        return None
    held = here.count(side.enemy)
    return NotYours("not-your-units", "SS-59", area=area) if held else IllegalAction("no-units", "SS-59", area=area)


def fire_move_refused(state: State, options: GameOptions, seat: int, area: str, target: str) -> IllegalAction | None:
    """SS-2 … SS-10: some units of the area may fire at the target."""
    if find_area(state, target) is None:
        return IllegalAction("unknown-area", "SS-5", area=target)
    side = side_of(state, seat)
    able = teams(able_to_fire(state, options, side, area), side, options)
    if not able:
        return IllegalAction("nobody-able-to-fire", "SS-2", area=area)
    refused = fire_refused(options, fire_of(state, side, area, target, tuple(unit.id for unit in able[0])))
    return None if refused is None else IllegalAction(refused.reason, refused.rule, **refused.params)


def move_refused(state: State, options: GameOptions, seat: int, area: str) -> IllegalAction | None:
    """SS-60: some units of the area may move, and there is room for one where they can go."""
    side = side_of(state, seat)
    if not able_to_move(state, side, area):
        return IllegalAction("nobody-able-to-move", "SS-60", area=area)
    return None if exits_of(state, side, area, options) else IllegalAction("nowhere-to-move", "SS-60", area=area)


def asked(state: State) -> tuple[int, ...]:
    """SS-59, SS-65: the seat that has to answer a proposal, else the seat that has the impulse."""
    if state.result is not None or state.acting is None:
        return ()
    return (state.acting,) if state.proposal is None else (3 - state.proposal.seat,)
