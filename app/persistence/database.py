"""The connections to the database, one to write and several to read, on SQLite or PostgreSQL."""

from dataclasses import dataclass
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg import IsolationLevel
from psycopg.abc import RV, PQGen
from pydantic_core import from_json, to_json

CONNECT = 5
"""Seconds after which an attempt to connect to PostgreSQL fails. A host that is off does not refuse, it is silent."""
STATEMENT = 10
"""Seconds after which PostgreSQL cancels a statement, also one that waits for a lock."""
SILENCE = 15.0
"""Seconds without a complete answer after which a connection to PostgreSQL is closed."""
ABANDONED = 15
"""Seconds after which PostgreSQL ends the transaction of a writer that no longer exists, and unlocks its sessions."""
QUEUE = 5.0
"""Seconds that a reader waits for a free connection."""

FAILURES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)
"""The exceptions which mean that the database cannot work now, whatever the statement was."""

LASTING = (sa.exc.DataError, sa.exc.ProgrammingError, sa.exc.NotSupportedError)
"""What says that a statement or one of its values is wrong: it fails again however often it is tried."""
TAKEN = ("23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
"""A row with this key exists: another request has written it, and a retry finds it."""


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
        return self.writer if self.is_sqlite else _engine(self.url, poolclass=sa.NullPool)

    def dispose(self) -> None:
        """Close all connections."""
        self.writer.dispose()
        self.reader.dispose()


def open_database(url: str) -> Database:
    """The database at `url`, which is `sqlite:///…` or `postgresql://…`. It connects at the first query."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return Database(parsed, _sqlite(parsed, read_only=False), _sqlite(parsed, read_only=True))
    parsed = parsed.set(drivername="postgresql+psycopg")
    reads = {"statement_timeout": STATEMENT}
    writes = {**reads, "idle_in_transaction_session_timeout": ABANDONED}
    return Database(
        parsed,
        _postgresql(parsed, writes, read_only=False, pool_size=1, max_overflow=1),
        _postgresql(parsed, reads, read_only=True, pool_size=8, pool_timeout=QUEUE),
    )


class Connection(psycopg.Connection[Any]):
    """A connection that never waits for an answer without end.

    The time limits of the server do not help a client whose network is broken, and TCP notices this only after minutes,
    or never where a proxy keeps the connection open.
    """

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """The result of a statement.

        Raises OperationalError and closes the connection where the result does not come in time.
        """
        try:
            return super().wait(gen, interval, SILENCE if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as silence:
            self.close()
            raise psycopg.OperationalError("the database is silent") from silence


def _postgresql(url: sa.URL, limits: dict[str, int], *, read_only: bool, **options: Any) -> sa.Engine:
    """An engine whose statements have time limits, in seconds, which the server enforces."""
    engine = _engine(url.set(query={"connect_timeout": str(CONNECT), **url.query}), **options)

    @sa.event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: list[Any], parameters: dict[str, Any]) -> Connection:
        return Connection.connect(*arguments, **parameters)

    @sa.event.listens_for(engine, "connect")
    def limit(connection: Connection, _record: object) -> None:
        connection.autocommit = True
        for name, seconds in limits.items():
            connection.execute(f"SET {name} = '{seconds}s'")
        connection.autocommit = False
        if read_only:  # everything that a request reads is from one moment, as on SQLite
            connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True

    return engine


def _engine(url: sa.URL, **options: Any) -> sa.Engine:
    return sa.create_engine(
        url,
        json_serializer=lambda value: to_json(value, bytes_mode="hex").decode(),
        json_deserializer=from_json,
        hide_parameters=True,  # parameters contain seeds, which must not appear in the logs of the process
        pool_pre_ping=not url.drivername.startswith("sqlite"),
        **options,
    )


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
