"""Turns uncaught exceptions into 500, and requests that the stopping server cuts off into 503."""

import asyncio
import logging

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.context import Context
from app.api.refusals.problems import problem_response
from app.api.requests.request_info import request_info_of
from app.errors import Problem

log = logging.getLogger(__name__)


class CatchErrors:
    """Answers 500 or 503 inside the layers that add headers, so that the answer has them too."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. An answer that has begun is cut off."""
        try:
            await self._app(scope, receive, send)
        except (asyncio.CancelledError, Exception) as failure:
            is_stopping = isinstance(failure, asyncio.CancelledError)
            if scope["type"] != "http":
                raise
            note = request_info_of(scope)
            if not is_stopping:
                log.exception("request %s failed", note.id if note else "-")
            if note and note.status:
                raise
            problem = Problem("busy" if is_stopping else "internal-error")
            response = await problem_response(self._context, Request(scope), problem)
            await response(scope, receive, send)
