"""The route with which a player is forgotten."""

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.answers.json_response import json_response
from app.api.context import Context
from app.api.reading.callers import caller_of, retry_of
from app.api.routes.routing import Routes
from app.api.schemas.parameters import SeatNumber, SessionId
from app.services.documents.session import SessionDocument, session_document
from app.services.instance.personal import scrub
from app.services.sessions.forget import forget_seat


def forgetting_routes(context: Context) -> APIRouter:
    """The route with which a player is forgotten."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])

    @router.post(
        "/seats/{seat}/forget",
        response_model=SessionDocument,
        operation_id="forget_seat",
        summary="Forget the player at a seat",
        response_description="The session, in which the player has no name any more.",
    )
    async def forget(id: SessionId, seat: SeatNumber, request: Request) -> Response:
        """Use this when a player wants to be forgotten: name and reference go, also from the log.

        Only the seat itself may do this. What was played, its dice and their proof stay; texts say "player 1". Logs
        that somebody kept before still have the name. The request has no body.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        session = await context.write_session(lambda draft: forget_seat(draft, id, seat, caller), retry, id, caller)
        await run_in_threadpool(scrub, context.database)
        return json_response(session_document(session), request, context)

    return router
