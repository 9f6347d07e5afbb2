"""Moves that are spoiled in their fields, to be refused."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from app.domain.hidden import Private


def spoiled_moves(legal: list[Any]) -> Iterator[Any]:
    """Moves with a field that is wrong, or that another legal move has; none that is among the legal ones."""
    known = list(legal)
    for move in legal:
        for field in fields(move):
            if field.name == "kind":
                continue
            others = [getattr(other, field.name) for other in legal if type(other) is type(move)]
            for value in [*spoiled_values(getattr(move, field.name)), *others]:
                other = replace(move, **{field.name: value})
                if other not in known:
                    known.append(other)
                    yield other


def spoiled_values(value: Any) -> Iterator[Any]:
    """Values near a value; whether they fit its type is for the reader of requests to say."""
    if isinstance(value, Private):
        yield from (Private(inner) for inner in (*spoiled_values(value.known), None))
        return
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Enum):
        yield from (member for member in type(value) if member is not value)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 1000)
    elif isinstance(value, str):
        yield from (f"{value}-x", "")
    elif isinstance(value, tuple):
        yield from _spoiled_tuples(value)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _spoiled_fields(value)
    if value is not None:
        yield None


def _spoiled_fields(value: Any) -> Iterator[Any]:
    """A dataclass with each of its fields spoiled."""
    for field in fields(value):
        for inner in spoiled_values(getattr(value, field.name)):
            yield replace(value, **{field.name: inner})


def _spoiled_tuples(value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """A tuple without its last part, with its first part twice, and with each part spoiled."""
    if value:
        yield from (value[:-1], (*value, value[0]))
    for n, part in enumerate(value):
        for inner in spoiled_values(part):
            yield (*value[:n], inner, *value[n + 1 :])
