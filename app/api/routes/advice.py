"""The route that tells what each choice in an action is or was worth, and the odds of open questions."""

import logging
from functools import partial
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.answers.json_response import json_response
from app.api.context import Context, language_of
from app.api.reading.callers import caller_of
from app.api.refusals.problems import problem_of
from app.api.refusals.sentences import detail_of
from app.api.routes.routing import Routes
from app.api.schemas.parameters import ActionNumber, SessionId
from app.errors import Problem
from app.persistence.stored.private import holds_unknown
from app.services.actions.state import ActionState, read_state, seen_as, sight_in
from app.services.documents.advice import OddsDocument, odds_document, points_shown
from app.services.documents.open_questions import Opened
from app.services.documents.question import NoOdds, Questions
from app.services.documents.wording import named_in, texts_of
from app.services.odds.advice import Job
from app.services.odds.effort import Effort
from app.services.odds.of_actions import Stored, worth_of_action, worth_of_moves
from app.services.odds.through import through as points_of
from app.services.play.seating import seat_for
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session
from app.services.sight import Sight
from app.services.typed import late

log = logging.getLogger(__name__)

Through = Annotated[bool, Query(description="Whether to show how the action turned, roll by roll.")]
At = Annotated[
    int | None,
    Query(ge=0, le=2**31, description="The length of the record: the question that stood after so many entries."),
]


def advice_routes(context: Context) -> APIRouter:
    """The route of advice on an action."""
    router = Routes("/v1/sessions/{id}/actions/{number}")

    @router.get(
        "/odds",
        response_model=late(lambda: OddsDocument),
        operation_id="get_odds",
        summary="Compute what each choice of an action is worth",
        response_description="The odds from there, and those of each choice.",
        tags=["actions"],
    )
    async def get_odds(
        id: SessionId, number: ActionNumber, request: Request, at: At = None, through: Through = False
    ) -> Response:
        """Use this to advise a player before an answer, or to show after a match what another choice was worth.

        Without `at` it is about the open question of the action; with the `seen` of an earlier one about that, and then
        `chosen` is what was chosen. Each choice comes with the exact odds if it is made and the default policy plays
        on, the best first. For what a game asks before an attack, it is the attack to which each choice leads.
        `through=true` also shows how the action turned: the odds at the beginning, and after each roll and choice.
        """
        caller = caller_of(request)

        def read(connection: sa.Connection) -> ActionState:
            session = read_session(connection, id, caller)
            return read_state(connection, rulebook_or_absent(context.books, session.ruleset), session, number)

        state = await context.read(read)
        book = rulebook_or_absent(context.books, state.session.ruleset)
        require_installed(book)
        sight = sight_in(state, caller)
        if through and not may_price(state, sight):
            raise Problem("not-shown")
        require_priced(state, sight)
        effort = Effort()
        worth = await context.advise(worth_of_action(book, stored(context, state), at, effort))
        wanted = worth.wanted
        seat = None if wanted is None else wanted.seat or seat_for(wanted.by, state.action.seats)
        texts = texts_of(book, state, language_of(request, context))
        document = await context.tell(partial(odds_document, book, worth, texts, seat, sight=sight))
        if through:
            points = await context.advise(points_of(book, stored(context, state), effort))
            document["through"] = await context.tell(points_shown, book, points, seen_as(state, sight).entries, texts)
        return json_response(document, request, context)

    return router


def stored(context: Context, state: ActionState) -> Stored:
    """An action as odds take it."""
    return Stored(state.session, state.action, state.entries, context.database.reader, context.known)


def may_price(state: ActionState, sight: Sight) -> bool:
    """Whether the odds of an action tell the caller no more than what it may see."""
    return sight.is_whole or not (state.session.is_game or holds_unknown(seen_as(state, sight).action.situation))


def require_priced(state: ActionState, sight: Sight) -> None:
    """Raise Problem not-computable (422) where the odds of an action would tell what is hidden from the caller."""
    if not may_price(state, sight):
        raise Problem("not-computable", reason="hidden")


async def questions_with_odds(
    context: Context, opened: Opened, document: Questions, language: str, sight: Sight
) -> Questions:
    """The open questions of a session, each with its odds, or with the reason why there are none."""
    if not sight.is_whole and (opened.session.is_game or any(not may_price(each, sight) for each in opened.states)):
        for item in document["items"]:
            item["odds"] = None
            item["no_odds"] = no_odds(opened.book, Problem("not-computable", reason="hidden"), language)
        return document
    book, effort = opened.book, Effort()
    jobs: list[Job] = [
        *(worth_of_action(book, stored(context, state), None, effort) for state in opened.states),
        *(worth_of_moves(book, wanted, opened.session.state_seq, effort) for wanted in opened.moves),
    ]
    for item in document["items"]:
        item["odds"], item["no_odds"] = None, no_odds(book, Problem("not-computable", reason="no-attack"), language)
    for item, job in zip(document["items"], jobs, strict=False):
        try:
            worth = await context.advise(job)
            texts = named_in(book.texts(language), opened.session)
            shown = partial(odds_document, book, worth, texts, asks=False, sight=sight)
            item["odds"] = await context.tell(shown)
        except Exception as failure:  # a question is told whatever its rulebook does when the choices are priced
            if (problem := problem_of(context, failure)).code == "internal-error":
                log.exception("%s cannot price what is asked in session %s", book.slug, opened.session.id)
            item["no_odds"] = no_odds(book, problem, language)
        else:
            del item["no_odds"]
    return document


def no_odds(book: Rulebook, problem: Problem, language: str) -> NoOdds:
    """Why there are no odds of a question."""
    return {"code": problem.code, "reason": problem.reason, "detail": detail_of(book.texts(language), problem)}
