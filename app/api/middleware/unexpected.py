"""What nobody expected: it is logged once, with the id of its request, and answered like every other refusal."""

import logging

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.context import Context
from app.api.problems import problem_response
from app.api.requested import note_of
from app.errors import Problem

log = logging.getLogger(__name__)


class Unexpected:
    """Answers 500 inside the other layers, so that the answer has their headers."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. An answer that has begun is cut off."""
        is_answered = False

        async def answering(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self._app(scope, receive, answering)
        except Exception:
            if scope["type"] != "http":
                raise
            note = note_of(scope)
            log.exception("request %s failed", note.id if note else "-")
            if is_answered:
                raise
            await problem_response(self._context, Request(scope), Problem("internal-error"))(scope, receive, send)
