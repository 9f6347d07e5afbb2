"""The connections to PostgreSQL: none waits without end."""

from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg import IsolationLevel
from psycopg.abc import RV, PQGen

from app.persistence.connecting.engine import new_engine
from app.persistence.connecting.sqlstates import READ_ONLY

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
POOLED = "pooled"
"""Where a connection's record says whether it goes through a pooler."""


def writing(url: sa.URL) -> sa.Engine:
    """The engine of the writer."""
    writes = {"statement_timeout": STATEMENT, "idle_in_transaction_session_timeout": ABANDONED}
    engine = _limited(url, writes, read_only=False, pool_size=1, max_overflow=1)

    @sa.event.listens_for(engine, "handle_error")
    def let_go(failed: sa.engine.ExceptionContext) -> None:
        """Connect anew where this server only reads: the address may lead to the one that writes by then."""
        if getattr(failed.original_exception, "sqlstate", None) == READ_ONLY:
            failed.is_disconnect = True

    return engine


def reading(url: sa.URL) -> sa.Engine:
    """The engine of all others."""
    return _limited(url, {"statement_timeout": STATEMENT}, read_only=True, pool_size=8, pool_timeout=QUEUE)


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


def unlimited(url: sa.URL) -> sa.Engine:
    """An engine without time limits, which keeps no connection."""
    engine = new_engine(url, poolclass=sa.NullPool)
    sa.event.listen(engine, "connect", _prepared)
    return engine


def is_behind_pooler(connection: psycopg.Connection[Any]) -> bool:
    """Whether a pooler such as PgBouncer stands in between, which tells another process than the one that works."""
    row = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    return row is None or row[0] != connection.info.backend_pid


def _prepared(connection: psycopg.Connection[Any], record: Any) -> None:
    """Prepare no statements behind a pooler: the next transaction may be on a connection that does not have them."""
    connection.autocommit = True
    record.info[POOLED] = is_behind_pooler(connection)
    if record.info[POOLED]:
        connection.prepare_threshold = None
    connection.autocommit = False


def _limited(url: sa.URL, limits: dict[str, int], *, read_only: bool, **options: Any) -> sa.Engine:
    """An engine whose statements have time limits, in seconds, which the server enforces."""
    engine = new_engine(url.set(query={"connect_timeout": str(CONNECT), **url.query}), **options)

    @sa.event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: list[Any], parameters: dict[str, Any]) -> Connection:
        return Connection.connect(*arguments, **parameters)

    sa.event.listen(engine, "connect", _prepared)

    @sa.event.listens_for(engine, "connect")
    def limit(connection: Connection, record: Any) -> None:
        if not record.info[POOLED]:
            connection.autocommit = True
            for name, seconds in limits.items():
                connection.execute(f"SET {name} = '{seconds}s'")
            connection.autocommit = False
        if read_only:  # everything that a request reads is from one moment, as on SQLite
            connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True

    @sa.event.listens_for(engine, "begin")
    def limit_transaction(connection: sa.Connection) -> None:
        if connection.info[POOLED]:  # else the limits would stay with a connection that is somebody else's then
            connection.exec_driver_sql("; ".join(f"SET LOCAL {name} = '{limits[name]}s'" for name in limits))

    return engine
