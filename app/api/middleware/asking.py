"""Keeps who asks for what is done in the course of a request."""

from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.addresses import address_of
from app.api.turns import WHO


class Asking:
    """Keeps the address of a request for the turns in which long work is done."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        was = WHO.set(address_of(scope))
        try:
            await self._app(scope, receive, send)
        finally:
            WHO.reset(was)
