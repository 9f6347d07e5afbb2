"""The route that tells how all games stand of which somebody has tokens."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import problem_document
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.rate_charge import charge_rate_limit
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response
from app.api.routes.routing import Routes
from app.api.schemas.bodies import HeldSeatsRequest
from app.api.schemas.held_seats import held_seats_answer
from app.api.work.disconnect import cancel_on_disconnect
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.services.access import Caller
from app.services.document_types import lazy_schema
from app.services.history.held_seats import (
    HeldSeats,
    find_held_seats,
    held_seat_document,
    who_is_waited_for,
)

SEATS_FOR_ONE = 10
"""So many seats of a request are charged as one request."""


def held_seat_routes(context: Context) -> APIRouter:
    """The route that tells how all games stand of which somebody has tokens."""
    router = Routes("/v1", tags=["sessions"])
    tokens_body = strict(lambda: HeldSeatsRequest)

    @router.post(
        "/seats",
        response_model=lazy_schema(held_seats_answer),
        operation_id="look_at_seats",
        summary="Look at all seats that a device holds",
        response_description="One item for each token, in the same order.",
    )
    async def look_at_seats(body: tokens_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this when an app opens, to list the games of which it keeps tokens: up to 50 in one request.

        Nothing is stored, and no seat counts as having come: clocks do not begin because somebody looks at a list. A
        token that is no longer valid has a `problem` in its place. Ten seats count as one request for the rate limit.
        """
        sent: HeldSeatsRequest = body
        caller = caller_of(request)
        await retry_of(request, caller)  # nothing is stored, but a key must have the right form everywhere
        await context.require_known(caller)
        charge_rate_limit(request, (len(sent.tokens) - 1) // SEATS_FOR_ONE)
        callers = [Caller(token) for token in sent.tokens]
        async with cancel_on_disconnect():
            found = await context.read(partial(find_held_seats, callers=callers))
            items = [await item_of(context, request, found, each) for each in callers]
        return json_response({"items": items}, request, context)

    return router


async def item_of(context: Context, request: Request, found: HeldSeats, caller: Caller) -> Json:
    """How the session of a token stands, or why nobody can tell; each open session is looked at in its own turn."""
    try:
        session, seat, at = found.of(caller)
        if session.status == "closed":
            return {**held_seat_document(session, seat, at)}
        look = partial(who_is_waited_for, books=context.books, session=session, caller=caller)
        return {**held_seat_document(session, seat, at, await context.read_or_wait_for_turn(look))}
    except Problem as problem:
        return {"problem": problem_document(context, request, problem, language_of(request, context))}
