"""A small TCP proxy, at which connections are cut, or fall silent without an end."""

import asyncio
import socket
import struct
from contextlib import suppress

from tests.waiting import until


class Line:
    """One connection through the proxy."""

    def __init__(self, is_silent: bool) -> None:
        self.is_silent = is_silent
        self.ends: list[asyncio.StreamWriter] = []

    def reset(self) -> None:
        """Cut it, as a machine does that has never heard of it."""
        for end in self.ends:
            if not end.is_closing():
                end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                end.transport.abort()


class Proxy:
    """Passes on to a port what arrives at its own."""

    def __init__(self, upstream: int) -> None:
        self._upstream = upstream
        self._lines: set[Line] = set()
        self._is_silent, self._trigger = False, b""

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._take, "127.0.0.1")
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._server.close()
        self.reset()
        await until(lambda: not self._lines)

    def reset(self) -> None:
        """Cut every connection; new ones are taken."""
        for line in self._lines:
            line.reset()

    def lead_to(self, upstream: int) -> None:
        """Pass new connections on to another port; the others go on."""
        self._upstream = upstream

    def fall_silent(self, after: bytes = b"") -> None:
        """Swallow whatever arrives, on new connections too; at once, or once `after` has been passed on upstream."""
        self._trigger, self._is_silent = after, not after
        for line in self._lines:
            line.is_silent = line.is_silent or self._is_silent

    def recover(self) -> None:
        """Pass on what arrives on new connections; the others stay silent, and open."""
        self._is_silent = False

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(self._is_silent)
        line.ends.append(writer)
        self._lines.add(line)
        try:
            beyond, upstream = await asyncio.open_connection("127.0.0.1", self._upstream)
            line.ends.append(upstream)
            await asyncio.gather(self._pump(line, reader, upstream), self._pump(line, beyond, writer, is_answer=True))
        except OSError:
            line.reset()
        finally:
            for end in line.ends:
                end.close()
                with suppress(OSError):
                    await end.wait_closed()
            self._lines.discard(line)

    async def _pump(
        self, line: Line, source: asyncio.StreamReader, target: asyncio.StreamWriter, is_answer: bool = False
    ) -> None:
        while data := await source.read(2**16):
            if line.is_silent:
                continue
            target.write(data)
            if self._trigger and self._trigger in data and not is_answer:
                self.fall_silent()
            await target.drain()
        if not line.is_silent:
            target.close()
