"""Statements that write many rows: on PostgreSQL with one JSON document, on SQLite with `executemany`.

psycopg would send many rows one by one and convert each value in Python; the server reads a document faster. For
SQLite a statement is compiled once, and of its rows only JSON is converted here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from app.persistence.connecting.database import Unstorable
from app.persistence.connecting.engine import as_json
from app.persistence.stored.codec import Json

Columns = tuple[str, ...]

KEY = "key_"
"""Before the name of a column that says which row is updated: it may not be called like one that is set."""


def insert_rows(connection: sa.Connection, table: sa.Table, rows: list[Json]) -> None:
    """Insert rows, which must all have the same columns. Raises DBAPIError or Unstorable."""
    if not rows:
        return
    columns = tuple(rows[0])
    if connection.dialect.name == "postgresql":
        _execute(connection, _insert_of_document(table, columns), {"rows": rows})
    else:
        _execute_many(connection, _insert(table, columns), rows)


def update_rows(connection: sa.Connection, table: sa.Table, key: Columns, columns: Columns, rows: list[Json]) -> None:
    """Set `columns` in the rows that the columns `key` identify. Raises DBAPIError or Unstorable."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        changes = [{name: row[name] for name in (*key, *columns)} for row in rows]
        _execute(connection, _update_from_document(table, key, columns), {"rows": changes})
    else:
        _execute_many(connection, _update(table, key, columns), rows)


def _execute(connection: sa.Connection, statement: sa.Insert | sa.Update, document: Json) -> None:
    with _storable(statement):
        connection.execute(statement, document)


def _execute_many(connection: sa.Connection, statement: sa.Insert | sa.Update, rows: list[Json]) -> None:
    text, pick, places = _compiled(statement, connection.dialect)
    sent = []
    with _storable(text):
        for row in rows:
            values = list(pick(row))
            for place in places:
                if values[place] is not None:
                    values[place] = as_json(values[place])
            sent.append(tuple(values))
        connection.exec_driver_sql(text, sent)


@contextmanager
def _storable(statement: object) -> Iterator[None]:
    """Unstorable where already the driver cannot send a value, such as a number of 70 bits."""
    try:
        yield
    except sa.exc.DBAPIError:
        raise
    except (ArithmeticError, TypeError, ValueError, sa.exc.StatementError) as misfit:
        cause = misfit.orig if isinstance(misfit, sa.exc.StatementError) else misfit
        raise Unstorable(type(cause).__name__, str(statement)) from misfit


Picking = Callable[[Json], tuple[Any, ...]]


@lru_cache
def _compiled(statement: sa.Insert | sa.Update, dialect: sa.Dialect) -> tuple[str, Picking, list[int]]:
    """A statement as text, the values of its places in a row, and which places are JSON; the driver takes the others.

    Of the others SQLAlchemy would only check or wrap the values, in several calls each.
    """
    compiled = statement.compile(dialect=dialect)
    places = [compiled.binds[name] for name in compiled.positiontup or ()]
    pick = itemgetter(*(place.key.removeprefix(KEY) for place in places))
    return str(compiled), pick, [n for n, place in enumerate(places) if isinstance(place.type, sa.JSON)]


@lru_cache
def _insert(table: sa.Table, columns: Columns) -> sa.Insert:
    return sa.insert(table).values({name: sa.bindparam(name, type_=table.c[name].type) for name in columns})


@lru_cache
def _insert_of_document(table: sa.Table, columns: Columns) -> sa.Insert:
    rows = _document(table, columns)
    return sa.insert(table).from_select(list(columns), sa.select(*rows.values()))


@lru_cache
def _update_from_document(table: sa.Table, key: Columns, columns: Columns) -> sa.Update:
    rows = _document(table, (*key, *columns))
    of_row = [table.c[name] == rows[name] for name in key]
    return sa.update(table).where(*of_row).values({name: rows[name] for name in columns})


@lru_cache
def _update(table: sa.Table, key: Columns, columns: Columns) -> sa.Update:
    of_row = [table.c[name] == sa.bindparam(f"{KEY}{name}", type_=table.c[name].type) for name in key]
    new = {name: sa.bindparam(name, type_=table.c[name].type) for name in columns}
    return sa.update(table).where(*of_row).values(new)


def _document(table: sa.Table, columns: Columns) -> dict[str, sa.ColumnElement[object]]:
    """The columns of the JSON document `rows`, in which bytes are hexadecimal text."""
    written = {name: table.c[name].type for name in columns}
    binary = {name for name, type_ in written.items() if isinstance(type_, sa.LargeBinary)}
    shape = [sa.column(name, sa.Text() if name in binary else type_) for name, type_ in written.items()]
    rows = sa.func.json_to_recordset(sa.bindparam("rows", type_=sa.JSON)).table_valued(*shape)
    found = rows.render_derived(name="rows", with_types=True).c
    return {name: sa.func.decode(found[name], "hex") if name in binary else found[name] for name in columns}
