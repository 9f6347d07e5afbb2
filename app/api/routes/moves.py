"""The route of moves in a game, for each ruleset that has a board."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.api.answers.json_response import json_response
from app.api.answers.written import told_as_written
from app.api.context import Context, language_of
from app.api.reading.callers import caller_of, retry_of
from app.api.reading.strict import strict
from app.api.routes.attacks import status_of
from app.api.routes.looking import look_to_play
from app.api.routes.orders import move_order
from app.api.schemas.parameters import SessionId
from app.api.schemas.requests import Requests
from app.api.schemas.responses import Responses
from app.domain.dice import DiceSource
from app.persistence.stored.rows import Session
from app.services.actions.looks import seats_moved
from app.services.actions.move import MoveOrder, make_move
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import draw_seed
from app.services.typed import late

PROPOSED = "Proposed. The move that is to be replaced; the new one takes its place when all seats have agreed."


def add_moves(router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: Responses) -> None:
    """Add the route that makes a move."""
    move_body, name = strict(lambda: requests.move), book.slug.replace("-", "_")

    @router.post(
        "/sessions/{id}/actions",
        status_code=201,
        response_model=late(lambda: responses.move),
        operation_id=f"act_{name}",
        summary=f"Make a move in a game of {book.ruleset.title}",
        response_description="The move, resolved, or pending with the question that it waits for.",
        responses={202: {"model": late(lambda: responses.move), "description": PROPOSED}},
    )
    async def act(id: SessionId, body: move_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this when it is a seat's turn in a game: the legal moves are the choices of the question `act`.

        That question stands among the questions of the session; send one of its choices as `action`, and its `seen`. If
        the move needs an answer of a player, `status` is `pending` and `pending` is the question. With `replaces` the
        newest move becomes void and this one is made on the board before it; a seat proposes that to the other seats,
        and gets the move that is to be replaced.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        last_seed = draw_seed()
        touched = partial(seats_moved, seat=body.seat, answers=bool(body.answers))  # type: ignore[attr-defined]
        await look_to_play(context, id, caller, touched)

        def order_for(session: Session) -> MoveOrder:
            return move_order(body, DiceSource(session.dice))

        made = await context.write(lambda draft: make_move(draft, book, id, caller, order_for, last_seed), retry, id)
        state = await context.action_of(made, caller)
        location = f"/v1/sessions/{id}/actions/{state.action.number}"
        document = await told_as_written(context, book, state, language_of(request, context), caller)
        return json_response(document, request, context, status=status_of(body, state), location=location)
