"""What a database refuses a statement with, and whose fault it is."""

import sqlalchemy as sa

from app.persistence.connecting.database import FAILURES, code_of

RETRYABLE = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, lock not available. The batch runs again."""
CANCELED = "57014"
"""The statement took too long, because it waited for a lock."""
READ_ONLY = "25006"
"""The server only reads: a standby, or one that was told to."""
CAUSES = {READ_ONLY: "read-only", "SQLITE_READONLY": "read-only", "53100": "disk-full", "SQLITE_FULL": "disk-full"}
"""What keeps a database from writing, by the code of its refusal; SQLite's have more words behind them."""


def cause_of(failure: object) -> str | None:
    """What keeps the database from writing, where that has a name."""
    code = code_of(failure) if isinstance(failure, sa.exc.DBAPIError) else None
    return CAUSES.get("_".join((code or "").split("_")[:2]))


def is_of_database(refusal: sa.exc.DBAPIError) -> bool:
    """Whether the database fails whatever is written, and not because of what this batch waits for."""
    if cause_of(refusal):
        return True
    return isinstance(refusal, FAILURES) and getattr(refusal.orig, "sqlstate", None) not in RETRYABLE | {CANCELED}
