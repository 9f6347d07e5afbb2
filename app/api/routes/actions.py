"""The routes that read, answer and void an action of any ruleset."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response
from fastapi.exceptions import RequestValidationError

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.conditional import UNCHANGED, Wait, read_or_wait
from app.api.responses.json_response import json_response
from app.api.responses.saved_action import action_json, saved_action_json
from app.api.routes.advice import stored
from app.api.routes.asked import SHOWS_QUESTIONS, wants_questions, with_questions
from app.api.routes.parsed_bodies import replacing_order
from app.api.routes.picking import answer_picked, refusing
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.routes.seat_views import SeatView, log_play_for_seats, log_view_as_seat
from app.api.schemas.bodies import AnswerRequest, VoidRequest
from app.api.schemas.parameters import ActionNumber, SessionId
from app.api.schemas.responses import AllResponses
from app.errors import Problem
from app.persistence.writing.draft import Draft
from app.services.access import Caller, session_to_read
from app.services.actions.answer import Reply, answer_question
from app.services.actions.assent import Assent, answer_proposal
from app.services.actions.odds_shown import may_price
from app.services.actions.seat_views import seats_answered
from app.services.actions.state import ActionState, read_state, sight_in
from app.services.actions.void import void_or_propose
from app.services.document_types import lazy_schema
from app.services.odds.luck import action_odds, odds_in_game
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import read_session

Include = Annotated[
    Literal["odds"] | None, Query(description="`odds`: also show how probable the outcome of an attack was.")
]
Change = Callable[[Draft, Rulebook, Caller], ActionState]


def action_routes(context: Context, responses: AllResponses) -> APIRouter:
    """The routes that read, answer and void an action."""
    prefix = "/v1/sessions/{id}/actions/{number}"
    router = Routes(prefix, tags=["actions"])
    answer_body, void_body = strict(lambda: AnswerRequest), strict(lambda: VoidRequest)

    @router.get(
        "",
        response_model=lazy_schema(lambda: responses.action),
        operation_id="get_action",
        responses=UNCHANGED,
        summary="Read an action",
        response_description="The action as it is now.",
    )
    async def get_action(
        id: SessionId,
        number: ActionNumber,
        request: Request,
        wait: Wait = 0,
        include: Include = None,
        seat: SeatView = None,
    ) -> Response:
        """Use this to show an attack or a move again, with all rolls, choices, conclusions and the outcome."""
        caller = caller_of(request)
        seen = await read_or_wait(context, request, id, wait)
        if seen.is_known:
            return seen.not_modified

        def read(connection: sa.Connection) -> ActionState:
            session = read_session(connection, id, caller)
            return read_state(connection, rulebook_or_absent(context.books, session.ruleset), session, number)

        state = await context.read(read)
        book = rulebook_or_absent(context.books, state.session.ruleset)
        sight = sight_in(state, caller, seat)
        document = await action_json(context, book, state, language_of(request, context), sight)
        if include == "odds":
            if state.session.keeps_odds or not may_price(state, sight):
                document["odds"] = None
            elif state.session.is_game:
                document["odds"] = await context.compute_in_slices(odds_in_game(book, stored(context, state)))
            else:
                document["odds"] = await context.compute(action_odds, book, state.action)
        await log_view_as_seat(context, id, caller, seat)
        return json_response(document, request, context, etag=seen.etag)

    @router.post(
        "/answers",
        response_model=lazy_schema(lambda: responses.action),
        operation_id="answer_question",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN | SHOWS_QUESTIONS,
        summary="Answer the open question of an action",
        response_description="The action, resolved, or pending with its next question.",
    )
    async def give_answer(id: SessionId, number: ActionNumber, body: answer_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this while `pending` of an action has a question; then the action is resolved.

        To a question of kind `choice` send one of its choices, or its position in the list as `pick`. To a question of
        kind `roll` send the faces that were thrown. Always send `seen` of the question too. The same answer sent again
        changes nothing. With `agree`, answer the proposal of another seat to void the action.
        """
        sent: AnswerRequest = body
        if sum(answer is not None for answer in (sent.choice, sent.pick, sent.faces, sent.agree)) != 1:
            raise Problem("invalid-request", at=("choice",), reason="choice-or-faces")
        if sent.seen is None and sent.agree is None:
            raise RequestValidationError([{"type": "missing", "loc": ("body", "seen"), "msg": "", "input": None}])
        caller = caller_of(request)
        agree = sent.agree if sent.choice is None else assent_in(sent.choice)
        if agree is None:
            await log_play_for_seats(context, id, caller, partial(seats_answered, number=number))
        if sent.pick is not None:
            try:
                sent = await answer_picked(context, id, number, sent, caller)
            except Problem as refused:
                return await change_action(context, request, id, refusing(refused))
            agree = sent.agree
        reply = Reply(sent.seen or 0, sent.choice, sent.faces)

        def change(draft: Draft, book: Rulebook, caller: Caller) -> ActionState:
            if agree is not None:
                assent = Assent(agree, sent.seen, partial(replacing_order, book))
                return answer_proposal(draft, book, id, number, caller, assent)
            return answer_question(draft, book, id, number, caller, reply)

        return await change_action(context, request, id, change)

    @router.post(
        "/void",
        response_model=lazy_schema(lambda: responses.action),
        operation_id="void_action",
        openapi_extra=NEEDS_TOKEN | SHOWS_QUESTIONS,
        summary="Void an action",
        response_description="The action, void.",
        responses={
            **CONFLICT,
            202: {
                "model": lazy_schema(lambda: responses.action),
                "description": "Proposed. The action is void when all seats have proposed it.",
            },
        },
    )
    async def void(id: SessionId, number: ActionNumber, request: Request, body: void_body = None) -> Response:  # type: ignore[valid-type]
        """Use this after a mistake at the table: the action keeps number, dice and seed, but no longer counts.

        To correct an attack, send the right one with `replaces` instead. This voids the wrong one in the same step.

        The host does it at once. A seat proposes it to the others; the action is void when all seats have proposed it.
        """
        reason = body.reason if body else None  # type: ignore[attr-defined]

        def change(draft: Draft, book: Rulebook, caller: Caller) -> ActionState:
            return void_or_propose(draft, book, id, number, caller, reason)

        return await change_action(
            context, request, id, change, lambda state: 200 if state.action.status == "void" else 202
        )

    return router


def assent_in(choice: dict[str, Any]) -> bool | None:
    """Whether a choice agrees to a proposal; None where it answers another question."""
    agree = choice.get("agree") if choice.keys() == {"agree"} else None
    return agree if isinstance(agree, bool) else None


async def change_action(
    context: Context,
    request: Request,
    id: str,
    change: Change,
    status_of: Callable[[ActionState], int] = lambda _state: 200,
) -> Response:
    """Change an action on the writer, and respond with the action after the change."""
    caller, is_asked = caller_of(request), wants_questions(request)
    retry = await retry_of(request, caller)

    def change_known(draft: Draft) -> ActionState:
        session = session_to_read(draft, id, caller)
        return change(draft, rulebook_or_absent(context.books, session.ruleset), caller)

    state = await context.action_of(await context.write(change_known, retry, id), caller)
    book = rulebook_or_absent(context.books, state.session.ruleset)
    document = await saved_action_json(context, book, state, language_of(request, context), caller)
    if is_asked:
        document = await with_questions(context, request, id, document)
    return json_response(document, request, context, status=status_of(state))
