"""A plain look ahead where advice has no odds of a move: which choice allows the best attack before it is over."""

from collections.abc import Callable, Generator, Iterator
from itertools import islice

from app.domain.advice import AttackFound, Priced, best_first, with_choice
from app.domain.board import Act, SeatMove
from app.domain.record import Record, Role
from app.domain.table import ChoiceWanted
from app.errors import Problem
from app.services.odds.advice import Clock, Spot, computed
from app.services.odds.odds import NOTHING
from app.services.odds.of_actions import attack_in, by_default
from app.services.play.choices import listed_choices
from app.services.play.scripts import ScriptCall
from app.services.rulebooks.registry import Rulebook

RUNS, CHOICES = 40, 10
"""How often the move is tried for each choice, and how many answers to each question of it."""

Start = Callable[[object], tuple[ScriptCall, Record]]
"""The script of a move with the record in which a choice has been made."""


def best_ahead(book: Rulebook, wanted: ChoiceWanted[object], start: Start) -> Generator[None, None, object | None]:
    """The choice that allows the best attack; None where none of those tried allows one.

    What the other side does then is not looked at. The first of equal choices is taken.
    """
    clock, found = Clock(), list[Priced]()
    try:
        for choice in listed_choices(book, wanted.question, wanted.by):
            yield
            call, record = start(choice)
            for attack in attacks_ahead(book, call, record):
                yield
                spot = Spot(attack.situation, call[2], by_default(book), clock=clock)
                found.append(Priced(choice, (yield from computed(book, spot, attack.so_far))))
    except Problem as ends:
        if ends.code not in ("not-computable", "limit-exceeded"):
            raise
    return next((one.choice for one in best_first(book.ruleset, Role.ATTACKER, found)), None)


def attacks_ahead(book: Rulebook, call: ScriptCall, record: Record) -> Iterator[AttackFound]:
    """The attacks to which a record can lead, whatever is answered before them."""
    waiting = [record]
    for _ in range(RUNS):
        if not waiting:
            return
        attack, wanted, reached = attack_in(call, waiting.pop())
        if attack is not None:
            yield attack
        elif isinstance(wanted, ChoiceWanted):
            choices = islice(listed_choices(book, wanted.question, wanted.by), CHOICES)
            waiting += [with_choice(reached, wanted, choice) for choice in choices][::-1]


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
