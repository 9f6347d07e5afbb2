"""Each request as it is logged and counted: its id, how it was answered, and how long that took."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.middleware.head import as_get, only_head
from app.api.turns import ASKED, HEARD

NOTE = "umpire.note"
"""Where the scope of a request has its note."""
HEADER = b"x-request-id"
SANE = re.compile(rb"[!-~]{1,100}")
TOKEN = re.compile(rb"um[hskpct]_")
SESSION = re.compile(r"(?:.*/v1/sessions/)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:/.*)?")
PLACE = "umpire.requests"


@dataclass(slots=True)
class Note:
    """What is known of a request: method, route (its template) and `where`, the path or header that names its session.

    `status` is 0 until it is answered, `code` that of a problem, `seconds` how long it took.
    """

    id: str
    method: str = "-"
    route: str = "-"
    status: int = 0
    code: str | None = None
    seconds: float = 0.0
    where: str = ""
    is_stream: bool = False

    def members(self) -> dict[str, Any]:
        """The members of its line; nothing that a client sent is among them, but a sane id of its request."""
        line: dict[str, Any] = {
            "message": "request",
            "method": self.method,
            "route": self.route,
            "status": self.status,
            "ms": round(self.seconds * 1000, 1),
            "request_id": self.id,
        }
        if found := SESSION.fullmatch(self.where):
            line["session_id"] = found[1]
        if self.code is not None:
            line["code"] = self.code
        return line


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of this name, which is given in small letters; None where the request has none.

    Starlette's own headers take five calls for each look, and one request has six.
    """
    for key, value in scope["headers"]:
        if key == name:
            found: str = value.decode("latin-1")
            return found
    return None


def new_id() -> str:
    """An id for a request."""
    return os.urandom(8).hex()


def id_of(headers: list[tuple[bytes, bytes]]) -> str:
    """The id that the caller sent, if it is 1 to 100 visible ASCII characters and no token; else a new one."""
    for name, value in headers:
        if name == HEADER:
            if SANE.fullmatch(value) and not TOKEN.search(value):
                return value.decode()
            break
    return new_id()


def note_of(scope: Scope) -> Note | None:
    """The note of a request, if it is watched."""
    found: Note | None = scope.get(NOTE)
    return found


class Watched:
    """Gives each request an id, and hands its note over at its beginning and its end.

    It keeps who asks for those who take turns, and passes HEAD on as GET.
    """

    def __init__(self, app: ASGIApp, begun: Callable[[Note], None] | None, ended: Callable[[Note], None]) -> None:
        """`begun` hears of a request once its answer begins, `ended` once it is over."""
        self._app, self._begun, self._ended = app, begun, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        note = scope[NOTE] = Note(id_of(scope["headers"]), scope["method"])
        asked = scope
        if note.method == "HEAD":
            asked, send = as_get(scope), only_head(send)
        ASKED.set(asked)
        HEARD.set(receive)

        async def answering(message: Message) -> None:
            if message["type"] == "http.response.start":
                note.status = message["status"]
                headers = message.setdefault("headers", [])
                for name, value in headers:
                    if name == b"location":
                        note.where = value.decode("latin-1")
                    elif name == b"content-type":
                        note.is_stream = value.startswith(b"text/event-stream")
                message["headers"] = [*headers, (HEADER, note.id.encode())]
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
