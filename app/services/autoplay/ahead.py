"""A plain look ahead where advice has no odds of a move: which choice allows the best attack before it is over."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from app.domain.advice import FoundAttack, Priced, best_first, with_choice
from app.domain.board import Act, Board, SeatMove
from app.domain.odds import Distributions
from app.domain.record import Record, Role, seat_name
from app.domain.table import ChoiceWanted
from app.errors import Problem
from app.services.odds.advice import OddsPoint, computed
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.odds import NOTHING
from app.services.odds.of_actions import attack_in, by_default
from app.services.play.choices import default_first
from app.services.play.scripts import ScriptCall, facts_in
from app.services.rulebooks.registry import Rulebook

RUNS, CHOICES = 200, 20
"""How often the move is tried for each choice, and how many answers to each question of it."""

Start = Callable[[object], tuple[ScriptCall, Record]]
"""The script of a move with the record in which a choice has been made."""


@dataclass(frozen=True, slots=True)
class ReachableAttack:
    """An attack that a choice allows, with its odds."""

    choice: object
    attack: FoundAttack
    odds: Distributions


@dataclass(frozen=True, slots=True)
class EndWithoutAttack:
    """A move that a choice may come to without an attack: the move, and what was rolled, chosen and noted in it."""

    choice: object
    move: Any
    record: Record


PossibleEnds = Sequence[ReachableAttack | EndWithoutAttack]
"""What the choices of a question may come to, in their order."""


def best_ahead(
    book: Rulebook, wanted: ChoiceWanted[object], start: Start, before: Any
) -> Generator[None, None, object | None]:
    """The choice that allows the best attack; None where none of those tried allows one, and no end is told apart.

    `before`: the board before the move. What the other side does then is not looked at. The first of equal choices is
    taken.
    """
    ends = yield from ends_ahead(book, wanted, start)
    board = book.ruleset.board
    if board is None or board.ahead is None:
        allowed = [Priced(end.choice, end.odds) for end in ends if isinstance(end, ReachableAttack)]
        return next((one.choice for one in best_first(book.ruleset, Role.ATTACKER, allowed)), None)
    return best_by(board, ends, before)


def best_by(board: Board[Any, Any, Any, Any], ends: PossibleEnds, before: Any) -> object | None:
    """The choice with the greatest gain; where nothing can be gained, the one that leaves the least missing."""
    ahead = board.ahead
    assert ahead is not None
    gains = [
        (end.choice, ahead.gain(before, end.attack.situation, end.odds))
        for end in ends
        if isinstance(end, ReachableAttack)
    ]
    best, gain = max(gains, key=lambda one: one[1], default=(None, Fraction(0)))
    if gain > 0:
        return best
    left = (
        (end.choice, ahead.missing(board.fold(before, facts_in(end.record)), end.move))
        for end in ends
        if isinstance(end, EndWithoutAttack)
    )
    told = [(choice, missing) for choice, missing in left if missing is not None]
    return min(told, key=lambda one: one[1], default=(None, ()))[0]


def ends_ahead(book: Rulebook, wanted: ChoiceWanted[object], start: Start) -> Generator[None, None, PossibleEnds]:
    """What each choice may come to; no further ones once it takes too long."""
    effort, found = ComputeBudget(plays=True), list[ReachableAttack | EndWithoutAttack]()
    try:
        for choice in default_first(book, wanted.question, wanted.by):
            call, record = start(choice)
            runs = runs_ahead(book, call, record)
            while True:
                yield
                with effort.running():
                    end = next(runs, None)
                if end is None:
                    break
                if isinstance(end, Record):
                    found.append(EndWithoutAttack(choice, call[1].action, end))
                elif end.seated.role(wanted.by) is Role.ATTACKER:
                    spot = OddsPoint(end.situation, call[2], by_default(book), effort=effort)
                    odds = yield from computed(book, spot, end.so_far)
                    found.append(ReachableAttack(choice, end, odds))
    except Problem as ends:
        if ends.code not in ("not-computable", "limit-exceeded", "busy"):
            raise
    return found


def runs_ahead(book: Rulebook, call: ScriptCall, record: Record) -> Iterator[FoundAttack | Record]:
    """The attacks to which a record can lead, whatever is answered before them, and the records of its other
    ends, as far as a roll that follows."""
    waiting = [record]
    for _ in range(RUNS):
        if not waiting:
            return
        attack, wanted, reached = attack_in(call, waiting.pop())
        if attack is not None:
            yield attack
        elif isinstance(wanted, ChoiceWanted):
            choices = islice(default_first(book, wanted.question, wanted.by), CHOICES)
            waiting += [with_choice(reached, wanted, choice) for choice in choices][::-1]
        else:
            yield reached


def of_move(wanted: ChoiceWanted[object]) -> Start:
    """How each move begins that a seat may make."""
    act = wanted.question
    assert isinstance(act, Act)
    board, state = act.board, act.state

    def start(move: object) -> tuple[ScriptCall, Record]:
        return (board.move_script(state), SeatMove(act.seat, move), act.rules), NOTHING

    return start


def of_answer(wanted: ChoiceWanted[object], call: ScriptCall, record: Record) -> Start:
    """How a move goes on with each answer to its open question."""
    return lambda choice: (call, with_choice(record, wanted, choice))


def is_movers(wanted: ChoiceWanted[object], call: ScriptCall) -> bool:
    """Whether a question in a move is for the one who makes it."""
    return wanted.by == seat_name(call[1].seat)
