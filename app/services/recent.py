"""A thread-safe LRU cache with a limit in bytes, and the usage of all caches of the process."""

import sys
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any, Generic, NamedTuple, TypeVar

V = TypeVar("V")
OWN = "app."


class Usage(NamedTuple):
    """The usage of a cache of this process: hits, misses, entries and bytes."""

    cache: str
    hits: int
    misses: int
    entries: int
    bytes: int | None
    """The estimated size of its entries in bytes; None for a cache that counts entries only."""


class LruCache(Generic[V]):
    """A least-recently-used cache with a limit in bytes. Any thread may use it."""

    def __init__(self, name: str, most: int) -> None:
        """`most`: the limit in bytes; `name`: its name in the metrics."""
        self.name, self._most = name, most
        self._values, self._guard = OrderedDict[bytes, tuple[V, int]](), threading.Lock()
        self._bytes = self._hits = self._misses = 0
        KEPT.add(self)

    def get(self, key: bytes) -> V | None:
        """The value, if it is still there."""
        with self._guard:
            found = self._values.get(key)
            if found is None:
                self._misses += 1
                return None
            self._hits += 1
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: bytes, value: V, size: int) -> None:
        """Keep a value that takes about `size` bytes, and drop those that were not asked for the longest."""
        with self._guard:
            _, before = self._values.pop(key, (None, 0))
            self._values[key] = value, size
            self._bytes += size - before
            while self._bytes > self._most:
                self._bytes -= self._values.popitem(last=False)[1][1]

    def usage(self) -> Usage:
        """Its usage so far."""
        with self._guard:
            return Usage(self.name, self._hits, self._misses, len(self._values), self._bytes)


KEPT: "weakref.WeakSet[LruCache[Any]]" = weakref.WeakSet()


def usages() -> list[Usage]:
    """How the caches of functions, and those within a bound in bytes, serve, by name: of several the sums."""
    found: dict[str, Usage] = {}
    for each in [*(kept.usage() for kept in list(KEPT)), *of_functions()]:
        same = found.get(each.cache)
        found[each.cache] = each if same is None else summed(each, same)
    return sorted(found.values())


def summed(one: Usage, other: Usage) -> Usage:
    """Two caches of one name as one."""
    held = None if one.bytes is None or other.bytes is None else one.bytes + other.bytes
    return Usage(one.cache, one.hits + other.hits, one.misses + other.misses, one.entries + other.entries, held)


def of_functions() -> Iterator[Usage]:
    """The functions of the service that keep what they returned, wherever they stand."""
    for module, held in [(name, each) for name, each in list(sys.modules.items()) if name.startswith(OWN)]:
        for value in list(vars(held).values()):
            if isinstance(value, _lru_cache_wrapper) and value.__wrapped__.__module__ == module:
                info = value.cache_info()
                name = f"{module.removeprefix(OWN)}.{value.__wrapped__.__qualname__}"
                yield Usage(name, info.hits, info.misses, info.currsize, None)
