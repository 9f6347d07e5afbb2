"""How much makes a page: so many rows, and not many more bytes than a page may have."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
PAGE_BYTES = 4 << 20
"""With so many bytes a page ends, also where more items were asked for."""


def parted(rows: Iterable[T], limit: int, size: Callable[[T], int]) -> tuple[list[T], T | None]:
    """The rows of a page, at most `limit`, and the next one after them; None where none follows.

    No further row is taken once those before it have PAGE_BYTES together. `rows` are read no further than needed.
    """
    kept: list[T] = []
    bytes_so_far = 0
    for row in rows:
        if len(kept) == limit or bytes_so_far >= PAGE_BYTES:
            return kept, row
        kept.append(row)
        bytes_so_far += size(row)
    return kept, None
