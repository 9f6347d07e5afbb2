"""What happens to open requests when the server stops: their clients are asked to send them again."""

import asyncio

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.context import Context
from app.api.problems import problem_response
from app.errors import Problem


class Stopping:
    """Answers 503 to a request that the server cancels when it stops."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; answer 503 if it is cancelled before it is answered."""
        is_answered = False

        async def answering(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self._app(scope, receive, answering)
        except asyncio.CancelledError:
            if is_answered or scope["type"] != "http":
                raise
            await problem_response(self._context, Request(scope), Problem("busy"))(scope, receive, send)
