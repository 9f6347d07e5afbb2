"""The route with which a player at a seat is forgotten."""

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.context import Context
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.parameters import SeatNumber, SessionId
from app.services.instance.personal import scrub
from app.services.sessions.forget import forget_seat


def forgetting_routes(context: Context) -> APIRouter:
    """The route with which a player at a seat is forgotten."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])

    @router.delete(
        "/seats/{seat}/person",
        status_code=204,
        operation_id="forget_seat",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Forget the player at a seat",
        response_description="The player at the seat is forgotten.",
    )
    async def forget(id: SessionId, seat: SeatNumber, request: Request) -> Response:
        """Use this when a player wants to be forgotten: name, reference and remarks are deleted, even from the log.

        Only the seat itself may do this. The moves, the dice and their proof stay; texts then say "player 1". Logs that
        somebody saved before still have the name. If you send the request again, the answer is the same.
        """
        caller = caller_of(request)
        await context.write(lambda draft: forget_seat(draft, id, seat, caller), None, id)
        await run_in_threadpool(scrub, context.database)
        return Response(status_code=204)

    return router
