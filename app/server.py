"""The HTTP server. On SIGTERM it reports that it is not ready, finishes open requests and streams, then stops."""

import asyncio
import ctypes
import gc
import socket
import sys
from collections.abc import Callable
from faulthandler import dump_traceback_later
from signal import SIGTERM
from time import monotonic
from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.connection import Connection

DRAIN_SECONDS = 3.0
"""Seconds after SIGTERM in which the server continues, while `/readyz` sends new requests to other processes."""
FINISH_SECONDS = 5
"""Seconds that open requests may take after that."""
KILL_SECONDS = 9.5
"""Seconds after which the process ends in any case, and logs what it waited for; supervisors often wait ten seconds."""
HANDED_OVER = 0.0002
"""Seconds after which a thread that computes lets another one go on: an attack changes threads some twenty times."""
TICKS = 600
"""A minute, in ticks: how often memory that is free is given back."""


class Server(uvicorn.Server):
    """A server that, told to stop, goes on for a while, then ends its event streams and waits for open requests."""

    def __init__(self, app: FastAPI, listeners: list[socket.socket], greet: Callable[[], None]) -> None:
        """`listeners` are bound and listen; `greet` tells that they are served now."""
        context = app.state.context
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            log_config=None,
            timeout_graceful_shutdown=FINISH_SECONDS,
        )
        super().__init__(config)
        self._hub, self._stopping, self._listeners, self._greet = context.hub, context.stopping, listeners, greet
        self._stops_at: float | None = None

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to stop."""
        super().run(sockets or self._listeners)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is there now stays: a collection that walks it again stops everything for 100 ms
        gc.set_threshold(10_000, 10, 10)  # searches so early that little is garbage took 2 % of a request
        sys.setswitchinterval(HANDED_OVER)
        self._greet()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop after a signal: after the first SIGTERM in a while, else at once."""
        if self._stops_at is None:
            self._stopping.set()
            self._stops_at = monotonic() + (DRAIN_SECONDS if sig == SIGTERM else 0.0)
            self._captured_signals.append(sig)
            dump_traceback_later(KILL_SECONDS, exit=True)  # whatever it waits for: what was acknowledged is written
            return
        self._hub.close()
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether it is time to stop. Once a minute memory is given back."""
        if counter % TICKS == TICKS - 1:
            asyncio.get_running_loop().run_in_executor(None, give_back)
        if self._stops_at is not None and monotonic() >= self._stops_at:
            self._hub.close()
            self.should_exit = True
        return await super().on_tick(counter)


def give_back() -> None:
    """Give memory that was freed back to the system, where the C library can.

    glibc keeps it in pieces, an arena for each few threads: under a mixed load the process grew by 3 MiB a minute for
    an hour, with no more objects than in its first minutes.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
