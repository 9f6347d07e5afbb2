"""The clock of the service as the database has it: one row, which all processes read and set on."""

import sqlalchemy as sa

from app.persistence.stored.tables import served


def served_ms(connection: sa.Connection) -> int:
    """How many milliseconds any process has served while clocks ran."""
    ms: int = connection.execute(sa.select(served.c.ms)).scalar_one()
    return ms


def serve(connection: sa.Connection, ms: int) -> None:
    """Set the clock on; it never goes back."""
    connection.execute(sa.update(served).where(served.c.ms < ms).values(ms=ms))
