"""Keys that stand twice in one object of a body: JSON leaves open which of them counts, so neither does."""

from collections.abc import Sequence
from json import JSONDecoder

from pydantic_core import from_json

from app.errors import Path, Problem, pointer


class Repeated(Exception):
    """An object has a key twice."""


class Pairs(list[tuple[str, object]]):
    """An object as its keys and values, in order."""


def _once(pairs: Sequence[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise Repeated


_LOOK = JSONDecoder(object_pairs_hook=_once, parse_int=float).decode
"""Reads a body for its keys alone, at 1 % of what an attack costs. Digits without end make no number of Python's."""
_FIND = JSONDecoder(object_pairs_hook=Pairs, parse_int=float).decode


def require_keys_once(raw: bytes) -> None:
    """Raise Problem invalid-json (400) with the place of the first key that stands twice in one object.

    What is broken otherwise is left to whoever reads the body.
    """
    try:
        _LOOK(raw.decode())
    except Repeated:
        tell_repeated(raw)
    except (ValueError, RecursionError):
        return


def tell_repeated(raw: bytes) -> None:
    """Raise the Problem for a body in which a key stands twice, if it is JSON."""
    try:
        from_json(raw, allow_inf_nan=False)
    except ValueError:
        return
    if at := first_repeated(_FIND(raw.decode())):
        raise Problem("invalid-json", at=at, reason="repeated-key", params={"key": at[-1], "place": pointer(at)})


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
