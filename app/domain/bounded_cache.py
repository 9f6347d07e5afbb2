"""A cache of results with a limit in bytes, for functions whose results may be large."""

from collections.abc import Callable, Hashable, Sized
from functools import wraps
from typing import ParamSpec, TypeVar

R = TypeVar("R", bound=Sized)
S = ParamSpec("S")


def bounded_cache(most: int, bytes_of_each: int) -> Callable[[Callable[S, R]], Callable[S, R]]:
    """Keep results of a function as long as all take at most `most` bytes; where one more is too many, drop all before.

    A result takes about `bytes_of_each` for each thing in it. One that takes more than a quarter of all is not kept.
    All arguments are hashable. Any thread may call the function: where two do at once, results are dropped too early.
    """

    def kept(function: Callable[S, R]) -> Callable[S, R]:
        known, size = dict[Hashable, R](), 0

        @wraps(function)
        def result(*arguments: S.args, **named: S.kwargs) -> R:
            nonlocal size
            key = (arguments, *sorted(named.items()))
            found = known.get(key)
            if found is not None:
                return found
            found = function(*arguments, **named)
            more = bytes_of_each * len(found)
            if more <= most // 4:
                if size + more > most:
                    known.clear()
                    size = 0
                known[key], size = found, size + more
            return found

        return result

    return kept
