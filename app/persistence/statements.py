"""Statements that write many rows: on PostgreSQL with one JSON document, on SQLite with `executemany`.

psycopg would send many rows one by one and convert each value in Python; the server reads a document faster.
"""

from functools import lru_cache

import sqlalchemy as sa

from app.persistence.codec import Json
from app.persistence.database import Unstorable

Columns = tuple[str, ...]


def insert_rows(connection: sa.Connection, table: sa.Table, rows: list[Json]) -> None:
    """Insert rows, which must all have the same columns. Raises DBAPIError or Unstorable."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        _execute(connection, _insert_of_document(table, tuple(rows[0])), {"rows": rows})
    else:
        _execute(connection, sa.insert(table), rows)


def update_rows(connection: sa.Connection, table: sa.Table, key: Columns, columns: Columns, rows: list[Json]) -> None:
    """Set `columns` in the rows that the columns `key` identify. Raises DBAPIError or Unstorable."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        changes = [{name: row[name] for name in (*key, *columns)} for row in rows]
        _execute(connection, _update_from_document(table, key, columns), {"rows": changes})
    else:
        old = [{f"key_{name}": row[name] for name in key} for row in rows]
        new = [{f"new_{name}": row[name] for name in columns} for row in rows]
        _execute(connection, _update(table, key, columns), [{**k, **n} for k, n in zip(old, new, strict=True)])


def _execute(connection: sa.Connection, statement: sa.Insert | sa.Update, rows: Json | list[Json]) -> None:
    """Execute a statement; Unstorable where already the driver cannot send a value, such as a number of 70 bits."""
    try:
        connection.execute(statement, rows)
    except sa.exc.DBAPIError:
        raise
    except (ArithmeticError, TypeError, ValueError, sa.exc.StatementError) as misfit:
        cause = misfit.orig if isinstance(misfit, sa.exc.StatementError) else misfit
        raise Unstorable(type(cause).__name__, str(statement)) from misfit


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
    of_row = [table.c[name] == sa.bindparam(f"key_{name}") for name in key]
    new = {name: sa.bindparam(f"new_{name}", type_=table.c[name].type) for name in columns}
    return sa.update(table).where(*of_row).values(new)


def _document(table: sa.Table, columns: Columns) -> dict[str, sa.ColumnElement[object]]:
    """The columns of the JSON document `rows`, in which bytes are hexadecimal text."""
    written = {name: table.c[name].type for name in columns}
    binary = {name for name, type_ in written.items() if isinstance(type_, sa.LargeBinary)}
    shape = [sa.column(name, sa.Text() if name in binary else type_) for name, type_ in written.items()]
    rows = sa.func.json_to_recordset(sa.bindparam("rows", type_=sa.JSON)).table_valued(*shape)
    found = rows.render_derived(name="rows", with_types=True).c
    return {name: sa.func.decode(found[name], "hex") if name in binary else found[name] for name in columns}
