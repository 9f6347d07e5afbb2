"""Joins short lines into chunks: each chunk that is sent costs a turn of the event loop and of a thread."""

from collections.abc import Iterable, Iterator

CHUNK_SIZE = 64 * 1024
"""The size in bytes from which a chunk is sent."""


def in_chunks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in chunks of at least CHUNK_SIZE; only the last one is smaller."""
    waiting, size = [], 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= CHUNK_SIZE:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)
