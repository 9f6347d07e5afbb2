"""The fields of sessions and actions: each is described once, where its row's class lists it.

From that one line follow the column of the table, what an update writes, what the event that begins the session or the
action says, what a log is rebuilt from, and what documents and lists show.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import sqlalchemy as sa

Id = sa.String(36)
Slug = sa.String(64)
Word = sa.String(16)
"""A word of a short closed vocabulary."""
Instant = sa.String(24)
"""RFC 3339 in UTC with milliseconds and Z, so that text order is time order."""
Hash = sa.LargeBinary(32)
Reference = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")
"""Compared by its bytes, so that an index finds those that begin alike."""
Nullable = sa.JSON(none_as_null=True)
"""JSON where None is stored as NULL."""


class Use(Flag):
    """What a field is used for beside its column."""

    KEY = auto()
    """It is part of the primary key."""
    LOGGED = auto()
    """It stands under its own name in the event that opens the session or declares the action."""
    SENT = auto()
    """The client sends it beside the action itself, and it is stored as it came."""
    CHANGES = auto()
    """It may change after its row was first written."""
    SHOWN = auto()
    """It stands under its own name in the document of the session or the action."""
    LISTED = auto()
    """It is a column of the lists of history."""


KEY, LOGGED, SENT, CHANGES, SHOWN, LISTED = Use
NOTHING_ELSE = Use(0)


@dataclass(frozen=True, slots=True)
class Stored:
    """How a field of a session or an action is stored and shown."""

    type: Any
    """The type of its column; the column is nullable where the field may be None."""
    description: str
    """What it is, in a sentence; OpenAPI says the same."""
    uses: Use = NOTHING_ELSE
    default: str | None = None
    """The server's default, for rows written before the column was there."""
    comment: str | None = None


@cache
def stored_fields(kind: Any) -> Mapping[str, tuple[Any, Stored]]:
    """The stored fields of a row's class in order, each with its plain type."""
    found: dict[str, tuple[Any, Stored]] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        plain, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        found.update((name, (plain, field)) for field in metadata if isinstance(field, Stored))
    return found


@cache
def names_of(kind: Any, use: Use | None = None) -> tuple[str, ...]:
    """The names of the stored fields that have a use, or of all, in order."""
    return tuple(name for name, (_, field) in stored_fields(kind).items() if use is None or use in field.uses)


def values_of(row: Any, use: Use | None = None) -> dict[str, Any]:
    """The values of a row's fields that have a use, or of all, by name."""
    return {name: getattr(row, name) for name in names_of(row.__class__, use)}


def columns_of(kind: Any) -> Iterator[sa.Column[Any]]:
    """The columns of a row's table."""
    for name, (hint, field) in stored_fields(kind).items():
        yield sa.Column(
            name,
            field.type,
            primary_key=KEY in field.uses,
            nullable=NoneType in get_args(hint),
            server_default=field.default,
            comment=field.comment,
        )
