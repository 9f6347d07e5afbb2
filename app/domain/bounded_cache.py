"""A cache of results with a limit in bytes, for functions whose results may be large."""

from collections.abc import Callable, Hashable, Sized
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

R = TypeVar("R", bound=Sized)
S = ParamSpec("S")


def bounded_cache(most: int, bytes_of_each: int) -> Callable[[Callable[S, R]], Callable[S, R]]:
    """Keep results of a function as long as all of them take at most `most` bytes; the oldest are left out first.

    A result takes about `bytes_of_each` for each thing in it. One that takes more than a quarter of all is not kept.
    All arguments are hashable. Any thread may call the function.
    """

    def kept(function: Callable[S, R]) -> Callable[S, R]:
        known, guard, size = dict[Hashable, R](), Lock(), 0

        @wraps(function)
        def result(*arguments: S.args, **named: S.kwargs) -> R:
            nonlocal size
            key = (arguments, *sorted(named.items()))
            found = known.get(key)
            if found is not None:
                return found
            found = function(*arguments, **named)
            more = bytes_of_each * len(found)
            with guard:
                if key not in known and more <= most // 4:
                    known[key], size = found, size + more
                while size > most:
                    size -= bytes_of_each * len(known.pop(next(iter(known))))
            return found

        return result

    return kept
