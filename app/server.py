"""The HTTP server: it ends its event streams before it stops."""

from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.connection import Connection

GRACE = 5
"""Seconds that requests have to end once the server is told to stop."""


class Server(uvicorn.Server):
    """A server that ends its event streams before it waits for its clients to go."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        context = app.state.context
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            http=Connection,
            ws="none",
            access_log=False,
            proxy_headers=False,
            log_level=context.settings.log_level,
            timeout_graceful_shutdown=GRACE,
        )
        super().__init__(config)
        self._hub = context.hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop."""
        self._hub.close()
        super().handle_exit(sig, frame)
