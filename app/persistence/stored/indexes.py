"""Partial indexes: those of a few rows, with the conditions that each database writes in its own way."""

import sqlalchemy as sa

WATCHED = "watched IS true AND status = 'open' AND (pending > 0 OR kind = 'game')"
"""The condition of the sessions in which the service may have to answer now."""


def few(name: str, which: str, *columns: str, unique: bool = False) -> sa.Index:
    """A partial index of a few rows, which lists would otherwise have to search for among all others."""
    on_sqlite = sa.text(on_this(which, "sqlite"))
    return sa.Index(name, *columns, unique=unique, sqlite_where=on_sqlite, postgresql_where=sa.text(which))


def on_this(which: str, dialect: str) -> str:
    """A condition as a database writes it."""
    return which.replace("true", "1") if dialect == "sqlite" else which


def watched(dialect: str) -> str:
    """The condition of the sessions in which the service may have to answer, as its index has it."""
    return on_this(WATCHED, dialect)
