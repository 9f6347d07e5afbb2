"""The route that tells a caller what waits for it."""

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context, language_of
from app.api.requests.callers import caller_of
from app.api.responses.json_response import json_response
from app.api.routes.history import own_reader
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.parameters import Cursor
from app.services.document_types import lazy_schema
from app.services.history.inbox import InboxPage, inbox_page
from app.services.pages import Order


def inbox_routes(context: Context) -> APIRouter:
    """The route that tells a caller what waits for it."""
    router = Routes("/v1", tags=["players"])

    @router.get(
        "/questions",
        response_model=lazy_schema(lambda: InboxPage),
        operation_id="list_inbox",
        openapi_extra=NEEDS_TOKEN,
        summary="List what waits for the caller",
        response_description="A page of open questions, each with its session.",
    )
    async def inbox(
        request: Request,
        limit: Annotated[
            int, Query(ge=1, le=200, description="How many questions a page has; those of a session stay together.")
        ] = 50,
        cursor: Cursor = None,
        order: Annotated[
            Order,
            Query(description="Which questions come first: those of the newest or of the oldest session."),
        ] = "newest",
    ) -> Response:
        """Use this when an app opens: every question that waits for the caller.

        A player sees the questions of all their own seats. A seat or a host sees those of its session, and an API key
        those of all sessions that it opened. A page can be empty and still have a `next`: follow it to null.
        """
        caller, reader = caller_of(request), await own_reader(context, request)
        language = language_of(request, context)

        def read(connection: sa.Connection, *, patiently: bool) -> InboxPage:
            return inbox_page(
                connection, context.books, reader, caller, order, cursor, limit, language, patiently=patiently
            )

        document = await context.read_or_wait_for_turn(read)
        return json_response(document, request, context)

    return router
