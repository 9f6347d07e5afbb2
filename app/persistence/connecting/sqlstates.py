"""What PostgreSQL refuses a statement with, and whose fault it is."""

import sqlalchemy as sa

from app.persistence.connecting.database import FAILURES

RETRYABLE = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, lock not available. The batch runs again."""
CANCELED = "57014"
"""The statement took too long, because it waited for a lock."""


def is_of_database(refusal: sa.exc.DBAPIError) -> bool:
    """Whether the database fails whatever is written, and not because of what this batch waits for."""
    return isinstance(refusal, FAILURES) and getattr(refusal.orig, "sqlstate", None) not in RETRYABLE | {CANCELED}
