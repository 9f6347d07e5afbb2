"""The routes that verify an action, or a whole session."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context
from app.api.requests.callers import caller_of
from app.api.responses.json_response import json_response
from app.api.routes.routing import Routes
from app.api.schemas.parameters import ActionNumber, SessionId
from app.errors import Fault, Problem
from app.services.log import slices
from app.services.log.report import ActionVerification, SessionVerification
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session
from app.services.view_rights import view_rights_of


def verification_routes(context: Context) -> APIRouter:
    """The routes that verify actions and sessions."""
    router = Routes("/v1/sessions/{id}")

    @router.get(
        "/actions/{number}/verification",
        response_model=ActionVerification,
        operation_id="verify_action",
        summary="Verify an action",
        response_description="The result of the verification.",
        tags=["actions"],
    )
    async def verify_action(id: SessionId, number: ActionNumber, request: Request) -> Response:
        """Use this when somebody doubts a result: its rules are run again, and its dice are computed again.

        The response contains a sheet with which a referee can check each roll by hand.
        """
        caller = caller_of(request)
        session = await context.read(lambda connection: read_session(connection, id, caller))
        book, engine = rulebook_or_absent(context.books, session.ruleset), context.database.reader
        if session.is_game:
            job = slices.verify_action_of_game(
                book, engine, session, number, context.verification_cache, view_rights_of(session, caller)
            )
        else:
            job = slices.verify_action_of_series(book, engine, session, number, view_rights_of(session, caller))
        return json_response(await context.replay(job), request, context)

    @router.get(
        "/verification",
        response_model=SessionVerification,
        operation_id="verify_session",
        tags=["sessions"],
        summary="Verify a session",
        response_description="The result of the verification.",
    )
    async def verify_session(
        id: SessionId,
        request: Request,
        first: Annotated[
            int, Query(alias="from", ge=1, le=2**31 - 1, description="The number of the first action to verify.")
        ] = 1,
        last: Annotated[
            int | None, Query(alias="to", ge=1, le=2**31 - 1, description="The number of the last action to verify.")
        ] = None,
    ) -> Response:
        """Use this after a match: its log, the dice of every action and all rules are checked.

        In a long session you can verify only a range of actions.
        """
        if last is not None and last < first:
            raise Problem("invalid-request", faults=[Fault(("query", "to"), "too-small", "least", {"limit": first})])
        caller = caller_of(request)
        session = await context.read(lambda connection: read_session(connection, id, caller))
        sight, engine = view_rights_of(session, caller), context.database.reader
        job = slices.verify_session(context.books, engine, session, first, last, context.verification_cache, sight)
        return json_response(await context.replay(job), request, context)

    return router
