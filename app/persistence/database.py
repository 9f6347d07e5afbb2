"""Engines: one that writes and one that reads, on SQLite or PostgreSQL."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from psycopg import IsolationLevel
from pydantic_core import from_json, to_json

STALLED = 30_000
"""Milliseconds after which PostgreSQL ends a writing transaction of a process that hangs: others wait for it."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database with its two engines; `writer` belongs to the writer thread alone."""

    url: sa.URL
    writer: sa.Engine
    reader: sa.Engine

    @property
    def is_sqlite(self) -> bool:
        """Whether this is an SQLite file."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def path(self) -> str | None:
        """The file of an SQLite database."""
        return self.url.database if self.is_sqlite else None

    def dispose(self) -> None:
        """Close every connection."""
        self.writer.dispose()
        self.reader.dispose()


def take_time(connection: sa.Connection) -> None:
    """Let this transaction last as long as it takes."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))


def open_database(url: str) -> Database:
    """The database at `url` (`sqlite:///…` or `postgresql://…`); nothing is connected yet."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return Database(parsed, _sqlite(parsed, read_only=False), _sqlite(parsed, read_only=True))
    parsed = parsed.set(drivername="postgresql+psycopg")
    return Database(parsed, _postgresql(parsed, read_only=False), _postgresql(parsed, read_only=True))


def _engine(url: sa.URL, **options: Any) -> sa.Engine:
    return sa.create_engine(
        url,
        json_serializer=lambda value: to_json(value).decode(),
        json_deserializer=from_json,
        pool_pre_ping=not url.drivername.startswith("sqlite"),
        **options,
    )


def _postgresql(url: sa.URL, *, read_only: bool) -> sa.Engine:
    engine = _engine(url, **({"pool_size": 8} if read_only else {"pool_size": 1, "max_overflow": 1}))

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        if read_only:  # all that one request reads is of one moment, as on SQLite
            connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True
        else:
            connection.execute(f"SET idle_in_transaction_session_timeout = {STALLED}")
            connection.commit()

    return engine


def _sqlite(url: sa.URL, *, read_only: bool) -> sa.Engine:
    engine = _engine(url, connect_args={"timeout": 30, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        pragmas = ["journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"]
        for pragma in [*pragmas, "query_only=ON"] if read_only else pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine
