"""A socket to the app in this process: every byte of an answer, head and pieces, as a server sends it on."""

import asyncio
import json
from dataclasses import dataclass
from urllib.parse import unquote

from app.api.requests.request_info import REQUEST_INFO
from tests.waiting import LONG

QUIET = b": still there\n\n"
"""What a stream sends when it has nothing more to tell; here that is at once, and whoever listens goes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came, in the order in which it came."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    pieces: tuple[bytes, ...]
    route: str
    """The template of the path that answered; it does not come over the socket."""

    @property
    def body(self) -> bytes:
        return b"".join(self.pieces)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def raw(self) -> bytes:
        """All bytes; where a piece ends is told too."""
        head = b"".join(b"\r\n%s: %s" % header for header in self.headers)
        return b"%d%s\r\n" % (self.status, head) + b"".join(b"\r\n%x\r\n%s" % (len(one), one) for one in self.pieces)

    def json(self):
        return json.loads(self.body)

    def header(self, name: bytes) -> str | None:
        return next((value.decode() for key, value in self.headers if key == name), None)


class Exchange:
    """A request to an app and its answer; a stream is left when it is quiet."""

    def __init__(self, sent: bytes) -> None:
        self._sent, self._gone = [sent], asyncio.Event()
        self.status, self.headers, self.pieces = 0, [], []

    async def receive(self) -> dict:
        if self._sent:
            return {"type": "http.request", "body": self._sent.pop(), "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        elif message.get("body") == QUIET:
            self._gone.set()
        elif message.get("body") and not self._gone.is_set():
            self.pieces.append(message["body"])


async def ask(app, method: str, path: str, token: str | None = None, body: object = None, **headers: str) -> Answer:
    """The answer to a request; a name of a header has `_` for `-`. A body that is not bytes is sent as JSON."""
    sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    told = {"host": "umpire.test", "x-request-id": "r", **headers}
    told |= {"authorization": f"Bearer {token}"} if token else {}
    told |= {"content-type": "application/json", "content-length": str(len(sent))} if body is not None else {}
    target, _, query = path.partition("?")
    exchange = Exchange(sent)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(target),
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in told.items()],
        "server": ("umpire.test", 80),
        "client": ("127.0.0.1", 50000),
        "state": {},
    }
    async with asyncio.timeout(LONG):
        await app(scope, exchange.receive, exchange.send)
    return Answer(exchange.status, tuple(exchange.headers), tuple(exchange.pieces), scope[REQUEST_INFO].route)
