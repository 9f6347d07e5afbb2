"""How the fields of sessions and actions are stored and shown. Each is described once, in the class of its row.

From this description follow the column of the table, the updates, the event that opens the session or declares the
action, the rows that are built again from a log, and the documents and lists that clients read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag, auto
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import sqlalchemy as sa

Id = sa.String(36)
Slug = sa.String(64)
Word = sa.String(16)
"""A word from a short fixed list."""
Instant = sa.String(24)
"""A time as RFC 3339 text in UTC, with milliseconds and Z. Such texts sort in the order of time."""
SentInstant = sa.String(40)
"""A time as RFC 3339 text, as the client sent it."""
Hash = sa.LargeBinary(32)
Reference = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")
"""A reference. On PostgreSQL it is compared by its bytes, so that an index finds all that begin with a given text."""
Nullable = sa.JSON(none_as_null=True)
"""JSON, where None is stored as NULL."""


class Use(IntFlag):
    """What a field is used for besides its column."""

    KEY = auto()
    """The field is part of the primary key."""
    LOGGED = auto()
    """The event that opens the session or declares the action contains the field under its own name."""
    SENT = auto()
    """The client sends the field with the action, and it is stored unchanged."""
    CHANGES = auto()
    """The field may change after its row is first written."""
    SHOWN = auto()
    """The document of the session or the action contains the field under its own name."""
    LISTED = auto()
    """The field is a column of the lists of history."""


KEY, LOGGED, SENT, CHANGES, SHOWN, LISTED = Use
NOTHING_ELSE = Use(0)


@dataclass(frozen=True, slots=True)
class StoredField:
    """How a field of a session or an action is stored and shown."""

    type: Any
    """The type of the column. It is nullable where the field may be None."""
    description: str
    """What the field contains, in a sentence that OpenAPI shows too."""
    uses: Use = NOTHING_ELSE
    default: str | None = None
    """The default value in the database, for rows that are older than the column."""
    comment: str | None = None
    """The comment of the column in the database."""


@cache
def stored_fields(kind: Any) -> Mapping[str, tuple[Any, StoredField]]:
    """The stored fields of a class of rows, by name, in order; each with its type and its description."""
    found: dict[str, tuple[Any, StoredField]] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        plain, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        found.update((name, (plain, field)) for field in metadata if isinstance(field, StoredField))
    return found


@cache
def names_of(kind: Any, use: Use | None = None) -> tuple[str, ...]:
    """The names of the stored fields that have this use, in order; without a use, of all."""
    return tuple(name for name, (_, field) in stored_fields(kind).items() if use is None or use in field.uses)


def values_of(row: Any, use: Use | None = None) -> dict[str, Any]:
    """The values of the stored fields of a row that have this use, by name; without a use, of all."""
    names, read = _reader_of(row.__class__, use)
    return dict(zip(names, read(row), strict=True))


@cache
def _reader_of(kind: Any, use: Use | None) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of the stored fields that have this use, which are several, and what reads their values."""
    names = names_of(kind, use)
    return names, attrgetter(*names)


@cache
def setter_of(names: tuple[str, ...]) -> Callable[[Any, Iterable[Any]], None]:
    """What sets these members of an object to values, in order; to set each by its name takes ten times as long."""
    found: dict[str, Any] = {}
    exec(f"def set_all(row, values):\n    {''.join(f'row.{name}, ' for name in names)} = values", found)
    return found["set_all"]  # type: ignore[no-any-return]


def columns_of(kind: Any) -> Iterator[sa.Column[Any]]:
    """The columns of the table for a class of rows."""
    for name, (hint, field) in stored_fields(kind).items():
        yield sa.Column(
            name,
            field.type,
            primary_key=KEY in field.uses,
            nullable=NoneType in get_args(hint),
            server_default=field.default,
            comment=field.comment,
        )
