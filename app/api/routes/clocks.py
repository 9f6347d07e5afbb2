"""The route that halts the clocks of a game, and lets them go on."""

from fastapi import APIRouter, Request, Response

from app.api.context import Context
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.bodies import ClocksRequest
from app.api.schemas.parameters import SessionId
from app.services.actions.clocks import switch_clocks
from app.services.documents.session import SessionDocument, session_document


def clock_routes(context: Context) -> APIRouter:
    """The route that halts clocks."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])
    clock_body = strict(lambda: ClocksRequest)

    @router.post(
        "/clock",
        response_model=SessionDocument,
        operation_id="switch_clocks",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Halt the clocks of a game, or resume them",
        response_description="The session as it is now.",
    )
    async def switch(id: SessionId, body: clock_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this for a break at the table, in a game that was opened with `clock`.

        The host does it at once. Seats do it when all of them have sent this; `agreed` in the `clock` of the
        session shows who has.
        """
        sent: ClocksRequest = body
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        session = await context.write_session(
            lambda draft: switch_clocks(draft, id, caller, running=sent.running), retry, id, caller
        )
        context.autoplay.wake(id)
        return json_response(session_document(session), request, context)

    return router
