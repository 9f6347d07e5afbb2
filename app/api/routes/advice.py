"""The route that tells what each choice in an action is or was worth, and the odds of open questions."""

import logging
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT, problem_of
from app.api.refusals.sentences import detail_of
from app.api.requests.callers import caller_of
from app.api.responses.conditional import UNCHANGED, read_or_wait
from app.api.responses.json_response import json_response
from app.api.routes.routing import Routes
from app.api.schemas.parameters import ActionNumber, SessionId
from app.errors import Problem
from app.persistence.stored.rows import Session
from app.services.actions.odds_shown import eyes_for, require_odds_shown
from app.services.actions.state import ActionState, read_state, seen_as, sight_in
from app.services.document_types import lazy_schema
from app.services.documents.advice import OddsDocument, odds_document, points_shown
from app.services.documents.open_questions import Opened
from app.services.documents.question import NoOdds, Questions, answers_to
from app.services.documents.wording import named_in, texts_of
from app.services.log.slices import BoardsBefore
from app.services.odds.advice import HIDDEN, Job, RankedOdds
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.of_actions import StoredAction, worth_of_action, worth_of_moves
from app.services.odds.through import NO_ODDS_THERE, Point, asks_own
from app.services.odds.through import through as points_of
from app.services.play.seating import seat_for
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session
from app.services.view_rights import FULL_VIEW, ViewRights

log = logging.getLogger(__name__)

Through = Annotated[bool, Query(description="Whether to show how the action turned, roll by roll.")]
At = Annotated[
    int | None,
    Query(ge=0, le=2**31, description="The length of the record: the question after so many entries."),
]


def advice_routes(context: Context) -> APIRouter:
    """The route of advice on an action."""
    router = Routes("/v1/sessions/{id}/actions/{number}")

    @router.get(
        "/odds",
        response_model=lazy_schema(lambda: OddsDocument),
        operation_id="get_odds",
        responses=UNCHANGED | CONFLICT,
        summary="Compute the odds of each choice of an action",
        response_description="The odds from there, and those of each choice.",
        tags=["actions"],
    )
    async def get_odds(
        id: SessionId, number: ActionNumber, request: Request, at: At = None, through: Through = False
    ) -> Response:
        """Use this to advise a player before an answer, or to show after a match the odds of the other choices.

        Without `at`, the odds are for the open question of the action. With the `seen` of an earlier question as `at`,
        they are for that question, and `chosen` is the choice that was made. Each choice comes with the exact odds if
        it is made and the default policy decides everything after it; the best choice comes first. If a game asks
        before an attack, the odds are those of the attack to which each choice leads. `through=true` also shows how the
        odds changed during the action: at the beginning, and after each roll and choice.

        In a game that hides something, a seat sees the odds of its own questions, from what it saw there. The other
        odds are shown after the session is closed (409 `not-shown` before that). In a session that was opened with
        `"advice": "after"`, this holds for all odds.
        """
        seen = await read_or_wait(context, request, id)
        if seen.is_known:
            return seen.not_modified
        caller = caller_of(request)

        def read(connection: sa.Connection) -> ActionState:
            session = read_session(connection, id, caller)
            return read_state(connection, rulebook_or_absent(context.books, session.ruleset), session, number)

        state = await context.read(read)
        book = rulebook_or_absent(context.books, state.session.ruleset)
        require_installed(book)
        require_odds_shown(state.session)
        told = await odds_for_caller(context, book, state, sight_in(state, caller), at, through=through)
        worth, texts = told.worth, texts_of(book, state, language_of(request, context))
        seat = None if worth.wanted is None else worth.wanted.seat or seat_for(worth.wanted.by, state.action.seats)
        shown = partial(odds_document, book, worth, texts, seat, answers_to(id, number), sight=told.sight)
        document = await context.build_document(shown)
        if through:
            entries = seen_as(state, told.sight).entries
            document["through"] = await context.build_document(points_shown, book, told.points, entries, texts)
        return json_response(document, request, context, etag=seen.etag)

    return router


def stored(
    context: Context, state: ActionState, eyes: ViewRights = FULL_VIEW, boards: BoardsBefore | None = None
) -> StoredAction:
    """An action as odds take it, of which they see what `eyes` do; several of a game may share its `boards`."""
    entries = eyes.of(state.entries) if not eyes.is_whole else state.entries
    return StoredAction(state.session, state.action, entries, boards or boards_of(context, state.session), eyes)


def boards_of(context: Context, session: Session) -> BoardsBefore:
    """The boards of a game before its actions."""
    return BoardsBefore(context.database.reader, session, context.verification_cache)


@dataclass(frozen=True, slots=True)
class OddsForCaller:
    """The odds of an action for a caller."""

    worth: RankedOdds
    points: tuple[Point, ...]
    """How it turned; empty if nobody asked."""
    sight: ViewRights
    """What the caller may see."""


async def odds_for_caller(
    context: Context, book: Rulebook, state: ActionState, sight: ViewRights, at: int | None, *, through: bool
) -> OddsForCaller:
    """The odds of an action as a caller is told them, from `at` or from where it stands.

    In the eyes of a seat that does not see all, from its newest question. Raises Problem: not-shown (409) or
    not-computable (422) where they would tell what is hidden from the caller; else as worth_of_action().
    """
    refusal = Problem("not-shown") if through else Problem("not-computable", reason=HIDDEN)
    if (eyes := eyes_for(state, sight)) is None:
        raise refusal
    seen, effort = stored(context, state, eyes), ComputeBudget()
    if eyes.is_whole or not through:
        worth = await context.compute_in_slices(worth_of_action(book, seen, at, effort))
        if not asks_own(seen, worth):
            raise refusal
        points = await context.compute_in_slices(points_of(book, seen, effort)) if through else ()
        return OddsForCaller(worth, points, sight)
    try:
        points = await context.compute_in_slices(points_of(book, seen, effort))
    except Problem as none:
        raise refusal if none.reason in NO_ODDS_THERE else none from none
    own = [point for point in points if at in (None, point.at)]
    if not own:
        raise refusal
    return OddsForCaller(own[-1].worth, points, sight)


async def questions_with_odds(
    context: Context, opened: Opened, document: Questions, begin: int, language: str, sight: ViewRights
) -> Questions:
    """A page of the open questions of a session, each with its odds, or with the reason why there are none.

    `begin`: the place of the first among all.
    """
    if (problem := why_not_shown(opened, sight)) is not None:
        for item in document["items"]:
            item["odds"], item["no_odds"] = None, no_odds(opened.book, problem, language)
        return document
    book, jobs = opened.book, jobs_of(context, opened, sight)
    for item in document["items"]:
        item["odds"], item["no_odds"] = None, no_odds(book, Problem("not-computable", reason="no-attack"), language)
    for item, job in zip(document["items"], jobs[begin:], strict=False):
        try:
            worth = await context.compute_in_slices(job)
            texts = named_in(book.texts(language), opened.session)
            shown = partial(odds_document, book, worth, texts, asks=False, sight=sight)
            item["odds"] = await context.build_document(shown)
        except Exception as failure:  # a question is told whatever its rulebook does when the choices are priced
            if (problem := problem_of(context, failure)).code == "internal-error":
                log.exception("%s cannot price what is asked in session %s", book.slug, opened.session.id)
            item["no_odds"] = no_odds(book, problem, language)
        else:
            del item["no_odds"]
    return document


def why_not_shown(opened: Opened, sight: ViewRights) -> Problem | None:
    """Why no question of a session is priced for a caller; None where they are."""
    if opened.session.keeps_odds:
        return Problem("not-shown")
    if any(eyes_for(state, sight) is None for state in opened.states):
        return Problem("not-computable", reason=HIDDEN)
    return None


def jobs_of(context: Context, opened: Opened, sight: ViewRights) -> list[Job]:
    """What prices each open question of a session: those of waiting actions, then those for a move."""
    book, effort = opened.book, ComputeBudget()
    found: list[Job] = []
    for state in opened.states:
        seen = stored(context, state, eyes_for(state, sight) or sight)
        found.append(own_alone(seen, worth_of_action(book, seen, None, effort)))
    for wanted in opened.moves:
        is_told = sight.is_whole or not opened.session.hides or wanted.seat == sight.seat
        found.append(worth_of_moves(book, wanted, opened.session.state_seq, effort) if is_told else refused_as_hidden())
    return found


def own_alone(seen: StoredAction, job: Job) -> Job:
    """The odds of a question, if they are told to the seat as which they are computed.

    Raises Problem not-computable (422) where they are not.
    """
    worth = yield from job
    if not asks_own(seen, worth):
        yield from refused_as_hidden()
    return worth


def refused_as_hidden() -> Job:
    """Raise Problem not-computable (422): the odds would tell what is hidden."""
    yield
    raise Problem("not-computable", reason=HIDDEN)


def no_odds(book: Rulebook, problem: Problem, language: str) -> NoOdds:
    """Why there are no odds of a question."""
    return {"code": problem.code, "reason": problem.reason, "detail": detail_of(book.texts(language), problem)}
