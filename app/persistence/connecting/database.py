"""The connections to the database, one to write and several to read, on SQLite or PostgreSQL."""

import sqlite3
from dataclasses import dataclass
from types import NoneType
from typing import Any

import sqlalchemy as sa

from app.persistence.connecting.engine import new_engine

FAILURES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)
"""The exceptions which mean that the database cannot work now, whatever the statement was."""

LASTING = (sa.exc.DataError, sa.exc.ProgrammingError, sa.exc.NotSupportedError)
"""What says that a statement or one of its values is wrong: it fails again however often it is tried."""
TAKEN = ("23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
"""A row with this key exists: another request has written it, and a retry finds it."""

CHECKPOINT = 4000
"""Pages of 4 KiB after which SQLite copies its log into the file.

A page that changes in many commits is copied once. A checkpoint every 1,000 pages, SQLite's own choice, costs 6 % of
the processor time of attacks and 10 % of their rate; more than 4,000 gain nothing.
"""


class Unstorable(Exception):
    """The database cannot store what a request would write, however often it is tried: a fault of this program."""

    def __init__(self, why: str, statement: str | None) -> None:
        super().__init__(f"{why} [{statement}]")


def may_pass(failure: sa.exc.DBAPIError) -> bool:
    """Whether the same statement may succeed later."""
    if failure.connection_invalidated:
        return True
    if isinstance(failure, sa.exc.IntegrityError):
        return code_of(failure) in TAKEN
    return not isinstance(failure, LASTING) and code_of(failure) != "SQLITE_ERROR"


def code_of(failure: sa.exc.DBAPIError) -> str | None:
    """The SQLSTATE of PostgreSQL (five characters) or SQLite's name of the error (`SQLITE_…`)."""
    code: str | None = getattr(failure.orig, "sqlstate", None) or getattr(failure.orig, "sqlite_errorname", None)
    return code


def message_of(failure: sa.exc.DBAPIError) -> str:
    """What the database says about a failure, without the values of the row, which may be secret."""
    diagnosis = getattr(failure.orig, "diag", None)
    return str((diagnosis and diagnosis.message_primary) or failure.orig)


@dataclass(frozen=True, slots=True)
class Database:
    """A database with its two engines. Only the writer thread uses `writer`."""

    url: sa.URL
    writer: sa.Engine
    reader: sa.Engine

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is an SQLite file."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def path(self) -> str | None:
        """The path of an SQLite file; None for PostgreSQL."""
        return self.url.database if self.is_sqlite else None

    def unhurried(self) -> sa.Engine:
        """An engine without time limits, for changes that may take long."""
        if self.is_sqlite:
            return self.writer
        from app.persistence.connecting.postgresql import unlimited

        return unlimited(self.url)

    def dispose(self) -> None:
        """Close all connections for good; one that is still at work, or made later, is closed when it comes back."""
        for engine in (self.writer, self.reader):
            sa.event.listen(engine, "checkin", close_returned)
            engine.dispose()


def close_returned(_connection: object, record: sa.pool.ConnectionPoolEntry) -> None:
    """Close a connection that comes back to a pool."""
    record.close()


def open_database(url: str) -> Database:
    """The database at `url`, which is `sqlite:///…` or `postgresql://…`. It connects at the first query."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return Database(parsed, _sqlite(parsed, read_only=False), _sqlite(parsed, read_only=True))
    # Here, because a service on a file needs no psycopg, which takes long.
    from app.persistence.connecting.postgresql import reading, writing

    parsed = parsed.set(drivername="postgresql+psycopg")
    return Database(parsed, writing(parsed), reading(parsed))


def _sqlite(url: sa.URL, *, read_only: bool) -> sa.Engine:
    # The driver can send these, but first looks for what adapts them; to look in vain takes longer than to send.
    sqlite3.register_adapter(bool, int)
    sqlite3.register_adapter(bytes, bytes)
    sqlite3.register_adapter(NoneType, dict[None, None]().get)  # gives None for None
    engine = new_engine(url, connect_args={"timeout": 30, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        pragmas = ["journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"wal_autocheckpoint={CHECKPOINT}"]
        for pragma in [*pragmas, "query_only=ON"] if read_only else pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine
