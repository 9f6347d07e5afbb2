"""Queries for the rows that have one of several keys, where a key is several columns."""

from functools import lru_cache
from typing import Any

import sqlalchemy as sa

_KEYS: sa.BindParameter[Any] = sa.bindparam("keys", expanding=True)


def with_keys(connection: sa.Connection, query: sa.Select[Any], *columns: sa.Column[Any]) -> sa.Select[Any]:
    """The query for those of its rows whose `columns` are one of `keys`, a parameter: different tuples, at least one.

    It is made once for each database, so the query must be one that is kept.
    """
    return _with_keys(connection.dialect.name, query, columns)


@lru_cache
def _with_keys(dialect: str, query: sa.Select[Any], columns: tuple[sa.Column[Any], ...]) -> sa.Select[Any]:
    if dialect == "postgresql":
        return query.where(sa.tuple_(*columns).in_(_KEYS))
    # With `IN` and more than one key SQLite would read the whole table.
    names: list[sa.ColumnClause[Any]] = [sa.column(f"column{n}") for n, _ in enumerate(columns, 1)]
    wanted = sa.text("SELECT * FROM :keys").bindparams(_KEYS).columns(*names).subquery("wanted")
    return query.where(*(column == value for column, value in zip(columns, wanted.c, strict=True)))
