"""History across sessions, as clients read it: pages, and whole lists as NDJSON or CSV."""

import csv
import io
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from app.errors import Problem
from app.persistence.codec import Json
from app.persistence.history import (
    ACTIONS,
    CASUALTIES,
    ROLLS,
    SESSIONS,
    Listing,
    Reader,
    Wanted,
    key_of,
    page,
    rolls_of,
    with_seats,
)
from app.services.documents import session_document

WHOLE_PAGE = 1000
"""Rows that are read at a time for a whole list."""

ROLL = (
    *("session_id", "action", "roll", "ruleset", "role", "seat", "rule"),
    *("die", "count", "faces", "total", "source", "void", "at"),
)
CASUALTY = (
    *("session_id", "action", "n", "ruleset", "role", "side", "seat", "unit", "name"),
    *("fate", "lost", "rule", "detail", "at"),
)
ACTION = (
    *("session_id", "number", "kind", "ruleset", "ruleset_version", "status", "seats", "situation", "outcome"),
    *("reference", "sent_by", "replaced_by", "created_at", "resolved_at", "played_at"),
)
SESSION = (
    *("id", "ruleset", "ruleset_version", "kind", "status", "visibility", "reference", "seats", "actions"),
    *("result", "created_at", "closed_at"),
)


@dataclass(frozen=True, slots=True)
class History:
    """A kind of list: where its rows come from, and how they are shown."""

    listing: Listing
    shown: tuple[str, ...]
    told: Callable[[sa.Connection, list[Json]], list[Json]]


def sessions_told(connection: sa.Connection, rows: list[Json]) -> list[Json]:
    """Sessions as they stand."""
    return [session_document(session) for session in with_seats(connection, rows)]


def rows_told(names: tuple[str, ...]) -> Callable[[sa.Connection, list[Json]], list[Json]]:
    """Rows with some of their columns."""
    return lambda _connection, rows: [{name: row[name] for name in names} for row in rows]


HISTORIES: Mapping[str, History] = {
    "sessions": History(SESSIONS, SESSION, sessions_told),
    "actions": History(ACTIONS, ACTION, rows_told(ACTION)),
    "rolls": History(ROLLS, ROLL, rows_told(ROLL)),
    "casualties": History(CASUALTIES, CASUALTY, rows_told(CASUALTY)),
}


def history_page(
    connection: sa.Connection, history: History, wanted: Wanted, reader: Reader, cursor: str | None, limit: int
) -> Json:
    """A page as it is told, and the cursor of the next one; 422 invalid-cursor."""
    rows, following = rows_page(connection, history.listing, wanted, reader, cursor, limit)
    return {"items": history.told(connection, rows), "next": following}


def rows_page(
    connection: sa.Connection, listing: Listing, wanted: Wanted, reader: Reader, cursor: str | None, limit: int
) -> tuple[list[Json], str | None]:
    """The rows of a page, and the cursor of the next one; 422 invalid-cursor."""
    after = None if cursor is None else read_cursor(listing, cursor)
    rows = page(connection, listing, wanted, reader, after, limit + 1)
    return rows[:limit], write_cursor(key_of(listing, rows[limit - 1])) if len(rows) > limit else None


def luck_page(
    connection: sa.Connection, wanted: Wanted, reader: Reader, cursor: str | None, limit: int
) -> tuple[list[Json], list[Json], str | None]:
    """A page of resolved actions, their rolls, and the cursor of the next page; 422 invalid-cursor."""
    resolved = replace(wanted, status=("resolved",))
    rows, following = rows_page(connection, ACTIONS, resolved, reader, cursor, limit)
    return rows, rolls_of(connection, [(row["session_id"], row["number"]) for row in rows]), following


def write_cursor(key: list[Any]) -> str:
    """The cursor after a row."""
    return urlsafe_b64encode(to_json(key)).decode().rstrip("=")


def read_cursor(listing: Listing, cursor: str) -> list[Any]:
    """The key that a cursor stands for; 422 invalid-cursor."""
    kinds = [column.type.python_type for column in listing.key]
    try:
        key = from_json(urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4)))
        fits = isinstance(key, list) and [type(part) for part in key] == kinds
    except ValueError:
        fits = False
    if not fits or any("\0" in part for part in key if isinstance(part, str)):
        raise Problem("invalid-cursor", at=("query", "cursor"))
    return list(key)


def whole(engine: sa.Engine, history: History, wanted: Wanted, reader: Reader) -> Iterator[Json]:
    """Every row of a list, page by page, each page on a connection of its own."""
    after: list[Any] | None = None
    while True:
        with engine.connect() as connection:
            rows = page(connection, history.listing, wanted, reader, after, WHOLE_PAGE)
            told = history.told(connection, rows)
        yield from told
        if len(rows) < WHOLE_PAGE:
            return
        after = key_of(history.listing, rows[-1])


def as_ndjson(items: Iterable[Json]) -> Iterator[bytes]:
    """A line for each item, and a last one that shows that nothing is missing."""
    count = 0
    for item in items:
        count += 1
        yield to_json(item) + b"\n"
    yield to_json({"end": True, "items": count}) + b"\n"


def as_csv(history: History, items: Iterable[Json]) -> Iterator[bytes]:
    """A header, a row for each item (of rolls, for each die), and a last line that shows that nothing is missing."""
    by_die = history.listing is ROLLS
    names = [name if name != "faces" else "face" for name in history.shown] + (["place"] if by_die else [])
    yield csv_line(names)
    count = 0
    for item in items:
        count += 1
        cells = [item[name] for name in history.shown]
        if not by_die:
            yield csv_line(cells)
            continue
        at = history.shown.index("faces")
        for place, face in enumerate(item["faces"]):
            yield csv_line([*cells[:at], face, *cells[at + 1 :], place])
    yield f"# end: {count} items\r\n".encode()


_FORMULA = re.compile(r"^[=+\-@\t\r]")


def csv_line(cells: Iterable[object]) -> bytes:
    """A line of CSV; what a spreadsheet would take for a formula is quoted."""
    line = io.StringIO()
    csv.writer(line).writerow([cell(value) for value in cells])
    return line.getvalue().encode()


def cell(value: object) -> object:
    """A value as a cell."""
    if isinstance(value, dict | list):
        return to_json(value).decode()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and _FORMULA.match(value):
        return "'" + value
    return value
