"""What the service chooses where it answers: by advice, or by a policy of the rulebook."""

from collections.abc import Generator

import sqlalchemy as sa

from app.domain.board import Act
from app.domain.players import BEST
from app.domain.record import Role
from app.errors import Problem
from app.persistence.codec import ATTACK, OPENING
from app.services.actions.state import call_of
from app.services.deputy.ahead import best_ahead, of_answer, of_move
from app.services.deputy.due import Due
from app.services.log.known import Known
from app.services.odds.advice import Clock, Job
from app.services.odds.of_actions import Stored, worth_of_action, worth_of_moves
from app.services.play.players import automatic


def chosen(due: Due, engine: sa.Engine, known: Known) -> Generator[None, None, object]:
    """The choice that the service makes; a job that yields, for it may take as long as advice does.

    Where advice has no odds of the choices, `best` looks ahead to the attacks that they allow; where none does, it
    takes the first that is listed, as `first-legal` does. A deadline whose policy is one of the rulebook makes the
    first legal move, too: such policies answer questions only. In a game that hides something nothing is priced.
    """
    if due.policy == BEST and not is_hiding(due):
        try:
            worth = yield from priced(due, engine, known)
        except Problem as none:
            if none.code not in ("not-computable", "limit-exceeded"):
                raise
        else:
            return worth.priced[0].choice
        if (ahead := (yield from looked_ahead(due))) is not None:
            return ahead
    yield
    question, ruleset = due.wanted.question, due.book.ruleset
    if isinstance(question, Act):
        return next(question.options(), None)
    return ruleset.policies[automatic(ruleset, due.policy)](question, due.wanted.by)


def is_hiding(due: Due) -> bool:
    """Whether a board has what the seat may not see: odds from the whole of it would play with open cards."""
    return due.session.is_game and due.session.hides


def looked_ahead(due: Due) -> Generator[None, None, object | None]:
    """The choice in a move of a game that allows the best attack; None elsewhere, or where none allows one."""
    if due.state is None:
        return (yield from best_ahead(due.book, due.wanted, of_move(due.wanted)))
    if due.state.action.kind in (ATTACK, OPENING) or due.wanted.by in tuple(Role):
        return None
    call = call_of(due.book, due.session, due.state.action)
    record = due.book.codec.load_record(due.state.entries)
    return (yield from best_ahead(due.book, due.wanted, of_answer(due.wanted, call, record)))


def priced(due: Due, engine: sa.Engine, known: Known) -> Job:
    """What each choice is worth. Raises Problem not-computable or limit-exceeded (422) where advice has no odds."""
    clock = Clock()
    if due.state is None:
        return worth_of_moves(due.book, due.wanted, due.seen, clock)
    stored = Stored(due.session, due.state.action, due.state.entries, engine, known)
    return worth_of_action(due.book, stored, None, clock)
