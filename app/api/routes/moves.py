"""The route of moves in a game, for each ruleset that has a board."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response
from app.api.responses.saved_action import saved_action_json
from app.api.routes.asked import SHOWS_QUESTIONS, wants_questions, with_questions
from app.api.routes.attacks import status_of
from app.api.routes.parsed_bodies import move_order
from app.api.routes.routing import NEEDS_TOKEN
from app.api.routes.seat_views import log_play_for_seats
from app.api.schemas.parameters import SessionId
from app.api.schemas.requests import Requests
from app.api.schemas.responses import Responses
from app.domain.dice import DiceSource
from app.persistence.stored.rows import Session
from app.services.access import Caller, Retry
from app.services.actions.move import MoveInput, make_move
from app.services.actions.seat_views import seats_moved
from app.services.actions.state import ActionState
from app.services.document_types import lazy_schema
from app.services.rulebooks.registry import Rulebook

PROPOSED = "Proposed. The move that is to be replaced; the new one replaces it when all seats have agreed."


def add_moves(router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: Responses) -> None:
    """Add the route that makes a move."""
    move_body, name = strict(lambda: requests.move), book.slug.replace("-", "_")

    @router.post(
        "/sessions/{id}/actions",
        status_code=201,
        response_model=lazy_schema(lambda: responses.move),
        operation_id=f"act_{name}",
        openapi_extra=NEEDS_TOKEN | SHOWS_QUESTIONS,
        summary=f"Make a move in a game of {book.ruleset.title}",
        response_description="The move, resolved, or pending with the question that it waits for.",
        responses={202: {"model": lazy_schema(lambda: responses.move), "description": PROPOSED}, **CONFLICT},
    )
    async def act(id: SessionId, body: move_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this when it is a seat's turn in a game: the legal moves are the choices of the question `act`."""
        caller, is_asked = caller_of(request), wants_questions(request)
        state = await resolve_move(context, book, id, body, caller, await retry_of(request, caller))
        location = f"/v1/sessions/{id}/actions/{state.action.number}"
        document = await saved_action_json(context, book, state, language_of(request, context), caller)
        if is_asked:
            document = await with_questions(context, request, id, document)
        return json_response(document, request, context, status=status_of(body, state), location=location)


async def resolve_move(
    context: Context, book: Rulebook, id: str, body: Any, caller: Caller, retry: Retry | None
) -> ActionState:
    """Make the move of a request. Raises what make_move() raises."""
    await log_play_for_seats(context, id, caller, partial(seats_moved, seat=body.seat, answers=bool(body.answers)))

    def order_for(session: Session) -> MoveInput:
        return move_order(body, DiceSource(session.dice))

    made = await context.write(lambda draft: make_move(draft, book, id, caller, order_for), retry, id)
    return await context.action_of(made, caller)
