"""Lists of history across sessions, page by page or whole."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence.codec import Json
from app.persistence.fields import LISTED, names_of
from app.persistence.history import (
    ACTIONS,
    CASUALTIES,
    ROLLS,
    SESSIONS,
    Filters,
    Listing,
    Reader,
    page,
    rolls_of,
    sort_key_of,
    with_seats,
)
from app.persistence.rows import Action, Session
from app.services.documents.session import SessionDocument, session_document
from app.services.typed import document

WHOLE_PAGE = 1000
"""How many rows are read at a time for a whole list."""

ROLL = (
    *("session_id", "action", "roll", "ruleset", "role", "seat", "rule"),
    *("die", "count", "faces", "total", "source", "void", "at"),
)
"""The columns of the list of rolls, in order."""

CASUALTY = (
    *("session_id", "action", "n", "ruleset", "role", "side", "seat", "unit", "name"),
    *("fate", "lost", "rule", "detail", "at"),
)
"""The columns of the list of casualties, in order."""

ACTION = names_of(Action, LISTED)
SESSION = (*names_of(Session, LISTED), "seats", "actions")


@document
class SessionPage(TypedDict):
    """A page of the list of sessions."""

    items: list[SessionDocument]  # type: ignore[valid-type]
    """The sessions, newest first."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@document
class HistoryPage(TypedDict):
    """A page of the list of actions, rolls or casualties."""

    items: list[dict[str, Any]]
    """The items, newest first."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@dataclass(frozen=True, slots=True)
class History:
    """A kind of list: where its rows come from, and how they become items."""

    listing: Listing
    shown: tuple[str, ...]
    """The columns of the list, in order."""
    told: Callable[[sa.Connection, list[Json]], list[Json]]
    """Makes the items of a page from its rows."""


def sessions_told(connection: sa.Connection, rows: list[Json]) -> list[Json]:
    """The documents of sessions, from their rows."""
    return [session_document(session) for session in with_seats(connection, rows)]


def rows_told(names: tuple[str, ...]) -> Callable[[sa.Connection, list[Json]], list[Json]]:
    """Makes items from rows by taking the columns `names`."""
    return lambda _connection, rows: [{name: row[name] for name in names} for row in rows]


HISTORIES: Mapping[str, History] = {
    "sessions": History(SESSIONS, SESSION, sessions_told),
    "actions": History(ACTIONS, ACTION, rows_told(ACTION)),
    "rolls": History(ROLLS, ROLL, rows_told(ROLL)),
    "casualties": History(CASUALTIES, CASUALTY, rows_told(CASUALTY)),
}


def history_page(
    connection: sa.Connection, history: History, filters: Filters, reader: Reader, cursor: str | None, limit: int
) -> Json:
    """A page of a list as a document. Raises Problem invalid-cursor (422)."""
    rows, following = rows_page(connection, history.listing, filters, reader, cursor, limit)
    return {"items": history.told(connection, rows), "next": following}


def rows_page(
    connection: sa.Connection, listing: Listing, filters: Filters, reader: Reader, cursor: str | None, limit: int
) -> tuple[list[Json], str | None]:
    """The rows of a page, and the cursor of the next page or None. Raises Problem invalid-cursor (422)."""
    after = None if cursor is None else read_cursor(listing, cursor)
    rows = page(connection, listing, filters, reader, after, limit + 1)
    return rows[:limit], write_cursor(sort_key_of(listing, rows[limit - 1])) if len(rows) > limit else None


def luck_page(
    connection: sa.Connection, filters: Filters, reader: Reader, cursor: str | None, limit: int
) -> tuple[list[Json], list[Json], str | None]:
    """A page of resolved actions, the rolls of these, and the cursor of the next page or None.

    Raises Problem invalid-cursor (422).
    """
    resolved = replace(filters, status=("resolved",))
    rows, following = rows_page(connection, ACTIONS, resolved, reader, cursor, limit)
    return rows, rolls_of(connection, [(row["session_id"], row["number"]) for row in rows]), following


def write_cursor(key: list[Any]) -> str:
    """The cursor for the rows that follow the row with this key."""
    return urlsafe_b64encode(to_json(key)).decode().rstrip("=")


def read_cursor(listing: Listing, cursor: str) -> list[Any]:
    """The key of a row from a cursor. Raises Problem invalid-cursor (422)."""
    kinds = [column.type.python_type for column in listing.key]
    try:
        key = from_json(urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4)))
        fits = isinstance(key, list) and [type(part) for part in key] == kinds
    except ValueError:
        fits = False
    if not fits or any("\0" in part for part in key if isinstance(part, str)):
        raise Problem("invalid-cursor", at=("query", "cursor"))
    return list(key)


def whole(engine: sa.Engine, history: History, filters: Filters, reader: Reader) -> Iterator[Json]:
    """Every item of a list. It is read page by page, each page on a connection of its own."""
    after: list[Any] | None = None
    while True:
        with engine.connect() as connection:
            rows = page(connection, history.listing, filters, reader, after, WHOLE_PAGE)
            told = history.told(connection, rows)
        yield from told
        if len(rows) < WHOLE_PAGE:
            return
        after = sort_key_of(history.listing, rows[-1])
