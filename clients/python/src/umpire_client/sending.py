"""Requests that are neither lost nor done twice: a key for each POST, sent again with it where no answer comes."""

import asyncio
import secrets
import time
from collections.abc import Sequence

import httpx

from umpire_client.problems import Unreachable

BUSY = (429, 502, 503, 504)
LONGEST = 30.0
"""Seconds for which a Retry-After is waited."""
KEY = "Idempotency-Key"
PROBE = "/readyz"
"""The end of the path at which the service tells how it is: whatever it tells is the answer."""


def keyed(request: httpx.Request) -> httpx.Request:
    """The request, a POST with a key that nobody guesses."""
    if request.method == "POST" and KEY not in request.headers:
        request.headers[KEY] = secrets.token_hex(24)
    return request


def pause_after(request: httpx.Request, response: httpx.Response, wait: float | None) -> float | None:
    """Seconds after which to send again; None where this is the answer."""
    if response.status_code not in BUSY or wait is None or request.url.path.endswith(PROBE):
        return None
    told = response.headers.get("Retry-After", "0")
    pause = max(wait, float(told) if told.isdecimal() else 0)
    return pause if pause <= LONGEST else None


def silent(request: httpx.Request) -> Unreachable:
    """What is told when all was in vain."""
    return Unreachable(request.headers.get(KEY))


class Persistent(httpx.BaseTransport):
    """Sends each request until it is answered, or the waits (seconds before each further try) are used up."""

    def __init__(self, inner: httpx.BaseTransport, waits: Sequence[float]) -> None:
        self._inner, self._waits = inner, waits

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        keyed(request)
        for wait in [*self._waits, None]:
            try:
                response = self._inner.handle_request(request)
            except httpx.TransportError as failure:
                if wait is None:
                    raise silent(request) from failure
                pause: float | None = wait
            else:
                pause = pause_after(request, response, wait)
                if pause is None:
                    return response
                response.close()
            time.sleep(pause or 0)
        raise AssertionError("the last try returns or raises")

    def close(self) -> None:
        self._inner.close()


class AsyncPersistent(httpx.AsyncBaseTransport):
    """The same for an event loop."""

    def __init__(self, inner: httpx.AsyncBaseTransport, waits: Sequence[float]) -> None:
        self._inner, self._waits = inner, waits

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        keyed(request)
        for wait in [*self._waits, None]:
            try:
                response = await self._inner.handle_async_request(request)
            except httpx.TransportError as failure:
                if wait is None:
                    raise silent(request) from failure
                pause: float | None = wait
            else:
                pause = pause_after(request, response, wait)
                if pause is None:
                    return response
                await response.aclose()
            await asyncio.sleep(pause or 0)
        raise AssertionError("the last try returns or raises")

    async def aclose(self) -> None:
        await self._inner.aclose()
