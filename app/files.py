"""Files of the command line. They are written whole or not at all, and compressed if their name ends in `.gz`."""

import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from gzip import GzipFile
from io import BufferedReader
from pathlib import Path
from tempfile import mkstemp

STANDARD = "-"
"""The name that means standard input or standard output."""
PACKED = b"\x1f\x8b"
"""The first two bytes of every gzip file."""


class Unwritable(OSError):
    """A file cannot be written: one sentence."""


@contextmanager
def atomic_file(name: str) -> Iterator[Path]:
    """A new file that only its owner may read, and that takes this name once it is whole and on the disk.

    Raises Unwritable.
    """
    file, part = Path(name), None
    try:
        number, part = mkstemp(prefix=f".{file.name}.", dir=file.parent)
        os.close(number)
        yield Path(part)
        fsync_path(part)
        os.replace(part, file)
        with suppress(OSError):  # not every system lets a folder be opened
            fsync_path(str(file.parent))
    except OSError as failure:
        raise Unwritable(
            f"{name} cannot be written ({failure.strerror or failure}): name a file in a folder that this "
            "account may write in, with space."
        ) from None
    finally:
        if part is not None:
            with suppress(FileNotFoundError):
                os.unlink(part)


def fsync_path(name: str) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Windows wants a file opened for writing."""
    number = os.open(name, os.O_RDONLY if os.path.isdir(name) else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def write_lines(lines: Iterable[bytes], name: str) -> bytes:
    """Write a file that only its owner may read, or standard output; the last of the lines. Raises Unwritable."""
    last = b""

    def passed() -> Iterator[bytes]:
        nonlocal last
        for line in lines:
            last = line
            yield line

    if name == STANDARD:
        sys.stdout.buffer.writelines(passed())
        sys.stdout.buffer.flush()
        return last
    with atomic_file(name) as part, part.open("wb") as raw:
        if name.endswith(".gz"):  # without a name and a time, so that the same lines give the same bytes
            with GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                packed.writelines(passed())
        else:
            raw.writelines(passed())
    return last


@contextmanager
def open_input(name: str) -> Iterator[BufferedReader | GzipFile]:
    """A file or standard input. It is decompressed if its content is gzip, whatever its name is. Raises OSError."""
    with sys.stdin.buffer if name == STANDARD else Path(name).open("rb") as raw:
        assert isinstance(raw, BufferedReader)
        try:
            yield GzipFile(fileobj=raw) if raw.peek(2)[:2] == PACKED else raw
        except (EOFError, zlib.error):
            raise OSError(0, "the compressed file is damaged or cut off") from None
