"""From where a request comes, for what is done on its behalf."""

from contextvars import ContextVar

from starlette.types import ASGIApp, Receive, Scope, Send

SENDER: ContextVar[str] = ContextVar("sender", default="")
"""The host whose request is being answered; empty where the service does something by itself."""


class Sender:
    """Keeps the host of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if client := scope.get("client"):
            SENDER.set(client[0])
        await self._app(scope, receive, send)
