"""What an operator takes away: what is old and untouched, and sessions from the public lists.

Both are done beside a running service. Its writer reads each session anew, so all that it meets is that a session is
gone or unlisted; on SQLite the two wait for each other's short transactions.
"""

from datetime import datetime, timedelta
from time import monotonic, sleep

import sqlalchemy as sa

from app.persistence.connecting.database import Database
from app.persistence.queries import retention
from app.persistence.queries.retention import Place
from app.persistence.writing.writer import now, stored

Which = sa.ColumnElement[bool]
SINGLE, OPEN = retention.SINGLE, retention.OPEN
"""Attacks of their own; series and games that are still open."""
AT_ONCE = 100
"""Sessions that one transaction deletes."""
BREATH = 0.02
"""Seconds that others have at least between two such transactions; they have as long as the last one took."""


def days_ago(days: int) -> str:
    """The time so many days ago."""
    return stored(datetime.fromisoformat(now()) - timedelta(days=days))


def prune(database: Database, which: Which, before: str) -> int:
    """Delete the sessions of a kind that are untouched since a time, with all that belongs to them; how many."""
    after, count = Place(), 0
    while True:
        began = monotonic()
        with database.writer.begin() as connection:
            page = retention.untouched(connection, which, before, after, AT_ONCE, lock=True)
            if not page:
                return count
            retention.delete_sessions(connection, [place.id for place in page])
        after, count = page[-1], count + len(page)
        sleep(max(BREATH, monotonic() - began))


def count(database: Database, which: Which, before: str) -> int:
    """How many sessions prune() would delete."""
    after, found = Place(), 0
    while True:
        with database.reader.connect() as connection:
            page = retention.untouched(connection, which, before, after, AT_ONCE)
        if not page:
            return found
        after, found = page[-1], found + len(page)


def hide_session(database: Database, id: str) -> str | None:
    """Take a session off the public lists; the visibility it then has, None where there is no such session."""
    with database.writer.begin() as connection:
        return retention.unlist(connection, id)
