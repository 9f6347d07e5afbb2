"""An action that is resolved at once and has no reference stands in two indexes less."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

UNIQUE = "uq_actions_session_id_reference"
IN_ORDER = ["created_at", "session_id", "number"]
HAS_REFERENCE, LISTED = "reference IS NOT NULL", "listed IS true"
KEPT = (
    ("ix_actions_unresolved", IN_ORDER, "status <> 'resolved'"),
    ("ix_actions_physical", IN_ORDER, "dice = 'physical'"),
    ("ix_actions_proposed", ["session_id", "number"], "proposal IS NOT NULL AND status <> 'void'"),
    ("ix_actions_listed", IN_ORDER, LISTED),
    ("ix_actions_listed_unresolved", IN_ORDER, f"{LISTED} AND status <> 'resolved'"),
    ("ix_actions_listed_physical", IN_ORDER, f"{LISTED} AND dice = 'physical'"),
)
"""SQLite makes the table anew, and of two indexes that serve equally well it takes the younger: so these come last."""


def upgrade() -> None:
    """Apply the change. Older programs work with it.

    SQLite copies all actions and sorts their indexes: a million take about 20 s, and as much room again as they have.
    PostgreSQL makes two small indexes.
    """
    kept = KEPT if op.get_bind().dialect.name == "sqlite" else ()
    for name in ("ix_actions_reference", "ix_actions_session_id_status_number", *(name for name, _, _ in kept)):
        op.drop_index(name, "actions")
    with op.batch_alter_table("actions") as actions:
        actions.drop_constraint(UNIQUE, type_="unique")
    partial("ix_actions_reference", ["reference", "session_id"], HAS_REFERENCE, unique=True)
    partial("ix_actions_pending", ["session_id", "number"], "status = 'pending'")
    for name, columns, which in kept:
        partial(name, columns, which)


def downgrade() -> None:
    """Undo the change; it takes as long."""
    kept = KEPT if op.get_bind().dialect.name == "sqlite" else ()
    for name in ("ix_actions_reference", "ix_actions_pending", *(name for name, _, _ in kept)):
        op.drop_index(name, "actions")
    with op.batch_alter_table("actions") as actions:
        actions.create_unique_constraint(UNIQUE, ["session_id", "reference"])
    op.create_index("ix_actions_session_id_status_number", "actions", ["session_id", "status", "number"])
    partial("ix_actions_reference", ["reference"], HAS_REFERENCE)
    for name, columns, which in kept:
        partial(name, columns, which)


def partial(name: str, columns: list[str], which: str, *, unique: bool = False) -> None:
    """Make a partial index of the actions."""
    on_sqlite = sa.text(which.replace("true", "1"))
    op.create_index(name, "actions", columns, unique=unique, sqlite_where=on_sqlite, postgresql_where=sa.text(which))
