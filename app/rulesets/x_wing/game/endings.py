"""How a game of X-Wing ends, and its score (XW-77)."""

from app.domain.board import Course, GameResult
from app.rulesets.x_wing.game import facts
from app.rulesets.x_wing.game.attacking import Table
from app.rulesets.x_wing.game.model import XWingGameShip, XWingState
from app.rulesets.x_wing.game.setup import DecidedBy, HalfPoints, XWingGameOptions
from app.rulesets.x_wing.game.state import in_play, other_seat, player_at

SEATS = (1, 2)


def end(reason: str, winners: tuple[int, ...], options: XWingGameOptions, table: Table) -> None:
    """XW-77: note that the game is over, with its result."""
    scores = {str(seat): score_of(table.state, seat, options) for seat in SEATS}
    table.note(facts.GameEnded(reason, GameResult(winners, scores, reason)), rule="XW-77")


def end_by_score(reason: str, options: XWingGameOptions, table: Table) -> None:
    """XW-77: the higher score wins; equal scores are a draw."""
    one, two = (score_of(table.state, seat, options) for seat in SEATS)
    end(reason, () if one == two else (1,) if one > two else (2,), options, table)


def end_if_decided(options: XWingGameOptions, table: Table) -> None:
    """XW-77: the last squad with a ship in play wins; where the last ships went together, the score decides."""
    left = tuple(seat for seat in SEATS if in_play(table.state, seat))
    if not left:
        end_by_score("no-squad-left", options, table)
    elif len(left) == 1 and options.decided_by is DecidedBy.SCORE:
        end_by_score("last-squad", options, table)
    elif len(left) == 1:
        end("last-squad", left, options, table)


def score_of(state: XWingState, seat: int, options: XWingGameOptions) -> int:
    """XW-77: the points of the enemy ships that are out of the game or destroyed, half of damaged ones, those of the
    scenario, and what the enemy's squad lacks to the limit."""
    enemy = [held for held in state.ships if held.seat == other_seat(seat)]
    lost = sum(worth_of(held, options) for held in enemy)
    lacking = 0 if options.squad_limit is None else options.squad_limit - sum(held.points for held in enemy)
    return lost + player_at(state, seat).mission_points + max(0, lacking)


def worth_of(held: XWingGameShip, options: XWingGameOptions) -> int:
    """XW-77: the points that a ship gives to the enemy now."""
    if held.removed or held.stays_until is not None:
        return held.points
    ship = held.ship
    lost = ship.shields.max - ship.shields.active + len(ship.damage_cards)
    if options.half_points is HalfPoints.NONE or 2 * lost < ship.shields.max + ship.hull:
        return 0
    return (held.points + (options.half_points is HalfPoints.ROUNDED_UP)) // 2


def life_left(state: XWingState, seat: int) -> dict[str, int]:
    """The hull and the shields that each ship of a seat has left."""
    return {
        held.ship.id: max(0, held.ship.hull + held.ship.shields.active - len(held.ship.damage_cards))
        for held in state.ships
        if held.seat == seat and not held.removed
    }


COURSE: Course[XWingState] = Course(
    "hull_and_shields",
    lambda state: state.round,
    lambda state, seat: sum(life_left(state, seat).values()),
    life_left,
)
