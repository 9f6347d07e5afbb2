"""Each revision tells which programs still work with it; what belongs to a session is found by it, to be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
oldest_revision = "0006"
oldest_release = "0.1.0"

OLDEST = "programs that know this revision work with `revision` too"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "oldest_programs",
        sa.Column("revision", sa.String(32), nullable=False),
        sa.Column("oldest_revision", sa.String(32), nullable=False, comment=OLDEST),
        sa.Column("oldest_release", sa.String(32), nullable=False, comment="the first release of such programs"),
        sa.PrimaryKeyConstraint("revision", name="pk_oldest_programs"),
    )
    op.create_index("ix_idempotency_keys_session_id", "idempotency_keys", ["session_id"])


def downgrade() -> None:
    """Undo the change."""
    op.drop_index("ix_idempotency_keys_session_id", "idempotency_keys")
    op.drop_table("oldest_programs")
