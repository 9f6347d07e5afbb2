"""The HTTP server: it waits for no client for long, and ends its event streams before it stops."""

import asyncio
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from pydantic_core import to_json
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from app.api.problems import MEDIA_TYPE
from app.errors import STATUS
from app.services.rulebooks.texts import SERVICE_MESSAGES, Texts

HEAD_LIMIT = 64 * 1024
"""Bytes that the head of a request may have."""

GRACE = 5
"""Seconds that requests have to end once the server is told to stop."""


class HeadTooLarge(Exception):
    """The head of a request is beyond the limit."""


class Connection(HttpToolsProtocol):
    """A connection whose client sends each request, and takes what it is sent, within so many seconds of `patience`.

    A request that is there may be answered for as long as that takes: streams and those who wait are not cut.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._patience: float = cast(FastAPI, config.app).state.context.settings.client_timeout
        self._sending: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._head, self._in_head = 0, False
        self._is_too_large = self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._sending = self.loop.call_later(self._patience, self._sent_too_slowly)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._sent()
        self._taken()

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        super().data_received(data)
        self._head += len(data)
        if self._in_head and self._head > HEAD_LIMIT:
            self._refuse("head-too-large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._sent()
        self._sending = self.loop.call_later(self._patience, self._sent_too_slowly)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD_LIMIT:
            self._is_too_large = True
            raise HeadTooLarge
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._sent()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._drop_in_time()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._drop_in_time()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self._is_refused and not self.transport.is_closing():
            self._taken()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._drop_in_time()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """What came is no HTTP, or its head is too large."""
        self._refuse("head-too-large" if self._is_too_large else "invalid-http")

    def _sent_too_slowly(self) -> None:
        if self._head:
            self._refuse("request-timeout")
        else:
            self.transport.close()

    def _refuse(self, code: str) -> None:
        """Answer, and go on reading for a while: who closes with something unread takes his answer back."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        self._drop_in_time()
        if self._is_answering:
            self.transport.close()
            return
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.flow.resume_reading()
        self.transport.write(refusal(code))
        self.transport.write_eof()

    @property
    def _is_answering(self) -> bool:
        """Whether an answer to this request, or to one before it, is under way or sent."""
        if self.cycle is None or not self.cycle.response_started:
            return False
        return not (self._in_head and self.cycle.response_complete)

    def _drop_in_time(self) -> None:
        if self._taking is None:
            self._taking = self.loop.call_later(self._patience, self.transport.abort)

    def _sent(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


def refusal(code: str) -> bytes:
    """A problem as it is sent to a client whose request never came to be one."""
    texts, status = Texts([SERVICE_MESSAGES], "en"), STATUS[code]
    told = {name: texts.find(f"{name}.{code}", {"limit": HEAD_LIMIT}) for name in ("title", "detail")}
    body = to_json({"type": f"urn:umpire:problem:{code}", "status": status, "code": code, **told})
    head = f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return STATUS_LINE[status] + head.encode() + body


class Server(uvicorn.Server):
    """A server that ends its event streams before it waits for its clients to go."""

    def __init__(self, app: FastAPI, host: str, port: int, tell: Callable[[int], None] = lambda _port: None) -> None:
        """`tell` is called with the port once connections are taken."""
        context = app.state.context
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            http=Connection,
            ws="none",
            access_log=False,
            log_level=context.settings.log_level,
            timeout_graceful_shutdown=GRACE,
        )
        super().__init__(config)
        self._hub, self._tell = context.hub, tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        await super().startup(sockets)
        if self.started:
            self._tell(self.servers[0].sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop."""
        self._hub.close()
        super().handle_exit(sig, frame)
