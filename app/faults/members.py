"""Which members objects of a body have: each key once, and no more of them than there is anything to say.

A body as a whole has no more values than can be read without stopping others.

JSON leaves open which of two equal keys counts, so neither does.
"""

from collections.abc import Callable, Sequence
from json import JSONDecoder

from pydantic_core import from_json

from app.errors import Fault, Path, Problem, pointer

MOST_MEMBERS = 400
"""How many members an object of a body may have: more than any schema takes."""
FEWEST_VALUES, MOST_VALUES, BYTES_A_VALUE = 15_000, 45_000, 10
"""How many values a short and a long body may have, and how many bytes a value between them has: others wait while
they are read. The 64 KiB of one attack have some 4,300 at most, 64 attacks of two squads some 10,000."""


class Repeated(Exception):
    """An object has a key twice."""


class Crowded(Exception):
    """An object has too many members."""


class Pairs(list[tuple[str, object]]):
    """An object as its keys and values, in order."""


def most_values(size: int) -> int:
    """How many values a body of a size in bytes may have."""
    return min(MOST_VALUES, max(FEWEST_VALUES, size // BYTES_A_VALUE))


def _look_at(pairs: Sequence[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise Repeated
    if len(pairs) > MOST_MEMBERS:
        raise Crowded


_LOOK = JSONDecoder(object_pairs_hook=_look_at, parse_int=float).decode
"""Reads a body for its keys alone, at 1 % of what an attack costs. Digits without end make no number of Python's."""
_FIND = JSONDecoder(object_pairs_hook=Pairs, parse_int=float).decode


def require_members(raw: bytes) -> None:
    """Raise Problem for the members of an object of a body, with its place.

    That is invalid-json (400) for the first key that stands twice, invalid-request (422) for the first object with too
    many members, and for a body with too many values. What is broken otherwise is left to whoever reads the body.
    """
    limit = most_values(len(raw))
    if sum(map(raw.count, b",[{")) > limit:  # each value but the first stands behind one of them
        raise Problem("invalid-request", faults=[Fault((), "too-large", "most-values", {"limit": limit})])
    try:
        _LOOK(raw.decode())
    except Repeated:
        raise_if_found(raw, repeated)
    except Crowded:
        raise_if_found(raw, crowded)
    except (ValueError, RecursionError):
        return


def raise_if_found(raw: bytes, find: Callable[[object], Problem | None]) -> None:
    """Raise the Problem that is found in a body, if it is JSON."""
    try:
        from_json(raw, allow_inf_nan=False)
    except ValueError:
        return
    if problem := find(_FIND(raw.decode())):
        raise problem


def repeated(body: object) -> Problem | None:
    """The Problem for the first key of a body that stands twice in one object."""
    at = first_repeated(body)
    if not at:
        return None
    return Problem("invalid-json", at=at, reason="repeated-key", params={"key": at[-1], "place": pointer(at)})


def crowded(body: object) -> Problem | None:
    """The Problem for the first object of a body that has too many members."""
    at = first_crowded(body)
    if at is None:
        return None
    return Problem("invalid-request", faults=[Fault(at, "too-large", "most-items", {"limit": MOST_MEMBERS})])


def first_repeated(value: object) -> Path | None:
    """The way to the first key that stands a second time in its object."""
    if isinstance(value, Pairs):
        seen: set[str] = set()
        for key, inner in value:
            if key in seen:
                return (key,)
            seen.add(key)
            if at := first_repeated(inner):
                return (key, *at)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            if at := first_repeated(inner):
                return (place, *at)
    return None


def first_crowded(value: object) -> Path | None:
    """The way to the first object that has too many members, those around it before those in it."""
    if isinstance(value, Pairs):
        if len(value) > MOST_MEMBERS:
            return ()
        parts: Sequence[tuple[str | int, object]] = value
    else:
        parts = list(enumerate(value)) if isinstance(value, list) else ()
    for part, inner in parts:
        if (at := first_crowded(inner)) is not None:
            return (part, *at)
    return None
