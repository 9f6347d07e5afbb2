"""Whole lists of history as NDJSON or CSV."""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from pydantic_core import to_json

from app.persistence.codec import Json
from app.persistence.history import (
    ROLLS,
)
from app.services.history.lists import History


def as_ndjson(items: Iterable[Json]) -> Iterator[bytes]:
    """A line for each item, and a last line which proves that none is missing."""
    count = 0
    for item in items:
        count += 1
        yield to_json(item) + b"\n"
    yield to_json({"end": True, "items": count}) + b"\n"


def as_csv(history: History, items: Iterable[Json]) -> Iterator[bytes]:
    """A header, a row for each item, and a last line which proves that none is missing.

    A list of rolls has a row for each die.
    """
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
    """A line of CSV. Text that a spreadsheet would take for a formula gets an apostrophe in front."""
    line = io.StringIO()
    csv.writer(line).writerow([cell(value) for value in cells])
    return line.getvalue().encode()


def cell(value: object) -> object:
    """A value as the content of a cell; objects and lists become JSON."""
    if isinstance(value, dict | list):
        return to_json(value).decode()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and _FORMULA.match(value):
        return "'" + value
    return value
