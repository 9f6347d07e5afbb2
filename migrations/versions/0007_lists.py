"""Lists walk along what everybody may see. No attack of its own that exists already comes to stand in them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
oldest_revision = "0006"
oldest_release = "0.1.0"

COMMENTS = {
    "actions": "false: lists show it to its own only",
    "rolls": "as the action's",
    "casualties": "as the action's",
}
PUBLIC, LISTED = "visibility = 'public'", "listed IS true"
OF_ACTION, OF_ROLL = ["created_at", "session_id", "number"], ["at", "session_id", "action", "roll"]
OF_CASUALTY = ["at", "session_id", "action", "n"]
INDEXES = (
    ("ix_sessions_public", "sessions", PUBLIC, ["created_at", "id"]),
    ("ix_sessions_public_ruleset", "sessions", PUBLIC, ["ruleset", "created_at", "id"]),
    ("ix_sessions_public_status", "sessions", PUBLIC, ["status", "created_at", "id"]),
    ("ix_sessions_public_physical", "sessions", f"{PUBLIC} AND dice = 'physical'", ["created_at", "id"]),
    ("ix_sessions_owned", "sessions", "owner IS NOT NULL", ["owner", "created_at", "id"]),
    ("ix_actions_proposed", "actions", "proposal IS NOT NULL AND status <> 'void'", ["session_id", "number"]),
    ("ix_actions_listed", "actions", LISTED, OF_ACTION),
    ("ix_actions_listed_unresolved", "actions", f"{LISTED} AND status <> 'resolved'", OF_ACTION),
    ("ix_actions_listed_physical", "actions", f"{LISTED} AND dice = 'physical'", OF_ACTION),
    ("ix_rolls_listed", "rolls", LISTED, OF_ROLL),
    ("ix_rolls_listed_void", "rolls", f"{LISTED} AND void IS true", OF_ROLL),
    ("ix_rolls_listed_physical", "rolls", f"{LISTED} AND source = 'physical'", OF_ROLL),
    ("ix_casualties_listed", "casualties", LISTED, OF_CASUALTY),
    ("ix_casualties_listed_unit", "casualties", LISTED, ["unit", *OF_CASUALTY]),
    ("ix_casualties_listed_attacker", "casualties", f"{LISTED} AND role = 'attacker'", OF_CASUALTY),
)


def upgrade() -> None:
    """Apply the change.

    Older programs write rows that are listed; whether everybody may see these, their sessions say.
    """
    op.execute("UPDATE sessions SET visibility = 'unlisted' WHERE kind = 'single' AND visibility = 'public'")
    for table, comment in COMMENTS.items():
        op.add_column(table, sa.Column("listed", sa.Boolean, nullable=False, server_default="1", comment=comment))
        unseen = "SELECT id FROM sessions WHERE visibility <> 'public'"
        op.execute(f"UPDATE {table} SET listed = {false()} WHERE session_id IN ({unseen})")
    for name, table, which, columns in INDEXES:
        on_sqlite = sa.text(which.replace("true", "1"))
        op.create_index(name, table, columns, sqlite_where=on_sqlite, postgresql_where=sa.text(which))


def downgrade() -> None:
    """Undo the change; attacks of their own stay unlisted."""
    for name, table, _which, _columns in reversed(INDEXES):
        op.drop_index(name, table)
    for table in COMMENTS:
        op.drop_column(table, "listed")


def false() -> str:
    """How this database writes it."""
    return "false" if op.get_bind().dialect.name == "postgresql" else "0"
