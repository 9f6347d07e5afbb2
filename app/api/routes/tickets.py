"""The route that makes stream tickets."""

from fastapi import APIRouter, Request, Response

from app.api.context import Context
from app.api.requests.callers import caller_of, retry_of
from app.api.responses.json_response import json_response, made_status
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.parameters import SessionId
from app.services.sessions.tickets import TicketShown, make_ticket, ticket_made_before


def ticket_routes(context: Context) -> APIRouter:
    """The route that makes stream tickets."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])

    @router.post(
        "/stream-tickets",
        status_code=201,
        response_model=TicketShown,
        operation_id="make_stream_ticket",
        openapi_extra=NEEDS_TOKEN,
        summary="Make a ticket for an EventSource",
        response_description="The ticket.",
    )
    async def make(id: SessionId, request: Request) -> Response:
        """Use this for an `EventSource`, which cannot send a token: it follows `…/events?ticket=…` as the caller.

        The ticket can only read the events of this session. The request has no body.
        """
        caller = caller_of(request)
        retry, where = await retry_of(request, caller), f"/v1/sessions/{id}/events"
        ticket, is_new = await context.write_once(
            lambda draft: make_ticket(draft, id, caller, retry),
            retry,
            lambda connection, made: ticket_made_before(connection, id, caller, retry, made.nonce),
            id,
        )
        return json_response(ticket, request, context, status=made_status(is_new), location=where)

    return router
