"""Sides, kinds and references are found by indexes; references that begin alike too: they compare by their bytes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

REFERRED_TO = ("sessions", "actions")
INDEXES = (
    ("ix_sessions_lasting", "sessions", "kind <> 'single'", ["created_at", "id"]),
    ("ix_sessions_games", "sessions", "kind = 'game'", ["created_at", "id"]),
    ("ix_seats_side", "seats", "side IS NOT NULL", ["side", "session_id"]),
    ("ix_actions_reference", "actions", "reference IS NOT NULL", ["reference"]),
    ("ix_casualties_side", "casualties", "side IS NOT NULL", ["side"]),
    ("ix_casualties_attacker", "casualties", "role = 'attacker'", ["at", "session_id", "action", "n"]),
)


def upgrade() -> None:
    """Apply the change."""
    collate("C")
    for name, table, which, columns in INDEXES:
        op.create_index(name, table, columns, sqlite_where=sa.text(which), postgresql_where=sa.text(which))


def downgrade() -> None:
    """Undo the change."""
    for name, table, _which, _columns in reversed(INDEXES):
        op.drop_index(name, table)
    collate("default")


def collate(collation: str) -> None:
    """Give references a collation; SQLite compares by bytes anyway."""
    if op.get_bind().dialect.name == "postgresql":
        for table in REFERRED_TO:
            new = sa.String(200, collation=collation)
            op.alter_column(table, "reference", type_=new, existing_type=sa.String(200))
