"""Indexes of the few rows that lists look for among many."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INDEXES = (
    ("ix_sessions_physical", "sessions", "dice = 'physical'", ["created_at", "id"]),
    ("ix_actions_unresolved", "actions", "status <> 'resolved'", ["created_at", "session_id", "number"]),
    ("ix_actions_physical", "actions", "dice = 'physical'", ["created_at", "session_id", "number"]),
    ("ix_rolls_void", "rolls", "void IS true", ["at", "session_id", "action", "roll"]),
    ("ix_rolls_physical", "rolls", "source = 'physical'", ["at", "session_id", "action", "roll"]),
)


def upgrade() -> None:
    """Apply the change."""
    for name, table, which, columns in INDEXES:
        on_sqlite = sa.text(which.replace("true", "1"))
        op.create_index(name, table, columns, sqlite_where=on_sqlite, postgresql_where=sa.text(which))


def downgrade() -> None:
    """Undo the change."""
    for name, table, _which, _columns in reversed(INDEXES):
        op.drop_index(name, table)
