"""The limit on how many requests an API key or an address may send."""

import math
import time
from collections import OrderedDict
from functools import partial

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.context import Context
from app.api.refusals.problems import problem_response
from app.api.requests.addresses import address_of
from app.api.requests.rate_charge import COUNT
from app.errors import Problem
from app.persistence.connecting.database import FAILURES
from app.services.access import Caller, is_known_key

FREE = ("/healthz", "/readyz", "/metrics")
"""The paths that have no limit."""

KEPT, KEYS = 60.0, 10_000
"""Seconds for which it is kept whether a key is known, and of how many keys."""


class RateLimit:
    """Answers a request with 429 where its sender has sent more requests than the setting allows."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context
        self._limit = parse(context.settings.rate_limit)
        self._policy = f'"default";q={self._limit.amount};w={self._limit.get_expiry()}'
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._keys: OrderedDict[bytes, tuple[bool, float]] = OrderedDict()
        """By the digest of a key whether it is known, and until when that holds."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http" or scope["path"] in FREE:
            await self._app(scope, receive, send)
            return
        sender = await self.sender_of(scope)
        is_allowed = self._limiter.hit(self._limit, sender)
        window = self._limiter.get_window_stats(self._limit, sender)
        seconds = max(1, math.ceil(window.reset_time - time.time()))

        async def send_with_limit(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["RateLimit-Policy"] = self._policy
                headers["RateLimit"] = f'"default";r={max(0, window.remaining)};t={seconds}'
            await send(message)

        if is_allowed:
            scope[COUNT] = partial(self._limiter.hit, self._limit, sender)
            await self._app(scope, receive, send_with_limit)
            return
        response = await problem_response(self._context, Request(scope), Problem("too-many-requests"))
        response.headers["Retry-After"] = str(seconds)
        await response(scope, receive, send_with_limit)

    async def sender_of(self, scope: Scope) -> str:
        """Whose requests are counted together: those of an API key that is known, else those of an address."""
        address = address_of(scope)
        scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        caller = Caller(token.strip())
        if scheme.lower() != "bearer" or not caller.is_key:
            return address
        return f"key {caller.digest.hex()}" if await self.is_known(caller, address) else address

    async def is_known(self, caller: Caller, address: str) -> bool:
        """Whether a key is known; what is looked up anew, an address may ask only as often as the limit says."""
        digest = caller.digest
        was_known, until = self._keys.get(digest, (False, 0.0))
        if time.monotonic() < until:
            return was_known
        if not was_known and not self._limiter.hit(self._limit, f"looks of {address}"):
            return False
        try:
            is_known = await self._context.read(partial(is_known_key, caller=caller))
        except FAILURES:
            return was_known
        self._keys[digest] = is_known, time.monotonic() + KEPT
        self._keys.move_to_end(digest)
        while len(self._keys) > KEYS:
            self._keys.popitem(last=False)
        return is_known
