"""Seats that the service plays, deadlines, and dice to which the seats contribute."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

WATCHED = "watched IS true AND status = 'open' AND (pending > 0 OR kind = 'game')"
COLUMNS: tuple[tuple[str, Any, dict[str, Any], str], ...] = (
    ("deadline", sa.JSON, {}, "seconds for an answer, and the policy that answers then"),
    ("entropy", sa.JSON, {}, "what the seats contribute to the dice"),
    ("mixed", sa.Boolean, {"nullable": False, "server_default": "0"}, "every seat contributed to the dice"),
    (
        "watched",
        sa.Boolean,
        {"nullable": False, "server_default": "0"},
        "the service plays in it, or keeps a deadline",
    ),
)


def upgrade() -> None:
    """Apply the change.

    Older programs would throw other dice where seats have contributed to them, so none may work with it.
    """
    for name, kind, more, comment in COLUMNS:
        op.add_column("sessions", sa.Column(name, kind, comment=comment, **more))
    on_sqlite = sa.text(WATCHED.replace("true", "1"))
    op.create_index(
        "ix_sessions_watched", "sessions", ["id"], sqlite_where=on_sqlite, postgresql_where=sa.text(WATCHED)
    )


def downgrade() -> None:
    """Undo the change; the dice of sessions to which seats contributed no longer follow from what is stored."""
    op.drop_index("ix_sessions_watched", "sessions")
    for name, _kind, _more, _comment in reversed(COLUMNS):
        op.drop_column("sessions", name)
