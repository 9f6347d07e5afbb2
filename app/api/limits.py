"""The limit on how many requests an API key or an address may send."""

import hashlib
import math
import time

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.context import Context
from app.api.problems import problem_response
from app.errors import Problem
from app.services.access import KEY_PREFIX

FREE = ("/healthz", "/readyz", "/metrics")
"""The paths that have no limit."""


class RateLimit:
    """Answers a request with 429 where its sender has sent more requests than the setting allows."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context
        self._limit = parse(context.settings.rate_limit)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http" or scope["path"] in FREE:
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        sender = sender_of(request)
        if self._limiter.hit(self._limit, sender):
            await self._app(scope, receive, send)
            return
        response = problem_response(self._context, request, Problem("too-many-requests"))
        reset = self._limiter.get_window_stats(self._limit, sender).reset_time
        response.headers["Retry-After"] = str(max(1, math.ceil(reset - time.time())))
        await response(scope, receive, send)


def sender_of(request: Request) -> str:
    """Under what a request is counted: the digest of its API key, else the address of the client."""
    _, _, token = request.headers.get("authorization", "").partition(" ")
    if token.startswith(KEY_PREFIX):
        return hashlib.sha256(token.encode()).hexdigest()
    return request.client.host if request.client else ""
