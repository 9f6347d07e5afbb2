"""A rulebook's own examples, put to its own functions: what needs no dice, and the opening of each setup."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from app.domain.board import Board
from app.domain.errors import Refusal
from app.domain.fairness import ProvableDice
from app.domain.record import By, Noted, Origin, Source
from app.domain.resolution import Resolved, resolve
from app.domain.ruleset import Ruleset
from app.domain.table import Question
from app.services.rulebooks.check.sizes import SIDE, too_long

AnyRuleset = Ruleset[Any, Any, Any]
AnyBoard = Board[Any, Any, Any, Any]

SEATS = range(1, 9)
"""How many seats a session may have."""


def trial_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """Examples and setups that the rulebook itself refuses, or on which its functions fail."""
    for n, example in enumerate(ruleset.examples):
        yield from _fault_of(f"example {n}", partial(ruleset.prepare, example, ruleset.options()))
        for side in ruleset.sides(example).values():
            yield from too_long("side", side, SIDE)
    if ruleset.board is not None and ruleset.policies:
        for name, setup in (ruleset.board.setups or {}).items():
            yield from setup_faults(ruleset, ruleset.board, name, setup)


def _fault_of(what: str, trial: Callable[[], object]) -> Iterator[str]:
    try:
        trial()
    except Refusal as refusal:
        yield f"`prepare` refuses {what}: {refusal}. Correct the one or the other."
    except Exception as error:
        yield f"`prepare` fails on {what} with {type(error).__name__}: {error}. It raises refusals only."


def setup_faults(ruleset: AnyRuleset, board: AnyBoard, name: str, setup: object) -> Iterator[str]:
    """A setup fits some number of seats, its opening ends, and who is to move then has a seat and a move."""
    options = board.options()
    fitting = [seats for count in SEATS if _fits(board, setup, options, seats := tuple(range(1, count + 1)))]
    if not fitting:
        yield from _fault_of(f"the setup `{name}` for two seats", partial(board.prepare, setup, options, (1, 2)))
        return
    seats, opened = fitting[0], _opened(ruleset, board, setup, options)
    if opened is None:
        yield f"the opening of the setup `{name}` asks something that no policy answers. Let every policy answer it."
        return
    for state in (board.set_up(setup, options), opened):
        for seat in board.asked(state):
            if seat not in seats:
                yield f"`asked` names seat {seat} in the setup `{name}`, which has the seats {seats}. Correct it."
    for seat in board.asked(opened):
        if seat in seats and not list(islice(board.legal(opened, options, seat), 1)):
            yield f"`asked` names seat {seat} in the setup `{name}`, for which `legal` has no move. Make them agree."


def _fits(board: AnyBoard, setup: object, options: object, seats: tuple[int, ...]) -> bool:
    try:
        board.prepare(setup, options, seats)
    except Refusal:
        return False
    return True


def _opened(ruleset: AnyRuleset, board: AnyBoard, setup: object, options: object) -> Any | None:
    """The state of a game after its opening, with fixed dice and the default policy; None where that waits."""
    policy = next(iter(ruleset.policies.values()))

    def players(question: Question[object], by: By) -> tuple[object, Source]:
        return policy(question, by), Source(Origin.POLICY)

    end = resolve(board.opening_script, setup, options, dice=ProvableDice(bytes(32)), players=players)
    if not isinstance(end, Resolved):
        return None
    facts = (entry.fact for entry in end.record.entries if isinstance(entry, Noted))
    return board.fold(board.set_up(setup, options), facts)
