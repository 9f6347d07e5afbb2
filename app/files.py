"""Files of the command line. They are written whole or not at all, and compressed if their name ends in `.gz`."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gzip import GzipFile
from io import BufferedReader
from pathlib import Path
from tempfile import mkstemp

STANDARD = "-"
"""The name that means standard input or standard output."""
PACKED = b"\x1f\x8b"
"""The first two bytes of every gzip file."""


def write_lines(lines: Iterable[bytes], name: str) -> None:
    """Write a file that only its owner can read, or write to standard output."""
    if name == STANDARD:
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()
        return
    file = Path(name)
    number, part = mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as raw:
            if file.suffix == ".gz":  # no file name and no time inside, so that the same lines give the same bytes
                with GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                    packed.writelines(lines)
            else:
                raw.writelines(lines)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(part, file)
    except BaseException:
        os.unlink(part)
        raise


@contextmanager
def reading(name: str) -> Iterator[BufferedReader | GzipFile]:
    """A file or standard input. It is decompressed if its content is gzip, whatever its name is. Raises OSError."""
    with sys.stdin.buffer if name == STANDARD else Path(name).open("rb") as raw:
        assert isinstance(raw, BufferedReader)
        yield GzipFile(fileobj=raw) if raw.peek(2)[:2] == PACKED else raw
