"""The service's log: lines of text or JSON on standard error."""

import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from time import time
from typing import IO, Any, TextIO

from pydantic_core import to_json

PAUSE = 0.2
"""Seconds in which lines of requests are gathered before they are written together."""
MOST = 10_000
"""Lines of requests that wait; where nobody takes them the oldest are dropped."""

Line = Mapping[str, Any]
Render = Callable[[float, str, str, Line], bytes]
"""A line of a time (seconds), a level, a place, and its members in order."""


def as_text(at: float, level: str, place: str, members: Line) -> bytes:
    """A line for people: the message, then names with values."""
    told = " ".join(str(value) if name == "message" else f"{name}={value}" for name, value in members.items())
    return f"{stamp(at)} {level} {place}: {told}\n".encode(errors="backslashreplace")


def as_json(at: float, level: str, place: str, members: Line) -> bytes:
    """A line for programs."""
    return to_json({"at": stamp(at), "level": level, "logger": place, **members}, serialize_unknown=True) + b"\n"


RENDER: Mapping[str, Render] = {"text": as_text, "json": as_json}


def stamp(at: float) -> str:
    """A time in RFC 3339, UTC, with milliseconds."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Formatter(logging.Formatter):
    """Lines of the standard library's logging in the format of the settings."""

    def __init__(self, render: Render) -> None:
        super().__init__()
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line, with its traceback if it has one."""
        members = {"message": record.getMessage()}
        if record.exc_info:
            members["traceback"] = self.formatException(record.exc_info)
        line = self._render(record.created, record.levelname.lower(), record.name, members)
        return line.decode().removesuffix("\n")


class StandardError(logging.StreamHandler[TextIO]):
    """Writes to the standard error of the moment, which tests and terminals may exchange."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        self.stream = sys.stderr
        super().emit(record)


def configure(level: str, format: str) -> None:
    """Log on standard error from this level on."""
    handler = StandardError()
    handler.setFormatter(Formatter(RENDER[format]))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("alembic", "uvicorn"):
        logging.getLogger(noisy).setLevel("WARNING")


class BufferedLog:
    """Buffers log lines, and writes them together on a separate thread, a moment later."""

    def __init__(self, format: str, stream: IO[bytes] | None = None) -> None:
        self._render, self._stream = RENDER[format], stream
        self._lines: deque[tuple[float, str, Callable[[], Line]]] = deque(maxlen=MOST)
        self._some, self._closed = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="log", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def add(self, place: str, members: Callable[[], Line]) -> None:
        """Hand a line over; its members are asked for when it is written."""
        self._lines.append((time(), place, members))
        if not self._some.is_set():
            self._some.set()

    def close(self) -> None:
        """Write what is left, and stop."""
        self._closed.set()
        self._some.set()
        if self._thread.is_alive():
            self._thread.join(2)
        self.flush()

    def flush(self) -> None:
        """Write what is there."""
        made = []
        while self._lines:
            at, place, members = self._lines.popleft()
            made.append(self._render(at, "info", place, members()))
        if made:
            with suppress(OSError, ValueError, AttributeError):  # nobody reads: the service goes on
                stream = self._stream or sys.stderr.buffer
                stream.write(b"".join(made))
                stream.flush()

    def _work(self) -> None:
        while not self._closed.is_set():
            self._some.wait()
            self._closed.wait(PAUSE)
            self._some.clear()
            self.flush()
