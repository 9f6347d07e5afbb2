"""Answers and moves that are sent by their place: the choice itself is found beside the event loop."""

from collections.abc import Callable
from functools import partial

import sqlalchemy as sa

from app.api.context import Context
from app.api.routes.advice import stored
from app.api.schemas.bodies import AnswerRequest
from app.domain.odds import finished
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.access import Caller
from app.services.actions.pick import assent_at, choice_at, move_at
from app.services.actions.state import ActionState, read_state
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session


async def answer_picked(context: Context, id: str, number: int, sent: AnswerRequest, caller: Caller) -> AnswerRequest:
    """The same answer with the choice that it picks. Raises what choice_at() and assent_at() raise."""
    place, seen = sent.pick or 0, sent.seen or 0

    def read(connection: sa.Connection) -> ActionState:
        session = read_session(connection, id, caller)
        return read_state(connection, rulebook_or_absent(context.books, session.ruleset), session, number)

    state = await context.read(read)
    book = rulebook_or_absent(context.books, state.session.ruleset)
    require_installed(book)
    agree = assent_at(state, place)
    if agree is not None:
        return sent.model_copy(update={"agree": agree, "pick": None})
    job = choice_at(book, state, stored(context, state), caller, seen, place)
    return sent.model_copy(update={"choice": await context.build_document(finished, job), "pick": None})


async def move_picked(
    context: Context, book: Rulebook, id: str, seen: int, seat: int | None, place: int, caller: Caller
) -> Json:
    """The move that is picked. Raises what move_at() raises."""
    session: Session = await context.read(partial(read_session, id=id, caller=caller))
    return await context.build_document(move_at, book, session, caller, seen, seat, place)


def refusing(problem: Problem) -> Callable[..., ActionState]:
    """A change that is refused; a request that is sent again finds what the first one made before that."""

    def refuse(*_: object) -> ActionState:
        raise problem

    return refuse
