"""Turns the garbage collector off while the long-lived objects are created, then freezes them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_gc() -> Iterator[None]:
    """Run the block without garbage collection, and freeze its objects: later collections skip them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
