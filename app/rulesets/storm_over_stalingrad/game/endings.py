"""How a game of Storm Over Stalingrad ends."""

from app.domain.board import BoardTable, Course, GameResult
from app.rulesets.storm_over_stalingrad.game import facts
from app.rulesets.storm_over_stalingrad.game.model import State
from app.rulesets.storm_over_stalingrad.game.state import seat_of
from app.rulesets.storm_over_stalingrad.model import Side

Table = BoardTable[State]


def end(reason: str, winner: Side | None, rule: str, table: Table) -> None:
    """SS-64, SS-65: note that the game is over, with its result."""
    winners = () if winner is None else (seat_of(table.state, winner),)
    soviet, german = held_by(table.state, Side.SOVIET), held_by(table.state, Side.GERMAN)
    result = GameResult(winners, scores_of(table.state), reason)
    table.note(facts.GameEnded(reason, winner is not None, winner, soviet, german, result), rule=rule)


def end_by_objectives(table: Table) -> None:
    """SS-64: after the last turn the side that needs the objectives has enough of them, or its enemy wins."""
    wanted = table.state.objectives
    if wanted is None:
        end("turns-over", None, "SS-64", table)
        return
    held = held_by(table.state, wanted.side)
    table.note(facts.ObjectivesCounted(wanted.side, held, wanted.needed), rule="SS-64")
    end("objectives", wanted.side if held >= wanted.needed else wanted.side.enemy, "SS-64", table)


def held_by(state: State, side: Side) -> int:
    """SS-64: how many objectives a side controls; without objectives, how many areas."""
    counting = [area.id for area in state.areas] if state.objectives is None else state.objectives.areas
    return sum(area.controller is side for area in state.areas if area.id in counting)


def scores_of(state: State) -> dict[str, int]:
    """SS-64: the objectives that each seat controls."""
    return {str(seat): held_by(state, side) for seat, side in enumerate(state.sides, 1)}


def units_left(state: State, seat: int) -> dict[str, int]:
    """The units of a seat that stand on the map."""
    side = state.sides[seat - 1]
    return {unit.id: 1 for area in state.areas for unit in area.units if unit.side is side}


COURSE: Course[State] = Course(
    "objectives", lambda state: state.turn, lambda state, seat: held_by(state, state.sides[seat - 1]), units_left
)
