"""What the access log and the metrics need of each request: its id, its status, its duration."""

import re
from dataclasses import dataclass
from random import getrandbits
from typing import Any

from starlette.types import Scope

REQUEST_INFO = "umpire.request_info"
"""The key of the `RequestInfo` in the scope of a request."""
HEADER = b"x-request-id"
SANE = re.compile(rb"[!-~]{1,100}")
TOKEN = re.compile(rb"um[hskpct]_")
SESSION = re.compile(r"(?:.*/v1/sessions/)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:/.*)?")


@dataclass(slots=True)
class RequestInfo:
    """The data of one request: method, route (its template), and `where`: the path or header that names its session.

    `status` is 0 until the response begins; `code` is the code of a problem; `seconds` is the duration.
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
        """The members of its log line. They contain nothing that the client sent, except a valid request id."""
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
    """An id for a request, which nobody has to be unable to guess: the system's random bytes cost ten times as much."""
    return f"{getrandbits(64):016x}"


def id_of(headers: list[tuple[bytes, bytes]]) -> str:
    """The id that the caller sent, if it is 1 to 100 visible ASCII characters and no token; else a new one."""
    for name, value in headers:
        if name == HEADER:
            if SANE.fullmatch(value) and not TOKEN.search(value):
                return value.decode()
            break
    return new_id()


def request_info_of(scope: Scope) -> RequestInfo | None:
    """The data of a request; None outside of `RequestTracking`."""
    found: RequestInfo | None = scope.get(REQUEST_INFO)
    return found
