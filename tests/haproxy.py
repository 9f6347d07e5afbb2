"""HAProxy before two processes, with the configuration that docs/operating.md shows."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import free_port
from tests.waiting import until, wait_until

PAGE = Path(__file__).parents[1] / "docs" / "operating.md"


class Balancer:
    """A running HAProxy: its port, and what an operator tells it."""

    def __init__(self, port: int, socket: Path) -> None:
        self.port, self._socket = port, socket

    async def tell(self, command: str) -> str:
        reader, writer = await asyncio.open_unix_connection(str(self._socket))
        writer.write(command.encode() + b"\n")
        told = (await reader.read()).decode()
        writer.close()
        return told

    async def drain(self, server: str) -> None:
        """Send a server nothing new."""
        assert not (await self.tell(f"set server umpire/{server} state drain")).strip()

    async def put_back(self, server: str) -> None:
        """Send a server requests again; returns once it gets them."""
        assert not (await self.tell(f"set server umpire/{server} state ready")).strip()

        async def is_up() -> bool:
            return f"umpire,{server}" in await self._up()

        await until(is_up)

    async def _up(self) -> list[str]:
        head, *rows = [line.split(",") for line in (await self.tell("show stat umpire")).strip().splitlines()]
        status = head.index("status")
        return [f"{row[0]},{row[1]}" for row in rows if row[status] == "UP"]


def configuration(socket: Path, port: int, ports: tuple[int, int]) -> str:
    """The page's configuration, on other ports."""
    text = re.search(r"^```haproxy\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL).group(1)
    told = {
        "/run/haproxy/umpire.sock": str(socket),
        "bind :8080": f"bind 127.0.0.1:{port}",
        "127.0.0.1:8001": f"127.0.0.1:{ports[0]}",
        "127.0.0.1:8002": f"127.0.0.1:{ports[1]}",
    }
    for shown, used in told.items():
        assert text.count(shown) == 1, shown
        text = text.replace(shown, used)
    return text


@contextmanager
def balancer(folder: Path, ports: tuple[int, int]) -> Iterator[Balancer]:
    """An HAProxy that lives as long as the context; the test is skipped where none is installed."""
    program = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip(
            "NOT TESTED, several processes behind a balancer: HAProxy is not installed (Debian: apt-get install haproxy)"
        )
    socket, port, file = folder / "haproxy.sock", free_port(), folder / "haproxy.cfg"
    file.write_text(configuration(socket, port, ports))
    with subprocess.Popen([program, "-db", "-q", "-f", str(file)]) as process:
        try:
            wait_until(lambda: socket.exists() or process.poll() is not None, "HAProxy did not start")
            assert process.poll() is None, "HAProxy stopped"
            yield Balancer(port, socket)
        finally:
            process.terminate()
