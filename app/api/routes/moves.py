"""The route of moves in a game, for each ruleset that has a board."""

from fastapi import APIRouter, Request, Response

from app.api.context import Context, caller_of, json_response, language_of, retry_of
from app.api.routes.orders import move_order
from app.api.schemas.parameters import SessionId
from app.api.schemas.requests import Requests
from app.api.schemas.responses import Responses
from app.api.schemas.strict import strict
from app.domain.dice import DiceSource
from app.persistence.rows import Session
from app.services.actions.move import MoveOrder, make_move
from app.services.documents.action import action_document
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import draw_seed
from app.services.typed import late


def add_moves(router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: Responses) -> None:
    """Add the route that makes a move."""
    move_body, name = strict(requests.move), book.slug.replace("-", "_")

    @router.post(
        "/sessions/{id}/actions",
        status_code=201,
        response_model=late(lambda: responses.move),
        operation_id=f"act_{name}",
        summary=f"Make a move in a game of {book.ruleset.title}",
    )
    async def act(id: SessionId, body: move_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Make a move in a game.

        If the move needs an answer of a player, its status is `pending` and it contains the question. The legal moves
        are listed among the questions of the session, as the question `act`.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        last_seed = draw_seed()

        def order_for(session: Session) -> MoveOrder:
            return move_order(body, DiceSource(session.dice))

        made = await context.write(lambda draft: make_move(draft, book, id, caller, order_for, last_seed), retry, id)
        state = await context.action_of(made, caller)
        location = f"/v1/sessions/{id}/actions/{state.action.number}"
        document = action_document(book, state, language_of(request, context))
        return json_response(document, request, context, status=201 if state.is_new else 200, location=location)
