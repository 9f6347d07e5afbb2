"""What the service chooses where it answers: by advice, or by a policy of the rulebook."""

from collections.abc import Generator

import sqlalchemy as sa

from app.domain.board import Act
from app.domain.players import BEST
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, OPENING
from app.services.actions.state import call_of
from app.services.autoplay.ahead import best_ahead, is_movers, of_answer, of_move
from app.services.autoplay.due import PendingDecision
from app.services.log.slices import BoardsBefore
from app.services.log.verification_cache import VerificationCache
from app.services.odds.advice import Job
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.of_actions import StoredAction, worth_of_action, worth_of_moves
from app.services.play.players import automatic_player
from app.services.play.scripts import board_of


def chosen(due: PendingDecision, engine: sa.Engine, known: VerificationCache) -> Generator[None, None, object]:
    """The choice that the service makes; a job that yields, for it may take as long as advice does.

    Where advice has no odds of the choices, `best` looks ahead to the attacks that they allow, and the other way round
    where the rulebook says how moves are judged; where neither tells, it answers as the default policy does, and makes
    the first move of the list. A deadline whose policy is one of the rulebook makes that, too: such policies answer
    questions only. In a game that hides something nothing is priced,
    nor are moves that tell what only people at the table can see: of those none is made.
    """
    if due.policy == BEST and not (is_hiding(due) or is_declared(due)):
        for way in (advised(due, engine, known), looked_ahead(due))[:: -1 if has_judge(due) else 1]:
            if (choice := (yield from way)) is not None:
                return choice
    yield
    question = due.wanted.question
    if isinstance(question, Act):
        return question.by_default()
    return automatic_player(due.book.ruleset, due.policy)(question, due.wanted.by)


def has_judge(due: PendingDecision) -> bool:
    """Whether the rulebook says how moves of its game are judged."""
    board = due.book.ruleset.board
    return board is not None and board.ahead is not None


def advised(due: PendingDecision, engine: sa.Engine, known: VerificationCache) -> Generator[None, None, object | None]:
    """The choice that advice puts first; None where it has no odds."""
    try:
        worth = yield from priced(due, engine, known)
    except Problem as none:
        if none.code not in ("not-computable", "limit-exceeded", "busy"):
            raise
        return None
    return worth.priced[0].choice


def is_hiding(due: PendingDecision) -> bool:
    """Whether a board has what the seat may not see: odds from the whole of it would play with open cards."""
    return due.session.is_game and due.session.hides


def is_declared(due: PendingDecision) -> bool:
    """Whether a move is due of a game in which moves tell what only people at the table can see."""
    question = due.wanted.question
    return isinstance(question, Act) and question.board.at_table is not None


def looked_ahead(due: PendingDecision) -> Generator[None, None, object | None]:
    """The choice in a move of a game that allows the best attack; None elsewhere, or where none allows one."""
    if due.state is None:
        act = due.wanted.question
        assert isinstance(act, Act)
        return (yield from best_ahead(due.book, due.wanted, of_move(due.wanted), act.state))
    if due.state.action.kind in (ATTACK, OPENING):
        return None
    call = call_of(due.book, due.session, due.state.action)
    if not is_movers(due.wanted, call):
        return None
    record = due.book.codec.load_record(due.state.entries)
    before = board_of(due.book)[1].state.load(due.session.state)
    return (yield from best_ahead(due.book, due.wanted, of_answer(due.wanted, call, record), before))


def priced(due: PendingDecision, engine: sa.Engine, known: VerificationCache) -> Job:
    """What each choice is worth. Raises Problem not-computable or limit-exceeded (422) where advice has no odds."""
    effort = ComputeBudget(plays=True)
    if due.state is None:
        return worth_of_moves(due.book, due.wanted, due.seen, effort)
    boards = BoardsBefore(engine, due.session, known)
    stored = StoredAction(due.session, due.state.action, due.state.entries, boards)
    return worth_of_action(due.book, stored, None, effort)
