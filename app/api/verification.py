"""The routes that verify an action, or a whole session."""

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api.context import Context, caller_of, json_response
from app.api.parameters import ActionNumber, SessionId
from app.api.problems import REFUSALS
from app.api.strict import StrictRoute
from app.errors import Problem
from app.services.log.read import read_action_log, read_session_log
from app.services.log.report import ActionVerification, SessionVerification, action_report, session_report
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session


def verification_routes(context: Context) -> APIRouter:
    """The routes that verify actions and sessions."""
    router = APIRouter(prefix="/v1/sessions/{id}", route_class=StrictRoute, responses=REFUSALS)

    @router.get(
        "/actions/{number}/verification",
        response_model=ActionVerification,
        operation_id="verify_action",
        tags=["actions"],
    )
    async def verify_action(id: SessionId, number: ActionNumber, request: Request) -> Response:
        """Verify an action: its rules are run again, and its dice are computed again.

        The response contains a sheet with which the rolls can be checked by hand.
        """
        caller = caller_of(request)

        def check(connection: sa.Connection) -> ActionVerification:
            session = read_session(connection, id, caller)
            log = read_action_log(connection, id, number, with_earlier=session.is_game)
            if number not in log.stories:
                raise Problem("not-found")
            return action_report(rulebook_or_absent(context.books, session.ruleset), log, number)

        return json_response(await context.read(check), request, context)

    @router.get("/verification", response_model=SessionVerification, operation_id="verify_session", tags=["sessions"])
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
        """Verify a whole session: its log, its dice and its rules."""
        caller = caller_of(request)
        session = await context.read(lambda connection: read_session(connection, id, caller))

        def check() -> SessionVerification:
            log = read_session_log(context.database.reader, id, session.seq)
            return session_report(context.books, log, first, last)

        return json_response(await run_in_threadpool(check), request, context)

    return router
