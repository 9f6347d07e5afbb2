"""The HTTP server: it ends its event streams before it stops."""

import gc
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.connection import Connection

GRACE = 5
"""Seconds that open requests may take after the server is told to stop."""


class Server(uvicorn.Server):
    """A server that ends its event streams before it waits for open requests."""

    def __init__(self, app: FastAPI, listeners: list[socket.socket], greet: Callable[[], None]) -> None:
        """`listeners` are bound and listen; `greet` tells that they are served now."""
        context = app.state.context
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            access_log=False,
            proxy_headers=False,
            log_config=None,
            timeout_graceful_shutdown=GRACE,
        )
        super().__init__(config)
        self._hub, self._listeners, self._greet = context.hub, listeners, greet

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to stop."""
        super().run(sockets or self._listeners)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is there now stays: a collection that walks it again stops everything for 100 ms
        gc.set_threshold(10_000, 10, 10)  # searches so early that little is garbage took 2 % of a request
        self._greet()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop after a signal."""
        self._hub.close()
        super().handle_exit(sig, frame)
