"""A phone at a real socket: it sends plain HTTP and keeps every byte that it receives."""

import asyncio
import json
import re
from contextlib import asynccontextmanager

from app.cli import main
from tests.servers import client
from tests.waiting import LONG

CHUNK = re.compile(rb"\r\n[0-9a-f]+\r\n")
"""What stands between two pieces of an answer that is sent in pieces."""


class Phone:
    """A player or a bystander, who sends plain HTTP and keeps what comes, streams too, heads and refusals included."""

    def __init__(self, port, session, token=None, seat=None):
        self.port, self.id, self.token, self.seat, self.raw = port, session, token, seat, bytearray()

    @property
    def heard(self):
        """All that came, without what only packs it up."""
        return CHUNK.sub(b"", bytes(self.raw)).replace(b"\\", b"")

    async def connect(self, method, path, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: umpire\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\n" if data else ""
        head += f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(head.encode() + b"\r\n" + data)
        return reader, writer

    async def send(self, method, path, body=None):
        """The status and the body of the answer."""
        reader, writer = await self.connect(method, path, body)
        data = await asyncio.wait_for(reader.read(), LONG)
        writer.close()
        self.raw += data
        head, _, rest = data.partition(b"\r\n\r\n")
        return int(head.split()[1]), CHUNK.sub(b"", b"\r\n" + rest).removesuffix(
            b"\r\n"
        ) if b"chunked" in head else rest

    async def get(self, path):
        status, body = await self.send("GET", path)
        assert status == 200, (path, body)
        return json.loads(body)

    async def move(self, path, **action):
        """A move of a game, with the newest `seen`."""
        seen = (await self.get(f"/v1/sessions/{self.id}"))["seq"]
        status, body = await self.send("POST", f"{path}/sessions/{self.id}/actions", {"seen": seen, "move": action})
        return status, json.loads(body)

    async def listen(self, path):
        """Take in a stream until it ends."""
        reader, writer = await self.connect("GET", path)
        while data := await reader.read(65536):
            self.raw += data
        writer.close()

    @asynccontextmanager
    async def following(self):
        """Follow the session in both ways while it is played."""
        own = (f"/v1/sessions/{self.id}/events?format=stream&texts=true", f"/v1/events?session_id={self.id}")
        tasks = [asyncio.create_task(self.listen(path)) for path in own]
        try:
            yield
            await asyncio.wait_for(asyncio.gather(*tasks), LONG)  # the session is closed, so the streams end
        finally:
            for task in tasks:
                task.cancel()

    async def look_around(self, last):
        """Every route that tells of a game, and requests that are refused."""
        path = f"/v1/sessions/{self.id}"
        for end in ("", "/state", "/state?at=4", "/questions?include=odds", "/events?texts=true", "/verification"):
            await self.get(path + end)
        await self.send("GET", f"{path}/events?format=ndjson")
        for number in {1, last}:
            for end in ("?include=odds&language=de", "/verification", "/odds"):
                await self.send("GET", f"{path}/actions/{number}{end}")
        for name in ("sessions", "actions", "actions?format=csv", "rolls", "casualties", "actions/luck", "questions"):
            await self.send("GET", f"/v1/{name}")
        await self.send("GET", f"{path}/state?seat={3 - (self.seat or 2)}")
        await self.send("POST", f"{path}/actions/{last}/answers", {"seen": 0, "choice": {"card": None}})
        await self.send("POST", f"{path}/seats/{3 - (self.seat or 2)}/token")


async def phones(stack, port, path, body):
    """The phone of each seat and a bystander's, all of which follow the session."""
    async with client(port) as http:
        session = (await http.post(f"{path}/sessions", json=body)).json()
    tokens = session["tokens"]["seats"]
    found = [Phone(port, session["id"], tokens[str(seat)], seat) for seat in (1, 2)] + [Phone(port, session["id"])]
    for phone in found:
        await stack.enter_async_context(phone.following())
    return found


async def exported(phone, file):
    """The log as the phone gets it, checked by the command; what the command says, and the log."""
    _, log = await phone.send("GET", f"/v1/sessions/{phone.id}/events?format=ndjson")
    file.write_bytes(log)
    assert main(["verify", str(file)]) == 0
    return [json.loads(line) for line in log.splitlines()]
