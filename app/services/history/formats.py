"""Whole lists as NDJSON for programs and as CSV for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic_core import to_json

from app.persistence.stored.codec import Json

Separator = Literal["comma", "semicolon", "tab"]
SEPARATORS: dict[Separator, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
BOM = "\ufeff"
"""What tells a spreadsheet that a file is UTF-8."""

_FORMULA = re.compile(r"""((?:^|[;,|\t\r\n])[" ]*)(?=[=+\-@＝＋－＠\t\r])""")
"""Where a formula may begin: at the front of each cell that a spreadsheet may make of a text."""


def as_ndjson(items: Iterable[Json]) -> Iterator[bytes]:
    """A line for each item, and a last line which proves that none is missing."""
    count = 0
    for item in items:
        count += 1
        yield to_json(item) + b"\n"
    yield to_json({"end": True, "items": count}) + b"\n"


def as_csv(columns: tuple[str, ...], lines: Iterable[Json], separator: Separator) -> Iterator[bytes]:
    """A header and a row for each line, in UTF-8 with a byte order mark."""
    delimiter = SEPARATORS[separator]
    yield BOM.encode() + csv_line(columns, delimiter)
    for line in lines:
        yield csv_line((line[name] for name in columns), delimiter)


def csv_line(cells: Iterable[object], delimiter: str) -> bytes:
    """A line of CSV."""
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter).writerow([cell(value) for value in cells])
    return line.getvalue().encode()


def cell(value: object) -> object:
    """A value as the content of a cell. What a spreadsheet would take for a formula gets an apostrophe in front.

    So does what follows on a separator: a spreadsheet may be told to split cells elsewhere than the file does.
    """
    if isinstance(value, bool):
        return str(value).lower()
    return _FORMULA.sub(r"\1'", value) if isinstance(value, str) else value
