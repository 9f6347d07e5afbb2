"""Long answers in parts: each part that is sent costs a turn of the event loop and of a thread, however short it is."""

from collections.abc import Iterable, Iterator

PART = 64 * 1024
"""Bytes from which on a part is sent."""


def in_parts(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes, in parts of at least PART; only the last one is smaller."""
    waiting, size = [], 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= PART:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)
