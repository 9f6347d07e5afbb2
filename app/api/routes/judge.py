"""The route by which a table calls the judge."""

from fastapi import APIRouter, Request, Response

from app.api.context import Context
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.bodies import JudgeRequest
from app.api.schemas.parameters import SessionId
from app.services.documents.session import SessionDocument, session_document
from app.services.sessions.judge import call_judge


def judge_routes(context: Context) -> APIRouter:
    """The route that calls the judge."""
    router = Routes("/v1/sessions/{id}", tags=["sessions"])
    judge_body = strict(lambda: JudgeRequest)

    @router.post(
        "/judge",
        response_model=SessionDocument,
        operation_id="call_judge",
        responses=CONFLICT,
        openapi_extra=NEEDS_TOKEN,
        summary="Call the judge to a table",
        response_description="The session; the call is an event of its log.",
    )
    async def call(id: SessionId, request: Request, body: judge_body = None) -> Response:  # type: ignore[valid-type]
        """Use this to call a judge to a table, or to take the call back: followers see `judge-called`.

        A seat or the host may do this. The game continues; nothing else changes.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        asked: JudgeRequest = body or JudgeRequest()
        session = await context.write_session(
            lambda draft: call_judge(draft, id, caller, wanted=asked.wanted), retry, id, caller
        )
        return json_response(session_document(session), request, context)

    return router
