"""A client's connection: its limits of time and size, and what it is told where its request never came to be one."""

import asyncio
import re
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from pydantic_core import to_json
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from app.api.context import Context
from app.api.refusals.problems import MEDIA_TYPE
from app.api.requests.addresses import counted_as
from app.api.requests.request_info import RequestInfo, new_id
from app.errors import STATUS, type_of
from app.services.rulebooks.messages import FALLBACK
from app.services.rulebooks.texts import service_texts

HEAD_LIMIT = 64 * 1024
"""Bytes that the head of a request and its trailers may have together."""

STILL_THERE = 2.0
"""Seconds between two interim answers to a client that sends no more: one that has gone altogether refuses them."""

INTERIM = STATUS_LINE[100] + b"\r\n"

TOO_MANY = 1.0
"""Seconds in which a client that holds too many connections may read that it does."""

HOST = re.compile(rb"[-A-Za-z0-9._~%!$&'()*+,;=:\[\]]*")
"""What the header Host may be (RFC 9110, 7.2; RFC 3986, 3.2)."""


class HeadTooLarge(Exception):
    """The head of a request, with its trailers, is beyond the limit."""


class InvalidHost(Exception):
    """The header Host is missing, is there twice, or is none."""


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
        self._context: Context = cast(FastAPI, config.app).state.context
        self._patience = self._context.settings.client_timeout
        self._place: str | None = None
        self._sending: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._asking: asyncio.TimerHandle | None = None
        self._head, self._in_head = 0, False
        self._framing, self._in_body, self._has_body = 0, False, False
        self._fields = 0
        self._is_too_large = self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._takes_place():
            self._patience = min(self._patience, TOO_MANY)
            self._refuse("too-many-requests")
            return
        self._sending = self.loop.call_later(self._patience, self._sent_too_slowly)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._sent()
        self._taken()
        if self._asking is not None:
            self._asking.cancel()
        if self._place is not None:
            self._context.connections.release(self._place)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self._has_body = False
        super().data_received(data)
        self._head += len(data)
        self._framing = self._framing + len(data) if self._in_body and not self._has_body else 0
        if (self._in_head and self._head > HEAD_LIMIT) or self._framing > HEAD_LIMIT:
            self._refuse("head-too-large")

    def eof_received(self) -> bool:  # type: ignore[override]
        """Whether the connection stays open: a client that sends no more still reads the answer to what it sent."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete or self._in_body or self._is_refused:
            return False
        if cycle.scope["state"].get("is_stream"):  # it would only be seen to be gone when the next event is sent
            return False
        cycle.keep_alive = False
        self._asking = self.loop.call_later(STILL_THERE, self._ask_whether_it_reads)
        return True

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._fields = 0
        self._sent()
        self._sending = self.loop.call_later(self._patience, self._sent_too_slowly)

    def on_headers_complete(self) -> None:
        self._in_head = False
        size, hosts = len(self.url), []
        for name, value in self.headers:
            size += len(name) + len(value)
            if name == b"host":
                hosts.append(value)
        self._count(size)
        is_needed = self.parser.get_http_version() != "1.0"
        if not is_needed <= len(hosts) <= 1 or (hosts and not HOST.fullmatch(hosts[0])):
            raise InvalidHost
        super().on_headers_complete()
        self.headers = []  # what comes now are trailers, which are no headers, and count as such only in size
        self._in_body = True

    def on_body(self, body: bytes) -> None:
        self._has_body = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_body = False
        if self.headers:
            self._count(sum(len(name) + len(value) for name, value in self.headers))
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

    def _takes_place(self) -> bool:
        """Whether the address may hold one more connection; through a proxy that is trusted come those of many."""
        if self.client is None or self.client[0] in self._context.proxies:
            return True
        address = counted_as(self.client[0])
        if not self._context.connections.acquire(address):
            return False
        self._place = address
        return True

    def _count(self, size: int) -> None:
        self._fields += size
        if self._fields > HEAD_LIMIT:
            self._is_too_large = True
            raise HeadTooLarge

    def _ask_whether_it_reads(self) -> None:
        """Send an interim answer while the answer takes long: nothing else tells a client that only reads from none."""
        cycle = self.cycle
        if not (cycle.response_started or self.transport.is_closing() or cycle.scope["http_version"] == "1.0"):
            self.transport.write(INTERIM)
            self._asking = self.loop.call_later(STILL_THERE, self._ask_whether_it_reads)

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
        note = RequestInfo(new_id(), status=STATUS[code], code=code)
        cast(FastAPI, self.config.app).state.requests.ended(note)
        self.transport.write(refusal(code, note.id, self._context.settings.public_url))
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


def refusal(code: str, id: str, public_url: str | None) -> bytes:
    """A problem as it is sent to a client whose request never came to be one."""
    texts, status = service_texts(FALLBACK), STATUS[code]
    told = {name: texts.find(f"{name}.{code}", {"limit": HEAD_LIMIT}) for name in ("title", "detail")}
    body = to_json({"type": type_of(code, public_url), "status": status, "code": code, **told, "request_id": id})
    again = "retry-after: 1\r\n" if status == 429 else ""
    head = f"{again}content-type: {MEDIA_TYPE}\r\nx-request-id: {id}\r\ncontent-length: {len(body)}\r\n"
    head += "connection: close\r\n\r\n"
    return STATUS_LINE[status] + head.encode() + body
