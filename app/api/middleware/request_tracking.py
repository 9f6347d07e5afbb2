"""Middleware that records the data of every request, and answers HEAD like GET, without the body."""

from collections.abc import Callable
from threading import Event
from time import perf_counter

from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.requests.request_info import HEADER, REQUEST_INFO, RequestInfo, id_of
from app.api.work.fair_threads import CURRENT_RECEIVE, CURRENT_SCOPE

CLOSE = (b"connection", b"close")
NOT_KEPT = (b"cache-control", b"no-store")


class RequestTracking:
    """Gives each request an id, and hands its note over at its beginning and its end.

    What is answered to a request with a ticket in its address is kept nowhere, because the address would be kept too.
    It keeps who asks for those who take turns, and passes HEAD on as GET. Once the service is stopping, each answer
    closes its connection, so that the next request comes to another process.
    """

    def __init__(
        self,
        app: ASGIApp,
        begun: Callable[[RequestInfo], None] | None,
        ended: Callable[[RequestInfo], None],
        stopping: Event,
    ) -> None:
        """`begun` hears of a request once its answer begins, `ended` once it is over."""
        self._app, self._begun, self._ended, self._stopping = app, begun, ended, stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        note = scope[REQUEST_INFO] = RequestInfo(id_of(scope["headers"]), scope["method"])
        asked = scope
        if note.method == "HEAD":
            asked, send = as_get(scope), only_head(send)
        CURRENT_SCOPE.set(asked)
        CURRENT_RECEIVE.set(receive)

        async def answering(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_answer(note, message)
                message["headers"] = [*message["headers"], (HEADER, note.id.encode())]
                if has_ticket(scope):
                    message["headers"] = [*(one for one in message["headers"] if one[0] != NOT_KEPT[0]), NOT_KEPT]
                if self._stopping.is_set():
                    message["headers"].append(CLOSE)
                if self._begun:
                    self._begun(note)
            await send(message)

        try:
            await self._app(asked, receive, answering)
        finally:
            note.seconds = perf_counter() - began
            if (route := scope.get("route")) is not None:
                note.route = route.path_format
                note.where = note.where or str(scope["path_params"].get("id", ""))
            self._ended(note)


def has_ticket(scope: Scope) -> bool:
    """Whether the query of a request has a ticket, which lets whoever reads it follow a session."""
    query = scope["query_string"]
    return bool(query) and "ticket" in QueryParams(query)


def add_answer(note: RequestInfo, message: Message) -> None:
    """Note what the answer is that begins with this message."""
    note.status = message["status"]
    for name, value in message.setdefault("headers", []):
        if name == b"location":
            note.where = value.decode("latin-1")
        elif name == b"content-type":
            note.is_stream = value.startswith(b"text/event-stream")


def as_get(scope: Scope) -> Scope:
    """The same request with GET."""
    return {**scope, "method": "GET"}


def only_head(send: Send) -> Send:
    """Sends the headers of an answer, and ends it with them."""

    async def send_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_headers
